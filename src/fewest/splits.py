"""What every allowed guess would do to a belief: one call into the core, arrays out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fewest import _core
from fewest.belief import Belief, Indices
from fewest.curves import STEP, Curve
from fewest.games.game import threads

Scores = NDArray[np.float64]
Counts = NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class Split:
    """What each guess would do to a belief; all arrays have one entry per allowed guess."""

    guesses: Indices
    """The columns of the guesses in the game's table, in alphabetical order."""
    entropy: Scores
    """How many bits the reply tells on average."""
    squares: Scores
    """The sum of the squared probabilities of the replies."""
    hit: Scores
    """The probability that the guess is the secret."""
    largest: Counts
    """How many secrets the largest part has."""
    parts: Counts
    """How many different replies there may be."""
    curve: Curve | None = None
    """What says how many guesses some bits of uncertainty take, if anything does."""
    after: Scores | None = None
    """How many guesses the curve expects after this one, on average over the replies."""


def split(belief: Belief, curve: Curve | None = None) -> Split:
    """Split a belief by every allowed guess; a curve says what to expect of the parts."""
    game = belief.game
    guesses = np.arange(len(game.guesses), dtype=np.int32) if belief.allowed is None else belief.allowed
    scores = np.empty((3, len(guesses)), np.float64)
    counts = np.empty((2, len(guesses)), np.uint32)
    after = None if curve is None else np.empty(len(guesses), np.float64)
    _core.split(
        game.table,
        game.replies,
        game.win,
        belief.secrets,
        belief.weights,
        belief.allowed,
        scores,
        counts,
        threads(),
        None if curve is None else curve.values,
        STEP,
        after,
    )
    entropy, squares, hit = scores
    largest, count = counts
    return Split(guesses, entropy, squares, hit, largest, count, curve, after)
