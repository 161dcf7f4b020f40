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
    """A call was told to stop by its token."""

class TooDeep(Exception):  # noqa: N818
    """The games of a position take more guesses than the search goes deep."""

class NoThread(Exception):  # noqa: N818
    """A thread could not be started."""

class StopToken:
    """Ends the calls that are given it: when it is stopped, after some seconds, or after some work.

    Who may end a call for a reason of his own has a token of his own, whose parent is the token that he was given; when
    any of them is stopped, the call raises Stopped. A token that is stopped stays so. Work is counted in replies looked
    at, so that a search on one thread ends at the same place on every machine.
    """

    stopped: bool
    """Whether it, or a token that it hangs on, is stopped."""

    def __init__(self, parent: StopToken | None = None, seconds: float = ..., work: float = ...) -> None: ...
    def stop(self) -> None:
        """End all calls that have this token; any thread may do so."""

    def check(self) -> None:
        """Raise Stopped if the token is stopped."""

class Search:
    """Finds strategies of the least cost; all methods may be called from several threads at once."""

    nodes: int
    """How many positions have been looked into."""

    def best(
        self,
        secrets: NDArray[np.int32],
        guesses: NDArray[np.int32],
        left: int,
        bound: int,
        stop: StopToken | None = None,
    ) -> tuple[int, int, int]:
        """Return cost, greatest depth and first guess of the best play; a cost from `bound` on is a lower bound."""

    def through(
        self,
        guess: int,
        secrets: NDArray[np.int32],
        guesses: NDArray[np.int32],
        left: int,
        bound: int,
        lane: int = 0,
        stop: StopToken | None = None,
    ) -> tuple[int, int, int]:
        """Return the same with the first guess given; calls on different lanes share the work on one question."""

    def forms(self, secrets: NDArray[np.int32], guesses: NDArray[np.int32], out: NDArray[np.uint64]) -> None:
        """Number the guesses; those that are the same in a position but for a renaming share a number."""

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
    threads: int = 1,
    stop: StopToken | None = None,
) -> Search:
    """Prepare a search; own[guess] is the secret that the guess is, or -1.

    Seen, kind and hints are hard mode. The others are symmetry: the symbols of each guess, a row per guess; the ways to
    move places, a row each; the kind of each symbol; and the guesses that led to these secrets. What is remembered of
    positions goes into memory of its own, or into the given one, which several processes may share. It is set up on
    some threads, unless it is stopped.
    """
