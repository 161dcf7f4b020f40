"""The aim of a proof, and its resources: memory, threads or a cluster, and a store."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, Self

from fewest.belief import Belief
from fewest.errors import FewestError, Interrupted, NoGuessLeftError, OutOfTimeError
from fewest.search.proof import Proof, Unfinished
from fewest.search.prover import Prover
from fewest.search.root_search import least_worst
from fewest.search.root_search import prove as search
from fewest.search.store import Store
from fewest.setup import Setup
from fewest.system.machine import available_memory
from fewest.system.threads import limit_threads
from fewest.watch import Watch

MEGABYTE = 1 << 20

FEW_OPENERS_MEGABYTES = 128
"""The default size of the transposition table for some openers."""

ALL_OPENERS_MEGABYTES = 1024
"""The default size of the transposition table for all openers."""


def memory_bytes(megabytes: int | None, default: int) -> int:
    """The size of a transposition table in bytes; an explicit size must fit in the free memory."""
    size = (megabytes or default) * MEGABYTE
    memory = None if megabytes is None else available_memory()
    if memory is not None and size > memory:
        raise FewestError(
            f"--memory {megabytes} would take {size / 1e9:.1f} GB, and this machine has {memory / 1e9:.1f} GB free; "
            "ask for less."
        )
    return size


LARGEST_AIM = 1000
"""The largest number of guesses to aim for; the search never goes deeper."""


@dataclass(frozen=True)
class Aim:
    """What a proof minimises: the mean, the worst case, or the secrets that need more guesses than some number.

    >>> Aim.read("within:4")
    Aim(kind='within', guesses=4)
    """

    kind: Literal["mean", "worst", "within"] = "mean"
    guesses: int = 0
    """For `within`: how many guesses to aim for, from the start of the game."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse an aim: mean, worst or within:K."""
        if text == "mean":
            return cls("mean")
        if text == "worst":
            return cls("worst")
        name, colon, number = text.partition(":")
        if name == "within" and (not colon or not number.isascii() or not number.isdecimal()):
            raise FewestError("Add the number of guesses, as in within:4.")
        if name != "within":
            raise FewestError(f"Unknown aim {text!r}. Use mean, worst or within:K, as in within:4.")
        if len(number) > len(str(LARGEST_AIM)) or not 1 <= int(number) <= LARGEST_AIM:
            raise FewestError(f"Aim for 1 to {LARGEST_AIM:,} guesses, not {number[:20]}.")
        return cls("within", int(number))

    def __str__(self) -> str:
        return f"within:{self.guesses}" if self.kind == "within" else self.kind

    def target(self, made: int) -> int:
        """The number of guesses left to reach the aim after `made` guesses."""
        if self.guesses <= made:
            raise FewestError(
                f"The clues already use all guesses of the aim within:{self.guesses}; raise it or leave out clues."
            )
        return self.guesses - made


MEAN = Aim()
"""The fewest guesses on average."""


ProofResult = Proof | Unfinished

INTERRUPTED = "interrupted"


@dataclass(frozen=True, kw_only=True)
class Resources:
    """Threads of this process or the workers of a cluster, their memory, and the store for results."""

    memory: int | None = None
    """Megabytes for the transposition table of each process."""
    threads: int | None = None
    store: Path | None = None
    """A file for results, from which later runs resume."""
    cluster: str | None = None
    """The address of a Dask scheduler."""

    def __post_init__(self) -> None:
        """Reject resources that exclude each other."""
        if None not in (self.threads, self.cluster):
            raise FewestError("--threads does not apply to a cluster; leave it out.")

    @property
    def is_elsewhere(self) -> bool:
        """Whether a store or a cluster was asked for, so that even known results should be computed."""
        return (self.store, self.cluster) != (None, None)

    def search(
        self,
        belief: Belief,
        left: int | None,
        openers: Sequence[str] | None,
        top: int,
        memory: int,
        watch: Watch,
        *,
        aim: Aim = MEAN,
        within: int | None = None,
        gap: bool = False,
    ) -> tuple[ProofResult, str]:
        """Run a proof; return the result, and how it ended: '', 'interrupted' or 'out of time'.

        With the aim worst, the worst case is first found on threads of this process.
        """
        try:
            prover = self._prover(belief, left, openers, memory, watch, aim)
            if prover.rounding and not self.is_elsewhere:
                exact = self._search_few_missed(prover, openers, top, memory, watch, gap)
                if exact is not None:
                    return exact, ""
            with ExitStack() as stack, limit_threads(self.threads):
                store = None if self.store is None else stack.enter_context(Store(self.store))
                pool = None
                if self.cluster is not None:
                    from fewest.search.cluster import connect, make_pool

                    client = stack.enter_context(connect(self.cluster))
                    pool = partial(make_pool, client, memory=memory)
                found = search(
                    prover,
                    None,
                    openers,
                    top,
                    self.threads,
                    watch=watch,
                    within=within,
                    gap=gap,
                    store=store,
                    pool=pool,
                )
                return found, ""
        except Interrupted as ended:
            return ended.so_far, INTERRUPTED
        except OutOfTimeError as ended:
            return ended.so_far, "out of time"

    def _search_few_missed(
        self, prover: Prover, openers: Sequence[str] | None, top: int, memory: int, watch: Watch, gap: bool
    ) -> Proof | None:
        """The best play with exact weights if it misses little; None if it misses more.

        Ends early like `search`.
        """
        with limit_threads(self.threads):
            exact = Prover(
                prover.belief,
                None,
                prover.max_guesses,
                memory,
                stop=watch.stop,
                target=prover.target,
                rounds=True,
                few_missed=True,
            )
            if exact.rounding:
                return None
            found = search(exact, None, openers, top, self.threads, watch=watch, gap=gap)
        return found if len(found.best) == min(top, found.openers) else None

    def _prover(
        self,
        belief: Belief,
        left: int | None,
        openers: Sequence[str] | None,
        memory: int,
        watch: Watch,
        aim: Aim,
    ) -> Prover:
        target = None
        if aim.kind == "within":
            target = aim.target(len(belief.clues))
        if aim.kind == "worst":
            left = least_worst(belief, left, memory, openers, self.threads, watch)
            target = left - 1 or None
        with limit_threads(self.threads):
            return Prover(belief, None, left, memory, target=target, rounds=target is not None)


DEFAULT_RESOURCES = Resources()
"""All threads of this process."""


def guesses_left(setup: Setup, belief: Belief) -> int | None:
    """The number of guesses left under the limit; None without a limit, as with a limit of 0.

    By default only hard mode has a limit, since the play with the best mean would lose some games there.
    """
    limit = setup.max_guesses
    if limit is None:
        limit = belief.game.max_guesses if belief.in_hard_mode else 0
    if limit == 0:
        return None
    if limit <= len(belief.clues):
        raise NoGuessLeftError(limit)
    return limit - len(belief.clues)
