"""The values of an analysis: what a position and the guess made there are worth.

Let v(H) be the expected guesses of optimal play from a belief H, and q(H, g) the same with the next guess g given. A
guess loses q - v >= 0 by lack of skill. Its reply leaves H', and gains q - (1 + v(H')) by luck. The sums telescope: the
guesses taken, plus those still expected, equal v at the start plus the losses minus the gains, also for estimates of v
and q.

If only one of the two values is known exactly, the other is that value plus the estimated difference, so both are on
one scale. The budget of a position is counted work, so a game always gets the same marks. With at most two guesses
left, the best guess is the one with the best chance to finish in time, and v is its value. A guess with a lower chance
loses at least the difference.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from fewest._core import Stopped, StopToken
from fewest.belief import Belief, Clue
from fewest.errors import TooDeepError
from fewest.scorers import DEFAULT, SCORERS
from fewest.search import Prover
from fewest.search.shipped_values import known_value, known_values
from fewest.strategies.advice import NO_PREFERENCE, AdviceOptions, advise, work_token, worth_valuing
from fewest.strategies.guess_limit import chances_to_finish
from fewest.strategies.protocol import Suggestion
from fewest.watch import Watch

TIE_TOLERANCE = 1e-6
"""Estimates that differ by at most this count as equal; exact values are compared exactly."""


class Position:
    """The values of a belief and of the guess made there: exact if the budget allows, else estimated."""

    def __init__(self, belief: Belief, clue: Clue | None, options: AdviceOptions, watch: Watch) -> None:
        """Value a belief, and the guess of a clue if there is one."""
        self.belief = belief
        self.whole, self.scores = scored = SCORERS[DEFAULT].scores(belief)
        self.guess_value = self.percentile = self.preferred_value = 0.0
        prover = Prover(belief, stop=watch.stop, rounds=True) if worth_valuing(belief, options.seconds) else None
        self.tolerance = 0.0 if prover is None else prover.tolerance
        advice = advise(belief, options, watch, prover, scored)
        first = best = advice.suggestions[0]
        if advice.best is not None:
            best = advice.best
        if options.preference.known_words is not None:
            best = advise(belief, replace(options, preference=NO_PREFERENCE), watch, prover, scored).suggestions[0]
        self.best, self.exact = best.guess, best.expected is not None
        self.value = best.score if best.expected is None else best.expected
        self.guess_exact = self.exact
        self.preferred, self.preferred_exact = first.guess, False
        if clue is None:
            return
        self._value_guess(clue, prover, work_token(watch, options.seconds))
        watch.check()
        if advice.few_guesses_left:
            chances = chances_to_finish(belief, options.max_guesses - len(belief.clues))
            missed = float(chances[self.find(self.best)] - chances[self.find(clue.guess)])
            self.guess_value = max(self.guess_value, self.value + missed)
        self._prefer(first)
        is_exact = self.exact and self.guess_exact and not advice.few_guesses_left
        if self.guess_value <= self.value + (self.tolerance if is_exact else TIE_TOLERANCE):
            self.guess_value, self.best = self.value, clue.guess
            self.preferred, self.preferred_value, self.preferred_exact = clue.guess, self.value, self.exact

    def _prefer(self, first: Suggestion) -> None:
        """Value the advised guess: exactly if its value is known, else by an estimate."""
        known = first.expected if first.expected is not None else self._known(first.guess)
        self.preferred_exact = known is not None
        self.preferred_value = self._estimate(first.guess) if known is None else known

    def find(self, guess: str) -> int:
        """The index of a guess in the split."""
        return int(np.searchsorted(self.whole.guesses, self.belief.find_guess(guess)))

    def _value_guess(self, clue: Clue, prover: Prover | None, stop: StopToken) -> None:
        """Find the value of the guess and the percentile of its reply, exactly or by an estimate."""
        known = self._known(clue.guess)
        if prover is not None:
            try:
                if known is None:
                    known = prover.mean(prover.cost_of_guess(clue.guess, self.belief, stop=stop), self.belief)
                self.percentile = self._percentile_by_search(clue, prover, stop)
            except (Stopped, TooDeepError):
                prover = None
        if prover is None:
            self.percentile = self._percentile_at_once(clue)
        if known is not None:
            self.guess_value = known
            self._take_exact(clue.guess)
        else:
            self.guess_value, self.guess_exact = self._estimate(clue.guess), False

    def _take_exact(self, guess: str) -> None:
        """Take the value of the guess as exact, and shift an estimated best value by the same amount."""
        self.guess_exact = True
        if not self.exact:
            saved = max(0.0, float(self.scores[self.find(guess)] - self.scores[self.find(self.best)]))
            self.value = max(1.0, self.guess_value - (saved if self.belief.hard else min(saved, 1.0)))

    def _known(self, guess: str) -> float | None:
        """The exact value of a guess if it is known without search."""
        if len(self.belief) == 1:
            return 1.0 if guess == self.best else 2.0
        if self.exact and guess == self.best:
            return self.value
        known = known_value(self.belief, guess)
        return None if known is None else known.mean

    def _estimate(self, guess: str) -> float:
        """Estimate the value of a guess. It loses at most one guess; a useless guess loses exactly one.

        If the best guess is proved, other guesses are always valued slightly worse.
        """
        place, best = self.find(guess), self.find(self.best)
        least = 2 * TIE_TOLERANCE if self.exact and guess != self.best else 0.0
        estimate = self.value + max(least, float(self.scores[place] - self.scores[best]))
        wasted = 1 + self.value
        if self.whole.parts[place] == 1 and self.whole.hit[place] == 0:
            estimate = max(estimate, wasted)
        return estimate if self.belief.hard else min(estimate, wasted)  # hard mode may forbid the best guess after it

    def _percentile_by_search(self, clue: Clue, prover: Prover, stop: StopToken) -> float:
        """The percentile of the reply by the guesses needed after it, found by search."""

        def value(part: Belief) -> float:
            here = prover.covering(part)
            return here.mean(here.best(part, stop=stop)[0], part)

        return self._percentile(clue, value, TIE_TOLERANCE if prover.tolerance else 0.0)

    def _percentile_at_once(self, clue: Clue) -> float:
        """The percentile of the reply without search: by the guesses needed after it if all are known, else by bits."""
        known = {reply: known_values(part) for reply, part in self.belief.parts(clue.guess) if len(part) > 1}
        if not all(known.values()):
            return self._percentile(clue, lambda part: part.entropy)
        return self._percentile(
            clue, lambda part: 1.0 if len(part) == 1 else known[part.clues[-1].reply][0].mean, tolerance=0.0
        )

    def _percentile(self, clue: Clue, value: Callable[[Belief], float], tolerance: float = TIE_TOLERANCE) -> float:
        win = self.belief.game.win
        parts = self.belief.parts(clue.guess)
        left = {reply: (-1.0 if reply == win else value(part), part.chance) for reply, part in parts}
        return percentile(left, clue.reply, tolerance)


def percentile(left: Mapping[int, tuple[float, float]], reply: int, tolerance: float = TIE_TOLERANCE) -> float:
    """The probability of a worse reply than the given one, plus half that of one that is equal within a tolerance.

    `left` has the guesses needed after each reply and its probability.

    >>> percentile({0: (2.0, 0.5), 1: (1.5, 0.25), 2: (0.0, 0.25)}, reply=1)
    0.625
    """
    got = left[reply][0]
    worse = math.fsum(chance for more, chance in left.values() if more > got + tolerance)
    same = math.fsum(chance for more, chance in left.values() if abs(more - got) <= tolerance)
    return worse + same / 2
