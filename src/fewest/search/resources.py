"""The resources of a proof: memory, threads or a cluster, and a store."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fewest.belief import Belief
from fewest.errors import FewestError, Interrupted, NoGuessLeftError, OutOfTimeError
from fewest.search.aim import MEAN, Aim
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
    """The size of a transposition table in bytes; one that somebody asks for must fit."""
    size = (megabytes or default) * MEGABYTE
    memory = None if megabytes is None else available_memory()
    if memory is not None and size > memory:
        raise FewestError(
            f"--memory {megabytes} would take {size / 1e9:.1f} GB, and this machine has {memory / 1e9:.1f} GB free; "
            "ask for less."
        )
    return size


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
            raise FewestError("Threads are those of this process; a cluster has its own, so leave --threads out.")

    @property
    def is_elsewhere(self) -> bool:
        """Whether results are kept, or found by a cluster: work that is meant to be done."""
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

        Aiming for the worst case, that is found first, on threads of this process.
        """
        try:
            prover = self._prover(belief, left, openers, memory, watch, aim)
            with ExitStack() as stack, limit_threads(self.threads):
                store = None if self.store is None else stack.enter_context(Store(self.store))
                pool = None
                if self.cluster is not None:
                    from fewest.search.cluster import connect, make_pool

                    client = stack.enter_context(connect(self.cluster))
                    pool = partial(make_pool, client, memory=memory)
                found = search(
                    prover, None, openers, top, self.threads, watch, within=within, gap=gap, store=store, pool=pool
                )
                return found, ""
        except Interrupted as ended:
            return ended.so_far, INTERRUPTED
        except OutOfTimeError as ended:
            return ended.so_far, "out of time"

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
            return Prover(belief, None, left, memory, target=target)


DEFAULT_RESOURCES = Resources()
"""All threads of this process."""


def guesses_left(setup: Setup, belief: Belief) -> int | None:
    """How many guesses are left under the limit; None for no limit, which a limit of 0 means too.

    By default only hard mode has a limit: without one, the best mean there loses some games.
    """
    limit = setup.max_guesses
    if limit is None:
        limit = belief.game.max_guesses if belief.in_hard_mode else 0
    if limit == 0:
        return None
    if limit <= len(belief.clues):
        raise NoGuessLeftError(limit)
    return limit - len(belief.clues)
