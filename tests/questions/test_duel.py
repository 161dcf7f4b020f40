from collections import Counter
from dataclasses import replace

import pytest

from fewest import Belief, FewestError, strategy
from fewest.play import adversary
from fewest.questions.duel import duel, play_duel
from fewest.setup import Setup
from fewest.watch import Watch
from tests import oracles
from tests.questions.checks import check, pressing_ctrl_c


def keeps_most(words: list[str], guess: str) -> tuple[str, list[str]]:
    """The adversary's reply and what it keeps, by the plain rule: most words, the lowest reply, the win last."""
    replies = {word: "".join(map(str, oracles.reply(guess, word))) for word in words}
    counts = Counter(replies.values())
    best = min(counts, key=lambda reply: (-counts[reply], reply == "2" * len(guess), reply))
    return best, [word for word in words if replies[word] == best]


@pytest.mark.parametrize("by", ["expected-moves", "minimax"])
def test_a_strategy_beats_the_adversary(setup: Setup, belief: Belief, by: str) -> None:
    made = duel(setup, by=by, openers=["BATCH", "conch", "batch"])
    assert [game.opener for game in made.games] == ["batch", "conch"]
    for game in made.games:
        words = belief.words
        assert [(turn.guess, belief.game.parse_reply(turn.reply)) for turn in game.turns] == adversary.play_against(
            strategy(by), belief, game.opener
        )
        for turn in game.turns:
            reply, words = keeps_most(words, turn.guess)
            assert (turn.reply, turn.remaining) == (reply, len(words))
        assert words == [game.turns[-1].guess]
        assert (game.guesses, game.given) == (len(game.turns), True)
    assert (made.strategy, made.shortest, made.at_least, made.noun) == (by, False, None, "word")
    check(made)
    assert " starting with batch" in str(made)


def test_the_least_is_no_more_than_any_strategy_takes(setup: Setup, belief: Belief) -> None:
    made = duel(setup, by=None)
    (game,) = made.games
    assert (made.strategy, made.shortest, game.given) == (None, True, False)
    assert game.guesses == len(adversary.shortest_win(belief))
    assert all(game.guesses <= len(adversary.play_against(strategy(by), belief)) for by in ("minimax", "entropy"))
    assert f"Beaten in {game.guesses} guesses, the fewest possible." in str(made)


@pytest.mark.parametrize("openers", [[], ["batch", "conch"]])
def test_a_search_that_is_ended_says_what_it_takes_at_least(setup: Setup, openers: list[str]) -> None:
    for watch, known in ((Watch().within(0), 2), (pressing_ctrl_c(), 1)):
        made = duel(setup, watch=watch, by=None, openers=openers)
        first = openers[0] if openers else None
        assert (made.games, made.stopped_at) == ((), first)
        assert made.at_least == known + len(openers[:1])
        assert f"Stopped: it takes {made.at_least} guesses or more{f' starting with {first}' if first else ''}." in str(
            made
        )
        check(made)


def test_a_game_is_replayed_from_its_guesses(setup: Setup, belief: Belief) -> None:
    words, replies, remaining = belief.words, [], []
    guesses = ["batch", "conch", "hatch"]
    for guess in guesses:
        reply, words = keeps_most(words, guess)
        replies.append(reply)
        remaining.append(len(words))
    made = play_duel(setup, guesses, words=3)
    assert (made.replies, made.remaining, made.words) == ((*replies,), (*remaining,), (*words[:3],))
    assert (made.length, made.won) == (5, False)
    assert made.share.splitlines()[0] == f"fewest duel {belief.game.title} …"
    assert made.share.splitlines()[2:] == ["".join("⬛🟨🟩"[int(digit)] for digit in reply) for reply in replies]
    check(made)


def test_a_game_that_is_won_or_not_begun(setup: Setup, belief: Belief) -> None:
    shortest = [clue.guess for clue in adversary.shortest_win(belief)]
    won = play_duel(setup, shortest, words=3)
    assert won.won
    assert won.share.startswith(f"fewest duel {belief.game.title} {len(shortest)}\n")
    with pytest.raises(FewestError, match="The adversary is beaten; start another game") as caught:
        play_duel(setup, [*shortest, "batch"], words=3)
    assert caught.value.clue == len(shortest)
    none = play_duel(setup, [], words=3)
    assert (none.replies, none.words) == ((), (*belief.words[:3],))
    check(none)


def test_a_wrong_guess_is_named_by_its_place(setup: Setup) -> None:
    with pytest.raises(FewestError) as caught:
        play_duel(setup, ["batch", "zzzzz"], words=3)
    assert caught.value.clue == 1
    with pytest.raises(FewestError, match="breaks hard mode") as caught:
        play_duel(replace(setup, hard=True), ["batch", "aahed"], words=3)
    assert caught.value.clue == 1
