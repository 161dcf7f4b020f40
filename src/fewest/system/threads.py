"""The number of threads that the core uses, and threads that search."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from fewest.system.machine import cores, thread_stack

_Parameters = ParamSpec("_Parameters")
_Value = TypeVar("_Value")

_limit: ContextVar[int | None] = ContextVar("thread limit", default=None)


def threads() -> int:
    """The number set by `limit_threads`, else the number of cores of this process."""
    limit = _limit.get()
    return cores() if limit is None else limit


@contextmanager
def limit_threads(count: int | None) -> Iterator[None]:
    """Set the number of threads inside the block; None changes nothing."""
    token = _limit.set(_limit.get() if count is None else count)
    try:
        yield
    finally:
        _limit.reset(token)


class SearchThreads(ThreadPoolExecutor):
    """A pool whose threads have a stack that a deep search fits in."""

    _starting = threading.Lock()

    def submit(
        self, fn: Callable[_Parameters, _Value], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Future[_Value]:
        """Run a call on some thread; a new one is started if all are busy."""
        with self._starting:
            before = threading.stack_size(thread_stack())  # of all threads that are started from now on
            try:
                return super().submit(fn, *args, **kwargs)
            finally:
                threading.stack_size(before)
