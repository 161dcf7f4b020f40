"""The games by name, including those of other packages (entry point group fewest.games)."""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeGuard, TypeVar

from fewest import specs
from fewest.checks import checked
from fewest.errors import ArgumentError, FewestError
from fewest.games.game import Game, Reply, Symmetry
from fewest.system.lazy import lazy_names

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from fewest.games.jotto import Jotto
    from fewest.games.nerdle import Nerdle
    from fewest.games.numbers import Numbers
    from fewest.games.pegs import BullsAndCows, HitAndBlow, Mastermind
    from fewest.games.tabulated import Tabulated
    from fewest.games.word_game import WordGame
    from fewest.games.wordle import Wordle

__all__ = [
    "BullsAndCows",
    "Game",
    "HitAndBlow",
    "Jotto",
    "Mastermind",
    "Nerdle",
    "Numbers",
    "Reply",
    "Symmetry",
    "Tabulated",
    "WordGame",
    "Wordle",
    "games",
    "make_game",
    "register_game",
]

ENTRY_POINT_GROUP = "fewest.games"
"""The entry point group for games of other packages. Each entry is a subclass of Game."""

BUILT_IN = {
    "wordle": "Wordle",
    "mastermind": "Mastermind",
    "bulls-and-cows": "BullsAndCows",
    "hit-and-blow": "HitAndBlow",
    "nerdle": "Nerdle",
    "jotto": "Jotto",
    "numbers": "Numbers",
    "table": "Tabulated",
}
"""The class of each built-in game."""

REGISTERED: dict[str, type[Game]] = {}
"""Games registered in this process."""

_Kind = TypeVar("_Kind", bound=Game)

_class_named = lazy_names(
    __name__,
    {
        "jotto": ["Jotto"],
        "nerdle": ["Nerdle"],
        "numbers": ["Numbers"],
        "word_game": ["WordGame"],
        "pegs": ["BullsAndCows", "HitAndBlow", "Mastermind"],
        "tabulated": ["Tabulated"],
        "wordle": ["Wordle"],
    },
)
if not TYPE_CHECKING:
    __getattr__ = _class_named


class _Games(Mapping[str, type[Game]]):
    """Games by name. Each is loaded on first access, so that a broken plugin does not affect other games."""

    @cached_property
    def plugins(self) -> "dict[str, EntryPoint]":
        return {point.name: point for point in specs.entry_points(ENTRY_POINT_GROUP) if point.name not in BUILT_IN}

    def __getitem__(self, name: str) -> type[Game]:
        if name in REGISTERED:
            return REGISTERED[name]
        if name not in BUILT_IN:
            return _load(self.plugins[name])
        kind = _class_named(BUILT_IN[name])
        assert isinstance(kind, type)
        assert issubclass(kind, Game)
        return kind

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*BUILT_IN, *self.plugins, *REGISTERED))

    def __len__(self) -> int:
        return len({*BUILT_IN, *self.plugins, *REGISTERED})


def _is_game(kind: object) -> TypeGuard[type[Game]]:
    return isinstance(kind, type) and issubclass(kind, Game)


def _load(point: "EntryPoint") -> type[Game]:
    kind = specs.load(point, "game")
    if not _is_game(kind):
        raise FewestError(f"The game {point.name} from {point.value} is not a subclass of Game.")
    return kind


@cache
def games() -> Mapping[str, type[Game]]:
    """All games by name: built-in ones (which cannot be replaced), those of other packages, and registered ones."""
    return _Games()


def register_game(kind: type[_Kind]) -> type[_Kind]:
    """Register a game by its name, as in Setup(game="warmer:most=50"); use it as a class decorator.

    A game registered earlier under the same name is replaced, so that a notebook cell can be run again.
    """
    if not _is_game(kind):
        raise ArgumentError(f"register_game: kind must be a subclass of Game, not {kind!r:.60}.")
    if kind.name in BUILT_IN:
        raise FewestError(f"{kind.name} is a built-in game; give yours another name.")
    REGISTERED[kind.name] = kind
    return kind


def read_game(text: str) -> tuple[type[Game], dict[str, specs.Value]]:
    """Parse a text such as mastermind:pegs=5,colours=8 into the class of the game and its options."""
    known = games()
    wanted = text.partition(":")[0]
    kind = known.get(wanted)
    makers = {wanted: kind.create} if kind else dict.fromkeys(known, Game.create)  # loads one class only
    name, options = specs.read(text, makers, ("game", "games"))
    return known[name], options


@checked
def make_game(text: str) -> Game:
    """Make a game by its name and options.

    >>> print(make_game("numbers:most=7"))
    numbers:most=7 (7 guesses, 7 answers)
    """
    kind, options = read_game(text)
    return kind.create(**options)
