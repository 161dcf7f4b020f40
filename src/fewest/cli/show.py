"""How results look on a terminal."""

import csv
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Literal, NoReturn, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from fewest import Evaluation, FewestError, Game
from fewest.__main__ import INTERRUPTED
from fewest.play.clues import capital
from fewest.system.files import plain, require_writable, write_file
from fewest.trees.tree import Progress

TILES = ("white on grey35", "black on yellow3", "black on green3")
"""How a grey, yellow and green letter looks."""


class _Console(Console):
    """A console to which no text gives a command: names come from files that anybody may have written."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(plain(segment.text, keep="\n"), segment.style)


def console(stderr: bool = False) -> Console:
    """Standard output or error: in colour on a terminal, plain in a pipe or with NO_COLOR."""
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    return _Console(highlight=False, markup=False, emoji=False, color_system=colours, stderr=stderr)


def print_text(text: str) -> None:
    """Write lines as they are, but for what would be a command to a terminal."""
    print(plain(text, keep="\n\t"))


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person sits at the other end; a stream that was closed before the start is None."""
    return stream is not None and stream.isatty()


@contextmanager
def status(label: str, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Show on standard error, if that is a terminal, what is under way; it can be changed."""
    if quiet or not is_terminal(sys.stderr):
        yield lambda text: None
        return
    with console(stderr=True).status(label) as shown:
        yield shown.update


def fail(sentence: str) -> NoReturn:
    """Say what is wrong and end the program."""
    print(f"fewest: {plain(sentence)}", file=sys.stderr)
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
    print_text(json.dumps(data, ensure_ascii=False, indent=2))


def is_screen(path: Path) -> bool:
    """Whether an output is the screen instead of a file."""
    return str(path) == "-"


def require_output(path: Path | None, as_json: bool) -> None:
    """Refuse an output that cannot be, before any work is done."""
    if path is not None and is_screen(path):
        if as_json:
            raise FewestError("--output - and --json both write to the screen; choose one.")
    elif path is not None:
        require_writable(path)


def refuse_show(count: int | None, path: Path | None, as_json: bool) -> None:
    """Refuse to be told how much to show where everything is written."""
    if count is not None and (as_json or (path is not None and is_screen(path))):
        raise FewestError("--show is for people; JSON and CSV have everything, so leave it out.")


def write_csv(path: Path, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table as CSV, to a file or to the screen."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    if is_screen(path):
        print_text(text.getvalue().removesuffix("\n"))
    else:
        write_file(path, text.getvalue())


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
    """Show a bar on standard error, if that is a terminal, while secrets are being settled."""
    if quiet or not is_terminal(sys.stderr):
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=console(stderr=True)) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
