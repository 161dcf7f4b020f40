import numpy as np
import pytest
from hypothesis import given

from fewest import Belief
from fewest._core import Stopped, StopToken
from fewest.questions.suggest import suggest
from fewest.questions.value import value
from fewest.search.prover import IMPOSSIBLE
from fewest.search.shipped_values import book, known_openers
from fewest.setup import TODAY, Setup
from fewest.strategies import advice
from fewest.strategies.optimal import SMALL_POSITION_SECRETS
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


def test_a_word_is_valued_exactly_where_many_secrets_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    position = TODAY.after("tarse=01010")
    belief = position.belief()
    assert len(belief) > SMALL_POSITION_SECRETS
    assert value(position, "clamp", belief=belief).expected == pytest.approx(2.3931, abs=1e-4)
    shown = suggest(position, count=5, belief=belief).suggestions
    assert [(each.guess, round(each.score, 3)) for each in shown[:2]] == [("planc", 2.365), ("clamp", 2.393)]
    assert all(each.expected == each.score for each in shown)
    monkeypatch.setattr(advice, "MAX_VALUED_SECRETS", len(belief) - 1)
    assert value(position, "clamp", belief=belief).expected is None


def test_estimates_beside_an_exact_value_are_adjusted_to_it() -> None:
    position = TODAY.after("tarse=01010")
    belief = position.belief()
    found = suggest(position, belief=belief, count=8, words=0, seconds=0, partial=True)
    best, *others = found.suggestions
    assert found.can_improve
    assert "~ marks estimates" in found.why
    assert best.expected == best.score
    moved = best.score - value(position, best.guess, seconds=0, belief=belief).estimate
    for each in others:
        assert each.expected is None
        estimate = value(position, each.guess, seconds=0, belief=belief).estimate
        assert each.score == pytest.approx(max(best.score, estimate + moved))


def test_openers_are_known_without_search() -> None:
    made = value(Setup(edition="original", secrets="answers", prior="uniform"), "SALET", seconds=0)
    assert made.guess == "salet"
    assert made.rank <= 10
    assert made.expected == pytest.approx(7920 / 2315)


def test_every_known_value_is_found_though_another_guess_is_better() -> None:
    belief = TODAY.belief()
    table, shipped = known_openers(belief), book(belief)
    assert table is not None
    assert shipped is not None
    worse = belief.game.guesses[int(np.argmax(np.where(table.costs < IMPOSSIBLE, table.costs, 0)))]
    assert (
        value(TODAY, worse, seconds=0, belief=belief).expected == table.costs[belief.find_guess(worse)] / table.weight
    )
    found = (
        (f"{opener}={reply}", facts[3], facts[4] / facts[0])
        for opener, replies in shipped.replies.items()
        for reply, facts in replies.items()
        if len(facts) == 5
    )
    clue, second, mean = next(found)
    assert value(TODAY.after(clue), second, seconds=0).expected == mean


def test_a_guess_is_compared_with_another_of_its_kind(setup: Setup) -> None:
    batch, conch = value(setup, "batch"), value(setup, "conch")
    hurried = value(setup, "conch", seconds=0)
    exact = f"batch needs {batch.expected:.3f} guesses from here, conch {conch.expected:.3f} (exact)."
    assert batch.beside(conch) == exact
    about = f"batch needs about {batch.estimate:.3f} guesses from here, conch about {conch.estimate:.3f} (estimated)."
    assert batch.beside(hurried) == about


def test_a_budget_that_is_too_small_leaves_the_estimate(setup: Setup) -> None:
    hurried, patient = value(setup, "batch", seconds=1e-9), value(setup, "batch")
    assert (hurried.expected, hurried.mean) == (None, patient.estimate)
    assert patient.expected is not None


def test_one_word_left_takes_one_guess_or_two(setup: Setup) -> None:
    position = setup.after("finch=22222")
    assert value(position, "finch").expected == 1
    assert value(position, "conch").expected == 2


def test_a_search_can_be_stopped(setup: Setup) -> None:
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        value(setup, "conch", watch=Watch(stop=stop))
