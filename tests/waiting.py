"""Waiting for what another thread or process does: for the thing itself, and never without end."""

import time
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds that even a machine under load does not take."""


def wait_until(is_so: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """Return once something is so; fail if that takes too long."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, f"{what}: not within {seconds:g} seconds"
        time.sleep(0.01)
