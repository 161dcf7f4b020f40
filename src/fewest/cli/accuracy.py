"""fewest accuracy: predictions of estimators and exact values of openers."""

from pathlib import Path

import click

from fewest.cli.click_types import command, option
from fewest.cli.options import estimator_option, json_option, output_option, setup_options
from fewest.cli.show import show, show_progress
from fewest.errors import FewestError
from fewest.questions.accuracy import DEFAULT_SAMPLE
from fewest.questions.accuracy import accuracy as ask
from fewest.setup import MAX_GUESS_LIMIT, Setup
from fewest.system.files import require_writable


@command("accuracy")
@estimator_option
@option("--best", type=click.IntRange(0), default=100, help="How many of the best openers to prove and predict.")
@option(
    "--sample",
    type=click.IntRange(0),
    help="How many openers to draw at random from all.",
    default_text=f"all, if their values are shipped or read, else {DEFAULT_SAMPLE}",
)
@option("--seed", type=int, help="Which sample to draw.", default_text="0")
@option(
    "--exact",
    metavar="SOURCE",
    help="Read the exact values, and search nothing: shipped, a store of fewest rank, or a file with an opener and its "
    "total on every line.",
    default_text="searched for, unless all are shipped",
)
@option(
    "--within",
    type=click.IntRange(1, MAX_GUESS_LIMIT),
    help="Of the values that --exact names, those of play that always finishes within so many guesses.",
    default_text="those without a limit",
)
@output_option("Write every prediction to a JSON file.")
@option(
    "--memory",
    type=click.IntRange(1, 1 << 30),
    help="Megabytes for the transposition table.",
    default_text="1024, or 128 without best openers",
)
@setup_options()
@json_option
def accuracy(
    *,
    setup: Setup,
    estimators: tuple[str, ...],
    best: int,
    sample: int | None,
    seed: int | None,
    exact: str | None,
    within: int | None,
    output: Path | None,
    memory: int | None,
    as_json: bool,
) -> None:
    """Compare what estimators predict for an opener with its exact value.

    Example: fewest accuracy --best 10 --sample 50

    The best openers are found and proved; those of the sample are valued exactly one by one. With --exact their values
    are read instead; of openers that tie for the last place among the best, the first in the alphabet count.
    """
    if seed is not None and sample == 0:
        raise FewestError("A seed belongs to --sample.")
    if output is not None:
        require_writable(output)
    with show_progress("Measuring", as_json) as watch:
        result = ask(
            setup,
            watch,
            estimators=estimators,
            best=best,
            sample=sample,
            seed=seed or 0,
            memory=memory,
            exact=exact,
            within=within,
        )
    if output is not None:
        result.accuracy.save(output)
    show(result, as_json)
