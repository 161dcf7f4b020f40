import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from matplotlib.collections import QuadMesh

from fewest import FewestError
from fewest.learning.accuracy import Opener
from fewest.questions.accuracy import accuracy
from fewest.report.openers import draw, openers
from fewest.setup import Setup
from tests.report.cases import ACCURACY, dots, legend, points


def test_openers_are_drawn_by_their_predictions() -> None:
    figure = draw(ACCURACY)
    for axes, name in zip(figure.axes, ("one", "two"), strict=True):
        assert dots(axes, 0) == [(each.exact, each.predicted[name]) for each in ACCURACY.sample]
        assert dots(axes, 1) == [(each.exact, each.predicted[name]) for each in ACCURACY.best]
        values = [value for each in (*ACCURACY.sample, *ACCURACY.best) for value in (each.exact, each.predicted[name])]
        margin = 0.05 * (max(values) - min(values))
        ends = min(values) - margin, max(values) + margin
        assert points(axes.lines[0]) == [(end, end) for end in ends]
        assert axes.get_xlim() == axes.get_ylim() == ends
        assert axes.get_aspect() == 1
    assert figure.axes[0].get_title("left") == "one\nmean squared error\n4.0000 at random, 0.1300 best"
    assert legend(figure) == ["predicted = exact", "1 openers, at random", "2 openers, best"]
    assert legend(draw(replace(ACCURACY, population=1)))[1] == "1 openers, all"
    assert legend(draw(replace(ACCURACY, best=[]))) == ["predicted = exact", "1 openers, at random"]


def test_many_openers_are_drawn_by_their_density(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fewest.report.openers.MOST_DOTS", 3)
    sample = [Opener(f"w{at}", 4 + at / 100, {"one": 4.0, "two": 5.0}) for at in range(4)]
    figure = draw(replace(ACCURACY, sample=sample))
    assert legend(figure)[1] == "4 openers, at random (darker: more)"
    for axes in figure.axes:
        (cells,) = (each for each in axes.collections if isinstance(each, QuadMesh))
        counts = cells.get_array()
        assert counts is not None
        assert counts.sum() == 4


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: draw(replace(ACCURACY, best=[], sample=[])), "no openers or no estimators"),
        (lambda: draw(replace(ACCURACY, best=[Opener("a", 3.0, {})], sample=[])), "no openers or no estim"),
        (lambda: draw(replace(ACCURACY, sample=[Opener("a", math.inf, {"one": 1, "two": 1})])), "not numbers"),
        (lambda: draw(replace(ACCURACY, sample=[Opener("a", 1, {"one": math.nan, "two": 1})])), "not numbers"),
    ],
)
def test_invalid_data_and_options_are_refused(make: Any, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        make()


def test_openers_are_measured_or_read(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "accuracy.json"
    measured = accuracy(setup, best=2, sample=3, memory=4)
    measured.accuracy.save(path)
    figures = openers(data=measured), openers(Setup(), data=path), openers(setup, best=2, sample=3)
    shown = [[dots(axes, number) for axes in figure.axes for number in range(2)] for figure in figures]
    assert shown[0] == shown[1] == shown[2]
    assert len(openers(setup, estimators=["entropic"], best=2, sample=3).axes) == 1


def test_data_cannot_be_combined_with_options(setup: Setup) -> None:
    wrong: list[dict[str, Any]] = [{"estimators": ["entropic"]}, {"best": 0}, {"sample": 3}]
    for given in wrong:
        with pytest.raises(FewestError, match=r"--\w+ has no effect with --data, which is already measured"):
            openers(Setup(), data="data.json", **given)
    with pytest.raises(FewestError, match="--data says which game was played"):
        openers(setup, data="data.json")
