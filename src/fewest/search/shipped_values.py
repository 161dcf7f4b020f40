"""Exact values that are shipped with the program: of openers, and of the best second guesses after some of them.

A table of openers is a line of JSON and then two bytes a guess, in the order of the game's guesses. A book is JSON.
Both name the game by a digest of its words, a book also the prior: what was made for other words is never used.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewest.belief import UNIFORM, Belief
from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.scorers import by_entropic_score
from fewest.search.proof import Ranking, Valued
from fewest.search.prover import IMPOSSIBLE
from fewest.splits import Split, split
from fewest.system.files import digest, write_file

DATA = Path(__file__).with_name("data")

TABLE_FORMAT = "fewest-openers-1"

BOOK_FORMAT = "fewest-book-1"

UNKNOWN_COST, IMPOSSIBLE_COST = 0, (1 << 16) - 1
"""How a table writes a cost that is not known, and one beyond the guess limit."""


@dataclass(frozen=True, eq=False)
class OpenerTable:
    """The exact costs of the openers of a game, all secrets equally likely."""

    costs: NDArray[np.int64]
    """Of each guess of the game; 0 if it is not known, IMPOSSIBLE if it cannot keep within the guess limit."""
    least: int
    """It is proved that no opener costs less."""
    made_by: str = ""
    """The commands that made it."""

    @property
    def is_complete(self) -> bool:
        """Whether every opener is known."""
        return bool((self.costs > 0).all())

    def best(
        self, belief: Belief, count: int, among: Sequence[str] | None, whole: Split, margin: float = 0.0
    ) -> list[Valued]:
        """The best openers that are known, of all or among some; none unless the first is proved to be the best.

        They are `count`, and any more that take at most `margin` more guesses on average than the best.
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
        near = int((self.costs[known] <= self._valued(belief, int(known[0])).cost_within(margin)).sum())
        return [self._valued(belief, int(column)) for column in known[: max(count, near)]]

    def value(self, belief: Belief, guess: str) -> Valued | None:
        """The exact value of an opener, if it is known."""
        column = belief.find_guess(guess)
        return self._valued(belief, column) if 0 < self.costs[column] < IMPOSSIBLE else None

    def _valued(self, belief: Belief, column: int) -> Valued:
        cost = int(self.costs[column])
        return Valued(cost, cost / len(belief), belief.game.guesses[column])

    def save(self, path: Path, game: Game, hard: bool, max_guesses: int | None) -> None:
        """Write the table of a game."""
        possible = self.costs < IMPOSSIBLE
        if (self.costs[possible] >= IMPOSSIBLE_COST).any():
            raise FewestError(f"{game.label}: some costs take more than two bytes.")
        body = np.where(possible, self.costs, IMPOSSIBLE_COST).astype("<u2").tobytes()
        header = {
            "format": TABLE_FORMAT,
            "game": game.fingerprint,
            "hard": hard,
            "max_guesses": max_guesses,
            "least": self.least,
            "openers": len(self.costs),
            "known": int((self.costs > 0).sum()),
            "digest": digest(body),
            "made_by": self.made_by,
        }
        write_file(path, json.dumps(header).encode() + b"\n" + body)


def table_path(game: Game, hard: bool = False, max_guesses: int | None = None) -> Path:
    """Where the table of a game is, if there is one."""
    limit = "" if max_guesses is None else f"-{max_guesses}"
    return DATA / f"{_file_name(game)}{'-hard' if hard else ''}{limit}.openers"


def book_path(game: Game) -> Path:
    """Where the book of a game is, if there is one."""
    return DATA / f"{_file_name(game)}.book.json"


def _file_name(game: Game) -> str:
    return game.label.replace("/", "-")


def opener_table(game: Game, hard: bool = False, max_guesses: int | None = None) -> OpenerTable | None:
    """The shipped table of a game; None if there is none, or if it is about other words."""
    return _read_table(table_path(game, hard, max_guesses), game.fingerprint, len(game.guesses), hard, max_guesses)


@lru_cache(maxsize=16)
def _read_table(path: Path, fingerprint: str, guesses: int, hard: bool, max_guesses: int | None) -> OpenerTable | None:
    try:
        first, _, body = path.read_bytes().partition(b"\n")
        header: dict[str, Any] = json.loads(first)
        wanted = {
            "format": TABLE_FORMAT,
            "game": fingerprint,
            "hard": hard,
            "max_guesses": max_guesses,
            "openers": guesses,
            "digest": digest(body),
        }
        if any(header.get(name) != value for name, value in wanted.items()):
            return None
        costs = np.frombuffer(body, "<u2").astype(np.int64)
        costs[costs == IMPOSSIBLE_COST] = IMPOSSIBLE
        costs.flags.writeable = False  # whoever asks shares it
        return OpenerTable(costs, header["least"], header["made_by"])
    except (OSError, ValueError, KeyError, AttributeError):
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
    replies: dict[str, dict[str, tuple[str, int, int]]] = field(default_factory=dict)
    """By opener and reply: the best guess, its exact cost, and the summed weight of the secrets left."""
    start: Sequence[tuple[str, float, float, float, int, int]] = ()
    """Where no opener is proved: the best by estimate, each with its score, bits, hit, parts and largest part."""

    def best(self, belief: Belief) -> Valued | None:
        """The best guess after the first clue, if the book has it."""
        opener, reply = belief.clues[0]
        found = self.replies.get(opener, {}).get(belief.game.reply_text(reply))
        return None if found is None else Valued(found[1], found[1] / found[2], found[0])

    def save(self, path: Path) -> None:
        """Write the book, a line per reply."""
        openers = ",\n".join(
            f'"{opener}": {{\n'
            + ",\n".join(f'"{reply}": {json.dumps(found)}' for reply, found in replies.items())
            + "}"
            for opener, replies in self.replies.items()
        )
        header = {"format": BOOK_FORMAT, "game": self.game, "prior": self.prior, "made_by": self.made_by}
        start = ",\n".join(map(json.dumps, self.start))
        write_file(path, f'{json.dumps(header)[:-1]}, "start": [\n{start}], "replies": {{\n{openers}}}}}\n')

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
    """The table of openers of a belief, if it is the start of a game with one."""
    if belief.clues or belief.prior != UNIFORM or belief.allowed is not None:
        return None
    return opener_table(belief.game, belief.hard, max_guesses)


def known_start(belief: Belief) -> Sequence[tuple[str, float, float, float, int, int]]:
    """The best openers by estimate, where none is proved, if they are known without looking at all."""
    shipped = None if belief.clues else book(belief)
    return () if shipped is None else shipped.start


def known_ranking(
    belief: Belief, openers: Sequence[str] | None, max_guesses: int | None, within: int | None
) -> Ranking | None:
    """The exact costs of all openers, or of some, also under a second guess limit; None unless all are known."""
    table = known_openers(belief, max_guesses)
    second = table if within is None else known_openers(belief, within)
    if table is None or second is None:
        return None
    whole = split(belief)
    columns = whole.guesses[by_entropic_score(belief, whole)]
    if openers is not None:
        columns = columns[np.isin(columns, [belief.find_guess(opener) for opener in openers])]
    costs, limited = table.costs[columns], second.costs[columns]
    if not (costs > 0).all() or not (limited > 0).all():
        return None
    guesses = tuple(belief.game.guesses[column] for column in columns.tolist())
    return Ranking(guesses, costs, np.ones(len(guesses), np.bool_), limited if within is not None else 0 * limited)


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
    best = None if shipped is None else shipped.best(belief)
    return [] if best is None or (among is not None and best.guess not in among) else [best]
