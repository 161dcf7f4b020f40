"""fewest plot: figures as PNG or SVG."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from fewest.cli.options import (
    FILE,
    Command,
    FiniteFloat,
    estimator_option,
    max_guesses_option,
    opener_option,
    option,
    seconds_option,
    setup_options,
    strategy_option,
)
from fewest.cli.show import show_progress
from fewest.questions import plot as questions
from fewest.scorers import DEFAULT
from fewest.setup import Setup

output_option = option(
    "-o", "--output", type=FILE, required=True, help="Where to write it, a .png or .svg file.", metavar="FILE"
)


@click.group("plot", no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]})
def plot() -> None:
    """Draw what was learnt, played or measured, as PNG or SVG."""


def draw(make: Any, output: Path, label: str, *arguments: Any, **options: Any) -> None:
    """Make a figure and save it; checks the output file first."""
    from fewest.report import plots

    plots.require_path(output)
    with show_progress(label) as watch:
        figure = make(*arguments, watch, **options)
    plots.save(figure, output)


@plot.command("expected-moves", cls=Command)
@output_option
@option(
    "--data",
    type=FILE,
    help="The curve that fewest train --output wrote.",
    metavar="FILE",
    default_text="learnt now",
)
@setup_options()
def expected_moves(*, setup: Setup, output: Path, data: Path | None) -> None:
    """Draw how many guesses some bits of uncertainty take, and what that was learnt from.

    Example: fewest plot expected-moves --data curve.json --output moves.svg
    """
    draw(questions.expected_moves, output, "Learning", setup, data=data)


@plot.command("distribution", cls=Command)
@output_option
@setup_options()
@strategy_option(", ".join(questions.DEFAULT_STRATEGIES), multiple=True)
@opener_option
@max_guesses_option
def distribution(
    *, setup: Setup, output: Path, by: tuple[str, ...], opener: str | None, max_guesses: int | None
) -> None:
    """Draw how many answers take each number of guesses, strategy by strategy.

    Example: fewest plot distribution -s minimax -s entropy --output distribution.png
    """
    setup = replace(setup, max_guesses=max_guesses)
    draw(questions.distribution, output, "Playing", setup, by=by, opener=opener)


@plot.command("bits", cls=Command)
@output_option
@option(
    "--secret",
    "secrets_to_show",
    help="A word to find; may be repeated.",
    metavar="WORD",
    multiple=True,
    default_text="a quick one, one in the middle and a slow one",
)
@setup_options()
@strategy_option()
@opener_option
def bits(*, setup: Setup, output: Path, secrets_to_show: tuple[str, ...], by: str | None, opener: str | None) -> None:
    """Draw how the bits of uncertainty shrink from guess to guess.

    Example: fewest plot bits --secret rebut --secret light --output bits.svg
    """
    draw(questions.bits, output, "Playing", setup, secrets=secrets_to_show, by=by or DEFAULT, opener=opener)


@plot.command("openers", cls=Command)
@output_option
@option(
    "--data",
    type=FILE,
    help="What fewest accuracy --output wrote.",
    metavar="FILE",
    default_text="measured now, in minutes",
)
@estimator_option
@option("--best", type=click.IntRange(0), help="How many of the best openers to prove.", default_text="10")
@option(
    "--sample",
    type=click.IntRange(0),
    help="How many openers to draw at random.",
    default_text="all, if their values are shipped, else 40",
)
@setup_options()
def openers(
    *,
    setup: Setup,
    output: Path,
    data: Path | None,
    estimators: tuple[str, ...],
    best: int | None,
    sample: int | None,
) -> None:
    """Draw what estimators predict for openers against their exact values.

    Example: fewest plot openers --data accuracy.json --output openers.png
    """
    draw(questions.openers, output, "Measuring", setup, data=data, estimators=estimators, best=best, sample=sample)


@plot.command("convergence", cls=Command)
@output_option
@option(
    "--data",
    type=FILE,
    help="What fewest converge --output wrote; may be repeated.",
    metavar="FILE",
    multiple=True,
    default_text="searched now",
)
@estimator_option
@seconds_option("How long to search, for each estimator.", "20")
@option(
    "--optimum",
    type=FiniteFloat(1),
    help="The least mean there is.",
    metavar="MEAN",
    default_text="drawn if it is proved",
)
@setup_options()
def convergence(
    *,
    setup: Setup,
    output: Path,
    data: tuple[Path, ...],
    estimators: tuple[str, ...],
    seconds: float | None,
    optimum: float | None,
) -> None:
    """Draw how the search of fewest converge comes down to the optimum.

    Example: fewest plot convergence --data steps-entropic.json --data steps-statistical.json --output steps.svg
    """
    more = {"estimators": estimators, "seconds": seconds, "optimum": optimum}
    draw(questions.convergence, output, "Searching", setup, data=data, **more)
