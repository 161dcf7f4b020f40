import numpy as np
from matplotlib.patches import Rectangle

from fewest import Belief, evaluate, grow, strategy
from fewest.questions.compare import SHOWN_STRATEGIES
from fewest.report.distribution import distribution
from fewest.setup import Setup
from fewest.watch import Progress, Watch
from tests import samples
from tests.report.cases import BELIEF, Given


def test_the_distribution_has_a_bar_for_every_number_of_guesses() -> None:
    heard: list[Progress] = []
    figure = distribution(Given(max_guesses=1), watch=Watch(heard.append), by=["entropy", "minimax"], opener="abate")
    assert heard == [Progress(0, 2, "entropy"), Progress(1, 2, "minimax"), Progress(2, 2)]
    for axes, name in zip(figure.axes, ("entropy", "minimax"), strict=True):
        result = evaluate(grow(strategy(name), BELIEF, "abate"), max_guesses=1)
        assert result.losses
        bars = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
        heights = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in bars}
        assert heights == result.histogram
        assert [bool(bar.get_hatch()) for bar in bars] == [guesses > 1 for guesses in result.histogram]
        assert [text.get_text() for text in axes.texts] == [f"{n}" if n else "" for n in result.histogram.values()]
        assert axes.lines[0].get_xdata() == [result.mean, result.mean]
        shown = axes.get_legend()
        assert shown
        assert [text.get_text() for text in shown.get_texts()] == [f"mean {result.mean:.4f}, {result.losses} lost"]
        assert axes.get_title("left") == f"{name}, abate"


def test_many_numbers_of_guesses_are_not_labelled_one_by_one() -> None:
    far = samples.random_table(np.random.default_rng(0), 30, 0, 1)
    axes = distribution(Given(start=Belief.start(far)), by=["entropy"]).axes[0]
    assert len(axes.patches) == 30
    assert len(axes.get_xticks()) < 15
    assert not axes.texts


def test_strategies_that_count_letters_are_left_out_of_games_without_letters() -> None:
    assert len(distribution(Setup(game="numbers:most=9")).axes) == len(SHOWN_STRATEGIES) - 1
