"""fewest prove: the optimal strategy, with proof."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from fewest.cli.click_types import command, option
from fewest.cli.options import (
    PLAY_PANEL,
    json_option,
    limit_option,
    openers_option,
    output_option,
    resources_options,
    seconds_option,
    setup_options,
)
from fewest.cli.show import show, show_progress
from fewest.questions.prove import prove as ask
from fewest.search.resources import Resources
from fewest.setup import Setup
from fewest.system.files import require_writable
from fewest.system.interrupts import INTERRUPTED_CODE, NO_CODE, OUT_OF_TIME_CODE
from fewest.trees.drawing import KINDS, require_kind


@command("prove")
@openers_option("", "Value this first guess only; may be repeated.")
@option("--top", type=click.IntRange(1, 100_000), default=1, help="How many of the best first guesses to prove.")
@option(
    "--after", "clues", help="Start after a clue, as in crane=01200; may be repeated.", metavar="CLUE", multiple=True
)
@setup_options()
@limit_option
@option(
    "--aim",
    default="mean",
    help="mean: the fewest guesses on average; worst: the least worst case, then the fewest secrets that take it, "
    "then the mean; within:K: the most secrets found within K guesses, then the mean.",
    panel=PLAY_PANEL,
)
@option(
    "--gap",
    is_flag=True,
    help="Raise the lower bounds of all first guesses together, half-way to the best play, then half-way again: for "
    "games too large for a whole proof.",
)
@seconds_option("Stop after so many seconds, and show the best play and the bounds so far.")
@output_option(f"Write the best tree to a file: {', '.join(KINDS)}.", "--tree")
@resources_options
@json_option
def prove(
    *,
    setup: Setup,
    openers: tuple[str, ...],
    top: int,
    clues: tuple[str, ...],
    max_guesses: int | None,
    aim: str,
    gap: bool,
    seconds: float | None,
    tree: Path | None,
    resources: Resources,
    as_json: bool,
) -> None:
    """Find the play with the fewest guesses on average, and prove that none is better.

    Example: fewest prove --opener salet --tree salet.html

    Ctrl-C stops it and shows the best play and the bounds so far. With --store the next run goes on from there.
    """
    if tree is not None:
        require_kind(tree.suffix.lstrip("."))
        require_writable(tree)
    setup = replace(setup, clues=clues, max_guesses=max_guesses)
    with show_progress("Proving", as_json, seconds) as watch:
        result = ask(setup, watch, openers=openers, top=top, aim=aim, gap=gap, resources=resources)
    if tree is not None and result.tree is not None:
        result.tree.save(tree)
    show(result, as_json)
    if not result.proved:
        if tree is not None:
            print(f"fewest: {tree} is not written: the best tree is not known yet.", file=sys.stderr)
        raise SystemExit(INTERRUPTED_CODE if result.interrupted else OUT_OF_TIME_CODE)
    if result.tree is None:
        raise SystemExit(NO_CODE)
