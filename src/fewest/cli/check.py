"""fewest check: verify a tree from nothing but the rules."""

from pathlib import Path
from typing import Annotated

import typer

from fewest import Belief, Tree, evaluate
from fewest.cli import options
from fewest.cli.show import console, histogram, histogram_json, print_json
from fewest.words import read_weights


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A tree as JSON.", show_default=False)],
    answers: options.Answers = None,
    guesses: options.Guesses = None,
    language: options.Language = None,
    length: options.Length = None,
    weights: options.Weights = None,
    as_json: options.Json = False,
) -> None:
    """Verify a tree: play every secret with the plain rules, apart from whatever made the tree.

    Example: fewest check salet.json

    With weights, the mean is that under them.

    The edition is read from the tree; one's own word lists must be given again.
    """
    own = any(option is not None for option in (answers, guesses, language, length))
    game = options.make_game(None, answers, guesses, language, length) if own else None
    tree = Tree.load(file, game)
    belief = None
    if weights is not None:
        belief = Belief.start(tree.game, [float(weight) for weight in read_weights(weights, tree.game.secrets)])
        belief = belief.after_all(tree.clues)
    result = evaluate(tree, belief)
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
                "worst": result.worst,
                "histogram": histogram_json(result),
            }
        )
        return
    out = console()
    out.print(f"{file}: a valid tree", style="bold")
    out.print(str(result).partition(" (1:")[0])
    out.print(histogram(result, out.width))
