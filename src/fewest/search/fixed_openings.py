"""Openings: first guesses that are the same for all replies, and perfect play after them."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest

import numpy as np
from numpy.typing import NDArray

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.search.prover import IMPOSSIBLE, Prover, least_cost
from fewest.splits import split
from fewest.watch import UNWATCHED, Watch

DEFAULT_WIDTH = 100
"""The number of openings kept at each length."""

DEFAULT_TRIES = 200
"""The number of openings whose exact values were computed."""


@dataclass(frozen=True)
class FixedOpening:
    """First guesses that are made regardless of the replies, until the secret is known."""

    guesses: tuple[str, ...]
    """The fixed first guesses, in order."""
    cost: int
    """The least cost with perfect play after the fixed guesses: the weighted sum of guesses over all secrets."""
    cost_if_all_made: int
    """The same if all fixed guesses are made even after the secret is known."""
    mean: float
    """The cost per secret: the mean number of guesses."""
    parts: int
    """The number of different sequences of replies."""


@dataclass(frozen=True)
class _Stage:
    """The parts after some first guesses."""

    guesses: tuple[str, ...]
    parts: tuple[Belief, ...]
    """The beliefs after the sequences of replies that leave more than one secret."""
    spent: int
    """The cost of the guesses so far, and of the hits of all secrets that are known by now."""

    def after(self, prover: Prover, guess: str) -> "_Stage":
        """Make one more guess wherever the secret is not known."""
        spent = self.spent
        open_parts = []
        for belief in self.parts:
            spent += int(prover.weights_of(belief).sum())
            for reply, part in belief.parts(guess):
                if len(part) > 1:
                    open_parts.append(part)
                elif reply != belief.game.win:
                    spent += int(prover.weights_of(part)[0])
        return _Stage((*self.guesses, guess), tuple(open_parts), spent)

    def bounds(self, prover: Prover) -> NDArray[np.int64]:
        """A lower bound on the cost for each next guess."""
        bounds = np.full(len(prover.guesses), self.spent, np.int64)
        for part in self.parts:
            bounds += prover.least_costs(part, split(part))
        return bounds

    def finish(self, prover: Prover, bound: int = IMPOSSIBLE) -> int:
        """The least cost with perfect play from here on; at or above `bound`, only a lower bound."""
        weights = [prover.weights_of(part) for part in self.parts]
        least = [least_cost(int(each.sum()), int(each.max())) for each in weights]
        lower = self.spent + sum(least)
        for at in sorted(range(len(least)), key=lambda at: -len(self.parts[at])):
            if lower >= bound:
                break
            cost, _ = prover.best(self.parts[at], bound - lower + least[at])
            lower += cost - least[at]
        return lower


def value_opening(prover: Prover, guesses: Sequence[str]) -> FixedOpening:
    """Value an opening from the prover's belief on."""
    belief = prover.belief
    stage = _start(prover)
    for guess in guesses:
        stage = stage.after(prover, belief.game.guesses[belief.find_guess(guess)])
    cost = stage.finish(prover)
    always, parts = _always(prover, belief, stage.guesses)
    return FixedOpening(stage.guesses, cost, always, prover.mean(cost, belief), parts)


def _start(prover: Prover) -> _Stage:
    belief = prover.belief
    if belief.hard:
        raise FewestError(
            "Fixed first guesses do not work in hard mode, where replies limit the guesses; leave hard mode out."
        )
    if len(belief) == 1:
        raise FewestError("The secret is already known, so there is no opening to find.")
    return _Stage((), (belief,), 0)


def _always(prover: Prover, belief: Belief, guesses: Sequence[str]) -> tuple[int, int]:
    """The least cost if all guesses are made until one hits, and the number of different sequences of replies."""
    if not guesses:
        return prover.best(belief)[0], 1
    cost, parts = int(prover.weights_of(belief).sum()), 0
    for reply, part in belief.parts(guesses[0]):
        more = (0, 1) if reply == belief.game.win else _always(prover, part, guesses[1:])
        cost, parts = cost + more[0], parts + more[1]
    return cost, parts


def best_openings(
    prover: Prover,
    length: int,
    *,
    count: int = 10,
    width: int = DEFAULT_WIDTH,
    tries: int = DEFAULT_TRIES,
    prove: bool = False,
    watch: Watch = UNWATCHED,
) -> tuple[tuple[FixedOpening, ...], int]:
    """The best openings of a given length from the prover's belief on, and how many exact values it took.

    A beam search keeps the `width` openings with the least lower bounds at each length, and values `tries` complete
    ones. With `prove`, all other openings whose lower bound is below the cost found are valued too.
    """
    if length < 1:
        raise FewestError("An opening needs at least one guess.")
    best = _Best(prover, count)
    stages = [_start(prover)]
    for made in range(1, length):
        stages = [stage.after(prover, guess) for _, stage, guess in _extend(prover, stages, width, watch, made, length)]
    for bound, stage, guess in _extend(prover, stages, tries, watch, length, length):
        watch.check()
        best.consider(bound, stage, guess)
    if prove:
        _look_into_all(prover, _start(prover), length, best, watch)
    return tuple(value_opening(prover, guesses) for _, guesses in best.found), len(best.valued)


class _Best:
    """The best openings so far."""

    def __init__(self, prover: Prover, count: int) -> None:
        self.prover, self.count = prover, count
        self.found: list[tuple[int, tuple[str, ...]]] = []
        self.valued: set[tuple[str, ...]] = set()

    @property
    def bound(self) -> int:
        """The cost that a new opening must stay below."""
        return self.found[-1][0] if len(self.found) == self.count else IMPOSSIBLE

    def consider(self, bound: int, stage: _Stage, guess: str) -> None:
        """Value an opening, unless its lower bound rules it out."""
        guesses = (*stage.guesses, guess)
        if bound >= self.bound or guesses in self.valued:
            return
        self.valued.add(guesses)
        cost = stage.after(self.prover, guess).finish(self.prover, self.bound)
        if cost < self.bound:
            self.found = sorted([*self.found, (cost, guesses)])[: self.count]


def _extend(
    prover: Prover, stages: Sequence[_Stage], keep: int, watch: Watch, made: int, length: int
) -> list[tuple[int, _Stage, str]]:
    """The openings with one more guess and the least lower bounds; openings of the same guesses count once."""
    names = prover.belief.game.guesses
    rated: dict[frozenset[str], tuple[int, _Stage, str]] = {}
    for at, stage in enumerate(stages):
        watch.update(at, len(stages), f"guess {made} of {length}")
        bounds = stage.bounds(prover)
        for place in np.argsort(bounds, kind="stable")[:keep].tolist():
            guess = names[prover.guesses[place]]
            key = frozenset((*stage.guesses, guess))
            if key not in rated or bounds[place] < rated[key][0]:
                rated[key] = (int(bounds[place]), stage, guess)
    return nsmallest(keep, rated.values(), key=lambda each: (each[0], *each[1].guesses, each[2]))


def _look_into_all(prover: Prover, stage: _Stage, length: int, best: _Best, watch: Watch) -> None:
    """Value every opening that may be better than those found."""
    names = prover.belief.game.guesses
    bounds = stage.bounds(prover)
    is_last = len(stage.guesses) + 1 == length
    for done, place in enumerate(np.argsort(bounds, kind="stable").tolist()):
        watch.update(done, len(bounds), "checking all others")
        guess = names[prover.guesses[place]]
        if not is_last:
            _look_into_all(prover, stage.after(prover, guess), length, best, watch.silent)
            continue
        if bounds[place] >= best.bound:
            break
        best.consider(int(bounds[place]), stage, guess)
