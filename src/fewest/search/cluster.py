"""Workers of a Dask cluster, on this machine or behind a scheduler."""

import logging
import uuid
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.search.prover import IMPOSSIBLE, Prover
from fewest.search.workers import Workers
from fewest.system.interrupts import defer_ctrl_c
from fewest.system.machine import allow_open_files, cores, ctrl_c_blocked

if TYPE_CHECKING:
    from distributed import Client

ALLOWED_FAILURES = 1000
"""How many workers may die during a task before the task fails."""

SCHEDULER_TIMEOUT_SECONDS = 10

FILES, FILES_PER_WORKER = 48, 8
"""How many files a process opens to start workers: 5 workers took 69. With too few, Dask hangs."""


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


@contextmanager
def connect(address: str | None, workers: int | None) -> Iterator["Client"]:
    """Connect to a scheduler, or start workers on this machine that only this machine can reach.

    For a TLS scheduler, Dask's own configuration names the certificates.
    """
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise FewestError("A cluster needs the extra fewest[cluster]: pip install 'fewest[cluster]'.") from None
    with _logging_disabled(), _start_workers(workers) if address is None else _connect_to(address) as client:
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


@contextmanager
def _start_workers(count: int | None) -> Iterator["Client"]:
    import dask
    from distributed import Client, LocalCluster

    needed = FILES + FILES_PER_WORKER * (count or cores())
    allowed = allow_open_files(needed)
    if allowed < needed:
        raise FewestError(
            f"So many workers need about {needed:,} open files, and this machine allows {allowed:,}; "
            "allow more with ulimit -n, start fewer with --workers, or leave it out for threads."
        )
    settings = {"distributed.scheduler.allowed-failures": ALLOWED_FAILURES, "distributed.admin.log-length": 0}
    with dask.config.set(settings), ExitStack() as started:
        with defer_ctrl_c() as check_ctrl_c:
            try:
                with ctrl_c_blocked():
                    cluster = LocalCluster(
                        n_workers=count,
                        threads_per_worker=1,
                        processes=True,
                        memory_limit=0,  # --memory limits each worker already
                        dashboard_address="127.0.0.1:0",  # any free port
                        silence_logs="CRITICAL",
                    )
                started.enter_context(cluster)
                client = started.enter_context(Client(cluster))
            except Exception as error:
                check_ctrl_c()
                raise _not_started(error) from None
            check_ctrl_c()
        try:
            yield client
        finally:
            with defer_ctrl_c():
                started.close()


def _not_started(error: BaseException | None) -> FewestError:
    """The error for workers that end while they start, or that the machine does not let start."""
    why = "a process ended at once"
    while error is not None:
        if isinstance(error, OSError) and error.strerror:
            why = error.strerror
        error = error.__cause__
    return FewestError(f"The workers did not start ({why}); start fewer with --workers, or leave it out for threads.")


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
    except (OSError, RuntimeError, CancelledError) as error:
        raise FewestError("The scheduler of the cluster does not answer any more.") from error


def pool_maker(
    client: "Client", memory: int, warn_no_workers: Callable[[], None] = lambda: None
) -> Callable[[Prover, Belief], Workers]:
    """A function that makes the worker pool of a proof, for `prove`."""
    return lambda prover, belief: make_pool(client, prover, belief, memory, warn_no_workers)


def make_pool(
    client: "Client",
    prover: Prover,
    belief: Belief,
    memory: int,
    warn_no_workers: Callable[[], None] = lambda: None,
) -> Workers:
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

    return Workers(client.get_executor(pure=False), prover, belief, memory, size, channel)
