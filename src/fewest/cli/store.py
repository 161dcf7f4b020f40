"""fewest store: what a store of proofs holds, and whether it is right."""

from pathlib import Path

import click

from fewest.cli.click_types import Group, option
from fewest.cli.options import (
    FILE,
    PRIOR_OPTIONS,
    json_option,
    memory_option,
    output_option,
    setup_options,
)
from fewest.cli.show import check_output_option, check_show_option, is_stdout, show, show_progress, write_csv
from fewest.questions.audit import audit as ask
from fewest.questions.proof import DEFAULT_SHOWN, read_store
from fewest.setup import Setup
from fewest.system.files import require_writable
from fewest.system.interrupts import NO_CODE
from fewest.trees.drawing import KINDS, require_kind


@click.group("store", cls=Group)
def store() -> None:
    """Look into a store of prove or rank.

    Example: fewest store show openers.db
    """


store_options = setup_options("spec", "edition", "secrets", *PRIOR_OPTIONS, "hard", "rule")
"""The word lists of a store; it knows the rest itself."""


@store.command("show")
@click.argument("file", type=FILE, metavar="FILE")
@option("--show", "shown", type=click.IntRange(0), help="How many openers to show.", default_text=str(DEFAULT_SHOWN))
@output_option("Write all openers to a CSV file; - is the screen.")
@output_option(f"Write the best tree to a file: {', '.join(KINDS)}.", "--tree")
@store_options
@json_option
def show_store(
    *, setup: Setup, file: Path, shown: int | None, output: Path | None, tree: Path | None, as_json: bool
) -> None:
    """Show what a store of fewest prove or fewest rank holds: openers, bounds, progress and the best tree.

    Example: fewest store show openers.db --output openers.csv

    Give your own word lists again for the tree.
    """
    if tree is not None:
        require_kind(tree.suffix.lstrip("."))
        require_writable(tree)
    check_output_option(output, as_json)
    check_show_option(shown, output, as_json)
    result = read_store(setup, file, shown=DEFAULT_SHOWN if shown is None else shown, needs_tree=tree is not None)
    if tree is not None and result.tree is not None:
        result.tree.save(tree)
    if output is not None:
        write_csv(output, *result.csv())
    if output is None or not is_stdout(output):
        show(result, as_json)


@store.command("audit")
@click.argument("file", type=FILE, metavar="FILE")
@option("--sample", type=click.IntRange(1), default=20, help="How many openers to prove again.")
@option("--seed", type=int, default=0, help="Which sample to draw.")
@memory_option
@store_options
@json_option
def audit(*, setup: Setup, file: Path, sample: int, seed: int, memory: int | None, as_json: bool) -> None:
    """Prove some openers of a store again, with nothing in memory, and compare; play the kept trees too.

    Example: fewest store audit openers.db --sample 50

    Give your own word lists again.
    """
    with show_progress("Proving again", as_json) as watch:
        result = ask(setup, file, watch, sample=sample, seed=seed, memory=memory)
    show(result, as_json)
    if result.wrong or result.damaged:
        raise SystemExit(NO_CODE)
