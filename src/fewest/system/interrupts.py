"""Exit codes, and deferring Ctrl-C, which Python otherwise raises between any two steps, also in what libraries call.

Imports little, since Ctrl-C may come while the program starts.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = "fewest: interrupted before there was a result.\n"
"""The message."""

INTERRUPTED_CODE = 130
"""The exit code by shell convention: 128 + SIGINT; `interrupted_code` has that of other signals."""

REFUSED_CODE = 2
"""The exit code where the input, the machine or a file does not let the program answer; one sentence says why."""

NO_CODE = 1
"""The exit code where the answer is no: no such play, or what is examined is wrong. Also where nobody reads on."""

OUT_OF_TIME_CODE = 3
"""The exit code where a limit such as --seconds came before there was a whole answer; what is known so far is shown."""

ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that end the program with a sentence, where there are such: Ctrl-C, `kill`, and a closed terminal."""

_signals: list[int] = []


def note_signal(number: int) -> None:
    """Remember a signal that ends the program."""
    _signals.append(number)


def is_ending() -> bool:
    """Whether a signal other than Ctrl-C ends the program."""
    return bool(_signals)


def interrupted_code() -> int:
    """The exit code by shell convention: 128 and the number of the first signal that was noted, or else of SIGINT."""
    return 128 + _signals[0] if _signals else INTERRUPTED_CODE


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
