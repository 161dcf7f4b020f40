"""Exact values that are shipped with the program: of openers, and of the best second guesses after some of them.

A table of openers is a line of JSON and then, compressed, eight bytes for each guess of the game: its exact cost, or
minus a lower bound. A book is JSON. Both name the game and the prior by digests, so that values of other words or of
another prior are never used. Tables of beliefs that are proved on this machine are in the user's folder.
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
"""The name of the folder of tables that are proved on this machine, in the user's folder."""

TABLE_FORMAT = "fewest-openers-2"

BOOK_FORMAT = "fewest-book-2"

SMALL_MEMORY = 1 << 20
"""The size of a transposition table where nothing is searched."""

STARTS = 300
"""Of how many of the best openers a book has what a split would tell: one of each symmetry orbit."""


@dataclass(frozen=True, eq=False)
class OpenerTable:
    """What is known of the cost of every opener, under one prior."""

    costs: NDArray[np.int64]
    """The exact cost of each guess of the game; 0 if it is not known, IMPOSSIBLE if it cannot keep within the limit."""
    lower: NDArray[np.int64]
    """A lower bound of each cost; the cost itself where that is known."""
    weight: int
    """The summed weight of the secrets; their number, if all weigh the same."""
    made_by: str = ""
    """The commands that made it."""

    @classmethod
    def of(cls, costs: NDArray[np.int64], least: int, weight: int, made_by: str = "") -> "OpenerTable":
        """A table of exact costs, 0 where they are not known, of which none is below `least`."""
        return cls(costs, np.where(costs > 0, costs, least), weight, made_by)

    @property
    def least(self) -> int:
        """It is proved that no opener costs less."""
        return int(self.lower.min())

    @property
    def is_complete(self) -> bool:
        """Whether every opener is known."""
        return bool((self.costs > 0).all())

    def best(
        self, belief: Belief, count: int, among: Sequence[str] | None, whole: Split, margin: float = 0.0
    ) -> list[Valued]:
        """The best openers that are known, of all or among some; none unless the first is proved to be the best.

        They are `count`, any more that are as good as the last of these, and any that take at most `margin` more
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
        """Write the table, which is about the start of a game; by default among those that are shipped."""
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
    """What the header of a table must say to be about a belief."""
    return {
        "format": TABLE_FORMAT,
        "game": belief.game.fingerprint,
        "prior": belief.prior,
        "hard": belief.hard,
        "max_guesses": max_guesses,
        "openers": len(belief.game.guesses),
    }


def table_path(game: Game, hard: bool = False, max_guesses: int | None = None) -> Path:
    """Where the table of a game is, if there is one."""
    limit = "" if max_guesses is None else f"-{max_guesses}"
    return DATA / f"{_file_name(game)}{'-hard' if hard else ''}{limit}.openers"


def own_table_path(belief: Belief, max_guesses: int | None = None) -> Path:
    """Where the table of a belief is, if it was proved on this machine; raises OSError without a folder for that."""
    limit = "" if max_guesses is None else f"-{max_guesses}"
    name = f"{_file_name(belief.game)}-{belief.prior}{'-hard' if belief.hard else ''}{limit}.openers"
    return data_folder() / OWN_FOLDER / name


def book_path(game: Game) -> Path:
    """Where the book of a game is, if there is one."""
    return DATA / f"{_file_name(game)}.book.json"


def _file_name(game: Game) -> str:
    return re.sub(r"[/:=,]", "-", game.label)


@lru_cache(maxsize=16)
def _read_table(path: Path, modified: int) -> tuple[dict[str, Any], OpenerTable] | None:
    """The header and the values of a table, last modified at a time; None if there is none, or if it is damaged."""
    try:
        first, _, body = path.read_bytes().partition(b"\n")
        header: dict[str, Any] = json.loads(first)
        if header["digest"] != digest(body):
            return None
        values = np.frombuffer(zlib.decompress(body), "<i8").astype(np.int64)
        table = OpenerTable(np.maximum(values, 0), np.abs(values), header["weight"], header["made_by"])
        table.costs.flags.writeable = table.lower.flags.writeable = False  # everybody who asks shares them
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
    """The command that made it."""
    replies: dict[str, dict[str, Sequence[Any]]] = field(default_factory=dict)
    """By opener and reply: the summed weight of the secrets left, the best guess and its exact cost, and if that is a
    rare word, the guess to prefer by default and its exact cost."""
    start: dict[str, tuple[float, float, int, int]] = field(default_factory=dict)
    """The best openers, best first, with what a split would tell of each: bits, hit, parts and largest part."""

    def values(self, belief: Belief) -> list[Valued]:
        """The best guess after the first clue, and the one to prefer by default; empty if the book has none."""
        opener, reply = belief.clues[0]
        found = self.replies.get(opener, {}).get(belief.game.reply_text(reply))
        if found is None:
            return []
        weight, *values = found
        return [Valued(cost, cost / weight, guess) for guess, cost in zip(values[::2], values[1::2], strict=True)]

    def save(self, path: Path) -> None:
        """Write the book, a line per reply."""
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
        """Read a book; None if there is none."""
        try:
            data = json.loads(path.read_bytes())
            if data.pop("format") != BOOK_FORMAT:
                return None
            return cls(**data)
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return None


def book(belief: Belief) -> Book | None:
    """The shipped book for the game and the prior of a belief in the plain game."""
    if belief.hard or belief.prior is None:
        return None
    found = _read_book(book_path(belief.game))
    fits = found is not None and (found.game, found.prior) == (belief.game.fingerprint, belief.prior)
    return found if fits else None


_read_book = lru_cache(maxsize=16)(Book.load)


def known_openers(belief: Belief, max_guesses: int | None = None) -> OpenerTable | None:
    """The table of openers of a belief, if it is the start of a game with one: shipped, or proved on this machine."""
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
    """The table of a file, if it is about a belief."""
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
    """The columns of all openers, or of one of each symmetry orbit, the most promising first."""
    if belief.game.symmetry() is None:
        return whole.guesses[by_entropic_score(belief, whole)]
    return whole.guesses[search_order(Prover(belief, memory=SMALL_MEMORY), belief, whole, None)]


@dataclass(frozen=True)
class Start:
    """The best openers, one of each symmetry orbit."""

    values: list[Valued]
    """The exact values, best first."""
    facts: dict[str, tuple[float, float, int, int]]
    """What a split would tell of each opener: see `Book.start`."""
    is_all: bool
    """Whether every opener is there, or one like it."""


def known_start(belief: Belief) -> Start | None:
    """The best openers of a belief; None without a table and a book."""
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
    """The costs of all openers, or of some, also under a second guess limit, and the summed weight of the secrets.

    None unless the `top` best, by default all, are known exactly, and no other can be better.
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
    """The best guesses that are known without search, at most `count`; none unless the first is proved to be the best.

    With a margin, all that are known to take at most so many more guesses on average are among them, however many.
    The split of the belief may be given. Where one secret is left there is nothing to know.
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
    """The exact value of one guess, if it is known without search: of any opener in the table, or in the book."""
    table = known_openers(belief)
    if table is not None:
        return table.value(belief, guess)
    shipped = book(belief) if len(belief.clues) == 1 and len(belief) > 1 else None
    values = [] if shipped is None else shipped.values(belief)
    return next((value for value in values if value.guess == guess), None)
