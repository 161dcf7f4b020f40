"""The one rule for advice to players, used by every command and page so that they agree.

1. With at most two guesses left, only the guesses with the best chance to finish in time count.
2. Before the first clue the shipped table of openers answers, and after it the shipped book, where they know the best.
3. Small positions are searched exactly, with a budget of work rather than time, so that the answer is the same on every
   machine.
4. Otherwise the default strategy decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import TooDeepError
from fewest.search.known import known_values
from fewest.search.proof import Valued
from fewest.search.prover import Prover
from fewest.splits import Scores, Split
from fewest.strategies.contract import Strategy, Suggestion
from fewest.strategies.greedy import default_strategy
from fewest.strategies.optimal import SMALL_POSITION_SECRETS, Optimal, best, describe
from fewest.strategies.within import likeliest_to_finish
from fewest.watch import UNWATCHED, Watch

WORK_PER_SECOND = 3e8
"""The work of exact search that one core of 2.8 GHz does in about a second."""

EXACT_SECONDS = 1.0
"""The budget, in such seconds, of the search for the best guess; the search for alternatives gets the same."""

MAX_HARD_MODE_PAIRS = 50_000_000
"""The largest table of which guess is allowed after which that exact search builds in hard mode."""

MAX_FINISH_TABLE = 2 * 10**8
"""The largest table of guesses and replies that `finish_in_two` may build."""

MAX_CANDIDATES = 300
"""How many guesses, by the default strategy, are searched for the alternatives to the best."""


@dataclass(frozen=True)
class Advice:
    """What to guess in a position: suggestions, best first."""

    strategy: Strategy
    """What ranks the first suggestion."""
    suggestions: list[Suggestion]
    late: bool
    """Whether only the guesses with the best chance to finish in time are considered."""

    @property
    def proved(self) -> bool:
        """Whether the first suggestion is proved optimal; if late, among the guesses considered."""
        return bool(self.suggestions) and self.suggestions[0].expected is not None


def advise(
    belief: Belief,
    max_guesses: int,
    count: int = 10,
    among: Sequence[str] | None = None,
    seconds: float = EXACT_SECONDS,
    watch: Watch = UNWATCHED,
    prover: Prover | None = None,
    scored: tuple[Split, Scores] | None = None,
) -> Advice:
    """Suggest guesses, of all or among some, under a guess limit; best first.

    `seconds` is the budget of exact search. `prover` must belong to this belief, and `scored` to the default strategy;
    both only save time.
    """
    default = default_strategy()
    late = among is None and is_late(belief, max_guesses)
    if late:
        among = likeliest_to_finish(belief, max_guesses - len(belief.clues))
    scored = scored or default.scorer.scores(belief)
    ranked = default.rank(belief, scored, max(MAX_CANDIDATES, count), among)
    values = known_values(belief, count, among, scored[0])
    if len(values) < count and worth_proving(belief, seconds):
        prover = prover or Prover(belief, stop=watch.stop)
        values = _prove(prover, belief, count, among, ranked, seconds, watch, values)
    exact = describe(belief, values, scored[0])
    if not exact:
        if len(belief) == 1:  # the one secret left takes exactly one guess
            ranked = [replace(each, expected=1.0) if each.hit == 1 else each for each in ranked]
        return Advice(default, ranked[:count], late)
    known = {each.guess for each in exact}
    return Advice(Optimal(), [*exact, *(each for each in ranked if each.guess not in known)][:count], late)


def _prove(
    prover: Prover,
    belief: Belief,
    count: int,
    among: Sequence[str] | None,
    ranked: Sequence[Suggestion],
    seconds: float,
    watch: Watch,
    known: Sequence[Valued],
) -> list[Valued]:
    """The best guess and alternatives with exact values; empty if the budget is too small and none is known."""
    from fewest.search.openers import value_best  # slow to import

    def budget() -> Watch:
        return Watch(stop=StopToken(watch.stop, work=seconds * WORK_PER_SECOND))

    values = [*known]
    try:
        if not values:
            values.append(best(prover, belief, among, 1, budget()))
        others = [each.guess for each in ranked if each.guess not in {value.guess for value in values}]
        if len(values) < count and others:
            values += value_best(prover, belief, others, count - len(values), 1, budget())
    except (Stopped, TooDeepError):
        watch.check()  # raises if the caller stopped the search, rather than the budget
    return values


def worth_proving(belief: Belief, seconds: float = EXACT_SECONDS) -> bool:
    """Whether a position is small enough for exact search; the limit grows with the budget."""
    guesses = len(belief.game.guesses) if belief.allowed is None else len(belief.allowed)
    quick = not belief.hard or guesses**2 <= MAX_HARD_MODE_PAIRS * max(1.0, seconds)
    return seconds > 0 and 1 < len(belief) <= SMALL_POSITION_SECRETS * max(1.0, seconds) and quick and not belief.won


def is_late(belief: Belief, max_guesses: int) -> bool:
    """Whether so few guesses are left that the chance to finish in time comes first."""
    late = len(belief) > 1 and 1 <= max_guesses - len(belief.clues) <= 2
    return late and belief.game.replies * len(belief.game.guesses) <= MAX_FINISH_TABLE


@dataclass(frozen=True)
class Advised:
    """Plays the first suggestion of `advise`."""

    max_guesses: int
    name: str = "auto"

    def choose(self, belief: Belief) -> str:
        """Return the first suggestion."""
        return advise(belief, self.max_guesses, count=1).suggestions[0].guess
