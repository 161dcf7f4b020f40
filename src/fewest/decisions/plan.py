"""Plans: which question of a table to ask, and under each answer the next one."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from fewest.decisions.table import DecisionTable, Evidence
from fewest.errors import FewestError, TreeError
from fewest.system.files import escape_controls, read_bytes, read_json, write_file
from fewest.trees.drawing import html_page, json_lines, require_kind

FORMAT = "fewest-plan-1"
"""The format of saved plans."""

NOTHING_TO_ASK = "nothing to ask"


class PlanStep(NamedTuple):
    """A question and what follows each answer; None where what is asked for is known."""

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
    """How a variant fares: its weight, what it costs, and how many questions it takes."""

    weight: int
    cost: Fraction
    questions: int


@dataclass(frozen=True)
class Plan:
    """What to ask of a table, whatever the answers."""

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
        """Every place of the plan, parents first."""
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
        """How every variant fares, by the answers of its cells; TreeError if the plan does not tell what it is."""
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
                raise TreeError(f"The plan does not go on after {question.name}={text}, which may be answered.")
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
        """The greatest cost that there may be."""
        return float(max(path.cost for path in self.paths))

    @property
    def mean_questions(self) -> float:
        """How many questions, or rounds, are asked on average."""
        return sum(path.weight * path.questions for path in self.paths) / self.start.weight

    def spread(self) -> dict[float, float]:
        """How likely each cost is, the least first."""
        chances: dict[float, float] = {}
        for path in sorted(self.paths, key=lambda path: path.cost):
            chances[float(path.cost)] = chances.get(float(path.cost), 0.0) + path.weight / self.start.weight
        return chances

    def check(self) -> None:
        """Raise TreeError unless the plan tells every variant what it is and has no branch that cannot be reached."""
        _ = self.paths
        for branch in self.walk():  # walking there raises if no variant gives the answer
            if branch.step is not None and branch.evidence.is_settled:
                after = f" after the answer {branch.answer!r}" if branch.depth else ""
                raise TreeError(f"The plan goes on{after} though the {self.table.noun} is known.")

    @property
    def summary(self) -> str:
        """The main figures in one line."""
        return (
            f"{self.strategy} on {self.table.title}: expected cost {self.mean:.4f}, worst {self.worst:g}, "
            f"{self.mean_questions:.4f} questions on average"
        )

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data: a list of questions, each answer with the place of the next, or what is known."""
        branches = [branch for branch in self.walk() if branch.step is not None]
        place = {id(branch.step): index for index, branch in enumerate(branches)}
        return {
            "format": FORMAT,
            "table": self.table.file,
            "at_once": self.table.at_once,
            "round": self.table.per_round,
            "fingerprint": self.table.fingerprint,
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
            if data["fingerprint"] != table.fingerprint:
                raise TreeError(f"The plan was made for another table than {table.file}.")
            if not isinstance(data["clues"], list) or not all(isinstance(clue, str) for clue in data["clues"]):
                raise TreeError("Its clues are not a list of texts.")
            root = _read_steps(data["nodes"], table)
            plan = cls(table.start().after_all(data["clues"]), root, escape_controls(str(data["strategy"])))
            plan.check()
            if data["nodes"] != plan.to_json()["nodes"]:
                raise TreeError("It does not say what is known after its answers.")
            if type(data["cost"]) not in (int, float) or not math.isclose(data["cost"], plan.mean, rel_tol=1e-9):
                raise TreeError(f"It claims an expected cost of {data['cost']}, but takes {plan.mean}.")
        except TreeError:
            raise
        except FewestError as error:
            raise TreeError(str(error)) from None
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise TreeError(f"Something is missing or misplaced ({error}).") from None
        return plan

    def save(self, path: Path | str) -> None:
        """Write the plan to a file, in the format of its suffix: .json, .txt, .dot or .html."""
        write_file(path, render(self, Path(path).suffix.lstrip(".")))


def _read_steps(nodes: Any, table: DecisionTable) -> PlanStep | None:
    """The first step of a list of questions; each but the first is led to once, by an earlier one."""
    steps = [PlanStep(table.find_question(node["question"]), {}) for node in nodes]
    led_to = {0}
    for index, (step, node) in enumerate(zip(steps, nodes, strict=True)):
        for text, below in node["answers"].items():
            step.answers[table.find_answer(step.question, text)] = None if isinstance(below, str) else steps[below]
            if not isinstance(below, str):
                if below <= index or below in led_to:
                    raise TreeError(f"Question {index} leads to {below!r}; it may lead to later ones, each once.")
                led_to.add(below)
    if len(led_to) < len(steps):
        raise TreeError(f"It lists {len(steps):,} questions, but only {len(led_to):,} of them are led to.")
    return steps[0] if steps else None


def read_plan(path: Path | str) -> dict[str, Any]:
    """The data of a plan's file."""
    try:
        data = read_json(read_bytes(path))
    except FewestError as error:
        raise TreeError(f"{path}: {error}") from None
    except OSError as error:
        raise TreeError(f"{path}: cannot be read ({error.strerror or error}).") from None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TreeError(f"{path}: holds no plan for a table; fewest decide tree --output FILE writes one.")
    return data


def render(plan: Plan, kind: str) -> str:
    """Write a plan as json, txt, dot or html."""
    require_kind(kind)
    return {"json": _to_json, "txt": _to_text, "dot": _to_dot, "html": _to_html}[kind](plan)


def _to_json(plan: Plan) -> str:
    return json_lines(plan.to_json())


def _to_text(plan: Plan) -> str:
    lines = [plan.summary]
    for branch in plan.walk():
        lead = f"{'  ' * (branch.depth - 1)}{branch.answer}: " if branch.depth else ""
        lines.append(f"{lead}{branch.text}")
    return "\n".join(lines) + "\n"


def _to_dot(plan: Plan) -> str:
    lines = ["digraph plan {", "  rankdir=LR;", "  node [shape=box, fontname=monospace];"]
    path: list[int] = []
    for number, branch in enumerate(plan.walk()):
        style = ", style=filled, fillcolor=palegreen" if branch.step is None else ""
        lines.append(f"  n{number} [label={json.dumps(branch.text, ensure_ascii=False)}{style}];")
        del path[branch.depth :]
        if path:
            lines.append(f"  n{path[-1]} -> n{number} [label={json.dumps(branch.answer, ensure_ascii=False)}];")
        path.append(number)
    return "\n".join([*lines, "}"]) + "\n"


def _to_html(plan: Plan) -> str:
    title = f"{plan.opener or NOTHING_TO_ASK}: {plan.strategy} on {plan.table.file}"
    return html_page(title, plan.summary, "".join(_items(plan)))


def _items(plan: Plan) -> Iterator[str]:
    open_depths: list[int] = []
    for branch in plan.walk():
        while open_depths and open_depths[-1] >= branch.depth:
            open_depths.pop()
            yield "</details>"
        lead = f"{escape(branch.answer)}: " if branch.depth else ""
        if branch.step is None:
            yield f"<div>{lead}<b>{escape(branch.text)}</b></div>"
        else:
            open_depths.append(branch.depth)
            state = " open" if branch.depth < 2 else ""
            yield f"<details{state}><summary>{lead}{escape(branch.text)}</summary>\n"
    yield "</details>" * len(open_depths)
