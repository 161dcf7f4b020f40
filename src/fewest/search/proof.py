"""What a proof is: a total, the tree that reaches it, and a bound that nothing falls below."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fewest.results import Block, Shown, bars, line, table
from fewest.results.prose import pluralise
from fewest.search.prover import IMPOSSIBLE, format_cost, margin_cost
from fewest.trees.evaluation import Evaluation, evaluate
from fewest.trees.tree import Tree


@dataclass(frozen=True, order=True)
class Valued:
    """A first guess and the exact cost of the best play after it."""

    cost: int
    """Guesses over all secrets together, each counted with its weight; and the penalty of those that are late."""
    mean: float
    """Guesses that a secret takes on average."""
    guess: str

    def cost_within(self, margin: float) -> int:
        """The largest cost that is at most so many guesses a secret above this one; the margin is taken as written."""
        weight = round(self.cost / self.mean)
        return self.cost + margin_cost(margin, weight)


@dataclass(frozen=True)
class Bounded:
    """What is known of a first guess: its exact cost, or that it costs no less."""

    guess: str
    lower: int
    exact: bool
    within: int | None = None
    """Its exact cost under a second guess limit, if that is known."""


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
    within: int | None = None
    """What it costs exactly under a second guess limit, if a run asked for one; IMPOSSIBLE if it cannot keep it."""


@dataclass(frozen=True, eq=False)
class Ranking:
    """What is known of all first guesses, in the order in which they were looked into."""

    guesses: tuple[str, ...]
    lower: NDArray[np.int64]
    exact: NDArray[np.bool_]
    within: NDArray[np.int64]
    """The exact cost of each under a second guess limit; 0 if it is not known."""

    def __iter__(self) -> Iterator[Bounded]:
        """The best first; of two that may cost the same, the one whose cost is certain."""
        for at in np.lexsort((np.arange(len(self.guesses)), ~self.exact, self.lower)).tolist():
            within = int(self.within[at]) or None
            yield Bounded(self.guesses[at], int(self.lower[at]), bool(self.exact[at]), within)


SHOWN = 10
"""How many first guesses are shown."""


@dataclass(frozen=True, kw_only=True)
class Findings(Shown):
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
    due: int | None = None
    """Within how many guesses as many as possible had to be found, before the total counts; None for the total only."""
    penalty: int = 0
    """What every late secret adds to costs and bounds, times its weight."""
    rounding: float = 0.0
    """Within how much of its share of the total each weight is: 0 unless weights are rounded."""
    nodes: int
    """How many positions the search has looked into."""
    seconds: float

    @property
    def _of(self) -> str:
        return f"is the best of {pluralise(self.openers, 'first guess', 'first guesses')}"

    @property
    def _limit(self) -> str:
        return "" if self.max_guesses is None else f" within {self.max_guesses} guesses"

    def _about(self, best: tuple[Valued, ...], tree: Tree | None) -> Iterator[Block]:
        """What the best first guesses cost, how the first of them is played, and the work that it took."""
        if best:
            cost = format_cost(best[0].cost, self.penalty) if self.penalty else f"{best[0].cost:,} in total"
            yield line(f"mean {best[0].mean:.4f} guesses, {cost}")
        if tree is not None:
            yield bars(evaluate(tree).histogram, tree.game.max_guesses)
        if len(best) > 1:
            yield table(
                ("guess", "mean", "total"),
                [(each.guess, f"{each.mean:.4f}", format_cost(each.cost, self.penalty)) for each in best[:SHOWN]],
            )
        work = f"{self.settled:,} of {self.openers:,} first guesses settled, {self.nodes:,} positions searched"
        yield line(f"{work}, {self.seconds:.1f} seconds", "dim")


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

    def blocks(self) -> Iterator[Block]:
        """The best first guess, or that there is no play."""
        if self.best:
            yield line(self.best[0].guess, "bold", (f" {self._of}{self._limit} (proved)", ""))
        else:
            yield line(f"No play always finishes{self._limit} (proved)", "bold")
        yield from self._about(self.best, self.tree)

    def __repr__(self) -> str:
        found = f"no play{self._limit}"
        if self.best:
            late = format_cost(self.best[0].cost, self.penalty)
            found = f"{self.best[0].guess}, {late if self.penalty else f'{late} in total'}"
        return f"<Proof: {found}, {self.settled:,} first guesses settled>"


@dataclass(frozen=True, kw_only=True)
class Unfinished(Findings):
    """What a search knew when it was ended: the best of what it had looked into, which need not be the best of all."""

    best_so_far: tuple[Valued, ...]
    """The best first guesses found, each with its exact value; there may be better ones."""
    tree_so_far: Tree | None
    """How the first of them is played, if there was the time to write it down."""

    def blocks(self) -> Iterator[Block]:
        """The best first guess so far, and that it is not proved."""
        if self.best_so_far:
            best = self.best_so_far[0].guess
            yield line(best, "bold", (f" {self._of} so far{self._limit} (not proved)", ""))
        else:
            yield line(f"Not proved: no first guess is valued yet{self._limit}", "bold")
        if self.lower_bound < IMPOSSIBLE:
            yield line(f"no play costs less than {format_cost(self.lower_bound, self.penalty)}")
        yield from self._about(self.best_so_far, self.tree_so_far)

    def __repr__(self) -> str:
        best = self.best_so_far[0].guess if self.best_so_far else "nothing"
        return f"<Unfinished: {best} so far, not proved, {self.settled:,} of {self.openers:,} first guesses settled>"
