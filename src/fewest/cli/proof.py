"""fewest proof: what a store holds."""

from pathlib import Path

import click

from fewest.cli.options import BELIEF, FILE, command, json_option, option, output_option, setup_options
from fewest.cli.show import is_screen, refuse_show, require_output, show, write_csv
from fewest.questions.proof import SHOWN, look_into
from fewest.setup import Setup
from fewest.system.files import require_writable
from fewest.trees.drawing import KINDS, require_kind


@command("proof")
@click.argument("file", type=FILE, metavar="FILE")
@option("--show", "shown", type=click.IntRange(0), help="How many openers to show.", usual=str(SHOWN))
@output_option("Write all openers to a CSV file; - is the screen.")
@output_option(f"Write the best tree to a file: {', '.join(KINDS)}.", "--tree")
@setup_options("spec", "edition", "secrets", *BELIEF, "hard")
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
    require_output(output, as_json)
    refuse_show(shown, output, as_json)
    made = look_into(setup, file, shown=SHOWN if shown is None else shown, needs_tree=tree is not None)
    if tree is not None and made.tree is not None:
        made.tree.save(tree)
    if output is not None:
        write_csv(output, *made.csv())
    if output is None or not is_screen(output):
        show(made, as_json)
