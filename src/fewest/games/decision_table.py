"""Tables whose questions have costs, whose rows have classes and weights, or whose cells are not all known."""

import json
import math
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewest import specs
from fewest.errors import ContradictionError, FewestError, FewestWarning, GuessError, ReplyError
from fewest.games.game import fold
from fewest.games.tabulated import (
    CLASS,
    COST,
    UNKNOWN,
    WEIGHT,
    Contents,
    Tabulated,
    not_text,
    read_table,
    require_answers,
    require_names,
    special,
)
from fewest.results.prose import pluralise, within
from fewest.system.digests import digest
from fewest.system.files import is_plain
from fewest.words import read_weight, spelling

MAX_VARIANTS = 5_000
"""How many variants all rows may have together."""

MAX_QUESTIONS = 5_000
"""How many questions there may be, those of several columns included."""

MAX_ANSWERS = 2_000_000
"""How many answers there may be to all questions together."""

MAX_LISTED_QUESTIONS = 12
"""How many questions an error names."""

AND = " + "
"""What stands between columns that are asked at once, and between their answers."""

MOST_WEIGHT = 10**12
"""Weights that add up to more as whole numbers are rounded to billionths of their sum."""

MOST_COST = 1 << 52
"""Total costs stay below this, so that they are added up exactly."""


class Question(NamedTuple):
    """One or several columns that are asked at once."""

    name: str
    columns: tuple[int, ...]
    cost: Fraction


class Variant(NamedTuple):
    """Answers to all columns, and the rows that may give them, with the weight of each."""

    answers: tuple[str, ...]
    rows: dict[int, Fraction]

    @property
    def weight(self) -> Fraction:
        """The sum of the weights."""
        return sum(self.rows.values(), Fraction(0))


class DecisionTable:
    """Rows, one of which is true, and questions whose answers tell which, or of which class it is.

    Play ends when the class is known, or the row where there are no classes, as far as any question can tell. A row
    with unknown cells stands for its variants, one for every answer that other rows have there, as likely as these are.
    """

    def __init__(self, label: str, contents: Contents, at_once: int = 1, per_round: str = "") -> None:
        """Make sense of the contents of a file."""
        self.label = label
        rows, columns, cells = contents
        require_names(label, rows, columns)
        if wrong := next((text for text in cells.flat if not is_plain(text)), None):
            raise not_text(label, wrong)
        extra = [columns.index(name) for name in (CLASS, WEIGHT) if name in columns]
        asked = [index for index in range(len(columns)) if index not in extra]
        kept = [index for index, name in enumerate(rows) if name != COST]
        if not asked or not kept:
            raise FewestError(
                f"{label}: a table has a row per secret and a column per question besides {COST}, {CLASS} and {WEIGHT}."
            )
        self.rows = tuple(rows[index] for index in kept)
        self.columns = tuple(columns[index] for index in asked)
        self.at_once = at_once
        self.has_classes = CLASS in columns
        self.has_weights = WEIGHT in columns
        self.has_costs = COST in rows
        self.cells: NDArray[np.str_] = cells[np.ix_(kept, asked)]
        require_answers(label, sorted({str(text) for text in self.cells.flat} - {*UNKNOWN}))
        self.targets = self.rows
        if self.has_classes:
            self.targets = tuple(map(str, cells[kept, columns.index(CLASS)]))
            self._require_classes()
        weights = cells[kept, columns.index(WEIGHT)].tolist() if self.has_weights else ["1"] * len(kept)
        self.weights = [self._number("weight", name, text) for name, text in zip(self.rows, weights, strict=True)]
        self.questions = self._questions(
            cells[rows.index(COST)].tolist() if self.has_costs else None, columns, per_round
        )
        self.variants = self._variants()
        if len(self.questions) * len(self.variants) > MAX_ANSWERS:
            raise FewestError(
                f"{label}: {len(self.questions):,} questions for {len(self.variants):,} rows and variants are too "
                "many; ask fewer at once, or fill some cells."
            )

    @classmethod
    def read(cls, *, file: str = "", at_once: int = 1, round: str = "") -> "DecisionTable | None":  # noqa: A002
        """Read a table from a file; None if a secret is guessed there, so that it is a `Tabulated` game."""
        contents = read_table(file)
        if not special(contents, at_once, round):
            return None
        options: dict[str, specs.Value] = {"file": file}
        if at_once != 1:
            options["at-once"] = at_once
        if round:
            options["round"] = round
        return cls(specs.write(Tabulated.name, **options), contents, at_once, round)

    def _require_classes(self) -> None:
        for name, target in zip(self.rows, self.targets, strict=True):
            if target in UNKNOWN:
                raise FewestError(f"{self.label}: every row needs a class; {name!r} has none.")
        if len({*map(fold, self.targets)}) < len({*self.targets}):
            raise FewestError(f"{self.label}: two classes differ in nothing but spaces or small and large letters.")

    def _number(self, what: str, name: str, text: str) -> Fraction:
        """A weight above 0 or a cost from 0 up."""
        try:
            number = read_weight(text)
        except ValueError:
            number = Fraction(-1)
        if number < 0 or (what == "weight" and not number):
            least = "above 0" if what == "weight" else "from 0 up"
            raise FewestError(f"{self.label}: the {what} of {name!r} must be a number {least}, not {text!r}.")
        return number

    def _questions(self, costs: Sequence[str] | None, columns: Sequence[str], per_round: str) -> tuple[Question, ...]:
        if not 1 <= self.at_once <= len(self.columns):
            raise FewestError(
                f"{self.label}: 1 to {len(self.columns)} columns can be asked at once, not {self.at_once}."
            )
        number = sum(math.comb(len(self.columns), size) for size in range(1, self.at_once + 1))
        if number > MAX_QUESTIONS:
            raise FewestError(
                f"{self.label}: {number:,} questions of up to {self.at_once} columns are too many; ask fewer at once."
            )
        if self.at_once > 1 and (wrong := next((text for text in self._texts() if AND in text), None)):
            raise FewestError(
                f"{self.label}: {AND.strip()!r} stands between questions asked at once, not in {wrong!r}."
            )
        each = [Fraction(0)] * len(self.columns)
        if costs is None:
            if per_round:
                raise FewestError(f"{self.label}: a round costs 1 without a row of costs; leave round out.")
            by_round = Fraction(1)
        else:
            for name, text in zip(columns, costs, strict=True):
                if name in (CLASS, WEIGHT) and text not in UNKNOWN:
                    raise FewestError(f"{self.label}: the {name} of the row {COST!r} must be empty, not {text!r}.")
            given = dict(zip(columns, costs, strict=True))
            each = [self._number("cost", name, given[name]) for name in self.columns]
            by_round = self._number("cost", "round", per_round) if per_round else Fraction(0)
        return tuple(
            Question(AND.join(self.columns[at] for at in chosen), chosen, by_round + sum(each[at] for at in chosen))
            for size in range(1, self.at_once + 1)
            for chosen in combinations(range(len(self.columns)), size)
        )

    def _texts(self) -> Iterable[str]:
        yield from self.columns
        yield from map(str, self.cells.flat)

    def _variants(self) -> tuple[Variant, ...]:
        """Every combination of answers that some row may give, in the order of the rows."""
        shares = [self._shares(column) for column in range(len(self.columns))]
        cells: list[list[str]] = self.cells.tolist()
        total = sum(math.prod(len(shares[at]) for at, text in enumerate(row) if text in UNKNOWN) for row in cells)
        if total > MAX_VARIANTS:
            raise FewestError(
                f"{self.label}: {total:,} rows, variants for unknown cells included, are more than {MAX_VARIANTS:,}; "
                "fill some cells, or leave out rows."
            )
        found: dict[tuple[str, ...], dict[int, Fraction]] = {}
        for index, row in enumerate(cells):
            options = [
                [*shares[at].items()] if text in UNKNOWN else [(text, Fraction(1))] for at, text in enumerate(row)
            ]
            for chosen in product(*options):
                answers = tuple(text for text, _ in chosen)
                found.setdefault(answers, {})[index] = self.weights[index] * math.prod(share for _, share in chosen)
        return tuple(Variant(answers, rows) for answers, rows in found.items())

    def _shares(self, column: int) -> dict[str, Fraction]:
        """The answers of the rows that are known in a column, with their share of the weight."""
        found: dict[str, Fraction] = {}
        for weight, text in zip(self.weights, self.cells[:, column].tolist(), strict=True):
            if text not in UNKNOWN:
                found[text] = found.get(text, Fraction(0)) + weight
        if not found:
            raise FewestError(f"{self.label}: no row has an answer in the column {self.columns[column]!r}.")
        total = sum(found.values())
        return {text: weight / total for text, weight in found.items()}

    @cached_property
    def outcomes(self) -> list[str]:
        """What is known in the end, for every variant: a class or a row, or several that nothing tells apart."""
        return [" or ".join(self.targets_of(variant)) for variant in self.variants]

    @cached_property
    def kinds(self) -> list[int]:
        """The outcome of every variant as a number."""
        place: dict[tuple[str, ...], int] = {}
        return [place.setdefault((*self.targets_of(variant),), len(place)) for variant in self.variants]

    def targets_of(self, variant: Variant) -> list[str]:
        """The classes or rows that a variant may be, in the order of the table."""
        return sorted({self.targets[row] for row in variant.rows}, key=self.targets.index)

    @property
    def alike(self) -> list[str]:
        """The classes or rows that nothing tells apart, such as `A or B`."""
        return [
            *dict.fromkeys(
                text for text, each in zip(self.outcomes, self.variants, strict=True) if len(self.targets_of(each)) > 1
            )
        ]

    @property
    def noun(self) -> str:
        """What is asked for."""
        return "class" if self.has_classes else "row"

    @property
    def title(self) -> str:
        """The table with its sizes, for people."""
        classes = f"{pluralise(len({*self.targets}), 'class', 'classes')}, " if self.has_classes else ""
        more = len(self.variants) - len(self.rows)
        variants = f"{pluralise(len(self.variants), 'variant')}, " if more > 0 else ""
        sizes = f"{pluralise(len(self.rows), 'row')}, {variants}{classes}{pluralise(len(self.columns), 'question')}"
        at_once = f", {self.at_once} at once" if self.at_once > 1 else ""
        return f"{self.label} ({sizes}{at_once})"

    @cached_property
    def _answered(self) -> tuple[NDArray[np.int32], list[list[str]]]:
        """The answer of every variant to every question as a number, and the texts of these numbers.

        Answers are numbered in the order of the variants that give them.
        """
        numbers = np.zeros((len(self.variants), len(self.questions)), np.int64)
        texts = []
        for at, question in enumerate(self.questions):
            if len(question.columns) == 1:
                place: dict[str, int] = {}
                column = question.columns[0]
                numbers[:, at] = [place.setdefault(each.answers[column], len(place)) for each in self.variants]
                texts.append([*place])
                continue
            codes = np.zeros(len(self.variants), np.int64)
            for column in question.columns:  # the first questions are the columns
                codes = codes * len(texts[column]) + numbers[:, column]
            _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
            numbers[:, at] = np.argsort(np.argsort(first))[inverse]
            texts.append([self.answer(self.variants[one], question) for one in np.sort(first).tolist()])
        return numbers.astype(np.int32), texts

    @property
    def answer_texts(self) -> list[list[str]]:
        """The answers to every question, in the order of the variants that give them."""
        return self._answered[1]

    @property
    def answers(self) -> NDArray[np.int32]:
        """The answer of every variant to every question, as a place in `answer_texts`."""
        return self._answered[0]

    @staticmethod
    def answer(variant: Variant, question: Question) -> str:
        """What a variant answers."""
        return AND.join(variant.answers[column] for column in question.columns)

    @cached_property
    def unit(self) -> int:
        """By what costs are multiplied to be whole numbers."""
        return math.lcm(*(question.cost.denominator for question in self.questions))

    @cached_property
    def whole_costs(self) -> list[int]:
        """The costs of the questions as whole numbers."""
        return [int(question.cost * self.unit) for question in self.questions]

    @cached_property
    def whole_weights(self) -> list[int]:
        """The weights of the variants as whole numbers: exact, or rounded where they would need too many digits.

        Rounding moves each by 1 at most, and no plan costs more than asking everything. So the expected cost of the
        best plan moves by no more than that cost times twice the number of variants, divided by the sum of the weights.
        """
        weights = [variant.weight for variant in self.variants]
        scale = math.lcm(*(weight.denominator for weight in weights))
        found = [int(weight * scale) for weight in weights]
        common = math.gcd(*found)
        found = [weight // common for weight in found]
        most = sum(self.whole_costs[: len(self.columns)]) * self.at_once
        if sum(found) > MOST_WEIGHT:
            total = sum(weights)
            found = [max(1, round(weight / total * 10**9)) for weight in weights]
            if most:  # where nothing costs anything, nothing is off
                error = within(2 * len(found) * most / (sum(found) * self.unit))
                warnings.warn(
                    f"{self.label}: these weights need too many digits and are rounded to billionths of their sum; "
                    f"expected costs and what is proved of them hold {error}",
                    FewestWarning,
                    stacklevel=2,
                )
        if sum(found) * most >= MOST_COST:
            raise FewestError(f"{self.label}: these costs and weights need too many digits; round them to six or so.")
        return found

    @cached_property
    def worth_asking(self) -> list[int]:
        """The places of the questions without those at once that cost no less than one after the other."""
        return [
            at
            for at, question in enumerate(self.questions)
            if len(question.columns) == 1 or question.cost < sum(self.questions[one].cost for one in question.columns)
        ]

    def mean(self, total: int, weight: int) -> float:
        """A cost summed over variants, each times its weight, as an expected cost."""
        return float(Fraction(total, weight * self.unit))

    @cached_property
    def fingerprint(self) -> str:
        """A digest of all that the table says."""
        content = [
            self.rows,
            self.columns,
            self.targets,
            [[text if text not in UNKNOWN else "?" for text in row] for row in self.cells.tolist()],
            [str(weight) for weight in self.weights],
            [(question.name, str(question.cost)) for question in self.questions],
        ]
        return f"decisions-{digest(json.dumps(content))}"

    @cached_property
    def _places(self) -> dict[str, int]:
        return {fold(question.name): at for at, question in reversed([*enumerate(self.questions)])}

    def find_question(self, text: str) -> int:
        """The place of a question; the error for an unknown one suggests similar ones."""
        found = self._places.get(fold(text))
        if found is None:
            near = spelling.nearest(text, self.columns)
            names = ", ".join(self.columns[:MAX_LISTED_QUESTIONS]) + (
                ", …" * (len(self.columns) > MAX_LISTED_QUESTIONS)
            )
            hint = f"did you mean {' or '.join(near)}?" if near else f"the questions are {names}."
            raise GuessError(f"{text!r} is no question of {self.label}; {hint}")
        return found

    def find_answer(self, question: int, text: str) -> int:
        """The number of an answer to a question."""
        texts = self.answer_texts[question]
        found = next((at for at, known in enumerate(texts) if fold(known) == fold(text)), None)
        if found is None:
            name = self.questions[question].name
            raise ReplyError(f"{text!r} is no answer to {name!r}; the answers are {', '.join(sorted(texts))}.")
        return found

    def start(self) -> "Known":
        """What is known before anything is asked."""
        return Known(self, np.arange(len(self.variants), dtype=np.int32))


@dataclass(frozen=True, eq=False)
class Known:
    """What is known after some answers: the variants that fit."""

    table: DecisionTable
    fitting: NDArray[np.int32]
    """The places of the variants that fit."""
    clues: tuple[tuple[int, int], ...] = ()
    """The questions and their answers so far."""

    def after(self, question: int, answer: int) -> "Known":
        """What is known after one more answer."""
        left = self.fitting[self.table.answers[self.fitting, question] == answer]
        clues = (*self.clues, (question, answer))
        if not len(left):
            fits = "fits the answers before it" if self.clues else "gives it"
            raise ContradictionError(f"{self.text(question, answer)} cannot be true: no row {fits}.")
        return Known(self.table, left, clues)

    def after_all(self, clues: Iterable[str]) -> "Known":
        """What is known after answers such as `fuel=none`."""
        known = self
        for text in clues:
            name, equals, reply = text.rpartition("=")
            if not equals:
                raise ReplyError(f"{text!r} is no clue; write the question, an equals sign and the answer.")
            question = self.table.find_question(name)
            known = known.after(question, self.table.find_answer(question, reply))
        return known

    def text(self, question: int, answer: int) -> str:
        """A question and its answer, so that `after_all` reads them."""
        return f"{self.table.questions[question].name}={self.table.answer_texts[question][answer]}"

    @property
    def clue_texts(self) -> tuple[str, ...]:
        """The questions and answers so far."""
        return tuple(self.text(*clue) for clue in self.clues)

    @property
    def is_settled(self) -> bool:
        """Whether no question would tell more of what is asked for."""
        return len({self.table.kinds[at] for at in self.fitting}) == 1

    @property
    def outcome(self) -> str:
        """What is known in the end."""
        return self.table.outcomes[int(self.fitting[0])]

    @property
    def weight(self) -> int:
        """The sum of the whole weights of the variants that fit."""
        return sum(self.table.whole_weights[at] for at in self.fitting)

    def rows(self) -> dict[str, float]:
        """The rows that are possible and how likely each is, likeliest first."""
        return self._chances(self.table.rows)

    def targets(self) -> dict[str, float]:
        """The classes, or rows, that are possible and how likely each is, likeliest first."""
        return self._chances(self.table.targets)

    def _chances(self, names: Sequence[str]) -> dict[str, float]:
        found: dict[str, Fraction] = {}
        for at in self.fitting:
            for row, weight in self.table.variants[at].rows.items():
                found[names[row]] = found.get(names[row], Fraction(0)) + weight
        total = sum(found.values())
        ordered = sorted(found.items(), key=lambda each: -each[1])
        return {name: float(weight / total) for name, weight in ordered}
