"""Few late secrets before few guesses: against the recurrence, on positions of every kind."""

import math

import numpy as np
import pytest

from fewest import Belief, Wordle
from fewest.search import Prover, prove
from fewest.search.prover import IMPOSSIBLE, MEMORY
from tests import oracles
from tests.search.cases import Case, random_cases
from tests.search.test_limits import cases as limit_cases

DUES = range(5)


def oracle(case: Case) -> oracles.InTime:
    """The recurrence of a case."""
    game, hard = case.belief.game, case.belief.hard
    reply = oracles.reply if isinstance(game, Wordle) else game.reply
    allowed = oracles.allowed_in_hard_mode if hard else None
    return oracles.InTime(case.guesses, case.belief.words, reply, case.scaled, allowed)


def prover_of(case: Case, due: int, memory: int = MEMORY) -> Prover:
    """A prover that knows nothing yet."""
    return Prover(case.belief, case.weights, case.limit, memory, due=due)


def written(pair: tuple[float, float], prover: Prover) -> int:
    """A pair of the oracle as the prover writes it."""
    return IMPOSSIBLE if pair[0] == math.inf else int(pair[0]) * prover.penalty + int(pair[1])


@pytest.mark.parametrize("eager", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_few_are_late_and_then_few_guesses_are_made_as_the_recurrence_says(
    seed: int, eager: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Prover, "eager", eager)
    late = 0
    for case, rng in random_cases(40 + seed, 300):
        due = int(rng.choice(DUES))
        prover, perfect = prover_of(case, due, int(rng.choice([64, MEMORY]))), oracle(case)
        truth = written(perfect.least_pair(case.belief.words, case.left, due), prover)
        for guess in rng.choice(case.guesses, 3):
            through = written(perfect.pair_through(guess, case.belief.words, case.left, due), prover)
            bound = int(rng.choice([IMPOSSIBLE, truth, truth + 1, truth + prover.penalty]))
            cost = prover.cost_of_guess(guess, case.belief, bound)
            assert cost == through if cost < bound else bound <= cost <= through, (case, due)
        assert prover.best(case.belief)[0] == truth, (case, due)
        proof = prove(prover, threads=1)
        if truth == IMPOSSIBLE:
            assert proof.tree is None
            continue
        assert proof.tree is not None
        proof.tree.check()
        depths = proof.tree.depths()
        assert max(depths.values()) <= case.left
        weight = sum(case.scaled[word] for word, depth in depths.items() if depth > due)
        total = sum(case.scaled[word] * depth for word, depth in depths.items())
        assert prover.late_and_total(truth) == (weight, total) == prover.late_and_total(proof.best[0].cost), case
        late += weight > 0
    assert late > 5


@pytest.mark.parametrize("hard", [False, True])
def test_words_that_are_alike_are_late_as_the_recurrence_says(hard: bool) -> None:
    for case, rng in limit_cases(70, 60, hard):
        due = int(rng.integers(1, 5))
        limit = case.limit if rng.random() < 0.5 else None
        case = Case(case.belief, case.weights, limit)
        prover, perfect = prover_of(case, due), oracle(case)
        for guess in rng.choice(case.guesses, 3):
            through = written(perfect.pair_through(guess, case.belief.words, case.left, due), prover)
            assert prover.cost_of_guess(guess, case.belief) == through
        assert prover.best(case.belief)[0] == written(perfect.least_pair(case.belief.words, case.left, due), prover)
