"""The bound from the number of branches never exceeds the true cost, also where few replies make it tight."""

import math
from dataclasses import replace
from functools import cache
from itertools import accumulate

import numpy as np
import pytest

from fewest import Belief, evaluate
from fewest.games import Numbers
from fewest.search import Prover, prove
from fewest.search.prover import IMPOSSIBLE
from tests import samples
from tests.cases import first
from tests.search.cases import Case, Random, some, written


@cache
def numbers(most: int) -> Numbers:
    """A game of numbers, whose table is made once."""
    return Numbers(most)


SIZES = (1, 2, 3, 4, 5, 7, 8, 31, 32, 33, 127, 128)
MORE_SIZES = (*range(9, 31), 6, 63, 64, 100, 254, 255, 256, 257, 400, 511, 512, 600)


@pytest.mark.parametrize("most", first(len(SIZES), (*SIZES, *MORE_SIZES)))
def test_numbers_are_found_by_halving(most: int) -> None:
    """The i-th node of a binary tree that is filled row by row stands in the row that i has binary digits."""
    start = Belief.start(numbers(most))
    depths = [number.bit_length() for number in range(1, most + 1)]
    prover = Prover(start, None, max(depths) if most < 70 else None)
    assert prover.best(start)[0] == sum(depths)
    if 1 < most < 70:
        assert Prover(start, None, max(depths) - 1).best(start)[0] == IMPOSSIBLE
    proof = prove(prover, openers=[str(most // 2 + 1)], threads=1)
    assert proof.tree is not None
    proof.tree.check()
    assert evaluate(proof.tree).total == proof.best[0].cost >= sum(depths)


def search_tree(weights: list[int], height: int) -> float:
    """The least weighted path length of a binary search tree of limited height, by trying all roots."""
    sums = [0, *accumulate(weights)]

    @cache
    def least(begin: int, end: int, left: int) -> float:
        if begin == end:
            return 0
        if left == 0:
            return math.inf
        left = min(left, end - begin)
        roots = range(begin, end)
        return sums[end] - sums[begin] + min(least(begin, i, left - 1) + least(i + 1, end, left - 1) for i in roots)

    return least(0, len(weights), height)


@pytest.mark.parametrize("spread", ["few", "many", "one heavy"])
def test_numbers_with_weights_cost_the_same_as_the_best_search_tree(spread: str) -> None:
    """With all numbers as secrets or only some; a number that cannot be the secret is never needed."""
    for seed in range(samples.some_of(40)):
        rng = np.random.default_rng(seed)
        most = int(rng.integers(4, 28))
        likely = {"few": [1, 2, 3], "many": [*range(1, 1000)], "one heavy": [1]}[spread]
        weights = [int(weight) for weight in rng.choice(likely, most)]
        weights[rng.integers(most)] *= 1000 if spread == "one heavy" else 1
        start = Belief.start(numbers(most))
        for limit in (None, most.bit_length(), most.bit_length() + 1):
            prover = Prover(start, weights, limit)
            unit = sum(weights) // int(prover.weights.sum())
            for secrets in (start.secrets, some(start.secrets, rng), some(start.secrets, rng)):
                cost = search_tree([weights[secret] for secret in secrets], limit or most)
                assert unit * prover.best(replace(start, secrets=secrets))[0] == written(cost)


@pytest.mark.parametrize("used", [2, 3, 4])
def test_a_guess_outside_the_secrets_may_have_the_most_replies(used: int) -> None:
    """In this game a possible secret only tells itself apart from all others."""
    for seed in range(samples.some_of(20)):
        rng = np.random.default_rng((seed, used))
        secrets, replies = int(rng.integers(6, 11)), 9
        rows = rng.integers(0, used, (secrets, secrets + 6))
        rows[:, :secrets] = 0
        np.fill_diagonal(rows, replies - 1)
        start = Belief.start(samples.TableGame(rows, replies, replies - 1))
        for case in (Case(start), Case(start, None, 4), Case(start, rng.integers(1, 9, secrets).tolist())):
            assert case.prover().best(start)[0] == case.least


def family(branches: int, members: int, rng: Random) -> tuple[samples.TableGame, list[int]]:
    """A tree filled row by row, and the row of each member.

    The reply to a member says through which of its children the secret descends from it; if from none, it is the last
    that there is. So the members are found one below the other, and no tree finds more of them sooner.
    """
    parents = [(member - 1) // branches for member in range(members)]
    rows = np.full((members, members), branches - 1)
    depths = [1]
    for member in range(1, members):
        depths.append(depths[parents[member]] + 1)
        below, above = member, parents[member]
        while below:
            rows[member, above] = (below - 1) % branches
            below, above = above, parents[above]
    np.fill_diagonal(rows, branches)
    order = rng.permutation(members)
    return samples.TableGame(rows[np.ix_(order, order)], branches + 1, branches), [depths[member] for member in order]


FAMILIES = [(2, 40), (2, 300), (3, 120), (4, 85), (7, 400), (30, 700), (31, 300), (32, 300), (40, 200), (40, 341)]
"""How many children a member has, and how many members there are; beyond 31 there are more than 32 replies."""


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("branches", "members"), FAMILIES)
def test_the_bound_is_reached_where_every_branch_is_used(branches: int, members: int, weighted: bool) -> None:
    """With weights too, if no member weighs more than those above it."""
    rng = np.random.default_rng(members)
    game, depths = family(branches, members, rng)
    assert members > branches + 1
    weights = [1 + 3 * (max(depths) - depth) ** 2 for depth in depths] if weighted else [1] * members
    expected = sum(weight * depth for weight, depth in zip(weights, depths, strict=True))
    start = Belief.start(game)
    for limit in (None, max(depths)):
        prover = Prover(start, weights, limit)
        assert prover.best(start)[0] == expected
        for reply, part in start.parts(game.guesses[depths.index(1)]):
            if reply != game.win:
                assert prover.best(part)[0] == sum(weights[secret] * (depths[secret] - 1) for secret in part.secrets)
    if members < 100:
        assert Prover(start, weights, max(depths) - 1).best(start)[0] == IMPOSSIBLE
