"""Perfect play: the guess with the least expected number of guesses, by exact search."""

from collections.abc import Sequence

from fewest.belief import Belief
from fewest.search.proof import Valued
from fewest.search.prover import Prover
from fewest.splits import split
from fewest.strategies.contract import Suggestion, suggestion
from fewest.watch import UNWATCHED, Watch

MEDIUM = 500
"""Up to how many secrets one thread finds the best guess fastest, without valuing every other one."""


class Optimal:
    """Plays the exact optimum of the expected number of guesses, and remembers what it has proved on the way.

    Several threads may share one; it remembers what it has proved from one belief at a time.
    """

    name = "optimal"
    summary = "The expected number of guesses under perfect play from here on, exact."

    def __init__(self) -> None:
        """Start with nothing proved."""
        self._prover: Prover | None = None

    def prover(self, belief: Belief) -> Prover:
        """Return the prover that knows this belief; one for other beliefs is forgotten."""
        prover = self._prover
        if prover is None or not prover.covers(belief):
            prover = self._prover = Prover(belief)
        return prover  # not self._prover: that may be another thread's by now

    def choose(self, belief: Belief) -> str:
        """Return a guess that no other beats."""
        return belief.words[0] if len(belief) == 1 else best(self.prover(belief), belief).guess

    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """Return the best guesses with their exact values, best first; the one secret left is the only suggestion."""
        from fewest.search.openers import prove

        prover = self.prover(belief)
        found = prove(prover, belief, among, count if len(belief) > 1 else 1).best
        first = found[0] if among is not None or len(belief) > MEDIUM else best(prover, belief)
        return describe(belief, [first, *(each for each in found if each.guess != first.guess)][:count])


def best(
    prover: Prover,
    belief: Belief,
    among: Sequence[str] | None = None,
    threads: int | None = None,
    watch: Watch = UNWATCHED,
) -> Valued:
    """The best guess of all or among some, and its exact value; of several that are as good always the same."""
    if among is not None or len(belief) > MEDIUM:
        from fewest.search.openers import prove

        return prove(prover, belief, among, threads=threads, watch=watch).best[0]
    cost, guess = prover.best(belief, stop=watch.stop)
    assert guess is not None
    return Valued(cost, prover.mean(cost, belief), guess)


def describe(belief: Belief, values: Sequence[Valued]) -> list[Suggestion]:
    """Say what speaks for guesses whose values are known."""
    whole = split(belief)
    at = {belief.game.guesses[guess]: index for index, guess in enumerate(whole.guesses.tolist())}
    return [suggestion(belief, whole, at[each.guess], each.mean, expected=each.mean) for each in values]
