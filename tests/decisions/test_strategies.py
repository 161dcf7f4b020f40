import numpy as np
import pytest

from fewest.decisions.plan import PlanStep
from fewest.decisions.search import DecisionSearch
from fewest.decisions.strategies import GREEDY, choose, make_plan
from fewest.decisions.table import DecisionProblem
from fewest.errors import FewestError, TooDeepError
from fewest.watch import Watch

ROWS = np.arange(4, dtype=np.int32)


def problem(costs: list[int], classes: list[int] | None = None) -> DecisionProblem:
    """Four rows, two questions that halve them and one that tells all apart."""
    answers = np.array([[0, 0, 0], [0, 1, 1], [1, 0, 2], [1, 1, 3]], np.int32)
    kinds = np.array([0, 1, 2, 3] if classes is None else classes, np.int32)
    return DecisionProblem(answers, np.array(costs, np.int64), np.ones(4, np.int64), kinds)


@pytest.mark.parametrize("name", GREEDY)
def test_the_question_with_the_largest_gain_per_cost_is_chosen(name: str) -> None:
    dear, cheap = problem([1, 1, 9]), problem([9, 9, 1])
    assert choose(dear, ROWS, name) == 0
    assert choose(cheap, ROWS, name) == 2
    assert make_plan(DecisionSearch(cheap), ROWS, name) == PlanStep(2, {0: None, 1: None, 2: None, 3: None})
    free = problem([1, 0, 1])
    assert choose(free, ROWS, name) == 1


def test_bits_are_about_the_class() -> None:
    given = problem([2, 1, 3], [0, 0, 1, 1])
    assert choose(given, ROWS, "entropy") == 0
    assert choose(given, ROWS, "expected-size") == 1
    assert make_plan(DecisionSearch(given), ROWS, "entropy") == PlanStep(0, {0: None, 1: None})


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(FewestError, match=r"Unknown strategy 'best' for tables\. Use entropy, "):
        make_plan(DecisionSearch(problem([2, 1, 3])), ROWS, "best")


def test_too_many_questions_one_after_the_other_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    size = 60  # rows that each have a question of their own, so that they are asked for one by one
    ones, rows = np.ones(size, np.int64), np.arange(size, dtype=np.int32)
    given = DecisionProblem(np.eye(size, dtype=np.int32), ones, ones, rows)
    depth, plan = 0, make_plan(DecisionSearch(given), rows, "entropy")
    while plan is not None:
        depth, plan = depth + 1, plan.answers[0]
    assert depth == size - 1

    def fail(*given: object) -> None:
        raise RecursionError

    monkeypatch.setattr(DecisionSearch, "_look_into", fail)
    monkeypatch.setattr("fewest.decisions.strategies.gains", fail)
    for name in ("entropy", "optimal"):
        with pytest.raises(TooDeepError, match="This plan has too many questions in a row"):
            make_plan(DecisionSearch(given), rows, name)


def test_an_incomplete_plan_is_refused() -> None:
    given = problem([2, 1, 3])
    for name in ("entropy", "optimal"):
        with pytest.raises(FewestError, match="The time limit was reached before the work was done"):
            make_plan(DecisionSearch(given), ROWS, name, watch=Watch(deadline=0))
