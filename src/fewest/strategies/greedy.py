"""The classic strategies: play the guess with the best score."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fewest.belief import Belief, are_among, as_belief
from fewest.checks import check_fields, checked
from fewest.scorers import DEFAULT, SCORERS, Scorer
from fewest.splits import Scores, Split
from fewest.strategies.protocol import Suggestion, suggestion

Ties = Literal["secrets", "answer-list", "alphabet", "list", "list-end"]
GuessFrom = Literal["guesses", "answers", "answer-list"]

TIE_TOLERANCE = 1e-9
"""Scores that differ by no more than this are tied."""


FEW_SECRETS = 50
"""Up to this many secrets, we first look for one that tells all of them apart, which saves scoring every guess."""


@dataclass(frozen=True, repr=False)
class Greedy:
    """Plays the guess with the best score. Ties go to the likeliest secret, then to the first guess in game order.

    A useless guess loses every tie, since a strategy that chose it once would choose it forever.
    """

    scorer: Scorer
    ties: Ties = "secrets"
    """What wins a tie: a possible secret, an answer of the list even if it is ruled out, the first guess in the
    alphabet, or the first or last guess of the list as given."""
    guess_from: GuessFrom = "guesses"
    """Which guesses are considered: all that are allowed, possible secrets only, or all answers of the list."""

    def __post_init__(self) -> None:
        """Check the fields."""
        check_fields(self)

    def __repr__(self) -> str:
        return f"<Greedy: {self.name}>"

    @property
    def name(self) -> str:
        """The scorer's name."""
        return self.scorer.name

    @property
    def summary(self) -> str:
        """The scorer's summary."""
        return self.scorer.summary

    def choose(self, belief: Belief) -> str:
        """The guess with the best score."""
        belief = as_belief(belief, "Greedy.choose: belief")
        if len(belief) == 1:
            return belief.words[0]
        secrets_first = self.ties == "secrets" and self._is_worth_a_look_at_secrets(belief)
        secret = self._secret_that_tells_all_apart(belief) if secrets_first else None
        if secret is not None:
            return secret
        scored = self.scorer.scores(
            belief,
            distinct=self.ties in ("secrets", "alphabet"),
            until_all_apart=self.guess_from == "guesses" and (secrets_first or self.ties == "alphabet"),
            best=self.guess_from == "guesses",
        )
        return self.rank(belief, scored, count=1)[0].guess

    def _is_worth_a_look_at_secrets(self, belief: Belief) -> bool:
        """Whether a possible secret that tells all others apart would be the best guess, and is likely to exist."""
        few = len(belief) <= min(FEW_SECRETS, belief.game.replies)
        return few and self.scorer.is_best_to_tell_all_apart(belief)

    def _secret_that_tells_all_apart(self, belief: Belief) -> str | None:
        """The first possible secret that tells all others apart, if there is one."""
        columns = np.sort(belief.game.secret_guesses[belief.secrets])
        if self.guess_from == "answer-list":
            columns = columns[np.isin(columns, belief.game.answer_guesses)]
        replies = np.sort(belief.game.rows(belief.secrets, columns), axis=0)
        telling = np.flatnonzero((replies[1:] != replies[:-1]).all(axis=0))
        return belief.game.guesses[columns[telling[0]]] if len(telling) else None

    @checked
    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """The guesses with the best scores, best first; with one secret left, that secret only."""
        return self.rank(belief, self.scorer.scores(belief), count, among)

    def rank(
        self, belief: Belief, scored: tuple[Split, Scores], count: int, among: Sequence[str] | None = None
    ) -> list[Suggestion]:
        """Like `suggest`, with the scores given."""
        whole, scores = scored
        costs = -scores if self.scorer.largest_is_best else scores.copy()
        if among is not None:
            costs[~are_among(belief, whole.guesses, among)] = np.inf
        elif len(belief) == 1 or self.guess_from == "answers":
            costs[whole.hit == 0] = np.inf
        elif self.guess_from == "answer-list":
            costs[~np.isin(whole.guesses, belief.game.answer_guesses)] = np.inf
        suggestions: list[Suggestion] = []
        while len(suggestions) < count and costs.min() < np.inf:
            tied = np.flatnonzero(costs <= costs.min() + TIE_TOLERANCE)
            useful = whole.parts[tied] > 1
            if useful.any():
                tied = tied[useful]
            best = self._first(belief, whole, tied)
            suggestions.append(suggestion(belief, whole, best, float(scores[best])))
            costs[best] = np.inf
        return suggestions

    def _first(self, belief: Belief, whole: Split, tied: NDArray[np.intp]) -> int:
        """Choose between tied guesses."""
        if self.ties == "alphabet":
            return int(tied[0])
        if self.ties == "secrets":
            return int(tied[np.argmax(whole.hit[tied])])
        if self.ties == "answer-list":
            answers = tied[np.isin(whole.guesses[tied], belief.game.answer_guesses)]
            tied = answers if len(answers) else tied
        places = belief.game.list_places[whole.guesses[tied]]
        return int(tied[places.argmax() if self.ties == "list-end" else places.argmin()])


def default_strategy() -> Greedy:
    """The default strategy."""
    return Greedy(SCORERS[DEFAULT])
