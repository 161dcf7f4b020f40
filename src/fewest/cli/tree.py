"""fewest tree: a strategy written down."""

from pathlib import Path
from typing import Annotated

import typer

from fewest import FewestError, grow, strategies
from fewest.cli import options
from fewest.cli.show import progress
from fewest.drawing import KINDS, render, require_kind


@options.with_setup()
def tree(
    *,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Where to write it.", metavar="FILE", show_default="the screen"),
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
        typer.Option(help="Refuse a tree that takes more guesses than this.", min=1, rich_help_panel=options.PLAY),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Write a strategy down as a tree: a guess, and under each reply the next.

    Example: fewest tree --opener salet --output salet.html
    """
    kind = "json" if as_json else kind or (output.suffix.lstrip(".") if output else "txt")
    require_kind(kind)
    play = strategies.strategy(strategy)
    start = setup.belief()
    with progress(f"Playing {len(start):,} secrets", quiet=output is None) as report:
        made = grow(play, start, opener, report)
    worst = max(made.depths().values())
    if max_guesses is not None and worst > max_guesses:
        raise FewestError(f"The tree takes up to {worst} guesses, more than {max_guesses}; nothing was written.")
    text = render(made, kind)
    if output is None:
        print(text, end="")
    else:
        output.write_text(text, encoding="utf-8")
