"""The replies of a game as arrays, computed on demand."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fewest.errors import FewestError
from fewest.games.rules import Indices, Rules
from fewest.system.machine import available_memory

REPLY_TYPES = ((1 << 8, np.uint8), (1 << 16, np.uint16), (1 << 32, np.uint32))
"""How many different replies each type can hold."""

TABLE_PAYS_OFF = 8
"""Build the whole table once 1 / TABLE_PAYS_OFF of its replies were computed without it."""

MAX_TABLE_BYTES = 1 << 29
"""The largest reply table that is kept in memory; larger ones are computed tile by tile."""

MAX_FILLED = 1 << 25
"""How many replies are computed between two checks for Ctrl-C."""

LITTLE_MEMORY = 1 << 28
"""Requests up to this many bytes skip the check of free memory."""

MANY_COLUMNS = 256
"""From this number of columns on, they are picked row by row."""

Table = NDArray[np.unsignedinteger]
"""Replies, a row per secret and a column per guess."""


class ReplyTable(Rules):
    """The reply to every guess for every secret."""

    def fill(self, table: Table, secrets: Indices, guesses: Indices) -> None:
        """Fill a table with replies, a row per secret and a column per guess; override it for speed."""
        for row, secret in enumerate(secrets.tolist()):
            for column, guess in enumerate(guesses.tolist()):
                table[row, column] = self.reply_number(self.guesses[guess], self.secrets[secret])

    def replies_between(self, guesses: Indices) -> Table:
        """The replies to some guesses, a row each, with every allowed guess as the secret."""
        if len(self.secrets) == len(self.guesses):
            return np.ascontiguousarray(self.rows(np.arange(len(self.secrets), dtype=np.int32), guesses).T)
        made = [self.guesses[guess] for guess in guesses.tolist()]
        replies = [[self.reply_number(guess, secret) for secret in self.guesses] for guess in made]
        return np.array(replies, self.reply_type)

    @property
    def reply_type(self) -> np.dtype[np.unsignedinteger]:
        """The smallest integer type that holds every reply."""
        return np.dtype(next(dtype for limit, dtype in REPLY_TYPES if self.replies <= limit))

    @cached_property
    def table(self) -> Table:
        """The reply to every guess for every secret."""
        secrets, guesses = (np.arange(len(names), dtype=np.int32) for names in (self.secrets, self.guesses))
        return self._compute(secrets, guesses)

    _computed: int = 0
    """The number of replies computed without the table."""

    def table_for(self, replies: int) -> Table | None:
        """Return the reply table if it exists, or if building it pays off now that `replies` more are needed.

        Return None otherwise, and always if the table would exceed MAX_TABLE_BYTES.
        """
        if "table" not in vars(self):
            self._computed += replies
            if self._computed * TABLE_PAYS_OFF < len(self.secrets) * len(self.guesses):
                return None
        return self.table if self.fits_table else None

    @property
    def fits_table(self) -> bool:
        """Whether the reply table is small enough to be kept."""
        return len(self.secrets) * len(self.guesses) * self.reply_type.itemsize <= MAX_TABLE_BYTES

    def prepare(self) -> None:
        """Build the reply table now, to fail early if memory is short."""
        self.table_for(len(self.secrets) * len(self.guesses))

    def rows(self, secrets: Indices, guesses: Indices | None = None) -> Table:
        """The replies for some secrets, a row each, to some guesses or all."""
        columns = np.arange(len(self.guesses), dtype=np.int32) if guesses is None else guesses
        table = self.table_for(len(secrets) * len(columns))
        if table is not None:
            if guesses is None and np.array_equal(secrets, np.arange(len(self.secrets))):
                return table  # large, so not copied
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
                raise FewestError(
                    f"{self}: the game gave reply {some.max()}, but its replies go from 0 to {self.replies - 1}."
                )
        return table

    def require_memory(self, size: int, what: str) -> None:
        """Raise an error if a table would need more memory than is free."""
        memory = None if size < LITTLE_MEMORY else available_memory()
        if memory is not None and size > memory:
            raise FewestError(
                f"{self}: {what} would take {size / 1e9:.1f} GB, and this machine has {memory / 1e9:.1f} GB free; "
                "play a smaller game."
            )

    @cached_property
    def symbols(self) -> NDArray[np.uint16]:
        """The guesses as symbol numbers, a row per guess and a column per place."""
        return encode(self.guesses)

    @cached_property
    def places(self) -> NDArray[np.unsignedinteger]:
        """The transpose of `symbols`, with one byte per symbol if possible."""
        symbols = self.symbols.T
        return np.ascontiguousarray(symbols, np.uint8 if symbols.max() < 256 else np.uint16)

    @cached_property
    def different_symbols(self) -> NDArray[np.intp]:
        """`symbols` with repeated symbols of a guess replaced by an unused number."""
        different = self.symbols.astype(np.intp)
        for place in range(1, different.shape[1]):
            seen = (self.symbols[:, :place] == self.symbols[:, place, None]).any(axis=1)
            different[seen, place] = int(self.symbols.max()) + 1
        return different

    def __getstate__(self) -> dict[str, object]:
        """Pickle without cached arrays and dicts, which the other process can recompute."""
        classes = type(self).__mro__
        cached = {name for kind in classes for name, value in vars(kind).items() if isinstance(value, cached_property)}
        state = vars(self).items()
        return {name: value for name, value in state if name not in cached or not isinstance(value, np.ndarray | dict)}


def columns_of(rows: Table, columns: Indices) -> Table:
    """Copy some columns of an array. Copying many of them is several times faster row by row."""
    if len(columns) < MANY_COLUMNS:
        return rows.take(columns, axis=1)
    return np.stack([row.take(columns) for row in rows])


def encode(words: Sequence[str]) -> NDArray[np.uint16]:
    """Encode words of equal length as numbers: symbols are numbered from 0 in code point order."""
    points = np.array(words).view(np.uint32).reshape(len(words), -1)
    alphabet, numbers = np.unique(points, return_inverse=True)
    if len(alphabet) > 1 << 16:
        raise FewestError(f"{len(alphabet):,} different letters are too many; at most 65,536 can be told apart.")
    return numbers.reshape(points.shape).astype(np.uint16)
