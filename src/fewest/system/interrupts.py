"""Deferring Ctrl-C, which Python otherwise raises between any two steps, also in callbacks of libraries."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from fewest.system.exits import ENDING, note_signal


def end_like_ctrl_c(number: int, frame: FrameType | None) -> None:
    """The handler of signals that end the program as Ctrl-C does, with an exit code of their own."""
    note_signal(number)
    raise KeyboardInterrupt


@contextmanager
def defer_ctrl_c() -> Iterator[Callable[[], None]]:
    """Inside the block, Ctrl-C raises KeyboardInterrupt only when the yielded function is called.

    So do signals that end the program like it. A second one raises at once. Without effect outside the main thread, or
    on signals that have a custom handler.
    """
    ours = (signal.default_int_handler, end_like_ctrl_c)
    numbers = [signal.Signals[name] for name in ENDING if hasattr(signal, name)]
    before = {number: handler for number in numbers if (handler := signal.getsignal(number)) in ours}
    if threading.current_thread() is not threading.main_thread():
        before = {}
    pressed = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if before[signal.Signals(number)] is end_like_ctrl_c:
            note_signal(number)
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    for number in before:
        signal.signal(number, handle)
    try:
        yield check
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
