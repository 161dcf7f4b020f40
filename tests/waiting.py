"""Wait for another thread or process, with a time limit."""

import time
from collections.abc import Callable

PATIENCE = 60.0
"""A time limit that is generous even under load."""


def wait_until(is_so: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """Return once a condition holds; fail if that takes too long."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, f"{what}: not within {seconds:g} seconds"
        time.sleep(0.01)
