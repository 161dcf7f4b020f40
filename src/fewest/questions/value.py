"""Value a guess: how many guesses it needs on average, and how it ranks among all allowed ones."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from fewest._core import Stopped
from fewest.belief import Belief
from fewest.errors import TooDeepError
from fewest.play.clues import read_guess
from fewest.results import Block, Result, line
from fewest.results.prose import percent, within
from fewest.search.prover import Prover
from fewest.search.shipped_values import known_value
from fewest.setup import Setup
from fewest.strategies.advice import EXACT_SECONDS, work_token, worth_valuing
from fewest.strategies.greedy import TIE_TOLERANCE, default_strategy
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True, repr=False)
class Value(Result):
    """The value of a guess."""

    label: str
    guess: str
    remaining: int
    """The number of possible secrets before the guess."""
    rank: int
    """The rank by the estimate among all allowed guesses, from 1; tied guesses share a rank."""
    ranked: int
    """The number of allowed guesses."""
    estimate: float
    """The average number of guesses from here, counting this one, as estimated by the default strategy."""
    expected: float | None
    """The exact average, with perfect play after this guess; null if it is not known."""
    tolerance: float
    """The largest error of the exact value, in guesses: 0 unless the weights have too many digits to add up exactly."""
    bits: float
    """The expected information of the reply, in bits."""
    hit: float
    """The probability that the guess is the secret."""

    @property
    def mean(self) -> float:
        """The exact value if it is known, else the estimate."""
        return self.estimate if self.expected is None else self.expected

    def blocks(self) -> Iterator[Block]:
        """One sentence."""
        how = (
            "estimated" if self.expected is None else f"proved {within(self.tolerance)}" if self.tolerance else "proved"
        )
        yield line(
            f"{self.guess}: {self.mean:.3f} guesses to go on average ({how}), {self.bits:.2f} bits, "
            f"{percent(self.hit)} chance to hit, rank {self.rank:,} of {self.ranked:,}."
        )

    def beside(self, other: "Value") -> str:
        """Compare the guess with another one in a sentence; both values are exact or both estimated."""
        is_exact = self.expected is not None and other.expected is not None
        mine, yours = (self.mean, other.mean) if is_exact else (self.estimate, other.estimate)
        about, how = ("", "exact") if is_exact else ("about ", "estimated")
        return f"{self.guess} needs {about}{mine:.3f} guesses from here, {other.guess} {about}{yours:.3f} ({how})."


def value(
    setup: Setup,
    guess: str,
    *,
    watch: Watch = UNWATCHED,
    seconds: float = EXACT_SECONDS,
    belief: Belief | None = None,
) -> Value:
    """Value a guess: exactly if the value is known or the budget of exact search allows, else by an estimate."""
    belief = setup.belief() if belief is None else belief
    guess = read_guess(belief.game, guess, belief.clues, belief.hard)
    whole, scores = default_strategy().scorer.scores(belief)
    at = int(np.searchsorted(whole.guesses, belief.find_guess(guess)))
    expected, tolerance = _exact(belief, guess, seconds, watch)
    return Value(
        label=belief.game.label,
        guess=guess,
        remaining=len(belief),
        rank=1 + int((scores < scores[at] - TIE_TOLERANCE).sum()),
        ranked=len(scores),
        estimate=float(scores[at]),
        expected=expected,
        tolerance=tolerance,
        bits=float(whole.entropy[at]),
        hit=float(whole.hit[at]),
    )


def _exact(belief: Belief, guess: str, seconds: float, watch: Watch) -> tuple[float | None, float]:
    """The exact value of a guess, or None if the budget is too small, with its largest error."""
    if len(belief) == 1:
        return 1.0 if guess == belief.words[0] else 2.0, 0.0
    known = known_value(belief, guess)
    if known is not None:
        return known.mean, 0.0
    if not worth_valuing(belief, seconds):
        return None, 0.0
    prover = Prover(belief, stop=watch.stop, rounds=True)
    try:
        cost = prover.cost_of_guess(guess, belief, stop=work_token(watch, seconds))
    except (Stopped, TooDeepError):
        watch.check()  # raises if the caller stopped the search, rather than the budget
        return None, 0.0
    return prover.mean(cost, belief), prover.tolerance
