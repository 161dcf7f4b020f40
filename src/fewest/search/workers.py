"""Worker pools that value openers: threads of this process; for a cluster see `fewest.search.cluster`."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

from fewest._core import StopToken
from fewest.belief import Belief
from fewest.search.prover import Prover
from fewest.system.machine import thread_stack

_Parameters = ParamSpec("_Parameters")
_Value = TypeVar("_Value")

THREAD_BATCH_SECONDS = 0.01
"""The intended duration of a batch of work."""

MAX_THREAD_BATCH = 32

FIRST_SINGLE_OPENERS = 64
"""How many openers are submitted one by one before batches start, since each of the first may lower the bound."""


class SearchThreads(ThreadPoolExecutor):
    """A pool whose threads have a stack large enough for a deep search."""

    _starting = threading.Lock()

    def submit(
        self, fn: Callable[_Parameters, _Value], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Future[_Value]:
        """Run a call on a thread; start a new thread if all are busy."""
        with self._starting:
            before = threading.stack_size(thread_stack())  # applies to all threads started from now on
            try:
                return super().submit(fn, *args, **kwargs)
            finally:
                threading.stack_size(before)


class OpenerJob(NamedTuple):
    """An opener to value, exactly if it costs less than a bound."""

    opener: str
    bound: int
    within: int | None = None
    """A second limit on guesses under which to value it too."""
    evenly: bool = False
    """Whether the bound is far below the cost; see `Prover.cost_of_guess`."""

    def solve(self, prover: Prover, belief: Belief, bound: int, stop: StopToken) -> tuple[int, int | None]:
        """The cost, and the cost under the second limit, if there is one."""
        if self.within is None:
            return prover.cost_of_guess(self.opener, belief, bound, stop, evenly=self.evenly), None
        return prover.costs_of_guess(self.opener, belief, self.within, bound, stop, evenly=self.evenly)


class Valuation(NamedTuple):
    """The cost of an opener: exact below `bound`, else a lower bound."""

    cost: int
    bound: int
    seconds: float
    within: int | None = None
    """The exact cost under the job's second limit, if it has one and `cost` is exact."""


class WorkerPool(Protocol):
    """Values openers in parallel."""

    @property
    def size(self) -> int:
        """The number of calls that may run at a time."""

    @property
    def batch_size(self) -> int:
        """The number of openers to pass to a call."""

    def value(self, jobs: Sequence[OpenerJob]) -> "Future[list[Valuation]]":
        """Value openers; if `helpers`, calls with the same jobs share the work."""

    helpers: bool
    """Whether calls can share the work on one opener."""

    def post_bound(self, bound: int) -> None:
        """Tell running calls that openers with this cost or more are ruled out."""

    def close(self) -> None:
        """Stop all running calls."""


class Threads:
    """Threads of this process, which share one prover."""

    helpers = True

    def __init__(self, prover: Prover, belief: Belief, size: int, stop: StopToken | None = None) -> None:
        """Start the threads; `stop` stops them all."""
        self.prover, self.belief, self.size = prover, belief, size
        self._pool = SearchThreads(size)
        self._stop = StopToken(stop)
        self._submitted = 0
        self._seconds_per_opener = 0.0

    @property
    def batch_size(self) -> int:
        """One opener at first, later the number that takes about THREAD_BATCH_SECONDS.

        A single thread always gets one, so that its search does not depend on the speed of the machine.
        """
        if self.size == 1 or self._submitted < FIRST_SINGLE_OPENERS:
            return 1
        return max(1, min(MAX_THREAD_BATCH, int(THREAD_BATCH_SECONDS / max(self._seconds_per_opener, 1e-6))))

    def value(self, jobs: Sequence[OpenerJob]) -> "Future[list[Valuation]]":
        """Value openers on one thread."""
        self._submitted += len(jobs)
        return self._pool.submit(self._value, jobs)

    def _value(self, jobs: Sequence[OpenerJob]) -> list[Valuation]:
        valuations = [self._value_one(job) for job in jobs]
        latest = sum(valuation.seconds for valuation in valuations) / len(valuations)
        self._seconds_per_opener = (self._seconds_per_opener + latest) / 2
        return valuations

    def _value_one(self, job: OpenerJob) -> Valuation:
        began = time.perf_counter()
        cost, within = job.solve(self.prover, self.belief, job.bound, self._stop)
        return Valuation(cost, job.bound, time.perf_counter() - began, within)

    def post_bound(self, bound: int) -> None:
        """Do nothing, since the next jobs carry the new bound."""

    def close(self) -> None:
        """Stop all threads."""
        self._stop.stop()
        self._pool.shutdown(cancel_futures=True)
