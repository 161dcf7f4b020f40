"""Learns how many guesses some bits of uncertainty take: play, count, fit, play by what was fitted, and so on."""

from dataclasses import dataclass, replace

import numpy as np

from fewest.belief import Belief
from fewest.curves import BUCKET, Curve, Floats, fit
from fewest.errors import FewestError
from fewest.scorers import SCORERS
from fewest.strategies.greedy import Greedy
from fewest.trees.evaluation import Evaluation, evaluate
from fewest.trees.tree import Node, Player, Tree, grow
from fewest.watch import UNWATCHED, Watch

PATIENCE = 3
"""How many rounds in a row may fail to improve before training ends: they tend to swing between two openers."""


@dataclass(frozen=True)
class Samples:
    """What beliefs of some bits took; all arrays have one entry per position that was played."""

    bits: Floats
    """Bits of uncertainty that were left."""
    guesses: Floats
    """Guesses that were still needed, on average over the secrets of the position."""
    weights: Floats
    """How likely the position was."""


@dataclass(frozen=True)
class Round:
    """One round of training: how its play did, what was seen, and what was learnt from that."""

    number: int
    """From 0, the round that is played by entropy."""
    strategy: str
    evaluation: Evaluation
    samples: Samples
    curve: Curve


def record(tree: Tree, belief: Belief) -> Samples:
    """Collect, for every position of a tree, its bits of uncertainty and the guesses still needed there."""
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
    """The strategy that expects what a curve says."""
    return Greedy(replace(SCORERS["expected-moves"], curve=lambda game: curve))


def train(
    belief: Belief, rounds: int = 10, bucket: float = BUCKET, watch: Watch = UNWATCHED
) -> tuple[Curve, list[Round]]:
    """Learn a curve from games against every secret: first by entropy, then by what was learnt, while that improves.

    Returns the curve whose play took the fewest guesses, and all rounds; each learns from the one before it.
    """
    if not 0 < bucket < np.inf:
        raise FewestError("A bucket must be a number of bits above 0.")
    made: list[Round] = []
    player: Player = Greedy(SCORERS["entropy"])
    best = 0
    while len(made) <= rounds and len(made) - best <= PATIENCE + 1:
        tree = grow(player, belief, watch=watch.silent)
        samples = record(tree, belief)
        curve = fit(samples.bits, samples.guesses, samples.weights, bucket, belief.game.label)
        made.append(Round(len(made), player.name, evaluate(tree, belief), samples, curve))
        watch.tell(len(made) - 1, rounds, f"mean {made[-1].evaluation.mean:.4f}")
        means = [each.evaluation.mean for each in made[1:]] or [np.inf]
        best = int(np.argmin(means))  # made[best] is what made[best + 1] played by
        player = play_by(curve)
    return made[best].curve, made
