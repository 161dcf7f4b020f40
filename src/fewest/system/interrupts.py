"""Deferring Ctrl-C, which Python otherwise raises between any two steps, also in callbacks of libraries."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def defer_ctrl_c() -> Iterator[Callable[[], None]]:
    """Inside the block, Ctrl-C raises KeyboardInterrupt only when the yielded function is called.

    A second Ctrl-C raises at once. Without effect outside the main thread, or where SIGINT has a custom handler.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda: None
        return
    pressed = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handle)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
