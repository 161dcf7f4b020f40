"""fewest rank: the value of every opener."""

from dataclasses import replace
from pathlib import Path

import click

from fewest.cli.click_types import command, option
from fewest.cli.options import (
    PLAY_PANEL,
    json_option,
    limit_option,
    openers_option,
    output_option,
    resources_options,
    seconds_option,
    setup_options,
)
from fewest.cli.show import check_output_option, check_show_option, is_stdout, show, show_progress, write_csv
from fewest.questions.rank import DEFAULT_SHOWN
from fewest.questions.rank import rank as ask
from fewest.search.resources import Resources
from fewest.setup import MAX_GUESS_LIMIT, Setup
from fewest.system.interrupts import INTERRUPTED_CODE, OUT_OF_TIME_CODE


@command("rank")
@option(
    "--top",
    type=click.IntRange(1, 1_000_000),
    help="How many of the best to value exactly; the others get a lower bound.",
    default_text="all",
)
@option(
    "--show", "shown", type=click.IntRange(0), help="How many to show on the screen.", default_text=str(DEFAULT_SHOWN)
)
@output_option("Write the whole table to a CSV file; - is the screen.")
@seconds_option("Stop after so many seconds.")
@openers_option("all", "Rank these only; may be repeated.")
@setup_options()
@limit_option
@option(
    "--within",
    type=click.IntRange(1, MAX_GUESS_LIMIT),
    help="Value each also for play that always finishes within so many guesses; that hardly takes longer.",
    panel=PLAY_PANEL,
)
@option(
    "--aim",
    default="mean",
    help="mean: the fewest guesses on average; within:K: the most secrets found within K guesses, then the mean.",
    panel=PLAY_PANEL,
)
@resources_options
@json_option
def rank(
    *,
    setup: Setup,
    top: int | None,
    shown: int | None,
    output: Path | None,
    seconds: float | None,
    openers: tuple[str, ...],
    max_guesses: int | None,
    within: int | None,
    aim: str,
    resources: Resources,
    as_json: bool,
) -> None:
    """Value every opener: exactly, or by a lower bound.

    Example: fewest rank --top 10 --store openers.db --output openers.csv

    Ctrl-C stops it and shows what is known; with --store the next run goes on from there.
    """
    check_output_option(output, as_json)
    check_show_option(shown, output, as_json)
    setup = replace(setup, max_guesses=max_guesses)
    with show_progress("Ranking", as_json, seconds) as watch:
        result = ask(
            setup,
            watch,
            openers=openers,
            top=top,
            within=within,
            aim=aim,
            shown=DEFAULT_SHOWN if shown is None else shown,
            resources=resources,
        )
    if output is not None:
        write_csv(output, *result.csv())
    if output is None or not is_stdout(output):
        show(result, as_json)
    if not result.proved:
        raise SystemExit(INTERRUPTED_CODE if result.interrupted else OUT_OF_TIME_CODE)
