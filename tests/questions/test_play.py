from dataclasses import replace

import pytest

from fewest import FewestError
from fewest.play.round import draw
from fewest.questions.play import play
from fewest.setup import Setup
from tests import oracles
from tests.questions.checks import check
from tests.questions.conftest import Place

SEED = 5


@pytest.fixture
def secret(place: Place) -> str:
    """What is drawn by the seed."""
    return draw(place.game, f"seed {SEED}")


def test_replies_are_those_of_the_secret(setup: Setup, secret: str) -> None:
    others = [word for word in ("batch", "conch", "finch") if word != secret]
    for guesses in ([], others[:1], others[:2], [*others[:2], secret]):
        made = play(setup, guesses, seed=SEED)
        replies = ["".join(map(str, oracles.reply(guess, secret))) for guess in guesses]
        won = secret in guesses
        assert made.replies == (*replies,)
        assert (made.won, made.over, made.secret) == (won, won, secret if won else None)
        head, *rows = made.share.split("\n")
        assert head == f"fewest {made.label} #{SEED} {len(guesses) if won else 'X'}/6"
        assert rows == ["", *("".join("⬛🟨🟩"[int(digit)] for digit in reply) for reply in replies)]
        assert str(made).startswith(made.share.rstrip())
        check(made)


def test_a_game_ends_with_the_limit_or_when_it_is_given_up(setup: Setup, secret: str) -> None:
    other = "batch" if secret != "batch" else "conch"
    lost = play(replace(setup, max_guesses=2), [other] * 2, seed=SEED)
    assert (lost.won, lost.over, lost.secret, lost.max_guesses) == (False, True, secret, 2)
    assert str(lost).endswith(f"It was {secret}.")
    given_up = play(setup, [other], seed=SEED, give_up=True)
    assert (given_up.won, given_up.over, given_up.secret) == (False, True, secret)
    for guesses in ([other] * 3, [secret, other]):
        with pytest.raises(FewestError, match="The game is over; start another") as caught:
            play(replace(setup, max_guesses=2), guesses, seed=SEED)
        assert caught.value.clue == len(guesses) - 1


def test_in_hard_mode_a_guess_must_use_what_was_shown(setup: Setup) -> None:
    hard = replace(setup, hard=True)
    assert "X/6*" in play(hard, ["conch"], seed=SEED).share.split("\n")[0] or play(hard, ["conch"], seed=SEED).won
    with pytest.raises(FewestError, match="breaks hard mode") as caught:
        play(hard, ["batch", "aahed"], seed=SEED)
    assert caught.value.clue == 1
    assert len(play(setup, ["batch", "aahed"], seed=SEED).replies) == 2


def test_every_seed_draws_its_secret(setup: Setup, place: Place) -> None:
    drawn = [play(setup, [], seed=seed, give_up=True).secret for seed in range(20)]
    assert drawn == [draw(place.game, f"seed {seed}") for seed in range(20)]
    assert len({*drawn}) > 5
