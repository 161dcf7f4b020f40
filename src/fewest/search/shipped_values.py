"""Exact values shipped with the program: of openers, and of the best second guesses after some of them.

A table of openers is a line of JSON, followed by compressed 8-byte numbers, one for each guess of the game: its exact
cost, or minus a lower bound. A book is a JSON file. Both identify the game and the prior by digests, so that values for
other words or another prior are never used. Tables proved on this machine are in the user's folder.
"""

import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewest.belief import Belief
from fewest.games.game import Game, Indices
from fewest.scorers import by_entropic_score
from fewest.search.proof import Ranking, Valued
from fewest.search.prover import IMPOSSIBLE, Prover, search_order
from fewest.splits import Split, split
from fewest.system.files import data_folder, digest, write_file

DATA = Path(__file__).with_name("data")

OWN_FOLDER = "proved"
"""The folder, in the user's data folder, with tables proved on this machine."""

TABLE_FORMAT = "fewest-openers-2"

BOOK_FORMAT = "fewest-book-2"

SMALL_MEMORY = 1 << 20
"""The size of the transposition table of a prover that searches nothing."""

STARTS = 300
"""For how many of the best openers, one of each symmetry orbit, a book holds the statistics of the split."""


@dataclass(frozen=True, eq=False)
class OpenerTable:
    """The exact costs or lower bounds of all openers under one prior."""

    costs: NDArray[np.int64]
    """The exact cost of each guess of the game; 0 if unknown, IMPOSSIBLE if it cannot keep the guess limit."""
    lower: NDArray[np.int64]
    """A lower bound on each cost; the cost itself if it is known."""
    weight: int
    """The summed weight of the secrets; their number if all weigh the same."""
    made_by: str = ""
    """The commands that made the table."""

    @classmethod
    def of(cls, costs: NDArray[np.int64], least: int, weight: int, made_by: str = "") -> "OpenerTable":
        """Make a table from exact costs (0 if unknown) and a lower bound `least` for all of them."""
        return cls(costs, np.where(costs > 0, costs, least), weight, made_by)

    @property
    def least(self) -> int:
        """The proved lower bound on the cost of any opener."""
        return int(self.lower.min())

    @property
    def is_complete(self) -> bool:
        """Whether the cost of every opener is known."""
        return bool((self.costs > 0).all())

    def best(
        self, belief: Belief, count: int, among: Sequence[str] | None, whole: Split, margin: float = 0.0
    ) -> list[Valued]:
        """The best openers, of all or among some; an empty list unless the first is proved to be the best.

        Includes `count` openers, further ones as good as the last of these, and all that take at most `margin` more
        guesses on average than the best.
        """
        order = by_entropic_score(belief, whole)
        columns = whole.guesses[order]
        if among is not None:
            columns = columns[np.isin(columns, [belief.find_guess(guess) for guess in among])]
        known = columns[self.costs[columns] > 0]
        known = known[np.argsort(self.costs[known], kind="stable")]
        known = known[self.costs[known] < IMPOSSIBLE]
        if not len(known) or (self.costs[known[0]] > self.least and not (self.costs[columns] > 0).all()):
            return []
        most = self._valued(belief, int(known[0])).cost_within(margin)
        most = max(most, int(self.costs[known[: max(1, count)][-1]]))
        return [self._valued(belief, int(column)) for column in known[self.costs[known] <= most]]

    def value(self, belief: Belief, guess: str) -> Valued | None:
        """The exact value of an opener, if it is known."""
        column = belief.find_guess(guess)
        return self._valued(belief, column) if 0 < self.costs[column] < IMPOSSIBLE else None

    def _valued(self, belief: Belief, column: int) -> Valued:
        cost = int(self.costs[column])
        return Valued(cost, cost / self.weight, belief.game.guesses[column])

    def save(self, belief: Belief, max_guesses: int | None = None, path: Path | None = None) -> Path:
        """Write the table, for the start of a game; by default to the folder of shipped tables."""
        path = path or table_path(belief.game, belief.hard, max_guesses)
        body = zlib.compress(np.where(self.costs > 0, self.costs, -self.lower).astype("<i8").tobytes(), 9)
        header = {
            **_table_header(belief, max_guesses),
            "weight": self.weight,
            "known": int((self.costs > 0).sum()),
            "digest": digest(body),
            "made_by": self.made_by,
        }
        write_file(path, json.dumps(header).encode() + b"\n" + body)
        _read_table.cache_clear()
        return path


def _table_header(belief: Belief, max_guesses: int | None) -> dict[str, Any]:
    """The fields that the header of a belief's table must have."""
    return {
        "format": TABLE_FORMAT,
        "game": belief.game.fingerprint,
        "prior": belief.prior,
        "hard": belief.hard,
        "max_guesses": max_guesses,
        "openers": len(belief.game.guesses),
    }


def table_path(game: Game, hard: bool = False, max_guesses: int | None = None) -> Path:
    """The path of a game's shipped table, which may not exist."""
    limit = "" if max_guesses is None else f"-{max_guesses}"
    return DATA / f"{_file_name(game)}{'-hard' if hard else ''}{limit}.openers"


def own_table_path(belief: Belief, max_guesses: int | None = None) -> Path:
    """The path of a belief's table if proved on this machine; raises OSError without a data folder."""
    limit = "" if max_guesses is None else f"-{max_guesses}"
    name = f"{_file_name(belief.game)}-{belief.prior}{'-hard' if belief.hard else ''}{limit}.openers"
    return data_folder() / OWN_FOLDER / name


def book_path(game: Game) -> Path:
    """The path of a game's book, which may not exist."""
    return DATA / f"{_file_name(game)}.book.json"


def _file_name(game: Game) -> str:
    return re.sub(r"[/:=,]", "-", game.label)


@lru_cache(maxsize=16)
def _read_table(path: Path, modified: int) -> tuple[dict[str, Any], OpenerTable] | None:
    """Read the header and the values of a table; None if it is missing or damaged. `modified` is a cache key."""
    try:
        first, _, body = path.read_bytes().partition(b"\n")
        header: dict[str, Any] = json.loads(first)
        if header["digest"] != digest(body):
            return None
        values = np.frombuffer(zlib.decompress(body), "<i8").astype(np.int64)
        table = OpenerTable(np.maximum(values, 0), np.abs(values), header["weight"], header["made_by"])
        table.costs.flags.writeable = table.lower.flags.writeable = False  # callers share the cached arrays
        return header, table
    except (OSError, ValueError, KeyError, TypeError, zlib.error):
        return None


@dataclass(frozen=True, eq=False)
class Book:
    """The best second guesses after some openers."""

    game: str
    """The fingerprint of the game."""
    prior: str
    """The digest of the prior: see Belief."""
    made_by: str = ""
    """The command that made the book."""
    replies: dict[str, dict[str, Sequence[Any]]] = field(default_factory=dict)
    """By opener and reply: the summed weight of the secrets left, the best guess and its exact cost; if that is a rare
    word, also the guess preferred by default and its exact cost."""
    start: dict[str, tuple[float, float, int, int]] = field(default_factory=dict)
    """The best openers, best first, with the statistics of their splits: bits, hit, parts and largest part."""

    def values(self, belief: Belief) -> list[Valued]:
        """The best guess after the first clue, and the one preferred by default; empty if the book has neither."""
        opener, reply = belief.clues[0]
        found = self.replies.get(opener, {}).get(belief.game.reply_text(reply))
        if found is None:
            return []
        weight, *values = found
        return [Valued(cost, cost / weight, guess) for guess, cost in zip(values[::2], values[1::2], strict=True)]

    def save(self, path: Path) -> None:
        """Write the book, one line per reply."""
        openers = ",\n".join(
            f'"{opener}": {{\n'
            + ",\n".join(f'"{reply}": {json.dumps(found)}' for reply, found in replies.items())
            + "}"
            for opener, replies in self.replies.items()
        )
        header = {"format": BOOK_FORMAT, "game": self.game, "prior": self.prior, "made_by": self.made_by}
        start = ",\n".join(f'"{opener}": {json.dumps(facts)}' for opener, facts in self.start.items())
        write_file(path, f'{json.dumps(header)[:-1]}, "start": {{\n{start}}}, "replies": {{\n{openers}}}}}\n')
        _read_book.cache_clear()

    @classmethod
    def load(cls, path: Path) -> "Book | None":
        """Read a book; None if it is missing or damaged."""
        try:
            data = json.loads(path.read_bytes())
            if data.pop("format") != BOOK_FORMAT:
                return None
            return cls(**data)
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return None


def book(belief: Belief) -> Book | None:
    """The shipped book for the game and the prior of a belief; None in hard mode or without one."""
    if belief.hard or belief.prior is None:
        return None
    found = _read_book(book_path(belief.game))
    fits = found is not None and (found.game, found.prior) == (belief.game.fingerprint, belief.prior)
    return found if fits else None


_read_book = lru_cache(maxsize=16)(Book.load)


def known_openers(belief: Belief, max_guesses: int | None = None) -> OpenerTable | None:
    """The table of openers for the start of a game, shipped or proved on this machine; None without one."""
    if belief.clues or belief.prior is None or belief.allowed is not None:
        return None
    shipped = _table_for(belief, max_guesses, table_path(belief.game, belief.hard, max_guesses))
    if shipped is not None:
        return shipped
    try:
        return _table_for(belief, max_guesses, own_table_path(belief, max_guesses))
    except OSError:
        return None


def _table_for(belief: Belief, max_guesses: int | None, path: Path) -> OpenerTable | None:
    """Read a table from a file; None unless it is for this belief and limit."""
    try:
        read = _read_table(path, path.stat().st_mtime_ns)
    except OSError:
        return None
    if read is None:
        return None
    header, table = read
    wanted = _table_header(belief, max_guesses)
    return table if all(header.get(name) == value for name, value in wanted.items()) else None


def distinct_openers(belief: Belief, whole: Split) -> Indices:
    """The columns of one opener of each symmetry orbit, the most promising first."""
    if belief.game.symmetry() is None:
        return whole.guesses[by_entropic_score(belief, whole)]
    return whole.guesses[search_order(Prover(belief, memory=SMALL_MEMORY), belief, whole, None)]


@dataclass(frozen=True)
class Start:
    """The best openers, one of each symmetry orbit."""

    values: list[Valued]
    """The exact values, best first."""
    facts: dict[str, tuple[float, float, int, int]]
    """The statistics of the split of each opener, see `Book.start`."""
    is_all: bool
    """Whether every symmetry orbit of openers is included."""


def known_start(belief: Belief) -> Start | None:
    """The best openers of a belief; None unless it has both a table and a book."""
    table, shipped = known_openers(belief), None if belief.clues else book(belief)
    if table is None or shipped is None:
        return None
    values = [table.value(belief, opener) for opener in shipped.start]
    known = [value for value in values if value is not None]
    return Start(known, shipped.start, table.is_complete and len(known) < STARTS)


def known_ranking(
    belief: Belief,
    openers: Sequence[str] | None = None,
    max_guesses: int | None = None,
    within: int | None = None,
    top: int | None = None,
) -> tuple[Ranking, int] | None:
    """The costs of all openers, or of some, and the summed weight of the secrets; `within` adds a second limit.

    None unless the `top` best openers (by default all) are known exactly.
    """
    table = known_openers(belief, max_guesses)
    second = table if within is None else known_openers(belief, within)
    if table is None or second is None:
        return None
    whole = split(belief)
    if openers is None:
        columns = distinct_openers(belief, whole)
    else:
        columns = whole.guesses[by_entropic_score(belief, whole)]
        columns = columns[np.isin(columns, [belief.find_guess(opener) for opener in openers])]
    lower, exact, limited = table.lower[columns], table.costs[columns] > 0, second.costs[columns]
    best = np.lexsort((~exact, lower))[:top]
    if not exact[best].all() or not (limited[best] > 0).all():
        return None
    guesses = tuple(belief.game.guesses[column] for column in columns.tolist())
    return Ranking(guesses, lower, exact, limited if within is not None else 0 * limited), table.weight


def known_values(
    belief: Belief,
    count: int = 1,
    among: Sequence[str] | None = None,
    whole: Split | None = None,
    margin: float | None = None,
) -> list[Valued]:
    """The best guesses known without a search, at most `count`; empty unless the first is proved to be the best.

    With a margin, all guesses known to take at most that many more guesses on average are included, beyond `count` too.
    `whole` is the split of the belief, if you have it. Empty if one secret is left.
    """
    if len(belief) == 1:
        return []
    table = known_openers(belief)
    if table is not None:
        found = table.best(belief, count, among, whole or split(belief), margin or 0.0)
        return found[:count] if margin is None else found
    shipped = book(belief) if len(belief.clues) == 1 else None
    values = [] if shipped is None else shipped.values(belief)
    if not values or (among is not None and values[0].guess not in among):
        return []
    if not margin:
        return values[:1]
    most = values[0].cost_within(margin)
    return [value for value in values if value.cost <= most and (among is None or value.guess in among)]


def known_value(belief: Belief, guess: str) -> Valued | None:
    """The exact value of a guess from the table of openers or the book; None if they do not have it."""
    table = known_openers(belief)
    if table is not None:
        return table.value(belief, guess)
    shipped = book(belief) if len(belief.clues) == 1 and len(belief) > 1 else None
    values = [] if shipped is None else shipped.values(belief)
    return next((value for value in values if value.guess == guess), None)
