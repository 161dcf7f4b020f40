"""The command fewest decide: which questions of a table to ask at the least cost."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from fewest.cli import session
from fewest.cli.click_types import Decorator, Group, option
from fewest.cli.options import FILE, output_option, seconds_option, shows_result
from fewest.cli.show import checked_kind, print_blocks, print_line, show_progress, write_text
from fewest.decisions import questions
from fewest.decisions.search import DecisionSearch
from fewest.decisions.strategies import DEFAULT, GREEDY, OPTIMAL
from fewest.decisions.table import DecisionTable, Evidence
from fewest.errors import FewestError, GuessError, ReplyError
from fewest.results import Result, line, table
from fewest.results.prose import pluralise
from fewest.system.interrupts import INTERRUPTED_CODE, OUT_OF_TIME_CODE
from fewest.trees.drawing import KINDS
from fewest.watch import Watch

MAX_PROPOSALS = 5

TABLE_PANEL = "The table"


@click.group("decide", cls=Group)
def decide() -> None:
    """Find the cheapest questions that identify a row of a table, such as the cause of a fault.

    A table is a CSV file with a row for each possible cause and a column for each question. It may have a row
    called cost, columns called class and weight, and unknown cells; see docs/decisions.md.

    Example: fewest decide prove examples/car.csv
    """


def table_options(*arguments: str) -> Decorator:
    """Add a table file, more arguments, clues and the options of a table; the command gets them as `evidence`."""

    def decorate(run: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(run)  # keeps the options added so far
        def with_evidence(*, file: Path, clues: tuple[str, ...], at_once: int, per_round: str, **given: Any) -> Any:
            return run(evidence=DecisionTable.read(file, at_once, per_round).start().after_all(clues), **given)

        decorators: list[Decorator] = [
            option(
                "--round-cost",
                "per_round",
                default="",
                help="Add this cost for every round of questions; for tables with a row of costs.",
                metavar="COST",
                default_text="0",
                panel=TABLE_PANEL,
            ),
            option(
                "--at-once",
                type=click.IntRange(1),
                default=1,
                help="Ask up to this many questions at once, in one round.",
                panel=TABLE_PANEL,
            ),
            click.argument("clues", metavar="[QUESTION=ANSWER]...", nargs=-1),
            *(click.argument(name, metavar=name.upper()) for name in reversed(arguments)),
            click.argument("file", type=FILE, metavar="FILE"),
        ]
        decorated: Callable[..., None] = with_evidence
        for add in decorators:
            decorated = add(decorated)
        return decorated

    return decorate


def strategy_option(default_text: str) -> Decorator:
    """Add the option --strategy."""
    return option(
        "-s",
        "--strategy",
        "by",
        type=click.Choice([*GREEDY, OPTIMAL]),
        help="How to choose questions: optimal has the least expected cost, others the largest gain relative to cost.",
        default_text=default_text,
    )


AUTO_TEXT = f"{OPTIMAL} if that takes a second or less, else {DEFAULT}"


@decide.command("assist")
@table_options()
@strategy_option(AUTO_TEXT)
def assist(*, evidence: Evidence, by: str | None) -> None:
    """Answer one question after the other until the row or its class is known.

    It reads from a terminal or a pipe.

    Example: fewest decide assist examples/car.csv
    """
    print_line(f"Table: {evidence.table.title}.", "dim")
    print_line(WELCOME, "dim")
    asking = _AskingSession(evidence, by)
    if session.run_session(asking.step):
        asking.end()


@decide.command("suggest")
@table_options()
@option("-n", "--count", type=click.IntRange(1, 1000), default=10, help="How many questions to show.")
@strategy_option(AUTO_TEXT)
@shows_result("Thinking")
def suggest(*, evidence: Evidence, watch: Watch, count: int, by: str | None) -> Result:
    """Show the best next questions after some answers.

    Example: fewest decide suggest examples/car.csv "engine cranks=yes"
    """
    return questions.suggest_questions(evidence, watch, count=count, by=by)


@decide.command("split")
@table_options("question")
@shows_result()
def split(*, evidence: Evidence, question: str) -> Result:
    """Show every possible answer to a question, and which rows each leaves.

    Example: fewest decide split examples/car.csv "fault codes" "engine cranks=yes"
    """
    return questions.split_by_question(evidence, question)


@decide.command("prove")
@table_options()
@seconds_option("Stop after this many seconds and show the best plan and the bound so far.")
@output_option(f"Write the best plan to a file; its suffix is the format: {', '.join(KINDS)}.", "--tree")
@shows_result("Proving")
def prove(*, evidence: Evidence, watch: Watch, seconds: float | None, tree: Path | None) -> tuple[Result, int]:
    """Find the plan with the least expected cost, and prove that none is cheaper.

    Ctrl-C stops the search and shows the best plan and the bound so far.

    Example: fewest decide prove examples/car.csv --tree car.html
    """
    if tree is not None:
        checked_kind(tree)
    result = questions.prove_plan(evidence, watch.within(seconds))
    assert result.search is not None
    if tree is not None and result.search.proved:
        result.plan.save(tree)
    if result.search.proved:
        return result, 0
    if tree is not None:
        print(f"fewest: {tree} was not written, as the best plan is not proved yet.", file=sys.stderr)
    return result, INTERRUPTED_CODE if result.search.interrupted else OUT_OF_TIME_CODE


@decide.command("evaluate")
@table_options()
@strategy_option(DEFAULT)
@shows_result("Asking")
def evaluate(*, evidence: Evidence, watch: Watch, by: str | None) -> Result:
    """Show the expected and the worst cost of a strategy, and how likely each cost is.

    Example: fewest decide evaluate examples/car.csv --strategy most-parts
    """
    return questions.evaluate_plan(evidence, watch, by=by or DEFAULT)


@decide.command("tree")
@table_options()
@output_option("Write to this file; - is the screen.", default_text="the screen")
@option("-f", "--format", "kind", help=f"One of {', '.join(KINDS)}.", default_text="the file's suffix, or txt")
@strategy_option(DEFAULT)
def tree(*, evidence: Evidence, output: Path | None, kind: str | None, by: str | None) -> None:
    """Write the plan of a strategy as a tree: a question, and under each answer the next.

    Example: fewest decide tree examples/car.csv --strategy optimal --output car.html
    """
    kind = checked_kind(output, kind)
    with show_progress("Asking") as watch:
        text = questions.grow_plan(evidence, watch, by=by or DEFAULT).drawing().render(kind)
    write_text(output, text)


@decide.command("check")
@click.argument("plan", type=FILE, metavar="PLAN")
@option(
    "--table",
    "file",
    type=FILE,
    help="Check against this table.",
    metavar="FILE",
    default_text="the file that the plan names",
)
@shows_result()
def check(*, plan: Path, file: Path | None) -> Result:
    """Verify a plan (JSON, from tree or prove) by playing it for every row.

    Example: fewest decide check car.json
    """
    return questions.check_plan(plan, file)


WELCOME = "Answer the proposed question, or type QUESTION=ANSWER for another one. Type help for all commands."

SESSION_COMMANDS = (
    ("ANSWER", "the answer to the proposed question"),
    ("QUESTION=ANSWER", "the answer to another question"),
    ("QUESTION", "ask this question next"),
    ("undo", "take back the last answer"),
    ("rows", "list all possible rows, likeliest first"),
    ("help", "list these commands"),
    ("quit", "leave; so do Ctrl-D and Ctrl-C"),
)


class _AskingSession:
    """The answers so far, and the proposed question."""

    def __init__(self, start: Evidence, by: str | None) -> None:
        self.table = start.table
        self.evidence = start
        self.by = by
        self.proposal: int | None = None
        """The proposed question; None if there is a new answer since the last proposal."""
        self.search = DecisionSearch(start.table.problem)

    def step(self) -> bool:
        """Handle one line; False once the answer is known."""
        if self.evidence.is_settled:
            return False
        if self.proposal is None:
            self.proposal = self.propose()
        name, texts = self.table.questions[self.proposal].name, self.table.answer_texts[self.proposal]
        answers = ", ".join(sorted(texts[answer] for answer in self.evidence.possible_answers(self.proposal)))
        text = session.ask(f"{name} ({answers}):")
        if not text:
            raise FewestError(f"What is the answer to {name!r}? Type one of {answers}.")
        if text.lower() in ("help", "?"):
            print_blocks([table(("type", "for"), SESSION_COMMANDS, prose=True)])
        elif text.lower() == "undo":
            self.undo()
        elif text.lower() == "rows":
            rows = [(row, f"{chance:.2%}") for row, chance in self.evidence.rows().items()]
            print_blocks([table(("row", "chance"), rows)])
        else:
            self.take(text, self.proposal)
        return True

    def take(self, text: str, proposal: int) -> None:
        """Take an answer, a question, or QUESTION=ANSWER."""
        try:
            clue = text if "=" in text else f"{self.table.questions[proposal].name}={text}"
            self.evidence, self.proposal = self.evidence.after_all([clue]), None
        except ReplyError:
            try:
                self.proposal = self.table.find_question(text)
                return
            except GuessError:
                pass
            raise

    def undo(self) -> None:
        """Take back the last answer."""
        if not self.evidence.clues:
            raise FewestError("There is nothing to take back.")
        *clues, last = self.evidence.clue_texts
        self.evidence, self.proposal = self.table.start().after_all(clues), None
        print_line(f"Took back {last}.")

    def propose(self) -> int:
        """Show what is possible and the best questions; return the best question."""
        with show_progress("Thinking") as watch:
            advised = questions.suggest_questions(
                self.evidence, watch, count=MAX_PROPOSALS, by=self.by, search=self.search
            )
        left = pluralise(len(advised.rows), "row is", "rows are")
        number = len(self.evidence.clues) + 1
        print_blocks([line(), line(f"Question {number}: {left} possible"), *advised.brief()])
        return self.table.find_question(advised.suggestions[0].question)

    def end(self) -> None:
        """Print the result."""
        clues = self.evidence.clues
        cost = float(sum(self.table.questions[question].cost for question, _ in clues))
        asked = f"found with {pluralise(len(clues), 'question')}, cost {cost:g}" if clues else "nothing to ask"
        print_blocks([line(), line(f"{self.evidence.outcome}: {asked}.", "bold")])
