"""Ctrl-C where it does no harm: Python raises it between any two steps, also in what others have hung into ours."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def deferred() -> Iterator[Callable[[], None]]:
    """Ctrl-C inside the block waits until the function that is given is called, which then raises KeyboardInterrupt.

    Whoever presses it twice is heard at once. It is for the main thread, which alone hears of it, and changes nothing
    where somebody wants something else to happen.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda: None
        return
    heard = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal heard
        if heard:
            raise KeyboardInterrupt
        heard = True

    def check() -> None:
        if heard:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
