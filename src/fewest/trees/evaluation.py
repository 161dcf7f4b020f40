"""Statistics of a tree over all secrets."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from fewest.belief import Belief
from fewest.checks import checked
from fewest.errors import TreeError
from fewest.results import Block, Shown, bars, line, to_json
from fewest.trees.tree import Tree


@dataclass(frozen=True, repr=False)
class GuessCounts:
    """Statistics of the guesses that secrets, or games, take."""

    opener: str
    mean: float
    """The mean number of guesses, weighted by probability."""
    total: int
    """The sum of all guesses."""
    worst: int
    """The most guesses that any secret or game needs."""
    losses: int
    """The number of secrets, or games, that need more guesses than the limit."""
    max_guesses: int
    """The guess limit."""
    histogram: dict[int, int]
    """The number of secrets, or games, by guesses taken."""


@dataclass(frozen=True, repr=False)
class Evaluation(GuessCounts, Shown):
    """Statistics of the guesses that the secrets of a game take."""

    label: str
    """The strategy and the game."""

    @property
    def counts(self) -> dict[str, Any]:
        """The fields of `GuessCounts`, for results that repeat them."""
        return {part.name: getattr(self, part.name) for part in fields(GuessCounts)}

    @property
    def secrets(self) -> int:
        """The number of secrets."""
        return sum(self.histogram.values())

    @property
    def summary(self) -> str:
        """The main figures in one line."""
        losses = f", {self.losses:,} need more than {self.max_guesses}" if self.losses else ""
        return f"{self.label}: mean {self.mean:.4f}, total {self.total:,}, worst {self.worst}{losses}"

    def to_json(self) -> dict[str, Any]:
        """The statistics as data for json.dumps."""
        return {"label": self.label, **to_json(self.counts)}

    def records(self) -> list[dict[str, Any]]:
        """A row per number of guesses."""
        return [{"guesses": guesses, "secrets": count} for guesses, count in self.histogram.items()]

    def __repr__(self) -> str:
        return f"<Evaluation: {self.summary}>"

    def __str__(self) -> str:
        spread = ", ".join(f"{guesses}: {count:,}" for guesses, count in self.histogram.items())
        return f"{self.summary} ({spread})"

    def blocks(self) -> Iterator[Block]:
        """The figures and the distribution."""
        yield line(self.summary)
        yield bars(self.histogram, self.max_guesses)


@checked
def evaluate(tree: Tree, belief: Belief | None = None, max_guesses: int | None = None) -> Evaluation:
    """Count the guesses that a tree takes for every secret; a belief weights the secrets.

    The guess limit is the game's unless `max_guesses` is given.
    """
    depths = tree.depths()
    mean = sum(depths.values()) / len(depths)
    if belief is not None:
        words = [belief.game.secrets[secret] for secret in belief.secrets.tolist()]
        if missing := [word for word in words if word not in depths]:
            raise TreeError(f"The tree never finds {missing[0]!r}, a possible secret.")
        mean = belief.mean([depths[word] for word in words])
    hard = " in hard mode" if tree.hard else ""
    limit = tree.game.max_guesses if max_guesses is None else max_guesses
    return count_guesses(f"{tree.strategy}{hard} on {tree.game}", tree.opener, [*depths.values()], mean, limit)


def count_guesses(label: str, opener: str, taken: list[int], mean: float, limit: int, least: int = 1) -> Evaluation:
    """Evaluate the numbers of guesses that were taken; the histogram starts at `least`."""
    worst = max(taken)
    histogram = {guesses: taken.count(guesses) for guesses in range(least, worst + 1)}
    losses = sum(guesses > limit for guesses in taken)
    return Evaluation(opener, mean, sum(taken), worst, losses, limit, histogram, label)


def mean_bits(tree: Tree, belief: Belief) -> list[float]:
    """The mean entropy before the first guess and after each guess; a won game counts as 0."""
    sums: list[float] = []
    todo = [(tree.root, belief, 1.0, 0)]
    while todo:
        node, here, chance, depth = todo.pop()
        sums.extend([0.0] * (depth + 2 - len(sums)))
        sums[depth] += chance * here.entropy
        for reply, part in here.parts(node.guess):
            child = node.replies[reply]
            if child is not None:
                todo.append((child, part, chance * part.chance, depth + 1))
    return sums
