"""What somebody may have meant to type."""

from collections.abc import Sequence

import numpy as np

SLIP, EXCHANGE = 10, 9
"""What a wrong, missing or needless character costs, and what two that changed places do: that happens most often."""

LONGEST = 3_000
"""Texts and words of more characters are not looked at: their distances may be too large for two bytes."""


def nearest(text: str, words: Sequence[str], most: int = 3) -> list[str]:
    """The words that a slip turns into a text, and for long texts a slip in every four characters; nearest first."""
    limit = SLIP * max(1, len(text) // 4)
    lengths = np.array([len(word) for word in words])
    longest = lengths.max(initial=0)
    if not text or not longest or len(text) - longest > limit // SLIP or max(len(text), longest) > LONGEST:
        return []
    letters = np.ascontiguousarray(np.array(words).view(np.uint32).reshape(len(words), -1).T)
    # Rows of the table of distances, for all words at once: of the text's beginnings to those of the words.
    width = len(letters) + 1
    before = now = np.repeat(SLIP * np.arange(width, dtype=np.int16)[:, None], len(words), axis=1)
    for i, letter in enumerate(map(ord, text), start=1):
        earlier, before, now = before, now, np.empty_like(now)
        now[0] = SLIP * i
        for j in range(1, width):
            wrong = np.int16(SLIP) * (letters[j - 1] != letter)
            np.minimum(np.minimum(before[j], now[j - 1]) + SLIP, before[j - 1] + wrong, out=now[j])
            if i > 1 and j > 1:
                swapped = (letters[j - 2] == letter) & (letters[j - 1] == ord(text[i - 2]))
                np.minimum(now[j], earlier[j - 2] + EXCHANGE, out=now[j], where=swapped)
    distances = now[lengths, np.arange(len(words))]
    near = np.flatnonzero(distances <= limit)
    return [words[place] for place in near[np.argsort(distances[near], kind="stable")][:most]]
