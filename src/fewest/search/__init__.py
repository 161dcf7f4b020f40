"""Exact search: the play with the fewest guesses, and a proof."""

from typing import TYPE_CHECKING

from fewest.system.lazy import lazy_names

if TYPE_CHECKING:
    from fewest.search.proof import Proof, Unfinished, Valued
    from fewest.search.prover import Prover
    from fewest.search.root_search import least_worst, prove
    from fewest.search.store import Store
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "root_search": ["least_worst", "prove"],
            "proof": ["Proof", "Unfinished", "Valued"],
            "prover": ["Prover"],
            "store": ["Store"],
        },
    )

__all__ = ["Proof", "Prover", "Store", "Unfinished", "Valued", "least_worst", "prove"]
