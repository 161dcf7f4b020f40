"""fewest openings: fixed first guesses."""

import click

from fewest.cli.click_types import command, option
from fewest.cli.options import json_option, setup_options
from fewest.cli.show import show, show_progress
from fewest.errors import FewestError
from fewest.questions.openings import openings as ask
from fewest.search.fixed_openings import DEFAULT_TRIES, DEFAULT_WIDTH
from fewest.setup import Setup

MAX_LENGTH = 6

MAX_PROVED = 2
"""The length of the longest openings that can be proved best."""


@command("openings")
@click.argument("guesses_made", metavar="[GUESS]...", nargs=-1)
@option("--fixed", type=click.IntRange(1, MAX_LENGTH), help="How many fixed guesses to look for.", default_text="2")
@option("-n", "--count", type=click.IntRange(1, 1000), help="How many openings to show.", default_text="10")
@option(
    "--width",
    type=click.IntRange(1),
    help="How many openings are kept from guess to guess.",
    default_text=str(DEFAULT_WIDTH),
)
@option(
    "--tries", type=click.IntRange(1), help="How many openings are valued in the end.", default_text=str(DEFAULT_TRIES)
)
@option("--prove", is_flag=True, help="Look into all others that may be better; for one or two guesses.")
@setup_options("hard", "rule")
@json_option
def openings(
    *,
    setup: Setup,
    guesses_made: tuple[str, ...],
    fixed: int | None,
    count: int | None,
    width: int | None,
    tries: int | None,
    prove: bool,
    as_json: bool,
) -> None:
    """Find the best two, three or four guesses to make first whatever the replies, or value given ones.

    Example: fewest openings --fixed 3

    What a pair is worth: fewest openings salet courd

    After them play is perfect. A secret that is known before the last of them is guessed at once; the column 'if always
    made' counts them all.
    """
    numbers = {"fixed": fixed, "count": count, "width": width, "tries": tries}
    wanted = {name: value for name, value in numbers.items() if value is not None}
    if guesses_made and (wanted or prove):
        raise FewestError(f"Given guesses are only valued; --{[*wanted, 'prove'][0]} is for looking for the best.")
    if prove and fixed is not None and fixed > MAX_PROVED:
        raise FewestError("There are too many openings of that length for a proof; leave --prove out.")
    with show_progress("Looking", as_json) as watch:
        result = ask(setup, watch, guesses=guesses_made, prove=prove, **wanted)
    show(result, as_json)
