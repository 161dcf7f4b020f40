"""What can be asked about a decision table: the best plan, the next questions, what one would tell."""

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fewest.decisions.plan import Plan, read_plan
from fewest.decisions.results import (
    AnswerPart,
    AnswerParts,
    Chance,
    CostChance,
    EvaluatedPlan,
    PlanSearch,
    QuestionAdvice,
    QuestionsAdvised,
)
from fewest.decisions.search import DecisionProblem, DecisionSearch, by_cost, gains
from fewest.decisions.strategies import DEFAULT, GREEDY, OPTIMAL, make_plan
from fewest.decisions.table import DecisionTable, Evidence
from fewest.errors import FewestError, OutOfTimeError, TreeError
from fewest.watch import UNWATCHED, Watch

EXACT_SECONDS = 1.0
"""How long an exact search for a suggestion may take."""


def prove_plan(evidence: Evidence, watch: Watch = UNWATCHED) -> EvaluatedPlan:
    """Find the plan of least expected cost, with proof; at the deadline or on Ctrl-C, return the best so far."""
    started = time.perf_counter()
    search = DecisionSearch.of(evidence.table)
    proved, interrupted = True, False
    try:
        search.solve(evidence.fitting, watch)
    except (OutOfTimeError, KeyboardInterrupt) as ended:
        proved, interrupted = False, isinstance(ended, KeyboardInterrupt)
    best = search.best_known(evidence.fitting)
    lower_bound = evidence.table.mean(best.lower_bound, evidence.weight)
    work = PlanSearch(proved, interrupted, lower_bound, search.positions)
    return _evaluated(Plan(evidence, best.plan, OPTIMAL), started, search=work)


def grow_plan(evidence: Evidence, watch: Watch = UNWATCHED, *, by: str = DEFAULT, openers: Sequence[str] = ()) -> Plan:
    """The plan of a strategy; `openers` are asked first, until what is asked for is known."""
    first = tuple(evidence.table.find_question(text) for text in openers)
    return Plan(evidence, make_plan(DecisionSearch.of(evidence.table), evidence.fitting, by, first, watch), by)


def evaluate_plan(
    evidence: Evidence, watch: Watch = UNWATCHED, *, by: str = DEFAULT, openers: Sequence[str] = ()
) -> EvaluatedPlan:
    """What a strategy costs: one that asks what gains most for its cost, or the optimal one."""
    started = time.perf_counter()
    return _evaluated(grow_plan(evidence, watch, by=by, openers=openers), started)


def check_plan(file: Path | str, table: Path | str | None = None) -> EvaluatedPlan:
    """Verify a plan in a file by playing every variant of every row; it names its table, unless another is given."""
    started = time.perf_counter()
    data = read_plan(file)
    try:
        at_once, per_round = data.get("at_once"), data.get("round")
        if type(at_once) is not int or not isinstance(per_round, str) or not isinstance(data.get("table"), str):
            raise TreeError("It does not say for which table it was made.")
        plan = Plan.from_json(data, DecisionTable.read(table or data["table"], at_once, per_round))
    except FewestError as error:
        raise TreeError(f"{file}: {error}") from None
    return _evaluated(plan, started, file=file)


def _evaluated(
    plan: Plan, started: float, search: PlanSearch | None = None, file: Path | str | None = None
) -> EvaluatedPlan:
    return EvaluatedPlan(
        label=plan.table.file,
        title=plan.table.title,
        strategy=plan.strategy,
        clues=plan.start.clue_texts,
        rows=len(plan.start.rows()),
        opener=plan.opener,
        cost=plan.mean,
        worst=plan.worst,
        mean_questions=plan.mean_questions,
        spread=tuple(CostChance(*entry) for entry in plan.spread().items()),
        alike=tuple(plan.table.alike),
        search=search,
        file=None if file is None else str(file),
        seconds=round(time.perf_counter() - started, 3),
        plan=plan,
    )


def _chances(chances: dict[str, float]) -> tuple[Chance, ...]:
    return tuple(Chance(*entry) for entry in chances.items())


def suggest_questions(
    evidence: Evidence,
    watch: Watch = UNWATCHED,
    *,
    count: int = 10,
    by: str | None = None,
    seconds: float = EXACT_SECONDS,
    search: DecisionSearch | None = None,
) -> QuestionsAdvised:
    """The best next questions after some answers: by exact search where that is fast, or by a strategy.

    A search of the same table that was used before saves time.
    """
    table = evidence.table
    search = search or DecisionSearch.of(table)
    values: dict[int, int] = {}
    if by not in GREEDY and not evidence.is_settled:
        try:
            _value(search, evidence, values, 1, watch if by == OPTIMAL else watch.within(seconds))
            _value(search, evidence, values, count, watch.within(seconds))
        except OutOfTimeError:
            watch.check()
    return QuestionsAdvised(
        label=table.file,
        title=table.title,
        clues=evidence.clue_texts,
        rows=_chances(evidence.rows()),
        classes=_chances(evidence.targets()),
        outcome=evidence.outcome if evidence.is_settled else None,
        strategy=by or OPTIMAL,
        proved=bool(values),
        suggestions=() if evidence.is_settled else tuple(_advice(evidence, search, values, by)[:count]),
    )


def _value(search: DecisionSearch, evidence: Evidence, values: dict[int, int], count: int, watch: Watch) -> None:
    """Value the best first questions, so many of them; the results go into `values`."""
    rows = evidence.fitting
    best = search.solve(rows, watch)
    assert best.plan is not None
    values[best.plan.question] = best.cost
    while True:
        bounds = search.bounds(rows) | values
        ordered = sorted(bounds, key=lambda at: (bounds[at], at not in values, at))
        unknown = next((at for at in ordered[:count] if at not in values), None)
        if unknown is None:
            return
        values[unknown] = search.cost_with(rows, unknown, watch)


def _advice(evidence: Evidence, search: DecisionSearch, values: dict[int, int], by: str | None) -> list[QuestionAdvice]:
    """Every question that tells something, best first: by exact values where they are known, else by gain for cost."""
    table, weight = evidence.table, evidence.weight
    gain = gains(search.problem, evidence.fitting, search.questions)
    rates = by_cost(GREEDY.get(by or DEFAULT, GREEDY[DEFAULT])(gain), search.problem.costs[gain.questions])
    bounds = {} if by in GREEDY else search.bounds(evidence.fitting)

    def order(place: int) -> tuple[float, ...]:
        at = int(gain.questions[place])
        if values:
            return ((bounds | values)[at], at not in values, at)
        return (-float(rates[place]), at)

    def advice(place: int) -> QuestionAdvice:
        at = int(gain.questions[place])
        return QuestionAdvice(
            question=table.questions[at].name,
            cost=float(table.questions[at].cost),
            bits=float(gain.told[place]) / weight,
            parts=int(gain.parts[place]),
            expected=table.mean(values[at], weight) if at in values else None,
            at_least=table.mean(bounds[at], weight) if at in bounds else None,
        )

    return [advice(place) for place in sorted(range(len(gain.questions)), key=order)]


def split_by_question(evidence: Evidence, question: str) -> AnswerParts:
    """What a question would tell after some answers."""
    table, weight = evidence.table, evidence.weight
    at = table.find_question(question)
    gain = gains(DecisionProblem.of(table), evidence.fitting, np.array([at], np.int32))
    after = [(answer, evidence.after(at, answer)) for answer in evidence.possible_answers(at)]
    return AnswerParts(
        label=table.file,
        title=table.title,
        question=table.questions[at].name,
        clues=evidence.clue_texts,
        cost=float(table.questions[at].cost),
        rows=len(evidence.rows()),
        bits=float(gain.told[0]) / weight if len(gain.told) else 0.0,
        parts=tuple(
            AnswerPart(
                table.answer_texts[at][answer],
                part.weight / weight,
                len(part.rows()),
                _chances(part.targets()),
            )
            for answer, part in sorted(after, key=lambda entry: -entry[1].weight)
        ),
    )
