"""Workers of a Dask cluster: other machines that value openers."""

import atexit
import logging
import pickle
import threading
import time
import uuid
from asyncio import CancelledError as ConnectionCancelled
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.search.prover import IMPOSSIBLE, Prover, least_cost
from fewest.search.workers import OpenerJob, Valuation
from fewest.system.files import digest
from fewest.system.threads import limit_threads

if TYPE_CHECKING:
    from distributed import Client

SCHEDULER_TIMEOUT_SECONDS = 10

BATCH_SECONDS = 2.0
"""How long a batch should keep a worker busy."""

MAX_BATCH = 500

BOUND_POLL_SECONDS = 0.5
"""How often a worker reads the posted bound."""

MAX_KEPT_PROVERS = 2
"""How many provers a worker keeps for later calls."""

T = TypeVar("T")


class BoundChannel(Protocol):
    """Carries the bound from the process that drives the proof to its workers."""

    def post(self, bound: int) -> None:
        """Post a bound."""

    def reader(self) -> Callable[[], int]:
        """A function for workers that returns the bound, or IMPOSSIBLE if none is posted; it is thread-safe."""


@dataclass(frozen=True)
class DaskBoundChannel:
    """A variable of the scheduler."""

    name: str

    def post(self, bound: int) -> None:
        """Set the variable."""
        from distributed import Variable

        with _scheduler_errors():
            Variable(self.name).set(bound)

    def reader(self) -> Callable[[], int]:
        """A function that reads the variable, on any thread of a worker."""
        from distributed import Variable, get_client

        variable = Variable(self.name, client=get_client())

        def read() -> int:
            try:
                return int(variable.get(timeout=SCHEDULER_TIMEOUT_SECONDS))
            except Exception:
                return IMPOSSIBLE  # the scheduler does not answer

        return read


@dataclass(frozen=True)
class PickledProver:
    """A prover and a belief in the form that is sent to workers."""

    key: str
    """A digest of the content."""
    pickled: bytes

    @classmethod
    def pack(cls, prover: Prover, belief: Belief, memory: int) -> "PickledProver":
        """Pickle what makes the prover."""
        pickled = pickle.dumps((prover.belief, prover.given, prover.max_guesses, prover.target, memory, belief))
        return cls(digest(pickled), pickled)

    def unpack(self) -> tuple[Prover, Belief]:
        """Make the prover, with an empty transposition table."""
        root, weights, max_guesses, target, memory, belief = pickle.loads(self.pickled)
        return Prover(root, weights, max_guesses, memory, target=target), belief


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
            return watcher.value(job.bound, lambda bound, stop: job.solve(prover, belief, bound, stop))

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


class ClusterPool:
    """The workers of a cluster, behind the executor of its client."""

    helpers = False

    def __init__(
        self,
        executor: Executor,
        prover: Prover,
        belief: Belief,
        memory: int,
        size: Callable[[], int],
        channel: BoundChannel,
    ) -> None:
        """Send the prover to the workers; `size` returns their current number."""
        self._executor, self._size, self._channel = executor, size, channel
        self._prover, self._belief = prover, belief
        self._pickled = PickledProver.pack(prover, belief, memory)
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

    def value(self, jobs: Sequence[OpenerJob]) -> "Future[list[Valuation]]":
        """Value openers; the very first is split among all workers, since no bound is known yet."""
        with _worker_errors():
            alone = len(jobs) == 1 and jobs[0].within is None
            if self._seconds_per_opener is None and alone and not self._running:
                return self._value_by_parts(jobs[0])
            call = self._executor.submit(value_openers, self._pickled, [*jobs], self._channel)
            return self._gather([call], lambda valuations: valuations[0])

    def _value_by_parts(self, job: OpenerJob) -> "Future[list[Valuation]]":
        """Value one opener with one call per reply."""
        belief, prover = self._belief, self._prover
        parts = [(reply, part) for reply, part in belief.parts(job.opener) if reply != belief.game.win]
        parts.sort(key=lambda part: -len(part[1]))
        weights = [prover.weights_of(part) for _, part in parts]
        lower_bounds = [least_cost(int(part.sum()), int(part.max())) for part in weights]
        total_weight = int(prover.weights_of(belief).sum())
        lower_bound = total_weight + sum(lower_bounds)

        def add_up(valued: Sequence[Valuation]) -> list[Valuation]:
            costs = (max(part.cost, lower) for part, lower in zip(valued, lower_bounds, strict=True))
            bound = min((part.bound for part in valued), default=job.bound)
            return [Valuation(min(IMPOSSIBLE, total_weight + sum(costs)), bound, sum(part.seconds for part in valued))]

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
                    combined = combine([call.result() for call in calls])
                except FewestError as error:
                    gathered.set_exception(error)
                else:
                    self._update_pace(combined)
                    gathered.set_result(combined)

        if not calls:
            gathered.set_result(combine([]))
        self._running.update(calls)
        for call in calls:
            call.add_done_callback(finish)
        return gathered

    def _update_pace(self, valuations: Sequence[Valuation]) -> None:
        latest = sum(valuation.seconds for valuation in valuations) / len(valuations)
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


@contextmanager
def connect(address: str) -> Iterator["Client"]:
    """Connect to a scheduler; for TLS, Dask's own configuration names the certificates."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise FewestError("A cluster needs the extra fewest[cluster]: pip install 'fewest[cluster]'.") from None
    with _logging_disabled(), _connect_to(address) as client:
        yield client


@contextmanager
def _connect_to(address: str) -> Iterator["Client"]:
    from distributed import Client, Security

    try:
        if address.startswith("tls:") and not Security().get_connection_args("client").get("ssl_context"):
            raise FewestError(f"{address}: Dask's configuration names no certificates; see docs/cluster.md.")
        client = Client(address, timeout=SCHEDULER_TIMEOUT_SECONDS)
    except FewestError:
        raise
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise FewestError(f"{address}: no Dask scheduler answers there ({_first_line(error)}).") from None
    try:
        yield client
    finally:
        with suppress(OSError, RuntimeError):  # if the scheduler is gone, the proof has already failed with that error
            client.close()


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__


@contextmanager
def _logging_disabled() -> Iterator[None]:
    """Silence Dask's logs: errors are reported as FewestError."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


@contextmanager
def _scheduler_errors() -> Iterator[None]:
    """Turn a lost connection to the scheduler into a FewestError."""
    try:
        yield
    except (OSError, RuntimeError, ConnectionCancelled) as error:
        raise FewestError("The scheduler of the cluster does not answer any more.") from error


def make_pool(
    client: "Client",
    prover: Prover,
    belief: Belief,
    memory: int,
    warn_no_workers: Callable[[], None] = lambda: None,
) -> ClusterPool:
    """The workers of a cluster as a pool; its size follows workers that join or leave.

    `warn_no_workers` is called once whenever the last worker has left, or if there is none at first.
    """
    channel = DaskBoundChannel(f"fewest-{uuid.uuid4().hex}")
    channel.post(IMPOSSIBLE)
    had_workers = True

    def size() -> int:
        nonlocal had_workers
        with _scheduler_errors():
            threads: dict[Any, int] = client.nthreads()
        if had_workers and not threads:
            warn_no_workers()
        had_workers = bool(threads)
        return max(1, sum(threads.values()))

    return ClusterPool(client.get_executor(pure=False), prover, belief, memory, size, channel)
