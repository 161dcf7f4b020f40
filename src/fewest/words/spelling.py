"""Spelling suggestions by edit distance."""

from collections.abc import Sequence

import numpy as np

EDIT_COST = 10
"""The cost of a wrong, missing or extra character."""

SWAP_COST = 9
"""The cost of two swapped characters, the most common typo."""

MAX_LENGTH = 3_000
"""The longest text or word; distances of longer ones may overflow two bytes."""


def nearest(text: str, words: Sequence[str], most: int = 3) -> list[str]:
    """The words within one edit of a text, or one edit per four characters; nearest first."""
    limit = EDIT_COST * max(1, len(text) // 4)
    lengths = np.array([len(word) for word in words])
    longest = lengths.max(initial=0)
    if not text or not longest or len(text) - longest > limit // EDIT_COST or max(len(text), longest) > MAX_LENGTH:
        return []
    letters = np.ascontiguousarray(np.array(words).view(np.uint32).reshape(len(words), -1).T)
    # Rows of the Damerau-Levenshtein table, for all words at once.
    width = len(letters) + 1
    before = now = np.repeat(EDIT_COST * np.arange(width, dtype=np.int16)[:, None], len(words), axis=1)
    for i, letter in enumerate(map(ord, text), start=1):
        earlier, before, now = before, now, np.empty_like(now)
        now[0] = EDIT_COST * i
        for j in range(1, width):
            wrong = np.int16(EDIT_COST) * (letters[j - 1] != letter)
            np.minimum(np.minimum(before[j], now[j - 1]) + EDIT_COST, before[j - 1] + wrong, out=now[j])
            if i > 1 and j > 1:
                swapped = (letters[j - 2] == letter) & (letters[j - 1] == ord(text[i - 2]))
                np.minimum(now[j], earlier[j - 2] + SWAP_COST, out=now[j], where=swapped)
    distances = now[lengths, np.arange(len(words))]
    near = np.flatnonzero(distances <= limit)
    return [words[place] for place in near[np.argsort(distances[near], kind="stable")][:most]]
