from dataclasses import replace

import pytest

from fewest import Belief, FewestError
from fewest.belief import LIKELY_FRACTION
from fewest.questions.lists import Secret, describe, likely_first, words
from fewest.results import render
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
    assert (made.likely, made.chances) == (len(fitting), ())  # all are equally likely


def test_allowed_guesses_are_all_or_those_of_hard_mode(setup: Setup, belief: Belief) -> None:
    guesses = belief.game.guesses
    assert words(setup.after("batch=00022"), allowed=True).words == guesses
    hard = words(replace(setup, hard=True).after("batch=00022"), allowed=True)
    assert hard.words == tuple(word for word in guesses if oracles.allowed_in_hard_mode(word, "batch", (0, 0, 0, 2, 2)))
    assert 0 < hard.count < len(guesses)


def listed(chances: list[float], remaining: int | None = None, everything: bool = False) -> str:
    """The output for secrets with these chances."""
    secrets = [Secret(chr(ord("a") + place) * 5, chance) for place, chance in enumerate(chances)]
    likely = sum(chance >= LIKELY_FRACTION * chances[0] for chance in chances)
    return render(likely_first(secrets, likely, remaining or len(secrets), "so", everything))


def test_likely_secrets_come_first_with_their_chances_and_the_others_are_folded() -> None:
    chances = [0.8, 0.1, 0.09, 0.006, 0.004]
    likely = "aaaaa   80%  bbbbb   10%  ccccc  9.0%\n"
    assert listed(chances) == likely + "2 more fit, but are unlikely (so)"
    assert listed(chances, everything=True) == likely + "Unlikely:\nddddd  eeeee"
    assert listed([0.991, 0.009]) == "aaaaa   99%\n1 more fit, but are unlikely (so)"
    assert listed([0.5, 0.5]) == "aaaaa bbbbb"
    assert listed([0.03] * 19 + [0.02] * 6) == ("Likeliest: aaaaa 3.0%, bbbbb 3.0%, ccccc 3.0%, ddddd 3.0% (so)")
    assert listed([0.04] * 25) == ""


def test_clues_that_contradict_each_other_are_refused(setup: Setup) -> None:
    with pytest.raises(FewestError, match="cannot be right"):
        words(setup.after("batch=22222", "conch=22222"))


def test_a_game_is_described(setup: Setup, belief: Belief) -> None:
    made = describe(setup)
    assert (made.label, made.guesses, made.answers) == (belief.game.label, len(belief.game.guesses), len(belief))
    assert made == describe(setup, game=setup.make_game())
    check(made)
