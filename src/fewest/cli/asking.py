"""Help with a table whose questions are asked elsewhere: the session of fewest assist."""

from fewest.cli import session
from fewest.cli.show import print_blocks, print_line, show_progress
from fewest.errors import FewestError
from fewest.games.decision_table import Known
from fewest.questions.decisions import QuestionsAdvised, advise_questions, require_table, search_of
from fewest.results import line, table
from fewest.results.prose import pluralise
from fewest.setup import Setup
from fewest.strategies.deciding import GREEDY, OPTIMAL, require_strategy

MAX_PROPOSALS = 5

WELCOME = "Type the answer to the proposed question, or QUESTION=ANSWER for another. Or help."

COMMANDS = (
    ("ANSWER", "the answer to the proposed question"),
    ("QUESTION=ANSWER", "the answer to another question"),
    ("QUESTION", "propose this question"),
    ("undo", "take back the last answer"),
    ("rows", "every row that is possible, the likeliest first"),
    ("strategy NAME", f"propose by another strategy: {', '.join(GREEDY)}, {OPTIMAL} or auto"),
    ("help", "this"),
    ("quit", "leave; so do Ctrl-D and Ctrl-C"),
)


def assist_with_questions(setup: Setup, by: str | None) -> None:
    """Propose questions, and take their answers, until what is asked for is known."""
    made = require_table(setup)
    if by is not None:
        require_strategy(by)
    print_line(f"You ask about {made.title}.", "dim")
    print_line(WELCOME, "dim")
    asking = _Asking(made.start(), by)
    if session.run_session(asking.step):
        asking.end()


class _Asking:
    """What is known after each answer, and the question that is proposed."""

    def __init__(self, start: Known, by: str | None) -> None:
        self.table = start.table
        self.steps = [start]
        self.by = by
        self.proposal = -1
        self.shown = False
        self.search = search_of(start.table)

    @property
    def known(self) -> Known:
        """What is known now."""
        return self.steps[-1]

    def step(self) -> bool:
        """Handle one line; False once all is known."""
        if self.known.is_settled:
            return False
        if not self.shown:
            self.show()
        name = self.table.questions[self.proposal].name
        text = session.ask(f"{name} ({', '.join(sorted(self._answers()))}):")
        word, _, rest = text.partition(" ")
        if not text:
            raise FewestError(f"What is the answer to {name!r}? Write one of {', '.join(sorted(self._answers()))}.")
        if text.lower() in ("help", "?"):
            print_blocks([table(("type", "for"), COMMANDS, prose=True)])
        elif text.lower() == "undo":
            self.undo()
        elif text.lower() == "rows":
            rows = [(row, f"{chance:.2%}") for row, chance in self.known.rows().items()]
            print_blocks([table(("row", "chance"), rows)])
        elif word.lower() == "strategy":
            self.change_strategy(rest)
        else:
            self.take(text)
        return True

    def _answers(self) -> list[str]:
        """The answers that may come to the proposed question."""
        texts = self.table.answer_texts[self.proposal]
        return [texts[answer] for answer in {*self.table.answers[self.known.fitting, self.proposal].tolist()}]

    def take(self, text: str) -> None:
        """Take an answer, a question, or both."""
        if "=" in text:
            self.steps.append(self.known.after_all([text]))
            self.shown = False
            return
        try:
            answer = self.table.find_answer(self.proposal, text)
        except FewestError:
            try:
                self.proposal = self.table.find_question(text)
            except FewestError:
                answer = -1
            else:
                return
        if answer < 0:
            self.table.find_answer(self.proposal, text)  # raises what is wrong
        self.steps.append(self.known.after(self.proposal, answer))
        self.shown = False

    def undo(self) -> None:
        """Take back the last answer."""
        if len(self.steps) == 1:
            raise FewestError("There is nothing to take back.")
        print_line(f"{self.steps.pop().clue_texts[-1]} is taken back.")
        self.shown = False

    def change_strategy(self, name: str) -> None:
        """Change the strategy for proposals."""
        if name != "auto":
            require_strategy(name)
        self.by = None if name == "auto" else name
        self.shown = False

    def advice(self) -> QuestionsAdvised:
        """The best questions now."""
        with show_progress("Thinking") as watch:
            return advise_questions(self.known, watch, count=MAX_PROPOSALS, by=self.by, search=self.search)

    def show(self) -> None:
        """Show what is possible and the best questions."""
        found = self.advice()
        left = pluralise(len(found.rows), "row is", "rows are")
        print_blocks([line(), line(f"Question {len(self.steps)}: {left} possible"), *found.brief()])
        self.proposal = self.table.find_question(found.suggestions[0].question)
        self.shown = True

    def end(self) -> None:
        """Say what is known."""
        cost = sum(self.table.questions[question].cost for question, _ in self.known.clues)
        print_blocks([line()])
        if not self.known.clues:
            print_line(f"Nothing needs to be asked: {self.known.outcome}.")
            return
        asked = pluralise(len(self.known.clues), "question")
        print_line(f"{self.known.outcome}: known after {asked}, cost {float(cost):g}.", "bold")
