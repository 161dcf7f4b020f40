"""Depth-limited search over the best-scored guesses and all their replies."""

import sys
from collections.abc import Iterator, Sequence

import numpy as np

from fewest.belief import Belief, are_among, as_belief
from fewest.checks import checked
from fewest.errors import FewestError
from fewest.scorers import Scorer
from fewest.splits import Scores, Split
from fewest.strategies.greedy import TIE_TOLERANCE
from fewest.strategies.optimal import Optimal
from fewest.strategies.protocol import Suggestion, suggestion

DEFAULT_DEPTH = 2
DEFAULT_WIDTH = 20
DEFAULT_EXACT = 30
"""The defaults are tuned together; docs/information.md compares other values."""

EVERY_GUESS = sys.maxsize


class Lookahead:
    """Plays the guess with the fewest expected guesses by depth-limited search.

    At depth 1, an estimator values each guess. At greater depth, the value of a guess is the mean, over its replies, of
    the best value there at one ply less; only the guesses that the estimator ranks best are searched. Small positions
    are solved exactly.
    """

    name = "lookahead"
    summary = "The expected number of guesses, found by looking a few guesses ahead and estimating the rest."

    @checked
    def __init__(
        self,
        estimator: Scorer,
        depth: int = DEFAULT_DEPTH,
        width: int = DEFAULT_WIDTH,
        exact: int = DEFAULT_EXACT,
    ) -> None:
        """Search `depth` plies with `width` guesses each; positions of up to `exact` secrets are solved exactly.

        A width of EVERY_GUESS is expectimax without a beam, for small lists.
        """
        if not estimator.estimates:
            raise FewestError(f"{estimator.name!r} does not estimate a number of guesses, so lookahead cannot use it.")
        if depth < 1 or width < 1 or exact < 0:
            raise FewestError("lookahead: depth and width must be 1 or more, and exact 0 or more.")
        self.estimator, self.depth, self.width, self.exact = estimator, depth, width, exact
        self.evaluations = 0
        """The number of pairs of position and guess valued so far, by the estimator or by their replies."""
        self._optimal = Optimal()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}>"

    def choose(self, belief: Belief) -> str:
        """The guess with the best value."""
        belief = as_belief(belief, "Lookahead.choose: belief")
        if len(belief) <= max(1, self.exact):
            return self._optimal.choose(belief)
        return self.suggest(belief, count=1)[0].guess

    @checked
    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """The guesses with the best values, best first; at most `width` of them except in small positions."""
        if len(belief) <= max(1, self.exact):
            return self._optimal.suggest(belief, count, among)
        self._optimal.prover(belief)  # one prover for all parts of this belief
        whole, scores = self.estimator.scores(belief)
        scores = np.where(are_among(belief, whole.guesses, among), scores, np.inf)
        best: list[tuple[float, float, int]] = []
        for at in self._promising(whole, scores):
            bound = best[count - 1][0] + TIE_TOLERANCE if len(best) >= count else np.inf
            value = self._value_of_guess(belief, whole, scores, at, self.depth, bound)
            if value <= bound:
                best.append((value, -float(whole.hit[at]), at))
                best.sort(key=lambda each: (round(each[0] / TIE_TOLERANCE), each[1], each[2]))
                del best[count:]
        return [suggestion(belief, whole, at, value) for value, _, at in best]

    def _value(self, belief: Belief, depth: int, bound: float = np.inf) -> float:
        """The expected guesses of a belief by a search of `depth` plies; at or above `bound` only a lower bound."""
        if len(belief) == 1:
            return 1.0
        if len(belief) <= self.exact:
            prover = self._optimal.prover(belief)
            return prover.mean(prover.best(belief)[0], belief)
        whole, scores = self.estimator.scores(belief)
        if depth == 1:
            self.evaluations += len(scores)
            return float(scores.min())
        best = bound
        for at in self._promising(whole, scores):
            best = min(best, self._value_of_guess(belief, whole, scores, at, depth, best))
        return best

    def _promising(self, whole: Split, scores: Scores) -> Iterator[int]:
        """The `width` guesses that the estimator ranks best, best first; ties go to possible secrets."""
        width = min(self.width, int(np.isfinite(scores).sum()))
        worst = np.partition(scores, width - 1)[width - 1]
        near = np.flatnonzero(scores <= worst + TIE_TOLERANCE)
        order = np.lexsort((near, -whole.hit[near], np.round(scores[near] / TIE_TOLERANCE)))
        yield from near[order[:width]].tolist()

    def _value_of_guess(self, belief: Belief, whole: Split, scores: Scores, at: int, depth: int, bound: float) -> float:
        """The value of a guess: 1 plus the mean over its replies of the best value there.

        Parts that are not searched yet count with a lower bound: 1 guess for the likeliest secret and 2 for the others.
        """
        self.evaluations += 1
        if depth == 1 and len(belief) > self.exact:
            return float(scores[at])
        guess = belief.game.guesses[whole.guesses[at]]
        parts = [part for reply, part in belief.parts(guess) if reply != belief.game.win]
        lower_bounds = [part.chance * (2 - float(part.secret_chances.max())) for part in parts]
        total = 1.0 + sum(lower_bounds)
        for lower, part in sorted(zip(lower_bounds, parts, strict=True), key=lambda each: -each[0]):
            if total > bound:
                break
            part_bound = (bound - total + lower) / part.chance
            total += part.chance * self._value(part, max(1, depth - 1), part_bound) - lower
        return total
