"""Statistics of a tree over all secrets."""

from collections.abc import Iterator
from dataclasses import dataclass

from fewest.belief import Belief
from fewest.errors import TreeError
from fewest.results import Block, Shown, bars, line
from fewest.trees.tree import Tree


@dataclass(frozen=True)
class Evaluation(Shown):
    """The guesses that the secrets take."""

    label: str
    """The strategy and the game."""
    opener: str
    histogram: dict[int, int]
    """The number of secrets by the number of guesses."""
    mean: float
    """Mean guesses per secret, weighted by probability."""
    max_guesses: int
    """The guess limit."""

    @property
    def secrets(self) -> int:
        """The number of secrets."""
        return sum(self.histogram.values())

    @property
    def total(self) -> int:
        """The sum of the guesses of all secrets."""
        return sum(guesses * count for guesses, count in self.histogram.items())

    @property
    def worst(self) -> int:
        """The most guesses that any secret takes."""
        return max(self.histogram)

    @property
    def losses(self) -> int:
        """The number of secrets that take more guesses than the limit."""
        return sum(count for guesses, count in self.histogram.items() if guesses > self.max_guesses)

    @property
    def summary(self) -> str:
        """The main figures in one line."""
        losses = f", {self.losses:,} beyond {self.max_guesses}" if self.losses else ""
        return f"{self.label}: mean {self.mean:.4f}, total {self.total:,}, worst {self.worst}{losses}"

    def __str__(self) -> str:
        spread = ", ".join(f"{guesses}: {count:,}" for guesses, count in self.histogram.items())
        return f"{self.summary} ({spread})"

    def blocks(self) -> Iterator[Block]:
        """The figures and the distribution."""
        yield line(self.summary)
        yield bars(self.histogram, self.max_guesses)


def evaluate(tree: Tree, belief: Belief | None = None, max_guesses: int | None = None) -> Evaluation:
    """Count the guesses that a tree takes for every secret; a belief weights the secrets.

    The guess limit is the game's unless `max_guesses` is given.
    """
    depths = tree.depths()
    counts = sorted(depths.values())
    mean = sum(counts) / len(counts)
    if belief is not None:
        words = [belief.game.secrets[secret] for secret in belief.secrets.tolist()]
        if missing := [word for word in words if word not in depths]:
            raise TreeError(f"The tree never finds {missing[0]!r}, which is possible.")
        mean = belief.mean([depths[word] for word in words])
    histogram = {guesses: counts.count(guesses) for guesses in range(1, counts[-1] + 1)}
    hard = " in hard mode" if tree.hard else ""
    limit = tree.game.max_guesses if max_guesses is None else max_guesses
    return Evaluation(f"{tree.strategy}{hard} on {tree.game}", tree.opener, histogram, mean, limit)


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
