"""Plans: which question of a table to ask, and under each answer the next one."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from fewest.errors import FewestError, TreeError
from fewest.games.decision_table import DecisionTable, Known
from fewest.system.files import escape_controls, read_bytes, read_json, write_file
from fewest.trees.drawing import STYLE, require_kind

FORMAT = "fewest-plan-1"
"""The format of saved plans."""

NOTHING_TO_ASK = "nothing to ask"


class Step(NamedTuple):
    """A question and what follows each answer; None where what is asked for is known."""

    question: int
    answers: dict[int, "Step | None"]


class Branch(NamedTuple):
    """A place in a plan."""

    depth: int
    answer: str
    """The answer that leads there; empty at the start."""
    step: Step | None
    known: Known


@dataclass(frozen=True)
class Plan:
    """What to ask of a table, whatever the answers."""

    table: DecisionTable
    root: Step | None
    """None if there is nothing to ask."""
    strategy: str
    clues: tuple[str, ...] = ()
    """What was known before."""

    @property
    def opener(self) -> str | None:
        """The first question."""
        return None if self.root is None else self.table.questions[self.root.question].name

    def start(self) -> Known:
        """What is known before the first question."""
        return self.table.start().after_all(self.clues)

    def walk(self) -> Iterator[Branch]:
        """Every place of the plan, parents first."""
        stack = [Branch(0, "", self.root, self.start())]
        while stack:
            here = stack.pop()
            yield here
            if here.step is not None:
                texts = self.table.answer_texts[here.step.question]
                for answer, step in sorted(here.step.answers.items(), reverse=True):
                    known = here.known.after(here.step.question, answer)
                    stack.append(Branch(here.depth + 1, texts[answer], step, known))

    @cached_property
    def paths(self) -> tuple[tuple[int, Fraction, int], ...]:
        """The weight of every variant, what it costs, and how many questions it takes.

        Every variant is played by the answers of its cells, apart from whatever made the plan; TreeError if it is not
        told what it is.
        """
        return tuple(self._paths())

    def _paths(self) -> Iterator[tuple[int, Fraction, int]]:
        table, start = self.table, self.start()
        for at in start.fitting.tolist():
            variant, step, cost, asked = table.variants[at], self.root, Fraction(0), 0
            where = start
            while step is not None:
                question = table.questions[step.question]
                cost, asked = cost + question.cost, asked + 1
                text = table.answer(variant, question)
                answer = table.answer_texts[step.question].index(text)
                if answer not in step.answers:
                    raise TreeError(f"The plan does not go on after {question.name}={text}, which may be answered.")
                where = where.after(step.question, answer)
                step = step.answers[answer]
            if not where.is_settled:
                told = "; ".join(where.clue_texts[len(self.clues) :]) or "the start"
                raise TreeError(f"The plan ends after {told}, where the {table.noun} is not known yet.")
            yield table.whole_weights[at], cost, asked

    @property
    def total(self) -> int:
        """The cost summed over all variants, each times its weight, in whole numbers."""
        return sum(int(weight * cost * self.table.unit) for weight, cost, _ in self.paths)

    @property
    def mean(self) -> float:
        """The expected cost."""
        return self.table.mean(self.total, self.start().weight)

    @property
    def worst(self) -> float:
        """The greatest cost that there may be."""
        return float(max(cost for _, cost, _ in self.paths))

    @property
    def mean_questions(self) -> float:
        """How many questions, or rounds, are asked on average."""
        return sum(weight * asked for weight, _, asked in self.paths) / self.start().weight

    def spread(self) -> dict[float, float]:
        """How likely each cost is."""
        total = self.start().weight
        found: dict[float, float] = {}
        for weight, cost, _ in sorted(self.paths, key=lambda each: each[1]):
            found[float(cost)] = found.get(float(cost), 0.0) + weight / total
        return found

    def check(self) -> None:
        """Raise TreeError unless the plan tells every variant what it is and has no branch that cannot be reached."""
        _ = self.paths
        for depth, answer, step, known in self.walk():  # walking there raises if no variant gives the answer
            if step is not None and known.is_settled:
                after = f" after the answer {answer!r}" if depth else ""
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
        nodes = []
        for branch in branches:
            assert branch.step is not None
            question, answers = branch.step
            texts = self.table.answer_texts[question]
            nodes.append(
                {
                    "question": self.table.questions[question].name,
                    "answers": {
                        texts[answer]: place[id(step)]
                        if step is not None
                        else branch.known.after(question, answer).outcome
                        for answer, step in sorted(answers.items())
                    },
                }
            )
        return {
            "format": FORMAT,
            "label": self.table.label,
            "fingerprint": self.table.fingerprint,
            "strategy": self.strategy,
            "clues": [*self.clues],
            "cost": self.mean,
            "nodes": nodes,
        }

    @classmethod
    def from_json(cls, data: Any, table: DecisionTable) -> "Plan":
        """Read and check the output of `to_json`."""
        try:
            if data["format"] != FORMAT:
                raise TreeError(f"The format is {data['format']!r}, not {FORMAT!r}.")
            if data["fingerprint"] != table.fingerprint:
                raise TreeError(f"The plan was made for another table than {table.label}.")
            steps = [Step(table.find_question(entry["question"]), {}) for entry in data["nodes"]]
            claims: list[tuple[Step, int, str]] = []
            used = {0}
            for index, (step, entry) in enumerate(zip(steps, data["nodes"], strict=True)):
                for text, below in entry["answers"].items():
                    answer = table.find_answer(step.question, text)
                    if answer in step.answers:
                        raise TreeError(f"Question {index} has the answer {text!r} twice.")
                    if isinstance(below, str):
                        claims.append((step, answer, below))
                        step.answers[answer] = None
                    elif type(below) is int and index < below < len(steps) and below not in used:
                        used.add(below)
                        step.answers[answer] = steps[below]
                    else:
                        raise TreeError(f"Question {index} leads to {below!r}; it may lead to later ones, each once.")
            if len(used) < len(steps):
                raise TreeError(f"It lists {len(steps):,} questions, but only {len(used):,} of them are led to.")
            clues = data["clues"]
            if not isinstance(clues, list) or not all(isinstance(clue, str) for clue in clues):
                raise TreeError("Its clues are no list of texts.")
            plan = cls(table, steps[0] if steps else None, escape_controls(str(data["strategy"])), tuple(clues))
            plan.check()
            plan._check_claims(claims, data["cost"])
        except TreeError:
            raise
        except FewestError as error:
            raise TreeError(str(error)) from None
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise TreeError(f"Something is missing or misplaced ({error}).") from None
        return plan

    def _check_claims(self, claims: list[tuple[Step, int, str]], cost: object) -> None:
        """Compare what a file says of the ends of the plan, and of its cost, with what they are."""
        outcomes = {
            (id(branch.step), answer): branch.known.after(branch.step.question, answer).outcome
            for branch in self.walk()
            if branch.step is not None
            for answer in branch.step.answers
        }
        for step, answer, claimed in claims:
            if (found := outcomes[id(step), answer]) != claimed:
                clue = self.start().text(step.question, answer)
                raise TreeError(f"It claims {claimed!r} after {clue}, but that is {found!r}.")
        if type(cost) not in (int, float) or abs(float(str(cost)) - self.mean) > 1e-9 * max(1.0, self.mean):
            raise TreeError(f"It claims an expected cost of {cost}, but takes {self.mean}.")

    def save(self, path: Path | str) -> None:
        """Write the plan to a file, in the format of its suffix: .json, .txt, .dot or .html."""
        write_file(path, render(self, Path(path).suffix.lstrip(".")))


def read_plan(path: Path | str) -> Any:
    """The data of a plan's file; None if it holds something else."""
    try:
        data = read_json(read_bytes(path))
    except FewestError as error:
        raise TreeError(f"{path}: {error}") from None
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and data.get("format") == FORMAT else None


def require_readable(path: Path | str) -> None:
    """Refuse a file that cannot be read."""
    try:
        read_bytes(path)
    except OSError as error:
        raise TreeError(f"{path}: cannot be read ({error.strerror or error}).") from None


def render(plan: Plan, kind: str) -> str:
    """Write a plan as json, txt, dot or html."""
    require_kind(kind)
    return KINDS[kind](plan)


def _to_json(plan: Plan) -> str:
    data = plan.to_json()
    nodes = ",\n".join(json.dumps(node, ensure_ascii=False) for node in data.pop("nodes"))
    head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{head},\n "nodes": [\n{nodes}\n]}}\n'


def _label(plan: Plan, branch: Branch) -> str:
    """The question to ask, or what is known."""
    if branch.step is None:
        return branch.known.outcome if branch.depth else f"{NOTHING_TO_ASK}: {branch.known.outcome}"
    return f"{plan.table.questions[branch.step.question].name}?"


def _to_text(plan: Plan) -> str:
    lines = [plan.summary]
    for branch in plan.walk():
        lead = f"{'  ' * (branch.depth - 1)}{branch.answer}: " if branch.depth else ""
        lines.append(f"{lead}{_label(plan, branch)}")
    return "\n".join(lines) + "\n"


def _to_dot(plan: Plan) -> str:
    lines = ["digraph plan {", "  rankdir=LR;", "  node [shape=box, fontname=monospace];"]
    path: list[int] = []
    for number, branch in enumerate(plan.walk()):
        style = ", style=filled, fillcolor=palegreen" if branch.step is None else ""
        lines.append(f"  n{number} [label={json.dumps(_label(plan, branch), ensure_ascii=False)}{style}];")
        del path[branch.depth :]
        if path:
            lines.append(f"  n{path[-1]} -> n{number} [label={json.dumps(branch.answer, ensure_ascii=False)}];")
        path.append(number)
    return "\n".join([*lines, "}"]) + "\n"


def _to_html(plan: Plan) -> str:
    items = "".join(_items(plan))
    body = f"<div class=fewest><style>{STYLE}</style><p>{escape(plan.summary)}</p>{items}</div>"
    title = escape(f"{plan.opener or NOTHING_TO_ASK}: {plan.strategy} on {plan.table.label}")
    return f"<!doctype html>\n<html lang=en><meta charset=utf-8><title>{title}</title>\n{body}\n</html>\n"


def _items(plan: Plan) -> Iterator[str]:
    open_depths: list[int] = []
    for branch in plan.walk():
        while open_depths and open_depths[-1] >= branch.depth:
            open_depths.pop()
            yield "</details>"
        lead = f"{escape(branch.answer)}: " if branch.depth else ""
        if branch.step is None:
            yield f"<div>{lead}<b>{escape(_label(plan, branch))}</b></div>"
        else:
            open_depths.append(branch.depth)
            state = " open" if branch.depth < 2 else ""
            yield f"<details{state}><summary>{lead}{escape(_label(plan, branch))}</summary>\n"
    yield "</details>" * len(open_depths)


KINDS: dict[str, Callable[[Plan], str]] = {"json": _to_json, "txt": _to_text, "dot": _to_dot, "html": _to_html}
"""The renderer of each format, by file suffix."""
