from dataclasses import replace

import pytest

from fewest import Belief, FewestError
from fewest.questions.lists import describe, words
from fewest.setup import Setup
from tests import oracles
from tests.questions.checks import check


def test_words_are_those_that_fit_the_clues(setup: Setup, belief: Belief) -> None:
    made = words(setup.after("batch=00022"))
    fitting = [word for word in belief.words if oracles.reply("batch", word) == (0, 0, 0, 2, 2)]
    assert (made.label, made.count, made.words) == (belief.game.label, len(fitting), (*fitting,))
    assert str(made) == "\n".join(fitting)
    check(made)
    assert words(setup).words == belief.game.secrets


def test_allowed_guesses_are_all_or_those_of_hard_mode(setup: Setup, belief: Belief) -> None:
    guesses = belief.game.guesses
    assert words(setup.after("batch=00022"), allowed=True).words == guesses
    hard = words(replace(setup, hard=True).after("batch=00022"), allowed=True)
    assert hard.words == tuple(word for word in guesses if oracles.allowed_in_hard_mode(word, "batch", (0, 0, 0, 2, 2)))
    assert 0 < hard.count < len(guesses)


def test_clues_that_contradict_each_other_are_refused(setup: Setup) -> None:
    with pytest.raises(FewestError, match="cannot be true"):
        words(setup.after("batch=22222", "conch=22222"))


def test_a_game_is_described(setup: Setup, belief: Belief) -> None:
    made = describe(setup)
    assert (made.label, made.guesses, made.answers) == (belief.game.label, len(belief.game.guesses), len(belief))
    assert made == describe(setup, game=setup.game())
    check(made)
