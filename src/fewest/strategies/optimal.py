"""Perfect play: the guess with the least expected number of guesses, by exact search."""

from collections.abc import Sequence

from fewest._core import Stopped
from fewest.belief import Belief
from fewest.optimal import Prover, Valued, prove
from fewest.splits import split
from fewest.strategies.contract import Suggestion, suggestion

HOPELESS = 500
"""From how many secrets on a second is not worth trying."""

SMALL = 60
"""Up to how many secrets a position is not worth more than one thread."""


class Optimal:
    """Plays the exact optimum of the expected number of guesses, and remembers what it has proved on the way."""

    name = "optimal"
    summary = "The expected number of guesses under perfect play from here on, exact."

    def __init__(self) -> None:
        """Start with nothing proved."""
        self._prover: Prover | None = None

    def prover(self, belief: Belief) -> Prover:
        """Return the prover that knows this belief; one for other beliefs is forgotten."""
        if self._prover is None or not self._prover.covers(belief):
            self._prover = Prover(belief)
        return self._prover

    def choose(self, belief: Belief) -> str:
        """Return a guess that no other beats."""
        if len(belief) == 1:
            return belief.words[0]
        prover = self.prover(belief)
        if len(belief) <= SMALL:
            guess = prover.best(belief)[1]
            assert guess is not None
            return guess
        return prove(prover, belief).best[0].guess

    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """Return the best guesses with their exact values, best first; the one secret left is the only suggestion."""
        ranked = list(prove(self.prover(belief), belief, among, count if len(belief) > 1 else 1).best)
        if among is None:
            chosen = self.choose(belief)
            if chosen not in (each.guess for each in ranked):  # as good as the first, but behind in the order of ties
                ranked = [Valued(ranked[0].cost, ranked[0].mean, chosen), *ranked][:count]
            ranked.sort(key=lambda each: (each.cost, each.guess != chosen))
        whole = split(belief)
        at = {belief.game.guesses[guess]: index for index, guess in enumerate(whole.guesses.tolist())}
        return [suggestion(belief, whole, at[each.guess], each.mean, expected=each.mean) for each in ranked]

    def suggest_within(
        self, seconds: float, belief: Belief, count: int = 10, among: Sequence[str] | None = None
    ) -> list[Suggestion]:
        """Return the same if that takes no longer than some seconds; nothing otherwise."""
        if len(belief) > HOPELESS:
            return []
        try:
            with self.prover(belief).deadline(seconds):
                return self.suggest(belief, count, among)
        except Stopped:
            return []
