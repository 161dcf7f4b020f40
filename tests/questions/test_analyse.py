from dataclasses import replace

import pytest

from fewest import Belief, Clue, FewestError
from fewest.play import analysis
from fewest.questions.analyse import analyse
from fewest.setup import Setup
from tests.questions.checks import check

GAME = ["batch", "conch", "finch"]


@pytest.fixture
def clues(belief: Belief) -> list[Clue]:
    """The game, reply by reply."""
    return [Clue(guess, belief.game.reply(guess, GAME[-1])) for guess in GAME]


def test_an_analysis_is_that_of_the_library(setup: Setup, belief: Belief, clues: list[Clue]) -> None:
    made = analyse(setup, GAME)
    assert made == replace(analysis.analyse(belief, clues), title=setup.title(belief.game))
    check(made)
    assert repr(made) == f"<Analysis of {belief.game.title}: {made.summary}>"


def test_however_a_game_is_written_the_answer_is_the_same(setup: Setup, belief: Belief, clues: list[Clue]) -> None:
    game = belief.game
    grid = "Wordle 1 3/6\n" + "\n".join(game.squares(clue.reply) for clue in clues)
    wanted = analyse(setup, GAME)
    assert analyse(setup, [f"{guess}={game.reply_text(reply)}" for guess, reply in clues]) == wanted
    assert analyse(setup, GAME, grid=grid) == wanted
    assert analyse(setup, clues) == wanted
    assert analyse(setup, GAME, belief=belief) == wanted
    assert analyse(setup, GAME[:2], secret="FINCH").turns == wanted.turns[:2]


def test_a_star_is_hard_mode_unless_a_guess_broke_it(setup: Setup) -> None:
    made = analyse(setup, "Wordle 1 3/6* batch conch finch")
    assert made == analyse(replace(setup, hard=True), GAME)
    assert (made.hard, made.note) == (True, "")
    assert "3/6* · skill" in made.share
    broken = analyse(setup, "Wordle 1 3/6* conch batch finch")
    assert not broken.hard
    assert "guess 2, batch, broke it: letter 3 must be N" in broken.note
    assert broken.note in str(broken).replace("\n", " ")
    assert replace(broken, note="") == analyse(setup, ["conch", "batch", "finch"])
    assert analyse(replace(setup, rule="consistent"), "Wordle 1 3/6* batch conch finch").rule == "consistent"


def test_the_setup_says_how_many_guesses_there_are(setup: Setup, belief: Belief, clues: list[Clue]) -> None:
    short = analyse(replace(setup, max_guesses=3), GAME, secret=GAME[-1])
    assert short.max_guesses == 3
    assert short.turns == analysis.analyse(belief, clues, max_guesses=3).turns
    assert short.share.startswith(f"fewest {belief.game.title} 3/3")


def test_without_time_values_are_estimated_and_marked(setup: Setup) -> None:
    made = analyse(setup, GAME, seconds=0)
    assert not made.exact
    assert "~ marks estimates: the exact value takes longer than 0 seconds" in str(made)
    assert "~" not in str(analyse(setup, GAME))


@pytest.mark.parametrize("guesses", [[], ["nowhere"], ["batch=00022", "conch"], ["finch", "finch"]])
def test_invalid_games_are_refused(setup: Setup, guesses: list[str]) -> None:
    with pytest.raises(FewestError):
        analyse(setup, guesses)


def test_replies_are_in_the_style_that_is_asked_for(setup: Setup) -> None:
    plain, letters = analyse(setup, GAME), analyse(setup, GAME, replies="gyb")
    assert [turn.reply for turn in letters.turns] == [
        turn.reply.translate(str.maketrans("012", "BYG")) for turn in plain.turns
    ]
    assert [turn.expected for turn in letters.turns] == [turn.expected for turn in plain.turns]
    assert [step.reply for step in letters.turns[0].line][-1] == "GGGGG"
    assert "finch GGGGG" in str(letters)
    assert letters.share.endswith("\nGGGGG")
    check(letters)
    with pytest.raises(FewestError, match="no colours"):
        analyse(Setup(game="mastermind"), ["1122"], replies="gyb")
