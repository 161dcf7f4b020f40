"""Strategies for decision tables: what gains most for its cost, or perfect play."""

from collections.abc import Callable

import numpy as np

from fewest.decisions.plan import PlanStep
from fewest.decisions.search import DecisionSearch, Floats, Gains, by_cost, gains, too_deep
from fewest.decisions.table import DecisionProblem, Rows
from fewest.errors import FewestError
from fewest.watch import UNWATCHED, Watch


def entropy(gain: Gains) -> Floats:
    """The bits that the answer tells about what is asked for."""
    return gain.told


def expected_size(gain: Gains) -> Floats:
    """The share of what is possible that the answer rules out on average."""
    weights = gain.part_weights
    ruled_out: Floats = 1 - ((weights / weights.sum(axis=1, keepdims=True)) ** 2).sum(axis=1)
    return ruled_out


def most_parts(gain: Gains) -> Floats:
    """The number of answers that there may be, less one."""
    return (gain.parts - 1).astype(np.float64)


GREEDY: dict[str, Callable[[Gains], Floats]] = {
    "entropy": entropy,
    "expected-size": expected_size,
    "most-parts": most_parts,
}
"""What is gained by each question; it is divided by the cost."""

OPTIMAL = "optimal"

DEFAULT = "entropy"

SMALLEST_GAIN = 1e-9
"""Questions whose gains differ by less are equally good."""


def choose(problem: DecisionProblem, rows: Rows, name: str) -> int:
    """The question that gains most for its cost; of those alike, the first."""
    gain = gains(problem, rows)
    rates = by_cost(GREEDY[name](gain), problem.costs[gain.questions])
    best = int((rates >= rates.max() * (1 - SMALLEST_GAIN)).argmax())
    return int(gain.questions[best])


def make_plan(search: DecisionSearch, rows: Rows, name: str, watch: Watch = UNWATCHED) -> PlanStep | None:
    """The plan of a strategy."""
    if name not in (*GREEDY, OPTIMAL):
        raise FewestError(f"There is no strategy {name!r} for tables; use {', '.join(GREEDY)} or {OPTIMAL}.")
    problem = search.problem

    def follow(rows: Rows) -> PlanStep | None:
        watch.check()
        if problem.is_settled(rows):
            return None
        question = choose(problem, rows, name)
        return PlanStep(question, {answer: follow(part) for answer, part in problem.parts(rows, question).items()})

    try:
        return search.solve(rows, watch).plan if name == OPTIMAL else follow(rows)
    except RecursionError:
        raise too_deep() from None
