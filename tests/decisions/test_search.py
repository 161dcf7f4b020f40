import math
from contextlib import suppress
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest._core import Stopped, StopToken
from fewest.decisions.plan import PlanStep
from fewest.decisions.search import DecisionSearch, gains, least_questions
from fewest.decisions.table import DecisionProblem, Rows
from fewest.errors import OutOfTimeError
from fewest.watch import Progress, Watch
from tests import oracles


def problem(
    answers: list[list[int]], costs: list[int], weights: list[int] | None = None, classes: list[int] | None = None
) -> DecisionProblem:
    """A problem with small numbers; by default all rows weigh the same and have different classes."""
    rows = range(len(answers))
    return DecisionProblem(
        np.array(answers, np.int32),
        np.array(costs, np.int64),
        np.array([1 for _ in rows] if weights is None else weights, np.int64),
        np.array([*rows] if classes is None else classes, np.int32),
    )


def every(given: DecisionProblem) -> Rows:
    """Every row of a problem."""
    return np.arange(len(given.weights), dtype=np.int32)


@st.composite
def problems(draw: st.DrawFn) -> DecisionProblem:
    """Some different rows, with or without costs, weights and classes."""
    columns = draw(st.integers(1, 5))
    answer = st.integers(0, draw(st.integers(1, 3)))
    row = st.tuples(*[answer] * columns)
    answers = draw(st.lists(row, min_size=1, max_size=9, unique=True))
    each = st.integers(1, 9) | st.sampled_from([10**9, 123_456_789_012])  # so different that floats round
    costs = draw(st.one_of(st.just([1] * columns), st.lists(st.integers(0, 20), min_size=columns, max_size=columns)))
    weights = draw(st.none() | st.lists(each, min_size=len(answers), max_size=len(answers)))
    classes = draw(st.none() | st.lists(st.integers(0, 2), min_size=len(answers), max_size=len(answers)))
    return problem([[*each] for each in answers], costs, weights, classes)


def least(given: DecisionProblem) -> int:
    """The least cost by trying everything."""
    mean = oracles.least_expected_cost(
        [[str(answer) for answer in row] for row in given.answers.tolist()],
        [Fraction(cost) for cost in given.costs.tolist()],
        [Fraction(weight) for weight in given.weights.tolist()],
        [str(kind) for kind in given.classes.tolist()],
    )
    return int(mean * int(given.weights.sum()))


def played(given: DecisionProblem, plan: PlanStep | None) -> int:
    """The cost of a plan, row by row; checks that every row ends with rows of its class."""
    total = 0
    ends: dict[tuple[tuple[int, int], ...], int] = {}
    for row in range(len(given.weights)):
        step, path = plan, []
        while step is not None:
            answer = int(given.answers[row, step.question])
            path.append((step.question, answer))
            total += int(given.weights[row]) * int(given.costs[step.question])
            step = step.answers[answer]
        assert ends.setdefault(tuple(path), given.classes[row]) == given.classes[row]
    return total


@given(problems())
def test_the_cost_is_the_least_of_all(given: DecisionProblem) -> None:
    found = DecisionSearch(given).solve(every(given))
    assert found.cost == found.lower_bound == least(given) == played(given, found.plan)


@given(problems(), st.integers(1, 40))
def test_a_search_that_ends_early_has_a_plan_and_a_bound(given: DecisionProblem, after: int) -> None:
    calls = 0

    class Impatient(Watch):
        def check(self) -> None:
            nonlocal calls
            calls += 1
            if calls > after:
                raise OutOfTimeError("enough", None)

    search = DecisionSearch(given)
    with suppress(OutOfTimeError):
        search.solve(every(given), Impatient())
    found = search.best_known(every(given))
    assert found.lower_bound <= least(given) <= found.cost == played(given, found.plan)
    assert search.solve(every(given)).cost == least(given)  # and the search can continue


def hard_problem() -> DecisionProblem:
    """A problem whose proof takes longer than any test."""
    rng = np.random.default_rng(3)
    return problem(rng.integers(0, 2, (200, 30)).tolist(), [1] * 30, classes=rng.integers(0, 2, 200).tolist())


def press(progress: Progress) -> None:
    """Press Ctrl-C."""
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("watch", "end"), [(Watch(press), KeyboardInterrupt), (Watch(deadline=-math.inf), OutOfTimeError)]
)
def test_ctrl_c_and_a_deadline_end_it_with_what_is_known(watch: Watch, end: type[BaseException]) -> None:
    given = hard_problem()
    search = DecisionSearch(given)
    with pytest.raises(end):
        search.solve(every(given), watch)
    assert 0 < search.best_known(every(given)).lower_bound < search.best_known(every(given)).cost


def test_a_stop_ends_it() -> None:
    token = StopToken()
    token.stop()
    with pytest.raises(Stopped):
        DecisionSearch(hard_problem()).solve(every(hard_problem()), Watch(stop=token))


@given(problems())
def test_bounds_are_bounds(given: DecisionProblem) -> None:
    search = DecisionSearch(given)
    before = search.bounds(every(given))
    for question, bound in before.items():
        assert bound <= search.cost_with(every(given), question)
    best = search.solve(every(given))
    assert all(bound >= best.cost for bound in search.bounds(every(given)).values())


def test_rounding_does_not_break_bounds() -> None:
    """Weights that differ by eleven digits, and free questions, so that the rest costs almost nothing."""
    given = problem(
        [[0, 2, 2, 0, 0], [1, 0, 2, 1, 2], [1, 1, 2, 2, 2], [1, 2, 2, 2, 2], [2, 0, 0, 2, 1], [2, 1, 2, 2, 2]],
        [5, 5, 0, 0, 2],
        [25367748611, 2, 97852951418, 1, 3, 2],
        [0, 2, 2, 1, 2, 1],
    )
    assert DecisionSearch(given).solve(every(given)).cost == least(given) == 978529514200


def test_only_the_cheapest_of_equivalent_questions_is_kept() -> None:
    given = problem([[0, 1, 5, 2], [1, 0, 3, 2], [1, 0, 3, 2]], [3, 2, 2, 1], classes=[0, 1, 1])
    assert gains(given, every(given)).questions.tolist() == [1]
    assert DecisionSearch(given).solve(every(given)).plan == PlanStep(1, {0: None, 1: None})


def test_gains_are_bits_about_the_class() -> None:
    given = problem([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 1], classes=[0, 0, 1, 1])
    found = gains(given, every(given))
    assert found.bits == pytest.approx(4.0)
    assert found.told.tolist() == pytest.approx([4.0, 0.0])


@pytest.mark.parametrize(
    ("parts", "sums"),
    [
        ([2, 2, 2], [0, 0, 2, 5, 8, 12, 16, 20, 24]),
        ([3, 3], [0, 0, 2, 3, 6, 8, 11, 13, 16, 18]),
        ([2, 3, 2], [0, 0, 2, 3, 6, 9, 12]),
        ([9, 2], [0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 12]),
    ],
)
def test_the_least_sum_of_questions(parts: list[int], sums: list[int]) -> None:
    assert least_questions(len(sums) - 1, np.array(parts)).tolist() == sums


def test_two_hundred_rows_and_thirty_questions_are_proved_at_once() -> None:
    rng = np.random.default_rng(7)
    rows = rng.integers(0, 3, (200, 30))
    models, kinds = rng.integers(0, 3, (12, 30)), rng.integers(0, 12, 200)
    alike = np.where(rng.random((200, 30)) < 0.1, rows, models[kinds])  # rows of one class answer mostly alike
    costs, weights = rng.integers(1, 20, 30).tolist(), rng.integers(1, 9, 200).tolist()
    for large in (problem(rows.tolist(), [1] * 30), problem(alike.tolist(), costs, weights, kinds.tolist())):
        found = DecisionSearch(large).solve(every(large), Watch().within(100))
        assert found.cost == found.lower_bound == played(large, found.plan)
