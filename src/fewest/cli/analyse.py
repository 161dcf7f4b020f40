"""fewest analyse: what each guess of a game was worth."""

import sys

import click

from fewest.cli.options import PLAYERS, command, json_option, option, setup_options
from fewest.cli.show import show, watching
from fewest.errors import FewestError
from fewest.questions.analyse import analyse as ask
from fewest.setup import Setup
from fewest.strategies.advice import EXACT_SECONDS


@command("analyse")
@click.argument("made", metavar="[GUESS]...", nargs=-1)
@option(
    "--grid",
    help="The squares that the game lets you share, a row per guess; - reads standard input.",
    metavar="SQUARES",
)
@option("--secret", help="What was looked for, if the guesses do not end with it: a lost game.", metavar="WORD")
@option(
    "--seconds",
    type=float,
    default=EXACT_SECONDS,
    help="About how long the exact value of one position may take, else it is estimated; the work is counted, so that "
    "the answer is the same on every machine.",
)
@setup_options(usual=PLAYERS)
@json_option
def analyse(
    *,
    setup: Setup,
    made: tuple[str, ...],
    grid: str | None,
    secret: str | None,
    seconds: float,
    as_json: bool,
) -> None:
    """Explain a game: what each guess was worth, and how much was skill and how much luck.

    Give the guesses up to the secret; or clues such as crane=01200, and the game may be unfinished or lost.

    It takes: guesses expected from there on, if all after it are perfect.
    Lost: how many more that is than with the best guess.
    Gained: how many the reply saved, compared with replies on average.
    Skill 99 is perfect play, luck 50 is as usual.

    Example: fewest analyse crane slate rebut
    """
    rows = _standard_input() if grid == "-" else grid
    with watching("Analysing", as_json) as watch:
        found = ask(setup, made, watch, grid=rows, secret=secret, seconds=seconds)
    show(found, as_json)


def _standard_input() -> str:
    if sys.stdin is None:
        raise FewestError("There is no standard input to read the grid from.")
    return sys.stdin.buffer.read().decode(errors="replace")
