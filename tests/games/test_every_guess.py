import numpy as np
import pytest
from hypothesis import given

from fewest import Belief, Wordle
from fewest.words import EDITIONS
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


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_is_played_with_every_guess_by_its_name(name: str) -> None:
    game, wide = samples.edition(name), Wordle.edition(f"{name}/guesses")
    assert (wide.label, wide.words) == (f"{name}/guesses", game.words)
    assert wide.secrets == game.guesses
    assert wide.answers == game.secrets == game.answers
    assert wide.fingerprint != game.fingerprint


def test_a_game_that_knows_no_better_counts_all_its_secrets() -> None:
    game = samples.random_table(np.random.default_rng(1), 4, 2, 3)
    assert game.answers == game.secrets
    assert str(game) == "a table (6 guesses, 4 answers)"
