import math
from dataclasses import replace
from pathlib import Path

import pytest

from fewest import FewestError, evaluate
from fewest.questions.prove import Proved, prove
from fewest.search.resources import Resources
from fewest.setup import Setup
from fewest.watch import Watch
from tests import oracles
from tests.questions.checks import check, pressing_ctrl_c
from tests.questions.conftest import Place

ANSWERS = ("batch", "bench", "botch", "butch", "cinch", "conch", "ditch", "epoch", "finch")
GUESSES = (*ANSWERS, "aahed", "boned")
FEW = Resources(threads=1, memory=1)


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    """A list small enough for brute force."""
    answers, guesses = tmp_path / "answers.txt", tmp_path / "guesses.txt"
    answers.write_text("\n".join(ANSWERS), encoding="utf-8")
    guesses.write_text("\n".join(GUESSES), encoding="utf-8")
    return Setup(answers=str(answers), guesses=str(guesses))


def perfect(weights: dict[str, int] | None = None, hard: bool = False) -> oracles.Perfect:
    """Perfect play, straight from its definition."""
    allowed = oracles.allowed_in_hard_mode if hard else None
    return oracles.Perfect(GUESSES, ANSWERS, oracles.reply, weights, allowed)


def in_time() -> oracles.InTime:
    """The same with few missed secrets."""
    return oracles.InTime(GUESSES, ANSWERS, oracles.reply)


def assert_plays(made: Proved, taken: int) -> None:
    """Check that the tree takes exactly the proved number of guesses."""
    assert made.tree is not None
    result = evaluate(made.tree)
    assert (made.total, result.total, made.lower_bound) == (taken, taken, taken)
    assert (made.worst, made.histogram) == (result.worst, result.histogram)
    assert made.mean == pytest.approx(taken / len(ANSWERS))


@pytest.mark.parametrize("hard", [False, True])
def test_the_best_play_is_that_of_the_oracle(setup: Setup, hard: bool) -> None:
    made = prove(replace(setup, hard=hard), top=3, resources=FEW)
    oracle = perfect(hard=hard)
    left = 6 if hard else math.inf
    assert_plays(made, int(oracle.least(ANSWERS, left)))
    costs = sorted(oracle.through(guess, ANSWERS, left) for guess in GUESSES)
    assert [each.total for each in made.openers] == costs[:3]
    for each in made.openers:
        assert each.total == oracle.through(each.opener, ANSWERS, left)
        assert each.mean == pytest.approx(each.total / len(ANSWERS))
    assert (made.opener, made.proved, made.possible, made.given) == (made.openers[0].opener, True, True, False)
    assert (made.guesses, made.answers, made.secrets, made.weight) == (11, 9, 9, 9)
    assert (made.settled, made.first_guesses, made.resumed, made.hard) == (11, 11, 0, hard)
    assert made.max_guesses == (6 if hard else None)
    check(made)
    assert f"{made.opener} is the best first guess{' within 6 guesses' if hard else ''} (proved)" in str(made)


def test_a_given_opener_gets_its_exact_value(setup: Setup) -> None:
    made = prove(setup, openers=["EPOCH"], resources=FEW)
    assert_plays(made, int(perfect().through("epoch", ANSWERS)))
    assert (made.given, made.opener, made.first_guesses) == (True, "epoch", 1)
    assert "Exact value of epoch (proved)" in str(made)
    with pytest.raises(FewestError, match="zzzzz"):
        prove(setup, openers=["zzzzz"])


def test_after_clues_only_the_rest_is_searched(setup: Setup) -> None:
    reply = oracles.reply("epoch", "finch")
    left = [word for word in ANSWERS if oracles.reply("epoch", word) == reply]
    clue = f"epoch={''.join(map(str, reply))}"
    made = prove(replace(setup, max_guesses=4).after(clue), resources=FEW)
    assert made.total == perfect().least(left, 3)
    assert (made.secrets, made.clues, made.max_guesses) == (len(left), (clue,), 3)
    assert "within 3 more guesses (proved)" in str(made)
    with pytest.raises(FewestError, match="No guesses left: the limit is 1"):
        prove(replace(setup, max_guesses=1).after(clue))


def test_impossibility_is_proved_too(setup: Setup) -> None:
    made = prove(replace(setup, max_guesses=2), resources=FEW)
    assert perfect().least(ANSWERS, 2) == math.inf
    assert (made.opener, made.total, made.tree, made.lower_bound, made.histogram) == (None,) * 5
    assert (made.proved, made.possible, made.openers) == (True, False, ())
    assert "No strategy always finishes within 2 guesses" in str(made)
    check(made)


def test_the_least_worst_case_comes_before_the_mean(setup: Setup) -> None:
    worst = perfect().least_worst(ANSWERS)
    missed, total = in_time().least_pair(ANSWERS, worst, worst - 1)
    for bounds in (False, True):
        made = prove(setup, aim="worst", bounds=bounds, resources=FEW)
        assert made.worst == made.max_guesses == worst
        assert (made.missed, made.missed_weight, made.total) == (missed, missed, total)
        assert made.histogram is not None
        assert made.histogram[worst] == missed
        assert f"{made.missed} of {made.secrets} secrets need" in str(made)
        check(made)
    with pytest.raises(FewestError, match="Unknown aim 'luck'"):
        prove(setup, aim="luck")


@pytest.mark.parametrize("target", [1, 2, 3])
def test_most_secrets_are_found_within_some_guesses(setup: Setup, target: int) -> None:
    missed, total = in_time().least_pair(ANSWERS, math.inf, target)
    made = prove(setup, aim=f"within:{target}", top=3, resources=FEW)
    assert (made.missed, made.missed_weight, made.missed_bound, made.total) == (missed, missed, missed, total)
    assert (made.aim, made.max_guesses, made.lower_bound) == (f"within:{target}", None, total)
    assert made.openers[0].missed_weight == missed
    assert f"{made.secrets - int(missed)} of {made.secrets} found within {target} guesses, {int(missed)} later" in str(
        made
    )
    check(made)
    ended = prove(setup, watch=pressing_ctrl_c(), aim=f"within:{target}", resources=FEW)
    assert (ended.proved, ended.missed_bound is None or ended.missed_bound <= missed) == (False, True)
    str(ended)


def test_an_interrupted_search_is_not_a_proof(place: Place) -> None:
    for watch, interrupted in ((pressing_ctrl_c(), True), (Watch().within(0), False)):
        made = prove(place.setup, watch=watch, resources=FEW)
        assert (made.proved, made.possible, made.tree) == (False, True, None)
        assert made.interrupted == interrupted
        assert made.settled < made.first_guesses
        text = str(made)
        assert "stopped before the proof was complete" in text or "Stopped before finding a strategy" in text
        check(made)
