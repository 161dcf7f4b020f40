"""The interface of games."""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from fewest.errors import FewestError, GuessError, ReplyError
from fewest.games.keyboard import Keyboard, default_keyboard
from fewest.results.blocks import Tiles
from fewest.system.digests import digest
from fewest.system.machine import available_memory
from fewest.words import spelling

REPLY_TYPES = ((1 << 8, np.uint8), (1 << 16, np.uint16), (1 << 32, np.uint32))
"""The number of replies that each type can hold."""

CONSISTENT = "/consistent"
"""The label suffix of games in which every guess must fit all clues."""

TABLE_PAYS_OFF = 8
"""Build the whole table once a share of 1 / TABLE_PAYS_OFF of its replies was computed without it."""

MAX_TABLE_BYTES = 1 << 29
"""The largest reply table that is kept; beyond, replies are computed tile by tile."""

MAX_FILLED = 1 << 25
"""How many replies are computed at once, so that Ctrl-C is heard in between."""

LITTLE_MEMORY = 1 << 28
"""Up to so many bytes are taken without asking how many there are."""

MAX_PERMUTED_PLACES = 6
"""Symmetry uses permutations of up to this many places; beyond, there are too many."""

REPLY_STYLES = {"digits": "012", "gyb": "BYG"}
"""Ways to write coloured replies as text: the characters of grey (black), yellow and green."""

MANY_COLUMNS = 256
"""From so many on, columns are picked row by row."""

Table = NDArray[np.unsignedinteger]
"""Replies, a row per secret and a column per guess."""

Indices = NDArray[np.int32]
"""Indices of secrets or of guesses."""


class HardRule(NamedTuple):
    """Hard mode as arrays.

    Guess h is allowed after reply r to guess g if `hints[kind[g], r]` is a subset of `hints[kind[g], seen[g, h]]`.
    """

    seen: Table
    """The reply to each guess (row) if each guess (column) were the secret."""
    kind: NDArray[np.uint16]
    """The row of `hints` of each guess."""
    hints: NDArray[np.uint32]
    """The hints of a reply as bits, a row per kind and a column per reply."""


class Symmetry(NamedTuple):
    """Permutations of places and symbols that preserve every reply."""

    moves: NDArray[np.uint8]
    """A group of permutations of the places: a row each, with where each place goes."""
    kinds: NDArray[np.uint16]
    """The kind of each symbol of `Game.symbols`, from 0; symbols of one kind may be exchanged."""

    @classmethod
    def full(cls, game: "Game") -> "Symmetry":
        """All permutations of the places, unless there are too many, and of the symbols."""
        places, symbols = game.symbols.shape[1], int(game.symbols.max()) + 1
        orders = itertools.permutations(range(places)) if places <= MAX_PERMUTED_PLACES else [range(places)]
        return cls(np.array([*orders], np.uint8), np.zeros(symbols, np.uint16))


@dataclass(frozen=True)
class Feedback:
    """A guess and its reply, as plain data."""

    guess: str
    reply: str
    """The reply as the game writes it, such as 01200, or in the style that was asked for, such as BYGBB."""
    squares: str
    """The reply as squares, or as the game shows it; in the style that was asked for, if any."""
    marks: tuple[int, ...] | None
    """The colour of each letter: 0 grey, 1 yellow, 2 green; null where replies have no colours."""

    def tiles(self, both: bool = False, note: str = "") -> Tiles:
        """The guess in the colours of its reply, or with its squares; or with both. A note stands beside it.

        A coloured reply whose squares are text is in a style that was asked for, and always shown.
        """
        spelt = self.marks is not None and self.squares == self.reply
        return Tiles(self.guess, self.marks, self.squares, self.reply, both, note, spelt)

    def reply_alone(self) -> Tiles:
        """The reply as squares, without the guess."""
        return Tiles("", None, self.squares, self.reply)


class Game(ABC):
    """The rules: which guesses are allowed, which secrets are possible, what reply a guess gets.

    A reply is a small integer below `replies`; `win` is the one that only the secret itself gets. No strategy looks
    further than this class, so whatever answers a guess can be solved. A game of one's own sets the names below that
    have no value yet, and says what `reply` is; docs/games.md has an example.
    """

    name: ClassVar[str]
    """The name of the game, such as wordle."""

    symbol: ClassVar[str] = ""
    """What guesses consist of, such as letters, where all have the same number of them."""

    noun: ClassVar[str] = "secret"
    """What a secret is called: a word, a code."""

    max_guesses: ClassVar[int] = 10
    """How many guesses a player has."""

    has_words: ClassVar[bool] = False
    """Whether guesses are words, whose letters tell something by themselves."""

    hard_mode: ClassVar[bool] = False
    """Whether the game can be played so that a guess must use what replies have shown."""

    consistent: bool = False
    """Whether every guess must fit all clues, so that it may be the secret for all the player knows."""

    label: str
    """What is played: the game and its options, or the name of a word list."""

    guesses: tuple[str, ...]
    """Every allowed guess, in an order that ties are broken by."""

    secrets: tuple[str, ...]
    """Every possible secret, in the same order; each is an allowed guess."""

    texts: Sequence[str]
    """How each reply is written, unless reply_text and parse_reply say it in their own way."""

    win: int
    """The reply to the secret itself."""

    @abstractmethod
    def reply(self, guess: str, secret: str) -> int:
        """The reply to a guess."""

    @classmethod
    def create(cls) -> Self:
        """Make the game from its options: keyword arguments with defaults of type int, str or bool."""
        return cls()

    @classmethod
    def count(cls) -> int | None:
        """How many guesses there are with the options of `create`, or more; None if that is not known beforehand."""
        return None

    @cached_property
    def keyboard(self) -> Keyboard:
        """What the input looks like: the keys of a guess, and how a reply is entered."""
        return default_keyboard(self)

    @cached_property
    def replies(self) -> int:
        """The number of replies."""
        return len(self.texts)

    @cached_property
    def fingerprint(self) -> str:
        """An identifier of the rules, the guesses and the secrets."""
        content = "\n".join([self.label, *self.guesses, "", *self.secrets])
        return f"{self.name}-{digest(content)}"

    def with_every_guess(self) -> "Game | None":
        """The same game with more secrets, all that may be guessed; None if there are no more."""
        return None

    @property
    def frequency_places(self) -> Indices | None:
        """The place of each guess among all by descending frequency, from 0; None unless it is a word of known ones."""
        return None

    @cached_property
    def list_places(self) -> Indices:
        """The place of each guess in the list as it was given, for ties; by default the order of the guesses."""
        return np.arange(len(self.guesses), dtype=np.int32)

    def fill(self, table: Table, secrets: Indices, guesses: Indices) -> None:
        """Fill a table with replies, a row per secret and a column per guess; override it for speed."""
        for row, secret in enumerate(secrets.tolist()):
            for column, guess in enumerate(guesses.tolist()):
                table[row, column] = self.reply(self.guesses[guess], self.secrets[secret])

    @property
    def example(self) -> tuple[str, str]:
        """A guess and a reply to show how they are written."""
        return self.guesses[len(self.guesses) // 2], self.reply_text(0)

    @property
    def how_to_reply(self) -> str:
        """How a reply is written, in a few words."""
        return ", ".join(self.texts[:6]) + ("…" if len(self.texts) > 6 else "")

    @property
    def title(self) -> str:
        """The name of what is played, for people."""
        return self.label

    @property
    def learnt_on(self) -> str | None:
        """The edition whose shipped curve the game uses; None if there is none."""
        return None

    @property
    def series(self) -> str:
        """The key of statistics and daily secrets; unlike the fingerprint, it ignores which guesses may be secret."""
        return self.fingerprint

    def looks_like_reply(self, text: str) -> bool:
        """Whether a text is meant as a reply, right or wrong."""
        try:
            self.parse_reply(text)
        except ReplyError:
            return False
        return True

    def parse_reply(self, text: str) -> int:
        """Read a reply as a person writes it."""
        known = {fold(each): number for number, each in enumerate(self.texts)}
        if fold(text) not in known:
            some = ", ".join(self.texts[:10]) + (" and so on" if len(self.texts) > 10 else "")
            raise ReplyError(f"{text!r} is no reply; replies are {some}.")
        return known[fold(text)]

    def reply_text(self, reply: int) -> str:
        """Write a reply so that parse_reply reads it."""
        return self.texts[reply]

    def squares(self, reply: int) -> str:
        """Write a reply as a person likes to see it."""
        return self.reply_text(reply)

    def marks(self, reply: int) -> list[int] | None:
        """The colour of each symbol of a guess: 0 grey, 1 yellow, 2 green; None in games without colours."""
        return None

    def reply_as(self, reply: int, style: str | None = None) -> str:
        """Write a reply as reply_text, or where it has colours in a style: `digits` (01200) or `gyb` (BYGBB).

        >>> from fewest import Wordle
        >>> game = Wordle.edition("original")
        >>> game.reply_as(45, "gyb"), game.parse_reply("BYGBB")
        ('BYGBB', 45)
        """
        self.require_style(style)
        marks = self.marks(reply)
        if style is None or marks is None:
            return self.reply_text(reply)
        return "".join(REPLY_STYLES[style][mark] for mark in marks)

    def require_style(self, style: str | None) -> None:
        """Refuse a style that is unknown, or that needs colours where replies have none."""
        if style is not None and style not in REPLY_STYLES:
            raise FewestError(f"{style!r} is no way to write replies; choose {' or '.join(REPLY_STYLES)}.")
        if style is not None and self.marks(self.win) is None:
            raise FewestError(f"Replies in {self.name} have no colours, so they cannot be written as {style}.")

    def seen(self, guess: str, reply: int, style: str | None = None) -> Feedback:
        """A guess and its reply as plain data; see `reply_as` for styles."""
        marks = self.marks(reply)
        text = self.reply_as(reply, style)
        squares = self.squares(reply) if style is None else text
        return Feedback(guess, text, squares, None if marks is None else tuple(marks))

    @property
    def restricts(self) -> bool:
        """Whether clues can restrict the guesses: there is a hard mode, or guesses must fit all clues."""
        return self.hard_mode or self.consistent

    @property
    def restriction(self) -> str:
        """What clues demand of guesses is called so."""
        return "the rule that guesses fit all clues" if self.consistent else "hard mode"

    def made_consistent(self) -> Self:
        """The same game with the rule that every guess must fit all clues; in Wordle this is called ultra-hard."""
        made = copy(self)
        made.label = f"{self.label}{CONSISTENT}"
        made.fingerprint = f"{self.fingerprint}{CONSISTENT}"
        made.consistent = True
        return made

    def missing(self, clues: Iterable[tuple[str, int]], guess: str) -> list[str]:
        """What clues demand of a guess and it does not have, as texts; empty if it is allowed."""
        if not self.consistent:
            return self.missing_in_hard_mode(clues, guess)
        word = self.guesses[self.find_guess(guess)]
        return [
            f"{made} would get {self.reply_text(self.reply(made, word))}, not {self.reply_text(reply)}"
            for made, reply in clues
            if self.reply(made, word) != reply
        ]

    def missing_in_hard_mode(self, clues: Iterable[tuple[str, int]], guess: str) -> list[str]:
        """The hard mode rules that a guess violates after some clues, as texts; empty if it is allowed."""
        column = self.find_guess(guess)
        kept = all(self.allowed_after(*clue)[column] for clue in clues)
        return [] if kept else ["it does not use all that replies have shown"]

    def allowed_after(self, guess: str, reply: int) -> NDArray[np.bool_]:
        """Which guesses a clue allows: in hard mode, or if they must fit all clues."""
        if not self.consistent:
            return self.allowed_in_hard_mode(guess, reply)
        column = np.array([self.find_guess(guess)], np.int32)
        return np.asarray(self.replies_between(column)[0] == reply)

    def allowed_in_hard_mode(self, guess: str, reply: int) -> NDArray[np.bool_]:
        """Which guesses hard mode allows after a clue."""
        raise self.without_hard_mode()

    def restriction_rule(self, guesses: Indices) -> "HardRule":
        """What clues demand among some guesses as arrays, for exact search."""
        if not self.consistent:
            return self.hard_rule(guesses)
        replies = np.arange(self.replies, dtype=np.uint32)
        if self.replies > 1 << 16:
            raise FewestError(f"{self.label} has too many replies for exact search with that rule.")
        # A reply shows which bits its number has, and which it has not: only the same reply shows all of that.
        shows = (replies | (~replies << np.uint32(16))).reshape(1, -1)
        seen = self.replies_between(guesses)
        if len(guesses) < len(self.guesses):
            seen = np.ascontiguousarray(seen[:, guesses])
        return HardRule(seen, np.zeros(len(guesses), np.uint16), shows)

    def hard_rule(self, guesses: Indices) -> "HardRule":
        """Hard mode among some guesses as arrays, for exact search."""
        raise self.without_hard_mode()

    def replies_between(self, guesses: Indices) -> Table:
        """The replies to some guesses, a row each, if any of all guesses were the secret."""
        if len(self.secrets) == len(self.guesses):
            return np.ascontiguousarray(self.rows(np.arange(len(self.secrets), dtype=np.int32), guesses).T)
        found = [[self.reply(self.guesses[guess], other) for other in self.guesses] for guess in guesses.tolist()]
        return np.array(found, self.reply_type)

    def without_hard_mode(self) -> FewestError:
        """The error for games without hard mode."""
        return FewestError(f"There is no hard mode in {self.name}.")

    def symmetry(self) -> Symmetry | None:
        """The symmetry of the game: exact search then tries one guess per orbit."""
        return None

    def distinct_guesses(self, secrets: Indices, made: Iterable[str], *, symmetric: bool) -> Indices | None:
        """Guesses of which some one divides the secrets like any other guess does; None if that takes all of them.

        Each is the first of those that divide alike. `made` are the guesses so far; `symmetric` means that the secrets
        are all that they leave possible, none likelier than another, so that parts may also be alike but for symmetry.
        """
        return None

    @property
    def answers(self) -> tuple[str, ...]:
        """The secrets that results are counted over: all, unless only some are really played."""
        return self.secrets

    def draw(self, seed: str) -> str:
        """Draw an answer, the same for the same seed on every machine and in every version."""
        from hashlib import sha256

        number = int.from_bytes(sha256(f"fewest {seed} {self.series}".encode()).digest())
        return self.answers[number % len(self.answers)]

    def prepare(self) -> None:
        """Build the reply table now, so that a lack of memory shows at once."""
        _ = self.kept_table

    @property
    def kept_table(self) -> Table | None:
        """The reply table, or None if it is larger than MAX_TABLE_BYTES."""
        large = len(self.secrets) * len(self.guesses) * self.reply_type.itemsize > MAX_TABLE_BYTES
        return None if large else self.table

    _computed: int = 0
    """The number of replies computed without the table."""

    def table_for(self, replies: int) -> Table | None:
        """The reply table if it exists, or if it pays off now that `replies` more are needed; else None."""
        if "table" not in vars(self):
            self._computed += replies
            if self._computed * TABLE_PAYS_OFF < len(self.secrets) * len(self.guesses):
                return None
        return self.kept_table

    @cached_property
    def table(self) -> Table:
        """The reply to every guess for every secret."""
        secrets, guesses = (np.arange(len(each), dtype=np.int32) for each in (self.secrets, self.guesses))
        return self._compute(secrets, guesses)

    @property
    def reply_type(self) -> np.dtype[np.unsignedinteger]:
        """The smallest integer type that holds every reply."""
        return np.dtype(next(dtype for limit, dtype in REPLY_TYPES if self.replies <= limit))

    def rows(self, secrets: Indices, guesses: Indices | None = None) -> Table:
        """The replies for some secrets, a row each, to some guesses or all."""
        columns = np.arange(len(self.guesses), dtype=np.int32) if guesses is None else guesses
        table = self.table_for(len(secrets) * len(columns))
        if table is not None:
            return np.ascontiguousarray(table[secrets] if guesses is None else table[np.ix_(secrets, guesses)])
        return self._compute(secrets, columns)

    def column(self, secrets: Indices, guess: int) -> Table:
        """The replies for some secrets to one guess."""
        table = self.table_for(len(secrets))
        if table is not None:
            return np.asarray(table[secrets, guess])
        return self._compute(secrets, np.array([guess], np.int32))[:, 0]

    def _compute(self, secrets: Indices, guesses: Indices) -> Table:
        self.require_memory(len(secrets) * len(guesses) * self.reply_type.itemsize, "the table of replies")
        table = np.empty((len(secrets), len(guesses)), self.reply_type)
        step = max(1, MAX_FILLED // max(1, len(guesses)))
        for begin in range(0, len(secrets), step):
            some = table[begin : begin + step]
            self.fill(some, secrets[begin : begin + step], guesses)
            if some.size and int(some.max()) >= self.replies:
                raise FewestError(f"{self}: the game gives reply {some.max()}, but has only {self.replies} replies.")
        return table

    def require_memory(self, size: int, what: str) -> None:
        """Refuse at once what would take more bytes than this machine has."""
        memory = None if size < LITTLE_MEMORY else available_memory()
        if memory is not None and size > memory:
            raise FewestError(
                f"{self}: {what} would take {size / 1e9:.1f} GB, and this machine has {memory / 1e9:.1f} GB free; "
                "play a smaller game."
            )

    @cached_property
    def guess_index(self) -> dict[str, int]:
        """The column of each guess."""
        return {guess: index for index, guess in enumerate(self.guesses)}

    @cached_property
    def secret_guesses(self) -> NDArray[np.int32]:
        """The column of each secret."""
        return self._columns(self.secrets)

    @cached_property
    def answer_guesses(self) -> NDArray[np.int32]:
        """The column of each answer."""
        return self._columns(self.answers)

    def _columns(self, guesses: Iterable[str]) -> NDArray[np.int32]:
        return np.array([self.guess_index[guess] for guess in guesses], np.int32)

    @cached_property
    def symbols(self) -> NDArray[np.uint16]:
        """The guesses as symbol numbers, a row per guess and a column per place."""
        return encode(self.guesses)

    @cached_property
    def places(self) -> NDArray[np.unsignedinteger]:
        """The transpose of `symbols`, in one byte per symbol if possible."""
        symbols = self.symbols.T
        return np.ascontiguousarray(symbols, np.uint8 if symbols.max() < 256 else np.uint16)

    @cached_property
    def different_symbols(self) -> NDArray[np.intp]:
        """`symbols` with repeated symbols of a guess replaced by a number that no symbol has."""
        different = self.symbols.astype(np.intp)
        for place in range(1, different.shape[1]):
            seen = (self.symbols[:, :place] == self.symbols[:, place, None]).any(axis=1)
            different[seen, place] = int(self.symbols.max()) + 1
        return different

    def find_guess(self, text: str) -> int:
        """The column of a guess; the error for an unknown one suggests similar guesses."""
        index = self.guess_index.get(self.normalise(text))
        if index is None:
            near = spelling.nearest(self.normalise(text), self.guesses)
            hint = f"; did you mean {' or '.join(near)}?" if near else "."
            name = self.title if self.has_words else self.label
            raise GuessError(f"{text!r} is not an allowed guess in {name}{hint}")
        return index

    def find_secret(self, text: str) -> int:
        """The row of a secret; the error for another guess says that it is never looked for."""
        word = self.guesses[self.find_guess(text)]
        if word not in self.secrets:
            wide = ", so it is never looked for" if self.with_every_guess() is None else "; --secrets guesses allows it"
            raise FewestError(f"{text!r} is an allowed guess but no answer of {self.label}{wide}.")
        return self.secrets.index(word)

    def normalise(self, text: str) -> str:
        """The spelling of a guess that the game lists."""
        return text

    def __getstate__(self) -> dict[str, object]:
        """Pickle without cached arrays and dicts, which other processes can compute."""
        cached = {
            key for kind in type(self).__mro__ for key, each in vars(kind).items() if isinstance(each, cached_property)
        }
        return {
            key: each
            for key, each in vars(self).items()
            if key not in cached or not isinstance(each, np.ndarray | dict)
        }

    def __str__(self) -> str:
        more = "" if len(self.answers) == len(self.secrets) else f", {len(self.secrets):,} possible"
        return f"{self.label} ({len(self.guesses):,} guesses, {len(self.answers):,} answers{more})"


def columns_of(rows: Table, columns: Indices) -> Table:
    """Some columns of an array, as an array of their own; if they are many, row by row is several times faster."""
    if len(columns) < MANY_COLUMNS:
        return rows.take(columns, axis=1)
    return np.stack([row.take(columns) for row in rows])


def fold(text: str) -> str:
    """A reply without spaces and case, for comparison."""
    return "".join(text.split()).casefold()


def encode(words: Sequence[str]) -> NDArray[np.uint16]:
    """Words of equal length as numbers: symbols are numbered from 0 in code point order."""
    points = np.array(words).view(np.uint32).reshape(len(words), -1)
    alphabet, numbers = np.unique(points, return_inverse=True)
    if len(alphabet) > 1 << 16:
        raise FewestError(f"{len(alphabet):,} different letters are too many; at most 65,536 can be told apart.")
    return numbers.reshape(points.shape).astype(np.uint16)
