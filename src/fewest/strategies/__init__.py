"""What to guess: every strategy by name."""

from collections.abc import Callable
from dataclasses import replace

from fewest import specs
from fewest.curves import Curve
from fewest.errors import FewestError
from fewest.scorers import SCORERS, Scorer, expected_moves_by_mean
from fewest.strategies import lookahead as plies
from fewest.strategies.advice import Advice, Advised, advise, is_late, worth_proving
from fewest.strategies.contract import Strategy, Suggestion
from fewest.strategies.greedy import DEFAULT, Greedy
from fewest.strategies.lookahead import Lookahead
from fewest.strategies.optimal import Optimal
from fewest.strategies.within import Within

__all__ = [
    "CLASSIC",
    "DEFAULT",
    "ESTIMATORS",
    "ON_LETTERS",
    "STRATEGIES",
    "Advice",
    "Advised",
    "Greedy",
    "Lookahead",
    "Optimal",
    "Strategy",
    "Suggestion",
    "Within",
    "advise",
    "estimator",
    "is_late",
    "strategy",
    "worth_proving",
]

CLASSIC: tuple[str, ...] = tuple(SCORERS)
"""The strategies that look at one guess and no further."""

ON_LETTERS = ("letters", "letters-adjusted")
"""Those of them that count letters, which tells little in games without words."""

ESTIMATORS: tuple[str, ...] = tuple(name for name, each in SCORERS.items() if each.estimates)
"""Those of them whose score is an expected number of guesses."""


def estimator(name: str) -> Scorer:
    """Return an estimator by its name."""
    if name not in ESTIMATORS:
        raise FewestError(f"There is no estimator {name!r}; the estimators are {', '.join(ESTIMATORS)}.")
    return SCORERS[name]


def _greedy(scorer: Scorer) -> Callable[..., Strategy]:
    def make(*, ties: str = "secrets") -> Strategy:
        if ties not in ("secrets", "alphabet"):
            raise FewestError(f"Ties go to possible secrets first or to the alphabet, not to {ties!r}.")
        return Greedy(scorer, secrets_first=ties == "secrets")

    return make


def _expected_moves(*, curve: str = "", over: str = "replies", ties: str = "secrets") -> Strategy:
    scorer = SCORERS["expected-moves"]
    if curve:
        learnt = Curve.load(curve)
        scorer = replace(scorer, curve=lambda game: learnt)
    if over not in ("replies", "mean"):
        raise FewestError(f"The curve is read over the replies or at their mean, not over {over!r}.")
    if over == "mean":
        scorer = replace(scorer, formula=expected_moves_by_mean)
    return _greedy(scorer)(ties=ties)


def _lookahead(
    *,
    depth: int = plies.DEPTH,
    width: int = plies.WIDTH,
    leaf: str = "expected-moves",
    exact: int = plies.EXACT,
) -> Strategy:
    return Lookahead(estimator(leaf), depth, width, exact)


MAKERS: dict[str, Callable[..., Strategy]] = {
    **{name: _greedy(each) for name, each in SCORERS.items()},
    "expected-moves": _expected_moves,
    "lookahead": _lookahead,
    "optimal": Optimal,
}
"""What makes each strategy; its keyword arguments are the strategy's options."""

STRATEGIES: dict[str, Strategy] = {name: make() for name, make in MAKERS.items()}
"""Every strategy by name, as it is without options."""


def strategy(text: str = DEFAULT) -> Strategy:
    """Return a strategy by its name and options, as in lookahead:depth=3,width=10.

    Every strategy has the option within: how many guesses there are, so that it does not gamble with the last ones.
    """
    name, given = specs.read(text, MAKERS, ("strategy", "strategies"), [("within", int)])
    if not given:
        return STRATEGIES[name]
    within = given.pop("within", None)
    made = MAKERS[name](**given)
    return made if within is None else Within(made, int(within))
