"""Exact search for the questions that find the class of a row at the least expected cost.

A position is a set of rows. It is settled once all its rows are of one class; until then, a question divides it by the
answers. The search is best-first: it keeps a lower bound for every question in every position visited, and follows the
question with the least bound until another one has a lower bound. The bound of the root never falls, so the search can
stop at any time with a bound and a plan.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewest.decisions.plan import PlanStep
from fewest.decisions.table import DecisionProblem, Ints, Rows
from fewest.errors import OutOfTimeError, TooDeepError
from fewest.system.interrupts import defer_ctrl_c
from fewest.watch import UNWATCHED, Watch

UNBOUNDED = 1 << 60
"""A cost above that of any plan."""

SLACK = 0.002
"""A question is followed until its bound exceeds the next-best bound by this share of weight times mean cost.

This keeps the search from alternating between questions with similar bounds.
"""

POSITIONS_PER_REPORT = 200

MOST_POSITIONS = 500_000
"""The most positions that a search keeps; beyond that it ends as at its deadline."""

ROUNDING = 1e-12
"""The largest rounding error of sums of bits, as a share of the sum."""

MOST_COUNTED = 4_000_000
"""The largest array of weights by question, answer and class that is built at a time."""

Floats = NDArray[np.float64]


class Gains(NamedTuple):
    """The gain of each useful question for some rows.

    Among questions that divide the rows in the same way, only the cheapest is kept, or the earliest of the cheapest.
    """

    questions: Rows
    parts: Ints
    """The number of possible answers to each."""
    part_weights: Floats
    """The weight of every part, a row per question."""
    part_bits: Floats
    """The bits about the class that are missing in every part, times its weight."""
    bits: float
    """The bits about the class that are missing now, times the weight."""

    @property
    def told(self) -> Floats:
        """The bits about the class that each question gains, times the weight."""
        told: Floats = np.maximum(0.0, self.bits - self.part_bits.sum(axis=1))
        return told


def gains(problem: DecisionProblem, rows: Rows, questions: Rows | None = None) -> Gains:
    """The gain of each question for some rows; `questions` may leave out some that are known to be useless."""
    columns = np.arange(len(problem.costs), dtype=np.int32) if questions is None else questions
    count = len(rows)
    answers = problem.answers[np.ix_(rows, columns)]
    places = np.arange(len(columns))
    first = np.zeros((len(columns), int(answers.max(initial=0)) + 1), np.int32)
    first[np.broadcast_to(places, answers.shape)[::-1], answers[::-1]] = np.arange(count, dtype=np.int32)[::-1, None]
    canon = first[places, answers]  # the first row with the same answer: equal for questions that divide alike
    ranks = np.cumsum(canon == np.arange(count)[:, None], axis=0) - 1
    numbers = ranks[canon, places]  # the same as canon, numbered from 0 without gaps
    sizes = ranks[-1] + 1
    costs = problem.costs[columns]
    kept: dict[bytes, int] = {}
    rowwise = np.ascontiguousarray(canon.T)
    for column in np.flatnonzero(sizes > 1).tolist():
        key = rowwise[column].tobytes()
        before = kept.get(key)
        if before is None or costs[column] < costs[before]:
            kept[key] = column
    chosen = np.array(sorted(kept.values()), np.intp)
    kinds, kind = np.unique(problem.classes[rows], return_inverse=True)
    weights = problem.weights[rows].astype(np.float64)
    most = int(sizes[chosen].max(initial=1))
    part_weights = np.zeros((len(chosen), most))
    part_bits = np.zeros((len(chosen), most))
    together = max(1, MOST_COUNTED // (most * len(kinds)))  # questions per block
    for begin in range(0, len(chosen), together):
        some = chosen[begin : begin + together]
        cells = (np.arange(len(some)) * most + numbers[:, some]) * len(kinds) + kind.reshape(-1, 1)
        repeated = np.repeat(weights, len(some))
        joint: Floats = np.bincount(cells.ravel(), repeated, len(some) * most * len(kinds)).astype(np.float64)
        joint = joint.reshape(len(some), most, len(kinds))
        within = joint.sum(axis=2)
        bits = np.maximum(0.0, _times_log(within) - _times_log(joint).sum(axis=2))
        bits[(joint > 0).sum(axis=2) <= 1] = 0.0
        part_weights[begin : begin + together], part_bits[begin : begin + together] = within, bits
    totals: Floats = np.bincount(kind.ravel(), weights).astype(np.float64)
    missing = float(_times_log(weights.sum()) - _times_log(totals).sum())
    return Gains(columns[chosen], sizes[chosen].astype(np.int64), part_weights, part_bits, missing)


def _times_log(weights: Floats | float) -> Floats:
    """Every weight times its binary logarithm."""
    array = np.asarray(weights, np.float64)
    product: Floats = array * np.log2(np.where(array > 0, array, 1.0))
    return product


def _whole(bounds: Floats, largest: float) -> Ints:
    """Round lower bounds of whole numbers up, allowing for the rounding errors of sums up to `largest`."""
    rounded: Ints = np.ceil(bounds * (1 - 1e-11) - 1e-6 - ROUNDING * largest).astype(np.int64)
    return np.maximum(0, rounded)


def _least_paid(needed: Floats, amounts: Floats, rates: Floats) -> Floats:
    """The least cost of some amounts from sources with an amount and a price per unit each.

    The cheapest sources are used first, the last one in part.
    """
    order = np.argsort(rates, kind="stable")
    taken = np.concatenate(([0.0], np.cumsum(amounts[order])))
    paid = np.concatenate(([0.0], np.cumsum((amounts * rates)[order])))
    least: Floats = np.interp(needed, taken, paid)
    return least


def least_questions(count: int, parts: Ints) -> Ints:
    """A lower bound on the questions, summed over rows, that tell n rows apart; for every n from 0 to `count`.

    `parts` is the number of answers to each question. No path asks a question twice, so a row found after d questions
    takes up at least the share 1 / (b1 * … * bd) of the plan, where b1, b2, … are the largest numbers of answers. All
    shares together are at most 1 (Kraft's inequality). The sum is least if the depths of all rows differ by at most 1.
    """
    ordered = np.sort(parts)[::-1].astype(np.float64)
    shares = np.concatenate(([1.0], 1 / np.cumprod(ordered)))
    shares = shares[: int((shares * count > 1).sum()) + 1]
    sizes = np.arange(count + 1)
    least = np.zeros(count + 1, np.int64)
    for depth in range(1, len(shares)):
        upper, lower = shares[depth - 1], shares[depth]
        earlier = np.floor((1 - sizes * lower) / (upper - lower) + 1e-6)
        total = sizes * depth - np.clip(earlier, 0, sizes)
        least = np.where((sizes * lower <= 1 + 1e-9) & (sizes * upper > 1 + 1e-9), total.astype(np.int64), least)
    return least


@dataclass(slots=True, eq=False)
class _SearchNode:
    """A position: some rows, and bounds on the cost of settling them."""

    rows: Rows
    weight: int
    value: int = 0
    """The least cost if solved, else a lower bound."""
    solved: bool = True
    best: int = -1
    """The question to ask if solved; -1 if there is nothing to ask."""
    questions: Rows = field(default_factory=lambda: np.zeros(0, np.int32))
    low: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    """A lower bound of the cost with each question first."""
    floor: int = 0
    children: dict[int, list["_SearchNode"]] = field(default_factory=dict)
    """The positions after each question that was expanded, by its place in `questions`."""


class Decided(NamedTuple):
    """The best known plan, its cost, and a lower bound on the cost of any plan; costs are weighted sums over rows."""

    plan: PlanStep | None
    """None if there is nothing to ask."""
    cost: int
    lower_bound: int


def too_deep() -> TooDeepError:
    """The error for a plan that is too deep for recursion."""
    return TooDeepError("This plan has too many questions in a row; leave out some columns.")


class DecisionSearch:
    """Exact search over the positions of a problem; it remembers all results."""

    def __init__(self, problem: DecisionProblem) -> None:
        """Start with nothing known."""
        self.problem = problem
        self._nodes: dict[bytes, _SearchNode] = {}
        self._plans: dict[bytes, tuple[int, PlanStep | None]] = {}
        self._check: Callable[[], None] = lambda: None

    @property
    def positions(self) -> int:
        """The number of positions searched."""
        return len(self._nodes)

    def solve(self, rows: Rows, watch: Watch = UNWATCHED) -> Decided:
        """The plan of least cost for some rows.

        It may end early with OutOfTimeError, KeyboardInterrupt or Stopped; then `best_known` returns the best so far.
        """
        try:
            with defer_ctrl_c() as check:
                self._check = self._checks(watch, check)
                self._solve(self._node(rows), UNBOUNDED)
        except RecursionError:
            raise too_deep() from None
        finally:
            self._check = lambda: None
        return self.best_known(rows)

    def best_known(self, rows: Rows) -> Decided:
        """The best plan found so far, without further search."""
        self._plans = {}
        try:
            cost, plan = self._best_plan(rows)
            return Decided(plan, cost, self._node(rows).value)
        except RecursionError:
            raise too_deep() from None

    def cost_with(self, rows: Rows, question: int, watch: Watch = UNWATCHED) -> int:
        """The least cost with a first question given; it may end early as `solve` does."""
        parts = self.problem.parts(rows, question).values()
        asked = self.problem.weight(rows) * int(self.problem.costs[question])
        return asked + sum(self.solve(part, watch).cost for part in parts)

    def bounds(self, rows: Rows) -> dict[int, int]:
        """A lower bound on the cost with each question first, without further search."""
        node = self._node(rows)
        return dict(zip(node.questions.tolist(), node.low.tolist(), strict=True))

    def _checks(self, watch: Watch, interrupted: Callable[[], None]) -> Callable[[], None]:
        def check() -> None:
            interrupted()
            if len(self._nodes) >= MOST_POSITIONS:
                raise OutOfTimeError(f"A proof needs more than {MOST_POSITIONS:,} positions.", None)
            if len(self._nodes) % POSITIONS_PER_REPORT:
                watch.check()
            else:
                watch.update(len(self._nodes), text=f"{len(self._nodes):,} positions")

        return check

    def _node(self, rows: Rows, questions: Rows | None = None) -> _SearchNode:
        """The position of some rows, created on first use; `questions` are those that divide a superset of the rows."""
        key = rows.tobytes()
        node = self._nodes.get(key)
        if node is None:
            self._check()
            node = self._nodes[key] = self._look_into(rows, questions)
        return node

    def _look_into(self, rows: Rows, questions: Rows | None) -> _SearchNode:
        problem = self.problem
        node = _SearchNode(rows, problem.weight(rows))
        if problem.is_settled(rows):
            return node
        if len(rows) == 2:  # the cheapest question that tells them apart
            one, two = problem.answers[rows]
            useful = np.flatnonzero(one != two)
            node.best = int(useful[problem.costs[useful].argmin()])
            node.value = node.weight * int(problem.costs[node.best])
            return node
        gain = gains(problem, rows, questions)
        costs = problem.costs[gain.questions]
        node.questions = gain.questions
        after = self._least_after(gain, costs)
        node.floor = self._least_for_bits(gain, costs, node.weight)
        weight = int(problem.weights[rows[0]])
        if (problem.weights[rows] == weight).all() and len(np.unique(problem.classes[rows])) == len(rows):
            least = least_questions(len(rows), gain.parts) * (weight * int(costs.min()))
            after = np.maximum(after, least[np.round(gain.part_weights / weight).astype(np.intp)].sum(axis=1))
            node.floor = max(node.floor, int(least[-1]))
        node.low = costs * node.weight + after
        settles = (gain.part_bits == 0).all(axis=1)
        first = int(node.low.argmin())
        node.value = max(node.floor, int(node.low[first]))
        node.solved = bool(settles[first]) and node.floor <= node.low[first]
        if node.solved:
            node.best = int(gain.questions[first])
        return node

    @staticmethod
    def _least_after(gain: Gains, costs: Ints) -> Ints:
        """A lower bound on the remaining cost after each question, from the bits that are missing.

        No path asks a question twice, and a question with k answers gains at most log2(k) bits. So the missing bits
        cost at least as much as if they came from the questions with the most bits per cost, the last one used in part.
        """
        per_question = np.log2(gain.parts)
        weights = np.where(gain.part_weights > 0, gain.part_weights, 1.0)
        by_bits = _least_paid(gain.part_bits / weights, per_question, costs / per_question)
        cheapest = np.sort(costs)
        again = np.where(costs == cheapest[0], cheapest[min(1, len(costs) - 1)], cheapest[0])  # another question
        once = np.where(gain.part_bits > 0, again[:, None], 0)
        largest = float(gain.part_weights[0].sum() * costs.max())
        by_bits = np.maximum(0.0, by_bits * gain.part_weights - ROUNDING * largest)
        after: Ints = _whole(np.maximum(by_bits, once * gain.part_weights), 0.0).sum(axis=1)
        return after

    @staticmethod
    def _least_for_bits(gain: Gains, costs: Ints, weight: int) -> int:
        """A lower bound from the bits that are missing: a question gains at most the entropy of its answer.

        All occurrences of one question in a plan together gain at most the entropy that its answer has now, and each
        occurrence costs its share.
        """
        most = np.maximum(0.0, -_times_log(gain.part_weights / weight).sum(axis=1))
        least = _least_paid(np.array([gain.bits / weight]), most, costs / np.log2(gain.parts)) * weight
        return int(_whole(least, weight * float(costs.max()))[0])

    def _children(self, node: _SearchNode, place: int) -> list[_SearchNode]:
        """The unsettled sets of rows that follow a question."""
        if place not in node.children:
            parts = self.problem.parts(node.rows, int(node.questions[place]))
            below = [self._node(part, node.questions) for part in parts.values()]
            node.children[place] = [child for child in below if child.value or not child.solved]
        return node.children[place]

    def _solve(self, node: _SearchNode, limit: int) -> None:
        """Raise the bound of a node above the limit, or solve it."""
        if node.solved:
            return
        low = node.low
        slack = int(SLACK * node.weight * float(self.problem.costs[node.questions].mean()))
        while node.value <= limit:
            place = int(low.argmin())
            children = self._children(node, place)
            asked = node.weight * int(self.problem.costs[node.questions[place]])
            now = asked + sum(child.value for child in children)
            if now > low[place]:
                low[place] = now
                node.value = max(node.floor, int(low.min()))
                continue
            unsolved = next((child for child in children if not child.solved), None)
            if unsolved is None:
                node.value, node.solved, node.best = now, True, int(node.questions[place])
                return
            low[place] = UNBOUNDED
            other = int(low.min())
            low[place] = now
            room = max(0, min(limit, other + slack) - now)
            try:
                self._solve(unsolved, unsolved.value + room)
            finally:
                low[place] = asked + sum(child.value for child in children)
                node.value = max(node.floor, int(low.min()))

    def _best_plan(self, rows: Rows, questions: Rows | None = None) -> tuple[int, PlanStep | None]:
        """The cost of the best known plan for some rows, and the plan."""
        if self.problem.is_settled(rows):
            return 0, None
        key = rows.tobytes()
        if key not in self._plans:
            node = self._node(rows, questions)
            tried = {node.best} if node.solved else self._promising(node)
            self._plans[key] = min((self._plan_with(node, question) for question in sorted(tried)), key=itemgetter(0))
        return self._plans[key]

    def _promising(self, node: _SearchNode) -> set[int]:
        """The question with the most bits per cost, and the expanded question with the least bound."""
        gain = gains(self.problem, node.rows, node.questions)
        tried = {int(gain.questions[by_cost(gain.told, self.problem.costs[gain.questions]).argmax()])}
        if node.children:
            tried.add(int(node.questions[min(node.children, key=lambda place: int(node.low[place]))]))
        return tried

    def _plan_with(self, node: _SearchNode, question: int) -> tuple[int, PlanStep]:
        parts = self.problem.parts(node.rows, question)
        below = {answer: self._best_plan(part, node.questions) for answer, part in parts.items()}
        cost = node.weight * int(self.problem.costs[question]) + sum(cost for cost, _ in below.values())
        return cost, PlanStep(question, {answer: step for answer, (_, step) in below.items()})


def by_cost(gained: Floats, costs: Ints) -> Floats:
    """Gains per unit of cost; free questions go first."""
    with np.errstate(divide="ignore"):
        rates: Floats = np.where(costs > 0, gained / np.maximum(costs, 1), np.where(gained > 0, np.inf, 0.0))
    return rates
