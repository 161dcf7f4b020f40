"""fewest accuracy: what estimators predict for openers beside their exact values."""

from pathlib import Path
from typing import Annotated

import typer

from fewest import FewestError, Prover, strategies
from fewest.cli import options
from fewest.cli.prove import progress as proof_progress
from fewest.cli.show import console, print_json, print_whole, progress, table
from fewest.learning.accuracy import Error, measure
from fewest.system.files import require_writable


@options.with_setup()
def accuracy(
    *,
    estimator: options.Estimators = None,
    best: Annotated[int, typer.Option(help="How many of the best openers to prove and predict.", min=0)] = 100,
    sample: Annotated[int, typer.Option(help="How many openers to draw at random from all.", min=0)] = 100,
    seed: Annotated[int | None, typer.Option(help="Which sample to draw.", show_default="0")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write every prediction to a JSON file.", metavar="FILE")
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(
            help="Megabytes for what is known of positions.",
            min=1,
            max=1 << 30,
            show_default="1024, or 128 without best openers",
        ),
    ] = None,
    setup: options.Setup,
    as_json: options.Json = False,
) -> None:
    """Compare what estimators predict for an opener with its exact value.

    Example: fewest accuracy --best 10 --sample 50

    The best openers are found and proved; those of the sample are valued exactly one by one.
    """
    if seed is not None and not sample:
        raise FewestError("A seed belongs to --sample.")
    seed = seed or 0
    estimators = [strategies.estimator(name) for name in estimator or strategies.ESTIMATORS]
    if output is not None:
        require_writable(output)
    belief = setup.belief()
    prover = Prover(belief, memory=(memory or (1024 if best else 128)) << 20)
    with proof_progress(quiet=as_json or not best) as proving, progress("Sampling", as_json or not sample) as sampling:
        made = measure(belief, estimators, best, sample, seed, prover, proving, sampling)
    if output is not None:
        made.save(output)
    errors = made.errors()
    if as_json:
        print_json(
            {
                "edition": made.label,
                "population": made.population,
                "seed": seed,
                "seconds": round(made.seconds, 3),
                **{kind: [vars(each) for each in found] for kind, found in errors.items()},
            }
        )
        return
    out = console()
    for kind, found in errors.items():
        if found:
            what = "best openers" if kind == "best" else f"openers drawn from {made.population:,}"
            out.print(f"\n{found[0].openers} {what} of {belief.game}", style="bold")
            shown = table("estimator", "mean squared error", "95 % within", "bias", "correlation")
            for each in found:
                shown.add_row(*cells(each))
            print_whole(out, shown)
    out.print(f"\n{made.seconds:.1f} seconds", style="dim")


def cells(error: Error) -> list[str]:
    """One line of the table as text."""
    margin = f"± {error.margin:.4f}" if error.margin else ""
    correlation = "" if error.correlation is None else f"{error.correlation:.3f}"
    return [error.estimator, f"{error.squared:.4f}", margin, f"{error.bias:+.4f}", correlation]
