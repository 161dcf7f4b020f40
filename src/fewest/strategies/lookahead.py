"""Lookahead: try the most promising guesses, go through their replies, and so on some plies deep."""

from collections.abc import Iterator, Sequence

import numpy as np

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.scorers import Scorer
from fewest.splits import Scores, Split
from fewest.strategies.contract import Suggestion, suggestion
from fewest.strategies.greedy import TIE
from fewest.strategies.optimal import Optimal

DEPTH, WIDTH, EXACT = 2, 20, 30
"""How many plies, how many guesses in each, and up to how many secrets exactly; docs/information.md has others."""


class Lookahead:
    """Plays the guess with the fewest expected guesses as far as it can see.

    With one ply a guess is worth what an estimator says. With more, it is worth the mean over its replies of the best
    guess there with a ply less, tried among those that the estimator likes best. Small positions are valued exactly.
    """

    name = "lookahead"
    summary = "The expected number of guesses, some plies ahead exactly and beyond by an estimator."

    def __init__(self, estimator: Scorer, depth: int = DEPTH, width: int = WIDTH, exact: int = EXACT) -> None:
        """Look `depth` plies ahead, at `width` guesses in each; up to `exact` secrets are valued by exact search."""
        if not estimator.estimates:
            raise FewestError(f"{estimator.name!r} does not estimate a number of guesses, so it cannot value a leaf.")
        if depth < 1 or width < 1 or exact < 0:
            raise FewestError("Lookahead needs a depth and a width of at least 1, and an exact size from 0 up.")
        self.estimator, self.depth, self.width, self.exact = estimator, depth, width, exact
        self._optimal = Optimal()

    def choose(self, belief: Belief) -> str:
        """Return the guess with the best value."""
        if len(belief) <= max(1, self.exact):
            return self._optimal.choose(belief)
        return self.suggest(belief, count=1)[0].guess

    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """Return the guesses with the best values, best first, no more than the width; small positions exactly."""
        if len(belief) <= max(1, self.exact):
            return self._optimal.suggest(belief, count, among)
        self._optimal.prover(belief)  # one for this belief, not one for each of its parts
        whole, scores = self.estimator.scores(belief)
        if among is not None:
            scores = np.where(np.isin(whole.guesses, [belief.find_guess(guess) for guess in among]), scores, np.inf)
        best: list[tuple[float, float, int]] = []
        for at in self._promising(whole, scores):
            bound = best[count - 1][0] + TIE if len(best) >= count else np.inf
            value = self._value_of_guess(belief, whole, scores, at, self.depth, bound)
            if value <= bound:
                best.append((value, -float(whole.hit[at]), at))
                best.sort(key=lambda each: (round(each[0] / TIE), each[1], each[2]))
                del best[count:]
        return [suggestion(belief, whole, at, value) for value, _, at in best]

    def _value(self, belief: Belief, depth: int, bound: float = np.inf) -> float:
        """How many guesses a belief takes, as far as `depth` plies tell; from the bound on, only that it is no less."""
        if len(belief) == 1:
            return 1.0
        if len(belief) <= self.exact:
            prover = self._optimal.prover(belief)
            return prover.mean(prover.best(belief)[0], belief)
        whole, scores = self.estimator.scores(belief)
        if depth == 1:
            return float(scores.min())
        best = bound
        for at in self._promising(whole, scores):
            best = min(best, self._value_of_guess(belief, whole, scores, at, depth, best))
        return best

    def _promising(self, whole: Split, scores: Scores) -> Iterator[int]:
        """The guesses that the estimator likes best, best first; of tied ones possible secrets go first."""
        width = min(self.width, int(np.isfinite(scores).sum()))
        if width == 0:
            return
        worst = np.partition(scores, width - 1)[width - 1]
        near = np.flatnonzero(scores <= worst + TIE)
        order = np.lexsort((near, -whole.hit[near], np.round(scores[near] / TIE)))
        yield from near[order[:width]].tolist()

    def _value_of_guess(self, belief: Belief, whole: Split, scores: Scores, at: int, depth: int, bound: float) -> float:
        """What a guess costs: itself, and on average over its replies the best that can be done there.

        Every part not looked into yet costs at least 2 guesses but for its likeliest secret.
        """
        if depth == 1 and len(belief) > self.exact:
            return float(scores[at])
        guess = belief.game.guesses[whole.guesses[at]]
        parts = [part for reply, part in belief.parts(guess) if reply != belief.game.win]
        least = [part.chance * (2 - float(part.probabilities.max())) for part in parts]
        total = 1.0 + sum(least)
        for low, part in sorted(zip(least, parts, strict=True), key=lambda each: -each[0]):
            if total > bound:
                break
            room = (bound - total + low) / part.chance
            total += part.chance * self._value(part, max(1, depth - 1), room) - low
        return total
