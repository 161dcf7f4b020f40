"""Finished games, kept in a file that only grows, and what they add up to."""

import errno
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

import platformdirs

FILE = "games.jsonl"
"""The name of the file: a game per line."""

MOST = 9999
"""More guesses than this no game has."""


@dataclass(frozen=True, kw_only=True)
class Played:
    """A finished game."""

    edition: str
    """What the word list is called."""
    words: str
    """Tells word lists apart, whatever they are called."""
    won: bool
    guesses: int
    """How many guesses were made."""
    max_guesses: int
    gave_up: bool = False
    hard: bool = False
    hints: int = 0
    """Before how many of the guesses a hint was taken."""
    daily: str = ""
    """The date of a daily game; empty for any other."""
    ended: str = ""
    """When it ended."""


@dataclass(frozen=True)
class Statistics:
    """What some games add up to."""

    games: int = 0
    wins: int = 0
    given_up: int = 0
    hinted: int = 0
    """How many games had a hint."""
    streak: int = 0
    """How many of the last games were won in a row."""
    longest_streak: int = 0
    distribution: dict[int, int] = field(default_factory=dict)
    """How many games were won with each number of guesses."""

    @property
    def mean(self) -> float | None:
        """How many guesses a game that was won took on average."""
        return sum(guesses * count for guesses, count in self.distribution.items()) / self.wins if self.wins else None


def tally(games: Iterable[Played]) -> Statistics:
    """Add up games in the order they ended; of a daily game only the first time counts."""
    counted = list(_once(games))
    streak = longest = 0
    for game in counted:
        streak = streak + 1 if game.won else 0
        longest = max(longest, streak)
    taken = sorted(game.guesses for game in counted if game.won)
    return Statistics(
        games=len(counted),
        wins=len(taken),
        given_up=sum(game.gave_up for game in counted),
        hinted=sum(game.hints > 0 for game in counted),
        streak=streak,
        longest_streak=longest,
        distribution={guesses: taken.count(guesses) for guesses in dict.fromkeys(taken)},
    )


def _once(games: Iterable[Played]) -> Iterator[Played]:
    seen: set[tuple[str, str]] = set()
    for game in games:
        if game.daily and (game.daily, game.words) in seen:
            continue
        seen.add((game.daily, game.words))
        yield game


def file() -> Path:
    """The file of all games, where a user's data belongs on this machine; FEWEST_DATA names another folder."""
    if own := os.environ.get("FEWEST_DATA"):
        return Path(own) / FILE
    folder = platformdirs.user_data_path("fewest", appauthor=False, roaming=True)
    if not folder.is_absolute():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; FEWEST_DATA may name another", "~")
    return folder / FILE


def read(path: Path) -> tuple[list[Played], int]:
    """Read the games of a file, and how many of its lines hold none; those are passed over and left as they are.

    A file that is not there holds no games; a last line that was not written to its end is no game yet.
    """
    try:
        *lines, last = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return [], 0
    found = [_parse(line) for line in lines if line.strip()]
    games = [game for game in (*found, _parse(last)) if game is not None]
    return games, found.count(None)


def _parse(line: bytes) -> Played | None:
    try:
        data = json.loads(line)
        kinds = {each.name: each.type for each in fields(Played)}
        game = Played(**{key: value for key, value in data.items() if key in kinds})
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    right = all(type(value) is kinds[key] for key, value in vars(game).items())
    return game if right and game.won <= game.guesses <= game.max_guesses <= MOST and game.hints >= 0 else None


def add(path: Path, game: Played) -> None:
    """Write a game at the end of a file, in one piece, so that games which end at once do not harm each other."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps(asdict(game)).encode() + b"\n"
    with path.open("ab+", buffering=0) as file:
        if size := file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":  # the line before was not written to its end
                line = b"\n" + line
        try:
            written = file.write(line)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        if written != len(line):
            if file.seek(0, os.SEEK_END) == size + written:  # and nobody else has written since
                file.truncate(size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        os.fsync(file.fileno())
