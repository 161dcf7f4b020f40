"""Commands that look at a game: suggest, split, reply, solve, words and games.

Each command imports its own question when it runs, to start quickly.
"""

from typing import TYPE_CHECKING, Any

import click

from fewest.belief import MAX_LISTED
from fewest.cli.click_types import command, option
from fewest.cli.options import (
    PRIOR_OPTIONS,
    among_option,
    auto_strategy_option,
    clues_argument,
    guess_from_option,
    json_option,
    max_guesses_option,
    opening_option,
    preference_options,
    replies_option,
    setup_options,
    shows_result,
)
from fewest.cli.show import print_blocks, show
from fewest.errors import FewestError
from fewest.results import Result
from fewest.setup import TODAY, TODAYS_LIST, Setup

if TYPE_CHECKING:
    from fewest.questions.lists import Words
    from fewest.questions.suggest import Suggestions


list_option = option(
    "--list", "everything", is_flag=True, help="List every secret that fits, not only the likely ones."
)


@command("suggest")
@clues_argument
@option("-n", "--count", type=click.IntRange(1, 1000), default=10, help="How many guesses to show.")
@list_option
@replies_option
@setup_options(default=TODAY, uses_kept_past=True)
@among_option
@auto_strategy_option
@preference_options
@guess_from_option
@opening_option
@max_guesses_option
@json_option
def suggest(*, setup: Setup, everything: bool, as_json: bool, **options: Any) -> None:
    """Show the best next guesses after some clues.

    Example: fewest suggest crane=01200 sloth=00000

    A clue is a guess and its reply: crane=01200, crane=bygbb or crane=⬛🟨🟩⬛⬛.

    To prefer words that people know: fewest suggest crane=01200 --margin 0.05

    To find a guess that tells words apart: fewest suggest --among bound,pound,mound
    """
    from fewest.questions.suggest import suggest as ask

    _show_listed(ask(setup, words=None if everything else MAX_LISTED, **options), everything, as_json)


def _show_listed(result: "Suggestions | Words", everything: bool, as_json: bool) -> None:
    """Show a result with all words that fit, or only the likely ones."""
    if as_json:
        show(result, as_json)
    else:
        print_blocks(result.blocks(everything))


@command("split")
@click.argument("guess", metavar="GUESS")
@clues_argument
@option("--top", type=click.IntRange(1), help="How many replies to show, likeliest first.", default_text="all")
@replies_option
@setup_options(default=TODAY, uses_kept_past=True)
@among_option
@json_option
def split(*, setup: Setup, guess: str, top: int | None, replies: str | None, as_json: bool) -> None:
    """Show what a guess would do: every possible reply, and what it leaves.

    Example: fewest split sloth crane=01200

    To see whether a guess tells words apart: fewest split plumb --among bound,pound,mound
    """
    from fewest.questions.split import split as ask

    if as_json and top is not None:
        raise FewestError("--top has no effect on JSON, which has every reply; leave it out.")
    result = ask(setup, guess, replies=replies)
    if as_json:
        show(result, as_json)
    else:
        print_blocks(result.blocks(top))


@command("reply")
@click.argument("guess", metavar="GUESS")
@click.argument("secrets_to_guess", metavar="SECRET...", nargs=-1, required=True)
@replies_option
@setup_options("secrets", *PRIOR_OPTIONS, "hard", "rule", default=TODAYS_LIST)
@shows_result()
def reply(*, setup: Setup, guess: str, secrets_to_guess: tuple[str, ...], replies: str | None) -> Result:
    """Show the reply to a guess, and which of several secrets it tells apart.

    Example: fewest reply crane train

    A secret may be any allowed guess, even if it is not an answer.

    To see whether a guess tells words apart: fewest reply plumb bound pound mound
    """
    from fewest.questions.reply import reply as ask

    return ask(setup, guess, secrets_to_guess, replies=replies)


@command("solve")
@click.argument("secrets_to_find", metavar="SECRET...", nargs=-1, required=True)
@replies_option
@setup_options(default=TODAY, uses_kept_past=True)
@auto_strategy_option
@preference_options
@guess_from_option
@opening_option
@max_guesses_option
@shows_result()
def solve(*, setup: Setup, secrets_to_find: tuple[str, ...], **options: Any) -> Result:
    """Show how a secret is found, guess by guess.

    Example: fewest solve rebut

    Without --strategy, each guess is the one that fewest suggest proposes.
    """
    from fewest.questions.solve import solve as ask

    return ask(setup, secrets_to_find, **options)


@command("words")
@clues_argument
@option("--allowed", is_flag=True, help="List the allowed guesses instead of the words that fit.")
@option("--editions", is_flag=True, help="List the shipped editions instead.")
@list_option
@setup_options(default=TODAY, uses_kept_past=True)
@json_option
def words(*, setup: Setup, allowed: bool, editions: bool, everything: bool, as_json: bool) -> None:
    """List the words that fit some clues, likeliest first, one per line. Without clues, all words fit.

    Example: fewest words crane=01200 sloth=00000

    By default you see the likely words with their chances; --list shows every word that fits, without chances.

    The words are those of today's game, where every allowed guess may be the secret. For the answers of another list,
    name it: fewest words crane=01200 -e original
    """
    from fewest.play.catalogue import editions as shipped_editions
    from fewest.questions.lists import words as ask

    if not editions:
        _show_listed(ask(setup, allowed=allowed), everything, as_json)
    elif allowed or everything or setup != TODAY:
        raise FewestError("--editions always lists all editions; leave out the clues and other options.")
    else:
        show(shipped_editions(), as_json)


@command("games")
@shows_result()
def games() -> Result:
    """List the games for --game, with their options and default values.

    Example: fewest prove --game mastermind:pegs=3,colours=6
    """
    from fewest.play.catalogue import known_games

    return known_games()
