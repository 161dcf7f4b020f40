from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from fewest import Belief, evaluate
from fewest.belief import whole_weights
from fewest.errors import FewestError, Interrupted, OutOfTimeError
from fewest.search import Prover, Unfinished, Valued, prove
from fewest.search.prover import IMPOSSIBLE, LARGEST_TOTAL, costs_of
from fewest.watch import Progress, Watch
from tests import samples
from tests.questions.checks import pressing_ctrl_c

GAME = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz"))


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([3], [1]),
        ([4, 6, 8], [2, 3, 4]),
        ([0.5, 0.25, 3], [2, 1, 12]),
        ([1e-5, 1e-6], [10, 1]),
        ([Fraction(1, 3), Fraction(1, 2), 1], [2, 3, 6]),
        ([np.float64(0.5), np.int64(2)], [1, 4]),
        ([LARGEST_TOTAL - 2, 1], [LARGEST_TOTAL - 2, 1]),
    ],
)
def test_weights_become_the_smallest_whole_numbers_in_proportion(weights: list[float], expected: list[int]) -> None:
    for given in (weights, [Fraction(str(weight)) * Fraction(7, 11) for weight in weights]):
        found = whole_weights(given, LARGEST_TOTAL)
        assert found is not None
        assert found.tolist() == expected


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 0], "Every weight must be a number above 0"),
        ([1, -1], "Every weight must be a number above 0"),
        ([0, 0], "Every weight must be a number above 0"),
        ([0.1, 1 / 3], "These weights have too many digits to be added up exactly; round them to about six digits"),
        ([Fraction(1, 10**12), 1], "have too many digits"),
        ([LARGEST_TOTAL - 1, 1], "have too many digits"),
        ([float("nan"), 1], "Every weight must be a number above 0"),
        ([float("inf"), 1], "Every weight must be a number above 0"),
    ],
)
def test_weights_that_cannot_be_added_up_are_refused(weights: list[float], message: str) -> None:
    with pytest.raises(FewestError, match=message):
        costs_of(Belief.start(samples.wordle("ab", "cd")), weights)


def test_weights_in_proportion_give_the_same_proof() -> None:
    belief = Belief.start(GAME)
    weights = [1, 5, 2, 2, 3]
    proofs = [prove(Prover(belief, [unit * weight for weight in weights])) for unit in (1, 3, Fraction(1, 7), 0.125)]
    assert {(proof.best, proof.weight, proof.lower_bound) for proof in proofs} == {
        (proofs[0].best, 13, proofs[0].best[0].cost)
    }
    assert all(proof.tree == proofs[0].tree for proof in proofs)


def test_the_fields_of_a_proof() -> None:
    reported: list[Progress] = []
    proof = prove(Prover(Belief.start(GAME)), top=3, watch=Watch(reported.append))
    assert (proof.openers, proof.settled, proof.weight, proof.max_guesses) == (7, 7, 5, None)
    assert proof.tree is not None
    assert proof.evaluation == evaluate(proof.tree)
    assert (proof.tree.total, proof.tree.opener) == (proof.best[0].cost, proof.best[0].guess)
    assert proof.lower_bound == proof.best[0].cost
    assert [*proof.best] == sorted(proof.best, key=lambda each: each.cost)
    assert proof.seconds > 0
    last = reported[-1]
    best = proof.best[0]
    assert (last.done, last.total) == (7, 7)
    assert last.text == f"best {best.guess} {best.cost:,}, lower bound {proof.lower_bound:,}"


def test_a_proof_that_no_strategy_keeps_the_limit_has_neither_tree_nor_value() -> None:
    reported: list[Progress] = []
    proof = prove(Prover(Belief.start(GAME), max_guesses=1), watch=Watch(reported.append))
    assert (proof.best, proof.tree, proof.evaluation) == ((), None, None)
    assert proof.lower_bound == IMPOSSIBLE
    assert (reported[-1].done, reported[-1].text) == (7, "no strategy found yet")
    assert str(proof).startswith("No strategy always finishes within 1 guess (proved)\n")
    assert repr(proof) == "<Proof: no strategy within 1 guess, 7 first guesses settled>"


def test_one_secret_takes_one_guess() -> None:
    proof = prove(Prover(Belief.start(samples.wordle("aab", guesses=("abb",)))), top=2)
    assert proof.best == (Valued(1, 1.0, "aab"), Valued(2, 2.0, "abb"))
    assert repr(proof) == "<Proof: aab, 1 in total, 2 first guesses settled>"
    assert proof.tree is not None
    assert proof.tree.depths() == {"aab": 1}


def test_a_proof_is_shown_to_people() -> None:
    proof = prove(Prover(Belief.start(GAME)), top=3)
    best = proof.best[0]
    lines = str(proof).splitlines()
    assert lines[0] == f"{best.guess} is the best of 7 first guesses (proved)"
    assert lines[1] == f"mean {best.mean:.4f} guesses, {best.cost} in total"
    assert proof.evaluation is not None
    histogram = proof.evaluation.histogram
    assert [line.split()[::2] for line in lines[2 : 2 + len(histogram)]] == [
        [str(guesses), str(secrets)] for guesses, secrets in histogram.items()
    ]
    assert [line.split() for line in lines[-4:-1]] == [
        [each.guess, f"{each.mean:.4f}", f"{each.cost}"] for each in proof.best
    ]
    assert lines[-1].startswith("7 of 7 first guesses settled, ")
    assert repr(proof) == f"<Proof: {best.guess}, {best.cost} in total, 7 first guesses settled>"
    assert "(proved)" in proof._repr_html_()
    heads = [line for line in lines if line.split()[:2] == ["guess", "mean"]]
    assert len(heads) == 1
    assert heads[0] not in str(prove(Prover(Belief.start(GAME)))), "one best guess needs no table"


def test_an_unfinished_proof_says_that_it_is_not_proved() -> None:
    unfinished = []
    for watch in (Watch().within(0), pressing_ctrl_c()):
        try:
            prove(Prover(Belief.start(GAME)), threads=1, watch=watch)
        except (OutOfTimeError, Interrupted) as ended:
            proof = ended.so_far
        assert isinstance(proof, Unfinished)
        unfinished.append(proof)
        first, *more = str(proof).splitlines()
        assert "ot proved" in first
        assert "(proved)" not in str(proof)
        assert f"no strategy costs less than {proof.lower_bound}" in more
        assert "not proved" in repr(proof)
        assert "ot proved" in proof._repr_html_()
    nothing = unfinished[0]
    assert str(nothing).startswith("Not proved: no first guess is valued yet\n")
    assert repr(nothing) == "<Unfinished: nothing so far, not proved, 0 of 7 first guesses settled>"
    some = replace(nothing, best_so_far=(Valued(11, 2.2, "abb"),), settled=1)
    assert str(some).startswith("abb is the best of 7 first guesses so far (not proved)\n")
    assert repr(some) == "<Unfinished: abb so far, not proved, 1 of 7 first guesses settled>"
    assert "no strategy costs less" not in str(replace(nothing, lower_bound=IMPOSSIBLE))
