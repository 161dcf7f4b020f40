"""Workers of a Dask cluster: on this machine, or wherever a scheduler listens."""

import logging
import signal
import uuid
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.search.prover import IMPOSSIBLE, Prover
from fewest.search.workers import Workers
from fewest.system.interrupts import deferred

if TYPE_CHECKING:
    from distributed import Client

FAILURES = 1000
"""How many workers may die with a task before the task is blamed."""

PATIENCE = 10
"""How many seconds a scheduler may take to answer."""


@dataclass(frozen=True)
class DaskBoard:
    """A variable of the scheduler, which every worker can read."""

    name: str

    def post(self, bound: int) -> None:
        """Set the variable, from the process that drives the proof."""
        from distributed import Variable

        with _reaching():
            Variable(self.name).set(bound)

    def reader(self) -> Callable[[], int]:
        """How a worker reads it, from whatever thread."""
        from distributed import Variable, get_client

        variable = Variable(self.name, client=get_client())

        def read() -> int:
            try:
                return int(variable.get(timeout=PATIENCE))
            except Exception:
                return IMPOSSIBLE  # the scheduler does not answer, so nothing is known

        return read


@contextmanager
def connect(address: str | None, workers: int | None) -> Iterator["Client"]:
    """Connect with a scheduler, or start workers of this machine; only this machine can reach those.

    A scheduler that speaks TLS is reached with the certificates that Dask's own configuration names.
    """
    try:
        import dask
        from distributed import Client, LocalCluster, Security
    except ImportError:
        raise FewestError("A cluster needs the extra fewest[cluster]: pip install 'fewest[cluster]'.") from None
    if address is not None:
        with _quiet():
            try:
                if address.startswith("tls:") and not Security().get_connection_args("client").get("ssl_context"):
                    raise FewestError(f"{address}: Dask's configuration names no certificates; see docs/cluster.md.")
                client = Client(address, timeout=PATIENCE)
            except FewestError:
                raise
            except (OSError, ValueError, TypeError, RuntimeError) as error:
                raise FewestError(f"{address}: no Dask scheduler answers there ({_first_line(error)}).") from None
            try:
                yield client
            finally:
                with suppress(OSError, RuntimeError):  # the scheduler may be gone, and the proof has said so
                    client.close()
        return
    settings = {"distributed.scheduler.allowed-failures": FAILURES, "distributed.admin.log-length": 0}
    with _quiet(), dask.config.set(settings), ExitStack() as started:
        with deferred() as hear_ctrl_c:
            with _deaf():
                cluster = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    memory_limit=0,  # each worker has its --memory; nobody need watch it
                    dashboard_address="127.0.0.1:0",  # any port that is free: nobody needs to find it
                    silence_logs="CRITICAL",
                )
            started.enter_context(cluster)
            client = started.enter_context(Client(cluster))
            hear_ctrl_c()
        try:
            yield client
        finally:
            with deferred():
                started.close()


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__


@contextmanager
def _quiet() -> Iterator[None]:
    """Let nobody but us say what goes wrong."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


@contextmanager
def _deaf() -> Iterator[None]:
    """Whatever is started meanwhile, threads and processes and those that they start, leaves Ctrl-C to us."""
    resource_tracker.ensure_running()  # where processes are started first, it would end the blocking
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _reaching() -> Iterator[None]:
    """Say in one sentence that the scheduler is gone."""
    try:
        yield
    except (OSError, RuntimeError, CancelledError) as error:
        raise FewestError("The scheduler of the cluster does not answer any more.") from error


def crew_of(
    client: "Client", memory: int, missing: Callable[[], None] = lambda: None
) -> Callable[[Prover, Belief], Workers]:
    """What makes the workers of a cluster for a proof."""
    return lambda prover, belief: crew(client, prover, belief, memory, missing)


def crew(
    client: "Client",
    prover: Prover,
    belief: Belief,
    memory: int,
    missing: Callable[[], None] = lambda: None,
) -> Workers:
    """The workers of a cluster, for a proof; those that join later work too. While there is none, `missing` is called.

    It is called once, and again whenever all workers have left.
    """
    board = DaskBoard(f"fewest-{uuid.uuid4().hex}")
    board.post(IMPOSSIBLE)
    some = True

    def size() -> int:
        nonlocal some
        with _reaching():
            threads: dict[Any, int] = client.nthreads()
        if some and not threads:
            missing()
        some = bool(threads)
        return max(1, sum(threads.values()))

    return Workers(client.get_executor(pure=False), prover, belief, memory, size, board)
