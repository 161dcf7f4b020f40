"""The compiled core: see src/core. Arrays are C-contiguous and belong to the caller."""

import numpy as np
from numpy.typing import NDArray

def instruction_set() -> str:
    """Name the instruction set that the hot loops run on."""

def fill_reply_table(
    guesses: NDArray[np.unsignedinteger],
    secrets: NDArray[np.unsignedinteger],
    table: NDArray[np.unsignedinteger],
    threads: int,
) -> None:
    """Fill table[secret, guess]; words come a row per place, a column per word."""

def split(
    table: NDArray[np.unsignedinteger],
    replies: int,
    win: int,
    secrets: NDArray[np.int32],
    weights: NDArray[np.float64] | None,
    guesses: NDArray[np.int32] | None,
    scores: NDArray[np.float64],
    counts: NDArray[np.uint32],
    threads: int,
    curve: NDArray[np.float64] | None = None,
    step: float = 1.0,
    after: NDArray[np.float64] | None = None,
) -> None:
    """Fill scores with entropy, squares, hit and counts with largest, parts: a row each, a column per guess.

    A curve gives a value to the bits left, at 0, step, 2 step…; `after` gets its mean over the replies, 0 for the win.
    """

IMPOSSIBLE: int
"""A cost beyond every real one."""
UNLIMITED: int
"""Guesses left to a player who has as many as he likes."""

class Stopped(Exception):  # noqa: N818
    """The search was told to stop."""

class Search:
    """Finds strategies of the least cost; all methods may be called from several threads at once."""

    nodes: int
    """How many positions have been looked into."""

    def best(
        self, secrets: NDArray[np.int32], guesses: NDArray[np.int32], left: int, bound: int
    ) -> tuple[int, int, int]:
        """Return cost, greatest depth and first guess of the best play; a cost from `bound` on is a lower bound."""

    def through(
        self, guess: int, secrets: NDArray[np.int32], guesses: NDArray[np.int32], left: int, bound: int, lane: int = 0
    ) -> tuple[int, int, int]:
        """Return the same with the first guess given; calls on different lanes share the work on one question."""

    def forms(self, secrets: NDArray[np.int32], guesses: NDArray[np.int32], out: NDArray[np.uint64]) -> None:
        """Number the guesses; those that are the same in a position but for a renaming share a number."""

    def stop(self) -> None:
        """Make all calls raise Stopped, from now on."""

    def resume(self) -> None:
        """Let calls run again."""

def make_search(
    table: NDArray[np.unsignedinteger],
    own: NDArray[np.int32],
    weights: NDArray[np.int64],
    memory: int,
    seen: NDArray[np.unsignedinteger] | None,
    kind: NDArray[np.uint16] | None,
    hints: NDArray[np.uint32] | None,
    symbols: NDArray[np.uint16] | None = None,
    moves: NDArray[np.uint8] | None = None,
    kinds: NDArray[np.uint16] | None = None,
    made: NDArray[np.int32] | None = None,
    remembered: NDArray[np.uint64] | None = None,
) -> Search:
    """Prepare a search; own[guess] is the secret that the guess is, or -1.

    Seen, kind and hints are hard mode. The others are symmetry: the symbols of each guess, a row per guess; the ways to
    move places, a row each; the kind of each symbol; and the guesses that led to these secrets. What is remembered of
    positions goes into memory of its own, or into the given one, which several processes may share.
    """
