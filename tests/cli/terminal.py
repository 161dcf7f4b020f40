"""Ways to talk to the program: at a pseudo-terminal, through a pipe, or in this process."""

import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from tests.cli.running import FEWEST, Result
from tests.waiting import PATIENCE, wait_until

CONTROL = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-Z\\-_]|[\x00-\x08\x0b-\x1f]")
"""Control codes that move the cursor or change the colour."""

INTERRUPT, END = "\x03", "\x04"
"""The characters that Ctrl-C and Ctrl-D send."""


class Terminal:
    """The program at its own terminal. It is stopped at the end of the block.

    with Terminal("assist", columns=60) as screen:
        screen.expect("Guess 1")
        screen.type("crane")
        screen.interrupt()
        assert screen.finish() == 130
    """

    def __init__(self, *arguments: str, columns: int = 80, **environment: str) -> None:
        """Start the program with additional environment variables."""
        self.raw = ""
        """All output so far, with control codes."""
        self._seen = 0
        self._bytes = b""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        inherited = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}

        def settle() -> None:
            fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # it may be ignored where the tests run in the background

        self.process = subprocess.Popen(
            [FEWEST, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**inherited, "TERM": "xterm-256color", **environment},
            start_new_session=True,
            preexec_fn=settle,
        )
        os.close(theirs)

    def __enter__(self) -> "Terminal":
        """Use it in a block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the program and close the terminal."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self._ours)

    @property
    def text(self) -> str:
        """All output so far, without control codes."""
        return CONTROL.sub("", self.raw)

    def expect(self, text: str, seconds: float = 60) -> str:
        """Wait for a text after those expected before; return the output up to it, without control codes."""
        until = time.monotonic() + seconds
        while (place := self.text.find(text, self._seen)) < 0:
            if not self._read(until):
                raise AssertionError(f"{text!r} does not come; since the last one:\n{self.text[self._seen :]}")
        start, self._seen = self._seen, place + len(text)
        return self.text[start : self._seen]

    def press(self, keys: str | bytes) -> None:
        """Press keys, without Enter."""
        data = keys.encode() if isinstance(keys, str) else keys
        while data:
            readable, writable, _ = select.select([self._ours], [self._ours], [], 60)
            if readable:  # avoids a deadlock over its echo
                self._read(time.monotonic() + 60)
            if writable:
                data = data[os.write(self._ours, data[:256]) :]
            assert readable or writable, f"it takes no more keys; the screen so far:\n{self.text}"

    def interrupt(self) -> None:
        """Press Ctrl-C when the program waits for a key; during output, the terminal would drop the rest."""
        quiet, path = 0, Path(f"/proc/{self.process.pid}/stat")

        def is_quiet() -> bool:
            nonlocal quiet
            sleeps = not path.exists() or path.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "S"
            quiet = quiet + 1 if sleeps else 0
            return quiet == 8

        wait_until(is_quiet, "the program waits for a key")
        self.press(INTERRUPT)

    def type(self, line: str | bytes = "") -> None:
        """Type a line and press Enter."""
        self.press((line.encode() if isinstance(line, str) else line) + b"\r")

    def finish(self, seconds: float = 60) -> int:
        """Wait for the end of the program; return its exit code."""
        until = time.monotonic() + seconds
        while self._read(until):
            pass
        return self.process.wait(max(0.1, until - time.monotonic()))

    def _read(self, until: float) -> bool:
        """Read available output. Return False at its end; raise an error if nothing comes in time."""
        left = until - time.monotonic()
        if left <= 0 or not select.select([self._ours], [], [], left)[0]:
            raise AssertionError(f"nothing comes any more; the screen so far:\n{self.text}")
        try:
            data = os.read(self._ours, 65536)
        except OSError:  # on Linux: the other side is closed
            return False
        self._bytes += data
        self.raw = self._bytes.decode(errors="replace")
        return bool(data)


class Partner:
    """Standard input that answers the output since the last answer; an answer of None ends the input."""

    def __init__(self, said: Callable[[], str], answer: Callable[[str], str | None]) -> None:
        """Get the output from `said` and the line to type from `answer`."""
        self.said, self.answer = said, answer

    def isatty(self) -> bool:
        """Return False."""
        return False

    def readline(self, size: int = -1) -> str:
        """Return the next line."""
        line = self.answer(self.said())
        return "" if line is None else f"{line}\n"


def typed(*lines: str | bytes) -> io.TextIOWrapper:
    """Standard input that holds these lines, as a pipe would."""
    data = b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines)
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")


def pipe(*arguments: str, lines: bytes, **environment: str) -> Result:
    """Run the installed program with its input from a pipe."""
    done = subprocess.run(
        [FEWEST, *arguments],
        input=lines,
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
        timeout=2 * PATIENCE,
    )
    return Result(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
