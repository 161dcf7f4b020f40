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
)
from fewest.cli.show import show_progress
from fewest.questions.compare import SHOWN_STRATEGIES
from fewest.setup import RESEARCH, Setup

FREQUENT = Setup(prior="frequency")
"""Without another prior there is nothing to draw of one."""


@click.group("plot", cls=Group)
def plot() -> None:
    """Draw what was learnt, played or measured, as PNG or SVG.

    Example: fewest plot belief crane=01200 --output belief.svg
    """


def figure(
    label: str, *without: str, default: Setup = RESEARCH
) -> Callable[[Callable[..., dict[str, Any] | None]], click.Command]:
    """Add a command that draws the figure of `fewest.plot` with the name of a function.

    The figure gets the options of the command, or what the function makes of them. `without` and `default` are for the
    options of the setup.
    """

    def decorate(described: Callable[..., dict[str, Any] | None]) -> click.Command:
        @wraps(described)
        def draw(*, setup: Setup, output: Path, **options: Any) -> None:
            from fewest.report import frame
            from fewest.report import plot as figures

            frame.require_path(output)
            with show_progress(label) as watch:
                options = described(**options) or options
                drawn = getattr(figures, described.__name__)(setup, watch, **options)
            frame.save(drawn, output)

        add_setup = setup_options(*without, default=default, named=default)
        add_output = output_option("Where to write it, a .png or .svg file.", required=True)
        return plot.command(described.__name__.replace("_", "-"))(add_output(add_setup(draw)))

    return decorate


@figure("Learning")
@option(
    "--data",
    type=FILE,
    help="The curve that fewest train --output wrote.",
    metavar="FILE",
    default_text="learnt now",
)
def expected_moves(**options: Any) -> None:
    """Draw how many guesses some bits of uncertainty take, and what that was learnt from.

    Example: fewest plot expected-moves --data curve.json --output moves.svg
    """


@figure("Playing")
@strategy_option(None, ", ".join(SHOWN_STRATEGIES), multiple=True)
@opening_option
@max_guesses_option
def distribution(**options: Any) -> None:
    """Draw how many answers take each number of guesses, strategy by strategy.

    Example: fewest plot distribution -s minimax -s entropy --output distribution.png
    """


@figure("Playing")
@option(
    "--secret",
    "secrets_to_show",
    help="A word to find; may be repeated.",
    metavar="WORD",
    multiple=True,
    default_text="a quick one, one in the middle and a slow one",
)
@strategy_option()
@opening_option
def bits(secrets_to_show: tuple[str, ...], **options: Any) -> dict[str, Any]:
    """Draw how the bits of uncertainty shrink from guess to guess.

    Example: fewest plot bits --secret rebut --secret light --output bits.svg
    """
    return {"secrets": secrets_to_show, **options}


@figure("Drawing")
@clues_argument
@option("--top", type=click.IntRange(1), help="How many of the likeliest to show one by one.", default=30)
def belief(**options: Any) -> None:
    """Draw what the secret may be after some clues, and how likely each word is.

    Example: fewest plot belief crane=01200 --prior frequency --output belief.png
    """


@figure("Drawing")
@click.argument("texts", metavar="GUESS... [CLUE]...", nargs=-1, required=True)
def split(**options: Any) -> None:
    """Draw into which parts a guess splits what is possible; several guesses are compared.

    Example: fewest plot split sloth until crane=01200 --output split.png
    """


@figure("Drawing", "hard", "rule", default=FREQUENT)
def prior(**options: Any) -> None:
    """Draw how likely each word is by its rank, the most frequent first.

    Example: fewest plot prior --secrets guesses --middle 2500 --output prior.png
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
    help="How many answers to take, evenly spread over the list; they are the guesses too.",
    default_text="130, or all there are",
)
@option("--depth", type=click.IntRange(1, 6), help="The greatest depth; each more takes far longer.", default=3)
def lookahead(**options: Any) -> None:
    """Draw how many guesses a full lookahead values at each depth, on a small list.

    Example: fewest plot lookahead --words 100 --output lookahead.png
    """


@figure("Measuring")
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
def openers(**options: Any) -> None:
    """Draw what estimators predict for openers against their exact values.

    Example: fewest plot openers --data accuracy.json --output openers.png
    """


@figure("Searching")
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
def convergence(**options: Any) -> None:
    """Draw how the search of fewest converge comes down to the optimum.

    Example: fewest plot convergence --data steps-entropic.json --data steps-statistical.json --output steps.svg
    """
