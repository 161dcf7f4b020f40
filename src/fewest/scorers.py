"""How good a guess looks from what it would do to a belief: each scorer is a formula of a few lines."""

import re
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fewest.belief import Belief
from fewest.curves import Curve, shipped
from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.specs import entry_points, load
from fewest.splits import Scores, Split
from fewest.splits import split as split_belief

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

TINY = 1e-12
"""Bits that rounding alone may make."""

Formula = Callable[[Belief, Split], Scores]


@dataclass(frozen=True)
class Scorer:
    """A named formula, and whether its smallest or its largest score is best."""

    name: str
    formula: Formula
    largest_is_best: bool = False
    estimates: bool = False
    """Whether the score is the expected number of guesses, this one included, that perfect play takes."""
    curve: Callable[[Game], Curve] | None = None
    """Where a formula that needs a curve gets it from."""

    def scores(self, belief: Belief) -> tuple[Split, Scores]:
        """Score every allowed guess; the split that they were scored by comes first."""
        whole = split_belief(belief, None if self.curve is None else self.curve(belief.game))
        return whole, self.formula(belief, whole)

    @property
    def summary(self) -> str:
        """What it scores, in one line."""
        return (self.formula.__doc__ or "").partition("\n")[0]


DEFAULT = "expected-moves"
"""No other classic strategy takes fewer guesses on any edition: see the table in the README."""

GROUP = "fewest.scorers"
"""The entry point group in which a package names its scorers: a name, and a Scorer or a formula that has registered."""

TAKEN = ("lookahead", "optimal")
"""Strategies that are no scorers."""


class _Scorers(MutableMapping[str, Scorer]):
    """Scorers by their names; one of another package is loaded when it is asked for, so that it cannot harm others."""

    def __init__(self) -> None:
        self.registered: dict[str, Scorer] = {}
        self.ours: frozenset[str] = frozenset()
        """Names that nobody can take away."""

    @cached_property
    def others(self) -> "dict[str, EntryPoint]":
        return {each.name: each for each in entry_points(GROUP) if each.name not in (*self.ours, *TAKEN)}

    def __getitem__(self, name: str) -> Scorer:
        if name in self.registered:
            return self.registered[name]
        found = load(self.others[name], "scorer")
        if not isinstance(found, Scorer) and name not in self.registered:
            raise FewestError(f"The scorer {name} of {self.others[name].value} is no Scorer and has registered none.")
        return self.registered.setdefault(name, found)

    def __setitem__(self, name: str, each: Scorer) -> None:
        if name in self.ours or name in TAKEN:
            raise FewestError(f"The name {name!r} is taken; call the scorer something else.")
        if not re.fullmatch(r"[\w.+-]+", name):
            raise FewestError(f"{name!r} is no name of a scorer; use letters, digits, dots, dashes and underscores.")
        self.registered[name] = each

    def __delitem__(self, name: str) -> None:
        if name in self.ours:
            raise FewestError(f"The scorer {name!r} stays.")
        del self.registered[name]

    def __contains__(self, name: object) -> bool:
        return name in self.registered or name in self.others

    def __iter__(self) -> Iterator[str]:
        yield from [*self.registered]
        yield from (name for name in self.others if name not in self.registered)

    def __len__(self) -> int:
        return len({*self.registered, *self.others})


SCORERS = _Scorers()
"""Every scorer by name: ours, those registered since, and those of other packages. Each is a strategy by that name."""


def scorer(
    name: str,
    *,
    largest_is_best: bool = False,
    estimates: bool = False,
    curve: Callable[[Game], Curve] | None = None,
) -> Callable[[Formula], Formula]:
    """Register a formula under a name; from then on there is a strategy of that name, and an estimator if it is one."""

    def register(formula: Formula) -> Formula:
        SCORERS[name] = Scorer(name, formula, largest_is_best, estimates, curve)
        return formula

    return register


@scorer("letters", largest_is_best=True)
def letters(belief: Belief, split: Split) -> Scores:
    """Sum, over a guess's different letters, how many possible secrets have the letter; possible secrets only."""
    return np.where(split.hit > 0, _letter_sums(belief, split, less_than=np.inf), -np.inf)


@scorer("letters-adjusted", largest_is_best=True)
def letters_adjusted(belief: Belief, split: Split) -> Scores:
    """Sum the same over all guesses, leaving out letters that every possible secret has."""
    return _letter_sums(belief, split, less_than=len(belief) * (1 - 1e-12))


def _letter_sums(belief: Belief, split: Split, less_than: float) -> Scores:
    """Sum for each guess, over its different letters, the number of secrets with the letter (their weight, times n)."""
    size = len(belief)
    symbols = belief.game.different_symbols
    nothing = symbols.max()
    secrets = symbols[belief.game.secret_guesses[belief.secrets]]
    weights = np.ones(size) if belief.weights is None else belief.weights * size
    counts = np.bincount(secrets.ravel(), np.repeat(weights, secrets.shape[1]), minlength=nothing + 1)
    counts[nothing] = 0
    counts[counts >= less_than] = 0
    return np.asarray(counts[symbols[split.guesses]].sum(axis=1))


@scorer("expected-size")
def expected_size(belief: Belief, split: Split) -> Scores:
    """How many secrets stay possible on average."""
    return split.squares * len(belief)


@scorer("entropy", largest_is_best=True)
def entropy(belief: Belief, split: Split) -> Scores:
    """How many bits the reply tells on average."""
    return split.entropy


@scorer("minimax")
def minimax(belief: Belief, split: Split) -> Scores:
    """How many secrets stay possible at worst."""
    return split.largest.astype(np.float64)


@scorer("most-parts", largest_is_best=True)
def most_parts(belief: Belief, split: Split) -> Scores:
    """How many different replies there may be."""
    return split.parts.astype(np.float64)


@scorer("statistical", estimates=True)
def statistical(belief: Belief, split: Split) -> Scores:
    """Guesses still needed if every guess shrank the belief by the same factor as this one."""
    bits = -np.log2((belief.probabilities**2).sum())
    return split.hit + (1 - split.hit) * (1 + _steps(belief, split, bits, -np.log2(split.squares)))


@scorer("entropic", estimates=True)
def entropic(belief: Belief, split: Split) -> Scores:
    """Guesses still needed if every guess told as many bits as this one."""
    return split.hit + (1 - split.hit) * (1 + _steps(belief, split, belief.entropy, split.entropy))


def _steps(belief: Belief, split: Split, bits: float, told: Scores) -> Scores:
    """How often `told` bits make `bits`; a guess that tells nothing never does, but for one secret it need not.

    Where one secret is all but certain, both numbers of bits drown in rounding; TINY keeps their ratio sane.
    """
    never = np.inf if len(belief) > 1 else 0.0
    return np.where(split.parts > 1, max(bits, TINY) / np.maximum(told, TINY), never)


@scorer("expected-moves", estimates=True, curve=shipped)
def expected_moves(belief: Belief, split: Split) -> Scores:
    """Guesses still needed if what each reply leaves takes as many as such beliefs took before."""
    assert split.after is not None
    return 1 + split.after


SCORERS.ours = frozenset(SCORERS.registered)


def expected_moves_by_mean(belief: Belief, split: Split) -> Scores:
    """Guesses still needed if the bits that replies leave on average take as many as such beliefs took before."""
    assert split.curve is not None
    return split.hit + (1 - split.hit) * (1 + split.curve(belief.entropy - split.entropy))
