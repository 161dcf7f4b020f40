import json
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import SCORERS, Belief, Evaluation, FewestError, Strategy, Tree, evaluate, grow, strategy
from fewest.curves import COUNT, DATA, ENTROPY, UNCERTAINTIES, Curve, fit, shipped_curve
from fewest.learning import training as module
from fewest.learning.training import MAX_ROUNDS_WITHOUT_GAIN, Learnt, Samples, record, train
from fewest.strategies import expected_moves
from fewest.watch import Progress, Watch
from fewest.words import EDITIONS
from tests import oracles, samples
from tests.samples import InOrder

SMALL = samples.wordles(lengths=st.integers(2, 4), most=15)


def play_every_secret(play: Strategy, start: Belief, uncertainty: str) -> list[tuple[float, float, float]]:
    """Bits, guesses needed and probability of every position, from games against one secret after the other."""
    words = [start.game.secrets[secret] for secret in start.secrets]
    met: dict[Sequence[object], list[tuple[float, int]]] = defaultdict(list)
    for secret, likelihood in zip(words, start.secret_chances.tolist(), strict=True):
        belief, visited, guess = start, [start.clues], ""
        while guess != secret:
            guess = play.choose(belief)
            belief = belief.after(guess, belief.game.reply(guess, secret))
            visited.append(belief.clues)
        for number, position in enumerate(visited[:-1]):
            met[position].append((likelihood, len(visited) - 1 - number))
    found = []
    for secrets in met.values():
        chance = sum(likelihood for likelihood, _ in secrets)
        bits = oracles.bits([likelihood / chance for likelihood, _ in secrets], uncertainty)
        found.append((bits, sum(likelihood * needed for likelihood, needed in secrets) / chance, chance))
    return found


def check_record(play: Strategy, belief: Belief, uncertainty: str = ENTROPY) -> None:
    """Every position of the tree is recorded once, with the figures from games."""
    seen = record(grow(play, belief), belief, uncertainty)
    found = zip(seen.bits.tolist(), seen.guesses.tolist(), seen.weights.tolist(), strict=True)
    ours, theirs = (
        sorted(rows, key=lambda row: [round(each, 6) for each in row])
        for rows in (found, play_every_secret(play, belief, uncertainty))
    )
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        assert one == pytest.approx(other, abs=1e-9)


@settings(max_examples=samples.some_of(30))
@given(
    samples.beliefs(SMALL),
    st.sampled_from([*map(strategy, ("entropy", "minimax", "letters")), InOrder()]),
    st.sampled_from(UNCERTAINTIES),
)
def test_samples_match_games_against_every_secret(belief: Belief, play: Strategy, uncertainty: str) -> None:
    check_record(play, belief, uncertainty)


def test_samples_worked_out_by_hand() -> None:
    """First ab, then cd or ef; ab is half of all, so that 1.5 bits take 1/2 * 1 + 1/4 * 2 + 1/4 * 3 guesses."""
    belief = Belief.start(samples.wordle("ab", "cd", "ef"), [2, 1, 1])
    seen = record(grow(InOrder(), belief), belief)
    rows = sorted(zip(seen.bits, seen.guesses, seen.weights, strict=True))
    assert rows == [(0.0, 1.0, 0.25), (1.0, 1.5, 0.5), (1.5, 1.75, 1.0)]
    assert sorted(record(grow(InOrder(), belief), belief, COUNT).bits) == pytest.approx([0.0, 1.0, math.log2(3)])


@settings(max_examples=samples.some_of(15))
@given(
    samples.beliefs(SMALL).filter(lambda belief: len(belief) > 1 and belief.entropy > 0.1),
    st.sampled_from([0.1, 0.5, 3.0]),
    st.sampled_from(UNCERTAINTIES),
)
def test_each_round_plays_by_what_the_round_before_has_learnt(belief: Belief, bucket: float, uncertainty: str) -> None:
    told: list[Progress] = []
    curve, made = train(belief, 3, bucket, Watch(told.append), uncertainty)
    assert [each.done for each in told] == [each.number for each in made]
    assert [each.number for each in made] == [*range(len(made))]
    assert [each.strategy for each in made] == ["entropy", *["expected-moves"] * (len(made) - 1)]
    player: Strategy = strategy("entropy")
    for each in made:
        tree = grow(player, belief)
        seen = record(tree, belief, uncertainty)
        assert each.evaluation == evaluate(tree, belief)
        for name in ("bits", "guesses", "weights"):
            assert np.array_equal(getattr(each.samples, name), getattr(seen, name))
        expected = fit(seen.bits, seen.guesses, seen.weights, bucket)
        assert (each.curve.bits, each.curve.guesses) == (expected.bits, expected.guesses)
        assert (each.curve.name, each.curve.uncertainty) == (belief.game.label, uncertainty)
        player = expected_moves(curve=each.curve)
    means = [each.evaluation.mean for each in made[1:]]
    assert curve is made[means.index(min(means))].curve


@dataclass
class Scripted:
    """Stands in for `evaluate`: returns the given means, round after round."""

    means: list[float]

    def __call__(self, tree: Tree, belief: Belief) -> Evaluation:
        """The same evaluation with another mean."""
        return replace(evaluate(tree, belief), mean=self.means.pop(0))


FALLING = [9.0 - 0.1 * number for number in range(20)]


@pytest.mark.parametrize(
    ("means", "rounds", "played", "best"),
    [
        *((FALLING, rounds, rounds + 1, rounds - 1) for rounds in (1, 2, 5, 9)),
        ([9.0], 0, 1, 0),  # without rounds the curve is learnt from entropy alone
        ([1.0, 5.0, 4.0, 6.0], 3, 4, 1),  # never round 0, which plays by entropy without a curve
        ([9.0, 4.0, 4.0, 5.0], 3, 4, 0),  # the first of equal rounds
        ([9.0, 6.0, 7.0, 5.0, 6.0], 4, 5, 2),
        ([9.0, 5.0, *[6.0] * 20], 100, 5, 0),  # three rounds in a row without a gain end it
        ([9.0, 5.0, *[5.0] * 20], 100, 5, 0),
        ([9.0, 5.0, 6.0, 6.0, 4.0, *[6.0] * 20], 100, 8, 3),
        ([9.0, 5.0, 6.0, 4.0, 5.0, 3.0, *[6.0] * 20], 100, 9, 4),
    ],
)
def test_training_ends_in_time_with_the_curve_by_which_the_best_round_played(
    means: list[float], rounds: int, played: int, best: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_ROUNDS_WITHOUT_GAIN == 3
    monkeypatch.setattr(module, "evaluate", Scripted([*means]))
    start = Belief.start(samples.wordle("aab", "abb", "bab", "bbc", "ccc"))
    curve, history = train(start, rounds)
    assert len(history) == played
    assert history[best].curve is curve


def learnt(bucket: float = 0.5, uncertainty: str = ENTROPY) -> Learnt:
    """The curve and samples of a small game."""
    belief = Belief.start(samples.wordle("aab", "abb", "bab", "bbc", "ccc"), [3, 1, 1, 2, 1e-7])
    curve, made = train(belief, 1, bucket, uncertainty=uncertainty)
    return Learnt(curve, made[0].samples, bucket, "an odd prior, größer")


@pytest.mark.parametrize("uncertainty", UNCERTAINTIES)
def test_a_saved_curve_loads_unchanged(uncertainty: str, tmp_path: Path) -> None:
    path = tmp_path / "curve.json"
    made = learnt(0.3, uncertainty)
    assert made.samples is not None
    made.save(path, note="more")
    again = Learnt.load(path)
    assert again.samples is not None
    for one, other in zip(vars(again.samples).values(), vars(made.samples).values(), strict=True):
        assert one == pytest.approx(other, rel=1e-5)
    assert (again.curve.bits, again.curve.guesses) == (made.curve.bits, made.curve.guesses)
    assert again.curve.uncertainty == uncertainty
    assert (again.bucket, again.conditions) == (0.3, "an odd prior, größer")
    assert Curve.load(path).guesses == made.curve.guesses
    assert json.loads(path.read_text(encoding="utf-8"))["note"] == "more"


def test_the_means_are_those_of_the_buckets() -> None:
    seen = Samples(np.array([0.0, 0.9, 1.1, 2.0]), np.array([1.0, 1.5, 2.5, 2.0]), np.array([1.0, 1.0, 3.0, 1.0]))
    curve = fit(seen.bits, seen.guesses, seen.weights)
    bits, guesses = Learnt(curve, seen).means
    assert (bits.tolist(), guesses.tolist()) == (pytest.approx([1.05, 2.0]), [2.25, 2.0])
    assert curve.guesses == (1.0, 2.2, 2.2), "a curve never falls, means may"


@pytest.mark.parametrize("name", EDITIONS)
def test_files_of_earlier_versions_hold_the_curve_alone(name: str, tmp_path: Path) -> None:
    again = Learnt.load(DATA / f"{name}.curve.json")
    assert (again.samples, again.conditions, again.curve.uncertainty) == (None, "", ENTROPY)
    assert [each.tolist() for each in again.means] == [[*again.curve.bits], [*again.curve.guesses]]
    again.save(tmp_path / "again.json")
    assert Learnt.load(tmp_path / "again.json").samples is None


@pytest.mark.parametrize(
    "broken",
    [
        {"positions": None},
        {"positions": {"bits": [1], "guesses": [1, 2], "weights": [1]}},
        {"positions": {"bits": [-1], "guesses": [1], "weights": [1]}},
        {"positions": {"bits": [1], "guesses": [0.5], "weights": [1]}},
        {"positions": {"bits": [1], "guesses": [2], "weights": [0]}},
        {"positions": {"bits": [float("nan")], "guesses": [2], "weights": [1]}},
        {"positions": {"bits": [], "guesses": [], "weights": []}},
        {"bucket": "wide"},
        {"bucket": -1},
    ],
)
def test_an_invalid_training_file_is_refused_by_name(broken: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "curve.json"
    learnt().save(path)
    path.write_text(json.dumps(json.loads(path.read_bytes()) | broken))
    with pytest.raises(FewestError, match="not a curve written by `fewest train`") as caught:
        Learnt.load(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_nothing_is_learnt_from_one_secret() -> None:
    with pytest.raises(FewestError, match="There is nothing to learn from a single secret; use two secr"):
        train(Belief.start(samples.wordle("ab")))


@pytest.mark.parametrize("bucket", [0.0, -1.0, np.nan, np.inf])
def test_a_bucket_that_holds_no_bits_is_refused(bucket: float) -> None:
    with pytest.raises(FewestError, match="A bucket must be a number of bits above 0"):
        train(Belief.start(samples.wordle("ab", "cd")), bucket=bucket)


def test_an_almost_certain_secret_can_be_learnt_from() -> None:
    """A few millionths of a bit or less need one guess, like no uncertainty."""
    curve, _ = train(Belief.start(samples.wordle("ab", "cd", "ef"), [1, 1e-9, 1e-9]), 1)
    assert curve.bits == pytest.approx((0.0, 1.0))
    assert curve.guesses == (1.0, 1.5)


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITIONS)
def test_a_shipped_curve_is_what_training_gives(name: str) -> None:
    curve, made = train(Belief.start(samples.edition(name)))
    saved: dict[str, Any] = json.loads((DATA / f"{name}.curve.json").read_bytes())
    assert [*curve.bits] == saved["bits"]
    assert [*curve.guesses] == saved["guesses"]
    assert curve.name == saved["name"] == name
    assert saved["rounds"] == [
        {
            "round": each.number,
            "strategy": each.strategy,
            "opener": each.evaluation.opener,
            "mean": each.evaluation.mean,
            "total": each.evaluation.total,
            "worst": each.evaluation.worst,
        }
        for each in made
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITIONS)
def test_a_shipped_curve_plays_as_well_as_the_best_round_of_its_training(name: str) -> None:
    saved = json.loads((DATA / f"{name}.curve.json").read_bytes())
    best = min(saved["rounds"][1:], key=lambda each: (each["mean"], each["round"]))
    game = samples.edition(name)
    result = evaluate(grow(strategy("expected-moves"), Belief.start(game)))
    assert (result.total, result.opener, result.worst) == (best["total"], best["opener"], best["worst"])
    assert best["total"] < saved["rounds"][0]["total"]
    assert SCORERS["expected-moves"].curve is shipped_curve
