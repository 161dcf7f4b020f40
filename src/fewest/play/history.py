"""Finished games in an append-only file, and their statistics."""

import errno
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

import platformdirs

from fewest.system.files import read_bytes

FILE = "games.jsonl"
"""The file name; one game per line."""

MAX_GUESSES = 9999
"""Games with a higher guess limit are invalid."""


@dataclass(frozen=True, kw_only=True)
class Played:
    """A finished game."""

    edition: str
    """The name of the word list."""
    words: str
    """The fingerprint of the word list."""
    won: bool
    guesses: int
    """How many guesses were made."""
    max_guesses: int
    gave_up: bool = False
    hard: bool = False
    hints: int = 0
    """The number of guesses made after a hint."""
    daily: str = ""
    """The date of a daily game; empty for any other."""
    ended: str = ""
    """When it ended."""


@dataclass(frozen=True)
class Statistics:
    """Statistics of games."""

    games: int = 0
    wins: int = 0
    given_up: int = 0
    hinted: int = 0
    """The number of games with a hint."""
    streak: int = 0
    """The current number of wins in a row."""
    longest_streak: int = 0
    distribution: dict[int, int] = field(default_factory=dict)
    """The number of won games by the number of guesses."""

    @property
    def mean(self) -> float | None:
        """The mean number of guesses of won games."""
        return sum(guesses * count for guesses, count in self.distribution.items()) / self.wins if self.wins else None


def tally(games: Iterable[Played]) -> Statistics:
    """Compute statistics of games in the order they ended; only the first try of a daily game counts."""
    counted = list(_first_tries(games))
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


def _first_tries(games: Iterable[Played]) -> Iterator[Played]:
    seen: set[tuple[str, str]] = set()
    for game in games:
        if game.daily and (game.daily, game.words) in seen:
            continue
        seen.add((game.daily, game.words))
        yield game


def file() -> Path:
    """The path of the file, in the user's data folder or the one that FEWEST_DATA names."""
    own_folder = os.environ.get("FEWEST_DATA")
    if own_folder:
        return Path(own_folder) / FILE
    folder = platformdirs.user_data_path("fewest", appauthor=False, roaming=True)
    if not folder.is_absolute():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; FEWEST_DATA may name another", "~")
    return folder / FILE


def read(path: Path) -> tuple[list[Played], int]:
    """Read the games of a file; returns them and the number of invalid lines, which are skipped.

    A missing file has no games. An incomplete last line is not counted as invalid.
    """
    try:
        *lines, last = read_bytes(path).split(b"\n")
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
    return game if right and game.won <= game.guesses <= game.max_guesses <= MAX_GUESSES and game.hints >= 0 else None


def add(path: Path, game: Played) -> None:
    """Append a game with a single write, so that concurrent writers do not mix."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps(asdict(game)).encode() + b"\n"
    with path.open("ab+", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        if size:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":  # the last line is incomplete
                line = b"\n" + line
        try:
            written = file.write(line)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        if written != len(line):
            if file.seek(0, os.SEEK_END) == size + written:  # no other process has written since
                file.truncate(size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        os.fsync(file.fileno())
