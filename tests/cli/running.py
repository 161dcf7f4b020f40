"""Ways to run the command line: as a program of its own, or in this process where speed matters."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

FEWEST = Path(sys.executable).parent / "fewest"

COMMANDS = ("suggest", "solve", "evaluate", "compare", "prove", "tree", "words")
"""The commands that play a game; check reads one from a file."""

ESCAPE = "\x1b"


class Result(NamedTuple):
    """What a program has written, and the code that it ended with."""

    code: int
    out: str
    err: str


Call = Callable[..., Result]
"""Runs the command line in this process."""


def run(*arguments: str, stdout: Any = subprocess.PIPE, **environment: str) -> Result:
    """Run the installed program with some more environment."""
    done = subprocess.run(
        [FEWEST, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
        encoding="utf-8",
        check=False,
    )
    return Result(done.returncode, done.stdout or "", done.stderr)


def assert_refused(result: Result, message: str) -> None:
    """One sentence on standard error says what is wrong; nothing else is written, least of all a traceback."""
    said = " ".join(re.sub("[│╭╮╰╯─]", " ", result.err).split())
    assert re.search(message, said), said
    assert "Traceback" not in said
    assert result.out == ""
    assert result.code == 2
    if "Usage: " not in said:  # typer's own words for options
        assert result.err.splitlines()[-1].startswith("fewest: ")
        assert result.err.endswith((".\n", "?\n"))
