"""Ways to run the command line: as a separate program, or in this process for speed."""

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
"""The commands that take the options of a game; check reads the game from a file."""

ORIGINAL = ("-e", "original")
"""The answers of a named list, all equally likely, instead of today's game."""


def as_today(*options: str) -> list[str]:
    """Options that play a named list like today's game, unless they say otherwise."""
    more = (("--secrets", "guesses"), ("--prior", "today"))
    return [*options, *(part for flag, value in more if flag not in options for part in (flag, value))]


ESCAPE = "\x1b"


class Result(NamedTuple):
    """The output of a program and its exit code."""

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
"""Runs it with --json and parses the output. The exit code must be 0, or `code`."""

Talk = Callable[..., Result]
"""Types lines (the first argument) into a command (the others) in this process."""


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
    """Handle Ctrl-C in a new process. A shell lets background processes ignore it, and they pass that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupt(*arguments: str, after: float, by: signal.Signals = signal.SIGINT) -> Result:
    """Run the installed program, press Ctrl-C after some seconds of computing, and wait for its end."""
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
    """Wait until a process has ended or has used some seconds of CPU time, also on a busy machine."""
    started = time.monotonic()
    wait_until(
        lambda: process.poll() is not None or _computed(process.pid, started) >= seconds,
        "the program computes",
        PATIENCE + 20 * seconds,
    )


def _computed(process: int, started: float) -> float:
    """The CPU seconds of a process, or the seconds since `started` if the system does not tell."""
    path = Path(f"/proc/{process}/stat")
    if not path.exists():
        return time.monotonic() - started
    user, system = path.read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def assert_refused(result: Result, message: str) -> None:
    """Check that one sentence on standard error says what is wrong, and nothing else is written."""
    said = " ".join(result.err.split())
    assert re.search(message, said), said
    assert "Traceback" not in said
    assert result.out == ""
    assert result.code == 2
    assert result.err.splitlines()[-1].startswith("fewest: ")
    assert result.err.endswith((".\n", "?\n"))
