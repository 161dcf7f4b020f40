"""Results for decision tables: the best plan, the next questions, the answers to a question."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from fewest.decisions.plan import Plan, read_plan
from fewest.decisions.search import DecisionSearch, by_cost, gains
from fewest.decisions.strategies import DEFAULT, GREEDY, OPTIMAL, make_plan
from fewest.decisions.table import DecisionTable, Evidence
from fewest.errors import FewestError, OutOfTimeError, TreeError
from fewest.results import Bar, Block, Result, line, table
from fewest.results.prose import listed_some, percent, pluralise
from fewest.watch import UNWATCHED, Watch

EXACT_SECONDS = 1.0
"""The time limit of an exact search for suggestions."""

MAX_LISTED = 20
"""How many classes are listed, and how many costs below a proof."""

MAX_ALIKE = 5
"""How many groups of rows that no question can tell apart are listed."""

MAX_EXAMPLES = 5
"""How many classes or rows are listed for each answer."""


@dataclass(frozen=True)
class PlanSearch:
    """The state of the search for the best plan when it ended."""

    proved: bool
    """Whether it is proved that no plan costs less."""
    interrupted: bool
    """Whether Ctrl-C ended the search; if neither this nor `proved` is true, the time or memory ran out."""
    lower_bound: float
    """A lower bound for the expected cost of any plan."""
    positions: int
    """The number of positions searched."""


@dataclass(frozen=True, repr=False)
class EvaluatedPlan(Result):
    """The cost of a plan for a table, and whether it is proved optimal."""

    label: str
    """The file of the table."""
    title: str
    """The table with its sizes, for people."""
    strategy: str
    clues: tuple[str, ...]
    rows: int
    """The number of rows that are possible."""
    opener: str | None
    """The first question; null if there is nothing to ask."""
    cost: float
    """The expected cost of the plan."""
    worst: float
    """The greatest possible cost."""
    mean_questions: float
    """The number of questions, or rounds, on average."""
    spread: dict[float, float]
    """The probability of each cost, the lowest first."""
    alike: tuple[str, ...]
    """The classes or rows that no question tells apart, such as `A or B`."""
    search: PlanSearch | None
    """The search that found the plan; null for the plan of a strategy or a verified plan."""
    file: str | None
    """The file of a verified plan; null for other plans."""
    seconds: float
    plan: Plan = field(repr=False, compare=False, metadata={"json": False})
    """The plan."""

    def blocks(self) -> Iterator[Block]:
        """The first question, the costs and how likely each is, and the work done."""
        if self.file is not None:
            yield line(f"{self.file}: a valid plan", "bold")
        if self.opener is None:
            yield line("Nothing to ask", "bold")
        elif self.search is None:
            yield line(f"{self.strategy} starting with {self.opener}", "bold")
        else:
            verdict = "(proved)" if self.search.proved else "so far (stopped before the proof was complete)"
            yield line(self.opener, "bold", (f" is the best first question {verdict}", ""))
        after = f" after {pluralise(len(self.clues), 'answer')}, {pluralise(self.rows, 'row')}" if self.clues else ""
        yield line(f"{self.title}{after}")
        pricing = f"; {self.plan.table.pricing}" if self.plan.table.pricing else ""
        asked = f"{self.mean_questions:.4f} questions on average{pricing}"
        yield line(f"expected cost {self.cost:.4f}, worst {self.worst:g}, {asked}")
        if self.search is not None and not self.search.proved:
            gap = self.cost - self.search.lower_bound
            share = gap / self.cost if gap else 0.0
            yield line(f"no plan costs less than {self.search.lower_bound:.4f}: the gap is {gap:.4f}, {share:.2%}")
        if self.alike:
            some = "; ".join(self.alike[:MAX_ALIKE]) + ("; …" if len(self.alike) > MAX_ALIKE else "")
            yield line(f"no question can tell apart: {some}")
        if self.search is None or len(self.spread) <= MAX_LISTED:
            most = max(self.spread.values())
            rows = [(f"{cost:g}", Bar(chance / most), percent(chance)) for cost, chance in self.spread.items()]
            yield table(("cost", "", "chance"), rows)
        if self.search is not None:
            yield line(f"{self.search.positions:,} positions searched, {self.seconds:.1f} seconds", "dim")


@dataclass(frozen=True)
class QuestionAdvice:
    """A question to ask next."""

    question: str
    """The question; questions asked at once are joined by +."""
    cost: float
    """The cost of the question."""
    bits: float
    """The bits gained by its answer about the class, or the row."""
    parts: int
    """The number of possible answers."""
    expected: float | None
    """The expected cost from here on, counting this question, with the best questions after it; null if unknown."""
    at_least: float | None
    """A lower bound on `expected`; null if you chose a strategy."""

    @property
    def expected_text(self) -> str:
        """The expected cost or its bound, for people."""
        if self.expected is not None:
            return f"{self.expected:.4f}"
        return "" if self.at_least is None else f"≥ {self.at_least:.4f}"


@dataclass(frozen=True, repr=False)
class QuestionsAdvised(Result, rows="suggestions"):
    """What is known so far, and the best next questions."""

    label: str
    """The file of the table."""
    title: str
    """The table with its sizes, for people."""
    clues: tuple[str, ...]
    rows: dict[str, float]
    """The possible rows and how likely each is, likeliest first."""
    classes: dict[str, float]
    """The possible classes and how likely each is, likeliest first; the rows if there are no classes."""
    outcome: str | None
    """The class or row that was found; null if there is more to ask."""
    strategy: str
    proved: bool
    """Whether the first question is proved to be the best."""
    suggestions: tuple[QuestionAdvice, ...]
    """The best questions, best first; questions that gain nothing over a cheaper one are left out."""

    def blocks(self) -> Iterator[Block]:
        """What is known, and the best questions."""
        for clue in self.clues:
            yield line(clue)
        yield line(f"{pluralise(len(self.rows), 'row is', 'rows are')} possible, {self.title}")
        yield from self.brief()

    def brief(self) -> Iterator[Block]:
        """The possible classes or rows, and the best questions."""
        texts = [f"{name} {percent(chance)}" for name, chance in self.classes.items()]
        yield line(listed_some(texts, MAX_LISTED), "bold")
        if self.outcome is not None:
            yield line(f"The answer is known: {self.outcome}." if self.clues else f"Nothing to ask: {self.outcome}.")
            return
        if self.proved:
            bounded = "; ≥ is a lower bound" * any(advice.expected is None for advice in self.suggestions)
            yield line(f"Proved: expected cost from here on, counting this question{bounded}", "dim")
        elif self.strategy == OPTIMAL:
            yield line(f"An estimate by {DEFAULT}, relative to cost: a proof takes longer than a second", "dim")
        else:
            yield line(f"Best by {self.strategy}, relative to cost", "dim")
        rows = [
            (advice.question, f"{advice.cost:g}", f"{advice.bits:.3f}", f"{advice.parts}", advice.expected_text)
            for advice in self.suggestions
        ]
        yield table(("question", "cost", "bits", "answers", "expected"), rows)


@dataclass(frozen=True)
class AnswerPart:
    """An answer, and what is possible after it."""

    answer: str
    """The answer."""
    chance: float
    """The probability of the answer."""
    rows: int
    """The number of rows that stay possible."""
    classes: dict[str, float]
    """The classes, or rows, that stay possible and how likely each is, likeliest first."""


@dataclass(frozen=True, repr=False)
class AnswerParts(Result, rows="parts"):
    """The possible answers to a question, and what each leaves."""

    label: str
    """The file of the table."""
    title: str
    """The table with its sizes, for people."""
    question: str
    """The question."""
    clues: tuple[str, ...]
    cost: float
    """What the question costs."""
    rows: int
    """The number of rows possible before the question."""
    bits: float
    """The bits gained by the answer about the class, or the row."""
    parts: tuple[AnswerPart, ...]
    """All possible answers, likeliest first."""

    def blocks(self) -> Iterator[Block]:
        """A row per answer."""
        yield line(self.title, "dim")
        answers = pluralise(len(self.parts), "answer")
        yield line(self.question, "bold", (f" costs {self.cost:g}, gains {self.bits:.3f} bits and has {answers}", ""))
        most = max(part.chance for part in self.parts)
        rows = [
            (
                part.answer,
                f"{part.rows:,}",
                Bar(part.chance / most),
                f"{part.chance:.2%}",
                listed_some([*part.classes], MAX_EXAMPLES),
            )
            for part in self.parts
        ]
        yield table(("answer", "rows", "", "chance", "such as"), rows, prose=True)


def prove_plan(evidence: Evidence, watch: Watch = UNWATCHED) -> EvaluatedPlan:
    """Find the plan of least expected cost, with proof; at the deadline or on Ctrl-C, return the best so far."""
    started = time.perf_counter()
    search = DecisionSearch(evidence.table.problem)
    proved, interrupted = True, False
    try:
        search.solve(evidence.fitting, watch)
    except (OutOfTimeError, KeyboardInterrupt) as ended:
        proved, interrupted = False, isinstance(ended, KeyboardInterrupt)
    best = search.best_known(evidence.fitting)
    lower_bound = evidence.table.mean(best.lower_bound, evidence.weight)
    work = PlanSearch(proved, interrupted, lower_bound, search.positions)
    return _evaluated(Plan(evidence, best.plan, OPTIMAL), started, search=work)


def grow_plan(evidence: Evidence, watch: Watch = UNWATCHED, *, by: str = DEFAULT) -> Plan:
    """Make the plan of a strategy."""
    return Plan(evidence, make_plan(DecisionSearch(evidence.table.problem), evidence.fitting, by, watch), by)


def evaluate_plan(evidence: Evidence, watch: Watch = UNWATCHED, *, by: str = DEFAULT) -> EvaluatedPlan:
    """Evaluate the plan of a strategy: greedy by gain per cost, or optimal."""
    started = time.perf_counter()
    return _evaluated(grow_plan(evidence, watch, by=by), started)


def check_plan(file: Path | str, table: Path | str | None = None) -> EvaluatedPlan:
    """Verify a plan in a file by playing every variant of every row; `table` overrides the file that the plan names."""
    started = time.perf_counter()
    data = read_plan(file)
    try:
        at_once, per_round = data.get("at_once"), data.get("round")
        if type(at_once) is not int or not isinstance(per_round, str) or not isinstance(data.get("table"), str):
            raise TreeError("It does not name its table.")
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
        spread=plan.spread(),
        alike=tuple(plan.table.alike),
        search=search,
        file=None if file is None else str(file),
        seconds=round(time.perf_counter() - started, 3),
        plan=plan,
    )


def suggest_questions(
    evidence: Evidence,
    watch: Watch = UNWATCHED,
    *,
    count: int = 10,
    by: str | None = None,
    seconds: float = EXACT_SECONDS,
    search: DecisionSearch | None = None,
) -> QuestionsAdvised:
    """Suggest the next questions after some answers, by exact search where that is fast, or by a strategy.

    Passing the `search` of an earlier call for the same table saves time.
    """
    table = evidence.table
    search = search or DecisionSearch(table.problem)
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
        rows=evidence.rows(),
        classes=evidence.targets(),
        outcome=evidence.outcome if evidence.is_settled else None,
        strategy=by or OPTIMAL,
        proved=bool(values),
        suggestions=() if evidence.is_settled else tuple(_advice(evidence, search, values, by)[:count]),
    )


def _value(search: DecisionSearch, evidence: Evidence, values: dict[int, int], count: int, watch: Watch) -> None:
    """Find the exact values of the `count` best first questions; the results go into `values`."""
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
    """Every useful question, best first: by exact values if they are known, else by gain per cost."""
    table, weight = evidence.table, evidence.weight
    gain = gains(search.problem, evidence.fitting)
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
    """List the possible answers to a question after some answers, and what each leaves."""
    table, weight = evidence.table, evidence.weight
    at = table.find_question(question)
    gain = gains(table.problem, evidence.fitting, np.array([at], np.int32))
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
            AnswerPart(table.answer_texts[at][answer], part.weight / weight, len(part.rows()), part.targets())
            for answer, part in sorted(after, key=lambda entry: -entry[1].weight)
        ),
    )
