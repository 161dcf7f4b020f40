"""What the commands on decision tables answer: proofs, plans, suggestions and splits."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from fewest.decisions.plan import Plan
from fewest.decisions.strategies import DEFAULT, OPTIMAL
from fewest.results import Bar, Block, Result, line, table
from fewest.results.prose import listed, listed_some, percent, pluralise

MAX_LISTED = 20
"""How many classes are listed, and costs beside a proof."""

MAX_ALIKE = 5
"""How many outcomes that nothing tells apart are listed."""

MAX_EXAMPLES = 5
"""How many classes or rows are listed beside an answer."""


@dataclass(frozen=True)
class CostChance:
    """A cost and how likely it is."""

    cost: float
    """What is paid."""
    chance: float
    """How likely that is."""


@dataclass(frozen=True)
class PlanSearch:
    """How far the search for the best plan came."""

    proved: bool
    """Whether no plan costs less."""
    interrupted: bool
    """Whether Ctrl-C ended the search; if it is not proved and this is false, time or memory was over."""
    lower_bound: float
    """A lower bound for the expected cost of any plan."""
    positions: int
    """The number of positions searched."""


@dataclass(frozen=True)
class EvaluatedPlan(Result):
    """What a plan for a table costs, and whether it is proved optimal."""

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
    """The greatest cost that there may be."""
    mean_questions: float
    """How many questions, or rounds, are asked on average."""
    spread: tuple[CostChance, ...]
    """How likely each cost is, the least first."""
    alike: tuple[str, ...]
    """The classes or rows that no question tells apart, such as `A or B`."""
    search: PlanSearch | None
    """The search that found the plan; null for a strategy that was played or a plan that was verified."""
    file: str | None
    """The file of the plan that was verified; null for others."""
    seconds: float
    plan: Plan = field(repr=False, compare=False, metadata={"json": False})
    """The plan."""

    def blocks(self) -> Iterator[Block]:
        """The first question, the costs and how likely each is, and the work done."""
        if self.file is not None:
            yield line(f"{self.file}: a valid plan", "bold")
        if self.opener is None:
            yield line("Nothing needs to be asked", "bold")
        elif self.search is None:
            yield line(f"{self.strategy} from {self.opener}", "bold")
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
            yield line(f"nothing tells apart: {some}")
        if self.search is None or len(self.spread) <= MAX_LISTED:
            most = max(entry.chance for entry in self.spread)
            rows = [(f"{entry.cost:g}", Bar(entry.chance / most), percent(entry.chance)) for entry in self.spread]
            yield table(("cost", "", "chance"), rows)
        if self.search is not None:
            yield line(f"{self.search.positions:,} positions searched, {self.seconds:.1f} seconds", "dim")

    def __repr__(self) -> str:
        return f"<EvaluatedPlan: {self.strategy} from {self.opener} on {self.label}, cost {self.cost:.4f}>"


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
    """A lower bound for that; null with a strategy of your own."""

    @property
    def expected_text(self) -> str:
        """The expected cost or its bound, for people."""
        if self.expected is not None:
            return f"{self.expected:.4f}"
        return "" if self.at_least is None else f"≥ {self.at_least:.4f}"


@dataclass(frozen=True)
class QuestionsAdvised(Result):
    """What is known, and the best next questions."""

    label: str
    """The file of the table."""
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
        texts = [f"{chance.name} {percent(chance.chance)}" for chance in self.classes]
        yield line(listed_some(texts, MAX_LISTED), "bold")
        if self.outcome is not None:
            yield line(f"It is known: {self.outcome}." if self.clues else f"Nothing needs to be asked: {self.outcome}.")
            return
        if self.proved:
            bounded = "; ≥ is a lower bound" * any(advice.expected is None for advice in self.suggestions)
            yield line(f"Proved: expected cost from here on, this question included{bounded}", "dim")
        elif self.strategy == OPTIMAL:
            yield line(f"An estimate, best by {DEFAULT} for its cost: a proof takes longer than a second", "dim")
        else:
            yield line(f"By {self.strategy} for its cost", "dim")
        rows = [
            (advice.question, f"{advice.cost:g}", f"{advice.bits:.3f}", f"{advice.parts}", advice.expected_text)
            for advice in self.suggestions
        ]
        yield table(("question", "cost", "bits", "answers", "expected"), rows)

    def __repr__(self) -> str:
        best = self.outcome or self.suggestions[0].question
        return f"<QuestionsAdvised: {best}, {pluralise(len(self.rows), 'row')} left>"


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

    @property
    def examples(self) -> str:
        """The likeliest classes or rows, for people."""
        names = [chance.name for chance in self.classes[:MAX_EXAMPLES]]
        return listed(names) + (" …" if len(self.classes) > MAX_EXAMPLES else "")


@dataclass(frozen=True)
class AnswerParts(Result):
    """What a question would tell."""

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
    """The number of rows that are possible before."""
    bits: float
    """The bits that the answer tells about what is asked for."""
    parts: tuple[AnswerPart, ...]
    """All answers that may come, likeliest first."""

    def blocks(self) -> Iterator[Block]:
        """A row per answer."""
        yield line(self.title, "dim")
        answers = pluralise(len(self.parts), "answer")
        yield line(self.question, "bold", (f" costs {self.cost:g}, tells {self.bits:.3f} bits and has {answers}", ""))
        most = max(part.chance for part in self.parts)
        rows = [
            (part.answer, f"{part.rows:,}", Bar(part.chance / most), f"{part.chance:.2%}", part.examples)
            for part in self.parts
        ]
        yield table(("answer", "rows", "", "chance", "such as"), rows, prose=True)

    def __repr__(self) -> str:
        return f"<AnswerParts: {self.question}, {self.bits:.3f} bits, {pluralise(len(self.parts), 'answer')}>"
