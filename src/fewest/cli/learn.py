"""Commands about estimates, how they are learnt and how good they are: train, accuracy and converge."""

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
)
from fewest.cli.show import print_blocks, print_text, show_progress
from fewest.curves import BUCKET_BITS
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
@output_option("Where to write the curve, as JSON.")
@option("--rounds", type=click.IntRange(1, 1000), default=10, help="Rounds of learning at most.")
@option("--bucket", type=FiniteFloat(0.01, 8), default=BUCKET_BITS, help="Bits that are averaged into one point.")
@setup_options()
@shows_result("Learning")
def train(*, setup: Setup, watch: Watch, output: Path | None, **options: Any) -> Result:
    """Learn from games how many guesses some bits of uncertainty take.

    Example: fewest train --edition nyt-2023 --output curve.json

    The first round plays by entropy, each further one by what was learnt from the one before, until three in a row have
    not improved; --rounds 1 is the published method. The best curve is kept:
    fewest evaluate --strategy expected-moves:curve=curve.json
    """
    if output is not None:
        require_writable(output)
    result = training.train(setup, watch, **options)
    if output is not None:
        result.save(output)
    return result


@command("accuracy")
@estimator_option
@option("--best", type=click.IntRange(0), default=100, help="How many of the best openers to prove and predict.")
@option(
    "--sample",
    type=click.IntRange(0),
    help="How many openers to draw at random from all.",
    default_text=f"all, if their values are shipped or read, else {accuracies.DEFAULT_SAMPLE}",
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
@shows_result("Measuring")
def accuracy(
    *, setup: Setup, watch: Watch, sample: int | None, seed: int | None, output: Path | None, **options: Any
) -> Result:
    """Compare what estimators predict for an opener with its exact value.

    Example: fewest accuracy --best 10 --sample 50

    The best openers are found and proved; those of the sample are valued exactly one by one. With --exact their values
    are read instead; of openers that tie for the last place among the best, the first in the alphabet count.
    """
    if seed is not None and sample == 0:
        raise FewestError("A seed belongs to --sample.")
    if output is not None:
        require_writable(output)
    result = accuracies.accuracy(setup, watch, sample=sample, seed=seed or 0, **options)
    if output is not None:
        result.accuracy.save(output)
    return result


@command("converge")
@estimator_option
@option("--iterations", type=click.IntRange(0), help="Stop after so many iterations.")
@seconds_option("Stop after so many seconds.")
@option("--until", type=FiniteFloat(0), default=0.0, help="Stop once the mean is this low.")
@option(
    "--caution",
    type=FiniteFloat(0, 100),
    help="Standard deviations that a guess gets as the benefit of the doubt.",
    default_text=f"{CAUTION}",
)
@option(
    "--explore",
    type=click.Choice(WAYS),
    default=DOUBT,
    help="What to think of estimates: doubt takes a deviation off their mean error, sample draws an error at random.",
)
@option("--seed", type=click.IntRange(0), help="What to draw with --explore sample.", default_text="0")
@output_option("Write all steps to JSON: x.json becomes x-entropic.json and so on.")
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
    """Start from brute force and improve, guess by promising guess, until the play is proved optimal.

    Example: fewest converge --estimator entropic --seconds 60

    Ctrl-C stops it and shows how far it came.
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
                    setup, watch.within(seconds), by=name, output=paths.get(name), belief=belief, **options
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
