import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, Wordle, _core, split
from fewest.curves import COUNT, ENTROPY, TABLE_STEP, UNCERTAINTIES, Curve
from fewest.system.threads import threads
from tests import oracles, samples
from tests.cases import first


def check(belief: Belief) -> None:
    """Every array of the split agrees with the oracle."""
    whole = split(belief)
    columns = range(len(belief.game.guesses)) if belief.allowed is None else belief.allowed.tolist()
    assert whole.guesses.tolist() == [*columns]
    rows = belief.game.table[belief.secrets].astype(np.int64)
    expected = [
        oracles.split(rows[:, column].tolist(), belief.secret_chances.tolist(), belief.game.win) for column in columns
    ]
    entropy, squares, hit, largest, parts = (list(values) for values in zip(*expected, strict=True))
    np.testing.assert_allclose(whole.entropy, entropy, rtol=0, atol=1e-9)
    np.testing.assert_allclose(whole.sum_of_squares, squares, rtol=0, atol=1e-9)
    np.testing.assert_allclose(whole.hit, hit, rtol=0, atol=1e-9)
    assert whole.largest.tolist() == largest
    assert whole.parts.tolist() == parts
    assert (whole.entropy >= -1e-15).all()
    assert ((whole.parts > 1) | (whole.entropy == 0)).all()
    assert (whole.curve, whole.after) == (None, None)


def check_after(belief: Belief, values: list[float], step: float, uncertainty: str = ENTROPY) -> None:
    """The curve values of the core agree with the oracle, and the curve changes nothing else."""
    whole = split(belief)
    scores, counts = np.empty((3, len(whole.guesses))), np.empty((2, len(whole.guesses)), np.uint32)
    after = np.full(len(whole.guesses), np.nan)
    game = belief.game
    chances = None if belief.weights is None else belief.secret_chances
    given = (game.table, game.replies, game.win, belief.secrets, chances, belief.allowed, scores, counts)
    _core.split(*given, threads(), np.array(values), step, after, uncertainty == COUNT)
    rows = game.table[belief.secrets].astype(np.int64)
    for column, found in zip(whole.guesses, after.tolist(), strict=True):
        replies, probabilities = rows[:, column].tolist(), belief.secret_chances.tolist()
        expected = oracles.after(
            replies, probabilities, game.win, lambda bits: oracles.interpolate(values, step, bits), uncertainty
        )
        assert found == pytest.approx(expected, rel=0, abs=1e-9)
    assert np.array_equal(scores, [whole.entropy, whole.sum_of_squares, whole.hit])
    assert np.array_equal(counts, [whole.largest, whole.parts])


VALUES = st.lists(st.floats(-2, 5), min_size=1, max_size=40)
"""Values for the table of a curve, which need not start at 1 or rise."""

STEPS = st.sampled_from([1 / 64, 0.1, 0.25, 1.0, 1.7, 100.0])


@given(samples.beliefs(samples.table_games(), restrict=True))
def test_splits_of_any_table_agree_with_the_oracle(belief: Belief) -> None:
    check(belief)


@pytest.mark.parametrize("size", first(2, [64, 487, 1, 243, 2, 63, 65, 242, 485, 486]))
@given(st.data())
@settings(max_examples=3)
def test_splits_agree_where_the_way_to_count_changes(original: Wordle, size: int, data: st.DataObject) -> None:
    """Around the limit of pairwise comparison and around the number of replies."""
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    secrets = np.sort(rng.permutation(len(original.secrets))[:size]).astype(np.int32)
    allowed = np.sort(rng.permutation(len(original.guesses))[:130]).astype(np.int32)
    weights = rng.random(size)
    check(Belief(original, secrets, None, allowed))
    check(Belief(original, secrets, weights / weights.sum(), allowed))


def test_a_split_of_a_whole_edition_agrees_with_the_oracle(original: Wordle) -> None:
    """Large enough for several threads."""
    whole = split(Belief.start(original))
    for column in range(0, len(original.guesses), 997):
        replies = original.table[:, column].tolist()
        expected = oracles.split(replies, [1 / len(replies)] * len(replies), original.win)
        found = (whole.entropy, whole.sum_of_squares, whole.hit, whole.largest, whole.parts)
        assert [values[column] for values in found] == pytest.approx([*expected], abs=1e-9)


@settings(max_examples=samples.some_of(50))
@given(samples.beliefs(samples.table_games(), restrict=True), VALUES, STEPS, st.sampled_from(UNCERTAINTIES))
def test_curve_values_of_any_table_agree_with_the_oracle(
    belief: Belief, values: list[float], step: float, uncertainty: str
) -> None:
    check_after(belief, values, step, uncertainty)


@pytest.mark.parametrize("size", first(2, [64, 487, 1, 243, 2, 63, 65, 242, 485, 486]))
@given(st.data())
@settings(max_examples=2)
def test_curve_values_agree_where_the_way_to_count_changes(original: Wordle, size: int, data: st.DataObject) -> None:
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    secrets = np.sort(rng.permutation(len(original.secrets))[:size]).astype(np.int32)
    guesses = rng.permutation(len(original.guesses))[:100]
    allowed = np.unique([*guesses, *original.secret_guesses[secrets[:30]]]).astype(np.int32)
    weights = rng.random(size) ** 4
    values = rng.random(int(rng.integers(2, 300))).tolist()
    check_after(Belief(original, secrets, None, allowed), values, 1 / 32)
    check_after(Belief(original, secrets, weights / weights.sum(), allowed), values, 1 / 32)
    check_after(Belief(original, secrets, weights / weights.sum(), allowed), values, 1 / 32, COUNT)


@pytest.mark.parametrize(("power", "uncertainty"), [(0, ENTROPY), (1, ENTROPY), (1, COUNT)])
def test_curve_values_of_a_whole_edition_agree_with_the_oracle(original: Wordle, power: int, uncertainty: str) -> None:
    """Large enough for several threads; without weights and with them."""
    weights = np.random.default_rng(1).random(len(original.secrets)) ** power
    belief = Belief.start(original, weights if power else None)
    curve = Curve((0, 1, 3, 7, 12), (1, 1.5, 1.9, 3, 4), uncertainty=uncertainty)
    whole = split(belief, curve)
    assert whole.after is not None
    values = curve.values.tolist()
    for column in (*range(0, len(original.guesses), 1999), int(original.secret_guesses[7])):
        replies, probabilities = original.table[:, column].tolist(), belief.secret_chances.tolist()
        expected = oracles.after(
            replies,
            probabilities,
            original.win,
            lambda bits: oracles.interpolate(values, TABLE_STEP, bits),
            uncertainty,
        )
        assert whole.after[column] == pytest.approx(expected, rel=0, abs=1e-9)


def test_a_split_shows_the_guesses_that_tell_most() -> None:
    belief = Belief.start(samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz")))
    whole = split(belief)
    head, _, *rows = str(whole).splitlines()
    assert head == "7 guesses, 5 secrets"
    told = sorted(
        zip(whole.entropy, whole.hit, belief.game.guesses, strict=True), key=lambda each: (-each[0], -each[1])
    )
    assert [row.split()[:2] for row in rows] == [[guess, f"{bits:.3f}"] for bits, _, guess in told]
    assert repr(whole) == "<Split of <Belief: 5 secrets of a list> by 7 guesses>"
    assert "<td" in whole._repr_html_()
