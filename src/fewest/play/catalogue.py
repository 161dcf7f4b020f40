"""The catalogue of editions, games and strategies."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from fewest.errors import FewestError
from fewest.games import Wordle, games
from fewest.play.boards import FEWEST_BOARDS, MOST_BOARDS
from fewest.results import Block, Result, line, table, to_json
from fewest.specs import Value, known_options, write
from fewest.strategies import STRATEGIES, classic, estimator_names
from fewest.words import EDITIONS, edition
from fewest.words.lists import EDITION_FACTS


@dataclass(frozen=True, repr=False)
class Edition(Result):
    """A shipped word list."""

    label: str
    title: str
    """The display name."""
    guesses: int
    answers: int
    opener: str
    """The best first guess, proved optimal."""
    total: int
    """The sum of guesses over all answers, with optimal play after the opener."""
    length: int
    """The number of letters of a word."""
    max_guesses: int
    fewest_boards: int
    """The fewest boards that can be played at once."""
    most_boards: int
    """The most boards that can be played at once."""

    def blocks(self) -> Iterator[Block]:
        """A summary in one line."""
        yield line(f"{self.label}: {self.guesses:,} guesses, {self.answers:,} answers")


@dataclass(frozen=True, repr=False)
class Editions(Result, rows="editions"):
    """The shipped word lists."""

    editions: tuple[Edition, ...]

    def blocks(self) -> Iterator[Block]:
        """A row each."""
        rows = [(each.label, f"{each.guesses:,}", f"{each.answers:,}") for each in self.editions]
        yield table(("edition", "guesses", "answers"), rows)

    def to_json(self) -> Any:
        """A list of them."""
        return to_json(self.editions)


@cache
def editions() -> Editions:
    """The shipped word lists."""
    lists = [edition(name) for name in EDITIONS]
    return Editions(
        tuple(
            Edition(
                label=each.name,
                title=EDITION_FACTS[each.name].title,
                guesses=len(each.guesses),
                answers=len(each.answers),
                opener=EDITION_FACTS[each.name].opener,
                total=EDITION_FACTS[each.name].total,
                length=each.length,
                max_guesses=Wordle.max_guesses,
                fewest_boards=FEWEST_BOARDS,
                most_boards=MOST_BOARDS,
            )
            for each in lists
        )
    )


@dataclass(frozen=True)
class GameInfo:
    """A game that can be played."""

    game: str
    """The name of the game."""
    options: dict[str, Value]
    """Its options and their defaults."""
    summary: str
    """A description in one line."""


@dataclass(frozen=True, repr=False)
class Games(Result, rows="games"):
    """The games that can be played."""

    games: tuple[GameInfo, ...]

    def blocks(self) -> Iterator[Block]:
        """A row each."""
        rows = [(each.game, write("", **each.options).removeprefix(":"), each.summary) for each in self.games]
        yield table(("game", "options", "what it is"), rows, left=2, prose=True)

    def to_json(self) -> Any:
        """A list of them."""
        return to_json(self.games)


def known_games() -> Games:
    """The games for --game and their options; for a game that cannot be loaded, the error."""
    return Games(tuple(GameInfo(name, *_describe(name)) for name in games()))


def _describe(name: str) -> tuple[dict[str, Value], str]:
    try:
        kind = games()[name]
    except FewestError as error:
        return {}, str(error)
    return known_options(kind.create), (kind.__doc__ or "").partition("\n")[0]


@dataclass(frozen=True)
class StrategyInfo:
    """A strategy."""

    name: str
    """The name of the strategy."""
    summary: str
    """A description in one line."""
    estimates: bool
    """Whether its score estimates the number of guesses."""


def classic_strategies() -> list[StrategyInfo]:
    """The strategies that look one guess ahead."""
    return [StrategyInfo(name, STRATEGIES[name].summary, name in estimator_names()) for name in classic()]
