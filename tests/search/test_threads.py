"""Threads that share a search and its memory find the same as one thread.

`make sanitize` runs these under the thread sanitizer too: each is small, and shares as much as there is to share.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from fewest import Belief, Wordle
from fewest.games import make_game
from fewest.search import Prover, prove
from tests import samples
from tests.search.cases import alike_wordle, some

THREADS = 4
MEMORIES = (64, 1 << 10, 1 << 20)
"""Room for one position, for a few that replace each other, and for all."""


def words() -> Wordle:
    """Similar words, so that there is enough to search."""
    return alike_wordle(np.random.default_rng(3), 60, 60, 5, 8, 2)


PROVERS: dict[str, Callable[[int], Prover]] = {
    "plain": lambda memory: Prover(Belief.start(words()), memory=memory),
    "weights": lambda memory: Prover(b := Belief.start(words()), [1 + i % 7 for i in range(len(b))], memory=memory),
    "limit": lambda memory: Prover(Belief.start(words()), max_guesses=4, memory=memory),
    "hard": lambda memory: Prover(Belief.start(words(), hard=True), memory=memory),
    "two bytes": lambda memory: Prover(
        Belief.start(samples.random_table(np.random.default_rng(4), 300, 20, 270, 1000)), memory=memory
    ),
    "symmetry": lambda memory: Prover(Belief.start(make_game("mastermind:pegs=3,colours=5")), memory=memory),
}


def values(prover: Prover, seed: int, thread: int = 0) -> list[int]:
    """The costs of some positions, in their order, searched in another order."""
    belief, rng = prover.belief, np.random.default_rng(seed)
    parts = [belief if belief.hard else replace(belief, secrets=some(belief.secrets, rng)) for _ in range(6)]
    guesses = [str(guess) for guess in rng.choice(belief.game.guesses, len(parts))]
    order = np.random.default_rng(thread).permutation(len(parts))
    found = {place: prover.cost_of_guess(guesses[place], parts[place]) for place in order.tolist()}
    return [found[place] for place in range(len(parts))]


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("name", PROVERS)
def test_threads_that_share_a_prover_get_the_same_costs(name: str, memory: int) -> None:
    shared = PROVERS[name](memory)
    with ThreadPoolExecutor(THREADS) as pool:
        found = [*pool.map(lambda thread: values(shared, 7, thread), range(THREADS))]
    assert found == [values(PROVERS[name](1 << 20), 7)] * THREADS


@pytest.mark.parametrize("name", PROVERS)
def test_a_table_that_grows_forgets_nothing(name: str) -> None:
    """A search with 256 times the memory starts with the full size of the other, so it does not grow."""
    growing = PROVERS[name](1 << 20)
    fixed = PROVERS[name](1 << 28)
    for seed in range(20):
        assert values(growing, seed) == values(fixed, seed)
        assert growing.nodes == fixed.nodes


@pytest.mark.parametrize("name", PROVERS)
def test_a_proof_by_threads_is_that_of_one(name: str) -> None:
    one, many = (prove(PROVERS[name](1 << 12), top=3, threads=threads) for threads in (1, THREADS))
    assert many.best == one.best
    assert one.tree is not None
    assert many.tree is not None
    assert many.tree.to_json() == one.tree.to_json()
