"""The interface of strategies."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from fewest.belief import Belief
from fewest.splits import Split
from fewest.trees.tree import Player


@dataclass(frozen=True)
class Suggestion:
    """A guess with its score and statistics."""

    guess: str
    score: float
    """The value by which the strategy ranks guesses."""
    bits: float
    """The expected information of the reply, in bits."""
    hit: float
    """The probability that the guess is the secret."""
    parts: int
    """The number of different replies possible."""
    largest: int
    """The size of the largest part: the secrets left in the worst case."""
    expected: float | None = None
    """The exact expected number of guesses, counting this one, with optimal play after it; null if unknown."""
    tolerance: float = 0.0
    """The largest possible error of `expected`, in guesses; above 0 only if the weights had to be rounded."""


def suggestion(
    belief: Belief, whole: Split, at: int | np.intp, score: float, expected: float | None = None, tolerance: float = 0.0
) -> Suggestion:
    """Make a suggestion from the guess at one place of a split."""
    return Suggestion(
        guess=belief.game.guesses[whole.guesses[at]],
        score=score,
        bits=float(whole.entropy[at]),
        hit=float(whole.hit[at]),
        parts=int(whole.parts[at]),
        largest=int(whole.largest[at]),
        expected=expected,
        tolerance=tolerance,
    )


class Strategy(Player, Protocol):
    """Chooses a guess in any belief, and ranks the alternatives."""

    @property
    def summary(self) -> str:
        """What the strategy ranks guesses by, in one line."""

    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """The best guesses, best first; `among` limits the choice. Without it, the first is what `choose` returns."""
