"""What to guess: the one rule that all follow who advise a player, so that none contradicts another.

1. With two guesses left or one, only guesses that are likeliest to finish in time count.
2. In positions that are small enough, exact search is tried, and given a fixed amount of work: not of time, so that the
   answer is the same on every machine and whoever asks.
3. Where that is not enough, the default strategy decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import TooDeepError
from fewest.search.proof import Valued
from fewest.search.prover import Prover
from fewest.splits import Scores, Split
from fewest.strategies.contract import Strategy, Suggestion
from fewest.strategies.greedy import usual_strategy
from fewest.strategies.optimal import MEDIUM, Optimal, best, describe
from fewest.strategies.within import likeliest_to_finish
from fewest.watch import UNWATCHED, Watch

WORK_PER_SECOND = 3e8
"""How much work of exact search takes about a second on one core of 2.8 GHz."""

SECONDS = 1.0
"""For how many such seconds the best guess of a position is searched for, and the values of others after that."""

MOST_PAIRS = 50_000_000
"""In hard mode up to how many pairs of guesses exact search is tried, for it must know which is allowed after which."""

LARGEST = 2 * 10**8
"""Up to how many pairs of a guess and a reply there is the memory to tell which guess is likeliest to finish."""

OTHERS = 300
"""Among how many guesses, those that the default strategy likes best, the others are looked for that are shown."""


@dataclass(frozen=True)
class Advice:
    """What to guess in a position: the first suggestion, and others beside it."""

    strategy: Strategy
    """What it is best by."""
    suggestions: list[Suggestion]
    late: bool
    """Whether so few guesses are left that only those count that are likeliest to finish in time."""

    @property
    def proved(self) -> bool:
        """Whether it is proved that no guess takes fewer on average, or none of those that are likeliest to finish."""
        return bool(self.suggestions) and self.suggestions[0].expected is not None


def advise(
    belief: Belief,
    max_guesses: int,
    count: int = 10,
    among: Sequence[str] | None = None,
    seconds: float = SECONDS,
    watch: Watch = UNWATCHED,
    prover: Prover | None = None,
    scored: tuple[Split, Scores] | None = None,
) -> Advice:
    """Suggest guesses, of all or among some, to a player who has so many in all; best first.

    More seconds mean more work for exact search. A prover of this very belief and the scores of the default strategy
    may be given, if they are there already.
    """
    default = usual_strategy()
    late = among is None and is_late(belief, max_guesses)
    if late:
        among = likeliest_to_finish(belief, max_guesses - len(belief.clues))
    usual = default.rank(belief, scored or default.scorer.scores(belief), max(OTHERS, count), among)
    exact: list[Suggestion] = []
    if worth_proving(belief, seconds):
        exact = _prove(prover or Prover(belief, stop=watch.stop), belief, count, among, usual, seconds, watch)
    if not exact:
        if len(belief) == 1:  # to guess it takes one guess, whatever the strategy says
            usual = [replace(each, expected=1.0) if each.hit == 1 else each for each in usual]
        return Advice(default, usual[:count], late)
    known = {each.guess for each in exact}
    return Advice(Optimal(), [*exact, *(each for each in usual if each.guess not in known)][:count], late)


def _prove(
    prover: Prover,
    belief: Belief,
    count: int,
    among: Sequence[str] | None,
    usual: Sequence[Suggestion],
    seconds: float,
    watch: Watch,
) -> list[Suggestion]:
    """The best guess by exact search, and then usual ones with their values; nothing if that is too much work."""
    from fewest.search.openers import prove  # with threads and all, which takes a while to load

    values: list[Valued] = []
    try:
        values.append(best(prover, belief, among, 1, Watch(stop=StopToken(watch.stop, work=seconds * WORK_PER_SECOND))))
        if count > 1:
            others = [each.guess for each in usual if each.guess != values[0].guess]
            limited = Watch(stop=StopToken(watch.stop, work=seconds * WORK_PER_SECOND))
            values += prove(prover, belief, others, count - 1, 1, limited).best if others else ()
    except (Stopped, TooDeepError):
        watch.check()  # whoever asked has left: that is no answer
    return describe(belief, values) if values else []


def worth_proving(belief: Belief, seconds: float = SECONDS) -> bool:
    """Whether exact search is tried in a position; more time makes it worth while in larger ones."""
    guesses = len(belief.game.guesses) if belief.allowed is None else len(belief.allowed)
    quick = not belief.hard or guesses**2 <= MOST_PAIRS * max(1.0, seconds)
    return seconds > 0 and 1 < len(belief) <= MEDIUM * max(1.0, seconds) and quick and not belief.won


def is_late(belief: Belief, max_guesses: int) -> bool:
    """Whether so few guesses are left that the chance to finish in time comes first."""
    late = len(belief) > 1 and 1 <= max_guesses - len(belief.clues) <= 2
    return late and belief.game.replies * len(belief.game.guesses) <= LARGEST


@dataclass(frozen=True)
class Advised:
    """Plays what is advised, move by move."""

    max_guesses: int
    name: str = "auto"

    def choose(self, belief: Belief) -> str:
        """Return the first suggestion."""
        return advise(belief, self.max_guesses, count=1).suggestions[0].guess
