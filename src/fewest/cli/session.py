"""Talking with a person line by line, at a terminal or through a pipe."""

import re
import sys
from collections.abc import Callable, Sequence

from fewest.cli.show import is_terminal, print_blocks, print_line
from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.results import table
from fewest.system.exits import INTERRUPTED_CODE
from fewest.system.files import plain

LEAVE = ("q", "quit", "exit")
"""What ends a session, besides the end of input."""

LONGEST, ECHOED = 1000, 60
"""How many characters a line may have, and how many of them are shown where a pipe types."""

ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|O.|.)?")
"""What the arrow keys and their like send."""


class Leave(Exception):  # noqa: N818
    """The person has left."""


def ask(question: str) -> str:
    """Ask and return the line that comes, without the spaces around it; the end of input or a word of LEAVE leaves.

    Whatever the line holds that is no text is dropped, and every space in it is a single one.
    """
    line = _read(f"{plain(question)} ")
    if line is None:
        raise Leave
    text = _clean(line)
    if not is_terminal(sys.stdin):
        print_line(text if len(text) <= ECHOED else f"{text[:ECHOED]}…")  # a pipe does not show what is typed
    if len(line) > LONGEST:
        raise FewestError(f"That line is too long; {LONGEST:,} characters are enough for anything.")
    if text.lower() in LEAVE:
        raise Leave
    return text


def _read(prompt: str) -> str | None:
    """Read a line, or a little more of it than may be, or None at the end of input; at a terminal it can be edited."""
    stream = sys.stdin
    if hasattr(stream, "reconfigure") and stream.errors != "replace":
        stream.reconfigure(errors="replace")  # bytes that are no text are no reason to end
    if is_terminal(stream) and is_terminal(sys.stdout) and _can_edit():
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
    print(prompt, end="", flush=True)
    line = read = "" if stream is None else stream.readline(LONGEST + 2)
    while read and not read.endswith("\n"):
        read = stream.readline(LONGEST)
    if not line:
        print()
    return line.removesuffix("\n") if line else None


def _clean(line: str) -> str:
    text = ESCAPES.sub("", line)
    return " ".join("".join(each for each in text if each.isprintable() or each.isspace()).split())


def _can_edit() -> bool:
    """Whether lines can be edited with the arrow keys; without that a terminal has backspace only."""
    try:
        import readline
    except ImportError:
        return False
    readline.set_completer(lambda text, state: None)  # or the names of files are offered
    return True


def converse(step: Callable[[], bool]) -> bool:
    """Take a step after the other until one says that it was the last; a mistake is told, and the step taken again.

    Returns whether it came to the last step; False says that the person left. Ctrl-C ends the program with code 130.
    """
    try:
        while True:
            try:
                if not step():
                    return True
            except FewestError as error:
                print_line(str(error), "red")
    except Leave:
        return False
    except KeyboardInterrupt:
        print()
        raise SystemExit(INTERRUPTED_CODE) from None


def print_commands(commands: Sequence[tuple[str, str]], game: Game) -> None:
    """Explain what can be typed: GUESS, REPLY, HOW and NOUN stand for what they are in this game."""
    guess, reply = game.example
    words = {"GUESS": guess, "REPLY": reply, "HOW": game.how_to_reply, "NOUN": game.noun}

    def in_this_game(text: str) -> str:
        return re.sub("[A-Z]{3,}", lambda found: words.get(found[0], found[0]), text)

    print_blocks([table(("type", "for"), [[*map(in_this_game, row)] for row in commands], prose=True)])
