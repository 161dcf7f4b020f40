from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fewest import Belief, Wordle, evaluate, grow, split, strategy
from fewest.search import Prover, prove
from fewest.search.root_search import value_best
from fewest.search.shipped_values import Book, book_path
from fewest.strategies import AdviceOptions, Optimal, advise
from fewest.strategies.optimal import value_in_turn
from tests import samples
from tests.search.cases import Case, random_cases

GAME = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz"))


def test_suggestions_are_the_exact_values_of_guesses() -> None:
    play = Optimal()
    for each, rng in random_cases(60, 80):
        belief, case = each.belief, Case(each.belief)
        count = int(rng.integers(1, 5))
        found = play.suggest(belief, count)
        assert len(found) == (min(count, len(case.guesses)) if len(belief) > 1 else 1)
        assert [case.through(shown.guess) for shown in found] == sorted(map(case.through, case.guesses))[: len(found)]
        assert [shown.expected for shown in found] == [case.through(shown.guess) / len(belief) for shown in found], each
        assert all(shown.score == shown.expected for shown in found)
        assert found[0].guess == play.choose(belief)
        whole = split(belief)
        at = whole.guesses.tolist().index(belief.game.guess_index[found[0].guess])
        assert (found[0].bits, found[0].hit, found[0].parts, found[0].largest) == (
            whole.entropy[at],
            whole.hit[at],
            whole.parts[at],
            whole.largest[at],
        )


def test_it_plays_trees_of_the_least_cost() -> None:
    play = Optimal()
    for each, _ in random_cases(61, 60):
        case = Case(each.belief)
        assert case.cost(grow(play, each.belief)) == case.least, each


def test_a_large_position_is_played_as_the_prover_proves_it(original: Wordle) -> None:
    belief = Belief.start(original).after("raise", "00000")
    proof = prove(Prover(belief))
    assert len(belief) > 60
    assert proof.best[0].cost == Prover(belief).cost_of_guess(Optimal().choose(belief), belief)
    assert evaluate(grow(Optimal(), belief)).total == proof.best[0].cost


def test_the_one_secret_left_is_the_only_suggestion() -> None:
    belief = Belief.start(GAME).after("ccc", "222")
    found = Optimal().suggest(belief)
    assert [(each.guess, each.expected) for each in found] == [("ccc", 1.0)]
    found = Optimal().suggest(Belief.start(GAME).among(["aab", "ccc"]), 3)
    assert [each.expected for each in found] == [1.5, 1.5, 2.0]


def test_other_weights_are_other_beliefs() -> None:
    play = Optimal()
    for weights in ([1, 1, 1, 1, 1], [100, 1, 1, 1, 1], [1, 1, 1, 1, 100]):
        belief = Belief.start(GAME, weights)
        case = Case(Belief.start(GAME), [*weights])
        best = play.suggest(belief, 1)[0]
        assert best.expected == pytest.approx(case.least / sum(weights))
        assert case.through(best.guess) == case.least
    assert play.prover(belief) is play.prover(belief.after("ccc", "000"))


def test_the_book_decides_between_guesses_of_the_same_cost(nothing_known: Path) -> None:
    start = Belief.start(GAME)
    belief = start.after("xyz", "000")
    prover = Prover(belief)
    cost, usual = prover.best(belief)
    other = next(guess for guess in belief.words if guess != usual and prover.cost_of_guess(guess, belief) == cost)
    assert start.prior is not None
    Book(GAME.fingerprint, start.prior, replies={"xyz": {"000": (len(belief), other, cost)}}).save(book_path(GAME))
    assert Optimal().choose(belief) == other
    found = Optimal().suggest(belief, 3)
    assert [each.guess for each in found[:2]] == [other, usual]
    assert len(found) == 3


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("opener", GAME.guesses)
def test_an_opener_that_is_given_is_valued_and_what_follows_is_free(opener: str, hard: bool) -> None:
    start = Belief.start(GAME, hard=hard)
    expected = Case(start).through(opener) / len(start)
    for found in (
        Optimal().suggest(start, among=[opener]),
        advise(start, AdviceOptions(9, among=[opener])).suggestions,
    ):
        assert [(each.guess, each.expected) for each in found] == [(opener, expected)]


@pytest.mark.parametrize("name", ["optimal", "lookahead:exact=12,width=3"])
def test_one_player_may_be_shared_by_threads_on_several_games(name: str) -> None:
    """Each thread plays all games, starting with a different one, so that the prover keeps changing."""
    words = samples.edition("original").answers
    games = [samples.wordle(*words[start::80]) for start in (0, 27, 53)]
    beliefs = [[belief for belief in played(Belief.start(game)) if len(belief) > 1] for game in games]
    alone = [[strategy(name).choose(belief) for belief in each] for each in beliefs]
    shared = strategy(name)

    def play(first: int) -> list[list[str]]:
        order = [(first + step) % len(games) for step in range(len(games))]
        found = {at: [shared.choose(belief) for belief in beliefs[at]] for at in order}
        return [found[at] for at in range(len(games))]

    with ThreadPoolExecutor(6) as pool:
        for found in pool.map(play, range(6)):
            assert found == alone


def played(belief: Belief) -> list[Belief]:
    """A belief and what may follow its best guess by entropy."""
    parts = [part for _, part in belief.parts(strategy("entropy").choose(belief))]
    return [belief, *parts]


def test_guesses_valued_in_turn_are_those_of_the_search_on_all_threads() -> None:
    for each, rng in random_cases(60, 80):
        belief, count = each.belief, int(rng.integers(1, 5))
        for among in (None, [belief.game.guesses[guess] for guess in split(belief).guesses[::2]]):
            wanted = value_best(Prover(belief), belief, among, count)
            assert (*value_in_turn(Prover(belief), belief, split(belief), among, count),) == wanted, each
