"""fewest converge: a search from brute force to optimal play."""

from collections.abc import Sequence
from pathlib import Path

import click

from fewest.cli.click_types import FiniteFloat, command, option
from fewest.cli.options import estimator_option, json_option, output_option, seconds_option, setup_options
from fewest.cli.show import print_blocks, print_json, show_progress
from fewest.learning.convergence import CAUTION, DOUBT, WAYS
from fewest.questions.converge import Converged, require_json
from fewest.questions.converge import converge as ask
from fewest.setup import Setup
from fewest.strategies import estimator_names
from fewest.system.files import require_writable
from fewest.system.interrupts import INTERRUPTED_CODE


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
    iterations: int | None,
    seconds: float | None,
    until: float,
    caution: float | None,
    explore: str,
    seed: int | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Start from brute force and improve, guess by promising guess, until the play is proved optimal.

    Example: fewest converge --estimator entropic --seconds 60

    Ctrl-C stops it and shows how far it came.
    """
    names = estimator_names(estimators)
    if output is not None:
        require_json(output)
    paths = {name: output.with_stem(f"{output.stem}-{name}") for name in names} if output else {}
    for path in paths.values():
        require_writable(path)
    belief = setup.belief()
    results: list[Converged] = []
    for name in names:
        with show_progress(name, as_json, seconds) as watch:
            results.append(
                ask(
                    setup,
                    watch,
                    by=name,
                    caution=caution,
                    explore=explore,
                    seed=seed,
                    iterations=iterations,
                    until=until,
                    output=paths.get(name),
                    belief=belief,
                )
            )
        if results[-1].interrupted:
            break
    _show_all(results, as_json)
    if results[-1].interrupted:
        raise SystemExit(INTERRUPTED_CODE)


def _show_all(results: Sequence[Converged], as_json: bool) -> None:
    if as_json:
        print_json([each.to_json() for each in results])
    else:
        print_blocks(block for each in results for block in each.blocks())
