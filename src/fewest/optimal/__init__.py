"""Exact play: the fewest guesses there can be, with proof."""

from fewest.optimal.hunt import prove, prove_least_worst
from fewest.optimal.proof import Proof, Unfinished, Valued
from fewest.optimal.prover import Prover
from fewest.optimal.store import Store

__all__ = ["Proof", "Prover", "Store", "Unfinished", "Valued", "prove", "prove_least_worst"]
