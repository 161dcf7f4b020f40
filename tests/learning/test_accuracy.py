import json
import math
import statistics
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import SCORERS, Belief, FewestError, Prover
from fewest.learning.accuracy import Accuracy, Opener, error, measure
from fewest.search.prover import costs_of
from fewest.strategies import estimator_names
from fewest.watch import Progress, Watch
from tests import samples
from tests.search.cases import Case

GUESSES = st.floats(1, 8)
ALL = [SCORERS[name] for name in estimator_names()]
GAME = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz", "aac"))


def openers(pairs: list[tuple[float, float]]) -> list[Opener]:
    """Openers with given exact values and predictions."""
    return [Opener(f"{number}", exact, {"it": said}) for number, (exact, said) in enumerate(pairs)]


@given(st.lists(st.tuples(GUESSES, GUESSES), min_size=1, max_size=12), st.integers(0, 30))
def test_an_error_is_what_plain_formulas_give(pairs: list[tuple[float, float]], more: int) -> None:
    n, population = len(pairs), len(pairs) + more
    off = [said - exact for exact, said in pairs]
    squares = [each * each for each in off]
    found = error("it", openers(pairs), population)
    assert (found.estimator, found.openers) == ("it", n)
    assert found.squared == pytest.approx(statistics.fmean(squares), abs=1e-9)
    assert found.bias == pytest.approx(statistics.fmean(off), abs=1e-9)
    margin = 0.0
    if n > 1 and more:
        margin = 1.959964 * statistics.stdev(squares) / math.sqrt(n) * math.sqrt((population - n) / population)
    assert found.margin == pytest.approx(margin, abs=1e-7, rel=1e-6)
    whole = error("it", openers(pairs))
    assert (whole.margin, whole.squared, whole.bias) == (0.0, found.squared, found.bias)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=12))
def test_a_correlation_is_what_the_plain_formula_gives(pairs: list[tuple[int, int]]) -> None:
    exact, said = ([float(each) for each in column] for column in zip(*pairs, strict=True))
    found = error("it", openers([*zip(exact, said, strict=True)])).correlation
    if len({*exact}) == 1 or len({*said}) == 1:
        assert found is None
    else:
        assert found == pytest.approx(statistics.correlation(exact, said), abs=1e-9)


def exact_values(belief: Belief) -> dict[str, float]:
    """The exact value of every opener."""
    case = Case(belief, costs_of(belief).tolist())
    weight = sum(case.scaled.values())
    return {guess: case.through(guess) / weight for guess in case.guesses}


def test_measurements_have_exact_and_predicted_values() -> None:
    for belief, rng in samples.small_beliefs(95, 60):
        if len(belief) < 2:
            continue
        best, sample = int(rng.integers(0, 3)), int(rng.integers(1, 9))
        made = measure(belief, ALL, best, sample, seed=int(rng.integers(99)))
        values = exact_values(belief)
        predicted: dict[str, dict[str, float]] = {guess: {} for guess in values}
        for estimator in ALL:
            whole, scores = estimator.scores(belief)
            for column, score in zip(whole.guesses, scores.tolist(), strict=True):
                predicted[belief.game.guesses[column]][estimator.name] = score
        telling = [guess for guess, each in predicted.items() if math.inf not in each.values()]
        for opener in made.best + made.sample:
            assert opener.exact == pytest.approx(values[opener.guess], abs=1e-12)
            assert opener.predicted == predicted[opener.guess]
        assert [opener.exact for opener in made.best] == pytest.approx(sorted(values.values())[: len(made.best)])
        assert len({opener.guess for opener in made.best}) == len(made.best) == best
        assert len({opener.guess for opener in made.sample}) == len(made.sample) == min(sample, len(telling))
        assert {opener.guess for opener in made.sample} <= {*telling}
        assert (made.label, made.population) == (belief.game.label, len(telling))
        assert made.estimators == [*estimator_names()]
        assert made.seconds > 0
        assert made.errors() == {
            "best": [error(name, made.best) for name in estimator_names()] if best else [],
            "sample": [error(name, made.sample, len(telling)) for name in estimator_names()],
        }


def test_a_sample_is_drawn_by_its_seed_and_from_all_openers() -> None:
    belief = Belief.start(samples.wordle(*(a + b + c for a in "abc" for b in "abc" for c in "de")))
    drawn = [[each.guess for each in measure(belief, ALL[:1], 0, 4, seed=seed).sample] for seed in range(25)]
    again = measure(belief, ALL[1:], 2, 4, seed=7)
    assert [each.guess for each in again.sample] == drawn[7]
    assert again.seed == 7
    assert {guess for each in drawn for guess in each} == {*belief.game.guesses}
    assert len({tuple(each) for each in drawn}) > 20


def test_a_sample_of_all_openers_has_no_margin() -> None:
    made = measure(Belief.start(GAME), ALL, 0, 100)
    assert len(made.sample) == made.population == 7  # xyz tells nothing
    assert [each.margin for each in made.errors()["sample"]] == [0.0] * len(ALL)
    assert made.errors()["best"] == []
    some = measure(Belief.start(GAME), ALL, 0, 5).errors()["sample"]
    assert all(each.margin > 0 for each in some)


def test_a_given_prover_is_used_and_progress_is_reported() -> None:
    belief = Belief.start(GAME)
    prover = Prover(belief, [1, 2, 3, 4, 5])
    told: list[Progress] = []
    states: list[Progress] = []
    made = measure(
        belief,
        ALL,
        2,
        3,
        make_prover=lambda: prover,
        watch=Watch(lambda progress: (told if progress.text == "sampling" else states).append(progress)),
    )
    assert [each.exact for each in made.best] == [
        prover.mean(prover.cost_of_guess(each.guess, belief), belief) for each in made.best
    ]
    assert [(each.done, each.total) for each in told] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert (states[-1].total or 0) >= made.population == 7


def test_an_interrupted_proof_gives_no_measurement() -> None:
    def interrupt(status: Progress) -> None:
        if not told:
            told.append(status)
            raise KeyboardInterrupt

    told: list[Progress] = []
    belief = Belief.start(samples.wordle(*(a + b + c for a in "abcd" for b in "abcd" for c in "def")))
    with pytest.raises(KeyboardInterrupt):
        measure(belief, ALL, 3, 3, watch=Watch(interrupt))
    assert told[0].done < (told[0].total or 0)


@pytest.mark.parametrize(("names", "best", "sample"), [((), 1, 1), (("entropic",), 0, 0), (("entropic",), -1, 2)])
def test_there_must_be_something_to_measure(names: tuple[str, ...], best: int, sample: int) -> None:
    with pytest.raises(
        FewestError, match="There is nothing to measure; name an estimator, and ask for at least one opener"
    ):
        measure(Belief.start(GAME), [SCORERS[name] for name in names], best, sample)


def test_a_measurement_survives_being_saved_and_loaded(tmp_path: Path) -> None:
    made = measure(Belief.start(GAME, [1, 2, 3, 4, 5]), ALL, 2, 4, seed=3)
    made.save(path := tmp_path / "measured.json")
    assert Accuracy.load(path) == Accuracy.load(str(path)) == made
    assert Accuracy.load(path).errors() == made.errors()


GOOD: dict[str, Any] = {
    "label": "a list",
    "best": [{"guess": "ab", "exact": 2.5, "predicted": {"entropic": 2.25}}],
    "sample": [],
    "population": 9,
    "seed": 0,
    "seconds": 1.5,
}


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        json.dumps({key: value for key, value in GOOD.items() if key != "seed"}),
        json.dumps(GOOD | {"best": []}),
        json.dumps(GOOD | {"best": [{"guess": "ab", "exact": 2.5}]}),
        json.dumps(GOOD | {"best": [{"guess": "ab", "exact": "many", "predicted": {"entropic": 2}}]}),
        json.dumps(GOOD | {"best": [{"guess": "ab", "exact": 10**400, "predicted": {"entropic": 2}}]}),
        json.dumps(GOOD | {"best": [{"guess": "ab", "exact": 2.5, "predicted": [2]}]}),
        json.dumps(GOOD | {"sample": [{"guess": "ab", "exact": 2.5, "predicted": {"statistical": 2}}]}),
    ],
)
def test_an_invalid_file_of_measurements_is_refused_by_name(text: str, tmp_path: Path) -> None:
    path = tmp_path / "measured.json"
    path.write_text(json.dumps(GOOD))
    assert Accuracy.load(path).errors()["best"][0].bias == -0.25
    path.write_text(text)
    with pytest.raises(FewestError, match=r"measured.json: not a file written by `fewest accuracy --output`"):
        Accuracy.load(path)
