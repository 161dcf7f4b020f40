"""What a proof is: a total, the tree that reaches it, and a bound that nothing falls below."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fewest.trees.evaluation import Evaluation, evaluate
from fewest.trees.tree import Tree


@dataclass(frozen=True, order=True)
class Valued:
    """A first guess and the exact cost of the best play after it."""

    cost: int
    """Guesses over all secrets together, each counted with its weight."""
    mean: float
    """Guesses that a secret takes on average."""
    guess: str


@dataclass(frozen=True)
class Bounded:
    """What is known of a first guess: its exact cost, or that it costs no less."""

    guess: str
    lower: int
    exact: bool


@dataclass(frozen=True)
class Settled:
    """What is known of an opener."""

    opener: str
    lower: int
    """It costs at least this."""
    cost: int | None
    """What it costs exactly, if that is known."""
    seconds: float = 0.0
    """What it took to find out."""


@dataclass(frozen=True, eq=False)
class Ranking:
    """What is known of all first guesses, in the order in which they were looked into."""

    guesses: tuple[str, ...]
    lower: NDArray[np.int64]
    exact: NDArray[np.bool_]

    def __iter__(self) -> Iterator[Bounded]:
        """The best first; of two that may cost the same, the one whose cost is certain."""
        for at in np.lexsort((np.arange(len(self.guesses)), ~self.exact, self.lower)).tolist():
            yield Bounded(self.guesses[at], int(self.lower[at]), bool(self.exact[at]))


@dataclass(frozen=True, kw_only=True)
class Findings:
    """What a search over first guesses has found out, whether it has come to its end or not."""

    ranking: Ranking
    """What is known of every first guess."""
    lower_bound: int
    """No play that starts with one of the openers costs less than this."""
    weight: int
    """The summed weight of the secrets; their number, when all weigh the same."""
    settled: int
    """How many first guesses are settled: valued exactly, or shown not to be among the best."""
    openers: int
    """How many first guesses there are."""
    resumed: int = 0
    """How many first guesses had been settled before, in the store."""
    max_guesses: int | None
    """Within how many guesses every secret had to be found."""
    nodes: int
    """How many positions the search has looked into."""
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Proof(Findings):
    """The best play from a position, and that none is better: nothing is left to search."""

    best: tuple[Valued, ...]
    """The best first guesses, best first: as many as were asked for."""
    tree: Tree | None
    """What to play after the best first guess; None when no play keeps within the limit of guesses."""

    @property
    def evaluation(self) -> Evaluation | None:
        """How many guesses the tree takes."""
        return None if self.tree is None else evaluate(self.tree)


@dataclass(frozen=True, kw_only=True)
class Unfinished(Findings):
    """What a search knew when it was ended: the best of what it had looked into, which need not be the best of all."""

    best_so_far: tuple[Valued, ...]
    """The best first guesses found, each with its exact value; there may be better ones."""
    tree_so_far: Tree | None
    """How the first of them is played, if there was the time to write it down."""
