import math
from dataclasses import replace

import pytest

from fewest import Belief, FewestError, strategy
from fewest.questions.solve import solve
from fewest.setup import Setup
from fewest.strategies import AdviceOptions, advise
from fewest.watch import Progress, Watch
from tests import oracles
from tests.questions.checks import check, same


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("by", [None, "entropy"])
def test_a_secret_is_found_guess_by_guess(setup: Setup, belief: Belief, by: str | None, hard: bool) -> None:
    made = solve(replace(setup, hard=hard), ["FINCH", "batch"], by=by)
    assert [game.secret for game in made.games] == ["finch", "batch"]
    for game in made.games:
        here = Belief.start(belief.game, hard=hard)
        for turn in game.turns:
            wanted = (
                advise(here, AdviceOptions(6, count=1)).suggestions[0].guess
                if by is None
                else strategy(by).choose(here)
            )
            digits = oracles.reply(turn.guess, game.secret)
            assert (turn.guess, turn.reply, turn.marks) == (wanted, "".join(map(str, digits)), digits)
            replies = [oracles.code(oracles.reply(turn.guess, word)) for word in here.words]
            chances = [1 / len(here)] * len(here)
            assert same(turn.bits_expected, oracles.split(replies, chances, belief.game.win).entropy)
            after = here.after(turn.guess, turn.reply)
            assert turn.remaining == len(after)
            assert same(turn.bits_got, math.log2(len(here) / len(after)))
            here = after
        assert here.won
        assert (game.guesses, game.won) == (len(game.turns), True)
    assert (made.strategy, made.hard, made.max_guesses) == ("auto" if by is None else by, hard, 6)
    assert ("hard mode" in str(made).splitlines()[0]) == hard
    check(made)


def test_an_opener_may_be_given(setup: Setup) -> None:
    made = solve(setup, ["finch"], opener="CONCH")
    assert made.games[0].turns[0].guess == "conch"


def test_a_game_that_takes_too_long_is_lost_but_goes_on(setup: Setup) -> None:
    made = solve(replace(setup, max_guesses=1), ["finch"], by="entropy", opener="batch")
    (game,) = made.games
    assert not game.won
    assert game.turns[-1].guess == "finch"
    assert f"finch: not found within 1 guess; it needs {game.guesses}" in str(made)


def test_progress_is_reported_by_secret(setup: Setup, belief: Belief) -> None:
    heard: list[Progress] = []
    solve(setup, belief.words[:6], watch=Watch(heard.append), by="entropy")
    assert heard == [Progress(number, 6) for number in range(6)]


def test_replies_are_in_the_style_that_is_asked_for(setup: Setup) -> None:
    plain, letters = (solve(setup, ["finch"], replies=style).games[0].turns for style in (None, "gyb"))
    assert [turn.reply.translate(str.maketrans("012", "BYG")) for turn in plain] == [turn.reply for turn in letters]
    assert letters[-1].reply == "GGGGG"
    with pytest.raises(FewestError, match="no colours"):
        solve(Setup(game="mastermind"), ["1122"], replies="gyb")
