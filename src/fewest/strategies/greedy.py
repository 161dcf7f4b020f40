"""The classic strategies: play the guess that a scorer likes best, looking no further."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fewest.belief import Belief
from fewest.scorers import DEFAULT, SCORERS, Scorer
from fewest.splits import Scores, Split
from fewest.strategies.contract import Suggestion, suggestion

TIE = 1e-9
"""Scores no further apart than this are tied."""


@dataclass(frozen=True)
class Greedy:
    """Plays the best score. Of tied guesses a possible secret goes first, the likelier first, then the alphabet.

    A guess that tells something always goes before a tied one that tells nothing.
    """

    scorer: Scorer
    secrets_first: bool = True
    """Whether possible secrets go first among tied guesses; else the alphabet alone decides."""

    @property
    def name(self) -> str:
        """The scorer's name."""
        return self.scorer.name

    @property
    def summary(self) -> str:
        """What the scorer scores."""
        return self.scorer.summary

    def choose(self, belief: Belief) -> str:
        """Return the guess with the best score."""
        return belief.words[0] if len(belief) == 1 else self.suggest(belief, count=1)[0].guess

    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """Return the guesses with the best scores, best first; the one secret left is the only suggestion."""
        return self.rank(belief, self.scorer.scores(belief), count, among)

    def rank(
        self, belief: Belief, scored: tuple[Split, Scores], count: int, among: Sequence[str] | None = None
    ) -> list[Suggestion]:
        """Return the same, the scores being known."""
        whole, scores = scored
        costs = -scores if self.scorer.largest_is_best else scores.copy()
        if among is not None:
            costs[~np.isin(whole.guesses, [belief.find_guess(guess) for guess in among])] = np.inf
        elif len(belief) == 1:
            costs[whole.hit == 0] = np.inf
        suggestions: list[Suggestion] = []
        while len(suggestions) < count and (cheapest := costs.min()) < np.inf:
            tied = np.flatnonzero(costs <= cheapest + TIE)
            if (telling := whole.parts[tied] > 1).any():
                tied = tied[telling]  # a guess that tells nothing would be made again and again
            best = tied[np.argmax(whole.hit[tied])] if self.secrets_first else tied[0]
            suggestions.append(suggestion(belief, whole, best, float(scores[best])))
            costs[best] = np.inf
        return suggestions


def usual_strategy() -> Greedy:
    """The default strategy."""
    return Greedy(SCORERS[DEFAULT])
