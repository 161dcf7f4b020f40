"""The games, each by its name; others can join through the entry point group fewest.games."""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING

from fewest import specs
from fewest.errors import FewestError
from fewest.games.game import Game, Symmetry
from fewest.system.lazy import lazy_names

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from fewest.games.jotto import Jotto
    from fewest.games.nerdle import Nerdle
    from fewest.games.numbers import Numbers
    from fewest.games.on_words import OnWords
    from fewest.games.pegs import BullsAndCows, Mastermind
    from fewest.games.tabulated import Tabulated
    from fewest.games.wordle import Wordle

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

OURS = {
    "wordle": "Wordle",
    "mastermind": "Mastermind",
    "bulls-and-cows": "BullsAndCows",
    "nerdle": "Nerdle",
    "jotto": "Jotto",
    "numbers": "Numbers",
    "table": "Tabulated",
}
"""The class of each of our games."""

_class_named = lazy_names(
    __name__,
    {
        "jotto": ["Jotto"],
        "nerdle": ["Nerdle"],
        "numbers": ["Numbers"],
        "on_words": ["OnWords"],
        "pegs": ["BullsAndCows", "Mastermind"],
        "tabulated": ["Tabulated"],
        "wordle": ["Wordle"],
    },
)
if not TYPE_CHECKING:
    __getattr__ = _class_named


class _Games(Mapping[str, type[Game]]):
    """Games by their names; each is loaded when it is asked for, so that one of another package cannot harm others."""

    @cached_property
    def others(self) -> "dict[str, EntryPoint]":
        return {point.name: point for point in specs.entry_points(GROUP) if point.name not in OURS}

    def __getitem__(self, name: str) -> type[Game]:
        if name not in OURS:
            return _load(self.others[name])
        kind = _class_named(OURS[name])
        assert isinstance(kind, type)
        assert issubclass(kind, Game)
        return kind

    def __iter__(self) -> Iterator[str]:
        yield from OURS
        yield from self.others

    def __len__(self) -> int:
        return len(OURS) + len(self.others)


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
