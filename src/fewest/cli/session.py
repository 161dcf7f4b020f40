"""Interactive sessions, at a terminal or through a pipe."""

import re
import sys
from collections.abc import Callable, Sequence

from fewest.cli.show import is_terminal, print_blocks, print_line
from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.results import table
from fewest.system.files import escape_controls
from fewest.system.interrupts import INTERRUPTED_CODE

QUIT_COMMANDS = ("q", "quit", "exit")

MAX_LINE_CHARACTERS = 1000

MAX_ECHO_CHARACTERS = 60
"""How much of a line from a pipe is echoed."""

ESCAPE_SEQUENCES = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|O.|.)?")
"""Sent by arrow keys, for example."""


class UserQuit(Exception):  # noqa: N818
    """The user has quit, or the input has ended."""


def ask(question: str) -> str:
    """Print a question and read a line; raises UserQuit at the end of input or on a quit command.

    Control characters and extra spaces are removed.
    """
    line = _read(f"{escape_controls(question)} ")
    if line is None:
        raise UserQuit
    text = _clean(line)
    if not is_terminal(sys.stdin):
        print_line(
            text if len(text) <= MAX_ECHO_CHARACTERS else f"{text[:MAX_ECHO_CHARACTERS]}…"
        )  # a pipe does not echo
    if len(line) > MAX_LINE_CHARACTERS:
        raise FewestError(f"That line is too long. The limit is {MAX_LINE_CHARACTERS:,} characters.")
    if text.lower() in QUIT_COMMANDS:
        raise UserQuit
    return text


def _read(prompt: str) -> str | None:
    """Read a line, cut just above the maximum length; None at the end of input."""
    stream = sys.stdin
    if hasattr(stream, "reconfigure") and stream.errors != "replace":
        stream.reconfigure(errors="replace")  # accept invalid bytes
    if is_terminal(stream) and is_terminal(sys.stdout) and _can_edit():
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
    print(prompt, end="", flush=True)
    line = "" if stream is None else stream.readline(MAX_LINE_CHARACTERS + 2)
    rest = line
    while rest and not rest.endswith("\n"):  # discard the rest of the line
        rest = stream.readline(MAX_LINE_CHARACTERS)
    if not line:
        print()
    return line.removesuffix("\n") if line else None


def _clean(line: str) -> str:
    text = ESCAPE_SEQUENCES.sub("", line)
    return " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace()).split())


def _can_edit() -> bool:
    """Whether readline is available; importing it makes `input` support the arrow keys."""
    try:
        import readline
    except ImportError:
        return False
    readline.set_completer(lambda text, state: None)  # else it completes file names
    return True


def run_session(step: Callable[[], bool]) -> bool:
    """Call `step` until it returns False; print errors and continue.

    Returns False if the user quits. Ctrl-C exits with code 130.
    """
    try:
        while True:
            try:
                if not step():
                    return True
            except FewestError as error:
                print_line(str(error), "red")
    except UserQuit:
        return False
    except KeyboardInterrupt:
        print()
        raise SystemExit(INTERRUPTED_CODE) from None


def print_commands(commands: Sequence[tuple[str, str]], game: Game) -> None:
    """Print the help of a session, with GUESS, REPLY, HOW and NOUN replaced for the game."""
    guess, reply = game.example
    replacements = {"GUESS": guess, "REPLY": reply, "HOW": game.how_to_reply, "NOUN": game.noun}

    def fill_in(text: str) -> str:
        return re.sub("[A-Z]{3,}", lambda name: replacements.get(name[0], name[0]), text)

    print_blocks([table(("type", "to"), [[*map(fill_in, row)] for row in commands], prose=True)])
