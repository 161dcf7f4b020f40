"""Tables of questions with costs, and of rows with classes and weights; cells may be unknown."""

import math
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewest.errors import ContradictionError, FewestError, FewestWarning, GuessError, ReplyError
from fewest.games.presentation import fold
from fewest.games.tabulated import CLASS, COST, UNKNOWN, WEIGHT, Contents, read_table, require_answers, require_text
from fewest.results.prose import pluralise, within
from fewest.words import read_weight, spelling

MAX_ANSWERS = 2_000_000
"""The largest number of variants times questions, where asking several columns at once counts as a question."""

MAX_LISTED_QUESTIONS = 12
"""How many questions an error lists."""

AND = " + "
"""The separator between columns that are asked at once, and between their answers."""

MOST_WEIGHT = 10**12
"""Weights whose sum as whole numbers is larger are rounded to billionths of their sum."""

MOST_COST = 1 << 52
"""Total costs must stay below this, so that floats hold them exactly."""


Rows = NDArray[np.int32]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class DecisionProblem:
    """A decision table in whole numbers: rows with answers, weights and classes, and questions with costs.

    Rows that no question can tell apart belong to the same class. The cost of any row times the sum of the weights is
    below 2 ** 53, so that floats hold it exactly.
    """

    answers: NDArray[np.int32]
    """The answer of each row to each question (row by column), numbered from 0."""
    costs: Ints
    weights: Ints
    classes: NDArray[np.int32]

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


class Question(NamedTuple):
    """A column, or several columns that are asked at once."""

    name: str
    columns: tuple[int, ...]
    cost: Fraction


class Variant(NamedTuple):
    """One combination of answers to all columns, and the weights of the rows that may give it."""

    answers: tuple[str, ...]
    rows: dict[int, Fraction]

    @property
    def weight(self) -> Fraction:
        """The sum of the weights."""
        return sum(self.rows.values(), Fraction(0))

    def answer(self, question: Question) -> str:
        """The answer to a question."""
        return AND.join(self.answers[column] for column in question.columns)


class DecisionTable:
    """Rows, one of which is true, and questions that find out which one, or its class.

    Asking ends when no further question can tell more about the class (without classes, the row). A row with an unknown
    cell stands for several variants, one for every answer of other rows in that column. They share the weight of the
    row in proportion to the weight of these answers.
    """

    def __init__(self, file: str, contents: Contents, at_once: int = 1, per_round: str = "") -> None:
        """Interpret the contents of a file."""
        self.file, self.at_once, self.per_round = file, at_once, per_round
        require_text(file, contents)
        names, columns, cells = contents
        asked = [index for index, name in enumerate(columns) if name not in (CLASS, WEIGHT)]
        kept = [index for index, name in enumerate(names) if name != COST]
        if not asked or not kept:
            raise FewestError(
                f"{file}: a table needs at least one row besides {COST}, and one column besides {CLASS} and {WEIGHT}."
            )

        def column(name: str) -> list[str] | None:
            return [str(cells[row, columns.index(name)]) for row in kept] if name in columns else None

        self.rows = tuple(names[index] for index in kept)
        self.columns = tuple(columns[index] for index in asked)
        self.cells: list[list[str]] = cells[np.ix_(kept, asked)].tolist()
        require_answers(file, sorted({text for row in self.cells for text in row} - {*UNKNOWN}))
        classes, weights = column(CLASS), column(WEIGHT) or ["1"] * len(kept)
        self.has_classes, self.has_costs = classes is not None, COST in names
        self.targets = self.rows if classes is None else self._classes(classes)
        """The class of every row; without classes, the row itself."""
        self.weights = [self._number("weight", name, text) for name, text in zip(self.rows, weights, strict=True)]
        costs = dict(zip(columns, cells[names.index(COST)].tolist(), strict=True)) if self.has_costs else None
        shares = [self._shares(column) for column in range(len(self.columns))]
        self._require_size(shares)
        self.questions = self._questions(costs)
        self.variants = self._variants(shares)

    @classmethod
    def read(cls, file: Path | str, at_once: int = 1, per_round: str = "") -> "DecisionTable":
        """Read a table from a CSV or npy file."""
        return cls(str(file), read_table(str(file)), at_once, per_round)

    def _classes(self, classes: list[str]) -> tuple[str, ...]:
        for name, target in zip(self.rows, classes, strict=True):
            if target in UNKNOWN:
                raise FewestError(f"{self.file}: every row needs a class; {name!r} has none.")
        if len({*map(fold, classes)}) < len({*classes}):
            raise FewestError(f"{self.file}: two classes differ only in spaces or in upper and lower case.")
        return tuple(classes)

    def _number(self, what: str, name: str, text: str) -> Fraction:
        """Parse a weight (above 0) or a cost (0 or more)."""
        try:
            number = read_weight(text)
        except ValueError:
            number = Fraction(-1)
        if number < 0 or (what == "weight" and not number):
            least = "a number above 0" if what == "weight" else "0 or more"
            raise FewestError(f"{self.file}: the {what} of {name!r} must be {least}, not {text!r}.")
        return number

    def _require_size(self, shares: Sequence[dict[str, Fraction]]) -> None:
        """Raise an error if more columns are asked at once than there are, or if the table is too large."""
        if not 1 <= self.at_once <= len(self.columns):
            raise FewestError(
                f"{self.file}: --at-once must be from 1 to {len(self.columns)}, the number of questions, "
                f"not {self.at_once}."
            )
        columns = range(len(self.columns))
        questions = sum(math.comb(len(columns), size) for size in range(1, self.at_once + 1))
        variants = sum(math.prod(len(shares[at]) for at in columns if row[at] in UNKNOWN) for row in self.cells)
        if questions * variants > MAX_ANSWERS:
            raise FewestError(
                f"{self.file}: {questions:,} questions for {variants:,} rows (counting variants for unknown cells) "
                "are too many; ask fewer at once, fill some cells, or leave out rows."
            )

    def _questions(self, costs: dict[str, str] | None) -> tuple[Question, ...]:
        texts = [*self.columns, *(text for row in self.cells for text in row)]
        if self.at_once > 1 and (wrong := next((text for text in texts if AND in text), None)):
            raise FewestError(
                f"{self.file}: {AND.strip()!r} separates questions asked at once, so it cannot be in {wrong!r}."
            )
        by_column, by_round = self._costs(costs)
        return tuple(
            Question(
                AND.join(self.columns[at] for at in chosen), chosen, by_round + sum(by_column[at] for at in chosen)
            )
            for size in range(
                1, (self.at_once if by_round else 1) + 1
            )  # without a cost per round, asking one by one is as cheap
            for chosen in combinations(range(len(self.columns)), size)
        )

    def _costs(self, costs: dict[str, str] | None) -> tuple[list[Fraction], Fraction]:
        """The cost of every column, and of a round."""
        if costs is None:
            if self.per_round:
                raise FewestError(f"{self.file}: without a row of costs, each round costs 1; leave --round-cost out.")
            return [Fraction(0)] * len(self.columns), Fraction(1)
        for name in (CLASS, WEIGHT):
            if (text := costs.get(name, "")) not in UNKNOWN:
                raise FewestError(f"{self.file}: the {name} of the row {COST!r} must be empty, not {text!r}.")
        by_column = [self._number("cost", name, costs[name]) for name in self.columns]
        return by_column, self._number("cost", "round", self.per_round or "0")

    def _variants(self, shares: Sequence[dict[str, Fraction]]) -> tuple[Variant, ...]:
        """Every combination of answers that a row may give, in the order of the rows."""
        rows_of: dict[tuple[str, ...], dict[int, Fraction]] = {}
        for index, row in enumerate(self.cells):
            options = [shares[at] if text in UNKNOWN else {text: Fraction(1)} for at, text in enumerate(row)]
            for answers in product(*options):
                share = math.prod(option[text] for option, text in zip(options, answers, strict=True))
                rows_of.setdefault(answers, {})[index] = self.weights[index] * share
        return tuple(Variant(answers, rows) for answers, rows in rows_of.items())

    def _shares(self, column: int) -> dict[str, Fraction]:
        """The known answers in a column, with their share of the weight."""
        known: dict[str, Fraction] = {}
        for weight, row in zip(self.weights, self.cells, strict=True):
            if row[column] not in UNKNOWN:
                known[row[column]] = known.get(row[column], Fraction(0)) + weight
        if not known:
            raise FewestError(f"{self.file}: no row has an answer in the column {self.columns[column]!r}.")
        total = sum(known.values())
        return {text: weight / total for text, weight in known.items()}

    @cached_property
    def _possible_targets(self) -> list[tuple[str, ...]]:
        """The classes or rows that each variant may be, in the order of the table."""
        return [
            tuple(sorted({self.targets[row] for row in variant.rows}, key=self.targets.index))
            for variant in self.variants
        ]

    @cached_property
    def outcomes(self) -> list[str]:
        """The outcome for every variant: a class or row, or several that no question can tell apart."""
        return [*map(" or ".join, self._possible_targets)]

    @property
    def alike(self) -> list[str]:
        """The classes or rows that no question can tell apart, such as `A or B`."""
        return [" or ".join(targets) for targets in dict.fromkeys(self._possible_targets) if len(targets) > 1]

    @property
    def noun(self) -> str:
        """What the questions are to find: class or row."""
        return "class" if self.has_classes else "row"

    @property
    def title(self) -> str:
        """The table with its sizes, for people."""
        sizes = [pluralise(len(self.rows), "row")]
        if len(self.variants) > len(self.rows):
            sizes.append(pluralise(len(self.variants), "variant"))
        if self.has_classes:
            sizes.append(pluralise(len({*self.targets}), "class", "classes"))
        sizes.append(pluralise(len(self.columns), "question"))
        if self.at_once > 1:
            sizes.append(f"{self.at_once} at once")
        if self.per_round:
            sizes.append(f"{self.per_round} per round")
        return f"{self.file} ({', '.join(sizes)})"

    @property
    def pricing(self) -> str:
        """The rule for costs of a table without a row of costs; empty for other tables."""
        return "" if self.has_costs else "every round costs 1" if self.at_once > 1 else "every question costs 1"

    @cached_property
    def answer_texts(self) -> list[list[str]]:
        """The answers to every question, in the order of the variants that give them."""
        return [[*dict.fromkeys(variant.answer(question) for variant in self.variants)] for question in self.questions]

    @cached_property
    def problem(self) -> DecisionProblem:
        """The table in numbers: its rows are the variants, its answers indices in `answer_texts`."""
        columns = []
        for question, texts in zip(self.questions, self.answer_texts, strict=True):
            place = {text: number for number, text in enumerate(texts)}
            columns.append([place[variant.answer(question)] for variant in self.variants])
        kinds = {targets: number for number, targets in enumerate(dict.fromkeys(self._possible_targets))}
        return DecisionProblem(
            np.array(columns, np.int32).T.copy(),
            np.array(self.whole_costs, np.int64),
            np.array(self.whole_weights, np.int64),
            np.array([kinds[targets] for targets in self._possible_targets], np.int32),
        )

    @cached_property
    def unit(self) -> int:
        """The factor that turns costs into whole numbers."""
        return math.lcm(*(question.cost.denominator for question in self.questions))

    @cached_property
    def whole_costs(self) -> list[int]:
        """The costs of the questions as whole numbers."""
        return [int(question.cost * self.unit) for question in self.questions]

    @cached_property
    def whole_weights(self) -> list[int]:
        """The weights of the variants as whole numbers, rounded if the exact numbers would need too many digits.

        Rounding changes each weight by at most 1, and no plan costs more than asking everything. So the expected cost
        of the best plan changes by at most that cost times twice the number of variants, divided by the sum of weights.
        """
        weights = [variant.weight for variant in self.variants]
        scale = math.lcm(*(weight.denominator for weight in weights))
        whole = [int(weight * scale) for weight in weights]
        common = math.gcd(*whole)
        whole = [weight // common for weight in whole]
        most = sum(self.whole_costs[: len(self.columns)]) * self.at_once
        if sum(whole) > MOST_WEIGHT:
            total = sum(weights)
            whole = [max(1, round(weight / total * 10**9)) for weight in weights]
            if most:  # without costs, rounding changes nothing
                error = within(2 * len(whole) * most / (sum(whole) * self.unit))
                warnings.warn(
                    f"{self.file}: these weights have too many digits and are rounded to billionths of their sum; "
                    f"expected costs and proofs are exact {error}",
                    FewestWarning,
                    stacklevel=2,
                )
        if sum(whole) * most >= MOST_COST:
            raise FewestError(
                f"{self.file}: these costs and weights have too many digits; round them to about six digits."
            )
        return whole

    def mean(self, total: int, weight: int) -> float:
        """Turn a sum of costs over variants, each times its weight, into an expected cost."""
        return float(Fraction(total, weight * self.unit))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {fold(question.name): at for at, question in reversed([*enumerate(self.questions)])}

    def find_question(self, text: str) -> int:
        """The index of a question; the error for an unknown one suggests similar names."""
        place = self._places.get(fold(text))
        if place is None:
            near = spelling.nearest(text, self.columns)
            more = ", …" * (len(self.columns) > MAX_LISTED_QUESTIONS)
            names = ", ".join(self.columns[:MAX_LISTED_QUESTIONS]) + more
            hint = f"did you mean {' or '.join(near)}?" if near else f"the questions are {names}."
            raise GuessError(f"{text!r} is not a question of {self.file}; {hint}")
        return place

    def find_answer(self, question: int, text: str) -> int:
        """The number of an answer to a question."""
        texts = self.answer_texts[question]
        for number, known in enumerate(texts):
            if fold(known) == fold(text):
                return number
        name = self.questions[question].name
        raise ReplyError(f"{text!r} is not an answer to {name!r}; the answers are {', '.join(sorted(texts))}.")

    def start(self) -> "Evidence":
        """What is known before anything is asked."""
        return Evidence(self, np.arange(len(self.variants), dtype=np.int32))


@dataclass(frozen=True, eq=False)
class Evidence:
    """The answers so far, and the variants that fit them."""

    table: DecisionTable
    fitting: NDArray[np.int32]
    """The indices of the variants that fit."""
    clues: tuple[tuple[int, int], ...] = ()
    """The questions and their answers so far."""

    def after(self, question: int, answer: int) -> "Evidence":
        """The evidence after one more answer."""
        left = self.table.problem.parts(self.fitting, question).get(answer)
        if left is None:
            fits = "fits this and the earlier answers" if self.clues else "has this answer"
            raise ContradictionError(f"{self.text(question, answer)} cannot be true: no row {fits}.")
        return Evidence(self.table, left, (*self.clues, (question, answer)))

    def after_all(self, clues: Iterable[str]) -> "Evidence":
        """The evidence after answers such as `fuel=none`."""
        evidence = self
        for text in clues:
            name, equals, reply = text.rpartition("=")
            if not equals or not name.strip():
                raise ReplyError(
                    f"{text!r} is not a clue. Write the question, an equals sign and the answer, "
                    f"as in {self.text(0, 0)!r}."
                )
            question = self.table.find_question(name)
            evidence = evidence.after(question, self.table.find_answer(question, reply))
        return evidence

    def text(self, question: int, answer: int) -> str:
        """A question and its answer, as `after_all` reads them."""
        return f"{self.table.questions[question].name}={self.table.answer_texts[question][answer]}"

    @property
    def clue_texts(self) -> tuple[str, ...]:
        """The questions and answers so far."""
        return tuple(self.text(*clue) for clue in self.clues)

    @property
    def is_settled(self) -> bool:
        """Whether no further question can tell more about the class (without classes, the row)."""
        return self.table.problem.is_settled(self.fitting)

    @property
    def outcome(self) -> str:
        """The class or row that was found."""
        return self.table.outcomes[int(self.fitting[0])]

    @property
    def weight(self) -> int:
        """The sum of the whole weights of the variants that fit."""
        return self.table.problem.weight(self.fitting)

    def possible_answers(self, question: int) -> list[int]:
        """The numbers of the possible answers to a question."""
        return [*self.table.problem.parts(self.fitting, question)]

    def rows(self) -> dict[str, float]:
        """The possible rows and how likely each is, likeliest first."""
        return self._chances(self.table.rows)

    def targets(self) -> dict[str, float]:
        """The possible classes, or rows, and how likely each is, likeliest first."""
        return self._chances(self.table.targets)

    def _chances(self, names: Sequence[str]) -> dict[str, float]:
        weights: dict[str, Fraction] = {}
        for at in self.fitting:
            for row, weight in self.table.variants[at].rows.items():
                weights[names[row]] = weights.get(names[row], Fraction(0)) + weight
        total = sum(weights.values())
        ordered = sorted(weights.items(), key=lambda entry: -entry[1])
        return {name: float(weight / total) for name, weight in ordered}
