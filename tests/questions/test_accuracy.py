from pathlib import Path

import pytest

from fewest import Belief, FewestError, Prover
from fewest.questions.accuracy import ExactSource, accuracy
from fewest.setup import Setup
from tests.questions.checks import check


def test_only_the_named_estimators_and_openers_are_measured(setup: Setup) -> None:
    made = accuracy(setup, estimators=["entropic"], best=0, sample=2, memory=4)
    assert [each.estimator for each in made.sample] == ["entropic"]
    assert made.best == ()
    assert "best openers" not in str(made)
    check(made)


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


def test_limits_and_memory_belong_to_one_way_each(setup: Setup) -> None:
    with pytest.raises(FewestError, match="--within needs --exact: it selects the values to read"):
        accuracy(setup, within=6)
    with pytest.raises(FewestError, match="--exact reads values and searches nothing; leave --memory out"):
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
