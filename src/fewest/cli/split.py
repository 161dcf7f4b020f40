"""fewest split: the replies that a guess may get."""

from dataclasses import replace

import click

from fewest.cli.options import clues_argument, command, json_option, setup_options
from fewest.cli.show import show
from fewest.questions.split import split as ask
from fewest.setup import Setup


@command("split")
@click.argument("guess", metavar="GUESS")
@clues_argument
@setup_options()
@json_option
def split(*, setup: Setup, guess: str, clues: tuple[str, ...], as_json: bool) -> None:
    """Show what a guess would do: every reply that may come, and what it leaves.

    Example: fewest split sloth crane=01200
    """
    show(ask(replace(setup, clues=clues), guess), as_json)
