"""fewest converge: from brute force to optimal play, one promising guess at a time."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from fewest import FewestError, strategies
from fewest.cli import options
from fewest.cli.show import console, print_json, print_whole, status, table
from fewest.errors import Interrupted
from fewest.learning.convergence import CAUTION, Convergence, Step
from fewest.learning.convergence import converge as search
from fewest.system.files import require_writable


@options.with_setup()
def converge(
    *,
    estimator: options.Estimators = None,
    iterations: Annotated[int | None, typer.Option(help="Stop after so many iterations.", min=0)] = None,
    seconds: Annotated[float | None, options.seconds("Stop after so many seconds.")] = None,
    until: Annotated[float, typer.Option(help="Stop once the mean is this low.", min=0, callback=options.finite)] = 0.0,
    caution: Annotated[
        float,
        typer.Option(
            help="Standard deviations that a guess gets as the benefit of the doubt.",
            min=0,
            max=100,
            callback=options.finite,
        ),
    ] = CAUTION,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Write all steps to JSON: x.json becomes x-entropic.json and so on.", metavar="FILE"
        ),
    ] = None,
    setup: options.Setup,
    as_json: options.Json = False,
) -> None:
    """Start from brute force and improve, guess by promising guess, until the play is proved optimal.

    Example: fewest converge --estimator entropic --seconds 60

    Ctrl-C stops it and shows how far it came.
    """
    estimators = [strategies.estimator(name) for name in estimator or strategies.ESTIMATORS]
    if output is not None and output.suffix != ".json":
        raise FewestError(f"{output}: the steps are written as JSON; end the name in .json.")
    paths = {each.name: output.with_stem(f"{output.stem}-{each.name}") for each in estimators} if output else {}
    for path in paths.values():
        require_writable(path)
    belief = setup.belief()
    made: list[Convergence] = []
    interrupted = False
    for predicts in estimators:
        with status(predicts.name, quiet=as_json) as tell:

            def report(step: Step, name: str = predicts.name, tell: Callable[[str], None] = tell) -> None:
                text = f"{name}: iteration {step.iteration:,}, {step.opener} {step.mean:.4f}"
                tell(f"{text}, none below {step.lower_bound:.4f}, {step.positions:,} positions")

            try:
                made.append(search(belief, predicts, caution, iterations, seconds, until, report))
            except Interrupted as ended:
                made.append(ended.so_far)
                interrupted = True
        if paths:
            made[-1].save(paths[predicts.name])
        if interrupted:
            break
    if as_json:
        print_json([{**vars(each), "steps": [vars(step) for step in improvements(each)]} for each in made])
        raise typer.Exit(130 if interrupted else 0)
    out = console()
    for each in made:
        last = each.steps[-1]
        stopped = "stopped, " if interrupted and each is made[-1] else ""
        verdict = "proved optimal" if each.optimal else f"{stopped}none below {last.lower_bound:.4f}"
        out.print(f"\n{each.estimator} on {belief.game}: {last.mean:.4f} from {last.opener}, {verdict}", style="bold")
        shown = table("iteration", "seconds", "mean", "lower bound", "opener", "positions", left=0)
        for step in improvements(each):
            shown.add_row(
                f"{step.iteration:,}",
                f"{step.seconds:.1f}",
                f"{step.mean:.4f}",
                f"{step.lower_bound:.4f}",
                step.opener,
                f"{step.positions:,}",
            )
        print_whole(out, shown)
    raise typer.Exit(130 if interrupted else 0)


def improvements(made: Convergence) -> list[Step]:
    """The steps that found a better play, and the last."""
    found = [made.steps[0]]
    for step in made.steps[1:]:
        if step.mean < found[-1].mean or step is made.steps[-1]:
            found.append(step)
    return found
