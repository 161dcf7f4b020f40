"""fewest words: the words that fit."""

from dataclasses import replace

from fewest.cli.click_types import command, option
from fewest.cli.options import clues_argument, json_option, setup_options
from fewest.cli.show import print_text, show
from fewest.errors import FewestError
from fewest.play.catalogue import editions as shipped_editions
from fewest.questions.lists import words as ask
from fewest.setup import TODAY, Setup


@command("words")
@clues_argument
@option("--allowed", is_flag=True, help="List the words that may be guessed instead of those that fit.")
@option("--editions", is_flag=True, help="List the shipped editions instead.")
@setup_options(default=TODAY)
@json_option
def words(*, setup: Setup, clues: tuple[str, ...], allowed: bool, editions: bool, as_json: bool) -> None:
    """List the words that fit some clues, likeliest first, a word per line; all of them without a clue.

    Of today's game, in which every allowed guess may be the secret; -e original lists answers of that list.

    Example: fewest words crane=01200 sloth=00000
    """
    if editions:
        if clues or allowed or setup != TODAY:
            raise FewestError("--editions lists what there is; leave everything out that chooses words.")
        show(shipped_editions(), as_json)
        return
    found = ask(replace(setup, clues=clues), allowed=allowed)
    if as_json:
        show(found, as_json)
    else:
        print_text("\n".join(found.words))
