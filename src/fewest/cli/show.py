"""Output: text, colours, JSON, CSV and progress bars."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from fewest.results import Block, Result, Style, line, render
from fewest.system.files import escape_controls, require_writable, write_file
from fewest.watch import UNWATCHED, Watch


def show(result: Result, as_json: bool = False) -> None:
    """Print a result as text or as JSON."""
    if as_json:
        print_text(result.to_json_text())
    else:
        print_blocks(result.blocks())


def print_blocks(blocks: Iterable[Block]) -> None:
    """Print blocks, in colours if stdout has them."""
    columns = shutil.get_terminal_size().columns
    print(render(blocks, columns, has_colours(sys.stdout), has_symbols(sys.stdout)))


def print_line(text: str = "", style: Style = "") -> None:
    """Print a line of text."""
    print_blocks([line(text, style)])


def print_text(text: str) -> None:
    """Print text without escape sequences."""
    print(escape_controls(text, keep="\n\t"))


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; a stream that was closed before the start is None."""
    return stream is not None and stream.isatty()


def has_colours(stream: TextIO | None) -> bool:
    """Whether to use colours: on a terminal or with FORCE_COLOR, never with NO_COLOR."""
    if os.environ.get("NO_COLOR"):
        return False
    dumb = os.environ.get("TERM", "") in ("dumb", "unknown")
    return bool(os.environ.get("FORCE_COLOR")) or (is_terminal(stream) and not dumb)


def has_symbols(stream: TextIO) -> bool:
    """Whether the encoding of a stream has squares and bars."""
    try:
        "⬛🟨🟩█▏→".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@contextmanager
def show_progress(label: str) -> Iterator[Watch]:
    """Show a label and the progress on stderr if it is a terminal; erase them afterwards."""
    if not is_terminal(sys.stderr):
        yield UNWATCHED
        return
    from fewest.cli.progress import ProgressLine

    shown = ProgressLine(label, sys.stderr, has_symbols(sys.stderr))
    try:
        yield Watch(shown.report)
    finally:
        shown.close()


def is_stdout(path: Path) -> bool:
    """Whether an output path means stdout."""
    return str(path) == "-"


def checked_kind(path: Path | None, kind: str | None = None) -> str:
    """The format of a tree for a file or stdout. Checks, before any work is done, that the tree can be written."""
    from fewest.trees.drawing import require_kind

    file = None if path is None or is_stdout(path) else path
    kind = kind or (file.suffix.lstrip(".") if file else "txt")
    require_kind(kind)
    if file is not None:
        require_writable(file)
    return kind


def write_text(path: Path | None, text: str) -> None:
    """Write text to a file or to stdout."""
    if path is None or is_stdout(path):
        print_text(text.removesuffix("\n"))
    else:
        write_file(path, text)


def write_csv(path: Path, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table as CSV, to a file or to stdout."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    write_text(path, text.getvalue())
