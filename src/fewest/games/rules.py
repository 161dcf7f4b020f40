"""The rules of a game: what may be guessed, what may be the secret, and the reply to a guess."""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from fewest.errors import FewestError, GuessError
from fewest.system.files import digest
from fewest.words import spelling

if TYPE_CHECKING:
    from fewest.games.game import Game

MAX_PERMUTED_PLACES = 6
"""Symmetry uses permutations of up to this many places; beyond, there are too many."""

Indices = NDArray[np.int32]
"""Indices of secrets or of guesses."""


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


class Rules(ABC):
    """The facts of a game, and the guesses and secrets by their names."""

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
    def create(cls, *given: Any, **options: Any) -> Self:
        """Make the game from its options, which have defaults of type int, str or bool: those of the constructor.

        A game whose constructor takes something else overrides this with keyword arguments.
        """
        return cls(*given, **options)

    @classmethod
    def count(cls) -> int | None:
        """How many guesses there are with the options of `create`, or more; None if that is not known beforehand."""
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
        """The key of statistics and daily secrets; unlike the fingerprint, it ignores which guesses may be secret."""
        return self.fingerprint

    @property
    def title(self) -> str:
        """The name of what is played, for people."""
        return self.label

    @property
    def learnt_on(self) -> str | None:
        """The edition whose shipped curve the game uses; None if there is none."""
        return None

    @property
    def answers(self) -> tuple[str, ...]:
        """The secrets that results are counted over: all, unless only some are really played."""
        return self.secrets

    def with_every_guess(self) -> Self | None:
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

    def normalise(self, text: str) -> str:
        """The spelling of a guess that the game lists."""
        return text

    def symmetry(self) -> Symmetry | None:
        """The symmetry of the game: exact search then tries one guess per orbit."""
        return None

    def distinct_guesses(self, secrets: Indices, made: Iterable[str], *, symmetric: bool) -> Indices | None:
        """Guesses of which some one divides the secrets like any other guess does; None if that takes all of them.

        Each is the first of those that divide alike. `made` are the guesses so far; `symmetric` means that the secrets
        are all that they leave possible, none likelier than another, so that parts may also be alike but for symmetry.
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
        index = self.guess_index.get(self.normalise(text))
        if index is None:
            near = spelling.nearest(self.normalise(text), self.guesses)
            hint = f"; did you mean {' or '.join(near)}?" if near else "."
            raise GuessError(f"{text!r} is not an allowed guess in {self.title}{hint}")
        return index

    def find_secret(self, text: str) -> int:
        """The row of a secret; the error for another guess says that it is never looked for."""
        word = self.guesses[self.find_guess(text)]
        if word not in self.secrets:
            if self.with_every_guess() is None:
                raise FewestError(f"{text!r} is an allowed guess, but never the secret in {self.label}.")
            raise FewestError(
                f"{text!r} is an allowed guess, but not an answer of {self.label}; allow it with --secrets guesses."
            )
        return self.secrets.index(word)
