"""Worker pools that value openers: threads of this process, or any executor."""

import atexit
import os
import pickle
import tempfile
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.search.prover import IMPOSSIBLE, Prover, least_cost
from fewest.system.digests import digest
from fewest.system.machine import create_memory_file, is_memory_file, replace_file
from fewest.system.pools import SearchThreads
from fewest.system.threads import limit_threads

BATCH_SECONDS = 2.0
"""How long a batch should keep a worker busy."""

MAX_BATCH = 500

THREAD_BATCH_SECONDS = 0.01
"""How long a batch should keep a thread busy."""

MAX_THREAD_BATCH = 32

FIRST_SINGLE_OPENERS = 64
"""How many openers threads get one by one before batches start, since each of the first may lower the bound."""

BOUND_POLL_SECONDS = 0.5
"""How often a worker reads the posted bound."""

MAX_KEPT_PROVERS = 2
"""How many provers a worker keeps for later calls."""


T = TypeVar("T")


class OpenerJob(NamedTuple):
    """An opener to value exactly if it costs less than a bound."""

    opener: str
    bound: int
    within: int | None = None
    """A guess limit under which to value it as well."""

    def solve(self, prover: Prover, belief: Belief, bound: int, helper: int, stop: StopToken) -> tuple[int, int | None]:
        """The cost, and the cost under the other limit, if there is one."""
        if self.within is None:
            return prover.cost_of_guess(self.opener, belief, bound, helper, stop), None
        return prover.costs_of_guess(self.opener, belief, self.within, bound, helper, stop)


class Valuation(NamedTuple):
    """The cost of an opener: exact below `bound`, else a lower bound."""

    cost: int
    bound: int
    seconds: float
    within: int | None = None
    """The exact cost under the other limit of the job, if it has one and the cost is exact."""


class WorkerPool(Protocol):
    """Values openers in parallel."""

    @property
    def size(self) -> int:
        """How many calls may run at a time."""

    @property
    def batch_size(self) -> int:
        """How many openers a call should have."""

    def value(self, jobs: Sequence[OpenerJob], helper: int) -> "Future[list[Valuation]]":
        """Value openers; if `helpers`, calls with the same jobs and different helper numbers share the work."""

    helpers: bool
    """Whether calls can share the work on one opener."""

    def post_bound(self, bound: int) -> None:
        """Tell running calls that openers from this cost on are ruled out."""

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
        """One opener at first, later as many as fill THREAD_BATCH_SECONDS.

        A single thread always gets one, so that its search does not depend on the speed of the machine.
        """
        if self.size == 1 or self._submitted < FIRST_SINGLE_OPENERS:
            return 1
        return max(1, min(MAX_THREAD_BATCH, int(THREAD_BATCH_SECONDS / max(self._seconds_per_opener, 1e-6))))

    def value(self, jobs: Sequence[OpenerJob], helper: int) -> "Future[list[Valuation]]":
        """Value openers on one thread."""
        self._submitted += len(jobs)
        return self._pool.submit(self._value, jobs, helper)

    def _value(self, jobs: Sequence[OpenerJob], helper: int) -> list[Valuation]:
        found = [self._value_one(job, helper) for job in jobs]
        latest = sum(each.seconds for each in found) / len(found)
        self._seconds_per_opener = (self._seconds_per_opener + latest) / 2
        return found

    def _value_one(self, job: OpenerJob, helper: int) -> Valuation:
        began = time.perf_counter()
        cost, within = job.solve(self.prover, self.belief, job.bound, helper, self._stop)
        return Valuation(cost, job.bound, time.perf_counter() - began, within)

    def post_bound(self, bound: int) -> None:
        """Do nothing: the next jobs carry the bound."""

    def close(self) -> None:
        """Stop all threads."""
        self._stop.stop()
        self._pool.shutdown(cancel_futures=True)


class BoundChannel(Protocol):
    """Carries the bound from the process that drives the proof to its workers."""

    def post(self, bound: int) -> None:
        """Post a bound."""

    def reader(self) -> Callable[[], int]:
        """A function for workers that returns the bound, or IMPOSSIBLE if none is posted; it is thread-safe."""


@dataclass(frozen=True)
class FileBoundChannel:
    """A file, for workers on one machine."""

    path: str

    def post(self, bound: int) -> None:
        """Replace the file atomically, so that no worker reads half a number.

        Where a file that is being read cannot be replaced, the bound waits for the next one, or for the next job.
        """
        new = Path(f"{self.path}.new")
        new.write_text(str(bound))
        replace_file(str(new), self.path)

    def reader(self) -> Callable[[], int]:
        """A function that reads the file."""
        return self._read

    def _read(self) -> int:
        try:
            return int(Path(self.path).read_text())
        except (OSError, ValueError):
            return IMPOSSIBLE  # not posted yet, or on another machine


class SharedTable:
    """Memory for a transposition table that processes of one machine share; it lives as long as any of them."""

    def __init__(self, name: str, file: int, path: str) -> None:
        """Own an open file in memory."""
        self.name, self._file, self.path = name, file, path

    @classmethod
    def create(cls, size: int) -> "SharedTable | None":
        """Allocate `size` bytes, all 0, lazily; None where the system has no such memory."""
        name = f"fewest-{uuid.uuid4().hex}"
        made = create_memory_file(name, max(64, size // 64 * 64))
        return None if made is None else cls(name, *made)

    def close(self) -> None:
        """Close this process's handle."""
        os.close(self._file)

    @staticmethod
    def open(path: str, name: str) -> "NDArray[np.uint64] | None":
        """Map the memory of another process; None on another machine, where the path may name anything."""
        try:
            return np.memmap(path, np.uint64, "r+") if is_memory_file(path, name) else None
        except (OSError, ValueError):
            return None


@dataclass(frozen=True)
class PickledProver:
    """A prover and a belief in the form that is sent to workers."""

    key: str
    """A digest of the content."""
    pickled: bytes

    @classmethod
    def pack(cls, prover: Prover, belief: Belief, memory: int, shared: SharedTable | None = None) -> "PickledProver":
        """Pickle what makes the prover; workers of this machine share the transposition table in `shared`."""
        where = (shared.path, shared.name) if shared else None
        parts = prover.belief, prover.given, prover.max_guesses, prover.due, memory, where, belief
        pickled = pickle.dumps(parts)
        return cls(digest(pickled), pickled)

    def unpack(self) -> tuple[Prover, Belief]:
        """Make the prover, with an empty transposition table unless it is shared."""
        root, weights, max_guesses, due, memory, where, belief = pickle.loads(self.pickled)
        shared_table = None if where is None else SharedTable.open(*where)
        return Prover(root, weights, max_guesses, memory, shared_table, due=due), belief


_kept_provers: OrderedDict[str, tuple[Prover, Belief]] = OrderedDict()
"""The provers of this worker by key, the least recently used first; their transposition tables serve later calls."""

atexit.register(_kept_provers.clear)  # else the core reports them as leaks

_kept_provers_lock = threading.Lock()


def _kept_prover(pickled: PickledProver) -> tuple[Prover, Belief]:
    with _kept_provers_lock:
        if pickled.key not in _kept_provers:
            _kept_provers[pickled.key] = pickled.unpack()
        _kept_provers.move_to_end(pickled.key)
        while len(_kept_provers) > MAX_KEPT_PROVERS:
            _kept_provers.popitem(last=False)
        return _kept_provers[pickled.key]


def value_openers(pickled: PickledProver, jobs: Sequence[OpenerJob], channel: BoundChannel) -> list[Valuation]:
    """Value openers; runs in a worker."""
    with limit_threads(1), _BoundWatcher(channel.reader()) as watcher:
        prover, belief = _kept_prover(pickled)

        def value(job: OpenerJob) -> Valuation:
            return watcher.value(job.bound, lambda bound, stop: job.solve(prover, belief, bound, 0, stop))

        return [value(job) for job in jobs]


def value_part(pickled: PickledProver, job: OpenerJob, reply: int, rest: int, channel: BoundChannel) -> Valuation:
    """Value one part of an opener, that of `reply`; runs in a worker. `rest` is a lower bound for all else."""
    with limit_threads(1), _BoundWatcher(channel.reader()) as watcher:
        prover, belief = _kept_prover(pickled)
        part = belief.after(job.opener, reply)
        return watcher.value(job.bound, lambda bound, stop: (prover.best(part, max(0, bound - rest), stop)[0], None))


class _BoundWatcher:
    """Polls the posted bound, and restarts the running search when it falls below the bound in use."""

    def __init__(self, read: Callable[[], int]) -> None:
        self.read = read
        self.posted = read()
        self.in_use = 0
        self.stop = StopToken()
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def value(self, bound: int, search: Callable[[int, StopToken], tuple[int, int | None]]) -> Valuation:
        """Run a search with the lowest bound known, also if that falls meanwhile."""
        began = time.perf_counter()
        while True:
            self.in_use, self.stop = min(bound, self.posted), StopToken()
            try:
                cost, within = search(self.in_use, self.stop)
                return Valuation(cost, self.in_use, time.perf_counter() - began, within)
            except Stopped:
                pass  # the transposition table keeps the results, so restarting is cheap

    def watch(self) -> None:
        while not self.done.wait(BOUND_POLL_SECONDS):
            self.posted = min(self.posted, self.read())
            if self.posted < self.in_use:
                self.stop.stop()

    def __enter__(self) -> "_BoundWatcher":
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.done.set()
        self.thread.join()


@contextmanager
def _worker_errors() -> Iterator[None]:
    """Turn any failure of workers into a FewestError of one sentence."""
    try:
        yield
    except FewestError:
        raise
    except CancelledError as error:
        raise FewestError("The workers are lost: nobody is left who could do the work.") from error
    except Exception as error:
        reason = str(error).split("\n")[0].partition(". ")[0].rstrip(".") or type(error).__name__
        raise FewestError(f"The workers have failed: {reason}.") from error


class Workers:
    """Workers behind any `concurrent.futures.Executor`: other processes, or other machines."""

    helpers = False

    def __init__(
        self,
        executor: Executor,
        prover: Prover,
        belief: Belief,
        memory: int,
        size: Callable[[], int],
        channel: BoundChannel | None = None,
    ) -> None:
        """Send the prover to the workers; `size` returns their current number.

        Without a channel, the workers must be on this machine, and `close` shuts the executor down.
        """
        self._executor, self._size = executor, size
        self._prover, self._belief = prover, belief
        self._shared = SharedTable.create(memory)
        self._pickled = PickledProver.pack(prover, belief, memory, self._shared)
        self._folder = None
        if channel is None:
            self._folder = tempfile.TemporaryDirectory(prefix="fewest-")
            channel = FileBoundChannel(f"{self._folder.name}/bound")
        self._channel = channel
        self._running: set[Future[Any]] = set()
        self._seconds_per_opener: float | None = None

    @property
    def size(self) -> int:
        """One call per worker, and one waiting so that no worker is idle."""
        with _worker_errors():
            return self._size() + 1

    @property
    def batch_size(self) -> int:
        """As many openers as fill BATCH_SECONDS."""
        if self._seconds_per_opener is None:
            return 1
        return max(1, min(MAX_BATCH, round(BATCH_SECONDS / max(self._seconds_per_opener, 1e-3))))

    def value(self, jobs: Sequence[OpenerJob], helper: int) -> "Future[list[Valuation]]":
        """Value openers; the very first is split among all workers, since no bound is known yet."""
        with _worker_errors():
            alone = len(jobs) == 1 and jobs[0].within is None
            if self._seconds_per_opener is None and alone and not self._running:
                return self._value_by_parts(jobs[0])
            call = self._executor.submit(value_openers, self._pickled, [*jobs], self._channel)
            return self._gather([call], lambda found: found[0])

    def _value_by_parts(self, job: OpenerJob) -> "Future[list[Valuation]]":
        """Value one opener with one call per reply."""
        belief, prover = self._belief, self._prover
        parts = [(reply, part) for reply, part in belief.parts(job.opener) if reply != belief.game.win]
        parts.sort(key=lambda part: -len(part[1]))
        weights = [prover.weights_of(part) for _, part in parts]
        lower_bounds = [least_cost(int(each.sum()), int(each.max())) for each in weights]
        total_weight = int(prover.weights_of(belief).sum())
        lower_bound = total_weight + sum(lower_bounds)

        def add_up(found: Sequence[Valuation]) -> list[Valuation]:
            costs = (max(each.cost, lower) for each, lower in zip(found, lower_bounds, strict=True))
            bound = min((each.bound for each in found), default=job.bound)
            return [Valuation(min(IMPOSSIBLE, total_weight + sum(costs)), bound, sum(each.seconds for each in found))]

        calls = [
            self._executor.submit(value_part, self._pickled, job, reply, lower_bound - lower, self._channel)
            for (reply, _), lower in zip(parts, lower_bounds, strict=True)
        ]
        return self._gather(calls, add_up)

    def _gather(
        self, calls: "Sequence[Future[T]]", combine: Callable[[list[T]], list[Valuation]]
    ) -> "Future[list[Valuation]]":
        """A future of the combined results; it fails with a FewestError when the first call fails."""
        gathered: Future[list[Valuation]] = Future()
        left = {*calls}
        lock = threading.Lock()

        def finish(done: "Future[T]") -> None:
            with lock:
                self._running.discard(done)
                left.discard(done)
                if gathered.done():
                    return
                try:
                    with _worker_errors():
                        done.result()
                    if left:
                        return
                    found = combine([call.result() for call in calls])
                except FewestError as error:
                    gathered.set_exception(error)
                else:
                    self._update_pace(found)
                    gathered.set_result(found)

        if not calls:
            gathered.set_result(combine([]))
        self._running.update(calls)
        for call in calls:
            call.add_done_callback(finish)
        return gathered

    def _update_pace(self, found: Sequence[Valuation]) -> None:
        latest = sum(each.seconds for each in found) / len(found)
        before = self._seconds_per_opener
        self._seconds_per_opener = latest if before is None else (before + latest) / 2

    def post_bound(self, bound: int) -> None:
        """Post the bound on the channel."""
        with _worker_errors():
            self._channel.post(bound)

    def close(self) -> None:
        """End running calls with a bound of 0; cancel those that do not end soon."""
        with suppress(FewestError):
            self.post_bound(0)
            wait([*self._running], timeout=10 * BOUND_POLL_SECONDS)
        for call in [*self._running]:
            call.cancel()
        if self._folder is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._folder.cleanup()
        if self._shared is not None:
            self._shared.close()
