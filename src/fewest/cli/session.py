"""Talking with a person line by line, at a terminal or through a pipe."""

import sys
from collections.abc import Callable

import typer
from rich.console import Console

from fewest import FewestError

LEAVE = ("q", "quit", "exit")
"""What ends a session, besides the end of input."""


class Leave(Exception):  # noqa: N818
    """The person has left."""


def ask(out: Console, question: str) -> str:
    """Ask and return the line that comes, without the spaces around it; the end of input or a word of LEAVE leaves."""
    out.print(f"{question} ", end="")
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        out.print(line.rstrip("\n"))  # a pipe does not show what is typed
    if not line or line.strip().lower() in LEAVE:
        if not line and sys.stdin.isatty():
            out.print()
        raise Leave
    return line.strip()


def converse(out: Console, step: Callable[[], bool]) -> bool:
    """Take a step after the other until one says that it was the last; a mistake is told, and the step taken again.

    Returns whether it came to the last step; False says that the person left. Ctrl-C ends the program with code 130.
    """
    try:
        while True:
            try:
                if not step():
                    return True
            except FewestError as error:
                out.print(str(error), style="red")
    except Leave:
        return False
    except KeyboardInterrupt:
        out.print()
        raise typer.Exit(130) from None
