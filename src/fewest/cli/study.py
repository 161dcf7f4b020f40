"""Commands that study strategies: evaluate, compare, tree, check, train, accuracy and converge.

A command imports its question when it runs, so that it loads nothing of the others.
"""

import json
from pathlib import Path
from typing import Any

import click

from fewest.cli.click_types import FiniteFloat, command, option
from fewest.cli.options import (
    FILE,
    GAME_PANEL,
    complete_editions,
    estimator_option,
    guess_from_option,
    guess_limit_option,
    json_option,
    max_guesses_option,
    openers_option,
    opening_option,
    output_option,
    replies_option,
    seconds_option,
    setup_options,
    shows_result,
    strategy_option,
)
from fewest.cli.show import checked_kind, print_blocks, print_text, show, show_progress, write_text
from fewest.curves import BUCKET_BITS
from fewest.errors import FewestError
from fewest.learning.convergence import CAUTION, DOUBT, WAYS
from fewest.questions.accuracy import DEFAULT_SAMPLE
from fewest.results import Result
from fewest.setup import MAX_GUESS_LIMIT, Setup
from fewest.system.files import require_writable
from fewest.system.interrupts import INTERRUPTED_CODE
from fewest.trees.drawing import KINDS, render
from fewest.watch import Watch


@command("evaluate")
@setup_options()
@strategy_option()
@guess_from_option
@opening_option
@max_guesses_option
@option("--laps", is_flag=True, help="Play the answers one after the other, and time them by tenths.")
@shows_result("Playing")
def evaluate(*, setup: Setup, watch: Watch, **options: Any) -> Result:
    """Play every answer and show mean, worst case and distribution.

    Example: fewest evaluate --strategy entropic --edition nyt-2023
    """
    from fewest.questions.evaluate import evaluate_strategy

    return evaluate_strategy(setup, watch, **options)


@command("compare")
@option(
    "-e",
    "--edition",
    "editions",
    help="A shipped word list; may be repeated.",
    metavar="NAME",
    multiple=True,
    shell_complete=complete_editions,
    panel=GAME_PANEL,
)
@setup_options("edition")
@strategy_option(None, "all classic ones", multiple=True)
@openers_option("the strategy's own")
@max_guesses_option
@option("--markdown", is_flag=True, help="Write the table for a Markdown file.")
@json_option
def compare(*, setup: Setup, markdown: bool, as_json: bool, **options: Any) -> None:
    """Compare strategies, openers and editions in one table.

    Example: fewest compare -s entropy -s minimax --opener raise --opener salet
    """
    from fewest.questions.compare import compare as ask

    if markdown and as_json:
        raise FewestError("Choose one: --markdown or --json.")
    with show_progress("Playing") as watch:
        result = ask(setup, watch, **options)
    if markdown:
        print_text(result.to_markdown())
    else:
        show(result, as_json)


@command("tree")
@output_option("Where to write it; - is the screen.", default_text="the screen")
@option("-f", "--format", "kind", help=f"One of {', '.join(KINDS)}.", default_text="the file's suffix, or txt")
@replies_option
@setup_options()
@strategy_option()
@opening_option
@guess_limit_option("Refuse a tree that takes more guesses than this.")
@json_option
def tree(
    *, setup: Setup, output: Path | None, kind: str | None, replies: str | None, as_json: bool, **options: Any
) -> None:
    """Write a strategy down as a tree: a guess, and under each reply the next.

    Example: fewest tree --opener salet --output salet.html
    """
    from fewest.questions.tree import grow_tree

    if as_json and kind not in (None, "json"):
        raise FewestError(f"--json and --format {kind} exclude each other; leave one out.")
    kind = checked_kind(output, "json" if as_json else kind)
    with show_progress("Playing") as watch:
        text = render(grow_tree(setup, watch, replies=replies, **options), kind, replies)
    write_text(output, text)


@command("check")
@click.argument("file", type=FILE, metavar="FILE")
@setup_options("edition", "hard", "rule")
@shows_result()
def check(*, setup: Setup, file: Path) -> Result:
    """Verify a tree: play every secret with the plain rules, apart from whatever made the tree.

    Example: fewest check salet.json

    With a prior, the mean under it is shown too.

    The edition, hard mode and --rule are read from the tree; give your own word lists again, and --secrets with them.
    """
    from fewest.questions.check import check as ask

    return ask(setup, file)


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
    from fewest.questions.train import train as ask

    if output is not None:
        require_writable(output)
    result = ask(setup, watch, **options)
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
@shows_result("Measuring")
def accuracy(
    *, setup: Setup, watch: Watch, sample: int | None, seed: int | None, output: Path | None, **options: Any
) -> Result:
    """Compare what estimators predict for an opener with its exact value.

    Example: fewest accuracy --best 10 --sample 50

    The best openers are found and proved; those of the sample are valued exactly one by one. With --exact their values
    are read instead; of openers that tie for the last place among the best, the first in the alphabet count.
    """
    from fewest.questions.accuracy import accuracy as ask

    if seed is not None and sample == 0:
        raise FewestError("A seed belongs to --sample.")
    if output is not None:
        require_writable(output)
    result = ask(setup, watch, sample=sample, seed=seed or 0, **options)
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
    from fewest.questions.converge import converge as ask
    from fewest.questions.converge import require_json
    from fewest.strategies import estimator_names

    names = estimator_names(estimators)
    if output is not None:
        require_json(output)
    paths = {name: output.with_stem(f"{output.stem}-{name}") for name in names} if output else {}
    for path in paths.values():
        require_writable(path)
    belief = setup.belief()
    results = []
    for name in names:
        with show_progress(name) as watch:
            results.append(ask(setup, watch.within(seconds), by=name, output=paths.get(name), belief=belief, **options))
        if results[-1].interrupted:
            break
    if as_json:
        print_text(json.dumps([result.to_json() for result in results], ensure_ascii=False, indent=2))
    else:
        print_blocks(block for result in results for block in result.blocks())
    if results[-1].interrupted:
        raise SystemExit(INTERRUPTED_CODE)
