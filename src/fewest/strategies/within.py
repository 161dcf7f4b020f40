"""Plays any strategy, but with an eye on the number of guesses that are left."""

from collections.abc import Sequence

import numpy as np

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.splits import Scores
from fewest.strategies.contract import Strategy, Suggestion

LAST = 2
"""How many guesses must be left at most for the chance to finish to come first."""

SLACK = 0.002
"""How much of that chance is given for a better mean; docs/information.md has others."""


class Within:
    """Plays a strategy, but once few guesses are left the one that is likeliest to finish in time.

    A strategy that saves guesses on average may gamble its last ones away. With two guesses left the chance to finish
    is that of the likeliest secret of each part, summed; guesses with the same chance are left to the strategy.
    """

    def __init__(self, strategy: Strategy, max_guesses: int) -> None:
        """Play within so many guesses, those of the belief's clues included."""
        if max_guesses < 1:
            raise FewestError("A game takes at least one guess; play within 1 or more.")
        self.strategy, self.max_guesses = strategy, max_guesses
        self.name, self.summary = strategy.name, strategy.summary

    def choose(self, belief: Belief) -> str:
        """Return the guess of the strategy, or with few guesses left the best chance to finish."""
        if not self._late(belief):
            return self.strategy.choose(belief)
        return self.suggest(belief, count=1)[0].guess

    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """Return what the strategy suggests, or with few guesses left what it suggests among the best chances."""
        if among is None and self._late(belief):
            among = likeliest_to_finish(belief, self.max_guesses - len(belief.clues))
            if found := self.strategy.suggest(belief, count, among):
                return found  # but a strategy may never play any of them
            among = None
        return self.strategy.suggest(belief, count, among)

    def _late(self, belief: Belief) -> bool:
        return len(belief) > 1 and 1 <= self.max_guesses - len(belief.clues) <= LAST


def likeliest_to_finish(belief: Belief, left: int) -> list[str]:
    """The guesses that are likeliest to finish with two guesses left or one, but for a little slack."""
    chances = chances_to_finish(belief, left)
    columns = np.arange(len(chances)) if belief.allowed is None else belief.allowed
    return [belief.game.guesses[column] for column in columns[chances >= chances.max() - SLACK]]


def chances_to_finish(belief: Belief, left: int) -> Scores:
    """The chance of each allowed guess to finish with two guesses left or one."""
    return finish_in_two(belief) if left == 2 else finish_now(belief)


def finish_now(belief: Belief) -> Scores:
    """The chance of each allowed guess to be the secret."""
    chances = np.zeros(len(belief.game.guesses))
    chances[belief.game.secret_guesses[belief.secrets]] = belief.probabilities
    return chances if belief.allowed is None else chances[belief.allowed]


def finish_in_two(belief: Belief) -> Scores:
    """The chance of each allowed guess that it, or the likeliest secret once its reply is known, is the secret."""
    game = belief.game
    columns = np.arange(len(game.guesses), dtype=np.int32) if belief.allowed is None else belief.allowed
    chances = np.zeros(len(columns))
    seen = np.zeros((len(columns), game.replies), np.bool_)
    rows = np.arange(len(columns))
    for at in np.argsort(-belief.probabilities, kind="stable"):
        (replies,) = game.rows(belief.secrets[[at]], columns)
        chances += np.where(seen[rows, replies], 0.0, belief.probabilities[at])
        seen[rows, replies] = True
    return chances
