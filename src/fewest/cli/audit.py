"""fewest audit: prove a sample of a store again, from nothing."""

import random
from typing import Annotated

import typer

from fewest import FewestError
from fewest.cli import options
from fewest.cli.proof import StorePath
from fewest.cli.prove import Memory
from fewest.cli.show import console, print_json, print_whole, progress, table
from fewest.play.clues import counted
from fewest.search import Store
from fewest.search.prover import IMPOSSIBLE


@options.with_setup("played", "edition", "secrets", *options.BELIEF, "hard")
def audit(
    *,
    file: StorePath,
    sample: Annotated[int, typer.Option(help="How many openers to prove again.", min=1)] = 20,
    seed: Annotated[int, typer.Option(help="Which sample to draw.")] = 0,
    memory: Memory = None,
    setup: options.Setup,
    as_json: options.Json = False,
) -> None:
    """Prove some openers of a store again, with nothing in memory, and compare; play the kept trees too.

    Example: fewest audit openers.db --sample 50

    One's own word lists must be given again.
    """
    with Store.existing(file) as store:
        prover = store.prover(setup.game() if setup.own_words else None, (memory or 128) << 20)
        store.check(prover)
        known, trees = store.known(), store.trees()
    if not known:
        raise FewestError(f"{file}: no opener is settled yet.")
    wrong = []
    drawn = random.Random(seed).sample(sorted(known), min(sample, len(known)))
    with progress("Proving again", quiet=as_json) as report:
        for done, opener in enumerate(drawn):
            report(done, len(drawn))
            each = known[opener]
            bound = IMPOSSIBLE if each.cost is not None else min(IMPOSSIBLE, each.lower)
            cost = prover.through(opener, prover.belief, bound)
            if cost < each.lower or (each.cost is not None and not cost == each.cost == each.lower):
                wrong.append({"opener": opener, "lower_bound": each.lower, "total": each.cost, "again": cost})
        report(len(drawn), len(drawn))
    if as_json:
        print_json({"file": str(file), "sample": len(drawn), "seed": seed, "wrong": wrong, "trees": len(trees)})
    else:
        out = console()
        if wrong:
            shown = table("opener", "in the store", "again")
            for row in wrong:
                claim = row["lower_bound"] if row["total"] in (None, row["again"]) else row["total"]
                shown.add_row(str(row["opener"]), f"{claim:,}", f"{row['again']:,}")
            print_whole(out, shown)
        verdict = f"{len(wrong)} of them wrong" if wrong else "all as the store says"
        out.print(f"{len(drawn):,} of {len(known):,} openers proved again: {verdict}")
        if trees:
            out.print(f"{counted(len(trees), 'tree')} played: all as the store says")
    if wrong:
        raise typer.Exit(1)
