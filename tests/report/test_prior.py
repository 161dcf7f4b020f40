import pytest

from fewest import Belief, FewestError, Wordle
from fewest.report.prior import prior
from fewest.setup import Setup
from fewest.words import ranking
from tests import samples
from tests.report.cases import Given, bars, dots, legend


def test_the_prior_marks_answers_and_their_share() -> None:
    game = Wordle(samples.wordle("aback", "botch", guesses=("hotty", "xylyl")).words, every_guess=True)
    weights = dict(zip(game.secrets, (0.5, 1.0, 0.75, 0.25), strict=True))
    figure = prior(Given(start=Belief.start(game), numbers=[*weights.values()]))
    axes = figure.axes[0]
    ranks = ranking(game.words)
    for number, words in enumerate((game.answers, [word for word in weights if word not in game.answers])):
        assert dots(axes, number) == [(ranks.index(word) + 1, weights[word]) for word in words]
    assert [(bar.get_x(), bar.get_width(), bar.get_height()) for bar in bars(axes)] == [
        (place + 0.5, 1, word in game.answers) for place, word in enumerate(ranks)
    ]
    assert legend(figure)[:2] == ["2 answers", "2 other guesses"]
    assert not axes.lines
    assert figure.get_suptitle().endswith(f"({game.label})\nuniform prior")


def test_the_prior_of_answers_alone_has_one_kind_of_dot() -> None:
    axes = prior(Given(numbers=[7] * 12)).axes[0]
    assert len(axes.collections) == 1
    assert not bars(axes)
    assert axes.get_ylim()[1] > 7


def test_the_middle_is_that_of_the_frequency_prior() -> None:
    figure = prior(Setup(prior="frequency", secrets="guesses"))
    assert figure.axes[0].lines[0].get_xdata() == pytest.approx([1.3 * 2315] * 2)
    assert "midpoint, rank 3,010: weight 1/2" in legend(figure)
    far = prior(Setup(prior="frequency", midpoint=50_000))
    assert legend(far)[-1] == "midpoint, rank 50,000: weight 1/2 (not shown)"
    assert far.axes[0].get_xlim()[1] < 20_000


def test_games_without_words_have_no_prior() -> None:
    with pytest.raises(FewestError, match="mastermind has no words"):
        prior(Setup(game="mastermind"))
