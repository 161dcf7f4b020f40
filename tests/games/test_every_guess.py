import numpy as np
from hypothesis import given

from fewest import Belief, Wordle
from tests import samples


@given(samples.wordles(most=12))
def test_any_guess_may_be_the_secret_but_the_answers_stay_those_of_the_list(game: Wordle) -> None:
    wide = Wordle(game.words, every_guess=True)
    assert wide.secrets == wide.guesses == game.guesses
    assert wide.answers == game.answers == game.secrets
    assert len(Belief.start(wide)) == len(game.guesses)
    assert wide.table.shape == (len(game.guesses), len(game.guesses))
    assert np.array_equal(wide.table[game.secret_guesses], game.table)
    assert wide.secret_guesses.tolist() == [*range(len(game.guesses))]
    assert (np.diagonal(wide.table) == wide.win).all()


def test_the_label_and_the_fingerprint_tell_the_two_games_apart() -> None:
    game = samples.wordle("ab", "cd", guesses=("xy",))
    wide = Wordle(game.words, every_guess=True)
    assert (game.label, wide.label) == ("a list", "a list/guesses")
    assert wide.fingerprint == f"{game.fingerprint}/guesses"
    assert game.fingerprint == f"wordle-{game.words.fingerprint}"
    assert str(game) == "a list (3 guesses, 2 answers)"
    assert str(wide) == "a list/guesses (3 guesses, 2 answers, 3 possible)"
    full = Wordle(samples.wordle("ab", "cd").words, every_guess=True)
    assert str(full) == "a list/guesses (2 guesses, 2 answers)"
