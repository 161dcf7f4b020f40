"""Optimal play by exact search: the guess with the least expected number of guesses."""

from collections.abc import Sequence

import numpy as np

from fewest._core import StopToken
from fewest.belief import Belief, as_belief
from fewest.checks import checked
from fewest.search.proof import Valued
from fewest.search.prover import IMPOSSIBLE, Prover, search_order
from fewest.search.shipped_values import known_values
from fewest.splits import Split, split
from fewest.strategies.protocol import Suggestion, suggestion
from fewest.watch import Watch

SMALL_POSITION_SECRETS = 500
"""Up to this size, one search for the best guess on one thread is faster than one per guess on all threads."""


class Optimal:
    """Plays the guess with the least expected number of guesses.

    Keeps the prover of one starting belief at a time. Thread-safe.
    """

    name = "optimal"
    summary = "The exact expected number of guesses with perfect play from here on."

    def __init__(self) -> None:
        """Start without a prover."""
        self._prover: Prover | None = None

    def prover(self, belief: Belief) -> Prover:
        """The prover that covers this belief; it replaces one that does not."""
        kept = self._prover
        prover = self._prover = Prover(belief, rounds=True) if kept is None else kept.covering(belief)
        return prover  # not self._prover, which another thread may have replaced

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}>"

    def choose(self, belief: Belief) -> str:
        """An optimal guess."""
        belief = as_belief(belief, "Optimal.choose: belief")
        if len(belief) == 1:
            return belief.words[0]
        known = known_values(belief)
        return known[0].guess if known else best(self.prover(belief), belief).guess

    @checked
    def suggest(self, belief: Belief, count: int = 10, among: Sequence[str] | None = None) -> list[Suggestion]:
        """The best guesses with their exact values, best first; with one secret left, that secret only."""
        from fewest.search.root_search import value_best

        count = count if len(belief) > 1 else 1
        whole = split(belief)
        known = known_values(belief, count, among, whole)
        if len(known) == count:
            return describe(belief, known, whole)
        prover = self.prover(belief)
        found = value_best(prover, belief, among, count)
        first = found[0]
        if known:
            first = known[0]
        elif among is None and len(belief) <= SMALL_POSITION_SECRETS:
            first = best(prover, belief)
        values = [first, *(each for each in found if each.guess != first.guess)][:count]
        return describe(belief, values, whole, prover.tolerance)


def best(prover: Prover, belief: Belief, stop: StopToken | None = None) -> Valued:
    """The best guess with its exact value; ties always go the same way."""
    if len(belief) > SMALL_POSITION_SECRETS:
        from fewest.search.root_search import value_best  # slow to import

        return value_best(prover, belief, watch=Watch(stop=stop))[0]
    cost, guess = prover.best(belief, stop=stop)
    assert guess is not None
    return Valued(cost, prover.mean(cost, belief), guess)


def value_in_turn(
    prover: Prover,
    belief: Belief,
    whole: Split,
    among: Sequence[str] | None,
    count: int,
    stop: StopToken | None = None,
) -> list[Valued]:
    """Search guesses one after the other on this thread, and return the best with their exact values."""
    lower = prover.least_costs(belief, whole)
    found: list[Valued] = []
    for place in search_order(prover, belief, whole, among).tolist():
        bound = found[-1].cost if len(found) == count else IMPOSSIBLE
        if lower[place] >= bound:
            continue
        guess = belief.game.guesses[whole.guesses[place]]
        cost = prover.cost_of_guess(guess, belief, bound, stop=stop)
        if cost < bound:
            found.append(Valued(cost, prover.mean(cost, belief), guess))
            found = sorted(found, key=lambda value: value.cost)[:count]  # stable
    return found


def describe(belief: Belief, values: Sequence[Valued], whole: Split, tolerance: float = 0.0) -> list[Suggestion]:
    """Make suggestions from values, which may be off by `tolerance`, and the split of the belief."""
    columns = [belief.game.guess_index[each.guess] for each in values]
    at = [int(np.flatnonzero(whole.guesses == column)[0]) for column in columns]
    return [
        suggestion(belief, whole, index, each.mean, each.mean, tolerance)
        for index, each in zip(at, values, strict=True)
    ]
