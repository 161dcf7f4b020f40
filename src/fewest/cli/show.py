"""How results reach a person or a program: text, colours, JSON, CSV, and the progress of long work."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from fewest.errors import FewestError
from fewest.results import Block, Result, Style, line, render
from fewest.system.files import plain, require_writable, write_file
from fewest.watch import UNWATCHED, Progress, Watch

if TYPE_CHECKING:
    from rich.progress import Progress as Bar


def show(result: Result, as_json: bool = False) -> None:
    """Write a result for a person, or for a program."""
    if as_json:
        print_text(result.to_json_text())
    else:
        print_blocks(result.blocks())


def print_blocks(blocks: Iterable[Block]) -> None:
    """Write blocks as wide as the screen, in colours if it has them."""
    if sys.stdout is not None:
        columns = shutil.get_terminal_size().columns
        print(render(blocks, columns, has_colours(sys.stdout), has_symbols(sys.stdout)))


def print_line(text: str = "", style: Style = "") -> None:
    """Write a line of text."""
    print_blocks([line(text, style)])


def clear_screen() -> None:
    """Clear the screen, if there is one."""
    if is_terminal(sys.stdout):
        print("\x1b[2J\x1b[H", end="", flush=True)


def print_json(data: Any) -> None:
    """Write plain data for programs."""
    import json

    print_text(json.dumps(data, ensure_ascii=False, indent=2))


def print_text(text: str) -> None:
    """Write lines as they are, but for what would be a command to a terminal."""
    print(plain(text, keep="\n\t"))


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person sits at the other end; a stream that was closed before the start is None."""
    return stream is not None and stream.isatty()


def has_colours(stream: TextIO | None) -> bool:
    """Whether colours are wanted: on a terminal, or with FORCE_COLOR, but never with NO_COLOR."""
    if os.environ.get("NO_COLOR"):
        return False
    dumb = os.environ.get("TERM", "") in ("dumb", "unknown")
    return bool(os.environ.get("FORCE_COLOR")) or (is_terminal(stream) and not dumb)


def has_symbols(stream: TextIO) -> bool:
    """Whether squares and bars can be written."""
    try:
        "⬛🟨🟩█▏→".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@contextmanager
def watching(label: str, quiet: bool = False, seconds: float | None = None) -> Iterator[Watch]:
    """Show on standard error, if that is a terminal, that work is under way, and how far it has come once it tells.

    Afterwards it is wiped out.
    """
    if quiet or not is_terminal(sys.stderr):
        yield UNWATCHED.within(seconds)
        return
    said, bar = f"{plain(label)}…", None
    # The cursor goes back to the start of the line, so that whatever is written meanwhile takes its place.
    print(f"{said}\r", end="", file=sys.stderr, flush=True)

    def wipe() -> None:
        print(f"{' ' * len(said)}\r", end="", file=sys.stderr, flush=True)

    def report(progress: Progress) -> None:
        nonlocal bar
        if bar is None:
            wipe()
            bar = _start_bar()
        text = f"{label}: {progress.text}" if progress.text else label
        count = "" if progress.total is None else f"{progress.done:,}/{progress.total:,}"
        task = bar.task_ids[0]
        bar.update(task, completed=progress.done, total=progress.total, description=plain(text), count=count)

    try:
        yield Watch(report).within(seconds)
    finally:
        if bar is None:
            wipe()
        else:
            bar.stop()


def _start_bar() -> "Bar":
    """A progress bar on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    bar = Bar(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[count]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True, highlight=False),
        transient=True,
    )
    bar.add_task("", total=None, count="")
    bar.start()
    return bar


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


def write_csv(path: Path, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table as CSV, to a file or to the screen."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    if is_screen(path):
        print_text(text.getvalue().removesuffix("\n"))
    else:
        write_file(path, text.getvalue())
