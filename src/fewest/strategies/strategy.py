"""What a strategy is to everything that plays it."""

from dataclasses import dataclass
from typing import Protocol

from fewest.belief import Belief


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


class Strategy(Protocol):
    """Says what to guess in a given belief."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def summary(self) -> str:
        """What it plays by, in one line."""

    def choose(self, belief: Belief) -> str:
        """Return the guess to play."""

    def suggest(self, belief: Belief, count: int = 10) -> list[Suggestion]:
        """Return the best guesses, best first; the first is the one that choose returns."""
