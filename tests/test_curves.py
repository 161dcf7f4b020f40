import json
import math
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fewest import Belief, FewestError, Wordle, curves
from fewest.curves import (
    FORMAT,
    HARD,
    PAST,
    REPLY_EFFICIENCY,
    TABLE_MAX_BITS,
    TABLE_STEP,
    Curve,
    curve_path,
    fit,
    isotonic_regression,
    monotone_cubic,
    shipped_curve,
)
from fewest.games.game import CONSISTENT
from fewest.play.clues import switch_hard
from fewest.search.shipped_values import known_values
from fewest.setup import TODAY, Setup
from fewest.words import EDITIONS
from fewest.words.prior import PastAnswers
from tests import oracles, samples

POSITIVE = st.sampled_from([1e-3, 0.1, 0.5, 1.0, 1.0, 2.0, 30.0])


@given(samples.curves())
def test_a_curve_passes_through_its_knots_and_never_overshoots(curve: Curve) -> None:
    x, y = np.array(curve.bits), np.array(curve.guesses)
    assert monotone_cubic(x, y, x).tolist() == pytest.approx([*curve.guesses], abs=1e-12)
    for left, right, low, high in zip(x, x[1:], y, y[1:], strict=False):
        inside = monotone_cubic(x, y, np.linspace(left, right, 40))
        assert (np.diff(inside) >= -1e-12).all()
        assert inside.min() >= low - 1e-12
        assert inside.max() <= high + 1e-12


@given(samples.curves(), st.lists(st.floats(0, 40), min_size=1, max_size=20))
def test_a_curve_is_made_of_the_cubics_of_the_oracle(curve: Curve, at: list[float]) -> None:
    at += [*curve.bits, (curve.bits[0] + curve.bits[1]) / 2, (curve.bits[-1] + curve.bits[-2]) / 2]
    found = monotone_cubic(np.array(curve.bits), np.array(curve.guesses), np.array(at))
    assert found.tolist() == pytest.approx([oracles.monotone(curve.bits, curve.guesses, bits) for bits in at])


@given(samples.curves(), st.lists(st.floats(-1, 2 * TABLE_MAX_BITS), min_size=1, max_size=20))
def test_a_curve_is_read_from_its_table(curve: Curve, bits: list[float]) -> None:
    assert len(curve.values) == TABLE_MAX_BITS / TABLE_STEP + 1
    for place in (0, 1, 17, 100, 2047, 2048):
        assert curve.values[place] == pytest.approx(oracles.monotone(curve.bits, curve.guesses, place * TABLE_STEP))
    bits += [0, TABLE_STEP, 2.5 * TABLE_STEP, 1000 * TABLE_STEP]
    values = curve.values.tolist()
    expected = [oracles.interpolate(values, TABLE_STEP, max(0.0, each)) for each in bits]
    assert curve(np.array(bits)).tolist() == pytest.approx(expected)


def test_a_curve_worked_out_by_hand() -> None:
    """Where slopes 1/2 and 1/4 meet, their weights are 5 and 4: their own width (1 and 2) plus twice the other's."""
    curve = Curve((0, 1, 3), (1, 1.5, 2))
    slope = 9 / (5 / 0.5 + 4 / 0.25)
    half = (1 + 1.5) / 2 + (0.5 - slope) / 8
    assert curve(np.array([0, 0.5, 1, 3, 7])).tolist() == pytest.approx([1, half, 1.5, 2, 3])


@given(st.lists(st.tuples(st.sampled_from([0.0, 1.0, 1.5, 2.0, 2.1, 5.0]), POSITIVE), min_size=1, max_size=12))
def test_the_closest_values_that_never_fall(pairs: list[tuple[float, float]]) -> None:
    values, weights = zip(*pairs, strict=True)
    assert isotonic_regression(values, weights).tolist() == pytest.approx(oracles.never_falling(values, weights))


@given(
    st.lists(
        st.tuples(
            st.sampled_from([0.0, 1e-9, 0.05, 0.25, 0.26, 0.75, 0.9, 1.0, 1.3, 2.0, 5.0, 11.2]),
            st.floats(0.5, 6),
            st.sampled_from([0.0, 1e-6, 0.1, 1.0, 3.0]),
        ),
        min_size=1,
        max_size=25,
    ),
    st.sampled_from([0.1, 0.5, 1.0, 3.0]),
)
def test_a_fit_is_made_of_the_means_of_buckets(samples: list[tuple[float, float, float]], bucket: float) -> None:
    buckets = defaultdict(list)
    for bits, guesses, weight in samples:
        if bits > 1e-6 and weight > 0:
            buckets[max(1, round(bits / bucket))].append((bits, guesses, weight))
    assume(buckets)
    knots, levels, masses = [], [], []
    for number in sorted(buckets):
        masses.append(mass := math.fsum(weight for _, _, weight in buckets[number]))
        knots.append(math.fsum(bits * weight for bits, _, weight in buckets[number]) / mass)
        levels.append(max(1.0, math.fsum(guesses * weight for _, guesses, weight in buckets[number]) / mass))
    columns = np.array(samples).T
    found = fit(columns[0], columns[1], columns[2], bucket, "by hand")
    assert found.name == "by hand"
    assert found.bits == pytest.approx((0.0, *knots), abs=1e-6)
    assert found.guesses == pytest.approx((1.0, *oracles.never_falling(levels, masses)), abs=1e-6)


@given(samples.curves())
def test_a_curve_survives_being_saved_and_loaded(tmp_path_factory: pytest.TempPathFactory, curve: Curve) -> None:
    path = tmp_path_factory.mktemp("curves") / "näme.json"
    curve.save(path, rounds=[1, 2], note="größer")
    for again in (Curve.load(path), Curve.load(str(path))):
        assert (again.bits, again.guesses, again.name) == (curve.bits, curve.guesses, curve.name)
        assert np.array_equal(again.values, curve.values)
    written = json.loads(path.read_text(encoding="utf-8"))
    assert {key: written[key] for key in ("format", "rounds", "note")} == {
        "format": FORMAT,
        "rounds": [1, 2],
        "note": "größer",
    }


@pytest.mark.parametrize(
    ("bits", "guesses", "message"),
    [
        ((), (), "needs at least two knots, each with its bits and its guesses"),
        ((0.0, 1.0), (1.0, 2.0, 3.0), "needs at least two knots, each with its bits and its guesses"),
        ((0.5, 1.0), (1.0, 2.0), "must start at 0 bits and 1 guess"),
        ((0.0, 1.0), (2.0, 3.0), "must start at 0 bits and 1 guess"),
        ((0.0, 0.0), (1.0, 2.0), "bits must rise and guesses must not fall"),
        ((0.0, 2.0, 1.0), (1.0, 2.0, 3.0), "bits must rise and guesses must not fall"),
        ((0.0, 1.0, 2.0), (1.0, 2.0, 1.9), "bits must rise and guesses must not fall"),
        ((0.0, 1.0, math.nan), (1.0, 2.0, 3.0), "bits must rise and guesses must not fall"),
        ((0.0, 1.0, 2.0), (1.0, 2.0, math.inf), "bits must rise and guesses must not fall"),
    ],
)
def test_invalid_knots_are_refused(
    bits: tuple[float, ...], guesses: tuple[float, ...], message: str, tmp_path: Path
) -> None:
    with pytest.raises(FewestError, match=message):
        Curve(bits, guesses)
    path = tmp_path / "curve.json"
    path.write_text(json.dumps({"format": FORMAT, "name": "", "bits": bits, "guesses": guesses}))
    with pytest.raises(FewestError, match=message):
        Curve.load(path)


def test_an_unknown_measure_of_uncertainty_is_refused() -> None:
    with pytest.raises(FewestError, match="Uncertainty is measured by entropy or count, not 'words'"):
        Curve((0, 1), (1, 1.5), uncertainty="words")


GOOD: dict[str, Any] = {"format": FORMAT, "name": "x", "bits": [0, 1], "guesses": [1, 1.5]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "not a curve written by `fewest train`"),
        ("{}", "not a curve written by `fewest train`"),
        ('{"format": "fewest-tree-1"}', "the format is 'fewest-tree-1', not 'fewest-curve-1'"),
        (
            json.dumps({key: GOOD[key] for key in ("format", "name", "bits")}),
            r"`fewest train` \('guesses' is missing\)",
        ),
        (
            json.dumps({key: GOOD[key] for key in ("format", "bits", "guesses")}),
            r"`fewest train` \('name' is missing\)",
        ),
        (json.dumps(GOOD | {"bits": 3}), "not a curve written by `fewest train`"),
        (json.dumps(GOOD | {"bits": [0, "one"]}), "not a curve written by `fewest train`"),
        (json.dumps(GOOD | {"bits": [0, 10**400]}), "not a curve written by `fewest train`"),
    ],
)
def test_an_invalid_file_of_a_curve_is_refused_by_name(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "curve.json"
    path.write_text(json.dumps(GOOD))
    assert Curve.load(path).guesses == (1, 1.5)
    path.write_text(text)
    with pytest.raises(FewestError, match=message) as caught:
        Curve.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_every_edition_has_its_curve_and_other_lists_that_of_the_original() -> None:
    found = {name: shipped_curve(Belief.start(samples.edition(name))) for name in EDITIONS}
    assert {name: curve.name for name, curve in found.items()} == {name: name for name in EDITIONS}
    assert len({curve.guesses for curve in found.values()}) == len(EDITIONS)
    for name in EDITIONS:
        assert shipped_curve(Belief.start(Wordle.edition(f"{name}/guesses"))) is found[name]
    for other in ("a list", "originals", "nyt", ""):
        assert shipped_curve(Belief.start(samples.wordle("ab", "cd", name=other))) is found[EDITIONS[0]]
    table = samples.random_table(np.random.default_rng(1), 3, 0, 2)
    assert shipped_curve(Belief.start(table))(
        np.array([0.0, REPLY_EFFICIENCY * np.log2(242), 3 * REPLY_EFFICIENCY * np.log2(242)])
    ) == pytest.approx([1, 2, 4])


def test_todays_game_has_its_own_curve() -> None:
    start = TODAY.belief()
    curve = shipped_curve(start)
    assert curve.name == start.game.label
    assert shipped_curve(start.after("crane", "01200")) is curve
    assert curve(np.array([start.entropy])) == pytest.approx(known_values(start)[0].mean, abs=0.001)


def test_past_answers_lead_from_the_usual_curve_to_that_of_play_with_them() -> None:
    """Fewer bits at the start mean more weight for the second curve; later clues and `among` do not change it."""
    start = TODAY.belief()
    usual, past = shipped_curve(start), Curve.load(curve_path(f"{start.game.label}{PAST}"))
    known = replace(TODAY, past=PastAnswers("2025-01-01,slate")).belief(start.game)
    assert past.bits[-1] < known.entropy < start.entropy == pytest.approx(usual.bits[-1], abs=1e-6)
    assert known.start_bits == pytest.approx(known.entropy, abs=1e-6)
    share = (usual.bits[-1] - known.entropy) / (usual.bits[-1] - past.bits[-1])
    mixture = (1 - share) * usual.values + share * past.values
    (hard,) = switch_hard([known])
    assert hard.start_bits == known.start_bits
    for belief in (known, known.after("crane", "01200"), known.among(known.words[:9])):
        assert belief.start_bits == known.start_bits
        assert shipped_curve(belief).values == pytest.approx(mixture, abs=1e-5)
    assert shipped_curve(replace(known, start_bits=1.0)).guesses == past.guesses
    assert shipped_curve(replace(known, start_bits=13.0)) is usual
    assert shipped_curve(replace(known, start_bits=None)) is usual


@pytest.mark.parametrize(
    ("setup", "name"),
    [
        (TODAY, "nyt-2023/guesses"),
        (replace(TODAY, hard=True), f"nyt-2023/guesses{HARD}"),
        (replace(TODAY, rule="consistent"), f"nyt-2023/guesses{CONSISTENT}"),
        (Setup(edition="nyt-2023", hard=True), f"nyt-2023{HARD}"),
        (Setup(edition="nyt-2023", prior="frequency", rule="consistent"), f"nyt-2023{CONSISTENT}"),
        (Setup(edition="nyt-2022", rule="consistent"), "nyt-2022"),
        (Setup(edition="original", hard=True), "original"),
    ],
)
def test_a_rule_takes_its_curve_where_there_is_one(
    setup: Setup, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curves, "DATA", tmp_path)
    for label in ("nyt-2023/guesses", "nyt-2023"):
        for rule in ("", HARD, CONSISTENT):
            Curve((0, 1), (1, 1.5), f"{label}{rule}").save(curve_path(f"{label}{rule}"))
    for label in ("nyt-2022", "original"):
        Curve((0, 1), (1, 1.5), label).save(curve_path(label))
    assert shipped_curve(setup.belief()).name == name


@pytest.mark.parametrize("name", EDITIONS)
def test_a_shipped_curve_is_exact_where_the_value_is_certain(name: str) -> None:
    """Of two equally likely secrets, one is found at the first guess and the other at the second."""
    curve = shipped_curve(Belief.start(samples.edition(name)))
    assert curve(np.array([0.0, 1.0])).tolist() == [1.0, 1.5]
    assert (curve.bits[-1], curve.guesses[-1]) > (11, 3.4)
