"""Wordle: words of 2 to 12 letters, and a grey, yellow or green square for each letter of a guess."""

from collections.abc import Iterable

from fewest.games.coloured import Coloured
from fewest.games.word_game import WordGame
from fewest.words import WordList


class Wordle(WordGame, Coloured):
    """Wordle on a word list: a grey, yellow or green square for each letter.

    >>> game = Wordle(["carer", "crane"])
    >>> game.reply_text(game.reply("crane", "carer")), game.reply_text(game.reply("carer", "crane"))
    ('21101', '21110')
    """

    name = "wordle"
    symbol = "letter"
    usual = "crane"

    def __init__(
        self, words: WordList | Iterable[str], guesses: Iterable[str] | None = None, *, every_guess: bool = False
    ) -> None:
        """Play on answers and further guesses, or a word list; with `every_guess` any guess may be the secret."""
        WordGame.__init__(self, words, guesses, every_guess=every_guess)
        Coloured.__init__(self, self.guesses, self.secrets)

    @property
    def series(self) -> str:
        """The fingerprint of the list."""
        return self.words.fingerprint
