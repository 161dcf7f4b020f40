"""The results of an exact search: values, lower bounds, and the tree of the best play."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewest.results import Block, Shown, bars, line, table, to_json
from fewest.results.prose import pluralise
from fewest.search.prover import IMPOSSIBLE, format_cost, margin_cost
from fewest.trees.evaluation import Evaluation, evaluate
from fewest.trees.tree import Tree


@dataclass(frozen=True, order=True)
class Valued:
    """A first guess and the exact cost of the best play after it."""

    cost: int
    """The guesses summed over all secrets, each times its weight, plus the penalty of missed secrets."""
    mean: float
    """The guesses that a secret takes on average."""
    guess: str

    def cost_within(self, margin: float) -> int:
        """The largest cost at most `margin` guesses per secret above this one; the margin is read as a decimal."""
        weight = round(self.cost / self.mean)
        return self.cost + margin_cost(margin, weight)


@dataclass(frozen=True)
class Bounded:
    """A first guess with its exact cost or a lower bound."""

    guess: str
    lower: int
    exact: bool
    within: int | None = None
    """The exact cost under a second limit on guesses, if it is known."""


@dataclass(frozen=True)
class Settled:
    """A result for an opener."""

    opener: str
    lower: int
    """A lower bound on the cost."""
    cost: int | None
    """The exact cost, if it is known."""
    seconds: float = 0.0
    """The time that the result took."""
    within: int | None = None
    """The exact cost under a second limit on guesses, if a run asked for one; 17592186044416 (`IMPOSSIBLE`) if it
    cannot keep the limit."""


@dataclass(frozen=True, eq=False, repr=False)
class Ranking:
    """The exact costs or lower bounds of all first guesses, in the order of the search."""

    guesses: tuple[str, ...]
    lower: NDArray[np.int64]
    exact: NDArray[np.bool_]
    within: NDArray[np.int64]
    """The exact cost of each under a second limit on guesses; 0 if it is unknown."""

    def __repr__(self) -> str:
        return f"<Ranking of {pluralise(len(self.guesses), 'first guess', 'first guesses')}>"

    def __iter__(self) -> Iterator[Bounded]:
        """All first guesses, best first; an exact cost goes before an equal lower bound."""
        for at in np.lexsort((np.arange(len(self.guesses)), ~self.exact, self.lower)).tolist():
            within = int(self.within[at]) or None
            yield Bounded(self.guesses[at], int(self.lower[at]), bool(self.exact[at]), within)


SHOWN = 10
"""How many first guesses are shown."""


@dataclass(frozen=True, kw_only=True)
class Findings(Shown):
    """The results of a search over first guesses, complete or not."""

    ranking: Ranking
    """The exact cost or a lower bound for every first guess."""
    lower_bound: int
    """A lower bound on the cost of any strategy that starts with one of the openers."""
    weight: int
    """The summed weight of the secrets; their number if all weigh the same."""
    settled: int
    """The number of settled first guesses: valued exactly, or shown not to be among the best."""
    openers: int
    """The number of first guesses."""
    resumed: int = 0
    """The number of first guesses that were already settled in the store."""
    max_guesses: int | None
    """The guess limit for every secret."""
    target: int | None = None
    """The target: secrets that take more guesses are missed. The fewest missed come first, then the total; None if only
    the total counts."""
    penalty: int = 0
    """The amount that every missed secret adds to costs and bounds, times its weight."""
    rounding: float = 0.0
    """The largest rounding error of a weight, as a share of the total; 0 unless weights are rounded."""
    nodes: int
    """The number of positions searched."""
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The findings as data for json.dumps, without the tree and the ranking of all first guesses."""
        left_out = ("ranking", "tree", "tree_so_far")
        return {each.name: to_json(getattr(self, each.name)) for each in fields(self) if each.name not in left_out}

    def records(self) -> list[dict[str, Any]]:
        """A row per first guess, best first, with its cost or a lower bound."""
        return [
            {"guess": each.guess, "cost": each.lower, "mean": each.lower / self.weight, "exact": each.exact}
            for each in self.ranking
            if each.lower < IMPOSSIBLE
        ]

    @property
    def _of(self) -> str:
        return f"is the best of {pluralise(self.openers, 'first guess', 'first guesses')}"

    @property
    def _limit(self) -> str:
        return "" if self.max_guesses is None else f" within {pluralise(self.max_guesses, 'guess', 'guesses')}"

    def _about(self, best: tuple[Valued, ...], tree: Tree | None) -> Iterator[Block]:
        """The costs of the best first guesses, the distribution of the best one, and the work done."""
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
    """The result of a complete search: the best play from a position, proved."""

    best: tuple[Valued, ...]
    """The best first guesses, best first; as many as you asked for."""
    tree: Tree | None
    """The best play after the best first guess; None if no strategy keeps the guess limit."""

    @property
    def evaluation(self) -> Evaluation | None:
        """Statistics of the guesses that the tree takes."""
        return None if self.tree is None else evaluate(self.tree)

    def blocks(self) -> Iterator[Block]:
        """The best first guess, or a line saying that no strategy keeps the limit."""
        if self.best:
            yield line(self.best[0].guess, "bold", (f" {self._of}{self._limit} (proved)", ""))
        else:
            yield line(f"No strategy always finishes{self._limit} (proved)", "bold")
        yield from self._about(self.best, self.tree)

    def __repr__(self) -> str:
        found = f"no strategy{self._limit}"
        if self.best:
            missed = format_cost(self.best[0].cost, self.penalty)
            found = f"{self.best[0].guess}, {missed if self.penalty else f'{missed} in total'}"
        return f"<Proof: {found}, {self.settled:,} first guesses settled>"


@dataclass(frozen=True, kw_only=True)
class Unfinished(Findings):
    """The result of a search that ended early: the best guesses so far, which need not be the best of all."""

    best_so_far: tuple[Valued, ...]
    """The best first guesses found, each with the cost of the best play found after it; there may be better ones."""
    tree_so_far: Tree | None
    """The best play after the first of them, if there was time to grow the tree."""

    def blocks(self) -> Iterator[Block]:
        """The best first guess so far, marked as not proved."""
        if self.best_so_far:
            best = self.best_so_far[0].guess
            yield line(best, "bold", (f" {self._of} so far{self._limit} (not proved)", ""))
        else:
            yield line(f"Not proved: no first guess is valued yet{self._limit}", "bold")
        if self.lower_bound < IMPOSSIBLE:
            yield line(f"no strategy costs less than {format_cost(self.lower_bound, self.penalty)}")
        yield from self._about(self.best_so_far, self.tree_so_far)

    def __repr__(self) -> str:
        best = self.best_so_far[0].guess if self.best_so_far else "nothing"
        return f"<Unfinished: {best} so far, not proved, {self.settled:,} of {self.openers:,} first guesses settled>"
