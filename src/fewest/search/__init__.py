"""Exact play: the fewest guesses there can be, with proof."""

from fewest.search.openers import prove, prove_least_worst
from fewest.search.proof import Proof, Unfinished, Valued
from fewest.search.prover import Prover
from fewest.search.store import Store

__all__ = ["Proof", "Prover", "Store", "Unfinished", "Valued", "prove", "prove_least_worst"]
