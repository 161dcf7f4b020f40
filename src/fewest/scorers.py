"""Scorers: formulas that give every guess a score from the split of a belief."""

import re
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fewest.belief import UNIFORM, Belief
from fewest.checks import checked, fit
from fewest.curves import TABLE_STEP, Curve, shipped_curve, uncertainty_of
from fewest.errors import FewestError
from fewest.games.game import Indices
from fewest.specs import entry_points, load
from fewest.splits import Scores, Split, split_by
from fewest.splits import split as split_belief

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

MIN_BITS = 1e-12
"""Anything below this many bits is a rounding error."""

Formula = Callable[[Belief, Split], Scores]


@dataclass(frozen=True, repr=False)
class Scorer:
    """A named formula, and whether its smallest or its largest score is best."""

    name: str
    formula: Formula
    largest_is_best: bool = False
    estimates: bool = False
    """Whether the score estimates the number of guesses of optimal play, counting this one."""
    curve: Callable[[Belief], Curve] | None = None
    """The curve for a belief, if the formula needs one."""
    looks_at_parts: bool = False
    """Whether the score depends only on the parts, so that a secret that tells all others apart is the best guess."""

    def __repr__(self) -> str:
        return f"<Scorer: {self.name}>"

    def scores(
        self, belief: Belief, *, distinct: bool = False, until_all_apart: bool = False, best: bool = False
    ) -> tuple[Split, Scores]:
        """Score every allowed guess; returns the split and the scores.

        With `distinct`, guesses known to score the same as an earlier guess are left out. With `until_all_apart`,
        guesses after one that tells all secrets apart may be left out. With `best`, guesses known to score worse than
        others may be left out. All three only apply where the best guess stays the same.
        """
        curve = self._curve(belief)
        distinct &= self.name in SCORERS.built_in
        until_all_apart &= self.looks_at_parts and not self.estimates  # estimates also count hits
        among = self._best_guesses(belief) if distinct and best else None
        if among is not None:
            whole = split_by(belief, among, curve)
        else:
            whole = split_belief(belief, curve, distinct=distinct, until_all_apart=until_all_apart)
        return whole, self.formula(belief, whole)

    def _best_guesses(self, belief: Belief) -> Indices | None:
        """Some guesses with the best score among them, if the game finds them without the scores of all others."""
        game = belief.game
        part_costs = PART_COSTS.get(self.name)
        if part_costs is None or belief.weights is not None or belief.allowed is not None or game.fits_table:
            return None
        costs = part_costs(np.arange(len(belief) + 1, dtype=np.float64))
        made = [clue.guess for clue in belief.clues]
        return game.best_guesses(belief.secrets, made, costs, symmetric=belief.prior == UNIFORM)

    def is_best_to_tell_all_apart(self, belief: Belief) -> bool:
        """Whether a possible secret that tells all others apart beats every other guess."""
        curve = self._curve(belief)
        # The curve must distinguish two secrets left (1 bit) from one.
        rises = curve is None or curve.values[round(1 / TABLE_STEP)] > 1 + 1e-6
        return self.looks_at_parts and belief.weights is None and rises

    def _curve(self, belief: Belief) -> Curve | None:
        return None if self.curve is None else self.curve(belief)

    @property
    def summary(self) -> str:
        """The first line of the formula's docstring."""
        return (self.formula.__doc__ or "").partition("\n")[0]


DEFAULT = "expected-moves"
"""The classic strategy that needs the fewest guesses on every edition; see the table in docs/strategies.md."""

ENTRY_POINT_GROUP = "fewest.scorers"
"""The entry point group for scorers of other packages: a Scorer, or a formula registered with `scorer`."""

OTHER_STRATEGIES = ("lookahead", "optimal")
"""The names of other strategies, which scorers cannot use."""


class _Scorers(MutableMapping[str, Scorer]):
    """Scorers by name; plugins are loaded on first access, so that a broken one does not affect the others."""

    def __init__(self) -> None:
        self.registered: dict[str, Scorer] = {}
        self.built_in: frozenset[str] = frozenset()
        """Names that cannot be replaced or deleted."""

    @cached_property
    def plugins(self) -> "dict[str, EntryPoint]":
        reserved = {*self.built_in, *OTHER_STRATEGIES}
        return {each.name: each for each in entry_points(ENTRY_POINT_GROUP) if each.name not in reserved}

    def __getitem__(self, name: str) -> Scorer:
        if name in self.registered:
            return self.registered[name]
        found = load(self.plugins[name], "scorer")
        if not isinstance(found, Scorer) and name not in self.registered:
            raise FewestError(
                f"The scorer {name} of {self.plugins[name].value} is not a Scorer and did not register one."
            )
        return self.registered.setdefault(name, found)

    def __setitem__(self, name: str, each: Scorer) -> None:
        if name in self.built_in or name in OTHER_STRATEGIES:
            raise FewestError(f"The name {name!r} is taken; choose another name for the scorer.")
        if not re.fullmatch(r"[\w.+-]+", name):
            raise FewestError(
                f"{name!r} is not a name for a scorer; use letters, digits, dots, dashes and underscores."
            )
        self.registered[name] = each

    def __delitem__(self, name: str) -> None:
        if name in self.built_in:
            raise FewestError(f"{name!r} is built in and cannot be removed.")
        del self.registered[name]

    def __contains__(self, name: object) -> bool:
        return name in self.registered or name in self.plugins

    def __iter__(self) -> Iterator[str]:
        yield from [*self.registered]
        yield from (name for name in self.plugins if name not in self.registered)

    def __len__(self) -> int:
        return len({*self.registered, *self.plugins})


SCORERS = _Scorers()
"""Every scorer by name: built-in, registered and from other packages. Each is also a strategy."""


@checked
def scorer(
    name: str,
    *,
    largest_is_best: bool = False,
    estimates: bool = False,
    curve: Callable[[Belief], Curve] | None = None,
    looks_at_parts: bool = False,
) -> Callable[[Formula], Formula]:
    """Register a formula as a scorer, which also makes it a strategy."""

    def register(formula: Formula) -> Formula:
        fit(formula, Callable, f"scorer({name!r}): the formula")
        SCORERS[name] = Scorer(name, formula, largest_is_best, estimates, curve, looks_at_parts)
        return formula

    return register


@scorer("letters", largest_is_best=True)
def letters(belief: Belief, split: Split) -> Scores:
    """How many possible secrets contain each letter of the guess, added up; guesses only possible secrets."""
    return _of_secrets(split, _letter_sums(belief, split, _letter_counts(belief)))


@scorer("letters-adjusted", largest_is_best=True)
def letters_adjusted(belief: Belief, split: Split) -> Scores:
    """Like letters, for all allowed guesses and without the letters that every possible secret has.

    If all possible secrets have the same letters, it guesses possible secrets only.
    """
    counts = _letter_counts(belief)
    counts[counts >= len(belief) * (1 - 1e-12)] = 0
    sums = _letter_sums(belief, split, counts)
    return sums if counts.any() else _of_secrets(split, sums)


def _of_secrets(split: Split, scores: Scores) -> Scores:
    """The scores of the possible secrets; the worst score for all other guesses."""
    return np.where(split.hit > 0, scores, -np.inf)


def _letter_counts(belief: Belief) -> Scores:
    """The weighted number of secrets with each letter."""
    size = len(belief)
    symbols = belief.game.different_symbols
    padding = int(belief.game.symbols.max()) + 1  # the number of repeated letters, even if no guess has any
    secrets = symbols[belief.game.secret_guesses[belief.secrets]]
    weights = np.ones(size) if belief.weights is None else belief.secret_chances * size
    counts = np.bincount(secrets.ravel(), np.repeat(weights, secrets.shape[1]), minlength=padding + 1)
    counts[padding] = 0
    return counts.astype(np.float64)


def _letter_sums(belief: Belief, split: Split, counts: Scores) -> Scores:
    """For each guess, the sum of the counts of its distinct letters."""
    return np.asarray(counts[belief.game.different_symbols[split.guesses]].sum(axis=1))


@scorer("expected-size", looks_at_parts=True)
def expected_size(belief: Belief, split: Split) -> Scores:
    """The number of secrets left on average."""
    return split.sum_of_squares * len(belief)


@scorer("entropy", largest_is_best=True, looks_at_parts=True)
def entropy(belief: Belief, split: Split) -> Scores:
    """The bits that the reply gains on average."""
    return split.entropy


@scorer("minimax", looks_at_parts=True)
def minimax(belief: Belief, split: Split) -> Scores:
    """The number of secrets left in the worst case."""
    return split.largest.astype(np.float64)


@scorer("most-parts", largest_is_best=True, looks_at_parts=True)
def most_parts(belief: Belief, split: Split) -> Scores:
    """The number of different replies possible."""
    return split.parts.astype(np.float64)


@scorer("statistical", estimates=True, looks_at_parts=True)
def statistical(belief: Belief, split: Split) -> Scores:
    """Guesses to go if every guess shrank the belief by the same factor as this one."""
    bits = -np.log2((belief.secret_chances**2).sum())
    return split.hit + (1 - split.hit) * (1 + _steps(belief, split, bits, -np.log2(split.sum_of_squares)))


@scorer("entropic", estimates=True, looks_at_parts=True)
def entropic(belief: Belief, split: Split) -> Scores:
    """Guesses to go if every guess gained the same bits as this one."""
    return split.hit + (1 - split.hit) * (1 + _steps(belief, split, belief.entropy, split.entropy))


def by_entropic_score(belief: Belief, split: Split) -> NDArray[np.intp]:
    """The places in a split, best first by `entropic` and then by hit; exact search breaks its ties in this order."""
    return np.lexsort((-split.hit, np.round(entropic(belief, split), 9)))


def _steps(belief: Belief, split: Split, bits: float, gained: Scores) -> Scores:
    """The number of guesses to gain `bits` at `gained` bits each; infinite for useless guesses.

    Where one secret is almost certain, both are rounding errors, and MIN_BITS keeps their ratio finite.
    """
    useless = np.inf if len(belief) > 1 else 0.0
    return np.where(split.parts > 1, max(bits, MIN_BITS) / np.maximum(gained, MIN_BITS), useless)


@scorer("expected-moves", estimates=True, curve=shipped_curve, looks_at_parts=True)
def expected_moves(belief: Belief, split: Split) -> Scores:
    """Guesses to go, learnt from past games."""
    assert split.after is not None
    return 1 + split.after


SCORERS.built_in = frozenset(SCORERS.registered)

PART_COSTS: dict[str, Callable[[Scores], Scores]] = {
    "entropy": lambda sizes: sizes * np.log2(np.maximum(sizes, 1)),
    "expected-size": np.square,
    "most-parts": lambda sizes: -np.minimum(sizes, 1),
}
"""Built-in scorers whose best guess is the one whose parts cost least in total: what a part costs by its size."""


def expected_moves_by_mean(belief: Belief, split: Split) -> Scores:
    """Guesses to go, learnt from past games and read at the mean bits after the reply."""
    assert split.curve is not None
    left = uncertainty_of(belief, split.curve.uncertainty) - split.entropy
    return split.hit + (1 - split.hit) * (1 + split.curve(left))
