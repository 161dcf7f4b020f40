"""Who does the work: few threads, bounded caches, and searches that end when nobody waits for them any more."""

import asyncio
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from starlette.requests import Request

from fewest._core import Stopped, StopToken
from fewest.watch import Watch

Value = TypeVar("Value")


class Busy(Exception):  # noqa: N818
    """Too much is waiting already."""


class Gone(Exception):  # noqa: N818
    """The client has left."""


class Closing(Exception):  # noqa: N818
    """The server is about to end."""


class Made(Generic[Value]):
    """Things that are made once, by whoever asks first, in any thread; no more than some are kept.

    Nothing is locked while something is made: who wants what is there never waits for what is not.
    """

    def __init__(self, most: int) -> None:
        """Keep so many."""
        self.most = most
        self._changed = threading.Condition()
        self._making: set[Hashable] = set()
        self._kept: dict[Hashable, Value] = {}

    def peek(self, key: Hashable) -> Value | None:
        """What is there already; whoever asks never waits."""
        return self._kept.get(key)

    def get(self, key: Hashable, make: Callable[[], Value], stop: "Stop") -> Value:
        """What is there already, or else is made; the oldest goes. Whoever is stopped does not wait for others."""
        found = self.peek(key)
        if found is not None:
            return found
        stop.tell(self._wake)
        with self._changed:
            self._changed.wait_for(lambda: stop.stopped or key not in self._making)
            stop.check()
            if key in self._kept:
                return self._kept[key]
            self._making.add(key)
            while self._kept and len(self._kept) + len(self._making) > self.most:
                del self._kept[next(iter(self._kept))]
        try:
            made = make()
            with self._changed:
                self._kept[key] = made
            return made
        finally:
            with self._changed:
                self._making.remove(key)
                self._changed.notify_all()

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()


class Stop:
    """Tells work that it is no longer wanted: searches by the token that they are given, others by a call."""

    def __init__(self) -> None:
        """Nothing is stopped yet."""
        self.token = StopToken()
        self._lock = threading.Lock()
        self._calls: list[Callable[[], None]] = []

    def __call__(self) -> None:
        """Stop, and tell everyone who asked to be told."""
        with self._lock:
            self.token.stop()
            calls = [*self._calls]
        for call in calls:
            call()

    def tell(self, call: Callable[[], None]) -> None:
        """Ask to be told; at once, if it has come already."""
        with self._lock:
            self._calls.append(call)
            stopped = self.stopped
        if stopped:
            call()

    @property
    def stopped(self) -> bool:
        """Whether it has come."""
        return self.token.stopped

    @property
    def watch(self) -> Watch:
        """What work that it stops is given."""
        return Watch(stop=self.token)

    def check(self) -> None:
        """Raise Stopped if it has come."""
        self.token.check()


class Job(Generic[Value]):
    """A piece of work that some clients wait for."""

    def __init__(self, threads: ThreadPoolExecutor, call: Callable[[Stop], Value]) -> None:
        """Begin as soon as a thread is free."""
        self.stop, self.waiting = Stop(), 0
        self.done: asyncio.Future[Value] = asyncio.wrap_future(threads.submit(_do, call, self.stop))
        self.done.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be there to look

    def abandon(self) -> None:
        """Stop it, or never begin; whoever waits goes on at once."""
        self.done.cancel()
        self.stop()


def _do(call: Callable[[Stop], Value], stop: Stop) -> Value:
    """Work; whoever is stopped leaves nothing behind: a traceback would keep all that the work has used."""
    try:
        stop.check()
        return call(stop)
    except Stopped:
        pass
    raise Stopped


class Pool:
    """Some threads, and who may wait for them."""

    def __init__(self, threads: int, waiting: int, name: str) -> None:
        """Start no thread until there is something to do."""
        self._threads = ThreadPoolExecutor(threads, name)
        self._most = threads + waiting
        self._jobs: dict[Hashable, Job[Any]] = {}
        self._closed = False

    def __len__(self) -> int:
        return len(self._jobs)

    async def run(self, request: Request, key: Hashable, call: Callable[[Stop], Value]) -> Value:
        """Do something, or wait for those who do it already; it is stopped once all who wait have left."""
        if self._closed:
            raise Closing
        job: Job[Value] | None = self._jobs.get(key)
        if job is None:
            if len(self._jobs) >= self._most:
                raise Busy
            job = self._jobs[key] = Job(self._threads, call)
        job.waiting += 1
        left = asyncio.create_task(_leave(request))
        try:
            both: set[asyncio.Future[Any]] = {job.done, left}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not job.done.done():
                raise Gone
            if job.done.cancelled():
                raise Closing
            return job.done.result()
        finally:
            left.cancel()
            job.waiting -= 1
            if not job.waiting:
                if not job.done.done():
                    job.abandon()
                if self._jobs.get(key) is job:
                    del self._jobs[key]

    def close(self) -> None:
        """Stop whatever is under way, and begin nothing more."""
        self._closed = True
        for job in [*self._jobs.values()]:
            job.abandon()


async def _leave(request: Request) -> None:
    """Return once the client has left; the body has been read by then."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
