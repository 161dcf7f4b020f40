"""fewest plot: figures as PNG or SVG."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from fewest.cli.click_types import FiniteFloat, Group, option
from fewest.cli.options import (
    AUTO_TEXT,
    FILE,
    clues_argument,
    estimator_option,
    max_guesses_option,
    opening_option,
    seconds_option,
    setup_options,
    strategy_option,
)
from fewest.cli.show import show_progress
from fewest.questions.compare import SHOWN_STRATEGIES
from fewest.scorers import DEFAULT
from fewest.setup import Setup

FREQUENT = Setup(prior="frequency")
"""Without another prior there is nothing to draw of one."""

output_option = option(
    "-o", "--output", type=FILE, required=True, help="Where to write it, a .png or .svg file.", metavar="FILE"
)


@click.group("plot", cls=Group)
def plot() -> None:
    """Draw what was learnt, played or measured, as PNG or SVG.

    Example: fewest plot belief crane=01200 --output belief.svg
    """


def draw(name: str, output: Path, label: str, setup: Setup, **options: Any) -> None:
    """Make a figure and save it; checks the output file first."""
    from fewest.report import frame, plot

    frame.require_path(output)
    with show_progress(label) as watch:
        figure = getattr(plot, name)(setup, watch, **options)
    frame.save(figure, output)


@plot.command("expected-moves")
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
    draw("expected_moves", output, "Learning", setup, data=data)


@plot.command("distribution")
@output_option
@setup_options()
@strategy_option(", ".join(SHOWN_STRATEGIES), multiple=True)
@opening_option
@max_guesses_option
def distribution(
    *, setup: Setup, output: Path, by: tuple[str, ...], openers: tuple[str, ...], max_guesses: int | None
) -> None:
    """Draw how many answers take each number of guesses, strategy by strategy.

    Example: fewest plot distribution -s minimax -s entropy --output distribution.png
    """
    setup = replace(setup, max_guesses=max_guesses)
    draw("distribution", output, "Playing", setup, by=by, opener=openers)


@plot.command("bits")
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
@opening_option
def bits(
    *, setup: Setup, output: Path, secrets_to_show: tuple[str, ...], by: str | None, openers: tuple[str, ...]
) -> None:
    """Draw how the bits of uncertainty shrink from guess to guess.

    Example: fewest plot bits --secret rebut --secret light --output bits.svg
    """
    draw("bits", output, "Playing", setup, secrets=secrets_to_show, by=by or DEFAULT, opener=openers)


@plot.command("belief")
@clues_argument
@output_option
@option("--top", type=click.IntRange(1), help="How many of the likeliest to show one by one.", default=30)
@setup_options()
def belief(*, setup: Setup, clues: tuple[str, ...], output: Path, top: int) -> None:
    """Draw what the secret may be after some clues, and how likely each word is.

    Example: fewest plot belief crane=01200 --prior frequency --output belief.png
    """
    draw("belief", output, "Drawing", replace(setup, clues=clues), top=top)


@plot.command("split")
@click.argument("texts", metavar="GUESS... [CLUE]...", nargs=-1, required=True)
@output_option
@setup_options()
def split(*, setup: Setup, texts: tuple[str, ...], output: Path) -> None:
    """Draw into which parts a guess splits what is possible; several guesses are compared.

    Example: fewest plot split sloth until crane=01200 --output split.png
    """
    draw("split", output, "Drawing", setup, texts=texts)


@plot.command("prior")
@output_option
@setup_options("hard", "rule", default=FREQUENT, named=FREQUENT)
def prior(*, setup: Setup, output: Path) -> None:
    """Draw how likely each word is by its rank, the most frequent first.

    Example: fewest plot prior --secrets guesses --middle 2500 --output prior.png
    """
    draw("prior", output, "Drawing", setup)


@plot.command("game")
@click.argument("secret", metavar="SECRET")
@output_option
@setup_options()
@strategy_option(AUTO_TEXT)
@opening_option
def game(*, setup: Setup, secret: str, output: Path, by: str | None, openers: tuple[str, ...]) -> None:
    """Draw one game: how many words are possible before each guess and after its reply.

    Example: fewest plot game rebut --opener crane --output game.png
    """
    draw("game", output, "Playing", setup, secret=secret, by=by, opener=openers)


@plot.command("lookahead")
@output_option
@option(
    "--words",
    type=click.IntRange(2),
    help="How many answers to take, evenly spread over the list; they are the guesses too.",
    default_text="130, or all there are",
)
@option("--depth", type=click.IntRange(1, 6), help="The greatest depth; each more takes far longer.", default=3)
@setup_options()
def lookahead(*, setup: Setup, output: Path, words: int | None, depth: int) -> None:
    """Draw how many guesses a full lookahead values at each depth, on a small list.

    Example: fewest plot lookahead --words 100 --output lookahead.png
    """
    draw("lookahead", output, "Looking ahead", setup, words=words, depth=depth)


@plot.command("openers")
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
    draw("openers", output, "Measuring", setup, data=data, estimators=estimators, best=best, sample=sample)


@plot.command("convergence")
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
    draw("convergence", output, "Searching", setup, data=data, **more)
