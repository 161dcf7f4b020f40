"""fewest proof: the content of a store."""

from pathlib import Path

import click

from fewest.cli.click_types import command, option
from fewest.cli.options import FILE, PRIOR_OPTIONS, json_option, output_option, setup_options
from fewest.cli.show import check_output_option, check_show_option, is_stdout, show, write_csv
from fewest.questions.proof import DEFAULT_SHOWN, read_store
from fewest.setup import Setup
from fewest.system.files import require_writable
from fewest.trees.drawing import KINDS, require_kind


@command("proof")
@click.argument("file", type=FILE, metavar="FILE")
@option("--show", "shown", type=click.IntRange(0), help="How many openers to show.", default_text=str(DEFAULT_SHOWN))
@output_option("Write all openers to a CSV file; - is the screen.")
@output_option(f"Write the best tree to a file: {', '.join(KINDS)}.", "--tree")
@setup_options("spec", "edition", "secrets", *PRIOR_OPTIONS, "hard", "rule")
@json_option
def proof(
    *, setup: Setup, file: Path, shown: int | None, output: Path | None, tree: Path | None, as_json: bool
) -> None:
    """Show what a store of fewest prove or fewest rank holds: openers, bounds, progress and the best tree.

    Example: fewest proof openers.db --output openers.csv

    One's own word lists must be given again for the tree.
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
