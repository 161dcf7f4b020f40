import math
from dataclasses import replace

import pytest

from fewest import Belief, FewestError
from fewest.play import boards as library
from fewest.play.boards import Boards
from fewest.questions.boards import MAX_HINT_SECRETS, MAX_PROPOSALS, evaluate_boards, play_boards, solve_boards
from fewest.setup import Setup
from fewest.watch import Progress, Watch
from tests import oracles
from tests.questions.checks import check

SECRETS = ["finch", "batch", "conch"]


@pytest.mark.parametrize("opener", [None, "hatch"])
def test_every_reply_is_that_of_its_board(setup: Setup, belief: Belief, opener: str | None) -> None:
    made = solve_boards(setup, [word.upper() for word in SECRETS], opener=opener)
    played = library.solve(Boards.start(belief, 3), SECRETS, opener)
    assert [turn.guess for turn in made.turns] == [guess for guess, _ in played]
    assert made.secrets == (*SECRETS,)
    done: set[str] = set()
    for turn, (guess, after) in zip(made.turns, played, strict=True):
        for at, secret in enumerate(SECRETS):
            digits = oracles.reply(guess, secret)
            reply = None if secret in done else "".join(map(str, digits))
            assert turn.replies[at] == reply
            assert turn.squares[at] == (None if reply is None else "".join("⬛🟨🟩"[digit] for digit in digits))
            assert turn.remaining[at] == (0 if secret in {*done, guess} else len(after.beliefs[at]))
        done.add(guess)
    assert done >= {*SECRETS}
    assert (made.guesses, made.max_guesses, made.won) == (len(played), 8, len(played) <= 8)
    check(made)


def test_a_sample_of_games_is_played_out(setup: Setup, belief: Belief) -> None:
    heard: list[Progress] = []
    made = evaluate_boards(setup, watch=Watch(heard.append), count=2, games=6, seed=4, opener="hatch")
    start = Boards.start(belief, 2)
    taken = [len(library.solve(start, secrets, "hatch")) for secrets in library.draw(start, 6, 4)]
    assert made.histogram == {guesses: taken.count(guesses) for guesses in range(min(taken), max(taken) + 1)}
    assert math.isclose(made.mean, sum(taken) / 6)
    assert (made.worst, made.max_guesses) == (max(taken), 7)
    assert made.losses == sum(each > 7 for each in taken)
    assert made.win_rate == 1 - made.losses / 6
    assert (made.guesses, made.answers, made.boards, made.games, made.seed) == (73, 29, 2, 6, 4)
    assert heard == [Progress(done, 6) for done in range(7)]
    check(made)


def test_a_game_is_replayed_from_its_guesses(setup: Setup, belief: Belief) -> None:
    secrets = library.draw(Boards.start(belief, 2), 1, 9)[0]
    for guesses in ([], ["hatch"], ["hatch", secrets[0]], ["hatch", *secrets]):
        made = play_boards(setup, count=2, seed=9, guesses=guesses)
        for board, secret in zip(made.boards, secrets, strict=True):
            until = guesses[: guesses.index(secret) + 1] if secret in guesses else guesses
            assert board.replies == tuple("".join(map(str, oracles.reply(guess, secret))) for guess in until)
            assert board.done == (secret in guesses)
            assert board.secret == (secret if board.done or made.over else None)
            assert board.remaining == len(belief.after_all(map("=".join, zip(until, board.replies, strict=True))))
            assert board.words == ()
        assert made.won == made.over == ({*secrets} <= {*guesses})
        assert made.proposals == ()
        check(made)


def test_hints_are_what_would_be_suggested(setup: Setup, belief: Belief) -> None:
    made = play_boards(setup, count=2, seed=9, guesses=["hatch"], hint=True)
    secrets = library.draw(Boards.start(belief, 2), 1, 9)[0]
    now = Boards.start(belief, 2).guess_all("hatch", secrets)
    assert made.proposals == tuple(
        replace(proposal, why=library.reason(now, proposal.guess)) for proposal in library.suggest(now, MAX_PROPOSALS)
    )
    assert [board.words for board in made.boards] == [tuple(each.words[:MAX_HINT_SECRETS]) for each in now.beliefs]


def test_a_lost_game_tells_its_secrets(setup: Setup) -> None:
    secrets = [board.secret for board in play_boards(setup, count=2, seed=9, guesses=["hatch"] * 7).boards]
    assert None not in secrets
    with pytest.raises(FewestError, match="The game is over; start another") as caught:
        play_boards(setup, count=2, seed=9, guesses=["hatch"] * 8)
    assert caught.value.clue == 7


def test_a_wrong_guess_is_named_by_its_place(setup: Setup) -> None:
    with pytest.raises(FewestError) as caught:
        play_boards(setup, count=2, seed=9, guesses=["hatch", "zzzzz"])
    assert caught.value.clue == 1
