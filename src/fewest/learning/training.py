"""Train curves of guesses by bits of uncertainty: play every secret, fit a curve, play by it, and repeat."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fewest.belief import Belief
from fewest.curves import BUCKET_BITS, ENTROPY, Curve, Floats, bucket_means, fit, reading, uncertainty_of
from fewest.errors import FewestError
from fewest.strategies import expected_moves, strategy
from fewest.trees.evaluation import Evaluation, evaluate
from fewest.trees.tree import Node, Player, Tree, grow
from fewest.watch import UNWATCHED, Watch

MAX_ROUNDS_WITHOUT_GAIN = 3
"""Training ends after this many rounds without improvement, since more rounds tend to alternate between two openers."""


@dataclass(frozen=True)
class Samples:
    """Measurements of all positions that were played, one entry of each array per position."""

    bits: Floats
    """The uncertainty of the position."""
    guesses: Floats
    """The guesses still needed, on average over the secrets of the position."""
    weights: Floats
    """The probability of the position."""

    def to_json(self) -> dict[str, list[float]]:
        """The three columns, to six digits."""
        return {name: [float(f"{each:.6g}") for each in column] for name, column in vars(self).items()}

    @classmethod
    def from_json(cls, data: Any) -> "Samples":
        """Read the output of `to_json`; raises KeyError, TypeError or ValueError if the data is invalid."""
        bits, guesses, weights = rows = np.array([data[name] for name in ("bits", "guesses", "weights")], np.float64)
        if rows.ndim != 2 or not rows.size or not np.isfinite(rows).all() or (bits < 0).any() or (guesses < 1).any():
            raise ValueError("each position needs bits of at least 0, guesses of at least 1, and a weight")
        if not (weights > 0).all():
            raise ValueError("the weight of each position must be above 0")
        return cls(bits, guesses, weights)


@dataclass(frozen=True)
class Learnt:
    """A curve and the samples it was learnt from: the file of `fewest train --output`.

    Files of earlier versions have the curve only.
    """

    curve: Curve
    samples: Samples | None = None
    bucket: float = BUCKET_BITS
    """The range of bits averaged into one point."""
    conditions: str = ""
    """The prior, and whether it is hard mode."""

    @property
    def means(self) -> tuple[Floats, Floats]:
        """The mean bits and guesses of each bucket; without samples, the knots of the curve."""
        if self.samples is None:
            return np.array(self.curve.bits), np.array(self.curve.guesses)
        at, means, _ = bucket_means(self.samples.bits, self.samples.guesses, self.samples.weights, self.bucket)
        return at, means

    def save(self, path: Path | str, **more: Any) -> None:
        """Write a JSON file, with extra fields."""
        known = {} if self.samples is None else {"bucket": self.bucket, "positions": self.samples.to_json()}
        self.curve.save(path, conditions=self.conditions, **more, **known)

    @classmethod
    def load(cls, path: Path | str) -> "Learnt":
        """Read a JSON file; those of earlier versions have the curve only."""
        with reading(path) as data:
            curve, conditions = Curve.from_json(data), str(data.get("conditions", ""))
            if "positions" not in data:
                return cls(curve, conditions=conditions)
            bucket = float(data["bucket"])
            if not 0 < bucket < np.inf:
                raise ValueError("a bucket is a number of bits above 0")
            return cls(curve, Samples.from_json(data["positions"]), bucket, conditions)


@dataclass(frozen=True)
class TrainingRound:
    """One round of training: its play, the samples, and the curve fitted to them."""

    number: int
    """The number, from 0; round 0 is played by entropy."""
    strategy: str
    evaluation: Evaluation
    samples: Samples
    curve: Curve


def record(tree: Tree, belief: Belief, uncertainty: str = ENTROPY) -> Samples:
    """Measure every position of a tree."""
    seen: list[tuple[float, float, float]] = []

    def visit(node: Node, here: Belief, chance: float) -> float:
        needed = 1.0
        for reply, part in here.parts(node.guess):
            child = node.replies[reply]
            if child is not None:
                needed += part.chance * visit(child, part, chance * part.chance)
        seen.append((uncertainty_of(here, uncertainty), needed, chance))
        return needed

    visit(tree.root, belief, 1.0)
    bits, guesses, weights = np.array(seen).T
    return Samples(bits, guesses, weights)


def train(
    belief: Belief,
    rounds: int = 10,
    bucket: float = BUCKET_BITS,
    watch: Watch = UNWATCHED,
    uncertainty: str = ENTROPY,
) -> tuple[Curve, list[TrainingRound]]:
    """Fit a curve to games against every secret: the first round by entropy, each later one by the last curve.

    Returns the curve whose play took the fewest guesses, and all rounds.
    """
    if not 0 < bucket < np.inf:
        raise FewestError("A bucket must be a number of bits above 0.")
    made: list[TrainingRound] = []
    player: Player = strategy("entropy")
    best = 0
    while len(made) <= rounds and len(made) - best <= MAX_ROUNDS_WITHOUT_GAIN + 1:
        tree = grow(player, belief, watch=watch.silent)
        samples = record(tree, belief, uncertainty)
        curve = fit(samples.bits, samples.guesses, samples.weights, bucket, belief.game.label, uncertainty)
        made.append(TrainingRound(len(made), player.name, evaluate(tree, belief), samples, curve))
        watch.update(len(made) - 1, rounds, f"mean {made[-1].evaluation.mean:.4f}")
        means = [each.evaluation.mean for each in made[1:]] or [np.inf]
        best = int(np.argmin(means))  # made[best + 1] was played with the curve of made[best]
        player = expected_moves(curve=curve)
    return made[best].curve, made
