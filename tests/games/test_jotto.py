from collections import Counter

from hypothesis import given, settings

from fewest import Wordle
from fewest.games import Jotto
from fewest.words import WordList
from tests import samples

WORDS = WordList("some words", ("carer", "crane", "eerie", "nacre", "sloth"), ("crane", "eerie", "nacre"))


@settings(max_examples=samples.some_of(40))
@given(samples.wordles())
def test_the_reply_counts_the_letters_that_both_have(wordle: Wordle) -> None:
    game = Jotto(wordle.words)
    for row, secret in enumerate(game.secrets):
        for column, guess in enumerate(game.guesses[:30]):
            shared = (Counter(guess) & Counter(secret)).total()
            expected = wordle.length + 1 if guess == secret else shared
            assert game.table[row, column] == game.reply(guess, secret) == expected


def test_any_guess_may_be_the_secret() -> None:
    game = Jotto(WORDS, every_guess=True)
    assert game.secrets == game.guesses
    assert game.answers == WORDS.answers
    assert game.label == "jotto:edition=some words/guesses"
    assert game.title == "jotto some words"
    assert game.fingerprint == f"jotto-{WORDS.fingerprint}/guesses"
    assert Jotto(WORDS).series == game.series == f"jotto-{WORDS.fingerprint}" != Wordle(WORDS).series
