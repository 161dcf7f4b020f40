"""fewest audit: prove a sample of a store again, from nothing."""

import random
from typing import Annotated

import typer

from fewest import FewestError
from fewest.cli import options
from fewest.cli.proof import StorePath
from fewest.cli.prove import Memory
from fewest.cli.show import console, print_json, print_whole, progress, table
from fewest.optimal import Store
from fewest.optimal.prover import IMPOSSIBLE


@options.with_setup("played", "edition", "secrets", "prior", "middle", "steepness", "past", "past_weight", "hard")
def audit(
    *,
    file: StorePath,
    sample: Annotated[int, typer.Option(help="How many openers to prove again.", min=1)] = 20,
    seed: Annotated[int, typer.Option(help="Which sample to draw.")] = 0,
    memory: Memory = None,
    setup: options.Setup,
    as_json: options.Json = False,
) -> None:
    """Prove some openers of a store again, with nothing in memory, and compare; check the best tree too.

    Example: fewest audit openers.db --sample 50

    One's own word lists must be given again.
    """
    with Store.existing(file) as store:
        prover = store.prover(setup.game() if setup.own_words else None, (memory or 128) << 20)
        known = store.known()
        trees = store.trees()
        tree = store.tree(trees[0][0], prover.belief) if trees else None
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
            if cost != each.cost if each.cost is not None else cost < each.lower:
                wrong.append({"opener": opener, "lower_bound": each.lower, "total": each.cost, "again": cost})
        report(len(drawn), len(drawn))
    if tree is not None:
        tree.check()
        total = sum(
            depth * int(weight)
            for depth, weight in zip(
                (tree.depths()[word] for word in (prover.belief.game.secrets[at] for at in prover.belief.secrets)),
                prover.weights,
                strict=True,
            )
        )
        if total != trees[0][1]:
            wrong.append({"opener": tree.opener, "lower_bound": total, "total": trees[0][1], "again": total})
    if as_json:
        print_json({"file": str(file), "sample": len(drawn), "seed": seed, "wrong": wrong})
    else:
        out = console()
        if wrong:
            shown = table("opener", "in the store", "again")
            for row in wrong:
                shown.add_row(str(row["opener"]), f"{row['total'] or row['lower_bound']:,}", f"{row['again']:,}")
            print_whole(out, shown)
        with_tree = " and the best tree" if tree is not None else ""
        verdict = f"{len(wrong)} of them wrong" if wrong else "all as the store says"
        out.print(f"{len(drawn):,} of {len(known):,} openers{with_tree} proved again: {verdict}")
    if wrong:
        raise typer.Exit(1)
