"""What a game is to everything that solves it."""

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewest.errors import FewestError, GuessError

REPLY_TYPES = ((1 << 8, np.uint8), (1 << 16, np.uint16), (1 << 32, np.uint32))
"""How many replies each type can tell apart."""

Table = NDArray[np.unsignedinteger]
"""Replies, a row per secret and a column per guess."""


class HardRule(NamedTuple):
    """Hard mode as arrays: guess h is allowed after guess g got reply r if h, as the secret, would show as much.

    That is, if the bits of `hints[kind[g], r]` are among those of `hints[kind[g], seen[g, h]]`.
    """

    seen: Table
    """The reply to each guess (a row) if each guess (a column) were the secret."""
    kind: NDArray[np.uint16]
    """Guesses of the same kind show the same by the same reply."""
    hints: NDArray[np.uint32]
    """What a reply shows, as bits: a row per kind, a column per reply."""


def threads() -> int:
    """How many threads the core uses: as many as this process may have cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Game(ABC):
    """The rules: which guesses are allowed, which secrets are possible, what reply a guess gets.

    A reply is a small integer below `replies`; `win` is the one that only the secret itself gets. No strategy looks
    further than this class, so whatever answers a guess can be solved.
    """

    name: ClassVar[str]
    """The name of the game, such as wordle."""

    label: str
    """What is played with, such as the name of a word list."""

    guesses: tuple[str, ...]
    """Every allowed guess, in alphabetical order."""

    secrets: tuple[str, ...]
    """Every possible secret, in alphabetical order; each is an allowed guess."""

    replies: int
    """How many replies there are."""

    win: int
    """The reply to the secret itself."""

    fingerprint: str
    """Tells games with other guesses, secrets or rules apart."""

    @abstractmethod
    def reply(self, guess: str, secret: str) -> int:
        """What the game answers to a guess, worked out the plain way."""

    @abstractmethod
    def fill(self, table: Table) -> None:
        """Write the reply to every guess for every secret into a table."""

    @abstractmethod
    def parse_reply(self, text: str) -> int:
        """Read a reply as a person writes it."""

    @abstractmethod
    def reply_text(self, reply: int) -> str:
        """Write a reply so that parse_reply reads it."""

    @abstractmethod
    def squares(self, reply: int) -> str:
        """Write a reply as a person likes to see it."""

    @abstractmethod
    def allowed_after(self, guess: str, reply: int) -> NDArray[np.bool_]:
        """Say which guesses hard mode still allows after a clue."""

    def hard_rule(self, guesses: NDArray[np.int32]) -> "HardRule":
        """Hard mode among some of the guesses, in the form that the exact search wants."""
        raise FewestError(f"There is no hard mode in {self.name}.")

    @property
    def answers(self) -> tuple[str, ...]:
        """The secrets that results are counted over: all, unless a game knows which of them are really played."""
        return self.secrets

    @cached_property
    def table(self) -> Table:
        """The reply to every guess for every secret, one byte each while 256 replies suffice, then two, then four."""
        shape = (len(self.secrets), len(self.guesses))
        dtype = next(dtype for limit, dtype in REPLY_TYPES if self.replies <= limit)
        size = shape[0] * shape[1] * np.dtype(dtype).itemsize
        if size > (memory := os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")) // 2:
            raise FewestError(
                f"{self}: the table of replies would take {size / 1e9:.1f} GB, more than half of this machine's "
                f"{memory / 1e9:.1f} GB; use shorter lists."
            )
        table = np.empty(shape, dtype)
        self.fill(table)
        if table.size and int(table.max()) >= self.replies:
            raise FewestError(f"{self}: the game gives reply {table.max()}, but has only {self.replies} replies.")
        return table

    @cached_property
    def guess_index(self) -> dict[str, int]:
        """The column of each guess."""
        return {guess: index for index, guess in enumerate(self.guesses)}

    @cached_property
    def secret_guesses(self) -> NDArray[np.int32]:
        """The column of each secret."""
        return np.array([self.guess_index[secret] for secret in self.secrets], np.int32)

    @cached_property
    def symbols(self) -> NDArray[np.uint16]:
        """The guesses as numbers, a row per guess and a column per place."""
        return encode(self.guesses)

    @cached_property
    def different_symbols(self) -> NDArray[np.intp]:
        """The same with every symbol that a guess has already had replaced by one that no guess has."""
        different = self.symbols.astype(np.intp)
        for place in range(1, different.shape[1]):
            seen = (self.symbols[:, :place] == self.symbols[:, place, None]).any(axis=1)
            different[seen, place] = int(self.symbols.max()) + 1
        return different

    def find_guess(self, text: str) -> int:
        """Return the column of a guess, however it is written; an error names guesses that look like it."""
        index = self.guess_index.get(self.normalise(text))
        if index is None:
            import difflib

            near = difflib.get_close_matches(self.normalise(text), self.guesses, n=3)
            hint = f"; did you mean {' or '.join(near)}?" if near else "."
            raise GuessError(f"{text!r} is not an allowed guess in {self.label}{hint}")
        return index

    def normalise(self, text: str) -> str:
        """Write a guess the one way that the game lists it."""
        return text

    def __str__(self) -> str:
        more = "" if len(self.answers) == len(self.secrets) else f", {len(self.secrets):,} possible"
        return f"{self.label} ({len(self.guesses):,} guesses, {len(self.answers):,} answers{more})"


def encode(words: Sequence[str]) -> NDArray[np.uint16]:
    """Number the symbols of equally long words from 0 in the order of their code points."""
    points = np.array(words).view(np.uint32).reshape(len(words), -1)
    alphabet, numbers = np.unique(points, return_inverse=True)
    if len(alphabet) > 1 << 16:
        raise FewestError(f"{len(alphabet):,} different letters are too many; at most 65,536 can be told apart.")
    return numbers.reshape(points.shape).astype(np.uint16)
