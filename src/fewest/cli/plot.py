"""fewest plot: pictures of what was learnt, played and measured."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from fewest import FewestError, Prover, evaluate, grow, strategies
from fewest.cli import options
from fewest.cli.prove import progress as proof_progress
from fewest.cli.show import progress
from fewest.learning.accuracy import Accuracy, measure
from fewest.learning.convergence import Convergence, Step, converge
from fewest.learning.training import train
from fewest.play.clues import find_secret

STRATEGIES = ("letters-adjusted", "minimax", "entropy", "expected-moves")
"""Whose distributions are drawn unless others are named."""

Output = Annotated[Path, typer.Option("-o", "--output", help="Where to write it, a .png or .svg file.", metavar="FILE")]

plot = typer.Typer(
    name="plot",
    help="Draw what was learnt, played or measured, as PNG or SVG.",
    no_args_is_help=True,
)


@plot.command("expected-moves", cls=options.Command)
@options.with_setup()
def expected_moves(*, output: Output, setup: options.Setup) -> None:
    """Draw how many guesses some bits of uncertainty take, and what that was learnt from.

    Example: fewest plot expected-moves --output moves.svg
    """
    from fewest.report import plots

    plots.require_path(output)
    belief = setup.belief()
    rounds = 10
    with progress("Learning", quiet=False) as report:
        curve, made = train(belief, rounds, report=lambda each: report(each.number, rounds))
    learnt = next(each for each in made if each.curve is curve)
    plots.save(plots.expected_moves(curve, learnt.samples), output)


@plot.command(cls=options.Command)
@options.with_setup()
def distribution(
    *,
    output: Output,
    setup: options.Setup,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "-s",
            "--strategy",
            help=f"{options.PLAY_BY} May be repeated.",
            show_default=", ".join(STRATEGIES),
            autocompletion=options.complete_strategy,
            rich_help_panel=options.PLAY,
        ),
    ] = None,
    opener: options.Opener = None,
    max_guesses: options.MaxGuesses = None,
) -> None:
    """Draw how many answers take each number of guesses, strategy by strategy.

    Example: fewest plot distribution -s minimax -s entropy --output distribution.png
    """
    from fewest.report import plots

    plots.require_path(output)
    plays = [(name, strategies.strategy(name)) for name in strategy or setup.fitting(STRATEGIES)]
    belief = setup.belief()
    made = []
    with progress("Playing", quiet=False) as report:
        for done, (name, play) in enumerate(plays):
            report(done, len(plays))
            tree = replace(grow(play, belief, opener, answers=belief.game.answers), strategy=name)
            made.append(evaluate(tree, max_guesses=max_guesses or belief.game.max_guesses))
        report(len(plays), len(plays))
    plots.save(plots.distribution(made), output)


@plot.command(cls=options.Command)
@options.with_setup()
def bits(
    *,
    output: Output,
    secret: Annotated[
        list[str] | None,
        typer.Option(
            help="A word to find; may be repeated.",
            metavar="WORD",
            show_default="a quick one, one in the middle and a slow one",
        ),
    ] = None,
    setup: options.Setup,
    strategy: options.Strategy = strategies.DEFAULT,
    opener: options.Opener = None,
) -> None:
    """Draw how the bits of uncertainty shrink from guess to guess.

    Example: fewest plot bits --secret rebut --secret light --output bits.svg
    """
    from fewest.report import plots

    plots.require_path(output)
    play = strategies.strategy(strategy)
    belief = setup.belief()
    words = [find_secret(belief.game, text) for text in secret or ()]
    with progress(f"Playing {len(belief):,} secrets", quiet=False) as report:
        tree = replace(grow(play, belief, opener, report), strategy=strategy)
    plots.save(plots.bits(tree, belief, list(dict.fromkeys(words))), output)


@plot.command(cls=options.Command)
@options.with_setup()
def openers(
    *,
    output: Output,
    data: Annotated[
        Path | None,
        typer.Option(
            help="What fewest accuracy --output wrote.", metavar="FILE", show_default="measured now, in minutes"
        ),
    ] = None,
    estimator: options.Estimators = None,
    best: Annotated[
        int | None, typer.Option(help="How many of the best openers to prove.", min=0, show_default="10")
    ] = None,
    sample: Annotated[
        int | None, typer.Option(help="How many openers to draw at random.", min=0, show_default="40")
    ] = None,
    setup: options.Setup,
) -> None:
    """Draw what estimators predict for openers against their exact values.

    Example: fewest plot openers --data accuracy.json --output openers.png
    """
    from fewest.report import plots

    plots.require_path(output)
    if data is not None:
        refuse_more(setup, estimator=estimator, best=best, sample=sample)
        plots.save(plots.openers(Accuracy.load(data)), output)
        return
    best, sample = 10 if best is None else best, 40 if sample is None else sample
    predict = [strategies.estimator(name) for name in estimator or strategies.ESTIMATORS]
    belief = setup.belief()
    prover = Prover(belief, memory=1 << 30)
    with proof_progress(quiet=not best) as proving, progress("Sampling", quiet=not sample) as sampling:
        made = measure(belief, predict, best, sample, prover=prover, report=proving, progress=sampling)
    plots.save(plots.openers(made), output)


@plot.command(cls=options.Command)
@options.with_setup()
def convergence(
    *,
    output: Output,
    data: Annotated[
        list[Path] | None,
        typer.Option(
            help="What fewest converge --output wrote; may be repeated.",
            metavar="FILE",
            show_default="searched now",
        ),
    ] = None,
    estimator: options.Estimators = None,
    seconds: Annotated[float | None, options.seconds("How long to search, for each estimator.", "20")] = None,
    optimum: Annotated[
        float | None,
        typer.Option(
            help="The least mean there is.",
            metavar="MEAN",
            min=1,
            callback=options.finite,
            show_default="drawn if it is proved",
        ),
    ] = None,
    setup: options.Setup,
) -> None:
    """Draw how the search of fewest converge comes down to the optimum.

    Example: fewest plot convergence --data steps-entropic.json --data steps-statistical.json --output steps.svg
    """
    from fewest.report import plots

    plots.require_path(output)
    if data:
        refuse_more(setup, estimator=estimator, seconds=seconds)
        plots.save(plots.convergence([Convergence.load(path) for path in data], optimum), output)
        return
    limit = 20.0 if seconds is None else seconds
    predict = [strategies.estimator(name) for name in estimator or strategies.ESTIMATORS]
    belief = setup.belief()
    made: list[Convergence] = []
    with progress("Searching", quiet=False) as report:
        for each in predict:

            def tell(step: Step, before: int = len(made)) -> None:
                report(int(before * limit + step.seconds), int(len(predict) * limit))

            made.append(converge(belief, each, seconds=limit, report=tell))
    plots.save(plots.convergence(made, optimum), output)


def refuse_more(setup: options.Setup, **given: Any) -> None:
    """Refuse options that say what to measure where the data say what was measured."""
    for name, value in given.items():
        if value is not None and value != []:
            raise FewestError(f"--data and --{name} exclude each other: the data are measured already.")
    if setup != options.Setup():
        raise FewestError("--data says which game was played; leave out the options that choose one.")
