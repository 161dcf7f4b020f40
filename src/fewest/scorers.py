"""How good a guess looks from what it would do to a belief: each scorer is a formula of a few lines."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fewest.belief import Belief
from fewest.splits import Scores, Split

Formula = Callable[[Belief, Split], Scores]


@dataclass(frozen=True)
class Scorer:
    """A named formula, and whether its smallest or its largest score is best."""

    name: str
    formula: Formula
    largest_is_best: bool

    @property
    def summary(self) -> str:
        """What it scores, in one line."""
        return (self.formula.__doc__ or "").partition("\n")[0]


SCORERS: dict[str, Scorer] = {}
"""Every scorer by name."""


def scorer(name: str, *, largest_is_best: bool = False) -> Callable[[Formula], Formula]:
    """Register a formula under a name."""

    def register(formula: Formula) -> Formula:
        SCORERS[name] = Scorer(name, formula, largest_is_best)
        return formula

    return register


@scorer("letters", largest_is_best=True)
def letters(belief: Belief, split: Split) -> Scores:
    """Sum, over a guess's different letters, how many possible secrets have the letter; possible secrets only."""
    return np.where(split.hit > 0, _letter_sums(belief, split, share_less_than=np.inf), -np.inf)


@scorer("letters-adjusted", largest_is_best=True)
def letters_adjusted(belief: Belief, split: Split) -> Scores:
    """Sum the same over all guesses, leaving out letters that every possible secret has."""
    return _letter_sums(belief, split, share_less_than=1 - 1e-12)


def _letter_sums(belief: Belief, split: Split, share_less_than: float) -> Scores:
    """Sum for each guess, over its different letters, the number of secrets with the letter (their weight, times n)."""
    symbols = belief.game.different_symbols
    nothing = symbols.max()
    secrets = symbols[belief.game.secret_guesses[belief.secrets]]
    weights = np.broadcast_to(belief.probabilities[:, None], secrets.shape)
    share = np.bincount(secrets.ravel(), weights.ravel(), minlength=nothing + 1)
    share[nothing] = 0
    share[share >= share_less_than] = 0
    return np.asarray(share[symbols[split.guesses]].sum(axis=1) * len(belief))


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


@scorer("statistical")
def statistical(belief: Belief, split: Split) -> Scores:
    """Guesses still needed if every guess shrank the belief by the same factor as this one."""
    bits = -np.log2((belief.probabilities**2).sum())
    return split.hit + (1 - split.hit) * (1 + _ratio(bits, -np.log2(split.squares)))


@scorer("entropic")
def entropic(belief: Belief, split: Split) -> Scores:
    """Guesses still needed if every guess told as many bits as this one."""
    return split.hit + (1 - split.hit) * (1 + _ratio(belief.entropy, split.entropy))


def _ratio(bits: float, told: Scores) -> Scores:
    """How often `told` bits make `bits`; a guess that tells nothing never does, but for no bits it need not."""
    return np.divide(bits, told, out=np.full_like(told, np.inf if bits > 0 else 0.0), where=told > 1e-12)
