"""How many threads the core may use: all cores of this process, or as many as somebody has said."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_most: ContextVar[int | None] = ContextVar("most threads", default=None)


def threads() -> int:
    """How many threads to use: as many as this process may have cores, and no more than `at_most` allows."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if (most := _most.get()) is None else most


@contextmanager
def at_most(count: int | None) -> Iterator[None]:
    """Whatever the core does inside the block, set-up included, takes so many threads; None leaves it as it is."""
    token = _most.set(_most.get() if count is None else count)
    try:
        yield
    finally:
        _most.reset(token)
