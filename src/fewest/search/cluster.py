"""Workers of a Dask cluster: other machines that value openers."""

import atexit
import logging
import pickle
import threading
import time
import uuid
import warnings
from asyncio import CancelledError as ConnectionCancelled
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import FewestError, FewestWarning
from fewest.search.prover import IMPOSSIBLE, Prover
from fewest.search.workers import OpenerJob, Valuation
from fewest.system.threads import limit_threads

if TYPE_CHECKING:
    from distributed import Client

SCHEDULER_TIMEOUT_SECONDS = 10

BATCH_SECONDS = 2.0
"""The intended duration of a batch of work."""

MAX_BATCH = 500

BOUND_POLL_SECONDS = 0.5
"""How often a worker reads the posted bound."""

MAX_KEPT_PROVERS = 2
"""How many provers a worker keeps for later calls."""


@dataclass(frozen=True)
class BoundChannel:
    """Sends the bound to the workers of a proof, as a variable of the scheduler."""

    name: str

    def post(self, bound: int) -> None:
        """Set the variable."""
        from distributed import Variable

        with _scheduler_errors():
            Variable(self.name).set(bound)

    def reader(self) -> Callable[[], int]:
        """Return a function that reads the bound on any thread of a worker; IMPOSSIBLE if the scheduler is silent."""
        from distributed import Variable, get_client

        variable = Variable(self.name, client=get_client())

        def read() -> int:
            try:
                return int(variable.get(timeout=SCHEDULER_TIMEOUT_SECONDS))
            except Exception:
                return IMPOSSIBLE

        return read


def pickle_prover(prover: Prover, belief: Belief, memory: int) -> bytes:
    """Pickle the arguments of a prover, and a belief, for the workers."""
    return pickle.dumps((prover.belief, prover.given, prover.max_guesses, prover.target, memory, belief))


@lru_cache(maxsize=MAX_KEPT_PROVERS)
def kept_prover(pickled: bytes) -> tuple[Prover, Belief]:
    """The prover and the belief on a worker, kept so that later calls can use the transposition table."""
    root, weights, max_guesses, target, memory, belief = pickle.loads(pickled)
    return Prover(root, weights, max_guesses, memory, target=target, rounds=True), belief


atexit.register(kept_prover.cache_clear)  # otherwise the core reports leaks

_kept_prover_lock = threading.Lock()
"""Prevents threads of a worker from making one prover each."""


def value_openers(pickled: bytes, jobs: Sequence[OpenerJob], channel: BoundChannel) -> list[Valuation]:
    """Value openers; runs in a worker."""
    with limit_threads(1), _BoundWatcher(channel.reader()) as watcher:
        with _kept_prover_lock:
            prover, belief = kept_prover(pickled)
        return [watcher.value(job, prover, belief) for job in jobs]


class _BoundWatcher:
    """Polls the posted bound, and restarts the running search when it falls below the bound in use."""

    def __init__(self, read: Callable[[], int]) -> None:
        self.read = read
        self.posted = read()
        self.in_use = 0
        self.stop = StopToken()
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def value(self, job: OpenerJob, prover: Prover, belief: Belief) -> Valuation:
        """Value an opener with the lowest bound known; restart if a lower one is posted."""
        began = time.perf_counter()
        while True:
            self.in_use, self.stop = min(job.bound, self.posted), StopToken()
            try:
                cost, within = job.solve(prover, belief, self.in_use, self.stop)
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
    """Turn any failure of workers into a FewestError with one sentence."""
    try:
        yield
    except FewestError:
        raise
    except CancelledError as error:
        raise FewestError("All workers of the cluster are disconnected; start some and try again.") from error
    except Exception as error:
        reason = str(error).split("\n")[0].partition(". ")[0].rstrip(".") or type(error).__name__
        raise FewestError(f"The workers of the cluster failed: {reason}.") from error


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
        self._pickled = pickle_prover(prover, belief, memory)
        self._running: set[Future[Any]] = set()
        self._seconds_per_opener: float | None = None

    @property
    def size(self) -> int:
        """One call per worker, and one in the queue so that no worker is idle."""
        with _worker_errors():
            return self._size() + 1

    @property
    def batch_size(self) -> int:
        """The number of openers that take about BATCH_SECONDS."""
        if self._seconds_per_opener is None:
            return 1
        return max(1, min(MAX_BATCH, round(BATCH_SECONDS / max(self._seconds_per_opener, 1e-3))))

    def value(self, jobs: Sequence[OpenerJob]) -> "Future[list[Valuation]]":
        """Value openers on one worker; any failure there becomes a FewestError."""
        valued: Future[list[Valuation]] = Future()

        def finish(call: "Future[list[Valuation]]") -> None:
            self._running.discard(call)
            try:
                with _worker_errors():
                    valuations = call.result()
            except FewestError as error:
                valued.set_exception(error)
            else:
                self._update_pace(valuations)
                valued.set_result(valuations)

        with _worker_errors():
            call = self._executor.submit(value_openers, self._pickled, [*jobs], self._channel)
        self._running.add(call)
        call.add_done_callback(finish)
        return valued

    def _update_pace(self, valuations: Sequence[Valuation]) -> None:
        latest = sum(valuation.seconds for valuation in valuations) / len(valuations)
        before = self._seconds_per_opener
        self._seconds_per_opener = latest if before is None else (before + latest) / 2

    def post_bound(self, bound: int) -> None:
        """Post the bound on the channel."""
        with _worker_errors():
            self._channel.post(bound)

    def close(self) -> None:
        """End running calls by posting a bound of 0, and cancel those that do not end soon."""
        with suppress(FewestError):
            self.post_bound(0)
            wait([*self._running], timeout=10 * BOUND_POLL_SECONDS)
        for call in [*self._running]:
            call.cancel()


@contextmanager
def connect(address: str) -> Iterator["Client"]:
    """Connect to a scheduler; for TLS, Dask's configuration must name the certificates."""
    try:
        from distributed import Client, Security
    except ImportError:
        raise FewestError("A cluster needs the extra fewest[cluster]: pip install 'fewest[cluster]'.") from None
    with _logging_disabled():
        if address.startswith("tls:") and not Security().get_connection_args("client").get("ssl_context"):
            raise FewestError(f"{address}: Dask's configuration names no certificates; see docs/cluster.md.")
        try:
            client = Client(address, timeout=SCHEDULER_TIMEOUT_SECONDS)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            reason = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
            raise FewestError(f"{address}: there is no Dask scheduler at this address ({reason}).") from None
        try:
            yield client
        finally:
            with suppress(OSError, RuntimeError):  # if the scheduler is gone, the proof has already failed
                client.close()


@contextmanager
def _logging_disabled() -> Iterator[None]:
    """Silence Dask's logs, since errors are reported as FewestError."""
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
        raise FewestError("Lost the connection to the scheduler of the cluster.") from error


def make_pool(client: "Client", prover: Prover, belief: Belief, memory: int) -> ClusterPool:
    """Make a pool of the workers of a cluster, which may join and leave; warns if there are no workers."""
    channel = BoundChannel(f"fewest-{uuid.uuid4().hex}")
    channel.post(IMPOSSIBLE)
    had_workers = True

    def size() -> int:
        nonlocal had_workers
        with _scheduler_errors():
            threads: dict[Any, int] = client.nthreads()
        if had_workers and not threads:
            waits = "the cluster has no workers yet, so the proof waits for them"
            start = f"start some with: dask worker {client.scheduler_info()['address']}"
            warnings.warn(f"{waits}; {start}", FewestWarning, stacklevel=2)
        had_workers = bool(threads)
        return max(1, sum(threads.values()))

    return ClusterPool(client.get_executor(pure=False), prover, belief, memory, size, channel)
