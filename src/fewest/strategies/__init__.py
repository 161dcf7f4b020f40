"""What to guess: every strategy by name."""

from fewest.errors import FewestError
from fewest.scorers import SCORERS
from fewest.strategies.greedy import Greedy
from fewest.strategies.strategy import Strategy, Suggestion

__all__ = ["DEFAULT", "STRATEGIES", "Greedy", "Strategy", "Suggestion", "strategy"]

STRATEGIES: dict[str, Strategy] = {name: Greedy(scorer) for name, scorer in SCORERS.items()}
"""Every strategy by name."""

DEFAULT = "entropy"
"""None of the others takes fewer guesses on any edition: see the table in the README."""


def strategy(name: str = DEFAULT) -> Strategy:
    """Return a strategy by its name."""
    if name not in STRATEGIES:
        raise FewestError(f"There is no strategy {name!r}; the strategies are {', '.join(STRATEGIES)}.")
    return STRATEGIES[name]
