"""The number of threads that the core uses."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from fewest.system.machine import cores

_limit: ContextVar[int | None] = ContextVar("thread limit", default=None)


def threads() -> int:
    """The number set by `limit_threads`, or else the number of cores of this process."""
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
