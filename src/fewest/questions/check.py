"""Verify a tree file."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fewest.errors import FewestError
from fewest.results import Block, Result, bars, line
from fewest.setup import Setup
from fewest.trees.evaluation import GuessCounts, evaluate
from fewest.trees.tree import Tree


@dataclass(frozen=True, repr=False)
class Checked(GuessCounts, Result):
    """A verified tree and its statistics."""

    file: str
    valid: bool
    """Always true: an invalid tree is an error."""
    label: str
    strategy: str
    hard: bool
    prior_mean: float | None
    """The mean under the prior; null without one."""
    summary: str
    """The statistics in a line."""

    def blocks(self) -> Iterator[Block]:
        """The verdict and the distribution."""
        yield line(f"{self.file}: a valid tree", "bold")
        yield line(self.summary)
        if self.prior_mean is not None:
            yield line(f"mean {self.prior_mean:.4f} under the prior")
        yield bars(self.histogram, self.max_guesses)


def check(setup: Setup, file: Path) -> Checked:
    """Verify a tree by playing every secret with the rules of the game.

    The file names its edition, hard mode and rule; custom word lists and their `secrets` must be given again.
    """
    given = setup.has_own_words or not setup.has_words or ":" in setup.game
    if not given and setup.secrets != Setup.secrets:
        raise FewestError("The tree already says what can be the secret; use --secrets only with your own lists.")
    tree = Tree.load(file, setup.make_game() if given else None)
    if setup.game not in (Setup.game, tree.game.name, tree.game.label) and not given:
        raise FewestError(f"{file} is a tree of {tree.game.name}, not of {setup.game}; leave --game out.")
    belief = setup.belief(tree.game).after_all(tree.clues)
    result = evaluate(tree)
    return Checked(
        file=str(file),
        valid=True,
        label=tree.game.label,
        strategy=tree.strategy,
        hard=tree.hard,
        prior_mean=None if belief.weights is None else evaluate(tree, belief).mean,
        summary=result.summary,
        **result.counts,
    )
