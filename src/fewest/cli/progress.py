"""The progress of long work as one line on stderr."""

import itertools
import shutil
import threading
import time
from contextlib import suppress
from typing import TextIO

from fewest.results.text import cell_width
from fewest.system.files import escape_controls
from fewest.watch import Progress

REDRAW_SECONDS = 0.2

MAX_BAR_WIDTH, MIN_BAR_WIDTH = 40, 5
"""The bar fills the available width; if there is too little room, it is left out."""

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
ASCII_SPINNER = "|/-\\"


class ProgressLine:
    """A label; once there is progress, also a bar, a count, the time so far and the time left.

    Each drawing leaves the cursor at the start of the line, so that other output overwrites it.
    """

    def __init__(self, label: str, stream: TextIO, symbols: bool) -> None:
        """Show the label."""
        self._label, self._stream, self._symbols = label, stream, symbols
        self._began = time.monotonic()
        self._first = self._latest = Progress(0)
        self._spinner = itertools.cycle(SPINNER if symbols else ASCII_SPINNER)
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._width = 0
        self._write(f"{escape_controls(label)}…")

    def report(self, progress: Progress) -> None:
        """Show this progress from the next drawing on."""
        self._latest = progress
        if self._thread is None:
            self._first, self._began = progress, time.monotonic()
            self._thread = threading.Thread(target=self._redraw, daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Erase the line."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()
        self._write("")

    def _redraw(self) -> None:
        while not self._closed.is_set():
            columns = shutil.get_terminal_size().columns
            self._write(self.draw(columns - 1, time.monotonic() - self._began))
            self._closed.wait(REDRAW_SECONDS)

    def draw(self, width: int, seconds: float) -> str:
        """The line after this many seconds."""
        done, total = self._latest.done, self._latest.total
        text = f"{self._label}: {self._latest.text}" if self._latest.text else self._label
        start = f"{next(self._spinner)} {escape_controls(text)} "
        end = f" {_clock(seconds)}"
        if total is None:
            return _cut(start + end, width)
        since = done - self._first.done
        left = _clock(seconds * (total - done) / since) if since > 0 else "-:--:--"
        end = f" {done:,}/{total:,}{end} {left}"
        room = min(MAX_BAR_WIDTH, width - cell_width(start + end))
        if room < MIN_BAR_WIDTH:
            return _cut(start + end, width)
        filled = round(room * min(1.0, done / max(1, total)))
        done_sign, open_sign = "━┄" if self._symbols else "#."
        return start + done_sign * filled + open_sign * (room - filled) + end

    def _write(self, text: str) -> None:
        """Replace the line; ignore a closed terminal."""
        width = cell_width(text)
        with suppress(OSError, ValueError):
            print(f"{text}{' ' * (self._width - width)}\r", end="", file=self._stream, flush=True)
        self._width = width


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _cut(text: str, width: int) -> str:
    """Cut a text to a width."""
    while cell_width(text) > max(0, width):
        text = text[:-1]
    return text
