"""Fixed first guesses, compared with playing out every opening."""

from itertools import product

import numpy as np
import pytest

from fewest import Belief, FewestError, Prover
from fewest.search.fixed_openings import best_openings, value_opening
from tests import samples


def cost_by_hand(prover: Prover, belief: Belief, guesses: tuple[str, ...], at_once: bool) -> int:
    """The cost of an opening; with `at_once`, a known secret is guessed without making the remaining guesses."""
    if not guesses or (at_once and len(belief) == 1):
        return prover.best(belief)[0]
    cost = int(prover.weights_of(belief).sum())
    for reply, part in belief.parts(guesses[0]):
        if reply != belief.game.win:
            cost += cost_by_hand(prover, part, guesses[1:], at_once)
    return cost


def some_provers(seed: int, count: int) -> list[Prover]:
    rng = np.random.default_rng(seed)
    provers = []
    for number in range(count):
        game = samples.random_table(rng, int(rng.integers(2, 9)), int(rng.integers(0, 5)), 4)
        weights = None if number % 2 else rng.integers(1, 9, len(game.secrets)).tolist()
        provers.append(Prover(Belief.start(game), weights))
    return provers


@pytest.mark.parametrize("length", [1, 2, 3])
def test_the_best_openings_match_brute_force(length: int) -> None:
    for prover in some_provers(length, 6):
        belief = prover.belief
        costs = {
            each: cost_by_hand(prover, belief, each, at_once=True)
            for each in product(belief.game.guesses, repeat=length)
        }
        best, tried = best_openings(prover, length, count=3, width=1, tries=1, prove=True)
        assert [each.cost for each in best] == sorted(costs.values())[:3]
        assert tried <= len(costs)
        for each in best:
            assert each.cost == costs[each.guesses]
            assert each.cost_if_all_made == cost_by_hand(prover, belief, each.guesses, at_once=False) >= each.cost
            assert each.mean == pytest.approx(each.cost / int(prover.weights.sum()))
            assert each == value_opening(prover, each.guesses)


def test_a_narrow_search_never_finds_a_better_opening() -> None:
    for prover in some_provers(7, 6):
        (best,), _ = best_openings(prover, 2, count=1, prove=True)
        (narrow,), tried = best_openings(prover, 2, count=1, width=1, tries=1)
        assert tried == 1
        assert narrow.cost >= best.cost


def test_a_published_pair() -> None:
    opening = value_opening(Prover(Belief.start(samples.edition("nyt-2022"))), ["PARSE", "clint"])
    assert (opening.guesses, opening.cost_if_all_made, opening.cost, opening.parts) == (
        ("parse", "clint"),
        8302,
        8267,
        1078,
    )


def test_invalid_openings_are_refused() -> None:
    game = samples.wordle("crane", "slate", "trace")
    with pytest.raises(FewestError, match="do not work in hard mode"):
        value_opening(Prover(Belief.start(game, hard=True)), ["crane"])
    with pytest.raises(FewestError, match="at least one guess"):
        best_openings(Prover(Belief.start(game)), 0)
    with pytest.raises(FewestError, match="The secret is already known"):
        value_opening(Prover(Belief.start(game).among(["crane"])), ["crane"])
