from typing import Any

import numpy as np
import pytest
from matplotlib.patches import Rectangle

from fewest import Belief, FewestError, evaluate, grow, strategy
from fewest.questions.compare import SHOWN_STRATEGIES
from fewest.report.distribution import distribution, draw
from fewest.setup import Setup
from fewest.watch import Progress, Watch
from tests import samples
from tests.report.cases import BELIEF
from tests.samples import InOrder


def test_the_distribution_has_a_bar_for_every_number_of_guesses() -> None:
    results = [evaluate(grow(play, BELIEF), max_guesses=2) for play in (strategy("minimax"), strategy(), InOrder())]
    assert results[2].losses
    figure = draw(results)
    assert len(figure.axes) == 3
    for axes, result in zip(figure.axes, results, strict=True):
        bars = [each for each in axes.patches if isinstance(each, Rectangle)]
        found = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in bars}
        assert found == result.histogram
        assert [bool(bar.get_hatch()) for bar in bars] == [guesses > 2 for guesses in result.histogram]
        assert [text.get_text() for text in axes.texts] == [f"{n}" if n else "" for n in result.histogram.values()]
        assert axes.lines[0].get_xdata() == [result.mean, result.mean]
        said = f"mean {result.mean:.4f}" + (f", {result.losses} lost" if result.losses else "")
        shown = axes.get_legend()
        assert shown
        assert [text.get_text() for text in shown.get_texts()] == [said]
        assert axes.get_title("left") == f"{result.label.split(' on ')[0]}, {result.opener}"


def test_distributions_on_several_games_name_them_all() -> None:
    results = [evaluate(grow(InOrder(), Belief.start(samples.wordle("ab", name=name)))) for name in ("one", "two")]
    figure = draw(results)
    titles = [axes.get_title("left") for axes in figure.axes]
    assert titles == [f"in-order on {name} (1 guesses, 1 answers), ab" for name in ("one", "two")]


def test_many_numbers_of_guesses_are_not_labelled_one_by_one() -> None:
    game = samples.wordle(*(f"{first}{second}" for first in "abcde" for second in "fghij"))
    axes = draw([evaluate(grow(InOrder(), Belief.start(game)))]).axes[0]
    assert len(axes.get_xticks()) < 15
    far = samples.random_table(np.random.default_rng(0), 30, 0, 1)
    axes = draw([evaluate(grow(InOrder(), Belief.start(far)))]).axes[0]
    assert len(axes.patches) == 30
    assert len(axes.get_xticks()) < 15
    assert not axes.texts


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: draw([]), "nothing to draw: name a strategy"),
    ],
)
def test_what_cannot_be_drawn_is_refused(make: Any, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        make()


def test_distributions_are_those_of_the_strategies(setup: Setup, asked: dict[str, Any], made_once: None) -> None:
    heard: list[Progress] = []
    distribution(setup, Watch(heard.append), by=["entropy", "minimax"], opener="batch")
    (made,) = asked["distribution"]
    for found, name in zip(made, ("entropy", "minimax"), strict=True):
        wanted = evaluate(grow(strategy(name), setup.belief(), "batch"))
        assert (found.histogram, found.opener) == (wanted.histogram, "batch")
    assert heard == [Progress(0, 2, "entropy"), Progress(1, 2, "minimax"), Progress(2, 2)]
    distribution(Setup(spec="numbers:most=9"))
    assert len(asked["distribution"][0]) == len(SHOWN_STRATEGIES) - 1
