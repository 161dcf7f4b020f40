"""What to guess: every strategy by name."""

from collections.abc import Sequence

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.scorers import SCORERS
from fewest.strategies.contract import Strategy, Suggestion
from fewest.strategies.greedy import Greedy
from fewest.strategies.optimal import Optimal

__all__ = ["CLASSIC", "DEFAULT", "STRATEGIES", "Greedy", "Optimal", "Strategy", "Suggestion", "advise", "strategy"]

CLASSIC: tuple[str, ...] = tuple(SCORERS)
"""The strategies that look at one guess and no further."""

STRATEGIES: dict[str, Strategy] = {
    **{name: Greedy(scorer) for name, scorer in SCORERS.items()},
    "optimal": Optimal(),
}
"""Every strategy by name."""

DEFAULT = "entropy"
"""No other classic strategy takes fewer guesses on any edition: see the table in the README."""


def advise(
    belief: Belief, count: int = 10, among: Sequence[str] | None = None, seconds: float = 1.0
) -> tuple[Strategy, list[Suggestion]]:
    """Suggest guesses by exact play where that takes no longer than some seconds, and by the default elsewhere.

    Returns the strategy that was used too; suggestions have their expected number of guesses if it was exact.
    """
    optimal = Optimal()
    exact = optimal.suggest_within(seconds, belief, count, among)
    return (optimal, exact) if exact else (strategy(), strategy().suggest(belief, count, among))


def strategy(name: str = DEFAULT) -> Strategy:
    """Return a strategy by its name."""
    if name not in STRATEGIES:
        raise FewestError(f"There is no strategy {name!r}; the strategies are {', '.join(STRATEGIES)}.")
    return STRATEGIES[name]
