"""Exact play: the fewest guesses there can be, with proof."""

from fewest.optimal.proof import Proof, Valued
from fewest.optimal.prover import Prover, prove, prove_least_worst

__all__ = ["Proof", "Prover", "Valued", "prove", "prove_least_worst"]
