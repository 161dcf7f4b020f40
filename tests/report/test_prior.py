from typing import Any

import pytest

from fewest import FewestError
from fewest.report.prior import draw, prior
from fewest.setup import Setup
from tests.report.cases import bars, dots, legend


def test_the_prior_marks_answers_middle_and_share() -> None:
    ranks = ["botch", "hotty", "aback", "xylyl"]
    weights = {"aback": 0.5, "botch": 1.0, "hotty": 0.75, "xylyl": 0.25}
    figure = draw("a list", ranks, weights, ["aback", "botch"], "a prior", 2.5)
    axes = figure.axes[0]
    assert dots(axes, 0) == [(3, 0.5), (1, 1.0)]
    assert dots(axes, 1) == [(2, 0.75), (4, 0.25)]
    assert axes.lines[0].get_xdata() == [2.5, 2.5]
    assert [(bar.get_x(), bar.get_width(), bar.get_height()) for bar in bars(axes)] == [
        (0.5, 1, 1),
        (1.5, 1, 0),
        (2.5, 1, 1),
        (3.5, 1, 0),
    ]
    assert legend(figure)[:2] == ["2 answers", "2 other guesses"]
    assert "middle, rank 2: weight 1/2" in legend(figure)
    assert figure.get_suptitle().endswith("on a list\na prior")


def test_the_prior_of_answers_alone_has_one_kind_of_dot() -> None:
    figure = draw("a list", ["botch", "hotty", "aback"], {"aback": 3.0, "botch": 7.0}, ["aback", "botch"])
    axes = figure.axes[0]
    assert len(axes.collections) == 1
    assert not bars(axes)
    assert not axes.lines
    assert axes.get_ylim()[1] > 7
    far = draw("a list", ["botch"], {"botch": 0.9}, ["botch"], "", 500)
    assert legend(far)[-1] == "middle, rank 500: weight 1/2, outside this picture"
    assert far.axes[0].get_xlim()[1] < 2


def test_the_middle_is_that_of_the_frequency_prior_alone(asked: dict[str, Any]) -> None:
    prior(Setup(prior="frequency", secrets="guesses"))
    label, ranks, weights, answers, conditions, middle = asked["prior"]
    assert (label, len(ranks), len(weights), len(answers)) == ("original/guesses", 12972, 12972, 2315)
    assert (conditions, middle) == ("frequency prior", pytest.approx(1.3 * 2315))
    assert weights[ranks[3009]] == pytest.approx(0.5, abs=0.001)
    prior(Setup(prior="today"))
    assert asked["prior"][-1] is None


def test_games_without_words_have_no_prior() -> None:
    with pytest.raises(FewestError, match="mastermind has no words"):
        prior(Setup(spec="mastermind"))
