"""fewest plot: figures as PNG or SVG."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from fewest.cli.click_types import FiniteFloat, Group, option
from fewest.cli.options import (
    FILE,
    auto_strategy_option,
    clues_argument,
    estimator_option,
    max_guesses_option,
    opening_option,
    output_option,
    seconds_option,
    setup_options,
    strategy_option,
    uncertainty_option,
)
from fewest.cli.show import show_progress
from fewest.questions.compare import SHOWN_STRATEGIES
from fewest.setup import FREQUENT, RESEARCH, TODAY, Setup


@click.group("plot", cls=Group)
def plot() -> None:
    """Draw results as PNG or SVG.

    Example: fewest plot belief crane=01200 --output belief.svg
    """


def figure(
    label: str, *without: str, default: Setup = RESEARCH, named: Setup = RESEARCH
) -> Callable[[Callable[..., dict[str, Any] | None]], click.Command]:
    """Make a command that draws a figure: the function of `fewest.plot` with the same name.

    The figure gets the options of the command, or what the decorated function returns for them. `without`, `default`
    and `named` are passed to `setup_options`.
    """

    def decorate(described: Callable[..., dict[str, Any] | None]) -> click.Command:
        @wraps(described)
        def draw(*, setup: Setup, output: Path, **options: Any) -> None:
            from fewest.report import frame
            from fewest.report import plot as figures

            frame.require_path(output)
            with show_progress(label) as watch:
                options = described(**options) or options
                drawn = getattr(figures, described.__name__)(setup, watch=watch, **options)
            drawn.save(output)

        add_setup = setup_options(*without, default=default, named=named)
        add_output = output_option("The .png or .svg file to write.", required=True)
        return plot.command(described.__name__.replace("_", "-"))(add_output(add_setup(draw)))

    return decorate


@figure("Learning")
@option(
    "--data",
    type=FILE,
    help="A curve written by fewest train --output.",
    metavar="FILE",
    default_text="learn one now",
)
@uncertainty_option(None)
def expected_moves(**options: Any) -> None:
    """Draw how many guesses to expect at each level of uncertainty, and the games behind this curve.

    Example: fewest plot expected-moves --data curve.json --output moves.svg
    """


@figure("Playing")
@strategy_option(None, ", ".join(SHOWN_STRATEGIES), multiple=True)
@opening_option
@max_guesses_option
def distribution(**options: Any) -> None:
    """Draw how many answers take each number of guesses, for each strategy.

    Example: fewest plot distribution -s minimax -s entropy --output distribution.png
    """


@figure("Playing")
@option(
    "--secret",
    "secrets_to_show",
    help="A secret to find. May be repeated.",
    metavar="WORD",
    multiple=True,
    default_text="a quick, a typical and a slow one",
)
@strategy_option()
@opening_option
def bits(secrets_to_show: tuple[str, ...], **options: Any) -> dict[str, Any]:
    """Draw how uncertainty shrinks from guess to guess, in bits.

    Example: fewest plot bits --secret rebut --secret light --output bits.svg
    """
    return {"secrets": secrets_to_show, **options}


@figure("Drawing", default=TODAY)
@clues_argument
@option("--top", type=click.IntRange(1), help="How many of the likeliest secrets get their own bar.", default=30)
def belief(**options: Any) -> None:
    """Draw which secrets are possible after some clues, and how likely each is.

    Example: fewest plot belief crane=01200 --output belief.png
    """


@figure("Drawing")
@click.argument("texts", metavar="GUESS... [CLUE]...", nargs=-1, required=True)
def split(**options: Any) -> None:
    """Draw how guesses split the possible secrets into parts.

    Example: fewest plot split sloth until crane=01200 --output split.png
    """


@figure("Drawing", "hard", "rule", default=FREQUENT, named=FREQUENT)
def prior(**options: Any) -> None:
    """Draw how likely each word is, by its frequency rank.

    Example: fewest plot prior --secrets guesses --midpoint 2500 --output prior.png
    """


@figure("Playing")
@click.argument("secret", metavar="SECRET")
@auto_strategy_option
@opening_option
def game(**options: Any) -> None:
    """Draw one game: how many words are possible before each guess and after its reply.

    Example: fewest plot game rebut --opener crane --output game.png
    """


@figure("Looking ahead")
@option(
    "--words",
    type=click.IntRange(2),
    help="How many answers to use, spread evenly over the list. They are the allowed guesses too.",
    default_text="130, or all of a shorter list",
)
@option("--depth", type=click.IntRange(1, 6), help="The greatest depth, 1 to 6; each step takes far longer.", default=3)
def lookahead(**options: Any) -> None:
    """Draw how many guesses a full lookahead evaluates at each depth, on a small list.

    Example: fewest plot lookahead --words 100 --output lookahead.png
    """


@figure("Measuring")
@option(
    "--data",
    type=FILE,
    help="A file written by fewest accuracy --output.",
    metavar="FILE",
    default_text="measure now, which takes minutes",
)
@estimator_option
@option("--best", type=click.IntRange(0), help="How many of the best openers to compare.", default_text="10")
@option(
    "--sample",
    type=click.IntRange(0),
    help="How many random openers to compare.",
    default_text="all if their exact values are shipped, else 40",
)
def openers(**options: Any) -> None:
    """Draw what estimators predict for openers against the exact values.

    Example: fewest plot openers --data accuracy.json --output openers.png
    """


@figure("Searching")
@option(
    "--data",
    type=FILE,
    help="A file written by fewest converge --output. May be repeated.",
    metavar="FILE",
    multiple=True,
    default_text="search now",
)
@estimator_option
@seconds_option("How many seconds to search with each estimator.", "20")
@option(
    "--optimum",
    type=FiniteFloat(1),
    help="The best possible mean, if you know it.",
    metavar="MEAN",
    default_text="the mean of a search that proved it",
)
def convergence(**options: Any) -> None:
    """Draw how the search of fewest converge approaches the optimum.

    Example: fewest plot convergence --data steps-entropic.json --output steps.svg
    """
