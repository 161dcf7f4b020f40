import json
import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fewest import SCORERS, Belief, FewestError, Prover, Wordle, evaluate, split
from fewest.errors import Interrupted
from fewest.learning.convergence import WAYS, Convergence, Converger, Iteration, converge
from fewest.search.prover import costs_of
from fewest.strategies import estimator_names
from fewest.watch import Progress, Watch
from tests import samples
from tests.search.cases import Case

SAME = 1e-12
"""The tolerance for numbers that differ only by the rounding of floats."""


def telling(seed: int, count: int) -> Iterator[tuple[Belief, np.random.Generator]]:
    """Small beliefs and somewhat larger tables.

    With 8 secrets or more, some guess must tell more than whether it hit. Otherwise the search could reach every subset
    of the secrets.
    """
    for belief, rng in samples.small_beliefs(seed, count):
        if len(belief) < 8 or split(belief).parts.max() > 2:
            yield belief, rng
    for number in range(5):
        rng = np.random.default_rng((seed, number))
        weights = rng.integers(1, 9, 15).tolist() if number % 2 else None
        yield Belief.start(samples.random_table(rng, 15, 4, 3), weights), rng


def brute_force(belief: Belief) -> float:
    """Guesses per secret when one is tried after the other, the likeliest first."""
    likeliest_first = sorted(belief.secret_chances.tolist(), reverse=True)
    return math.fsum(place * p for place, p in enumerate(likeliest_first, 1))


def check_step(step: Iteration, search: Converger, belief: Belief, least: float) -> None:
    """The bounds of a step hold: a strategy takes at most `mean` guesses, and none takes less than the lower bound."""
    assert step.lower_bound - SAME <= least <= step.mean + SAME
    assert step.mean <= brute_force(belief) + SAME
    tree = search.tree()
    tree.check()
    taken = evaluate(tree, belief).mean
    assert taken <= step.mean + SAME
    assert tree.opener == step.opener
    assert tree.strategy == f"converge {search.estimator.name}"
    assert (tree.hard, tree.clues) == (belief.hard, belief.clues)
    if search.optimal:
        assert step.mean == step.lower_bound == pytest.approx(least, abs=SAME)
        assert taken == pytest.approx(least, abs=SAME)


@pytest.mark.parametrize("estimator", estimator_names())
def test_it_ends_in_optimal_play_and_every_bound_on_the_way_holds(estimator: str) -> None:
    for belief, rng in telling(70, 300):
        case = Case(belief, costs_of(belief).tolist())
        least = case.least / sum(case.scaled.values())
        explore = WAYS[int(rng.integers(2))]
        search = Converger(belief, SCORERS[estimator], float(rng.choice([0.0, 1.0, 1.0, 4.0])), explore, seed=7)
        steps = []
        for step in search.steps():
            steps.append(step)
            check_step(step, search, belief, least)
        assert search.optimal
        prover = Prover(belief)
        assert steps[-1].mean == prover.mean(prover.best(belief)[0], belief)
        assert [step.iteration for step in steps] == [*range(len(steps))]
        for one, other in pairwise(steps):
            assert one.mean >= other.mean
            assert one.lower_bound <= other.lower_bound
            assert one.seconds <= other.seconds
            assert one.positions <= other.positions
            assert one.mean > one.lower_bound
            assert other.explored in belief.game.guesses
        assert steps[0].explored == ""
        assert steps[0].mean == pytest.approx(brute_force(belief), abs=SAME)
        assert steps[0].lower_bound == pytest.approx(2 - belief.secret_chances.max(), abs=SAME)
        assert steps[0].opener == belief.words[0]


@pytest.mark.parametrize("estimator", estimator_names())
def test_a_position_of_an_edition_is_played_optimally(original: Wordle, estimator: str) -> None:
    for hard in (False, True):
        belief = Belief.start(original, hard=hard).after("crane", "01200")
        prover = Prover(belief)
        search = Converger(belief, SCORERS[estimator])
        for _ in search.steps():
            pass
        assert search.root.upper == prover.best(belief)[0]
        search.tree().check()
        assert evaluate(search.tree()).total == search.root.upper


@pytest.mark.parametrize("estimator", estimator_names())
@pytest.mark.parametrize(
    ("secrets", "others"),
    [
        ("bat fon gat gon hat hon jat kat", "abe bjj boo cdj ean ekt fbe fgf gbz"),
        ("bon cat con dat fat jat jon kat kon", "aoc efg ejd ghn jjb jzj nfb"),
    ],
)
def test_in_hard_mode_the_same_secrets_are_not_the_same_position(secrets: str, others: str, estimator: str) -> None:
    """Clues that leave the same secrets may allow different guesses."""
    belief = Belief.start(samples.wordle(*secrets.split(), guesses=(*others.split(),)), hard=True)
    search = Converger(belief, SCORERS[estimator])
    for step in search.steps():
        search.tree().check()
        assert step.mean * len(belief) >= Case(belief).least - SAME
    assert search.root.upper == Case(belief).least


def test_the_first_steps_worked_out_by_hand() -> None:
    """Brute force takes 1, 2 and 3 guesses; ab tells ac from bd, so that both take 2, which nothing beats."""
    belief = Belief.start(samples.wordle("ab", "ac", "bd", guesses=("xy",)))
    steps = [*Converger(belief, SCORERS["entropic"]).steps()]
    assert [(step.mean, step.lower_bound, step.explored, step.opener, step.positions) for step in steps] == [
        (6 / 3, 5 / 3, "", "ab", 1),
        (5 / 3, 5 / 3, "ab", "ab", 3),
    ]


def test_it_ends_where_guesses_tell_nothing_but_whether_they_hit() -> None:
    game = samples.random_table(np.random.default_rng(1), 6, 2, 1)
    *_, last = Converger(Belief.start(game), SCORERS["entropic"]).steps()
    assert last.mean == last.lower_bound == 3.5


@pytest.mark.parametrize("hard", [False, True])
def test_one_or_two_secrets_need_no_search(hard: bool) -> None:
    game = samples.wordle("ab", "cd", "ef", guesses=("xy",))
    for weights, mean in (([1, 0, 0], 1.0), ([1, 3, 0], 1.25)):
        made = converge(Belief.start(game, weights, hard=hard), SCORERS["entropic"])
        assert made.optimal
        assert [(step.iteration, step.mean, step.lower_bound) for step in made.steps] == [(0, mean, mean)]


LONG = samples.random_table(np.random.default_rng(3), 16, 4, 2)
"""A game that takes many iterations."""


def test_iterations_seconds_and_a_mean_that_suffices_end_the_search() -> None:
    belief, estimator = Belief.start(LONG), SCORERS["statistical"]
    told: list[Progress] = []
    whole = converge(belief, estimator, watch=Watch(told.append))
    assert [(step.iteration, str(step)) for step in whole.steps] == [(each.done, each.text) for each in told]
    assert whole.optimal
    assert (whole.label, whole.estimator) == ("a table", "statistical")
    assert len(whole.steps) > 20
    for iterations in (0, 1, 7):
        some = converge(belief, estimator, iterations=iterations)
        assert not some.optimal
        assert [(step.mean, step.lower_bound, step.explored) for step in some.steps] == [
            (step.mean, step.lower_bound, step.explored) for step in whole.steps[: iterations + 1]
        ]
    assert len(converge(belief, estimator, iterations=10_000).steps) == len(whole.steps)
    assert len(converge(belief, estimator, watch=Watch().within(0.0)).steps) == 1
    assert converge(belief, estimator, watch=Watch().within(600.0)).optimal
    middle = whole.steps[len(whole.steps) // 4].mean
    first = next(step for step in whole.steps if step.mean <= middle)
    enough = converge(belief, estimator, until=middle)
    assert enough.steps[-1].iteration == first.iteration > 0
    assert len(converge(belief, estimator, until=100.0).steps) == 1


def test_with_more_caution_the_search_tries_more_guesses() -> None:
    belief = Belief.start(LONG)
    explored = [
        {step.explored for step in converge(belief, SCORERS["statistical"], caution, iterations=12).steps}
        for caution in (0.0, 1.0, 30.0)
    ]
    assert len({frozenset(each) for each in explored}) > 1


def test_a_seed_draws_the_same_search_again_and_another_seed_another() -> None:
    belief, estimator = Belief.start(LONG), SCORERS["statistical"]
    runs = [converge(belief, estimator, explore="sample", seed=seed) for seed in (3, 3, 4)]
    steps = [[replace(step, seconds=0.0) for step in run.steps] for run in runs]
    assert steps[0] == steps[1] != steps[2]
    assert [(run.explore, run.seed, run.optimal) for run in runs] == [("sample", seed, True) for seed in (3, 3, 4)]
    doubted = converge(belief, estimator)
    assert (doubted.explore, doubted.seed) == ("doubt", None)
    assert [replace(step, seconds=0.0) for step in doubted.steps] != steps[0]
    assert doubted.steps[-1].mean == runs[0].steps[-1].mean


def test_an_error_is_drawn_with_the_mean_and_the_deviation_of_those_seen() -> None:
    search = Converger(Belief.start(LONG), SCORERS["statistical"], explore="sample", seed=1)
    search._expand(search.root)
    search.root.untried_lower[:] = -(10**6)
    for error in (0.5, 0.7, 1.2):
        search.errors.add(16, error, None)
    mean, deviation = search.errors.mean_and_deviation(16)
    draws = np.array([search._promised_costs(search.root) / 16 - search.root.untried_estimates for _ in range(4000)])
    assert np.ptp(draws, axis=1).max() < SAME  # one draw for all guesses
    assert draws[:, 0].mean() == pytest.approx(mean, abs=0.05 * deviation)
    assert draws[:, 0].std() == pytest.approx(deviation, rel=0.05)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"explore": "guess"}, "Unknown way to explore 'guess'. Use doubt or sample"),
        ({"explore": "sample", "seed": -1}, "The seed must be 0 or above, not -1"),
    ],
)
def test_unknown_ways_to_explore_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(FewestError, match=message):
        converge(Belief.start(LONG), SCORERS["entropic"], **options)


def test_an_interrupt_keeps_the_steps_so_far() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as interrupted:
        converge(Belief.start(LONG), SCORERS["entropic"], watch=Watch(interrupt))
    made = interrupted.value.so_far
    assert not made.optimal
    assert [step.iteration for step in made.steps] == [0, 1, 2, 3]


def test_a_search_survives_being_saved_and_loaded(tmp_path: Path) -> None:
    made = converge(Belief.start(LONG, list(range(1, 17))), SCORERS["entropic"], iterations=5)
    for each in (made, replace(made, optimal=True, steps=made.steps[:1]), replace(made, explore="sample", seed=4)):
        each.save(path := tmp_path / "search.json")
        assert Convergence.load(path) == Convergence.load(str(path)) == each
    made.save(path)
    data = json.loads(path.read_bytes())
    assert data["steps"][0]["mean"] == made.steps[0].mean
    assert (data.pop("explore"), data.pop("seed")) == ("doubt", None)
    path.write_text(json.dumps(data))  # as older versions wrote it
    assert Convergence.load(path) == made


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"label": "x", "estimator": "y", "steps": [{"mean": 1}], "optimal": true}',
        '{"label": "x", "estimator": "y", "steps": [], "optimal": true, "explore": "so"}',
        '{"label": "x", "estimator": "y", "steps": [], "optimal": true, "explore": "sample", "seed": "x"}',
    ],
)
def test_an_invalid_file_of_a_search_is_refused_by_name(text: str, tmp_path: Path) -> None:
    path = tmp_path / "search.json"
    path.write_text(text)
    with pytest.raises(FewestError, match=r"search.json: not a file written by `fewest converge --output` \(.*\)\.$"):
        Convergence.load(path)


@pytest.mark.parametrize("name", [name for name in SCORERS if name not in estimator_names()])
def test_converge_refuses_scorers_that_are_not_estimators(name: str) -> None:
    with pytest.raises(FewestError, match=f"'{name}' does not estimate a number of guesses"):
        converge(Belief.start(LONG), SCORERS[name])


def test_the_cost_of_a_guess_for_each_secret() -> None:
    game = samples.wordle("ab", "cd", "ef", "gh")
    weighted = Belief.start(game, [1, 0, 2, 1e-9])
    assert costs_of(Belief.start(game)).tolist() == [1, 1, 1, 1]
    assert costs_of(weighted).tolist() == [10**9, 2 * 10**9, 1]
    with pytest.raises(FewestError, match="These weights have too many digits"):
        costs_of(Belief.start(game, [1, 0, 2, 1e-12]))
    assert costs_of(weighted, [0.5, 1.5, 1]).tolist() == [1, 3, 2]
    with pytest.raises(FewestError, match="4 weights for 3 secrets; give one weight per secret"):
        costs_of(weighted, [1, 1, 1, 1])
