"""Games that are played on a word list."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Self

import numpy as np

from fewest.checks import checked
from fewest.errors import WordListError
from fewest.games.game import Game, Indices
from fewest.games.presentation import MAX_KEYS, Keyboard, default_keyboard, key_rows
from fewest.words import EDITIONS, WordList, edition, from_lists, normalise, ranking

EVERY_GUESS = "/guesses"
"""The label suffix of games in which every allowed guess may be the secret."""


class WordGame(Game):
    """A game on a word list. The secret is an answer, or with `every_guess` any allowed guess."""

    noun = "word"
    has_words = True
    words: WordList

    def __init__(
        self, words: WordList | Iterable[str], guesses: Iterable[str] | None = None, *, every_guess: bool = False
    ) -> None:
        """Play on the given list: the answers, and further allowed guesses if there are any."""
        self.words = words = _as_list(words, guesses)
        more = EVERY_GUESS if every_guess else ""
        self.label = words.name + more
        self.guesses, self.secrets = words.guesses, words.guesses if every_guess else words.answers
        self.fingerprint = f"{self.name}-{words.fingerprint}{more}"

    @classmethod
    def create(cls, *, edition: str = "original") -> Self:
        """Play a shipped edition; see `edition`."""
        return cls.edition(edition)

    @classmethod
    @checked
    def edition(cls, name: str) -> Self:
        """Play a shipped edition, such as nyt-2023; nyt-2023/guesses makes every guess a possible secret."""
        return cls(edition(name.removesuffix(EVERY_GUESS)), every_guess=name.endswith(EVERY_GUESS))

    @classmethod
    @checked
    def from_files(
        cls, answers: Path | str | None = None, guesses: Path | str | None = None, *, ranked: bool = False
    ) -> Self:
        """Play on word files with a word per line; `ranked` means that they are in order of frequency."""
        return cls(from_lists(answers, guesses, ranked=ranked))

    @cached_property
    def list_places(self) -> Indices:
        """The order in the file of guesses, if there is one."""
        if not self.words.given:
            return super().list_places
        place = {word: number for number, word in enumerate(self.words.given)}
        return np.array([place[word] for word in self.guesses], np.int32)

    def with_every_guess(self) -> Self | None:
        """The same game with every word of the list as a possible secret; None if that is already so."""
        return None if len(self.secrets) == len(self.guesses) else type(self)(self.words, every_guess=True)

    @cached_property
    def frequency_places(self) -> Indices | None:
        """The rank of each word by descending frequency, from 0; None if no frequency is known."""
        try:
            place = {word: number for number, word in enumerate(ranking(self.words))}
        except WordListError:
            return None
        return np.array([place[word] for word in self.guesses], np.int32)

    @property
    def title(self) -> str:
        """The name of the list."""
        return self.words.name

    @property
    def learnt_on(self) -> str:
        """The edition; for other lists the first edition."""
        return self.words.name if self.words.name in EDITIONS else EDITIONS[0]

    @property
    def series(self) -> str:
        """A key shared by all games on the same list."""
        return f"{self.name}-{self.words.fingerprint}"

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers of the list, even if every guess may be the secret."""
        return self.words.answers

    def normalise(self, text: str) -> str:
        """Ignore case and Unicode composition."""
        return normalise(text)

    @cached_property
    def keyboard(self) -> Keyboard:
        """The letters of the list as keys; if there are too many, those of the answers; if still too many, none."""
        alphabets = ({*"".join(words)} for words in (self.words.guesses, self.words.answers))
        letters = next((letters for letters in alphabets if len(letters) <= MAX_KEYS), set())
        return replace(default_keyboard(self), rows=key_rows("".join(letters)) if letters else ())


def _as_list(words: WordList | Iterable[str], guesses: Iterable[str] | None) -> WordList:
    """The word list of a game."""
    if isinstance(words, str | Path) or isinstance(guesses, str | Path):
        raise WordListError(
            "Give the words as a list; for a shipped list use Wordle.edition, for files Wordle.from_files."
        )
    if not isinstance(words, WordList):
        return from_lists(words, guesses)
    if guesses is not None:
        raise WordListError("A WordList has its guesses; leave guesses out.")
    return words
