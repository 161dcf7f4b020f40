"""fewest proof: what a store holds."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from fewest import FewestError
from fewest.cli import options
from fewest.cli.show import (
    console,
    histogram,
    is_screen,
    print_json,
    print_whole,
    refuse_show,
    require_output,
    table,
    write_csv,
)
from fewest.search import Store
from fewest.search.prover import IMPOSSIBLE
from fewest.search.store import Settled
from fewest.system.files import require_writable
from fewest.trees.drawing import KINDS, require_kind
from fewest.trees.evaluation import evaluate

SHOWN = 10
"""How many openers are shown if nobody says."""

HEADS = ("opener", "lower_bound", "total", "mean", "seconds")

StorePath = Annotated[Path, typer.Argument(metavar="FILE", help="A store of fewest prove.", show_default=False)]


@options.with_setup("played", "edition", "secrets", *options.BELIEF, "hard")
def proof(
    *,
    file: StorePath,
    show: Annotated[int | None, typer.Option(help="How many openers to show.", min=0, show_default=str(SHOWN))] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write all openers to a CSV file; - is the screen.")
    ] = None,
    tree: Annotated[
        Path | None, typer.Option(help=f"Write the best tree to a file: {', '.join(KINDS)}.", metavar="FILE")
    ] = None,
    setup: options.Setup,
    as_json: options.Json = False,
) -> None:
    """Show what a store of fewest prove or fewest rank holds: openers, bounds, progress and the best tree.

    Example: fewest proof openers.db --output openers.csv

    One's own word lists must be given again for the tree.
    """
    if tree is not None:
        require_kind(tree.suffix.lstrip("."))
        require_writable(tree)
    require_output(output, as_json)
    refuse_show(show, output, as_json)
    with Store.existing(file) as store:
        about, runs, trees = store.about(), store.runs(), store.trees()
        store.check()
        known = sorted(store.known().values(), key=lambda each: (each.lower, each.cost is None, each.opener))
        best = None
        try:
            prover = store.prover(setup.game() if setup.own_words else None, 1)
        except FewestError:
            if tree is not None or setup.own_words:
                raise
        else:
            store.check(prover)
            best = store.tree(trees[0][0], prover.belief) if trees else None
    if tree is not None:
        if best is None:
            raise FewestError(f"{file}: no tree is in this store yet.")
        best.save(tree)
    if output is not None:
        write_csv(output, HEADS, (cells(each, about["weight"]) for each in known))
        if is_screen(output):
            return
    if as_json:
        print_json(
            {
                **{key: value for key, value in about.items() if key != "given"},
                "runs": runs,
                "trees": [{"opener": opener, "total": cost} for opener, cost in trees],
                "openers": [vars(each) for each in known],
            }
        )
        return
    show_store(
        about, runs, known[: SHOWN if show is None else show], len(known), sum(each.cost is not None for each in known)
    )
    if best is not None:
        out = console()
        out.print(f"The tree of {best.opener} takes {trees[0][1]:,} in total:")
        out.print(histogram(evaluate(best), out.width))


def show_store(about: dict[str, Any], runs: list[dict[str, Any]], shown: list[Settled], known: int, exact: int) -> None:
    """A store for people."""
    out = console()
    mode = " in hard mode" if about["hard"] else ""
    limit = f" within {about['max_guesses']} guesses" if about["max_guesses"] else ""
    after = f" after {' '.join(about['clues'])}" if about["clues"] else ""
    out.print(f"{about['edition']}{mode}{limit}{after}: {about['secrets']:,} secrets", style="bold")
    if runs:
        last = runs[-1]
        out.print(
            f"{last['settled']:,} of {last['openers']:,} first guesses settled, "
            f"{min(last['top'], last['openers']):,} of them to be exact"
        )
        spent = sum(max(0.0, run["seen"] - run["began"]) for run in runs)
        began = datetime.fromtimestamp(runs[0]["began"]).isoformat(sep=" ", timespec="minutes")
        killed = sum(not run["ended"] for run in runs)
        ends = f", {killed} of them killed or under way" if killed else ""
        out.print(
            f"{len(runs)} run{'s' if len(runs) > 1 else ''} since {began}{ends}, {spent:,.0f} seconds", style="dim"
        )
    out.print(f"{known:,} first guesses searched, {exact:,} valued exactly")
    lines = table("opener", "total", "mean", "", "seconds")
    for each in shown:
        possible = each.lower < IMPOSSIBLE
        total = f"{each.lower:,}" if possible else "never finishes in time"
        mean = f"{each.lower / about['weight']:.4f}" if possible else ""
        more = "" if each.cost is not None or not possible else "or more"
        lines.add_row(each.opener, total, mean, more, f"{each.seconds:.1f}")
    print_whole(out, lines)


def cells(each: Settled, weight: int) -> tuple[object, ...]:
    """One line of the table; what is not known exactly has no total."""
    mean = "" if each.cost is None else each.cost / weight
    return each.opener, each.lower, "" if each.cost is None else each.cost, mean, round(each.seconds, 3)
