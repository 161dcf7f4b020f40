"""Prints what the core works out on fixed inputs, to compare one instruction set with another."""

import hashlib

import numpy as np

from fewest import Belief, Wordle, _core, split
from tests import samples


def game(length: int, letters: str) -> Wordle:
    """Wordle on random words."""
    rng = np.random.default_rng(length)
    words = ["".join(rng.choice(list(letters), length)) for _ in range(300)]
    return samples.wordle(*words[:100], guesses=tuple(words))


def digest() -> str:
    """A hash of reply tables of both letter widths and all reply widths, and of splits of small and large beliefs."""
    found = hashlib.sha256()
    for length in (2, 5, 6, 11, 12):
        for letters in (samples.LETTERS[:5], samples.LETTERS):
            played = game(length, letters)
            found.update(played.table.tobytes())
            for size in (1, 2, 7, 40, len(played.secrets)):
                belief = Belief(played, np.arange(min(size, len(played.secrets)), dtype=np.int32))
                whole = split(belief)
                for array in (whole.entropy, whole.squares, whole.hit, whole.largest, whole.parts):
                    found.update(array.tobytes())
    return found.hexdigest()


if __name__ == "__main__":
    print(_core.instruction_set(), digest())
