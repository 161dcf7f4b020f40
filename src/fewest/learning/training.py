"""Trains curves of guesses by bits of uncertainty: play every secret, fit a curve, play by it, and repeat."""

from dataclasses import dataclass, replace

import numpy as np

from fewest.belief import Belief
from fewest.curves import BUCKET_BITS, Curve, Floats, fit
from fewest.errors import FewestError
from fewest.scorers import SCORERS
from fewest.strategies.greedy import Greedy
from fewest.trees.evaluation import Evaluation, evaluate
from fewest.trees.tree import Node, Player, Tree, grow
from fewest.watch import UNWATCHED, Watch

MAX_ROUNDS_WITHOUT_GAIN = 3
"""Training ends after so many rounds without improvement; more rounds tend to alternate between two openers."""


@dataclass(frozen=True)
class Samples:
    """Measurements of all positions that were played, one entry of each array per position."""

    bits: Floats
    """The entropy of the position."""
    guesses: Floats
    """The guesses still needed, on average over the secrets of the position."""
    weights: Floats
    """The probability of the position."""


@dataclass(frozen=True)
class Round:
    """One round of training: its play, the samples, and the curve fitted to them."""

    number: int
    """From 0; round 0 is played by entropy."""
    strategy: str
    evaluation: Evaluation
    samples: Samples
    curve: Curve


def record(tree: Tree, belief: Belief) -> Samples:
    """Measure every position of a tree."""
    seen: list[tuple[float, float, float]] = []

    def visit(node: Node, here: Belief, chance: float) -> float:
        needed = 1.0
        for reply, part in here.parts(node.guess):
            child = node.replies[reply]
            if child is not None:
                needed += part.chance * visit(child, part, chance * part.chance)
        seen.append((here.entropy, needed, chance))
        return needed

    visit(tree.root, belief, 1.0)
    bits, guesses, weights = np.array(seen).T
    return Samples(bits, guesses, weights)


def play_by(curve: Curve) -> Greedy:
    """The expected-moves strategy with a curve."""
    return Greedy(replace(SCORERS["expected-moves"], curve=lambda game: curve))


def train(
    belief: Belief, rounds: int = 10, bucket: float = BUCKET_BITS, watch: Watch = UNWATCHED
) -> tuple[Curve, list[Round]]:
    """Fit a curve to games against every secret, played by entropy first and by the last curve then.

    Returns the curve whose play took the fewest guesses, and all rounds.
    """
    if not 0 < bucket < np.inf:
        raise FewestError("A bucket must be a number of bits above 0.")
    made: list[Round] = []
    player: Player = Greedy(SCORERS["entropy"])
    best = 0
    while len(made) <= rounds and len(made) - best <= MAX_ROUNDS_WITHOUT_GAIN + 1:
        tree = grow(player, belief, watch=watch.silent)
        samples = record(tree, belief)
        curve = fit(samples.bits, samples.guesses, samples.weights, bucket, belief.game.label)
        made.append(Round(len(made), player.name, evaluate(tree, belief), samples, curve))
        watch.update(len(made) - 1, rounds, f"mean {made[-1].evaluation.mean:.4f}")
        means = [each.evaluation.mean for each in made[1:]] or [np.inf]
        best = int(np.argmin(means))  # made[best] is what made[best + 1] played by
        player = play_by(curve)
    return made[best].curve, made
