import math
from dataclasses import replace

import pytest

from fewest import Belief, FewestError, Prover
from fewest.questions.rank import CSV_HEADER, DEFAULT_SHOWN, rank
from fewest.search.prover import IMPOSSIBLE
from fewest.search.resources import Resources
from fewest.setup import Setup
from fewest.watch import Watch
from tests.questions.checks import check, pressing_ctrl_c

FEW = Resources(threads=1, memory=4)


def test_every_opener_has_its_exact_value(setup: Setup, belief: Belief) -> None:
    made = rank(setup, resources=FEW)
    prover = Prover(belief)
    assert {each.opener: each.total for each in made.openers} == {
        guess: prover.cost_of_guess(guess, belief) for guess in belief.game.guesses
    }
    assert [each.rank for each in made.openers] == [*range(1, len(made.openers) + 1)]
    totals = [each.total or 0 for each in made.openers]
    assert totals == sorted(totals)
    for each in made.openers:
        assert each.exact
        assert math.isclose(each.mean or 0, (each.total or 0) / len(belief))
    assert (made.proved, made.interrupted, made.settled) == (True, False, len(belief.game.guesses))
    check(made)
    assert len(str(made).splitlines()) == 3 + DEFAULT_SHOWN
    assert f"{len(made.openers)} of {len(made.openers)} exact" in str(made)


def test_the_best_are_exact_and_the_others_cost_no_less(setup: Setup, belief: Belief) -> None:
    made = rank(setup, top=3, shown=5, resources=FEW)
    prover = Prover(belief)
    costs = {guess: prover.cost_of_guess(guess, belief) for guess in belief.game.guesses}
    assert [each.total for each in made.openers[:3]] == sorted(costs.values())[:3]
    assert all(each.exact for each in made.openers[:3])
    for each in made.openers:
        assert each.total is not None
        assert each.total == costs[each.opener] if each.exact else each.total <= costs[each.opener]
    text = str(made)
    assert ("or more" in text) == any(not each.exact for each in made.openers[:5])
    assert len(text.splitlines()) == 3 + 5


def test_some_openers_alone_are_ranked(setup: Setup) -> None:
    made = rank(setup, openers=["finch", "BATCH"], resources=FEW)
    assert {each.opener for each in made.openers} == {"finch", "batch"}
    with pytest.raises(FewestError, match="zzzzz"):
        rank(setup, openers=["zzzzz"])


def test_openers_that_never_finish_in_time_are_marked(setup: Setup, belief: Belief) -> None:
    made = rank(replace(setup, max_guesses=3), resources=FEW)
    prover = Prover(belief, max_guesses=3)
    hopeless = {guess for guess in belief.game.guesses if prover.cost_of_guess(guess, belief) >= IMPOSSIBLE}
    assert {each.opener for each in made.openers if each.total is None} == hopeless != set()
    assert {each.mean for each in made.openers if each.total is None} == {None}
    assert "never finishes in time" in "\n".join(" ".join(each.cells(limited=False)) for each in made.openers)
    check(made)


def test_every_opener_is_valued_under_a_second_limit_too(setup: Setup, belief: Belief) -> None:
    made = rank(setup, within=3, resources=FEW)
    free, limited = Prover(belief), Prover(belief, max_guesses=3)
    for each in made.openers:
        cost = limited.cost_of_guess(each.opener, belief)
        assert each.total == free.cost_of_guess(each.opener, belief)
        assert (each.keeps_within, each.within) == (cost < IMPOSSIBLE, cost if cost < IMPOSSIBLE else None)
    assert {each.keeps_within for each in made.openers} == {False, True}
    text = "\n".join(" ".join(each.cells(limited=True)) for each in made.openers)
    assert ("never" in text, "within 3" in str(made)) == (True, True)
    check(made)
    for limit, within in ((None, 0), (3, 3), (None, 10_000)):
        with pytest.raises(FewestError, match="--within must be above 0 and below"):
            rank(replace(setup, max_guesses=limit), within=within, resources=FEW)


def test_a_spreadsheet_has_all_openers(setup: Setup) -> None:
    made = rank(setup, top=2, shown=0, resources=FEW)
    heads, rows = made.csv()
    assert heads == CSV_HEADER
    assert rows == [tuple(getattr(each, name) for name in CSV_HEADER) for each in made.openers]


def test_an_unfinished_ranking_says_so(setup: Setup) -> None:
    for watch, interrupted in ((pressing_ctrl_c(), True), (Watch().within(0), False)):
        made = rank(setup, watch=watch, resources=FEW)
        assert (made.proved, made.interrupted) == (False, interrupted)
        assert "Stopped before every opener was settled" in str(made)
        check(made)
