"""fewest tree: a strategy written down."""

from pathlib import Path
from typing import Annotated

import typer

from fewest import FewestError, grow, strategies
from fewest.cli import options
from fewest.cli.show import is_screen, print_text, progress
from fewest.system.files import require_writable, write_file
from fewest.trees.drawing import KINDS, render, require_kind


@options.with_setup()
def tree(
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Where to write it; - is the screen.", metavar="FILE", show_default="the screen"
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("-f", "--format", help=f"One of {', '.join(KINDS)}.", show_default="the file's suffix, or txt"),
    ] = None,
    setup: options.Setup,
    strategy: options.Strategy = strategies.DEFAULT,
    opener: options.Opener = None,
    max_guesses: Annotated[
        int | None,
        typer.Option(
            help="Refuse a tree that takes more guesses than this.",
            min=1,
            max=options.MOST_GUESSES,
            rich_help_panel=options.PLAY,
        ),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Write a strategy down as a tree: a guess, and under each reply the next.

    Example: fewest tree --opener salet --output salet.html
    """
    file = None if output is None or is_screen(output) else output
    if as_json:
        if kind not in (None, "json"):
            raise FewestError(f"--json and --format {kind} exclude each other; leave one out.")
        kind = "json"
    kind = kind or (file.suffix.lstrip(".") if file else "txt")
    require_kind(kind)
    if file is not None:
        require_writable(file)
    play = strategies.strategy(strategy)
    start = setup.belief()
    with progress(f"Playing {len(start):,} secrets", quiet=file is None) as report:
        made = grow(play, start, opener, report)
    worst = max(made.depths().values())
    if max_guesses is not None and worst > max_guesses:
        raise FewestError(f"The tree takes up to {worst} guesses, more than {max_guesses}; nothing was written.")
    text = render(made, kind)
    if file is None:
        print_text(text.removesuffix("\n"))
    else:
        write_file(file, text)
