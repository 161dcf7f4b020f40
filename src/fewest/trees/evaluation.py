"""How well a tree plays: counted over every secret, not sampled."""

from dataclasses import dataclass
from html import escape

from fewest.belief import Belief
from fewest.errors import TreeError
from fewest.trees.tree import Tree

MAX_GUESSES = 6
"""How many guesses a player of Wordle has."""


@dataclass(frozen=True)
class Evaluation:
    """How many guesses the secrets take."""

    label: str
    """What was played, and with what."""
    opener: str
    histogram: dict[int, int]
    """How many secrets take each number of guesses."""
    mean: float
    """Guesses that a secret takes on average, weighted by its probability where there are weights."""
    max_guesses: int = MAX_GUESSES

    @property
    def secrets(self) -> int:
        """How many secrets were played."""
        return sum(self.histogram.values())

    @property
    def total(self) -> int:
        """Guesses that all secrets take together."""
        return sum(guesses * count for guesses, count in self.histogram.items())

    @property
    def worst(self) -> int:
        """Guesses that the hardest secret takes."""
        return max(self.histogram)

    @property
    def losses(self) -> int:
        """Secrets that take more guesses than allowed."""
        return sum(count for guesses, count in self.histogram.items() if guesses > self.max_guesses)

    def __str__(self) -> str:
        losses = f", {self.losses:,} beyond {self.max_guesses}" if self.losses else ""
        spread = ", ".join(f"{guesses}: {count:,}" for guesses, count in self.histogram.items())
        return f"{self.label}: mean {self.mean:.4f}, total {self.total:,}, worst {self.worst}{losses} ({spread})"

    def _repr_html_(self) -> str:
        most = max(self.histogram.values())
        bars = "".join(
            f"<tr><td>{guesses}</td><td><div style='background:#538d4e;height:1em;width:{300 * count / most:.0f}px'>"
            f"</div></td><td>{count:,}</td></tr>"
            for guesses, count in self.histogram.items()
        )
        return f"<p>{escape(str(self).rpartition(' (')[0])}</p><table>{bars}</table>"


def evaluate(tree: Tree, belief: Belief | None = None, max_guesses: int = MAX_GUESSES) -> Evaluation:
    """Count the guesses that a tree takes for every secret; a belief gives the secrets their probability."""
    depths = tree.depths()
    counts = sorted(depths.values())
    mean = sum(counts) / len(counts)
    if belief is not None:
        pairs = zip(belief.secrets.tolist(), belief.probabilities.tolist(), strict=True)
        weighted = [(weight, belief.game.secrets[secret]) for secret, weight in pairs]
        if missing := [word for _, word in weighted if word not in depths]:
            raise TreeError(f"The tree never finds {missing[0]!r}, which is possible.")
        mean = sum(weight * depths[word] for weight, word in weighted)
    histogram = {guesses: counts.count(guesses) for guesses in range(1, counts[-1] + 1)}
    hard = " in hard mode" if tree.hard else ""
    return Evaluation(f"{tree.strategy}{hard} on {tree.game}", tree.opener, histogram, mean, max_guesses)


def mean_bits(tree: Tree, belief: Belief) -> list[float]:
    """The bits of uncertainty that are left on average before the first guess and after each; games won have none."""
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
