"""Spelling suggestions, compared with a table of distances filled in cell by cell."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest.words import edition
from fewest.words.spelling import EDIT_COST, SWAP_COST, nearest

TEXTS = st.text("abcé", max_size=9)


def distance(text: str, word: str) -> int:
    """The cost of the typos between two texts, by the plain recurrence."""

    @cache
    def between(i: int, j: int) -> int:
        if not i or not j:
            return EDIT_COST * (i + j)
        ways = [between(i - 1, j) + EDIT_COST, between(i, j - 1) + EDIT_COST]
        ways.append(between(i - 1, j - 1) + EDIT_COST * (text[i - 1] != word[j - 1]))
        if i > 1 and j > 1 and text[i - 2 : i] == word[j - 2 : j][::-1]:
            ways.append(between(i - 2, j - 2) + SWAP_COST)
        return min(ways)

    return between(len(text), len(word))


@given(TEXTS, st.lists(TEXTS.filter(bool), max_size=8, unique=True), st.integers(1, 8))
def test_the_nearest_words_come_first(text: str, words: list[str], most: int) -> None:
    limit = EDIT_COST * max(1, len(text) // 4)
    near = sorted((word for word in words if distance(text, word) <= limit), key=lambda word: distance(text, word))
    assert nearest(text, words, most) == (near[:most] if text else [])


@pytest.mark.parametrize(
    ("text", "meant"),
    [("crnae", "crane"), ("reebut", "rebut"), ("rbut", "rebut"), ("zzzzz", None)],
)
def test_a_slip_is_seen(text: str, meant: str | None) -> None:
    assert next(iter(nearest(text, edition("nyt-2023").guesses)), None) == meant


def test_a_long_text_costs_nothing() -> None:
    assert nearest("a" * 10**6, ["aa", "b"]) == []
    assert nearest("a" * 10**6, ["a" * 10**6]) == []
