"""Plans: a question of a table, and under each answer the next question."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from fewest.decisions.table import DecisionTable, Evidence
from fewest.errors import FewestError, TreeError
from fewest.system.files import escape_controls, read_bytes, read_json, write_file
from fewest.trees.drawing import Drawing, DrawnNode

FORMAT = "fewest-plan-1"
"""The format of saved plans."""

NOTHING_TO_ASK = "nothing to ask"


class PlanStep(NamedTuple):
    """A question, and the next step after each answer; None where the class or row is known."""

    question: int
    answers: dict[int, "PlanStep | None"]


class PlanBranch(NamedTuple):
    """A place in a plan."""

    depth: int
    answer: str
    """The answer that leads there; empty at the start."""
    step: PlanStep | None
    evidence: Evidence

    @property
    def text(self) -> str:
        """The question to ask, or what is known."""
        if self.step is not None:
            return f"{self.evidence.table.questions[self.step.question].name}?"
        return self.evidence.outcome if self.depth else f"{NOTHING_TO_ASK}: {self.evidence.outcome}"


class PlanPath(NamedTuple):
    """The path of a variant: its weight, the total cost, and the number of questions."""

    weight: int
    cost: Fraction
    questions: int


@dataclass(frozen=True)
class Plan:
    """A plan for asking the questions of a table."""

    start: Evidence
    """What is known before the first question."""
    root: PlanStep | None
    """None if there is nothing to ask."""
    strategy: str

    @property
    def table(self) -> DecisionTable:
        """The table."""
        return self.start.table

    @property
    def opener(self) -> str | None:
        """The first question."""
        return None if self.root is None else self.table.questions[self.root.question].name

    def walk(self) -> Iterator[PlanBranch]:
        """Every place in the plan, parents first."""
        stack = [PlanBranch(0, "", self.root, self.start)]
        while stack:
            branch = stack.pop()
            yield branch
            if branch.step is not None:
                question, answers = branch.step
                texts = self.table.answer_texts[question]
                for answer, step in sorted(answers.items(), reverse=True):
                    evidence = branch.evidence.after(question, answer)
                    stack.append(PlanBranch(branch.depth + 1, texts[answer], step, evidence))

    @cached_property
    def paths(self) -> tuple[PlanPath, ...]:
        """The path of every variant, by the answers in its cells; TreeError if the plan does not identify it."""
        return tuple(map(self._path, self.start.fitting.tolist()))

    def _path(self, place: int) -> PlanPath:
        table = self.table
        step, evidence, cost, asked = self.root, self.start, Fraction(0), 0
        while step is not None:
            question = table.questions[step.question]
            cost, asked = cost + question.cost, asked + 1
            text = table.variants[place].answer(question)
            answer = table.answer_texts[step.question].index(text)
            if answer not in step.answers:
                raise TreeError(f"The plan has no question after {question.name}={text}, a possible answer.")
            evidence = evidence.after(step.question, answer)
            step = step.answers[answer]
        if not evidence.is_settled:
            told = "; ".join(evidence.clue_texts[len(self.start.clues) :]) or "the start"
            raise TreeError(f"The plan ends after {told}, where the {table.noun} is not known yet.")
        return PlanPath(table.whole_weights[place], cost, asked)

    @property
    def mean(self) -> float:
        """The expected cost."""
        return float(sum(path.weight * path.cost for path in self.paths) / self.start.weight)

    @property
    def worst(self) -> float:
        """The greatest possible cost."""
        return float(max(path.cost for path in self.paths))

    @property
    def mean_questions(self) -> float:
        """The number of questions, or rounds, on average."""
        return sum(path.weight * path.questions for path in self.paths) / self.start.weight

    def spread(self) -> dict[float, float]:
        """The probability of each cost, the lowest first."""
        chances: dict[float, float] = {}
        for path in sorted(self.paths, key=lambda path: path.cost):
            chances[float(path.cost)] = chances.get(float(path.cost), 0.0) + path.weight / self.start.weight
        return chances

    @property
    def summary(self) -> str:
        """The main figures in one line."""
        return (
            f"{self.strategy} on {self.table.title}: expected cost {self.mean:.4f}, worst {self.worst:g}, "
            f"{self.mean_questions:.4f} questions on average"
        )

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data: a list of questions; answers have the index of the next question or the outcome."""
        branches = [branch for branch in self.walk() if branch.step is not None]
        place = {id(branch.step): index for index, branch in enumerate(branches)}
        return {
            "format": FORMAT,
            "table": self.table.file,
            "at_once": self.table.at_once,
            "round": self.table.per_round,
            "strategy": self.strategy,
            "clues": [*self.start.clue_texts],
            "cost": self.mean,
            "nodes": [self._node(branch, place) for branch in branches],
        }

    def _node(self, branch: PlanBranch, place: dict[int, int]) -> dict[str, Any]:
        assert branch.step is not None
        question, answers = branch.step
        texts = self.table.answer_texts[question]
        return {
            "question": self.table.questions[question].name,
            "answers": {
                texts[answer]: branch.evidence.after(question, answer).outcome if step is None else place[id(step)]
                for answer, step in sorted(answers.items())
            },
        }

    @classmethod
    def from_json(cls, data: Any, table: DecisionTable) -> "Plan":
        """Read and check the output of `to_json`."""
        try:
            if not isinstance(data["clues"], list) or not all(isinstance(clue, str) for clue in data["clues"]):
                raise TreeError("Its clues must be a list of texts.")
            root = _read_steps(data["nodes"], table)
            plan = cls(table.start().after_all(data["clues"]), root, escape_controls(str(data["strategy"])))
            if (data["nodes"], data["cost"]) != (plan.to_json()["nodes"], plan.mean):
                raise TreeError(f"Its costs or outcomes are wrong: its questions cost {plan.mean} on average.")
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise TreeError(f"This is not a valid plan: something is missing or misplaced ({error}).") from None
        return plan

    def drawing(self) -> Drawing:
        """Prepare the plan for drawing: under each answer, the next question or the outcome."""
        title = f"{self.opener or NOTHING_TO_ASK}: {self.strategy} on {self.table.file}"
        nodes = [
            DrawnNode(
                branch.depth,
                branch.answer,
                branch.text,
                tag="span" if branch.step else "b",
                is_leaf=branch.step is None,
                is_end=branch.step is None,
            )
            for branch in self.walk()
        ]
        return Drawing(title, self.summary, self.to_json, nodes, after_edge=": ")

    def save(self, path: Path | str) -> None:
        """Write the plan to a file, in the format of its suffix: .json, .txt, .dot or .html."""
        write_file(path, self.drawing().render(Path(path).suffix.lstrip(".")))


def _read_steps(nodes: Any, table: DecisionTable) -> PlanStep | None:
    """The first step of a list of questions; an earlier question must lead to each of the others, exactly once."""
    steps = [PlanStep(table.find_question(node["question"]), {}) for node in nodes]
    led_to = {0}
    for index, (step, node) in enumerate(zip(steps, nodes, strict=True)):
        for text, below in node["answers"].items():
            step.answers[table.find_answer(step.question, text)] = None if isinstance(below, str) else steps[below]
            if not isinstance(below, str):
                if below <= index or below in led_to:
                    raise TreeError(f"Question {index} leads to {below!r}; it may only lead to later ones, each once.")
                led_to.add(below)
    if len(led_to) < len(steps):
        raise TreeError(f"It lists {len(steps):,} questions, but only {len(led_to):,} of them can be reached.")
    return steps[0] if steps else None


def read_plan(path: Path | str) -> dict[str, Any]:
    """Read the data of a plan from its file."""
    try:
        data = read_json(read_bytes(path))
    except FewestError as error:
        raise TreeError(f"{path}: {error}") from None
    except OSError as error:
        raise TreeError(f"{path}: cannot be read ({error.strerror or error}).") from None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TreeError(f"{path}: not a plan for a table; write one with fewest decide tree --output FILE.")
    return data
