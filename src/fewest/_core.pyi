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
    """Fill table[secret, guess], or with `by_guess` table[guess, secret]. Words are columns, with a row per letter."""

def fill_pegs_table(
    guesses: NDArray[np.unsignedinteger],
    counts: NDArray[np.uint8],
    secrets: NDArray[np.unsignedinteger],
    table: NDArray[np.unsignedinteger],
    threads: int,
) -> None:
    """Fill table[secret, guess] for codes, with a row per place; counts[symbol, guess] is how often a guess has it."""

CODES_AT_ONCE: int
"""How many codes of a group are counted at once."""
MOST_PEG_PLACES: int
"""The most places of the codes of `best_codes`."""
MOST_PEG_SYMBOLS: int
"""The most symbols of these codes."""

def best_codes(
    codes: NDArray[np.uint8],
    starts: NDArray[np.uint32],
    groups: NDArray[np.int32],
    secrets: NDArray[np.unsignedinteger],
    symbols: int,
    costs: NDArray[np.float64],
    slack: float,
    threads: int,
) -> list[int]:
    """Find the codes whose parts cost at most `slack` more than those of the best: their columns in `codes`.

    Codes have a row per place, and room for CODES_AT_ONCE more at the end. Those from starts[k] on have the same
    symbols; only the given groups are considered. A part of c secrets costs costs[c], which must be convex.
    """

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
    """Write the scores of each guess: a row for each score, a column for each guess.

    The rows of `scores` are entropy, sum_of_squares and hit; those of `counts` are largest and parts. The curve gives a
    value to the bits left, at 0, step, 2 * step and so on. `after` receives its mean over the replies, with 0 for the
    win. The bits left are the entropy, or with `of_count` log2 of the number of secrets.
    """

IMPOSSIBLE: int
"""The cost if no strategy exists; all real costs are lower."""
NO_LIMIT: int
"""The number of guesses left when there is no guess limit."""

class Stopped(Exception):  # noqa: N818
    """The call was stopped by its token."""

class TooDeep(Exception):  # noqa: N818
    """A position takes more guesses than the depth limit of the search."""

class NoThread(Exception):  # noqa: N818
    """A thread could not be started."""

class StopToken:
    """Ends the calls that received it: when it is stopped, after some seconds, or after an amount of work.

    A caller that wants to end a call for a further reason passes a child of the token that it received. The call raises
    Stopped when its token or any ancestor is stopped. A stopped token stays stopped. Work is counted in replies read,
    so a search on one thread stops at the same point on every machine.
    """

    stopped: bool
    """Whether this token or an ancestor is stopped."""

    def __init__(self, parent: StopToken | None = None, seconds: float = ..., work: float = ...) -> None: ...
    def stop(self) -> None:
        """End all calls that have this token. Any thread may call this."""

    def check(self) -> None:
        """Raise Stopped if the token is stopped."""

class Search:
    """Finds strategies of the least cost. Several threads may call its methods at the same time."""

    nodes: int
    """The number of positions searched."""

    def best(
        self,
        secrets: NDArray[np.int32],
        guesses: NDArray[np.int32],
        left: int,
        bound: int,
        stop: StopToken | None = None,
        target: int = ...,
        width: int = 0,
    ) -> tuple[int, int, int]:
        """Return the cost, the greatest depth and the first guess of the best play.

        A cost of `bound` or more is a lower bound. Secrets that are not found within `target` guesses also cost the
        penalty; by default there is no target. If `width` is positive, at most this number of guesses is tried in each
        large position. Then the cost is that of the play found; there may be better play.
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
        evenly: bool = False,
    ) -> tuple[int, int, int]:
        """Return the same for play that starts with a given guess.

        With `evenly`, the lower bounds of its parts rise together: faster if the bound is far below the cost, slower if
        it is close to the cost.
        """

    def orbit_ids(self, secrets: NDArray[np.int32], guesses: NDArray[np.int32], out: NDArray[np.uint64]) -> None:
        """Return a number for each guess. Guesses that a symmetry of the position maps to each other share it."""

class HardModeTables:
    """The tables of hard mode. Guess h is allowed after guess g got reply r if it uses all hints of that reply.

    That is, if the bits of hints[hint_row[g], r] are a subset of those of hints[hint_row[g], guess_replies[g, h]].
    Instead of `guess_replies` give the `letters` of the guesses, a column each; then the search computes the replies
    that it needs.
    """

    def __init__(
        self,
        *,
        hint_row: NDArray[np.uint16],
        hints: NDArray[np.uint32],
        guess_replies: NDArray[np.unsignedinteger] | None = None,
        letters: NDArray[np.unsignedinteger] | None = None,
    ) -> None: ...

class SymmetryTables:
    """The symmetry of a game: permutations of the places, a row each, and the kind of each symbol.

    `symbols` has a row per guess. Symbols of one kind can be exchanged. The secrets to search are those left after the
    guesses made.
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
    """Prepare a search. secret_of_guess[guess] is the secret that equals the guess, or -1.

    `memory` is the size of the transposition table in bytes. A secret that misses the target costs the penalty times
    its weight. With `for_tests`, small sets are searched with the methods for large ones. The call raises Stopped if
    its token is stopped.
    """
