"""A finished game explained: what each guess was worth, and how much of the outcome was skill and how much luck.

Let v(H) be the guesses that perfect play still takes on average from a belief H, and q(H, g) the same with the next
guess g given. A guess loses q - v by lack of skill, never less than 0. Its reply leaves H', and then 1 + v(H') differs
from q by luck. So the sums agree: the guesses taken are v at the start, plus what skill lost, less what luck gave.
"""

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from fewest._core import Stopped
from fewest.belief import Belief, Clue
from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.optimal import Prover
from fewest.splits import split
from fewest.strategies import strategy
from fewest.strategies.optimal import HOPELESS

PERFECT = 99
"""The best mark."""

TIE = 1e-9
"""Guesses no further apart than this are as good."""

SECONDS = 0.3
"""How long the exact value of one position may take before an estimate stands in for it."""


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
    left: float
    """Guesses needed on average after the reply; 0 once the secret is found."""
    percentile: float
    """How likely a reply was that leaves more to do, those that leave as much counted half."""
    exact: bool
    """Whether the expected guesses are exact; else they are estimated."""

    @property
    def lost(self) -> float:
        """How many guesses a better guess would have saved on average."""
        return max(0.0, self.expected - self.best_expected)

    @property
    def gained(self) -> float:
        """How many guesses the reply saved compared with the average reply; below 0 if it was an unlucky one."""
        return self.expected - 1 - self.left

    @property
    def skill(self) -> int:
        """From 0, a guess for nothing, to 99, a guess that no other beats."""
        return PERFECT if self.lost <= TIE else round((PERFECT - 1) * (1 - min(1.0, self.lost)))

    @property
    def luck(self) -> int:
        """From 0, the worst reply there was, to 99, the best; 50 is as usual."""
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
        return sum(turn.lost for turn in self.turns)

    @property
    def gained(self) -> float:
        """Guesses that lucky replies saved, all together."""
        return sum(turn.gained for turn in self.turns)

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
        """The mean skill of the guesses that left a choice."""
        return _mean([turn.skill for turn in self.turns if turn.before > 1], PERFECT)

    @property
    def luck(self) -> int:
        """The mean luck of the guesses whose reply was not certain."""
        return _mean([turn.luck for turn in self.turns if turn.before > 1], (PERFECT + 1) // 2)

    @property
    def exact(self) -> bool:
        """Whether every value is exact."""
        return all(turn.exact for turn in self.turns)


def _mean(marks: Sequence[int], default: int) -> int:
    return round(sum(marks) / len(marks)) if marks else default


def analyse(belief: Belief, clues: Iterable[Clue | str], seconds: float = SECONDS) -> Analysis:
    """Explain a game, from a belief on; `seconds` is how long the exact value of each position may take."""
    beliefs = [belief]
    for clue in clues:
        if beliefs[-1].clues and beliefs[-1].clues[-1].reply == belief.game.win:
            raise FewestError("The game goes on after it is won; give the guesses up to the secret.")
        beliefs.append(beliefs[-1].after_all([clue]))
    if len(beliefs) == 1:
        raise FewestError("There is nothing to analyse: give the guesses of a game.")
    guesses = [after.clues[-1].guess for after in beliefs[1:]]
    judges = [_Judge(each, guess, seconds) for each, guess in zip(beliefs, guesses, strict=False)]
    unfinished = beliefs[-1].clues[-1].reply != belief.game.win
    left = [judge.value for judge in judges[1:]] + [_Judge(beliefs[-1], None, seconds).value if unfinished else 0.0]
    told = zip(itertools.pairwise(beliefs), judges, left, strict=True)
    return Analysis(belief.game, tuple(_turn(before, after, judge, more) for (before, after), judge, more in told))


def _turn(before: Belief, after: Belief, judge: "_Judge", left: float) -> Turn:
    guess, reply = after.clues[-1]
    best = guess if judge.through - judge.value <= TIE else judge.best
    whole = split(before)
    at, at_best = (int(np.searchsorted(whole.guesses, before.find_guess(word))) for word in (guess, best))
    return Turn(
        guess=guess,
        reply=reply,
        before=len(before),
        after=len(after),
        bits_expected=float(whole.entropy[at]),
        bits_got=max(0.0, -math.log2(after.chance)),
        hit=float(whole.hit[at]),
        expected=judge.through,
        best=best,
        best_expected=judge.value,
        best_bits=float(whole.entropy[at_best]),
        best_hit=float(whole.hit[at_best]),
        left=left,
        percentile=_percentile(before, guess, reply),
        exact=judge.exact,
    )


def _percentile(before: Belief, guess: str, reply: int) -> float:
    """How likely a reply was that leaves more bits than the one that came, those that leave as many counted half."""
    win = before.game.win
    bits = {code: (-1.0 if code == win else part.entropy, part.chance) for code, part in before.parts(guess)}
    got = bits[reply][0]
    worse = sum(chance for left, chance in bits.values() if left > got + TIE)
    same = sum(chance for left, chance in bits.values() if abs(left - got) <= TIE)
    return worse + same / 2


class _Judge:
    """Says what a belief and a guess there are worth: exactly if that is fast enough, else by the learnt estimate."""

    def __init__(self, belief: Belief, guess: str | None, seconds: float) -> None:
        """Judge a belief, and the guess that was made there if there was one."""
        self.exact = True
        if len(belief) == 1:
            self.value, self.best = 1.0, belief.words[0]
            self.through = self.value if guess == self.best else 1 + self.value
        elif len(belief) > HOPELESS or not self._prove(belief, guess, seconds):
            self.exact = False
            self._estimate(belief, guess)

    def _prove(self, belief: Belief, guess: str | None, seconds: float) -> bool:
        prover = Prover(belief)
        try:
            with prover.deadline(seconds):
                cost, best = prover.best(belief)
                through = cost if guess is None else prover.through(guess, belief)
        except Stopped:
            return False
        assert best is not None
        self.value, self.best, self.through = prover.mean(cost, belief), best, prover.mean(through, belief)
        return True

    def _estimate(self, belief: Belief, guess: str | None) -> None:
        best = strategy("expected-moves").suggest(belief, count=1)[0]
        self.value, self.best = best.score, best.guess
        given = best if guess is None else strategy("expected-moves").suggest(belief, 1, [guess])[0]
        self.through = max(self.value, given.score)
