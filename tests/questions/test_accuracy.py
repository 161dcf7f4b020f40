import math
from pathlib import Path

import pytest

from fewest import Belief, FewestError, Prover, prove
from fewest.questions.accuracy import ExactSource, accuracy
from fewest.setup import Setup
from fewest.strategies import estimator, estimator_names
from tests.questions.checks import check, same
from tests.questions.conftest import Place


def test_errors_are_those_of_the_predictions_beside_the_exact_values(setup: Setup, belief: Belief) -> None:
    made = accuracy(setup, best=3, sample=6, seed=2, memory=4)
    prover = Prover(belief)
    best = prove(prover, top=3).best
    assert {each.guess: each.exact for each in made.accuracy.best} == {each.guess: each.mean for each in best}
    for kind, openers in ((made.best, made.accuracy.best), (made.sample, made.accuracy.sample)):
        assert [each.estimator for each in kind] == [*estimator_names()]
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
    assert (made.label, made.title) == (belief.game.label, setup.title(belief.game))
    assert (made.seed, len(made.accuracy.sample), made.population) == (2, 6, made.accuracy.population)


def test_only_the_named_estimators_and_openers_are_measured(setup: Setup) -> None:
    made = accuracy(setup, estimators=["entropic"], best=0, sample=2, memory=4)
    assert [each.estimator for each in made.sample] == ["entropic"]
    assert made.best == ()
    assert "best openers" not in str(made)
    check(made)


def test_there_must_be_something_to_measure(setup: Setup) -> None:
    with pytest.raises(FewestError, match="There is nothing to measure"):
        accuracy(setup, best=0, sample=0)
    with pytest.raises(FewestError, match="minimax"):
        accuracy(setup, estimators=["minimax"])


def test_exact_values_that_are_read_need_no_search(
    setup: Setup, belief: Belief, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = accuracy(setup, best=4, sample=1000, memory=4)
    prover = Prover(belief)
    totals = {each.guess: prover.cost_of_guess(each.guess, belief) for each in searched.accuracy.sample}
    path = tmp_path / "totals.txt"
    path.write_text("".join(f"{guess} {total}\n" for guess, total in totals.items()))
    monkeypatch.setattr("fewest.questions.accuracy.Prover", None)
    read = accuracy(setup, best=4, exact=str(path))
    assert read.sample == searched.sample
    assert read.exact == ExactSource(str(path), None, len(totals), 0, len(belief.game.guesses))
    best = sorted(totals, key=lambda guess: (totals[guess], guess))[:4]
    assert [each.guess for each in read.accuracy.best] == best
    assert searched.exact is None
    check(read)
    assert f"Exact values of {len(totals):,} of {len(belief.game.guesses):,} openers ({path})" in str(read)


def test_openers_without_a_value_are_neither_drawn_nor_the_best(setup: Setup, belief: Belief, tmp_path: Path) -> None:
    prover = Prover(belief)
    some = belief.game.guesses[3:8]
    path = tmp_path / "totals.txt"
    path.write_text("".join(f"{guess},{prover.cost_of_guess(guess, belief)}\n" for guess in some))
    made = accuracy(setup, exact=str(path))
    assert {each.guess for each in made.accuracy.best} == {each.guess for each in made.accuracy.sample} == {*some}
    assert (made.population, made.exact and made.exact.known) == (5, 5)
    assert "there may be better ones among the others" in " ".join(str(made).split())


def test_a_store_is_read(setup: Setup, place: Place) -> None:
    made = accuracy(setup, exact=str(place.store), best=1, sample=0)
    best = prove(Prover(setup.belief())).best[0]
    assert [each.exact for each in made.accuracy.best] == [best.mean]


def test_limits_and_memory_belong_to_one_way_each(setup: Setup) -> None:
    with pytest.raises(FewestError, match="--within chooses among exact values that are read"):
        accuracy(setup, within=6)
    with pytest.raises(FewestError, match="With --exact nothing is searched, so leave --memory out"):
        accuracy(setup, exact="shipped", memory=4)


@pytest.mark.slow
def test_all_shipped_openers_at_once_are_the_same_as_by_default() -> None:
    original = Setup(edition="original")
    default, named = accuracy(original), accuracy(original, exact="shipped")
    assert (default.best, default.sample, default.exact) == (named.best, named.sample, None)
    assert named.exact == ExactSource("shipped", None, 12_972, 0, 12_972)
    assert {each.openers for each in named.sample} == {12_972}
    limited = accuracy(original, exact="shipped", within=6)
    assert limited.exact is not None
    assert limited.exact.within == 6
