"""Commands that learn estimates and measure how good they are: train, accuracy and converge."""

import json
from pathlib import Path
from typing import Any

import click

from fewest.cli.click_types import FiniteFloat, command, option
from fewest.cli.options import (
    estimator_option,
    json_option,
    output_option,
    seconds_option,
    setup_options,
    shows_result,
    uncertainty_option,
)
from fewest.cli.show import print_blocks, print_text, show_progress
from fewest.curves import BUCKET_BITS, ENTROPY
from fewest.errors import FewestError
from fewest.learning.convergence import CAUTION, DOUBT, WAYS
from fewest.questions import accuracy as accuracies
from fewest.questions import converge as searches
from fewest.questions import train as training
from fewest.results import Result
from fewest.setup import MAX_GUESS_LIMIT, Setup
from fewest.strategies import estimator_names
from fewest.system.files import require_writable
from fewest.system.interrupts import INTERRUPTED_CODE
from fewest.watch import Watch


@command("train")
@output_option("Write the curve to this JSON file.")
@option("--rounds", type=click.IntRange(1, 1000), default=10, help="The maximum number of rounds.")
@option(
    "--bucket",
    type=FiniteFloat(0.01, 8),
    default=BUCKET_BITS,
    help="The distance between two points of the curve, in bits.",
)
@uncertainty_option(ENTROPY)
@setup_options()
@shows_result("Learning")
def train(*, setup: Setup, watch: Watch, output: Path | None, **options: Any) -> Result:
    """Learn from games how many guesses to expect at each level of uncertainty.

    Example: fewest train --edition nyt-2023 --output curve.json

    The first round plays by entropy, and each later round by the curve of the round before. Learning stops after three
    rounds without improvement and keeps the best curve. --rounds 1 is the published method.

    To play by the curve:

    fewest evaluate --strategy expected-moves:curve=curve.json
    """
    if output is not None:
        require_writable(output)
    result = training.train(setup, watch=watch, **options)
    if output is not None:
        result.save(output)
    return result


@command("accuracy")
@estimator_option
@option("--best", type=click.IntRange(0), default=100, help="How many of the best openers to compare.")
@option(
    "--sample",
    type=click.IntRange(0),
    help="How many random openers to compare.",
    default_text=f"all if their exact values are shipped or given with --exact, else {accuracies.DEFAULT_SAMPLE}",
)
@option("--seed", type=int, help="The seed of the random sample.", default_text="0")
@option(
    "--exact",
    metavar="SOURCE",
    help="Read the exact values instead of searching for them: shipped, a store of fewest rank, or a file with an "
    "opener and its total on each line.",
    default_text="shipped if there are values for all openers, else a search",
)
@option(
    "--within",
    type=click.IntRange(1, MAX_GUESS_LIMIT),
    help="With --exact: read the values for play that always finishes within this many guesses.",
    default_text="values without a limit",
)
@output_option("Write all predictions to this JSON file.")
@option(
    "--memory",
    type=click.IntRange(1, 1 << 30),
    help="Memory for the transposition table, in megabytes.",
    default_text="1024, or 128 with --best 0",
)
@setup_options()
@shows_result("Measuring")
def accuracy(
    *, setup: Setup, watch: Watch, sample: int | None, seed: int | None, output: Path | None, **options: Any
) -> Result:
    """Compare what estimators predict for openers with the exact values.

    Example: fewest accuracy --best 10 --sample 50

    The best openers are found and proved, and each opener of the sample is valued exactly. With --exact these values
    are read instead; if openers tie for the last place among the best, the alphabet decides.
    """
    if seed is not None and sample == 0:
        raise FewestError("--seed has no effect without a sample; leave out --seed or --sample 0.")
    if output is not None:
        require_writable(output)
    result = accuracies.accuracy(setup, watch=watch, sample=sample, seed=seed or 0, **options)
    if output is not None:
        result.accuracy.save(output)
    return result


@command("converge")
@estimator_option
@option("--iterations", type=click.IntRange(0), help="Stop after this many iterations.")
@seconds_option("Stop after this many seconds.")
@option("--until", type=FiniteFloat(0), default=0.0, help="Stop when the mean is this low or lower.")
@option(
    "--caution",
    type=FiniteFloat(0, 100),
    help="With --explore doubt: by how many standard deviations to lower each estimate.",
    default_text=f"{CAUTION}",
)
@option(
    "--explore",
    type=click.Choice(WAYS),
    default=DOUBT,
    help="How to pick guesses to try: doubt lowers each estimate by its usual error, sample adds a random error.",
)
@option("--seed", type=click.IntRange(0), help="The seed for --explore sample.", default_text="0")
@output_option("Write all steps to JSON files, one for each estimator: x.json becomes x-entropic.json and so on.")
@setup_options()
@json_option
def converge(
    *,
    setup: Setup,
    estimators: tuple[str, ...],
    seconds: float | None,
    output: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Start with brute force, and improve play until it is proved optimal.

    Example: fewest converge --estimator entropic --seconds 60

    Each step tries the guess that looks most promising. Ctrl-C stops and shows the progress so far.
    """
    names = estimator_names(estimators)
    if output is not None:
        searches.require_json(output)
    paths = {name: output.with_stem(f"{output.stem}-{name}") for name in names} if output else {}
    for path in paths.values():
        require_writable(path)
    belief = setup.belief()
    results = []
    for name in names:
        with show_progress(name) as watch:
            results.append(
                searches.converge(
                    setup, watch=watch.within(seconds), by=name, output=paths.get(name), belief=belief, **options
                )
            )
        if results[-1].interrupted:
            break
    if as_json:
        print_text(json.dumps([result.to_json() for result in results], ensure_ascii=False, indent=2))
    else:
        print_blocks(block for result in results for block in result.blocks())
    if results[-1].interrupted:
        raise SystemExit(INTERRUPTED_CODE)
