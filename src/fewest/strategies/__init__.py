"""All strategies, by name."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, wraps
from typing import TYPE_CHECKING, cast, get_args

from fewest import specs
from fewest.checks import checked
from fewest.curves import Curve
from fewest.errors import FewestError
from fewest.scorers import DEFAULT, SCORERS, Scorer, expected_moves_by_mean
from fewest.strategies import lookahead as plies
from fewest.strategies.advice import (
    DEFAULT_PREFERENCE,
    NO_PREFERENCE,
    Advice,
    AdviceOptions,
    Advised,
    WordPreference,
    advise,
    worth_proving,
)
from fewest.strategies.greedy import Greedy, GuessFrom, Ties
from fewest.strategies.guess_limit import Within
from fewest.strategies.lookahead import Lookahead
from fewest.strategies.optimal import Optimal
from fewest.strategies.protocol import Strategy, Suggestion

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "DEFAULT",
    "DEFAULT_PREFERENCE",
    "NO_PREFERENCE",
    "ON_LETTERS",
    "STRATEGIES",
    "Advice",
    "AdviceOptions",
    "Advised",
    "Greedy",
    "Lookahead",
    "Optimal",
    "Strategy",
    "Suggestion",
    "Within",
    "WordPreference",
    "advise",
    "classic",
    "estimator",
    "estimator_names",
    "expected_moves",
    "guessing_from",
    "strategy",
    "worth_proving",
]


def _scorers() -> Iterator[Scorer]:
    """Every scorer that can be loaded; SCORERS[name] raises the reason for the others."""
    for name in SCORERS:
        with suppress(FewestError):
            yield SCORERS[name]


def classic() -> list[str]:
    """The names of the strategies that look one guess ahead, one per scorer."""
    return [scorer.name for scorer in _scorers()]


ON_LETTERS = ("letters", "letters-adjusted")
"""The classic strategies that count letters, which only suit word games."""


def estimator(name: str) -> Scorer:
    """Look up an estimator by name."""
    if name not in estimator_names():
        raise FewestError(f"Unknown estimator {name!r}. Use one of {', '.join(estimator_names())}.")
    return SCORERS[name]


def estimator_names(names: Sequence[str] = ()) -> list[str]:
    """The given estimators, checked; by default all strategies whose score is an expected number of guesses."""
    return [estimator(name).name for name in names] or [scorer.name for scorer in _scorers() if scorer.estimates]


def _greedy(scorer: Scorer) -> Callable[..., Strategy]:
    def make(*, ties: str = "secrets", guess_from: str = "guesses") -> Strategy:
        if ties not in get_args(Ties):
            raise FewestError(
                "ties must be secrets (possible secrets first), answer-list (answers of the list first), alphabet, "
                f"list or list-end, not {ties!r}."
            )
        if guess_from not in get_args(GuessFrom):
            raise FewestError(
                "guess_from must be guesses, answers (those that still fit) or answer-list (all answers), "
                f"not {guess_from!r}."
            )
        return Greedy(scorer, cast("Ties", ties), cast("GuessFrom", guess_from))

    return make


def expected_moves(
    *, curve: Curve | str = "", over: str = "replies", ties: str = "secrets", guess_from: str = "guesses"
) -> Strategy:
    """Make the strategy expected-moves; `curve` is a curve or its file, by default the shipped one of the game."""
    scorer = SCORERS["expected-moves"]
    if curve:
        read = Curve.load(curve) if isinstance(curve, str) else curve
        scorer = replace(scorer, curve=lambda belief: read)
    if over not in ("replies", "mean"):
        raise FewestError(f"expected-moves: over must be replies or mean, not {over!r}.")
    if over == "mean":
        scorer = replace(scorer, formula=expected_moves_by_mean)
    return _greedy(scorer)(ties=ties, guess_from=guess_from)


def _lookahead(
    *,
    depth: int = plies.DEFAULT_DEPTH,
    width: str = str(plies.DEFAULT_WIDTH),
    leaf: str = "expected-moves",
    exact: int = plies.DEFAULT_EXACT,
) -> Strategy:
    if width != "all" and not width.isdecimal():
        raise FewestError(f"lookahead: width must be a whole number or all, not {width!r}.")
    return Lookahead(estimator(leaf), depth, plies.EVERY_GUESS if width == "all" else int(width), exact)


SPECIAL_MAKERS: dict[str, Callable[..., Strategy]] = {
    "expected-moves": expected_moves,
    "lookahead": _lookahead,
    "optimal": Optimal,
}
"""Factories of the strategies that need more than Greedy with a scorer."""


ENTRY_POINT_GROUP = "fewest.strategies"
"""The entry point group for strategies of other packages: classes or functions that return a Strategy."""


class _Makers(Mapping[str, Callable[..., Strategy]]):
    """Factories of strategies by name; their keyword arguments are the options.

    Plugins are loaded on first access, so that a broken one does not affect the others.
    """

    @cached_property
    def plugins(self) -> "dict[str, EntryPoint]":
        return {each.name: each for each in specs.entry_points(ENTRY_POINT_GROUP) if each.name not in SPECIAL_MAKERS}

    def __getitem__(self, name: str) -> Callable[..., Strategy]:
        if name in SPECIAL_MAKERS:
            return SPECIAL_MAKERS[name]
        return _greedy(SCORERS[name]) if name in SCORERS else _load(self.plugins[name])

    def __contains__(self, name: object) -> bool:
        return name in SPECIAL_MAKERS or name in SCORERS or name in self.plugins

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*SCORERS, *SPECIAL_MAKERS, *self.plugins))

    def __len__(self) -> int:
        return len({*SCORERS, *SPECIAL_MAKERS, *self.plugins})


def _load(point: "EntryPoint") -> Callable[..., Strategy]:
    make = specs.load(point, "strategy")
    if not callable(make):
        raise FewestError(f"The strategy {point.name} of {point.value} is not a class or function.")

    @wraps(make, updated=())  # its parameters are the options
    def checked(**options: specs.Value) -> Strategy:
        made: Strategy = make(**options)
        lacks = [each for each in ("name", "summary", "choose", "suggest") if not hasattr(made, each)]
        if lacks:
            raise FewestError(f"The strategy {point.name} of {point.value} has no {lacks[0]}.")
        return made

    return checked


MAKERS = _Makers()


class _Strategies(Mapping[str, Strategy]):
    """Strategies by name, with default options; each access makes a new one."""

    def __getitem__(self, name: str) -> Strategy:
        return MAKERS[name]()

    def __contains__(self, name: object) -> bool:
        return name in MAKERS

    def __iter__(self) -> Iterator[str]:
        return iter(MAKERS)

    def __len__(self) -> int:
        return len(MAKERS)


STRATEGIES: Mapping[str, Strategy] = _Strategies()
"""Every strategy by name, with default options."""


@checked
def strategy(text: str = DEFAULT) -> Strategy:
    """Make a strategy from its name and options, as in lookahead:depth=3,width=10.

    Every strategy has the option within: a guess limit. With two guesses left or fewer it maximises the chance to
    finish in time.
    """
    name, given = specs.read(text, MAKERS, ("strategy", "strategies"), [("within", int)])
    within = given.pop("within", None)
    made = MAKERS[name](**given)
    return made if within is None else Within(made, int(within))


def guessing_from(guess_from: str, text: str) -> str:
    """Add the option guess_from to the name of a strategy; an error if it has no such option."""
    name = text.partition(":")[0]
    if name in MAKERS and name not in SCORERS:
        raise FewestError(f"{name} does not take --guess-from. Use one of {', '.join(classic())}.")
    return f"{text}{',' if ':' in text else ':'}guess_from={guess_from}"
