"""Jotto: how many letters two words share."""

from collections.abc import Iterable

import numpy as np

from fewest import specs
from fewest.games.coloured import fill_colours
from fewest.games.game import Indices, Table
from fewest.games.word_game import WordGame
from fewest.words import WordList

BATCH = 256
"""How many guesses are computed at once."""


class Jotto(WordGame):
    """Words; the reply is the number of letters that the guess and the secret share, in any order.

    >>> game = Jotto(["carer", "crane", "nacre"])
    >>> [game.reply_text(game.reply(guess, "crane")) for guess in game.guesses]
    ['4', 'found', '5']
    """

    name = "jotto"
    max_guesses = 20

    def __init__(
        self, words: WordList | Iterable[str], guesses: Iterable[str] | None = None, *, every_guess: bool = False
    ) -> None:
        """Play on the given list."""
        super().__init__(words, guesses, every_guess=every_guess)
        self.label = specs.write(self.name, edition=self.label)
        self.texts = [*map(str, range(self.words.length + 1)), "found"]
        self.win = self.words.length + 1

    @property
    def title(self) -> str:
        """The game and the name of the list."""
        return f"{self.name} {self.words.name}"

    def reply_number(self, guess: str, secret: str) -> int:
        """Count the shared letters with multiplicity."""
        guess, secret = self.normalise(guess), self.normalise(secret)
        shared = sum(min(guess.count(letter), secret.count(letter)) for letter in {*guess})
        return self.win if guess == secret else shared

    def fill(self, table: Table, secrets: Indices, guesses: Indices) -> None:
        """Count the squares that would not be grey in Wordle; these are the shared letters."""
        length = self.words.length
        digits = np.arange(3**length)[:, None] // 3 ** np.arange(length) % 3
        shared = (digits > 0).sum(axis=1).astype(table.dtype)
        for begin in range(0, len(guesses), BATCH):
            some = guesses[begin : begin + BATCH]
            colours = np.empty((len(secrets), len(some)), np.uint32)
            fill_colours(self, colours, secrets, some)
            table[:, begin : begin + BATCH] = shared[colours]
        table[self.secret_guesses[secrets][:, None] == guesses[None, :]] = self.win
