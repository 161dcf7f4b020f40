"""Playing any strategy under a guess limit."""

from collections.abc import Sequence

import numpy as np

from fewest.belief import Belief, are_among
from fewest.errors import FewestError
from fewest.splits import Scores
from fewest.strategies.protocol import Strategy, Suggestion

LATE_GUESSES = 2
"""With at most this many guesses left, the chance to finish comes first."""

MAX_FINISH_TABLE = 2 * 10**8
"""The largest table of guesses and replies that `finish_in_two` may build."""

FINISH_SLACK = 0.002
"""With two guesses left, how much of the best chance (as a share) we give up for a better mean.

docs/strategies.md states this number. On the last guess we give up nothing.
"""


CHANCE_TOLERANCE = 1e-12
"""Chances that differ by no more than this share are equal, since they are sums of rounded probabilities."""


class Within:
    """Plays a strategy, but maximises the chance to finish in time once few guesses are left.

    A strategy that minimises the mean may risk running out of guesses. With two guesses left, the chance to finish is
    the sum of the probabilities of each part's likeliest secret; with one left, it is the probability of the guess.
    The strategy decides between guesses with the best chance.
    """

    def __init__(self, strategy: Strategy, max_guesses: int) -> None:
        """Wrap a strategy; `max_guesses` counts the clues of the belief too."""
        if max_guesses < 1:
            raise FewestError("within must be 1 guess or more.")
        self.strategy, self.max_guesses = strategy, max_guesses
        self.name, self.summary = strategy.name, strategy.summary

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}>"

    def choose(self, belief: Belief) -> str:
        """The strategy's guess; with few guesses left, the one with the best chance to finish."""
        if not has_few_guesses_left(belief, self.max_guesses):
            return self.strategy.choose(belief)
        return self.suggest(belief, count=1)[0].guess

    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """The strategy's suggestions; with few guesses left, only from those with the best chance to finish."""
        if among is None and has_few_guesses_left(belief, self.max_guesses):
            among = likeliest_to_finish(belief, self.max_guesses - len(belief.clues))
            found = self.strategy.suggest(belief, count, among)
            if found:  # a strategy may not consider any of them
                return found
            among = None
        return self.strategy.suggest(belief, count, among)


def has_few_guesses_left(belief: Belief, max_guesses: int) -> bool:
    """Whether so few guesses are left that the chance to finish in time comes first; False if that is too much work."""
    few_left = len(belief) > 1 and 1 <= max_guesses - len(belief.clues) <= LATE_GUESSES
    return few_left and belief.game.replies * len(belief.game.guesses) <= MAX_FINISH_TABLE


def likeliest_to_finish(
    belief: Belief, left: int, among: Sequence[str] | None = None, slack: float = FINISH_SLACK
) -> list[str]:
    """The guesses with the best chance to finish in the one or two guesses left; `among` limits the choice.

    With two left, guesses whose chance is within `slack` of the best are included.
    """
    chances = chances_to_finish(belief, left)
    columns = np.arange(len(chances), dtype=np.int32) if belief.allowed is None else belief.allowed
    is_among = are_among(belief, columns, among)
    columns, chances = columns[is_among], chances[is_among]
    found = columns[chances >= chances.max() * (1 - max(slack, CHANCE_TOLERANCE))].tolist()
    if left == 1 and belief.weights is not None:  # probabilities are rounded, weights are not
        weights = dict(zip(belief.game.secret_guesses[belief.secrets].tolist(), belief.weights.tolist(), strict=True))
        most = max(weights.get(column, 0) for column in found)
        found = [column for column in found if weights.get(column, 0) == most]
    return [belief.game.guesses[column] for column in found]


def chances_to_finish(belief: Belief, left: int) -> Scores:
    """The chance of each allowed guess to finish in the one or two guesses left."""
    return finish_in_two(belief) if left == 2 else finish_now(belief)


def finish_now(belief: Belief) -> Scores:
    """The chance that each allowed guess is the secret."""
    chances = np.zeros(len(belief.game.guesses))
    chances[belief.game.secret_guesses[belief.secrets]] = belief.secret_chances
    return chances if belief.allowed is None else chances[belief.allowed]


def finish_in_two(belief: Belief) -> Scores:
    """The chance to win with each allowed guess or with the likeliest secret after its reply."""
    game = belief.game
    columns = np.arange(len(game.guesses), dtype=np.int32) if belief.allowed is None else belief.allowed
    chances = np.zeros(len(columns))
    seen = np.zeros((len(columns), game.replies), np.bool_)
    rows = np.arange(len(columns))
    for at in np.argsort(-belief.secret_chances, kind="stable"):
        (replies,) = game.rows(belief.secrets[[at]], columns)
        chances += np.where(seen[rows, replies], 0.0, belief.secret_chances[at])
        seen[rows, replies] = True
    return chances
