"""Thread pools whose searches stop when no client waits for them."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from fewest._core import Stopped, StopToken
from fewest.search.workers import SearchThreads
from fewest.system.machine import lower_priority

Value = TypeVar("Value")


def shutting_down() -> HTTPException:
    """The answer to waiting clients when the server shuts down."""
    return HTTPException(503, "The server is shutting down. Start it again with `fewest serve`.")


class Job(Generic[Value]):
    """A call in a thread pool, with the number of waiting clients."""

    def __init__(self, threads: ThreadPoolExecutor, call: Callable[[StopToken], Value]) -> None:
        """Submit the call."""
        self.stop = StopToken()
        self.clients = 0
        self.future: asyncio.Future[Value] = asyncio.wrap_future(threads.submit(_run, call, self.stop))
        # Retrieve the exception even if all clients have left, else asyncio logs an error.
        self.future.add_done_callback(lambda future: future.cancelled() or future.exception())

    def abandon(self) -> None:
        """Stop or cancel the call; clients stop waiting at once."""
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
        """Threads start when first needed; those of a patient pool have lower priority."""
        self.threads = SearchThreads(threads, name, lower_priority if is_patient else None)
        self._max_jobs = threads + max_waiting
        self._jobs: dict[Hashable, Job[Any]] = {}
        self._closed = False

    def __len__(self) -> int:
        return len(self._jobs)

    async def run(self, request: Request, key: Hashable, call: Callable[[StopToken], Value]) -> Value:
        """Run a call, or wait for the running job with the same key; the job stops when all its clients have left."""
        if self._closed:
            raise shutting_down()
        if key not in self._jobs:
            if len(self._jobs) >= self._max_jobs:
                raise HTTPException(429, "Too many requests are waiting. Try again in a moment.", {"retry-after": "2"})
            self._jobs[key] = Job(self.threads, call)
        job: Job[Value] = self._jobs[key]
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
                job.abandon()
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
