"""What a strategy is to everything that plays it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from fewest.belief import Belief
from fewest.splits import Split
from fewest.trees.tree import Player


@dataclass(frozen=True)
class Suggestion:
    """A guess, and what speaks for it."""

    guess: str
    score: float
    """What the strategy ranks by."""
    bits: float
    """How many bits the reply tells on average."""
    hit: float
    """The probability that the guess is the secret."""
    parts: int
    """How many different replies there may be."""
    largest: int
    """How many secrets stay possible at worst."""
    expected: float | None = None
    """Guesses needed on average from here on, this one included, with perfect play after it; None where unknown."""


def suggestion(
    belief: Belief, whole: Split, at: int | np.intp, score: float, expected: float | None = None
) -> Suggestion:
    """Say what speaks for one of the guesses of a split."""
    return Suggestion(
        guess=belief.game.guesses[whole.guesses[at]],
        score=score,
        bits=float(whole.entropy[at]),
        hit=float(whole.hit[at]),
        parts=int(whole.parts[at]),
        largest=int(whole.largest[at]),
        expected=expected,
    )


class Strategy(Player, Protocol):
    """Says what to guess in a given belief, and why."""

    @property
    def summary(self) -> str:
        """What it plays by, in one line."""

    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """Return the best guesses of all, or among some, best first; of all, the first is what choose returns."""
