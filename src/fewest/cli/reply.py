"""fewest reply: the reply to a guess."""

import click

from fewest.cli.click_types import command
from fewest.cli.options import PRIOR_OPTIONS, json_option, replies_option, setup_options
from fewest.cli.show import show
from fewest.questions.reply import reply as ask
from fewest.setup import TODAYS_LIST, Setup


@command("reply")
@click.argument("guess", metavar="GUESS")
@click.argument("secrets_to_guess", metavar="SECRET...", nargs=-1, required=True)
@replies_option
@setup_options("secrets", *PRIOR_OPTIONS, "hard", "rule", default=TODAYS_LIST)
@json_option
def reply(*, setup: Setup, guess: str, secrets_to_guess: tuple[str, ...], replies: str | None, as_json: bool) -> None:
    """Show the reply that a guess gets, and which of several secrets it tells apart.

    Example: fewest reply crane train

    The secret may be any word of the list, whether or not it is an answer.

    Three words that one guess tells apart: fewest reply plumb bound pound mound
    """
    show(ask(setup, guess, secrets_to_guess, replies=replies), as_json)
