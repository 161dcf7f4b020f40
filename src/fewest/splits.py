"""What every allowed guess would do to a belief: one call into the core, arrays out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fewest import _core
from fewest.belief import Belief, Indices
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


def split(belief: Belief) -> Split:
    """Split a belief by every allowed guess."""
    game = belief.game
    guesses = np.arange(len(game.guesses), dtype=np.int32) if belief.allowed is None else belief.allowed
    scores = np.empty((3, len(guesses)), np.float64)
    counts = np.empty((2, len(guesses)), np.uint32)
    _core.split(
        game.table, game.replies, game.win, belief.secrets, belief.weights, belief.allowed, scores, counts, threads()
    )
    return Split(guesses, *scores, *counts)
