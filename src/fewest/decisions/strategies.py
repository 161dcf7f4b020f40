"""Strategies for decision tables: greedy by gain per cost, or optimal."""

from collections.abc import Callable

import numpy as np

from fewest.decisions.plan import PlanStep
from fewest.decisions.search import DecisionSearch, Floats, Gains, by_cost, gains, too_deep
from fewest.decisions.table import DecisionProblem, Rows
from fewest.errors import FewestError
from fewest.watch import UNWATCHED, Watch


def entropy(gain: Gains) -> Floats:
    """The bits gained by the answer about the class, or the row."""
    return gain.told


def expected_size(gain: Gains) -> Floats:
    """The share of the possible rows, by weight, that the answer rules out on average."""
    weights = gain.part_weights
    ruled_out: Floats = 1 - ((weights / weights.sum(axis=1, keepdims=True)) ** 2).sum(axis=1)
    return ruled_out


def most_parts(gain: Gains) -> Floats:
    """The number of possible answers, minus one."""
    return (gain.parts - 1).astype(np.float64)


GREEDY: dict[str, Callable[[Gains], Floats]] = {
    "entropy": entropy,
    "expected-size": expected_size,
    "most-parts": most_parts,
}
"""The gain of each question, which is then divided by its cost."""

OPTIMAL = "optimal"

DEFAULT = "entropy"

SMALLEST_GAIN = 1e-9
"""Questions whose gains differ by less than this share are equally good."""


def choose(problem: DecisionProblem, rows: Rows, name: str) -> int:
    """The question with the largest gain relative to its cost; among equally good ones, the first."""
    gain = gains(problem, rows)
    rates = by_cost(GREEDY[name](gain), problem.costs[gain.questions])
    best = int((rates >= rates.max() * (1 - SMALLEST_GAIN)).argmax())
    return int(gain.questions[best])


def make_plan(search: DecisionSearch, rows: Rows, name: str, watch: Watch = UNWATCHED) -> PlanStep | None:
    """Make the plan of a strategy; None if there is nothing to ask."""
    if name not in (*GREEDY, OPTIMAL):
        raise FewestError(f"Unknown strategy {name!r} for tables. Use {', '.join(GREEDY)} or {OPTIMAL}.")
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
