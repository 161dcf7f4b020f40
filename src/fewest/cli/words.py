"""fewest words: the words that fit."""

from typing import Annotated

import typer

from fewest import FewestError
from fewest.cli import options
from fewest.cli.show import console, print_json, print_text, table
from fewest.words import EDITIONS
from fewest.words import edition as load_edition


@options.with_setup()
def words(
    *,
    clues: options.Clues = None,
    allowed: Annotated[
        bool, typer.Option("--allowed", help="List the allowed guesses instead of the answers.")
    ] = False,
    editions: Annotated[bool, typer.Option("--editions", help="List the shipped editions instead.")] = False,
    setup: options.Setup,
    as_json: options.Json = False,
) -> None:
    """List the answers that fit some clues, a word per line; all of them without a clue.

    Example: fewest words crane=01200 sloth=00000
    """
    if editions:
        if clues or allowed or setup != options.Setup():
            raise FewestError("--editions lists what there is; leave everything out that chooses words.")
        list_editions(as_json)
        return
    belief = setup.belief(clues or ())
    game = belief.game
    found = belief.words
    if allowed:
        found = list(game.guesses) if belief.allowed is None else [game.guesses[i] for i in belief.allowed]
    if as_json:
        print_json({"edition": game.label, "count": len(found), "words": found})
    else:
        print_text("\n".join(found))


def list_editions(as_json: bool) -> None:
    """Show the shipped editions."""
    lists = [load_edition(name) for name in EDITIONS]
    if as_json:
        print_json(
            [{"edition": each.name, "guesses": len(each.guesses), "answers": len(each.answers)} for each in lists]
        )
        return
    shown = table("edition", "guesses", "answers")
    for each in lists:
        shown.add_row(each.name, f"{len(each.guesses):,}", f"{len(each.answers):,}")
    console().print(shown)
