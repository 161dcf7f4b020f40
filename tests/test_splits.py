import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, Wordle, split
from tests import oracles, samples


def check(belief: Belief) -> None:
    """Every array of the split agrees with the oracle."""
    whole = split(belief)
    columns = range(len(belief.game.guesses)) if belief.allowed is None else belief.allowed.tolist()
    assert whole.guesses.tolist() == [*columns]
    rows = belief.game.table[belief.secrets].astype(np.int64)
    expected = [
        oracles.split(rows[:, column].tolist(), belief.probabilities.tolist(), belief.game.win) for column in columns
    ]
    entropy, squares, hit, largest, parts = (list(values) for values in zip(*expected, strict=True))
    np.testing.assert_allclose(whole.entropy, entropy, rtol=0, atol=1e-9)
    np.testing.assert_allclose(whole.squares, squares, rtol=0, atol=1e-9)
    np.testing.assert_allclose(whole.hit, hit, rtol=0, atol=1e-9)
    assert whole.largest.tolist() == largest
    assert whole.parts.tolist() == parts
    assert (whole.entropy >= -1e-15).all()
    assert ((whole.parts > 1) | (whole.entropy == 0)).all()


@given(samples.beliefs(samples.table_games(), restrict=True))
def test_splits_of_any_table_agree_with_the_oracle(belief: Belief) -> None:
    check(belief)


@settings(max_examples=30)
@given(samples.beliefs(samples.wordles(most=80), restrict=True))
def test_splits_of_words_agree_with_the_oracle(belief: Belief) -> None:
    check(belief)


@pytest.mark.parametrize("size", [1, 2, 39, 40, 41, 242, 243, 244])
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
        found = (whole.entropy, whole.squares, whole.hit, whole.largest, whole.parts)
        assert [values[column] for values in found] == pytest.approx([*expected], abs=1e-9)
