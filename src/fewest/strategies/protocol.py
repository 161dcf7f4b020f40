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
    """The value that the strategy ranks by."""
    bits: float
    """The expected information of the reply, in bits."""
    hit: float
    """The probability that the guess is the secret."""
    parts: int
    """The number of different replies possible."""
    largest: int
    """The size of the largest part: the secrets left in the worst case."""
    expected: float | None = None
    """The exact expected number of guesses, this one included, with optimal play after it; None if unknown."""
    error: float = 0.0
    """Within how many guesses that holds: 0 if exactly, more if the weights have too many digits to be added up."""


def suggestion(
    belief: Belief, whole: Split, at: int | np.intp, score: float, expected: float | None = None, error: float = 0.0
) -> Suggestion:
    """A suggestion from one guess of a split."""
    return Suggestion(
        guess=belief.game.guesses[whole.guesses[at]],
        score=score,
        bits=float(whole.entropy[at]),
        hit=float(whole.hit[at]),
        parts=int(whole.parts[at]),
        largest=int(whole.largest[at]),
        expected=expected,
        error=error,
    )


class Strategy(Player, Protocol):
    """Chooses a guess in any belief, and ranks the alternatives."""

    @property
    def summary(self) -> str:
        """What it ranks guesses by, in one line."""

    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """The best guesses of all, or among some, best first; of all, the first is the one that `choose` returns."""
