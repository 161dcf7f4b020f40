"""Wordle: words of 2 to 12 letters, and a grey, yellow or green square for each letter of a guess."""

from fewest.games.coloured import Coloured
from fewest.games.word_game import WordGame
from fewest.words import WordList


class Wordle(WordGame, Coloured):
    """Wordle on a word list: a grey, yellow or green square for each letter.

    >>> game = Wordle(WordList("two words", ("carer", "crane"), ("carer", "crane")))
    >>> game.reply_text(game.reply("crane", "carer")), game.reply_text(game.reply("carer", "crane"))
    ('21101', '21110')
    """

    name = "wordle"
    symbol = "letter"
    usual = "crane"

    def __init__(self, words: WordList, *, every_guess: bool = False) -> None:
        """Play on a list; the secret is one of its answers, or with `every_guess` any allowed guess."""
        WordGame.__init__(self, words, every_guess=every_guess)
        Coloured.__init__(self, self.guesses, self.secrets)

    @property
    def series(self) -> str:
        """The fingerprint of the list."""
        return self.words.fingerprint
