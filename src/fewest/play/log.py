"""The log of finished games: the user's file, and files to move games to another machine or browser.

The format is JSON lines, a game per line, with the keys of `LoggedGame` in their order; the page (`static/log.js`)
writes and reads the same:

    {"when": "2026-11-16T20:15:03.120Z", "edition": "original", "words": "answers", "hard": false, "rule": "any",
     "clues": ["crane=01001", "rebut=22222"], "secret": "rebut", "outcome": "won", "max_guesses": 6,
     "skill": 88, "luck": 12, "hints": 0, "daily": "", "series": ""}

Keys with a default may be missing, and unknown keys are ignored. Two lines describe the same game if `when` and
`LoggedGame.key` agree; a line with marks replaces one without. Invalid lines stay in the file and are counted. A table
(CSV) has the same keys as columns, with the clues separated by spaces.
"""

import errno
import io
import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from fewest.errors import FewestError
from fewest.games.game import Feedback, Game
from fewest.system.files import data_folder, lock, read_bytes

FILE = "games.jsonl"
"""The name of the user's file."""

PAST_FILE = "past.csv"
"""The name of the file of past answers in the same folder."""

WISH = "keep-analysed"
"""The name of an empty file in the same folder; if it exists, every analysed game is logged."""

MAX_GAMES = 20_000
"""The most games in an imported file."""


@dataclass(frozen=True, kw_only=True)
class LoggedGame:
    """A finished game."""

    when: str
    """When the game ended or was analysed, in UTC and to the millisecond; the texts sort by time."""
    edition: str
    """The name of the game or word list; characters other than A-Z a-z 0-9 . / - become _."""
    words: str
    """The prior: answers, frequency, today or own."""
    hard: bool = False
    rule: str = "any"
    """`any` if every guess was allowed, apart from hard mode; `consistent` if guesses had to fit all clues."""
    clues: tuple[str, ...]
    """The clues, such as crane=01001. Spaces, commas and quotes become _."""
    secret: str
    """The secret; empty if it is not known."""
    outcome: str
    """won, lost or given up."""
    max_guesses: int
    skill: int | None = None
    """The mark for skill, from 0 to 99; null if the game was not analysed. `luck` is the same for luck."""
    luck: int | None = None
    hints: int = 0
    """The number of hints given; each step of a hint counts."""
    daily: str = ""
    """The date of a daily game; empty for any other."""
    series: str = ""
    """The fingerprint of the word list; empty if it is not known."""

    @property
    def key(self) -> tuple[Any, ...]:
        """The fields that identify a game, apart from its time."""
        return self.edition, self.words, self.hard, self.rule, self.clues, self.secret

    @property
    def won(self) -> bool:
        """Whether the secret was found in time."""
        return self.outcome == "won"


NAME, TEXT = r"[A-Za-z0-9_./-]{1,40}", r"[^\s,\"]{1,100}"

PATTERNS = {
    "when": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",
    "edition": NAME,
    "words": NAME,
    "hard": "true|false",
    "rule": "any|consistent",
    "clues": rf"({TEXT}=[^\s,\"=]{{1,100}}( |$))*",
    "secret": rf"({TEXT})?",
    "outcome": "won|lost|given up",
    "max_guesses": r"[1-9]\d{0,3}",
    "skill": r"\d{0,2}",
    "luck": r"\d{0,2}",
    "hints": r"\d{1,4}",
    "daily": r"(\d{4}-\d\d-\d\d)?",
    "series": r"[^\r\n]{0,200}",
}
"""The pattern of each field as text, in order."""

DEFAULTS = {"hard": "false", "rule": "any", "skill": "", "luck": "", "hints": "0", "daily": "", "series": ""}
"""The defaults of keys that may be missing."""

NUMBERS = ("max_guesses", "skill", "luck", "hints")


def entry(game: Game, words: str, turns: Sequence[Feedback], secret: str, **facts: Any) -> LoggedGame:
    """Make the entry of a game that has just ended; coloured replies are always written as digits."""
    replies = (turn.reply if turn.marks is None else "".join(map(str, turn.marks)) for turn in turns)
    clues = (f"{_text_of(turn.guess)}={_text_of(reply)}" for turn, reply in zip(turns, replies, strict=True))
    return LoggedGame(
        when=datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        edition=re.sub(r"[^A-Za-z0-9_./-]", "_", game.label.removesuffix("/consistent").removesuffix("/guesses"))[:40],
        words=words,
        rule="consistent" if game.consistent else "any",
        clues=tuple(clues),
        secret=_text_of(secret),
        series=game.series,
        **facts,
    )


def _text_of(text: str) -> str:
    return re.sub(r"[\s,\"]", "_", text)[:100]


def _as_text(value: object) -> str:
    """Convert a JSON value to the text of a table cell."""
    if isinstance(value, list | tuple):
        return " ".join(part if isinstance(part, str) else "?" for part in value)
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _checked(data: object) -> LoggedGame:
    """Make a game from values of JSON or of a table; an error names the invalid field, as the end of a sentence."""
    given = data if isinstance(data, dict) else {}
    texts = {name: _as_text(given.get(name)) or DEFAULTS.get(name, "") for name in PATTERNS}
    wrong = next((name for name, pattern in PATTERNS.items() if not re.fullmatch(pattern, texts[name])), None)
    values: dict[str, Any] = texts | {"hard": texts["hard"] == "true", "clues": tuple(texts["clues"].split())}
    if wrong is None:
        values |= {name: int(texts[name]) if texts[name] else None for name in NUMBERS}
        most, number = values["max_guesses"], len(values["clues"])
        if not _is_time(texts["when"]):
            wrong = "when"
        elif number > most + (texts["outcome"] != "won") or (number == 0 and texts["outcome"] != "given up"):
            wrong = "outcome"
    if wrong is not None:
        raise FewestError(f"has no valid '{wrong}'")
    return LoggedGame(**values)


def _is_time(text: str) -> bool:
    try:
        return bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _parse(line: str) -> LoggedGame:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise FewestError("is not JSON") from None
    return _checked(data)


def read_games(text: str) -> list[LoggedGame]:
    """Read all games of a file, JSON lines or CSV; an error says why not, as the end of a sentence."""
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if line.strip()]
    if not lines:
        raise FewestError("it is empty")
    if len(lines) > MAX_GAMES + 1:
        raise FewestError(f"it has more than {MAX_GAMES:,} games")
    if lines[0].lstrip().startswith("{"):
        return _read_each(_parse, lines)
    import csv

    try:
        rows = csv.DictReader(lines)
        missing = next(
            (name for name in PATTERNS if name not in (rows.fieldnames or ()) and name not in DEFAULTS), None
        )
        if missing is not None:
            raise FewestError(f"it has no column '{missing}'")
        return _read_each(_checked, rows)
    except csv.Error:
        raise FewestError("it is neither JSON lines nor CSV") from None


def _read_each(read: Callable[[Any], LoggedGame], sources: Iterable[Any]) -> list[LoggedGame]:
    games = []
    for number, source in enumerate(sources, 1):
        try:
            games.append(read(source))
        except FewestError as error:
            raise FewestError(f"game {number} {error}") from None
    return games


def to_lines(games: Iterable[LoggedGame]) -> str:
    """Write games in the format of the log."""
    return "".join(json.dumps(asdict(game), ensure_ascii=False) + "\n" for game in games)


def to_csv(games: Sequence[LoggedGame]) -> str:
    """Write games as CSV."""
    import csv

    out = io.StringIO()
    table = csv.DictWriter(out, [*PATTERNS], lineterminator="\n")
    table.writeheader()
    table.writerows({name: _as_text(value) for name, value in asdict(game).items()} for game in games)
    return out.getvalue()


def file() -> Path:
    """The path of the user's file."""
    return data_folder() / FILE


def keeps_analysed() -> bool:
    """Whether every analysed game is logged; False if this cannot be determined."""
    try:
        return file().with_name(WISH).exists()
    except OSError:
        return False


def wish_to_keep(wish: bool) -> None:
    """Store whether every analysed game is logged."""
    path = file().with_name(WISH)
    if wish:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    else:
        path.unlink(missing_ok=True)


def read(path: Path) -> tuple[list[LoggedGame], int]:
    """Read the games of the log by time, and count the invalid lines.

    A missing file has no games. An incomplete last line is not counted, since another process may be writing it.
    """
    try:
        lines = read_bytes(path).decode(errors="replace").split("\n")
    except FileNotFoundError:
        return [], 0
    games: dict[tuple[Any, ...], LoggedGame] = {}
    invalid = 0
    for number, line in enumerate(lines, 1):
        try:
            game = _parse(line)
        except FewestError:
            invalid += bool(line.strip()) and number < len(lines)
            continue
        if _adds_to(games, game):
            games[game.when, game.key] = game
    return sorted(games.values(), key=lambda game: game.when), invalid


def was_finished(game: Game, day: date) -> bool:
    """Whether the daily game of a day is in the user's file; False if the file cannot be read."""
    try:
        games, _ = read(file())
    except OSError:
        return False
    return any((past.daily, past.series) == (day.isoformat(), game.series) for past in games)


def _adds_to(games: dict[tuple[Any, ...], LoggedGame], game: LoggedGame) -> bool:
    """Whether a game is new, or adds missing marks."""
    known = games.get((game.when, game.key))
    return known is None or (known.skill is None and game.skill is not None)


def append(path: Path, games: Iterable[LoggedGame]) -> int:
    """Append the games that are new or add marks, all or none, and return their number.

    The file is locked meanwhile and the lines are written at once, so that other processes neither interleave lines nor
    append the same games.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+", buffering=0) as file:
        lock(file)
        known = {(game.when, game.key): game for game in read(path)[0]}
        new: dict[tuple[Any, ...], LoggedGame] = {}
        for game in games:
            if _adds_to(known, game):
                known[game.when, game.key] = new[game.when, game.key] = game
        data = to_lines(new.values()).encode()
        size = file.seek(0, os.SEEK_END)
        if size:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":  # the last line is incomplete
                data = b"\n" + data
        if new:
            _write(file, data, size, path)
    return len(new)


def _write(file: io.FileIO, data: bytes, size: int, path: Path) -> None:
    """Write all of the data, or restore the previous size of the file."""
    try:
        written = file.write(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    if written != len(data):
        file.truncate(size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
    os.fsync(file.fileno())
