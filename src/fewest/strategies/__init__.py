"""What to guess: every strategy by name."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import overload

from fewest import specs
from fewest.curves import Curve
from fewest.errors import FewestError
from fewest.scorers import DEFAULT, SCORERS, Scorer, expected_moves_by_mean
from fewest.strategies import lookahead as plies
from fewest.strategies.advice import Advice, Advised, advise, is_late, worth_proving
from fewest.strategies.contract import Strategy, Suggestion
from fewest.strategies.greedy import Greedy
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
    "estimator_names",
    "is_late",
    "strategy",
    "worth_proving",
]


class _Names(Sequence[str]):
    """The names of the scorers that fit, as many as there are now."""

    def __init__(self, fits: Callable[[Scorer], bool]) -> None:
        self.fits = fits

    def names(self) -> list[str]:
        return [name for name in SCORERS if self._fits(name)]

    def _fits(self, name: str) -> bool:
        try:
            return self.fits(SCORERS[name])
        except FewestError:
            return False  # another package's that cannot be loaded; whoever names it is told

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        return self.names()[at]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in SCORERS and self._fits(name)

    def __len__(self) -> int:
        return len(self.names())

    def __repr__(self) -> str:
        return repr(tuple(self))


CLASSIC: Sequence[str] = _Names(lambda scorer: True)
"""The strategies that look at one guess and no further, as many as there are scorers now."""

ON_LETTERS = ("letters", "letters-adjusted")
"""Those of them that count letters, which tells little in games without words."""

ESTIMATORS: Sequence[str] = _Names(lambda scorer: scorer.estimates)
"""Those of them whose score is an expected number of guesses."""


def estimator(name: str) -> Scorer:
    """Return an estimator by its name."""
    if name not in ESTIMATORS:
        raise FewestError(f"There is no estimator {name!r}; the estimators are {', '.join(ESTIMATORS)}.")
    return SCORERS[name]


def estimator_names(names: Sequence[str]) -> list[str]:
    """The estimators that are named, or all; a name that is none is an error."""
    return [estimator(name).name for name in names or ESTIMATORS]


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


SPECIAL: dict[str, Callable[..., Strategy]] = {
    "expected-moves": _expected_moves,
    "lookahead": _lookahead,
    "optimal": Optimal,
}
"""What makes the strategies that are more than a scorer."""


class _Makers(Mapping[str, Callable[..., Strategy]]):
    """What makes each strategy; its keyword arguments are the strategy's options."""

    def __getitem__(self, name: str) -> Callable[..., Strategy]:
        return SPECIAL[name] if name in SPECIAL else _greedy(SCORERS[name])

    def __contains__(self, name: object) -> bool:
        return name in SPECIAL or name in SCORERS

    def __iter__(self) -> Iterator[str]:
        yield from SCORERS
        yield from (name for name in SPECIAL if name not in SCORERS)

    def __len__(self) -> int:
        return len({*SCORERS, *SPECIAL})


MAKERS = _Makers()


class _Strategies(Mapping[str, Strategy]):
    """Strategies by name, as they are without options; each is made when it is asked for, and is nobody else's."""

    def __getitem__(self, name: str) -> Strategy:
        return MAKERS[name]()

    def __contains__(self, name: object) -> bool:
        return name in MAKERS

    def __iter__(self) -> Iterator[str]:
        return iter(MAKERS)

    def __len__(self) -> int:
        return len(MAKERS)


STRATEGIES: Mapping[str, Strategy] = _Strategies()
"""Every strategy by name, made anew each time."""


def strategy(text: str = DEFAULT) -> Strategy:
    """Make a strategy by its name and options, as in lookahead:depth=3,width=10.

    Every strategy has the option within: how many guesses there are, so that it does not gamble with the last ones.
    """
    name, given = specs.read(text, MAKERS, ("strategy", "strategies"), [("within", int)])
    within = given.pop("within", None)
    made = MAKERS[name](**given)
    return made if within is None else Within(made, int(within))
