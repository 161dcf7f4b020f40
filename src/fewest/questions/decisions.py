"""What to ask of a table whose questions have costs, or whose rows have classes, weights or unknown cells."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from fewest.errors import FewestError, Interrupted, OutOfTimeError, TreeError
from fewest.games.decision_table import DecisionTable, Known
from fewest.results import Bar, Block, Result, line, table
from fewest.results.prose import listed, listed_some, percent, pluralise
from fewest.search.decisions import Decided, Decisions, Floats, Gains, Problem, by_gain, gains
from fewest.setup import Setup
from fewest.strategies.deciding import DEFAULT, GREEDY, OPTIMAL, make_plan, require_strategy
from fewest.trees.plan import Plan, read_plan, require_readable
from fewest.watch import UNWATCHED, Watch

EXACT_SECONDS = 1.0
"""How long an exact search for a suggestion may take."""

MAX_LISTED = 20
"""How many rows or classes are listed."""

MAX_ALIKE = 5
"""How many outcomes that nothing tells apart are listed."""


def require_table(setup: Setup) -> DecisionTable:
    """The table of a setup; an error if it is a game in which a secret is guessed."""
    found = setup.decisions()
    if found is None:
        raise FewestError(f"{setup.spec} has no costs, classes, weights or unknown cells; ask for it as a game.")
    return found


def problem_of(made: DecisionTable) -> Problem:
    """A table as the search wants it."""
    return Problem(
        made.answers,
        np.array(made.whole_costs, np.int64),
        np.array(made.whole_weights, np.int64),
        np.array(made.kinds, np.int32),
    )


def search_of(made: DecisionTable) -> Decisions:
    """A search of a table that knows nothing yet."""
    return Decisions(problem_of(made), np.array(made.worth_asking, np.int32))


def _known(setup: Setup) -> Known:
    return require_table(setup).start().after_all(setup.clues)


def _per_round(made: DecisionTable) -> str:
    return "" if made.has_costs else "; every round costs 1" if made.at_once > 1 else "; every question costs 1"


@dataclass(frozen=True)
class QuestionValue:
    """A first question and what it costs to know, with the best questions after it."""

    question: str
    """The question; those asked at once have + between them."""
    cost: float
    """The expected cost, this question included."""


@dataclass(frozen=True)
class ProvedPlan(Result):
    """The best known plan for a table, and whether it is proved optimal."""

    label: str
    title: str
    """The table with its sizes, for people."""
    rows: int
    """The number of rows that are possible."""
    classes: int
    """The number of classes that are possible; of rows where there are no classes."""
    questions: int
    """The number of questions, those of several columns at once included."""
    clues: tuple[str, ...]
    given: bool
    """Whether first questions were given rather than searched."""
    opener: str | None
    """The first question; null if there is nothing to ask."""
    cost: float
    """The expected cost of the plan."""
    worst: float
    """The greatest cost that there may be."""
    mean_questions: float
    """How many questions, or rounds, are asked on average."""
    proved: bool
    interrupted: bool
    """Whether Ctrl-C ended the search; if it is not proved and this is false, time or memory was over."""
    lower_bound: float
    """A lower bound for the expected cost of any plan."""
    openers: tuple[QuestionValue, ...]
    """The best first questions, best first."""
    alike: tuple[str, ...]
    """The classes or rows that no question tells apart, such as `A or B`."""
    positions: int
    """The number of positions searched."""
    seconds: float
    costs: str = field(metadata={"json": False})
    """What a question costs, if that goes without a row of costs."""
    plan: Plan = field(repr=False, compare=False, metadata={"json": False})
    """The plan."""

    def blocks(self) -> Iterator[Block]:
        """The plan's first question, its cost, and the work done."""
        so_far = "" if self.proved else " so far"
        what = "has this exact value" if self.given else f"is the best first question{so_far}"
        verdict = "proved" if self.proved else "stopped before the proof was complete"
        if self.opener is None:
            yield line("Nothing needs to be asked", "bold")
        else:
            yield line(self.opener, "bold", (f" {what} ({verdict})", ""))
        after = f" after {pluralise(len(self.clues), 'answer')}, {pluralise(self.rows, 'row')}" if self.clues else ""
        yield line(f"{self.title}{after}")
        yield _cost_line(self)
        if not self.proved:
            gap = self.cost - self.lower_bound
            share = gap / self.cost if gap else 0.0
            yield line(f"no plan costs less than {self.lower_bound:.4f}: the gap is {gap:.4f}, {share:.2%}")
        if self.alike:
            some = "; ".join(self.alike[:MAX_ALIKE]) + ("; …" if len(self.alike) > MAX_ALIKE else "")
            yield line(f"nothing tells apart: {some}")
        if len(self.openers) > 1:
            yield table(("question", "cost"), [(each.question, f"{each.cost:.4f}") for each in self.openers])
        yield line(f"{self.positions:,} positions searched, {self.seconds:.1f} seconds", "dim")

    def __repr__(self) -> str:
        return f"<ProvedPlan: {self.opener}, cost {self.cost:.4f}, {'proved' if self.proved else 'not proved'}>"


def _cost_line(plan: "ProvedPlan | EvaluatedPlan") -> Block:
    """What a plan costs, in one line."""
    asked = f"{plan.mean_questions:.4f} questions on average{plan.costs}"
    return line(f"expected cost {plan.cost:.4f}, worst {plan.worst:g}, {asked}")


def prove_plan(setup: Setup, watch: Watch = UNWATCHED, *, openers: Sequence[str] = (), top: int = 1) -> ProvedPlan:
    """Find the plan of least expected cost, with proof; at the deadline or on Ctrl-C, return the best so far.

    With `openers` only these first questions are valued; with `top` so many of the best are.
    """
    started = time.perf_counter()
    known = _known(setup)
    made = known.table
    search = search_of(made)
    given = [made.find_question(text) for text in openers]
    values: dict[int, Decided] = {}
    proved, interrupted = True, False
    try:
        _value(search, known, values, given, top, watch)
    except (OutOfTimeError, Interrupted) as ended:
        proved, interrupted = False, isinstance(ended, Interrupted)
    found = [values.get(at) or search.so_far_after(at, known.fitting) for at in given]
    found = found or [search.so_far(known.fitting)]
    best = min(found, key=_by_cost)
    bound = min(each.lower_bound for each in found)
    weight = known.weight
    ranked = sorted(values.items(), key=lambda each: (each[1].cost, each[0]))
    plan = Plan(made, best.plan, OPTIMAL, known.clue_texts)
    return ProvedPlan(
        label=made.label,
        title=made.title,
        rows=len(known.rows()),
        classes=len(known.targets()),
        questions=len(made.questions),
        clues=known.clue_texts,
        given=bool(given),
        opener=plan.opener,
        cost=plan.mean,
        worst=plan.worst,
        mean_questions=plan.mean_questions,
        proved=proved,
        interrupted=interrupted,
        lower_bound=made.mean(bound, weight),
        openers=tuple(
            QuestionValue(made.questions[at].name, made.mean(each.cost, weight))
            for at, each in ranked[: None if given else top]
        ),
        alike=tuple(made.alike),
        positions=search.positions,
        seconds=round(time.perf_counter() - started, 3),
        costs=_per_round(made),
        plan=plan,
    )


def _by_cost(found: Decided) -> int:
    return found.cost


def _value(
    search: Decisions, known: Known, values: dict[int, Decided], given: Sequence[int], top: int, watch: Watch
) -> None:
    """Value the given first questions, or so many of the best; what is found goes into `values`."""
    for question in given:
        values[question] = search.decide_after(question, known.fitting, watch)
    if given:
        return
    best = search.decide(known.fitting, watch)
    if best.plan is not None:
        values[best.plan.question] = best
    while True:
        bounds = search.bounds(known.fitting) | {at: each.cost for at, each in values.items()}
        ordered = sorted(bounds, key=lambda at: (bounds[at], at not in values, at))
        open_ones = [at for at in ordered[:top] if at not in values]
        if not open_ones:
            return
        values[open_ones[0]] = search.decide_after(open_ones[0], known.fitting, watch)


def grow_plan(setup: Setup, watch: Watch = UNWATCHED, *, by: str | None = None, openers: Sequence[str] = ()) -> Plan:
    """The plan of a strategy; `openers` are asked first, until what is asked for is known."""
    known = _known(setup)
    made = known.table
    name = DEFAULT if by is None else by
    first = tuple(made.find_question(text) for text in openers)
    return Plan(made, make_plan(search_of(made), known.fitting, name, first, watch), name, known.clue_texts)


@dataclass(frozen=True)
class CostChance:
    """A cost and how likely it is."""

    cost: float
    """What is paid."""
    chance: float
    """How likely that is."""


@dataclass(frozen=True)
class EvaluatedPlan(Result):
    """What a strategy costs on a table."""

    label: str
    title: str
    """The table with its sizes, for people."""
    strategy: str
    opener: str | None
    """The first question; null if there is nothing to ask."""
    cost: float
    """The expected cost."""
    worst: float
    """The greatest cost that there may be."""
    mean_questions: float
    """How many questions, or rounds, are asked on average."""
    spread: tuple[CostChance, ...]
    """How likely each cost is, the least first."""
    file: str | None
    """The file of the plan that was verified; null for a strategy that was played."""
    seconds: float
    costs: str = field(metadata={"json": False})
    """What a question costs, if that goes without a row of costs."""

    def blocks(self) -> Iterator[Block]:
        """The figures and the distribution."""
        if self.file is not None:
            yield line(f"{self.file}: a valid plan", "bold")
        yield line(
            f"{self.strategy} from {self.opener}" if self.opener else "nothing to ask",
            "bold",
            (f" on {self.title}", ""),
        )
        yield _cost_line(self)
        most = max(each.chance for each in self.spread)
        rows = [(f"{each.cost:g}", Bar(each.chance / most), percent(each.chance)) for each in self.spread]
        yield table(("cost", "", "chance"), rows)

    def __repr__(self) -> str:
        return f"<EvaluatedPlan: {self.strategy} from {self.opener} on {self.label}, cost {self.cost:.4f}>"


def evaluate_plan(
    setup: Setup, watch: Watch = UNWATCHED, *, by: str | None = None, openers: Sequence[str] = ()
) -> EvaluatedPlan:
    """What a strategy costs: one that asks what gains most for its cost, or the optimal one."""
    started = time.perf_counter()
    return _evaluated(grow_plan(setup, watch, by=by, openers=openers), None, started)


def check_plan(setup: Setup, file: Path) -> EvaluatedPlan:
    """Verify a plan in a file by playing every variant of every row.

    The file names its table, which is read again unless the setup has one.
    """
    started = time.perf_counter()
    data = read_plan(file)
    if data is None:
        require_readable(file)
        raise TreeError(f"{file}: holds no plan for a table with costs, classes, weights or unknown cells.")
    try:
        if not setup.names_game:
            setup = replace(setup, spec=str(data.get("label")))
        plan = Plan.from_json(data, require_table(setup))
    except FewestError as error:
        raise TreeError(f"{file}: {error}") from None
    return _evaluated(plan, str(file), started)


def _evaluated(plan: Plan, file: str | None, started: float) -> EvaluatedPlan:
    return EvaluatedPlan(
        label=plan.table.label,
        title=plan.table.title,
        strategy=plan.strategy,
        opener=plan.opener,
        cost=plan.mean,
        worst=plan.worst,
        mean_questions=plan.mean_questions,
        spread=tuple(CostChance(*each) for each in plan.spread().items()),
        file=file,
        seconds=round(time.perf_counter() - started, 3),
        costs=_per_round(plan.table),
    )


@dataclass(frozen=True)
class Chance:
    """A class or row that is possible."""

    name: str
    """The class or row."""
    chance: float
    """How likely it is."""


@dataclass(frozen=True)
class QuestionAdvice:
    """A question that may be asked next."""

    question: str
    """The question; those asked at once have + between them."""
    cost: float
    """What it costs."""
    bits: float
    """The bits that its answer tells about what is asked for."""
    parts: int
    """The number of answers that there may be."""
    expected: float | None
    """The expected cost from here on, this question included, with the best questions after it; null if not known."""
    at_least: float | None
    """A lower bound for that; null with a strategy of one's own."""


@dataclass(frozen=True)
class QuestionsAdvised(Result):
    """What is known, and the best next questions."""

    label: str
    title: str
    """The table with its sizes, for people."""
    clues: tuple[str, ...]
    rows: tuple[Chance, ...]
    """The rows that are possible, likeliest first."""
    classes: tuple[Chance, ...]
    """The classes that are possible, likeliest first; the rows where there are no classes."""
    outcome: str | None
    """What is known in the end; null if there is more to ask."""
    strategy: str
    proved: bool
    """Whether no first question is better."""
    suggestions: tuple[QuestionAdvice, ...]
    """The best questions, best first; those that tell the same as a cheaper one are left out."""

    def blocks(self) -> Iterator[Block]:
        """What is known, and the best questions."""
        for clue in self.clues:
            yield line(clue)
        yield line(f"{pluralise(len(self.rows), 'row is', 'rows are')} possible, {self.title}")
        yield from self.brief()

    def brief(self) -> Iterator[Block]:
        """What is possible, and the best questions."""
        texts = [f"{each.name} {percent(each.chance)}" for each in self.classes]
        yield line(listed_some(texts, MAX_LISTED), "bold")
        if self.outcome is not None:
            yield line(f"It is known: {self.outcome}." if self.clues else f"Nothing needs to be asked: {self.outcome}.")
            return
        if self.proved:
            bounded = "; ≥ is a lower bound" * any(each.expected is None for each in self.suggestions)
            yield line(f"Proved: expected cost from here on, this question included{bounded}", "dim")
        elif self.strategy == OPTIMAL:
            yield line(f"Not proved, for that takes longer than a second; best by {DEFAULT} for its cost", "dim")
        else:
            yield line(f"By {self.strategy} for its cost", "dim")
        rows = [
            (each.question, f"{each.cost:g}", f"{each.bits:.3f}", f"{each.parts}", _expected(each))
            for each in self.suggestions
        ]
        yield table(("question", "cost", "bits", "answers", "expected"), rows)

    def __repr__(self) -> str:
        best = self.outcome or self.suggestions[0].question
        return f"<QuestionsAdvised: {best}, {pluralise(len(self.rows), 'row')} left>"


def _expected(each: QuestionAdvice) -> str:
    if each.expected is not None:
        return f"{each.expected:.4f}"
    return "" if each.at_least is None else f"≥ {each.at_least:.4f}"


def suggest_questions(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    count: int = 10,
    by: str | None = None,
    seconds: float = EXACT_SECONDS,
) -> QuestionsAdvised:
    """The best next questions after some answers: by exact search where that is fast, or by a strategy."""
    return advise_questions(_known(setup), watch, count=count, by=by, seconds=seconds)


def advise_questions(
    known: Known,
    watch: Watch = UNWATCHED,
    *,
    count: int = 10,
    by: str | None = None,
    seconds: float = EXACT_SECONDS,
    search: Decisions | None = None,
) -> QuestionsAdvised:
    """The same from what is known; a search of the same table saves time."""
    made = known.table
    if by is not None:
        require_strategy(by)
    search = search or search_of(made)
    values: dict[int, Decided] = {}
    proved = False
    suggestions: list[QuestionAdvice] = []
    if not known.is_settled:
        if by is None or by == OPTIMAL:
            limited = watch if by == OPTIMAL else watch.within(seconds)
            try:
                _value(search, known, values, (), 1, limited)
                proved = True
                _value(search, known, values, (), count, watch.within(seconds))
            except OutOfTimeError:
                watch.check()
            except Interrupted:
                raise KeyboardInterrupt from None
        suggestions = _advice(known, search, values, proved, GREEDY.get(by or DEFAULT, GREEDY[DEFAULT]), by)[:count]
    return QuestionsAdvised(
        label=made.label,
        title=made.title,
        clues=known.clue_texts,
        rows=tuple(Chance(*each) for each in known.rows().items()),
        classes=tuple(Chance(*each) for each in known.targets().items()),
        outcome=known.outcome if known.is_settled else None,
        strategy=by or OPTIMAL,
        proved=proved,
        suggestions=tuple(suggestions),
    )


def _advice(
    known: Known,
    search: Decisions,
    values: dict[int, Decided],
    proved: bool,
    score: Callable[[Gains], Floats],
    by: str | None,
) -> list[QuestionAdvice]:
    """Every question that tells something, best first: by exact values where they are known, else by gain for cost."""
    made, weight = known.table, known.weight
    gain = gains(search.problem, known.fitting, search.questions)
    rates = by_gain(score(gain), search.problem.costs[gain.questions])
    bounds = {} if by in GREEDY else search.bounds(known.fitting)

    def order(place: int) -> tuple[float, ...]:
        at = int(gain.questions[place])
        if proved:
            return (values[at].cost if at in values else bounds[at], at not in values, at)
        return (-float(rates[place]), at)

    found = []
    for place in sorted(range(len(gain.questions)), key=order):
        at = int(gain.questions[place])
        found.append(
            QuestionAdvice(
                question=made.questions[at].name,
                cost=float(made.questions[at].cost),
                bits=float(gain.told[place]) / weight,
                parts=int(gain.parts[place]),
                expected=made.mean(values[at].cost, weight) if at in values else None,
                at_least=made.mean(bounds[at], weight) if at in bounds else None,
            )
        )
    return found


@dataclass(frozen=True)
class AnswerPart:
    """An answer and what it leaves."""

    answer: str
    """The answer."""
    chance: float
    """How likely it is."""
    rows: int
    """The number of rows that stay possible."""
    classes: tuple[Chance, ...]
    """The classes, or rows, that stay possible, likeliest first."""


@dataclass(frozen=True)
class AnswerParts(Result):
    """What a question would tell."""

    label: str
    title: str
    """The table with its sizes, for people."""
    question: str
    """The question."""
    clues: tuple[str, ...]
    cost: float
    """What the question costs."""
    rows: int
    """The number of rows that are possible before."""
    bits: float
    """The bits that the answer tells about what is asked for."""
    parts: tuple[AnswerPart, ...]
    """All answers that may come, likeliest first."""

    def blocks(self, top: int | None = None) -> Iterator[Block]:
        """A row per answer, or for the `top` likeliest alone."""
        yield line(self.title, "dim")
        yield line(
            self.question,
            "bold",
            (f" costs {self.cost:g}, tells {self.bits:.3f} bits and has {pluralise(len(self.parts), 'answer')}", ""),
        )
        most = max(each.chance for each in self.parts)
        rows = [
            (each.answer, f"{each.rows:,}", Bar(each.chance / most), f"{each.chance:.2%}", _examples(each))
            for each in self.parts[:top]
        ]
        yield table(("answer", "rows", "", "chance", "such as"), rows, prose=True)
        others = len(self.parts) - len(rows)
        if others:
            yield line(f"and {pluralise(others, 'more answer')}", "dim")

    def __repr__(self) -> str:
        return f"<AnswerParts: {self.question}, {self.bits:.3f} bits, {pluralise(len(self.parts), 'answer')}>"


def _examples(part: AnswerPart) -> str:
    return listed([each.name for each in part.classes[:5]]) + (" …" if len(part.classes) > 5 else "")


def split_by_question(setup: Setup, question: str) -> AnswerParts:
    """What a question would tell after some answers."""
    known = _known(setup)
    made = known.table
    at = made.find_question(question)
    problem = problem_of(made)
    gain = gains(problem, known.fitting, np.array([at], np.int32))
    weight = known.weight
    answers = sorted({int(made.answers[each, at]) for each in known.fitting})
    after = [(answer, known.after(at, answer)) for answer in answers]
    return AnswerParts(
        label=made.label,
        title=made.title,
        question=made.questions[at].name,
        clues=known.clue_texts,
        cost=float(made.questions[at].cost),
        rows=len(known.rows()),
        bits=float(gain.told[0]) / weight if len(gain.told) else 0.0,
        parts=tuple(
            AnswerPart(
                made.answer_texts[at][answer],
                part.weight / weight,
                len(part.rows()),
                tuple(Chance(*each) for each in part.targets().items()),
            )
            for answer, part in sorted(after, key=lambda each: -each[1].weight)
        ),
    )
