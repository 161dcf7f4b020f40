"""Talking with a person line by line, at a terminal or through a pipe; and how a game under way looks."""

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from fewest.cli.show import is_terminal
from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.play import clues
from fewest.results.prose import capital
from fewest.system.exits import INTERRUPTED_CODE
from fewest.system.files import plain

TILES = ("white on grey35", "black on yellow3", "black on green3")
"""How a grey, yellow and green letter looks."""

LEAVE = ("q", "quit", "exit")
"""What ends a session, besides the end of input."""

LONGEST = 1000
"""How many characters a line may have."""

KEYS = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|O.|.)?")
"""What the arrow keys and their like send."""


class _Console(Console):
    """A console to which no text gives a command: names come from files that anybody may have written."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(plain(segment.text, keep="\n"), segment.style)


def console() -> Console:
    """Standard output: in colour on a terminal, plain in a pipe or with NO_COLOR."""
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    return _Console(highlight=False, markup=False, emoji=False, color_system=colours)


def table(*columns: str, left: int = 1) -> Table:
    """A plain table with the first columns to the left and numbers to the right."""
    narrow = shutil.get_terminal_size().columns < 60
    made = Table(box=None, pad_edge=False, collapse_padding=narrow, header_style="bold")
    for index, column in enumerate(columns):
        made.add_column(column, justify="left" if index < left else "right", no_wrap=index < left)
    return made


def tiles(game: Game, guess: str, reply: int) -> Text:
    """A guess in the colours of its reply."""
    marks = game.marks(reply)
    if marks is None:
        return Text(guess)
    text = Text()
    for letter, digit in zip(guess, marks, strict=True):
        text.append(f" {capital(letter)} ", style=f"bold {TILES[digit]}")
    return text


class Leave(Exception):  # noqa: N818
    """The person has left."""


def ask(out: Console, question: str) -> str:
    """Ask and return the line that comes, without the spaces around it; the end of input or a word of LEAVE leaves.

    Whatever the line holds that is no text is dropped, and every space in it is a single one.
    """
    line = _read(out, f"{question} ")
    if line is None:
        raise Leave
    text = _clean(line)
    if not is_terminal(sys.stdin):
        out.print(text if len(text) <= 60 else f"{text[:60]}…")  # a pipe does not show what is typed
    if len(line) > LONGEST:
        raise FewestError(f"That line is too long; {LONGEST:,} characters are enough for anything.")
    if text.lower() in LEAVE:
        raise Leave
    return text


def _read(out: Console, prompt: str) -> str | None:
    """Read a line, or a little more of it than may be, or None at the end of input; at a terminal it can be edited."""
    stream = sys.stdin
    if hasattr(stream, "reconfigure") and stream.errors != "replace":
        stream.reconfigure(errors="replace")  # bytes that are no text are no reason to end
    if is_terminal(stream) and is_terminal(sys.stdout) and _can_edit():
        try:
            return input(prompt)
        except EOFError:
            out.print()
            return None
    out.print(prompt, end="")
    line = read = "" if stream is None else stream.readline(LONGEST + 2)
    while read and not read.endswith("\n"):
        read = stream.readline(LONGEST)
    if not line:
        out.print()
    return line.removesuffix("\n") if line else None


def _clean(line: str) -> str:
    text = KEYS.sub("", line)
    return " ".join("".join(each for each in text if each.isprintable() or each.isspace()).split())


def _can_edit() -> bool:
    """Whether lines can be edited with the arrow keys; without that a terminal has backspace only."""
    try:
        import readline
    except ImportError:
        return False
    readline.set_completer(lambda text, state: None)  # or the names of files are offered
    return True


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
        raise SystemExit(INTERRUPTED_CODE) from None


def split_guess(game: Game, line: str) -> tuple[str, str]:
    """The longest guess that a line starts with, and what follows it; a guess may hold spaces and equals signs."""
    for at in range(len(line), 0, -1):
        if line[at : at + 1] in ("", " ", "=") and game.normalise(line[:at]) in game.guess_index:
            return line[:at].strip(), line[at:].strip().removeprefix("=").strip()
    return "", line


@contextmanager
def thinking() -> Iterator[None]:
    """Say on standard error, if that is a terminal, that something is under way; afterwards it is wiped out."""
    said = "Thinking…" if is_terminal(sys.stderr) else ""
    if said:
        print(said, end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if said:
            print(f"\r{' ' * len(said)}\r", end="", file=sys.stderr, flush=True)


def print_commands(out: Console, commands: Sequence[tuple[str, str]], game: Game) -> None:
    """Explain what can be typed: GUESS, REPLY, HOW and NOUN stand for what they are in this game."""
    guess, reply = game.example
    words = {"GUESS": guess, "REPLY": reply, "HOW": game.how_to_reply, "NOUN": game.noun}
    shown = table("type", "for", left=2)
    shown.columns[1].no_wrap = False
    for row in commands:
        shown.add_row(*(re.sub("[A-Z]{3,}", lambda found: words.get(found[0], found[0]), text) for text in row))
    out.print(shown)


def squares(out: Console, game: Game, reply: int) -> str:
    """A reply as squares, or as digits where squares cannot be written."""
    try:
        game.squares(reply).encode(out.encoding)
    except (UnicodeEncodeError, LookupError):
        return game.reply_text(reply)
    return game.squares(reply)


def row(out: Console, game: Game, guess: str, reply: int) -> Text:
    """A guess in the colours of its reply; where there are no colours, with squares."""
    text = tiles(game, guess, reply)
    return text if out.color_system and game.marks(reply) is not None else text.append(f" {squares(out, game, reply)}")


def share(out: Console, game: Game, title: str, replies: Sequence[int], max_guesses: int, mark: str = "") -> str:
    """A game to show to others: no word of it, only what kind of replies came."""
    won = bool(replies) and replies[-1] == game.win
    return clues.share(title, [squares(out, game, reply) for reply in replies], won, max_guesses, mark)
