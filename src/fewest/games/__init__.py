"""The games, each by its name; others can join through the entry point group fewest.games."""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING

from fewest import specs
from fewest.errors import FewestError
from fewest.games.game import Game, Symmetry
from fewest.games.jotto import Jotto
from fewest.games.nerdle import Nerdle
from fewest.games.numbers import Numbers
from fewest.games.on_words import OnWords
from fewest.games.pegs import BullsAndCows, Mastermind
from fewest.games.tabulated import Tabulated
from fewest.games.wordle import Wordle

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "BullsAndCows",
    "Game",
    "Jotto",
    "Mastermind",
    "Nerdle",
    "Numbers",
    "OnWords",
    "Symmetry",
    "Tabulated",
    "Wordle",
    "games",
    "make_game",
]

GROUP = "fewest.games"
"""The entry point group in which a package names its games: a name, and a class of the kind Game."""


OURS: tuple[type[Game], ...] = (Wordle, Mastermind, BullsAndCows, Nerdle, Jotto, Numbers, Tabulated)


class _Games(Mapping[str, type[Game]]):
    """Games by their names; one of another package is loaded when it is asked for, so that it cannot harm others."""

    def __init__(self) -> None:
        self.ours: dict[str, type[Game]] = {each.name: each for each in OURS}

    @cached_property
    def others(self) -> "dict[str, EntryPoint]":
        return {point.name: point for point in specs.entry_points(GROUP) if point.name not in self.ours}

    def __getitem__(self, name: str) -> type[Game]:
        return self.ours[name] if name in self.ours else _load(self.others[name])

    def __iter__(self) -> Iterator[str]:
        yield from self.ours
        yield from self.others

    def __len__(self) -> int:
        return len(self.ours) + len(self.others)


def _load(point: "EntryPoint") -> type[Game]:
    found = specs.load(point, "game")
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise FewestError(f"The game {point.name} of {point.value} is no class of the kind Game.")
    return found


@cache
def games() -> Mapping[str, type[Game]]:
    """Every game by its name: ours, then those of other packages, which cannot take a name away."""
    return _Games()


def make_game(text: str) -> Game:
    """Make a game by its name and options, as in mastermind:pegs=5,colours=8.

    >>> print(make_game("numbers:most=7"))
    numbers:most=7 (7 guesses, 7 answers)
    """
    known, asked = games(), text.partition(":")[0]
    makers = {name: known[name].create if name == asked else Game.create for name in known}  # the others stay unloaded
    name, options = specs.read(text, makers, ("game", "games"))
    return known[name].create(**options)
