"""fewest train: learn how many guesses some bits of uncertainty take."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from fewest import cli
from fewest.cli import options
from fewest.cli.show import console, print_json, print_whole, progress, table
from fewest.curves import BUCKET
from fewest.learning.training import Round
from fewest.learning.training import train as learn
from fewest.system.files import require_writable


@options.with_setup()
def train(
    *,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where to write the curve, as JSON.", metavar="FILE")
    ] = None,
    rounds: Annotated[int, typer.Option(help="Rounds of learning at most.", min=1, max=1000)] = 10,
    bucket: Annotated[
        float, typer.Option(help="Bits that are averaged into one point.", min=0.01, max=8, callback=options.finite)
    ] = BUCKET,
    setup: options.Setup,
    as_json: options.Json = False,
) -> None:
    """Learn from games how many guesses some bits of uncertainty take.

    Example: fewest train --edition nyt-2023 --output curve.json

    The first round plays by entropy, each further one by what was learnt from the one before, until three in a row have
    not improved. The best curve is kept: fewest evaluate --strategy expected-moves:curve=curve.json
    """
    if output is not None:
        require_writable(output)
    belief = setup.belief()
    with progress("Learning", quiet=as_json) as report:
        curve, made = learn(belief, rounds, bucket, lambda each: report(each.number, rounds))
    rows = [to_json(each) for each in made]
    if output is not None:
        curve.save(output, rounds=rows)
    seconds = time.perf_counter() - cli.STARTED
    if as_json:
        print_json({"edition": belief.game.label, "rounds": rows, "bits": curve.bits, "guesses": curve.guesses})
        return
    out = console()
    out.print(f"Learning on {belief.game}")
    shown = table("round", "played by", "opener", "mean", "worst", "guesses taken 1, 2, 3, …", left=3)
    for each in made:
        result = each.evaluation
        spread = " ".join(map(str, result.histogram.values()))
        shown.add_row(f"{each.number}", each.strategy, result.opener, f"{result.mean:.4f}", f"{result.worst}", spread)
    print_whole(out, shown)
    best = min(made[1:], key=lambda each: each.evaluation.mean)
    out.print(f"The best round is {best.number}: {best.evaluation.mean:.4f} guesses", style="bold")
    out.print(f"{curve.bits[-1]:.2f} bits take {curve.guesses[-1]:.3f} guesses; {seconds:.1f} seconds", style="dim")


def to_json(made: Round) -> dict[str, Any]:
    """A round for programs."""
    result = made.evaluation
    return {
        "round": made.number,
        "strategy": made.strategy,
        "opener": result.opener,
        "mean": result.mean,
        "total": result.total,
        "worst": result.worst,
    }
