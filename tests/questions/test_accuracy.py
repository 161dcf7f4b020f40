import math

import pytest

from fewest import Belief, FewestError, Prover, prove
from fewest.questions.accuracy import accuracy
from fewest.setup import Setup
from fewest.strategies import ESTIMATORS, estimator
from tests.questions.checks import check, same


def test_errors_are_those_of_the_predictions_beside_the_exact_values(setup: Setup, belief: Belief) -> None:
    made = accuracy(setup, best=3, sample=6, seed=2, memory=4)
    prover = Prover(belief)
    best = prove(prover, top=3).best
    assert {each.guess: each.exact for each in made.accuracy.best} == {each.guess: each.mean for each in best}
    for kind, openers in ((made.best, made.accuracy.best), (made.sample, made.accuracy.sample)):
        assert [each.estimator for each in kind] == [*ESTIMATORS]
        for found in kind:
            whole, scores = estimator(found.estimator).scores(belief)
            offs = []
            for opener in openers:
                at = whole.guesses.tolist().index(belief.find_guess(opener.guess))
                exact = prover.mean(prover.cost_of_guess(opener.guess, belief), belief)
                assert same(opener.exact, exact)
                offs.append(float(scores[at]) - exact)
            assert same(found.squared, math.fsum(off**2 for off in offs) / len(offs))
            assert same(found.bias, math.fsum(offs) / len(offs))
            assert found.openers == len(offs)
    assert (made.label, made.title) == (belief.game.label, str(belief.game))
    assert (made.seed, len(made.accuracy.sample), made.population) == (2, 6, made.accuracy.population)


def test_only_the_named_estimators_and_openers_are_measured(setup: Setup) -> None:
    made = accuracy(setup, estimators=["entropic"], best=0, sample=2, memory=4)
    assert [each.estimator for each in made.sample] == ["entropic"]
    assert made.best == ()
    assert "best openers" not in str(made)
    check(made)
    assert repr(made) == f"<Measured: entropic on {made.label}>"


def test_there_must_be_something_to_measure(setup: Setup) -> None:
    with pytest.raises(FewestError, match="There is nothing to measure"):
        accuracy(setup, best=0, sample=0)
    with pytest.raises(FewestError, match="minimax"):
        accuracy(setup, estimators=["minimax"])
