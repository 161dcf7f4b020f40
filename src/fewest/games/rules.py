"""The rules of a game: its guesses, its secrets, and the reply to a guess."""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from fewest.errors import FewestError, GuessError, ReplyError
from fewest.system.files import digest
from fewest.words import spelling

if TYPE_CHECKING:
    from fewest.games.game import Game

MAX_PERMUTED_PLACES = 6
"""Symmetry uses permutations of at most this many places; more have too many permutations."""

Indices = NDArray[np.int32]
"""Indices of secrets or of guesses."""


class Symmetry(NamedTuple):
    """Permutations of places and symbols that preserve every reply."""

    moves: NDArray[np.uint8]
    """A group of permutations of the places: each row says where each place goes."""
    kinds: NDArray[np.uint16]
    """The kind of each symbol of `Game.symbols`, from 0; symbols of one kind are interchangeable."""

    @classmethod
    def full(cls, game: "Game") -> "Symmetry":
        """All permutations of the symbols, and of the places unless there are too many."""
        places, symbols = game.symbols.shape[1], int(game.symbols.max()) + 1
        orders = itertools.permutations(range(places)) if places <= MAX_PERMUTED_PLACES else [range(places)]
        return cls(np.array([*orders], np.uint8), np.zeros(symbols, np.uint16))


class Rules(ABC):
    """The facts of a game, and the guesses and secrets by their names."""

    name: ClassVar[str]
    """The name of the game, such as wordle."""

    symbol: ClassVar[str] = ""
    """What guesses consist of, such as letter; empty if guesses differ in length."""

    noun: ClassVar[str] = "secret"
    """What a secret is called: a word, a code."""

    max_guesses: ClassVar[int] = 10
    """The guess limit."""

    has_words: ClassVar[bool] = False
    """Whether guesses are words."""

    hard_mode: ClassVar[bool] = False
    """Whether the game has a hard mode, in which a guess must use all hints."""

    consistent: bool = False
    """Whether every guess must fit all clues."""

    label: str
    """The game and its options, or the name of a word list."""

    guesses: tuple[str, ...]
    """Every allowed guess; ties go to the earlier one."""

    secrets: tuple[str, ...]
    """Every possible secret, in the same order; each is an allowed guess."""

    texts: Sequence[str]
    """Each reply as text; a game may override `reply_text` and `parse_reply` instead."""

    win: int
    """The reply to the secret itself."""

    @abstractmethod
    def reply_number(self, guess: str, secret: str) -> int:
        """The number of the reply to a guess: its place in `texts`. Both are spelt as the game lists them."""

    @classmethod
    def create(cls, *given: Any, **options: Any) -> Self:
        """Make the game from its options: the arguments of the constructor, with defaults of type int, str or bool.

        A game whose constructor takes other arguments overrides this method with keyword arguments.
        """
        return cls(*given, **options)

    @classmethod
    def count(cls) -> int | None:
        """The number of guesses for the options of `create`, or an upper bound; None if it is unknown beforehand."""
        return None

    @cached_property
    def replies(self) -> int:
        """The number of replies."""
        return len(self.texts)

    @cached_property
    def fingerprint(self) -> str:
        """An identifier of the rules, the guesses and the secrets."""
        content = "\n".join([self.label, *self.guesses, "", *self.secrets])
        return f"{self.name}-{digest(content)}"

    @property
    def series(self) -> str:
        """The key for statistics and daily secrets; unlike the fingerprint, it does not depend on the secrets."""
        return self.fingerprint

    @property
    def title(self) -> str:
        """The name of what is played, for people."""
        return self.label

    @property
    def learnt_on(self) -> str | None:
        """The edition whose shipped curve the game uses; None without a curve."""
        return None

    @property
    def answers(self) -> tuple[str, ...]:
        """The secrets over which results are counted: all, unless the game picks only from some."""
        return self.secrets

    def with_every_guess(self) -> Self | None:
        """The same game with every allowed guess as a possible secret; None if that is already so."""
        return None

    @property
    def frequency_places(self) -> Indices | None:
        """The rank of each guess by descending frequency, from 0; None if no frequencies are known."""
        return None

    @cached_property
    def list_places(self) -> Indices:
        """The place of each guess in the original list, to break ties; by default the order of the guesses."""
        return np.arange(len(self.guesses), dtype=np.int32)

    def normalise(self, text: str) -> str:
        """Normalise the spelling of a guess to the one that the game lists."""
        return text

    def symmetry(self) -> Symmetry | None:
        """The symmetry of the game: exact search then tries one guess per orbit."""
        return None

    def distinct_guesses(self, secrets: Indices, made: Iterable[str], *, symmetric: bool) -> Indices | None:
        """One representative guess for each distinct split of the secrets; None if all guesses are needed.

        Each is the first of the guesses with that split. `made` are the guesses so far. With `symmetric`, the secrets
        must be all that these guesses leave, all equally likely; then splits that differ only by a symmetry are the
        same.
        """
        return None

    def best_guesses(
        self, secrets: Indices, made: Iterable[str], costs: NDArray[np.float64], *, symmetric: bool
    ) -> Indices | None:
        """The guesses whose parts cost least, and perhaps others; None if the game finds them no faster than others do.

        A part of c secrets costs `costs[c]`, which is convex. Guesses that `distinct_guesses` leaves out may be
        missing; `made` and `symmetric` are as described there.
        """
        return None

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

    def find_guess(self, text: str) -> int:
        """The column of a guess; the error for an unknown one suggests similar guesses."""
        if not isinstance(text, str):
            raise GuessError(f"A guess must be a string, such as {self.guesses[0]!r}, not {text!r:.60}.")
        index = self.guess_index.get(self.normalise(text))
        if index is None:
            near = spelling.nearest(self.normalise(text), self.guesses)
            hint = f"; did you mean {' or '.join(near)}?" if near else "."
            raise GuessError(f"{text!r} is not an allowed guess in {self.title}{hint}")
        return index

    def require_reply(self, number: object) -> None:
        """Raise an error unless a number is that of a reply."""
        if not (isinstance(number, int | np.integer) and 0 <= number < self.replies):
            raise ReplyError(f"{number!r} is not a reply; replies in {self.label} go from 0 to {self.replies - 1}.")

    def find_secret(self, text: str) -> int:
        """The row of a secret; an error if it is only a guess."""
        word = self.guesses[self.find_guess(text)]
        if word not in self.secrets:
            if self.with_every_guess() is None:
                raise FewestError(f"{text!r} is an allowed guess, but never the secret in {self.label}.")
            error = FewestError(f"{text!r} is an allowed guess, but not an answer of {self.label}.")
            error.unlisted = True
            raise error
        return self.secrets.index(word)
