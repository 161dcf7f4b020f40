"""A game explained: what each guess was worth, and how much of the outcome was skill and how much luck.

Let v(H) be the guesses that perfect play still takes on average from a belief H, and q(H, g) the same with the next
guess g given. A guess loses q - v by lack of skill, never less than 0. Its reply leaves H', and then 1 + v(H') differs
from q by luck. So the sums agree: the guesses taken, and those still expected if the secret was not found, are v at the
start, plus what skill lost, less what luck gave. That holds for estimates of v and q too.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewest.belief import Belief, Clue
from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.optimal import Prover
from fewest.scorers import SCORERS

PERFECT = 99
"""The best mark."""

TIE = 1e-6
"""Guesses no further apart than this are as good: exact search rounds probabilities to billionths."""

SECONDS = 0.3
"""How long the exact value of one position may take before an estimate stands in for it."""

LONGEST = 86_400.0
"""How many seconds may be asked for: a day."""

SECRETS_PER_SECOND = 1000
"""With more secrets than this, exact search is not worth trying."""

PAIRS_PER_SECOND = 50_000_000
"""Likewise in hard mode with more pairs of guesses, for it must know after which guess which is allowed."""

ESTIMATOR = "expected-moves"
"""What estimates where exact search takes too long."""


@dataclass(frozen=True)
class Turn:
    """One guess, and what it was worth."""

    guess: str
    reply: int
    before: int
    """How many secrets were possible before it."""
    after: int
    """How many were possible after its reply."""
    bits_expected: float
    """How many bits the reply would tell on average."""
    bits_got: float
    """How many it told."""
    hit: float
    """How likely the guess was to be the secret."""
    expected: float
    """Guesses needed on average, this one included, with perfect play after it."""
    best: str
    """A guess that no other beats; the guess itself, if it is one."""
    best_expected: float
    """Guesses needed on average with perfect play."""
    best_bits: float
    """How many bits the best guess would tell on average."""
    best_hit: float
    """How likely the best guess was to be the secret."""
    exact: bool
    """Whether the expected guesses are exact; else they are estimated."""
    left: float
    """Guesses needed on average after the reply; 0 once the secret is found."""
    left_exact: bool
    """Whether that is exact."""
    percentile: float
    """How likely a reply was that leaves more to do, those that leave as much counted half."""

    @property
    def lost(self) -> float:
        """How many guesses a better guess would have saved on average."""
        return self.expected - self.best_expected

    @property
    def gained(self) -> float:
        """How many guesses the reply saved compared with the average reply; below 0 if it was an unlucky one."""
        return self.expected - 1 - self.left

    @property
    def perfect(self) -> bool:
        """Whether no other guess is better."""
        return self.lost <= TIE

    @property
    def skill(self) -> int:
        """From 0, a guess for nothing, to 99, a guess that no other beats: what it lost, off 98."""
        return PERFECT if self.perfect else round((PERFECT - 1) * max(0.0, 1 - self.lost))

    @property
    def luck(self) -> int:
        """From 0, the worst of many replies, to 99, the best of many; 50 is as usual."""
        return round(PERFECT * self.percentile)


@dataclass(frozen=True)
class Analysis:
    """A game, guess by guess."""

    game: Game
    turns: tuple[Turn, ...]

    @property
    def par(self) -> float:
        """Guesses that perfect play takes on average from the start."""
        return self.turns[0].best_expected

    @property
    def lost(self) -> float:
        """Guesses that better guesses would have saved on average, all together."""
        return math.fsum(turn.lost for turn in self.turns)

    @property
    def gained(self) -> float:
        """Guesses that lucky replies saved, all together."""
        return math.fsum(turn.gained for turn in self.turns)

    @property
    def left(self) -> float:
        """Guesses still needed on average; 0 if the secret was found."""
        return self.turns[-1].left

    @property
    def solved(self) -> bool:
        """Whether the secret was found."""
        return self.turns[-1].reply == self.game.win

    @property
    def skill(self) -> int:
        """The mean skill of the guesses, but for the secret once it is known: that is no choice."""
        return _mean([turn.skill for turn in self.turns if turn.before > 1 or not turn.perfect], PERFECT)

    @property
    def luck(self) -> int:
        """The mean luck of the guesses whose reply was not certain."""
        return _mean([turn.luck for turn in self.turns if turn.bits_expected > 0], (PERFECT + 1) // 2)

    @property
    def exact(self) -> bool:
        """Whether every value is exact."""
        return all(turn.exact and turn.left_exact for turn in self.turns)


def _mean(marks: Sequence[int], default: int) -> int:
    return round(sum(marks) / len(marks)) if marks else default


def analyse(
    belief: Belief,
    clues: Iterable[Clue | str],
    seconds: float = SECONDS,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Analysis:
    """Explain a game, from a belief on; `seconds` is how long the exact value of each position may take.

    Before each position `progress` is told how many are done, and of how many; what it raises ends the analysis.
    """
    if not 0 <= seconds <= LONGEST:
        raise FewestError(f"The seconds for a position go from 0 to {LONGEST:,.0f}, a day; {seconds} is none of them.")
    beliefs = [belief]
    for clue in clues:
        if beliefs[-1].won:
            raise FewestError("The game goes on after it is won; give the guesses up to the secret.")
        beliefs.append(beliefs[-1].after_all([clue]))
    if len(beliefs) == 1:
        raise FewestError("There is nothing to analyse: give the guesses of a game.")
    ways: list[Clue | None] = [after.clues[-1] for after in beliefs[1:]]
    if not beliefs[-1].won:
        ways.append(None)
    judged: list[_Judged] = []
    for each, way in zip(beliefs, ways, strict=False):
        progress(len(judged), len(ways))
        judged.append(_Judged(each, way, seconds))
    told = zip(judged, beliefs[1:], [*judged[1:], None], strict=False)
    return Analysis(belief.game, tuple(_turn(here, after, there) for here, after, there in told))


def _turn(judged: "_Judged", after: Belief, later: "_Judged | None") -> Turn:
    guess, reply = after.clues[-1]
    whole, at, at_best = judged.whole, judged.find(guess), judged.find(judged.best)
    return Turn(
        guess=guess,
        reply=reply,
        before=len(judged.belief),
        after=len(after),
        bits_expected=float(whole.entropy[at]),
        bits_got=max(0.0, -math.log2(after.chance)),
        hit=float(whole.hit[at]),
        expected=judged.through,
        best=judged.best,
        best_expected=judged.value,
        best_bits=float(whole.entropy[at_best]),
        best_hit=float(whole.hit[at_best]),
        exact=judged.exact,
        left=0.0 if later is None else later.value,
        left_exact=later is None or later.exact,
        percentile=judged.percentile,
    )


def percentile(left: Mapping[int, tuple[float, float]], reply: int) -> float:
    """How likely a reply was that leaves more to do than the one that came, those that leave as much counted half.

    For each reply there is what it leaves to do and how likely it is.

    >>> percentile({0: (2.0, 0.5), 1: (1.5, 0.25), 2: (0.0, 0.25)}, reply=1)
    0.625
    """
    got = left[reply][0]
    worse = math.fsum(chance for more, chance in left.values() if more > got + TIE)
    same = math.fsum(chance for more, chance in left.values() if abs(more - got) <= TIE)
    return worse + same / 2


class _Judged:
    """What a belief is worth, and the clue that came there if one did: exactly if that is fast, else by an estimate."""

    def __init__(self, belief: Belief, clue: Clue | None, seconds: float) -> None:
        """Judge; one split of the belief serves for everything."""
        self.belief, self.clue = belief, clue
        self.whole, self.scores = SCORERS[ESTIMATOR].scores(belief)
        self.value = self.through = self.percentile = 0.0
        self.best = ""
        self.exact = self._promising(seconds) and self._prove(seconds)
        if not self.exact:
            self._estimate()
            self.exact = len(belief) == 1  # the estimator knows what one secret takes
        if clue is not None and self.through <= self.value + TIE:
            self.through, self.best = self.value, clue.guess

    def find(self, guess: str) -> int:
        """Where the split has a guess."""
        return int(np.searchsorted(self.whole.guesses, self.belief.find_guess(guess)))

    def _promising(self, seconds: float) -> bool:
        """Whether exact search is worth trying; one secret needs none."""
        secrets, guesses = len(self.belief), len(self.whole.guesses)
        quick = not self.belief.hard or guesses**2 <= PAIRS_PER_SECOND * seconds
        return 1 < secrets <= SECRETS_PER_SECOND * seconds and quick

    def _prove(self, seconds: float) -> bool:
        """Find out the exact values; say whether the time was enough."""
        belief = self.belief
        prover = Prover(belief)
        pool = ThreadPoolExecutor(2)
        best, through = pool.submit(prover.best, belief), pool.submit(self._through, prover)
        jobs: list[Future[Any]] = [best, through]
        try:
            late = wait(jobs, seconds).not_done
        finally:  # interrupted too
            with prover.stopped():
                pool.shutdown()
        if late:
            return False
        cost, guess = best.result()
        assert guess is not None
        self.value, self.best = prover.mean(cost, belief), guess
        self.through, self.percentile = through.result()
        return True

    def _through(self, prover: Prover) -> tuple[float, float]:
        """What the guess is worth exactly, and the percentile of its reply."""
        if self.clue is None:
            return 0.0, 0.0

        def value(part: Belief) -> float:
            return prover.mean(prover.best(part)[0], part)

        cost = prover.through(self.clue.guess, self.belief)
        return prover.mean(cost, self.belief), self._percentile(self.clue, value)

    def _estimate(self) -> None:
        """Estimate the same, but keep to what is certain: one guess is lost at most, and that if it tells nothing."""
        belief, clue, whole, scores = self.belief, self.clue, self.whole, self.scores
        at_best = scores.argmin()
        self.value, self.best = float(scores[at_best]), belief.game.guesses[whole.guesses[at_best]]
        if clue is None:
            return
        at = self.find(clue.guess)
        self.through, wasted = float(scores[at]), 1 + self.value
        if whole.parts[at] == 1 and whole.hit[at] == 0:
            self.through = max(self.through, wasted)
        if not belief.hard:  # hard mode may forbid the best guess after this one
            self.through = min(self.through, wasted)
        self.percentile = self._percentile(clue, lambda part: part.entropy)

    def _percentile(self, clue: Clue, value: Callable[[Belief], float]) -> float:
        win = self.belief.game.win
        parts = self.belief.parts(clue.guess)
        return percentile(
            {reply: (-1.0 if reply == win else value(part), part.chance) for reply, part in parts}, clue.reply
        )


def why(turn: Turn) -> str:
    """Say why the best guess was better."""
    if turn.best_hit == 1:
        return f"only {turn.best} was left."
    reasons: list[str] = []
    digits = 1 if f"{turn.best_bits:.1f}" != f"{turn.bits_expected:.1f}" else 2
    bits, best_bits = (f"{value:.{digits}f}" for value in (turn.bits_expected, turn.best_bits))
    if float(best_bits) > float(bits):
        reasons.append(f"would have told {best_bits} bits instead of {bits}")
    hit, best_hit = percent(turn.hit), percent(turn.best_hit)
    if hit != best_hit and turn.best_hit > turn.hit:
        reasons.append(f"would have hit with a chance of {best_hit} instead of {hit}")
    return f"{turn.best} {' and '.join(reasons) or 'would have left what takes fewer guesses, with no more bits told'}."


def percent(chance: float) -> str:
    """Write a chance."""
    if not 0.0005 <= chance < 0.995:
        return "none" if chance < 0.5 else "over 99%"
    return f"{chance:.0%}" if chance >= 0.0995 else f"{chance:.1%}"
