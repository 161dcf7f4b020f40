"""Threads that search."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from fewest.system.machine import thread_stack

_Parameters = ParamSpec("_Parameters")
_Value = TypeVar("_Value")


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
