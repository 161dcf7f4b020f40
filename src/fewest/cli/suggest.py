"""fewest suggest: the best next guesses."""

from dataclasses import replace

import click

from fewest.belief import MAX_LISTED
from fewest.cli.click_types import command, option
from fewest.cli.options import (
    AUTO_TEXT,
    among_option,
    clues_argument,
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
from fewest.questions.suggest import suggest as ask
from fewest.setup import TODAY, Setup
from fewest.strategies.advice import WordPreference


@command("suggest")
@clues_argument
@option("-n", "--count", type=click.IntRange(1, 1000), default=10, help="How many guesses to show.")
@option("--list", "everything", is_flag=True, help="List every secret that is possible, however many there are.")
@replies_option
@setup_options(default=TODAY)
@among_option
@strategy_option(AUTO_TEXT)
@preference_options
@guess_from_option
@opening_option
@max_guesses_option
@json_option
def suggest(
    *,
    setup: Setup,
    clues: tuple[str, ...],
    count: int,
    everything: bool,
    replies: str | None,
    among: tuple[str, ...],
    by: str | None,
    preference: WordPreference,
    openers: tuple[str, ...],
    max_guesses: int | None,
    as_json: bool,
) -> None:
    """Show the best next guesses after some clues.

    Example: fewest suggest crane=01200 sloth=00000

    A clue is a guess and its reply: crane=01200, crane=bygbb or crane=⬛🟨🟩⬛⬛.

    Words that people know: fewest suggest crane=01200 --margin 0.05

    What tells some words apart: fewest suggest --among bound,pound,mound
    """
    setup = replace(setup, clues=clues, among=among, max_guesses=max_guesses)
    words = None if everything else MAX_LISTED
    show(ask(setup, count=count, by=by, opener=openers, words=words, replies=replies, preference=preference), as_json)
