"""fewest split: the replies that a guess may get."""

from dataclasses import replace

import click

from fewest.cli.click_types import command, option
from fewest.cli.options import among_option, clues_argument, json_option, replies_option, setup_options
from fewest.cli.show import print_blocks, show
from fewest.errors import FewestError
from fewest.questions.split import split as ask
from fewest.setup import TODAY, Setup


@command("split")
@click.argument("guess", metavar="GUESS")
@clues_argument
@option("--top", type=click.IntRange(1), help="How many replies to show, likeliest first.", default_text="all")
@replies_option
@setup_options(default=TODAY)
@among_option
@json_option
def split(
    *,
    setup: Setup,
    guess: str,
    clues: tuple[str, ...],
    top: int | None,
    replies: str | None,
    among: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show what a guess would do: every reply that may come, and what it leaves.

    Example: fewest split sloth crane=01200

    Whether a guess tells some words apart: fewest split plumb --among bound,pound,mound
    """
    if as_json and top is not None:
        raise FewestError("--top is for people; JSON has every reply, so leave it out.")
    setup = replace(setup, clues=clues, among=among)
    result = ask(setup, guess, replies=replies)
    if as_json:
        show(result, as_json)
    else:
        print_blocks(result.blocks(top))
