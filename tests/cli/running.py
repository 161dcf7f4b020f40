"""Ways to run the command line: as a program of its own, or in this process where speed matters."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.waiting import PATIENCE, wait_until

FEWEST = Path(sys.executable).parent / "fewest"

COMMANDS = ("suggest", "solve", "evaluate", "compare", "prove", "tree", "words", "train", "accuracy", "converge")
"""The commands that play a game; check reads one from a file."""

ORIGINAL = ("-e", "original")
"""The answers of a named list, all equally likely, instead of today's game."""


def as_today(*options: str) -> list[str]:
    """Options with which a list that is named is played as today's game is, unless they say otherwise."""
    more = (("--secrets", "guesses"), ("--prior", "today"))
    return [*options, *(part for flag, value in more if flag not in options for part in (flag, value))]


ESCAPE = "\x1b"


class Result(NamedTuple):
    """What a program has written, and the code that it ended with."""

    code: int
    out: str
    err: str

    @property
    def one_line(self) -> str:
        """The output with its line breaks and runs of spaces folded."""
        return " ".join(self.out.split())


Call = Callable[..., Result]
"""Runs the command line in this process."""

CallJson = Callable[..., Any]
"""The same with --json: what it tells programs. It ends with code 0 unless `code` says otherwise."""

Talk = Callable[..., Result]
"""Types lines, the first argument, into a command, the others, in this process."""


def run(*arguments: str, stdout: Any = subprocess.PIPE, **environment: str) -> Result:
    """Run the installed program with some more environment."""
    done = subprocess.run(
        [FEWEST, *arguments],
        timeout=2 * PATIENCE,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
        encoding="utf-8",
        check=False,
    )
    return Result(done.returncode, done.stdout or "", done.stderr)


def heed_ctrl_c() -> None:
    """Hear of Ctrl-C in a new process: a shell has those in the background ignore it, and these tests with them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupt(*arguments: str, after: float, by: signal.Signals = signal.SIGINT) -> Result:
    """Run the installed program, press Ctrl-C once it has computed for some seconds, and wait until it ends."""
    with subprocess.Popen(
        [FEWEST, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=heed_ctrl_c,
    ) as process:
        wait_until_computed(process, after)
        process.send_signal(by)
        try:
            out, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return Result(process.returncode, out, err)


def wait_until_computed(process: "subprocess.Popen[str]", seconds: float) -> None:
    """Wait until a process has ended, or has computed for some seconds however busy the machine is."""
    started = time.monotonic()
    wait_until(
        lambda: process.poll() is not None or _computed(process.pid, started) >= seconds,
        "the program computes",
        PATIENCE + 20 * seconds,
    )


def _computed(process: int, started: float) -> float:
    """For how many seconds a process has had a processor, however busy the machine; or since when, if none can say."""
    path = Path(f"/proc/{process}/stat")
    if not path.exists():
        return time.monotonic() - started
    user, system = path.read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def assert_refused(result: Result, message: str) -> None:
    """One sentence on standard error says what is wrong; nothing else is written, least of all a traceback."""
    said = " ".join(result.err.split())
    assert re.search(message, said), said
    assert "Traceback" not in said
    assert result.out == ""
    assert result.code == 2
    assert result.err.splitlines()[-1].startswith("fewest: ")
    assert result.err.endswith((".\n", "?\n"))
