"""What a proof is given: memory, threads or workers, and a store."""

import warnings
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from fewest.belief import Belief
from fewest.errors import FewestError, FewestWarning, Interrupted, OutOfTimeError
from fewest.search import Proof, Prover, Store, Unfinished
from fewest.search import prove as search
from fewest.setup import Setup
from fewest.system.threads import at_most
from fewest.watch import Watch

MEGABYTE = 1 << 20

FEW_OPENERS, ALL_OPENERS = 128, 1024
"""Megabytes for the transposition table where some openers are valued, and where all are."""

Found = Proof | Unfinished

INTERRUPTED = "interrupted"


@dataclass(frozen=True, kw_only=True)
class Resources:
    """With what a proof is found: threads of this process, or workers; and where it is kept."""

    memory: int | None = None
    """Megabytes for the transposition table of each process."""
    threads: int | None = None
    store: Path | None = None
    """A file that keeps whatever is settled."""
    workers: int | None = None
    """Processes of this machine."""
    cluster: str | None = None
    """The address of a Dask scheduler."""

    def __post_init__(self) -> None:
        """Refuse resources that exclude each other."""
        if (self.workers, self.cluster) == (None, None):
            return
        if self.threads is not None:
            raise FewestError("Threads are those of this process; workers have one each, so leave --threads out.")
        if None not in (self.workers, self.cluster):
            raise FewestError("Choose one: workers of this machine, or a cluster.")

    def search(
        self, prover: Prover, openers: Sequence[str] | None, top: int, memory: int, watch: Watch
    ) -> tuple[Found, str]:
        """Prove; what was found out, and how it ended: '', 'interrupted' or 'out of time'."""
        try:
            with ExitStack() as stack, at_most(self.threads):
                store = None if self.store is None else stack.enter_context(Store(self.store))
                pool = None
                if self.workers is not None or self.cluster is not None:
                    from fewest.search import cluster

                    client = stack.enter_context(cluster.connect(self.cluster, self.workers))
                    pool = cluster.pool_maker(client, memory, self._warn_of_waiting)
                return search(prover, None, openers, top, self.threads, watch, store=store, pool=pool), ""
        except Interrupted as ended:
            return ended.so_far, INTERRUPTED
        except OutOfTimeError as ended:
            return ended.so_far, "out of time"

    def _warn_of_waiting(self) -> None:
        waits = "the cluster has no workers yet, so the proof waits for them"
        warnings.warn(f"{waits}; start some with: dask worker {self.cluster}", FewestWarning, stacklevel=2)


ALL_HERE = Resources()
"""All threads of this process."""


def guesses_left(setup: Setup, belief: Belief) -> int | None:
    """How many guesses may still be made; None for as many as one likes, which a limit of 0 says too.

    Hard mode is where the limit of the game matters: without it the best mean loses some games.
    """
    limit = setup.max_guesses
    if limit is None:
        limit = belief.game.max_guesses if belief.hard else 0
    if limit == 0:
        return None
    if limit <= len(belief.clues):
        raise FewestError(f"All {limit} guesses are made; --max-guesses allows more.")
    return limit - len(belief.clues)
