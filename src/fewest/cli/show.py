"""How results look on a terminal."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, NoReturn

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fewest import Evaluation, Game
from fewest.__main__ import INTERRUPTED
from fewest.clues import capital
from fewest.tree import Progress

TILES = ("white on grey35", "black on yellow3", "black on green3")
"""How a grey, yellow and green letter looks."""


def console() -> Console:
    """Standard output: in colour on a terminal, plain in a pipe or with NO_COLOR."""
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(highlight=False, markup=False, emoji=False, color_system=None if plain else "auto")


def fail(sentence: str) -> NoReturn:
    """Say what is wrong and end the program."""
    print(f"fewest: {sentence}", file=sys.stderr)
    raise SystemExit(2)


def interruptible(command: Callable[..., None]) -> Callable[..., None]:
    """A command that Ctrl-C ends with a sentence and code 130, unless it has a better answer to that."""

    @wraps(command)
    def run(**given: Any) -> None:
        try:
            command(**given)
        except KeyboardInterrupt:
            print(INTERRUPTED, end="", file=sys.stderr)
            raise SystemExit(130) from None

    return run


def print_json(data: Any) -> None:
    """Write data for programs."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def table(*columns: str, left: int = 1) -> Table:
    """A plain table with the first columns to the left and numbers to the right."""
    narrow = shutil.get_terminal_size().columns < 60
    made = Table(box=None, pad_edge=False, collapse_padding=narrow, header_style="bold")
    for index, column in enumerate(columns):
        made.add_column(column, justify="left" if index < left else "right", no_wrap=index < left)
    return made


def print_whole(out: Console, shown: Table) -> None:
    """Write a table at its full width: a narrow screen breaks its lines, but no column is lost."""
    out.width = max(out.width, out.measure(shown, options=out.options.update(width=1000)).maximum)
    out.print(shown)


def listed(words: Sequence[str]) -> str:
    """Words in a row, with commas where a space would not tell them apart."""
    return (", " if any(" " in word for word in words) else " ").join(words)


def tiles(game: Game, guess: str, reply: int) -> Text:
    """A guess in the colours of its reply."""
    marks = game.marks(reply)
    if marks is None:
        return Text(guess)
    text = Text()
    for letter, digit in zip(guess, marks, strict=True):
        text.append(f" {capital(letter)} ", style=f"bold {TILES[digit]}")
    return text


def histogram(evaluation: Evaluation, width: int) -> Table:
    """The distribution of guesses as a bar chart."""
    most = max(evaluation.histogram.values())
    chart = Table(box=None, pad_edge=False, show_header=False)
    chart.add_column(justify="right")
    chart.add_column(no_wrap=True)
    chart.add_column(justify="right")
    room = max(5, min(50, width - 16))
    for guesses, count in evaluation.histogram.items():
        style = "red" if guesses > evaluation.max_guesses else "green"
        chart.add_row(str(guesses), Text("█" * round(room * count / most) or "▏", style=style), f"{count:,}")
    return chart


def histogram_json(evaluation: Evaluation) -> dict[str, int]:
    """The distribution of guesses for programs, whose keys are text."""
    return {str(guesses): count for guesses, count in evaluation.histogram.items()}


def evaluation_json(evaluation: Evaluation, game: Game, strategy: str, hard: bool, seconds: float) -> dict[str, Any]:
    """An evaluation for programs."""
    return {
        "edition": game.label,
        "guesses": len(game.guesses),
        "answers": len(game.answers),
        "strategy": strategy,
        "opener": evaluation.opener,
        "hard": hard,
        "max_guesses": evaluation.max_guesses,
        "mean": evaluation.mean,
        "total": evaluation.total,
        "worst": evaluation.worst,
        "losses": evaluation.losses,
        "histogram": histogram_json(evaluation),
        "seconds": round(seconds, 3),
    }


@contextmanager
def progress(label: str, quiet: bool) -> Iterator[Progress]:
    """Show a bar on standard error while secrets are being settled."""
    if quiet:
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
