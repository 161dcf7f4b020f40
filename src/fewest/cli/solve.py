"""fewest solve: how a strategy finds a secret."""

from dataclasses import replace

import click

from fewest.cli.click_types import command
from fewest.cli.options import (
    AUTO_TEXT,
    guess_from_option,
    json_option,
    max_guesses_option,
    opening_option,
    preference_options,
    replies_option,
    setup_options,
    strategy_option,
)
from fewest.cli.show import show
from fewest.questions.solve import solve as ask
from fewest.setup import TODAY, Setup
from fewest.strategies.advice import WordPreference


@command("solve")
@click.argument("secrets_to_find", metavar="SECRET...", nargs=-1, required=True)
@replies_option
@setup_options(default=TODAY)
@strategy_option(AUTO_TEXT)
@preference_options
@guess_from_option
@opening_option
@max_guesses_option
@json_option
def solve(
    *,
    setup: Setup,
    secrets_to_find: tuple[str, ...],
    replies: str | None,
    by: str | None,
    preference: WordPreference,
    openers: tuple[str, ...],
    max_guesses: int | None,
    as_json: bool,
) -> None:
    """Show how a secret is found, guess by guess: by a strategy, or as fewest suggest would.

    Example: fewest solve rebut
    """
    setup = replace(setup, max_guesses=max_guesses)
    show(ask(setup, secrets_to_find, by=by, opener=openers, replies=replies, preference=preference), as_json)
