"""The games, each by its name; others can join through the entry point group fewest.games."""

from functools import cache
from importlib.metadata import entry_points

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
    "game",
    "games",
]

GROUP = "fewest.games"
"""The entry point group in which a package names its games: a name, and a class of the kind Game."""


@cache
def games() -> dict[str, type[Game]]:
    """Every game by its name: ours, then those of other packages, which cannot take a name away."""
    ours: tuple[type[Game], ...] = (Wordle, Mastermind, BullsAndCows, Nerdle, Jotto, Numbers, Tabulated)
    known = {each.name: each for each in ours}
    for point in entry_points(group=GROUP):
        if point.name not in known:
            known[point.name] = _load(point.name)
    return known


def _load(name: str) -> type[Game]:
    (point, *_) = entry_points(group=GROUP, name=name)
    try:
        found = point.load()
    except Exception as error:
        raise FewestError(f"The game {name} of {point.value} cannot be loaded ({error}).") from None
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise FewestError(f"The game {name} of {point.value} is no class of the kind Game.")
    return found


def game(text: str) -> Game:
    """Make a game by its name and options, as in mastermind:pegs=5,colours=8.

    >>> print(game("numbers:most=7"))
    numbers:most=7 (7 guesses, 7 answers)
    """
    known = games()
    name, options = specs.read(text, {name: each.create for name, each in known.items()}, ("game", "games"))
    return known[name].create(**options)
