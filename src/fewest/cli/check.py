"""fewest check: verify a tree."""

from pathlib import Path

import click

from fewest.cli.click_types import command
from fewest.cli.options import FILE, json_option, setup_options
from fewest.cli.show import show
from fewest.questions.check import check as ask
from fewest.setup import Setup


@command("check")
@click.argument("file", type=FILE, metavar="FILE")
@setup_options("edition", "hard", "rule")
@json_option
def check(*, setup: Setup, file: Path, as_json: bool) -> None:
    """Verify a tree: play every secret with the plain rules, apart from whatever made the tree.

    Example: fewest check salet.json

    With a prior, the mean under it is shown too.

    The edition, hard mode and --rule are read from the tree; give your own word lists again, and --secrets with them.
    """
    show(ask(setup, file), as_json)
