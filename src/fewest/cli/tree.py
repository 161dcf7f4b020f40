"""fewest tree: a strategy as a tree."""

from dataclasses import replace
from pathlib import Path

import click

from fewest.cli.click_types import command, option
from fewest.cli.options import (
    PLAY_PANEL,
    json_option,
    opening_option,
    output_option,
    replies_option,
    setup_options,
    strategy_option,
)
from fewest.cli.show import is_stdout, print_text, show_progress
from fewest.errors import FewestError
from fewest.questions.tree import grow_tree
from fewest.scorers import DEFAULT
from fewest.setup import MAX_GUESS_LIMIT, Setup
from fewest.system.files import require_writable, write_file
from fewest.trees.drawing import KINDS, render, require_kind


@command("tree")
@output_option("Where to write it; - is the screen.", default_text="the screen")
@option("-f", "--format", "kind", help=f"One of {', '.join(KINDS)}.", default_text="the file's suffix, or txt")
@replies_option
@setup_options()
@strategy_option()
@opening_option
@option(
    "--max-guesses",
    type=click.IntRange(1, MAX_GUESS_LIMIT),
    help="Refuse a tree that takes more guesses than this.",
    panel=PLAY_PANEL,
)
@json_option
def tree(
    *,
    setup: Setup,
    output: Path | None,
    kind: str | None,
    replies: str | None,
    by: str | None,
    openers: tuple[str, ...],
    max_guesses: int | None,
    as_json: bool,
) -> None:
    """Write a strategy down as a tree: a guess, and under each reply the next.

    Example: fewest tree --opener salet --output salet.html
    """
    file = None if output is None or is_stdout(output) else output
    if as_json:
        if kind not in (None, "json"):
            raise FewestError(f"--json and --format {kind} exclude each other; leave one out.")
        kind = "json"
    kind = kind or (file.suffix.lstrip(".") if file else "txt")
    require_kind(kind)
    if file is not None:
        require_writable(file)
    with show_progress("Playing", quiet=file is None) as watch:
        setup = replace(setup, max_guesses=max_guesses)
        result = grow_tree(setup, watch, by=by or DEFAULT, opener=openers, replies=replies)
        text = render(result, kind, replies)
    if file is None:
        print_text(text.removesuffix("\n"))
    else:
        write_file(file, text)
