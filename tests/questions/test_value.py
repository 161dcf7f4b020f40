import pytest
from hypothesis import given

from fewest import Belief, FewestError
from fewest._core import Stopped, StopToken
from fewest.questions.suggest import suggest
from fewest.questions.value import value
from fewest.setup import Setup
from fewest.watch import Watch
from tests import samples
from tests.questions.checks import check, same


@given(samples.beliefs(samples.wordles(most=12)))
def test_the_best_guess_is_worth_what_is_suggested(belief: Belief) -> None:
    if belief.won:
        return
    best = suggest(Setup(), count=1, belief=belief).suggestions[0]
    made = value(Setup(), best.guess, belief=belief)
    assert made.remaining == len(belief)
    assert same(made.bits, best.bits)
    assert same(made.hit, best.hit)
    assert made.expected == pytest.approx(best.expected)
    check(made)


def test_ranks_go_by_the_estimate(setup: Setup) -> None:
    position = setup.after("batch=00022")
    game = position.belief().game
    made = [value(position, guess, seconds=0) for guess in game.guesses]
    assert {each.ranked for each in made} == {len(game.guesses)}
    for each in made:
        assert each.rank == 1 + sum(other.estimate < each.estimate - 1e-9 for other in made)
        assert each.expected is None
        assert "estimated" in str(each)


def test_no_guess_is_better_than_the_best(setup: Setup) -> None:
    position = setup.after("batch=00022")
    best = suggest(position, count=1).suggestions[0]
    for guess in position.belief().game.guesses[:40]:
        made = value(position, guess)
        assert made.expected is not None
        assert best.expected is not None
        assert made.expected >= best.expected - 1e-9
        assert made.mean == made.expected


def test_openers_are_known_without_search() -> None:
    made = value(Setup(edition="original", secrets="answers", prior="uniform"), "SALET", seconds=0)
    assert made.guess == "salet"
    assert made.rank <= 10
    assert made.expected == pytest.approx(7920 / 2315)


def test_one_word_left_takes_one_guess_or_two(setup: Setup) -> None:
    position = setup.after("finch=22222")
    assert value(position, "finch").expected == 1
    assert value(position, "conch").expected == 2


def test_a_guess_that_is_none_is_refused(setup: Setup) -> None:
    with pytest.raises(FewestError, match="zzzzz"):
        value(setup, "zzzzz")


def test_a_search_can_be_stopped(setup: Setup) -> None:
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        value(setup, "conch", Watch(stop=stop))
