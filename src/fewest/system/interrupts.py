"""Exit codes, and deferring Ctrl-C, which Python may otherwise raise at any point, also inside libraries.

This module imports little, since Ctrl-C may come while the program starts.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = "fewest: interrupted before there was a result.\n"
"""The message after an interruption without a result."""

INTERRUPTED_CODE = 130
"""The exit code after Ctrl-C, by shell convention 128 + SIGINT; for other signals see `interrupted_code`."""

REFUSED_CODE = 2
"""The exit code if the input, the machine or a file prevents an answer; one sentence says why."""

NO_CODE = 1
"""The exit code if no strategy keeps the guess limit, if a check fails, or if the output pipe is closed."""

OUT_OF_TIME_CODE = 3
"""The exit code if a limit such as --seconds ended the work early; the result so far is shown."""

ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that end the program with a message, if the system has them: Ctrl-C, `kill` and a closed terminal."""

_signals: list[int] = []


def note_signal(number: int) -> None:
    """Record a signal that ends the program."""
    _signals.append(number)


def is_ending() -> bool:
    """Whether a signal other than Ctrl-C is ending the program."""
    return bool(_signals)


def interrupted_code() -> int:
    """The exit code by shell convention: 128 plus the first recorded signal, or plus SIGINT."""
    return 128 + _signals[0] if _signals else INTERRUPTED_CODE


def end_like_ctrl_c(number: int, frame: FrameType | None) -> None:
    """Handle a signal like Ctrl-C, but with its own exit code."""
    note_signal(number)
    raise KeyboardInterrupt


@contextmanager
def defer_ctrl_c() -> Iterator[Callable[[], None]]:
    """Raise KeyboardInterrupt for Ctrl-C inside the block only when the yielded function is called.

    This also holds for the other signals that end the program. A second signal raises at once. There is no effect
    outside the main thread, or on signals with a custom handler.
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
