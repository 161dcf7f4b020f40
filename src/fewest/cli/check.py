"""fewest check: verify a tree from nothing but the rules."""

from pathlib import Path
from typing import Annotated

import typer

from fewest import FewestError, Tree, evaluate
from fewest.cli import options
from fewest.cli.show import console, histogram, histogram_json, print_json


@options.with_setup("edition", "hard")
def check(
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A tree as JSON.", show_default=False)],
    setup: options.Setup,
    as_json: options.Json = False,
) -> None:
    """Verify a tree: play every secret with the plain rules, apart from whatever made the tree.

    Example: fewest check salet.json

    With a prior, the mean under it is shown too.

    The edition is read from the tree; one's own word lists must be given again, and so must --secrets for them.
    """
    given = setup.own_words or not setup.on_words or ":" in setup.played
    if not given and setup.secrets != options.Setup.secrets:
        raise FewestError("The tree says what may be the secret; --secrets is for one's own lists.")
    tree = Tree.load(file, setup.game() if given else None)
    if setup.played not in (options.Setup.played, tree.game.name, tree.game.label) and not given:
        raise FewestError(f"{file}: a tree of {tree.game.name}, not of {setup.played}.")
    belief = setup.belief((), tree.game).after_all(tree.clues)
    result = evaluate(tree)
    weighted = None if belief.weights is None else evaluate(tree, belief).mean
    if as_json:
        print_json(
            {
                "file": str(file),
                "valid": True,
                "edition": tree.game.label,
                "strategy": tree.strategy,
                "hard": tree.hard,
                "opener": tree.opener,
                "total": result.total,
                "mean": result.mean,
                "prior_mean": weighted,
                "worst": result.worst,
                "histogram": histogram_json(result),
            }
        )
        return
    out = console()
    out.print(f"{file}: a valid tree", style="bold", soft_wrap=True)
    out.print(str(result).partition(" (1:")[0])
    if weighted is not None:
        out.print(f"mean {weighted:.4f} under the prior")
    out.print(histogram(result, out.width))
