"""Thread pools, caches filled once, and searches that stop when no client waits for them."""

import asyncio
import threading
from collections.abc import Callable, Collection, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from fewest._core import Stopped, StopToken
from fewest.system.machine import lower_priority
from fewest.system.pools import SearchThreads

Value = TypeVar("Value")

STOP_POLL_SECONDS = 0.1
"""How often a job that waits for another one looks whether it is stopped."""


def shutting_down() -> HTTPException:
    """The answer to everybody who waits when the server shuts down."""
    return HTTPException(503, "The server is shutting down. Start it again with `fewest serve`.")


class OnceCache(Generic[Value]):
    """A thread-safe cache that computes each value once, in the first thread that asks; drops the oldest first.

    No lock is held while a value is computed, so readers of other values do not wait.
    """

    def __init__(self, max_size: int, pinned: Collection[Hashable] = ()) -> None:
        """Hold at most `max_size` values, and besides them those of the pinned keys, which are never dropped."""
        self.max_size = max_size
        self.pinned = frozenset(pinned)
        self._changed = threading.Condition()
        self._computing: set[Hashable] = set()
        self._values: dict[Hashable, Value] = {}

    def get(self, key: Hashable, compute: Callable[[], Value], stop: StopToken) -> Value:
        """The cached value, or else a computed one; raises Stopped if stopped while another thread computes it."""
        with self._changed:
            while key in self._computing:
                stop.check()
                self._changed.wait(STOP_POLL_SECONDS)
            stop.check()
            if key in self._values:
                return self._values[key]
            self._computing.add(key)
            self._make_room()
        try:
            value = compute()
            with self._changed:
                self._values[key] = value
            return value
        finally:
            with self._changed:
                self._computing.remove(key)
                self._changed.notify_all()

    def _make_room(self) -> None:
        """Drop the oldest values that are not pinned, so that those being computed fit."""
        values = [key for key in self._values if key not in self.pinned]
        computing = self._computing - self.pinned
        for key in values[: max(0, len(values) + len(computing) - self.max_size)]:
            del self._values[key]


class Job(Generic[Value]):
    """A call in a thread pool, and the number of clients that wait for it."""

    def __init__(self, threads: ThreadPoolExecutor, call: Callable[[StopToken], Value]) -> None:
        """Submit the call."""
        self.stop = StopToken()
        self.clients = 0
        self.future: asyncio.Future[Value] = asyncio.wrap_future(threads.submit(_run, call, self.stop))
        # Retrieve the exception even if all clients have left, else asyncio logs an error.
        self.future.add_done_callback(lambda future: future.cancelled() or future.exception())

    def abandon(self) -> None:
        """Stop the call, or do not start it; clients stop waiting at once."""
        self.future.cancel()
        self.stop.stop()


def _run(call: Callable[[StopToken], Value], stop: StopToken) -> Value:
    """Run a call; raise Stopped without a traceback, which would keep large objects alive."""
    try:
        stop.check()
        return call(stop)
    except Stopped:
        pass
    raise Stopped


class Pool:
    """A thread pool with a bounded queue; equal requests share one job."""

    def __init__(self, threads: int, max_waiting: int, name: str, *, is_patient: bool = False) -> None:
        """Threads start when they are first needed; patient ones let those of other pools go first."""
        self._threads = SearchThreads(threads, name, lower_priority if is_patient else None)
        self._max_jobs = threads + max_waiting
        self._jobs: dict[Hashable, Job[Any]] = {}
        self._closed = False

    def __len__(self) -> int:
        return len(self._jobs)

    async def run(self, request: Request, key: Hashable, call: Callable[[StopToken], Value]) -> Value:
        """Run a call, or wait for the running job with the same key; the job stops when all its clients have left."""
        job: Job[Value] = self._job(key, call)
        job.clients += 1
        disconnect = asyncio.create_task(_wait_for_disconnect(request))
        try:
            either: set[asyncio.Future[Any]] = {job.future, disconnect}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not job.future.done():
                raise Stopped
            if job.future.cancelled():
                raise shutting_down()
            return job.future.result()
        finally:
            disconnect.cancel()
            job.clients -= 1
            if not job.clients:
                self._discard(key, job)

    def begin(self, key: Hashable, call: Callable[[StopToken], Value]) -> None:
        """Run a call that no client waits for."""
        job: Job[Value] = self._job(key, call)
        job.future.add_done_callback(lambda future: self._discard(key, job))

    def _job(self, key: Hashable, call: Callable[[StopToken], Value]) -> Job[Value]:
        if self._closed:
            raise shutting_down()
        if key not in self._jobs:
            if len(self._jobs) >= self._max_jobs:
                raise HTTPException(429, "Too much is waiting; try again in a moment.", {"retry-after": "2"})
            self._jobs[key] = Job(self._threads, call)
        return self._jobs[key]

    def _discard(self, key: Hashable, job: Job[Any]) -> None:
        if not job.future.done():
            job.abandon()
        if self._jobs.get(key) is job:
            del self._jobs[key]

    def close(self) -> None:
        """Stop all jobs and accept no more."""
        self._closed = True
        for job in [*self._jobs.values()]:
            job.abandon()


async def _wait_for_disconnect(request: Request) -> None:
    """Return when the client disconnects; the body must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
