import json
from pathlib import Path

import numpy as np
import pytest

from fewest.curves import Curve, shipped_curve
from fewest.learning import training
from fewest.questions.train import curve_points, train
from fewest.setup import Setup
from fewest.watch import Progress, Watch
from fewest.words import EDITIONS
from tests.questions.checks import check


def test_rounds_and_curve_are_those_of_the_training(setup: Setup) -> None:
    heard: list[Progress] = []
    made = train(setup, watch=Watch(heard.append), rounds=3, bucket=1.0)
    curve, rounds = training.train(setup.belief(), 3, 1.0)
    assert (made.bits, made.guesses, made.curve.name) == (curve.bits, curve.guesses, curve.name)
    assert [each.round for each in made.rounds] == [each.number for each in rounds]
    for found, wanted in zip(made.rounds, rounds, strict=True):
        result = wanted.evaluation
        assert (found.strategy, found.opener, found.histogram) == (wanted.strategy, result.opener, result.histogram)
        assert (found.mean, found.total, found.worst) == (result.mean, result.total, result.worst)
    assert [each.done for each in heard] == [*range(len(rounds))]
    assert made.best.mean == min(each.mean for each in made.rounds[1:])
    check(made)


def test_the_samples_are_those_that_the_curve_was_learnt_from(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    _, rounds = training.train(setup.belief(), 3)
    assert len(rounds) > 2
    for each in rounds:
        monkeypatch.setattr(training, "train", lambda *given, best=each: (best.curve, rounds))
        assert train(setup).samples is each.samples


def test_a_curve_is_saved_with_its_rounds(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "curve.json"
    made = train(setup, rounds=1)
    made.save(path)
    loaded = Curve.load(path)
    assert (loaded.bits, loaded.guesses) == (made.bits, made.guesses)
    assert json.loads(path.read_text(encoding="utf-8"))["rounds"] == made.to_json()["rounds"]


def test_one_round_is_said_to_be_the_published_method(setup: Setup) -> None:
    one, more = train(setup, rounds=1, bucket=0.25), train(setup, rounds=2)
    assert len(one.rounds) == 2
    assert one.method == (
        "The curve was learnt by the published method: play by entropy, note the bits left and the guesses still "
        "needed at every turn, and average them over each 0.25 bits."
    )
    assert more.method.startswith("The curve of round 1 was learnt by the published method: ")
    assert "Each later round plays by a curve fitted to the games of the round before; the best" in more.method
    for made in (one, more):
        assert made.method in " ".join(str(made).split())


@pytest.mark.parametrize("name", EDITIONS)
def test_a_shipped_curve_is_told_by_its_points(name: str) -> None:
    made = curve_points(Setup(edition=name))
    found = shipped_curve(Setup(edition=name).belief())
    assert made.name == found.name
    assert made.knots == tuple(zip(found.bits, found.guesses, strict=True))
    assert made.bits[0] == 0
    assert made.bits[-1] >= found.bits[-1]
    assert [*made.guesses] == pytest.approx(found(np.array(made.bits)).tolist())
    check(made)
