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
    by_guess: bool = False,
) -> None:
    """Fill table[secret, guess], or table[guess, secret]; words come a row per place, a column per word."""

def fill_pegs_table(
    guesses: NDArray[np.unsignedinteger],
    counts: NDArray[np.uint8],
    secrets: NDArray[np.unsignedinteger],
    table: NDArray[np.unsignedinteger],
    threads: int,
) -> None:
    """Fill table[secret, guess] for codes, a row per place; counts[symbol, guess] is how often a guess has a symbol."""

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
    of_count: bool = False,
) -> None:
    """Fill scores with entropy, sum_of_squares, hit and counts with largest, parts: a row each, a column per guess.

    A curve gives a value to the bits left, at 0, step, 2 step…; `after` gets its mean over the replies, 0 for the win.
    The bits left are the entropy, or with `of_count` log2 of the number of secrets.
    """

IMPOSSIBLE: int
"""A cost beyond every real one."""
NO_LIMIT: int
"""The number of guesses left when there is no guess limit."""

class Stopped(Exception):  # noqa: N818
    """A call was told to stop by its token."""

class TooDeep(Exception):  # noqa: N818
    """The games of a position take more guesses than the search goes deep."""

class NoThread(Exception):  # noqa: N818
    """A thread could not be started."""

class StopToken:
    """Ends the calls that are given it: when it is stopped, after some seconds, or after some work.

    A caller with a reason of its own to end a call makes its own token, a child of the one that it was given; when any
    of them is stopped, the call raises Stopped. A stopped token stays stopped. Work is counted in replies looked at, so
    that a search on one thread ends at the same place on every machine.
    """

    stopped: bool
    """Whether it, or an ancestor, is stopped."""

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
        target: int = ...,
    ) -> tuple[int, int, int]:
        """Return cost, greatest depth and first guess of the best play; a cost from `bound` on is a lower bound.

        Secrets that are not found within `target` guesses cost the penalty too; by default there is no target.
        """

    def solve_guess(
        self,
        guess: int,
        secrets: NDArray[np.int32],
        guesses: NDArray[np.int32],
        left: int,
        bound: int,
        stop: StopToken | None = None,
        target: int = ...,
    ) -> tuple[int, int, int]:
        """Return the same with the next guess given."""

    def orbit_ids(self, secrets: NDArray[np.int32], guesses: NDArray[np.int32], out: NDArray[np.uint64]) -> None:
        """Number the guesses; those that a symmetry of the position maps to each other share a number."""

class HardModeTables:
    """Hard mode: guess h is allowed after guess g got reply r if h, as the secret, would have shown as much.

    That is, if the bits of hints[hint_row[g], r] are among those of hints[hint_row[g], guess_replies[g, h]].
    """

    def __init__(
        self,
        *,
        guess_replies: NDArray[np.unsignedinteger],
        hint_row: NDArray[np.uint16],
        hints: NDArray[np.uint32],
    ) -> None: ...

class SymmetryTables:
    """The symmetry of a game: permutations of the places, a row each, and which symbols may be exchanged.

    Symbols has a row per guess; symbols of one kind may be exchanged. The guesses made led to the secrets searched.
    """

    def __init__(
        self,
        *,
        symbols: NDArray[np.uint16],
        moves: NDArray[np.uint8],
        kinds: NDArray[np.uint16],
        guesses_made: NDArray[np.int32],
    ) -> None: ...

def make_search(
    *,
    table: NDArray[np.unsignedinteger],
    secret_of_guess: NDArray[np.int32],
    weights: NDArray[np.int64],
    memory: int,
    hard_mode: HardModeTables | None = None,
    symmetry: SymmetryTables | None = None,
    penalty: int = 0,
    for_tests: bool = False,
    threads: int = 1,
    stop: StopToken | None = None,
) -> Search:
    """Prepare a search; secret_of_guess[guess] is the secret that the guess is, or -1.

    The transposition table takes so many bytes of memory. The penalty is what a secret costs that misses the target,
    times its weight. A search for tests goes about small sets as others do about large ones. The call runs on some
    threads, and raises Stopped if it is stopped.
    """
