"""Analysed games that are kept: in a file of the user's, and in files that the page and the command line exchange.

A game is one line of JSON in the user's file. An exchanged file is JSON, an object with `format` and `games`, or CSV
with a column for each field, clues separated by spaces. A file is taken whole or not at all.
"""

import csv
import io
import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date
from pathlib import Path
from typing import Any

from fewest.errors import FewestError
from fewest.play import history
from fewest.play.analysis import PERFECT, Analysis
from fewest.system.files import read_bytes

FORMAT = "fewest-games-1"

FILE = "analysed.jsonl"
"""The name of the user's file; a game per line."""

MAX_GAMES = 20_000
"""Games of a file."""

NAME, WORD, CLUE = r"[A-Za-z0-9_./-]{1,40}", r"[^\s=,\"]{0,32}", r"[^\s=,\"]{1,32}=[012]{1,32}"


@dataclass(frozen=True, kw_only=True)
class KeptGame:
    """A finished game with its marks; the page keeps the same."""

    when: str
    """The day it was kept on, such as 2026-11-16."""
    edition: str
    words: str
    """What may have been the secret: answers, frequency or today."""
    hard: bool
    clues: tuple[str, ...]
    """Such as crane=01001."""
    secret: str
    """Empty if it is not known."""
    outcome: str
    """won or lost."""
    max_guesses: int
    skill: int
    luck: int
    rule: str = "any"
    """Whether any guess would do, but for hard mode, or it had to be consistent, that is fit all clues."""

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells a game from another, but for its day."""
        return self.edition, self.words, self.hard, self.rule, self.clues, self.secret

    @classmethod
    def of(cls, made: Analysis, edition: str, words: str) -> "KeptGame":
        """The game that was analysed; an error if it is not finished or has no coloured replies."""
        if made.outcome == "open":
            raise FewestError("The game is not finished, so it is not kept; give all its guesses, or its secret.")
        if any(turn.marks is None for turn in made.turns):
            raise FewestError("Only games whose replies have colours are kept.")
        return cls(
            when=date.today().isoformat(),
            edition=re.sub(r"[^A-Za-z0-9_./-]", "_", edition)[:40],
            words=words,
            hard=made.hard,
            clues=tuple(f"{turn.guess}={''.join(map(str, turn.marks or ()))}" for turn in made.turns),
            secret=made.secret or "",
            outcome=made.outcome,
            max_guesses=made.max_guesses,
            skill=made.skill,
            luck=made.luck,
            rule=made.rule,
        )


COLUMNS = tuple(each.name for each in fields(KeptGame))

NEWER = {"rule": "any"}
"""What games of older files have not, and what holds for them."""


def _is_date(text: object) -> bool:
    if not isinstance(text, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _matches(text: object, pattern: str) -> bool:
    return isinstance(text, str) and re.fullmatch(pattern, text) is not None


def _within(number: object, low: int, high: int) -> bool:
    return type(number) is int and low <= number <= high


def _is_outcome(data: dict[str, Any]) -> bool:
    won: bool = data["clues"][-1].split("=")[1].strip("2") == "" and len(data["clues"]) <= data["max_guesses"]
    return data["outcome"] in (("won", "lost") if won else ("lost",))


def _are_clues(data: dict[str, Any]) -> bool:
    clues, most = data["clues"], data["max_guesses"]
    return (
        isinstance(clues, list | tuple) and 1 <= len(clues) <= most + 1 and all(_matches(each, CLUE) for each in clues)
    )


RULES: dict[str, Callable[[dict[str, Any]], bool]] = {
    "when": lambda data: _is_date(data["when"]),
    "edition": lambda data: _matches(data["edition"], NAME),
    "words": lambda data: _matches(data["words"], NAME),
    "hard": lambda data: type(data["hard"]) is bool,
    "max_guesses": lambda data: _within(data["max_guesses"], 1, 99),
    "clues": _are_clues,
    "secret": lambda data: _matches(data["secret"], WORD),
    "outcome": _is_outcome,
    "skill": lambda data: _within(data["skill"], 0, PERFECT),
    "luck": lambda data: _within(data["luck"], 0, PERFECT),
    "rule": lambda data: data["rule"] in ("any", "consistent"),
}
"""What must be true of each field, in the order they are looked at."""


def _checked(data: object, number: int) -> KeptGame:
    """A game as it must be; an error says which field is wrong."""
    data = NEWER | data if isinstance(data, dict) else data
    for name, rule in RULES.items():
        if not isinstance(data, dict) or name not in data or not rule(data):
            raise FewestError(f"game {number} has no valid {name}")
    assert isinstance(data, dict)
    values: dict[str, Any] = {name: data[name] for name in COLUMNS}
    return KeptGame(**values | {"clues": tuple(data["clues"])})


def read_games(text: str) -> list[KeptGame]:
    """The games of an exchanged file; an error says why it has none, for the end of a sentence."""
    text = text.removeprefix("\ufeff").lstrip()
    if not text:
        raise FewestError("it is empty")
    rows = _from_json(text) if text[0] in "{[" else _from_csv(text)
    if len(rows) > MAX_GAMES:
        raise FewestError(f"it has more than {MAX_GAMES:,} games")
    return [_checked(row, number) for number, row in enumerate(rows, start=1)]


def _from_json(text: str) -> list[Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise FewestError("it is no JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("games"), list):
        raise FewestError("it holds no games of fewest")
    return list(data["games"])


def _from_csv(text: str) -> list[Any]:
    try:
        rows = [row for row in csv.reader(io.StringIO(text)) if any(each.strip() for each in row)]
    except csv.Error:
        raise FewestError("it is no CSV") from None
    names = [name.strip() for name in rows[0]] if rows else []
    missing = next((name for name in COLUMNS if name not in names and name not in NEWER), None)
    if missing is not None:
        raise FewestError(f"it has no column {missing}")
    return [_from_row(dict(zip(names, map(str.strip, row), strict=False))) for row in rows[1:]]


def _from_row(texts: dict[str, str]) -> dict[str, Any]:
    data: dict[str, Any] = dict(texts)
    for name in ("max_guesses", "skill", "luck"):
        if re.fullmatch(r"[0-9]{1,9}", texts.get(name, "")):
            data[name] = int(texts[name])
    data["hard"] = {"true": True, "false": False}.get(texts.get("hard", "").lower())
    data["clues"] = texts.get("clues", "").split()
    return data


def to_json(games: Sequence[KeptGame]) -> str:
    """Games as an exchanged file."""
    return (
        json.dumps({"format": FORMAT, "games": [asdict(game) for game in games]}, indent=1, ensure_ascii=False) + "\n"
    )


def to_csv(games: Sequence[KeptGame]) -> str:
    """Games as a table."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(COLUMNS)
    for game in games:
        data = asdict(game) | {"clues": " ".join(game.clues), "hard": str(game.hard).lower()}
        table.writerow([data[name] for name in COLUMNS])
    return written.getvalue()


def file() -> Path:
    """The path of the user's file."""
    return history.file().with_name(FILE)


def kept_games(path: Path) -> tuple[list[KeptGame], int]:
    """The games of the user's file by day, and how many lines cannot be read, which are left as they are."""
    try:
        lines = [line for line in read_bytes(path).decode(errors="replace").split("\n") if line.strip()]
    except FileNotFoundError:
        return [], 0
    found: dict[KeptGame, None] = {}
    unreadable = 0
    for line in lines:
        try:
            game = _checked(json.loads(line), 1)
        except (ValueError, RecursionError):
            unreadable += 1
            continue
        found[game] = None
    return sorted(found, key=lambda game: game.when), unreadable


def keep(path: Path, games: Iterable[KeptGame]) -> int:
    """Append the games that are not kept yet, with a single write; returns how many those are."""
    known = {(game.when, game.key) for game in kept_games(path)[0]}
    new = {(game.when, game.key): game for game in games if (game.when, game.key) not in known}
    if not new:
        return 0
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(asdict(game), ensure_ascii=False) + "\n" for game in new.values())
    with path.open("ab+") as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            text = text if file.read(1) == b"\n" else f"\n{text}"
        file.write(text.encode())
    return len(new)
