"""Exact decisions: the questions of least expected cost that tell which class a row of a table belongs to.

A position is a set of rows. It is settled once all its rows are of one class; before, some question is asked, whose
answers divide it. The search is best-first and keeps a lower bound for every question of every position that it has
looked into. It pursues whatever question has the least, only as far as until another one has less. So the bound of the
whole rises all the time, and the search may end at any time with a bound and a plan.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewest.errors import Interrupted, OutOfTimeError, TooDeepError
from fewest.system.interrupts import defer_ctrl_c
from fewest.trees.plan import Step
from fewest.watch import UNWATCHED, Watch

UNBOUNDED = 1 << 60
"""More than anything costs."""

SLACK = 0.002
"""How much further than needed, by weight and cost, a question is pursued, so that those alike do not take turns."""

POSITIONS_PER_REPORT = 200

MOST_POSITIONS = 500_000
"""How many positions a search keeps; then it ends as if the time were over."""

ROUNDING = 1e-12
"""By which part of their sum bits and pairs may be wrong."""

MOST_COUNTED = 4_000_000
"""How many weights of a question, an answer and a class are added up at a time."""

Rows = NDArray[np.int32]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Problem:
    """Rows with answers, weights and classes, and questions with costs: all of them whole numbers.

    Rows that no question tells apart are of one class. What any row pays, times the sum of the weights, is less than
    2 ** 53, so that floats hold it exactly.
    """

    answers: NDArray[np.int32]
    """A row per row, a column per question: numbers from 0 up."""
    costs: Ints
    weights: Ints
    classes: NDArray[np.int32]

    def rows(self) -> Rows:
        """Every row."""
        return np.arange(len(self.weights), dtype=np.int32)

    def parts(self, rows: Rows, question: int) -> dict[int, Rows]:
        """The rows by their answers to a question."""
        column = self.answers[rows, question]
        return {int(answer): rows[column == answer] for answer in np.unique(column)}

    def weight(self, rows: Rows) -> int:
        """The sum of the weights of some rows."""
        return int(self.weights[rows].sum())

    def is_settled(self, rows: Rows) -> bool:
        """Whether all these rows are of one class."""
        kinds = self.classes[rows]
        return bool((kinds == kinds[0]).all())


class Gains(NamedTuple):
    """What each question that divides some rows would tell; questions that tell the same as a cheaper one are left out.

    Of two that tell the same at the same cost the earlier is kept.
    """

    questions: Rows
    parts: Ints
    """The number of answers that each may get."""
    part_weights: Floats
    """The weight of every part, a row per question."""
    part_bits: Floats
    """The bits about the class that are missing in every part, times its weight."""
    part_pairs: Floats
    """The pairs of rows of different classes in every part, each counted with the product of the weights."""
    bits: float
    """The bits about the class that are missing now, times the weight."""
    pairs: float
    """The pairs of rows of different classes now."""

    @property
    def told(self) -> Floats:
        """The bits about the class that each question tells, times the weight."""
        told: Floats = np.maximum(0.0, self.bits - self.part_bits.sum(axis=1))
        return told


def gains(problem: Problem, rows: Rows, questions: Rows | None = None) -> Gains:
    """What each question tells about the class of some rows; `questions` may leave out those known to be useless."""
    columns = np.arange(len(problem.costs), dtype=np.int32) if questions is None else questions
    count = len(rows)
    given = problem.answers[np.ix_(rows, columns)]
    at = np.arange(len(columns))
    first = np.zeros((len(columns), int(given.max(initial=0)) + 1), np.int32)
    first[np.broadcast_to(at, given.shape)[::-1], given[::-1]] = np.arange(count, dtype=np.int32)[::-1, None]
    canon = first[at, given]  # the first row with the same answer: equal for questions that divide alike
    ranks = np.cumsum(canon == np.arange(count)[:, None], axis=0) - 1
    numbers = ranks[canon, at]  # the same, numbered from 0 without gaps
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
    part_pairs = np.zeros((len(chosen), most))
    together = max(1, MOST_COUNTED // (most * len(kinds)))  # so many questions at a time
    for begin in range(0, len(chosen), together):
        some = chosen[begin : begin + together]
        places = (np.arange(len(some)) * most + numbers[:, some]) * len(kinds) + kind.reshape(-1, 1)
        repeated = np.repeat(weights, len(some))
        joint: Floats = np.bincount(places.ravel(), repeated, len(some) * most * len(kinds)).astype(np.float64)
        joint = joint.reshape(len(some), most, len(kinds))
        within = joint.sum(axis=2)
        bits = np.maximum(0.0, _times_log(within) - _times_log(joint).sum(axis=2))
        bits[(joint > 0).sum(axis=2) <= 1] = 0.0
        part_weights[begin : begin + together], part_bits[begin : begin + together] = within, bits
        part_pairs[begin : begin + together] = (within**2 - (joint**2).sum(axis=2)) / 2
    totals: Floats = np.bincount(kind.ravel(), weights).astype(np.float64)
    missing = float(_times_log(weights.sum()) - _times_log(totals).sum())
    pairs = float(weights.sum() ** 2 - (totals**2).sum()) / 2
    return Gains(columns[chosen], sizes[chosen].astype(np.int64), part_weights, part_bits, part_pairs, missing, pairs)


def _times_log(weights: Floats | float) -> Floats:
    """Every weight times its binary logarithm."""
    array = np.asarray(weights, np.float64)
    found: Floats = array * np.log2(np.where(array > 0, array, 1.0))
    return found


def _whole(bounds: Floats, largest: float) -> Ints:
    """Lower bounds of whole numbers, rounded up; they may be wrong by the rounding of sums that are this large."""
    rounded: Ints = np.ceil(bounds * (1 - 1e-11) - 1e-6 - ROUNDING * largest).astype(np.int64)
    return np.maximum(0, rounded)


def least_questions(count: int, parts: Ints) -> Ints:
    """The least sum of questions that tells so many rows apart, for every number of rows from 0 to `count`.

    `parts` is how many answers each question has. On no way is one asked twice, so what comes after d questions takes
    at least the share 1 / (b1 * … * bd) of all that can be told apart, b1, b2, … being the most answers; and all
    shares together are at most 1. The sum is least if no two rows are more than one question apart.
    """
    ordered = np.sort(parts)[::-1].astype(np.float64)
    shares = np.concatenate(([1.0], 1 / np.cumprod(ordered)))
    shares = shares[: int((shares * count > 1).sum()) + 1]
    sizes = np.arange(count + 1)
    found = np.zeros(count + 1, np.int64)
    for depth in range(1, len(shares)):
        upper, lower = shares[depth - 1], shares[depth]
        earlier = np.floor((1 - sizes * lower) / (upper - lower) + 1e-6)
        total = sizes * depth - np.clip(earlier, 0, sizes)
        found = np.where((sizes * lower <= 1 + 1e-9) & (sizes * upper > 1 + 1e-9), total.astype(np.int64), found)
    return found


class _Position:
    """Some rows, and what is known about the cost of settling them."""

    __slots__ = ("best", "children", "floor", "low", "questions", "rows", "solved", "value", "weight")

    def __init__(self, rows: Rows, weight: int) -> None:
        self.rows = rows
        self.weight = weight
        self.value = 0
        """The least cost if solved, else a lower bound."""
        self.solved = True
        self.best = -1
        """The question to ask if solved; -1 if there is nothing to ask."""
        self.questions: Rows = rows[:0]
        self.low: Ints = np.zeros(0, np.int64)
        """A lower bound of the cost with each question first."""
        self.floor = 0
        self.children: dict[int, list[_Position]] = {}
        """What follows the questions that were looked into."""


@dataclass(frozen=True)
class Decided:
    """The best known plan, its cost, and a lower bound of the cost of any."""

    plan: Step | None
    """None if there is nothing to ask."""
    cost: int
    """The cost of the plan, summed over the rows, each times its weight."""
    lower_bound: int
    positions: int
    """How many positions were looked into."""

    @property
    def proved(self) -> bool:
        """Whether no plan costs less."""
        return self.cost == self.lower_bound


def too_deep() -> TooDeepError:
    """The error for a table of which too many questions are asked one after the other."""
    return TooDeepError("More questions are asked one after the other than a plan goes deep; leave out some columns.")


class Decisions:
    """Exact search over the positions of a problem; it remembers all that it finds out."""

    def __init__(self, problem: Problem, questions: Rows | None = None) -> None:
        """Start with nothing known; `questions` are those to be tried, if not all."""
        self.problem = problem
        self.questions = questions
        self._known: dict[bytes, _Position] = {}
        self._plans: dict[bytes, tuple[int, int]] = {}
        self._check: Callable[[], None] = lambda: None

    @property
    def positions(self) -> int:
        """How many positions were looked into."""
        return len(self._known)

    def decide(self, rows: Rows | None = None, watch: Watch = UNWATCHED) -> Decided:
        """The plan of least cost for some rows, or all.

        Ended early it raises OutOfTimeError at the deadline or Interrupted on Ctrl-C, both with a `Decided` that is not
        proved as `so_far`; or Stopped.
        """
        rows = self.problem.rows() if rows is None else rows
        try:
            with defer_ctrl_c() as check:
                self._check = self._checks(watch, check)
                self._solve(self._position(rows), UNBOUNDED)
        except RecursionError:
            raise too_deep() from None
        except OutOfTimeError as error:
            raise OutOfTimeError(str(error), self.so_far(rows)) from None
        except KeyboardInterrupt:
            raise Interrupted(self.so_far(rows)) from None
        return self.so_far(rows)

    def so_far(self, rows: Rows) -> Decided:
        """The best plan that follows from what is known, without more search."""
        self._check = lambda: None
        self._plans = {}
        try:
            position = self._position(rows)
            cost = self._plan_cost(position)
            return Decided(self._plan(position), cost, position.value, self.positions)
        except RecursionError:
            raise too_deep() from None

    def decide_after(self, question: int, rows: Rows | None = None, watch: Watch = UNWATCHED) -> Decided:
        """The plan of least cost with a first question given; may end early as `decide` does."""
        rows = self.problem.rows() if rows is None else rows
        try:
            for part in self.problem.parts(rows, question).values():
                self.decide(part, watch)
        except OutOfTimeError as error:
            raise OutOfTimeError(str(error), self.so_far_after(question, rows)) from None
        except Interrupted:
            raise Interrupted(self.so_far_after(question, rows)) from None
        return self.so_far_after(question, rows)

    def so_far_after(self, question: int, rows: Rows) -> Decided:
        """The best plan with a first question given that follows from what is known, without more search."""
        parts = {answer: self.so_far(part) for answer, part in self.problem.parts(rows, question).items()}
        asked = self.problem.weight(rows) * int(self.problem.costs[question])
        return Decided(
            Step(question, {answer: each.plan for answer, each in parts.items()}),
            asked + sum(each.cost for each in parts.values()),
            asked + sum(each.lower_bound for each in parts.values()),
            self.positions,
        )

    def bounds(self, rows: Rows) -> dict[int, int]:
        """A lower bound of the cost with each question first, as far as is known without more search."""
        position = self._position(rows)
        return dict(zip(position.questions.tolist(), position.low.tolist(), strict=True))

    def _checks(self, watch: Watch, interrupted: Callable[[], None]) -> Callable[[], None]:
        def check() -> None:
            interrupted()
            if len(self._known) >= MOST_POSITIONS:
                raise OutOfTimeError(f"A proof takes more than {MOST_POSITIONS:,} positions.", None)
            if len(self._known) % POSITIONS_PER_REPORT:
                watch.check()
            else:
                watch.update(len(self._known), text=f"{len(self._known):,} positions")

        return check

    def _position(self, rows: Rows, questions: Rows | None = None) -> _Position:
        """Look into some rows, once; `questions` are those that divide a larger set."""
        key = rows.tobytes()
        found = self._known.get(key)
        if found is None:
            self._check()
            found = self._known[key] = self._look_into(rows, questions)
        return found

    def _look_into(self, rows: Rows, questions: Rows | None) -> _Position:
        problem = self.problem
        made = _Position(rows, problem.weight(rows))
        if problem.is_settled(rows):
            return made
        if len(rows) == 2:
            one, two = problem.answers[rows]
            useful = np.flatnonzero(one != two)
            if self.questions is not None:
                useful = np.intersect1d(useful, self.questions)
            made.best = int(useful[problem.costs[useful].argmin()])
            made.value = made.weight * int(problem.costs[made.best])
            return made
        gain = gains(problem, rows, self.questions if questions is None else questions)
        costs = problem.costs[gain.questions]
        made.solved = False
        made.questions = gain.questions
        after = self._least_after(gain, costs)
        made.floor = max(
            self._least_for_bits(gain, costs, made.weight),
            int(_whole(self._least_for_pairs(gain, costs, np.array([gain.pairs])), 0.0)[0]),
        )
        each = int(problem.weights[rows[0]])
        if (problem.weights[rows] == each).all() and len(np.unique(problem.classes[rows])) == len(rows):
            least = least_questions(len(rows), gain.parts) * (each * int(costs.min()))
            after = np.maximum(after, least[np.round(gain.part_weights / each).astype(np.intp)].sum(axis=1))
            made.floor = max(made.floor, int(least[-1]))
        made.low = costs * made.weight + after
        settles = (gain.part_bits == 0).all(axis=1)
        first = int(made.low.argmin())
        made.value = max(made.floor, int(made.low[first]))
        if settles[first] and made.floor <= made.low[first]:
            made.solved, made.best = True, int(gain.questions[first])
        return made

    @staticmethod
    def _least_after(gain: Gains, costs: Ints) -> Ints:
        """A lower bound of what is still to be paid after each question, from the bits that are missing.

        On no way is a question asked twice, and an answer tells no more bits than the number of answers allows. So who
        needs some bits pays at least for the questions that tell most for their cost, the last of them in part.
        """
        per_question = np.log2(gain.parts)
        order = np.argsort(costs / per_question, kind="stable")
        bits = np.concatenate(([0.0], np.cumsum(per_question[order])))
        paid = np.concatenate(([0.0], np.cumsum(costs[order].astype(np.float64))))
        weights = np.where(gain.part_weights > 0, gain.part_weights, 1.0)
        by_bits = np.interp(gain.part_bits / weights, bits, paid)
        cheapest = np.sort(costs)
        again = np.where(costs == cheapest[0], cheapest[min(1, len(costs) - 1)], cheapest[0])  # another question
        once = np.where(gain.part_bits > 0, again[:, None], 0)
        by_pairs = Decisions._least_for_pairs(gain, costs, gain.part_pairs)
        largest = float(gain.part_weights[0].sum() * costs.max())
        by_bits = np.maximum(0.0, by_bits * gain.part_weights - ROUNDING * largest)
        after: Ints = _whole(np.maximum(np.maximum(by_bits, once * gain.part_weights), by_pairs), 0.0).sum(axis=1)
        return after

    @staticmethod
    def _least_for_pairs(gain: Gains, costs: Ints, pairs: Floats) -> Floats:
        """Lower bounds of telling pairs of rows of different classes apart.

        Rows that a question tells apart do not both give its most common answer. So wherever it is asked it tells no
        more pairs apart, for each row there, than the weight of those that give another answer; and never more than it
        does now.
        """
        others = gain.part_weights.sum(axis=1) - gain.part_weights.max(axis=1)
        unsure = ROUNDING * float(gain.part_weights[0].sum()) ** 2
        most = np.maximum(0.0, gain.pairs - gain.part_pairs.sum(axis=1)) + unsure
        rate = costs / others
        order = np.argsort(rate, kind="stable")
        told = np.concatenate(([0.0], np.cumsum(most[order])))
        paid = np.concatenate(([0.0], np.cumsum((most * rate)[order])))
        found: Floats = np.interp(np.maximum(0.0, pairs - unsure), told, paid)
        return found

    @staticmethod
    def _least_for_bits(gain: Gains, costs: Ints, weight: int) -> int:
        """A lower bound from the bits that are missing: no question tells more bits than its own answer has.

        Whatever is asked before, the answers to one question have no more bits, all its places taken together, than
        they have now; and it costs its part for each of them.
        """
        shares = gain.part_weights / weight
        most = np.maximum(0.0, -_times_log(shares).sum(axis=1))
        rate = costs / np.log2(gain.parts)
        order = np.argsort(rate, kind="stable")
        bits = np.concatenate(([0.0], np.cumsum(most[order])))
        paid = np.concatenate(([0.0], np.cumsum((most * rate)[order])))
        least = np.interp(gain.bits / weight, bits, paid) * np.array([weight], np.float64)
        return int(_whole(least, weight * float(costs.max()))[0])

    def _children(self, position: _Position, at: int) -> list[_Position]:
        """What follows a question; equal for all questions that divide alike."""
        found = position.children.get(at)
        if found is None:
            parts = self.problem.parts(position.rows, int(position.questions[at]))
            found = [self._position(part, position.questions) for part in parts.values()]
            position.children[at] = found = [each for each in found if each.value or not each.solved]
        return found

    def _solve(self, position: _Position, limit: int) -> None:
        """Raise the bound of a position above the limit, or solve it."""
        if position.solved:
            return
        low, weight = position.low, position.weight
        slack = int(SLACK * weight * float(self.problem.costs[position.questions].mean()))
        while position.value <= limit:
            at = int(low.argmin())
            children = self._children(position, at)
            asked = weight * int(self.problem.costs[position.questions[at]])
            now = asked + sum(each.value for each in children)
            if now > low[at]:
                low[at] = now
                position.value = max(position.floor, int(low.min()))
                continue
            unsolved = next((each for each in children if not each.solved), None)
            if unsolved is None:
                position.value, position.solved, position.best = now, True, int(position.questions[at])
                return
            low[at] = UNBOUNDED
            other = int(low.min())
            low[at] = now
            room = max(0, min(limit, other + slack) - now)
            try:
                self._solve(unsolved, unsolved.value + room)
            finally:
                low[at] = asked + sum(each.value for each in children)
                position.value = max(position.floor, int(low.min()))

    def _plan_cost(self, position: _Position) -> int:
        """The cost of the best plan that is known for a position, which is kept."""
        if position.solved:
            return position.value
        key = position.rows.tobytes()
        if key not in self._plans:
            tried = [self._greedy(position)]
            if position.children:
                known = min(position.children, key=lambda at: int(position.low[at]))
                tried.append(known)
            self._plans[key] = min((self._cost_with(position, at), at) for at in dict.fromkeys(tried))
        return self._plans[key][0]

    def _cost_with(self, position: _Position, at: int) -> int:
        asked = position.weight * int(self.problem.costs[position.questions[at]])
        return asked + sum(map(self._plan_cost, self._children(position, at)))

    def _greedy(self, position: _Position) -> int:
        """The place of the question that tells most for its cost."""
        gain = gains(self.problem, position.rows, position.questions)
        return int(by_gain(gain.told, self.problem.costs[gain.questions]).argmax())

    def _plan(self, position: _Position) -> Step | None:
        """Write the plan down whose cost was worked out."""
        if self.problem.is_settled(position.rows):
            return None
        question = position.best
        if not position.solved:
            question = int(position.questions[self._plans[position.rows.tobytes()][1]])
        parts = self.problem.parts(position.rows, question)
        return Step(question, {answer: self._follow(part) for answer, part in parts.items()})

    def _follow(self, rows: Rows) -> Step | None:
        position = self._position(rows)
        self._plan_cost(position)
        return self._plan(position)


def by_gain(told: Floats, costs: Ints) -> Floats:
    """Gains for each unit of cost; what is free goes first."""
    with np.errstate(divide="ignore"):
        rates: Floats = np.where(costs > 0, told / np.maximum(costs, 1), np.where(told > 0, np.inf, 0.0))
    return rates
