"""Games given as a table of replies in a file."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from fewest import specs
from fewest.checks import checked
from fewest.errors import FewestError
from fewest.games.game import Game, Indices, Table
from fewest.games.presentation import fold
from fewest.system.files import digest, escape_controls, is_plain, read_bytes

FOUND = "found"
"""The reply to the secret itself."""

NOT_FOUND = "no"
"""The reply to naming a wrong secret."""

MAX_ROWS = 20_000

COST, CLASS, WEIGHT = "cost", "class", "weight"
"""The row of costs, and the columns of classes and of weights."""

UNKNOWN = ("", "?")
"""The texts of unknown cells."""


class Tabulated(Game):
    """A table of answers: a row per secret and a column per question. You may also guess a secret.

    The file is CSV (the first row names the questions, the first column the secrets) or npy (whole numbers; questions
    are named q1, q2… and secrets 1, 2…). A question with the name of a secret counts as that guess.

    All cells must be known. Tables with unknown cells, costs, classes or weights are for `fewest decide`.
    """

    name = "table"
    max_guesses = 20

    @checked
    def __init__(self, label: str, secrets: Sequence[str], questions: Sequence[str], cells: NDArray[np.str_]) -> None:
        """Play with a table of answers."""
        require_text(label, Contents([*secrets], [*questions], cells))
        self.label, self.secrets = label, tuple(secrets)
        named = {*questions}
        self.guesses = (*questions, *(name for name in secrets if name not in named))
        texts, numbers = np.unique(cells, return_inverse=True)
        known = [str(text) for text in texts]
        folded = [fold(text) for text in known]
        if FOUND in folded:
            raise FewestError(f"{label}: {FOUND!r} is reserved for the reply to the secret itself; rename this answer.")
        require_answers(label, known)
        self.texts = [*known, *([] if NOT_FOUND in folded else [NOT_FOUND]), FOUND]
        self.not_found = folded.index(NOT_FOUND) if NOT_FOUND in folded else len(known)
        self.win = len(self.texts) - 1
        self.cells = numbers.reshape(len(secrets), len(questions))
        content = json.dumps([self.guesses, self.secrets, self.texts, self.cells.tolist()])
        self.fingerprint = f"{self.name}-{digest(content)}"

    @classmethod
    def create(cls, *, file: str = "") -> Self:
        """Read a table from a CSV or npy file."""
        if not file:
            raise FewestError("Name the file of the table, as in --game table:file=faults.csv.")
        contents = read_table(file)
        if more := extras(contents):
            raise FewestError(f"{file} has {more}: use fewest decide, as in fewest decide prove {file}.")
        return cls(specs.write(cls.name, file=file), *contents)

    def fill(self, table: Table, secrets: Indices, guesses: Indices) -> None:
        """Look up the replies to questions; guessing a secret gets FOUND or NOT_FOUND."""
        asked = guesses < self.cells.shape[1]
        table[:, ~asked] = self.not_found
        table[:, asked] = self.cells[np.ix_(secrets, guesses[asked])]
        table[self.secret_guesses[secrets][:, None] == guesses[None, :]] = self.win

    def reply_number(self, guess: str, secret: str) -> int:
        """Look up the reply."""
        if guess == secret:
            return self.win
        column = self.guess_index[guess]
        if column >= self.cells.shape[1]:
            return self.not_found
        return int(self.cells[self.secrets.index(secret), column])

    def made_consistent(self) -> Self:
        """Raise an error if a question is not a secret: the table does not say which answers it would give."""
        asked = next((guess for guess in self.guesses if guess not in {*self.secrets}), None)
        if asked is not None:
            raise FewestError(
                f"{self.label}: with --rule consistent every question must be a secret, but {asked!r} is not; leave "
                "--rule out."
            )
        return super().made_consistent()

    def normalise(self, text: str) -> str:
        """Collapse spaces."""
        return _collapse_spaces(text)


def _collapse_spaces(text: str) -> str:
    return " ".join(text.split())


class Contents(NamedTuple):
    """The contents of a table file."""

    rows: list[str]
    columns: list[str]
    cells: NDArray[np.str_]


def read_table(file: str) -> Contents:
    """Read the table in a CSV or npy file."""
    try:
        found = _read_npy(file) if Path(file).suffix.lower() == ".npy" else _read_csv(file)
    except OSError as error:
        raise FewestError(f"{file}: cannot be read ({error.strerror or error}).") from None
    if not 1 <= len(found.rows) <= MAX_ROWS:
        raise FewestError(f"{file}: a table has 1 to {MAX_ROWS:,} rows below the first, not {len(found.rows):,}.")
    return found


def extras(contents: Contents) -> str:
    """Describe what a table has besides rows of secrets and columns of questions."""
    rows = [index for index, name in enumerate(contents.rows) if name != COST]
    columns = [index for index, name in enumerate(contents.columns) if name not in (CLASS, WEIGHT)]
    present = {
        "a cost row": COST in contents.rows,
        "a class column": CLASS in contents.columns,
        "a weight column": WEIGHT in contents.columns,
        "unknown cells": bool(np.isin(contents.cells[np.ix_(rows, columns)], UNKNOWN).any()),
    }
    return ", ".join(what for what, is_so in present.items() if is_so)


def require_text(label: str, contents: Contents) -> None:
    """Raise an error for control characters, and for names that are missing, repeated, or contain an equals sign."""
    texts = (*contents.rows, *contents.columns, *contents.cells.flat)
    if wrong := next((text for text in texts if not is_plain(text)), ""):
        raise FewestError(
            f"{escape_controls(label)}: names and answers must be plain text, not {escape_controls(wrong)[:60]!r}."
        )
    for kind, names in (("row", contents.rows), ("column", contents.columns)):
        seen: set[str] = set()
        for name in names:
            if not name or name in seen or "=" in name:
                what = "has none" if not name else f"is {name!r}"
                raise FewestError(f"{label}: every {kind} needs a unique name without =, but one {what}.")
            seen.add(name)


def require_answers(label: str, texts: Sequence[str]) -> None:
    """Raise an error for answers that are missing, too similar, or contain an equals sign."""
    folded = [fold(text) for text in texts]
    if len({*folded}) < len(texts) or "" in folded:
        raise FewestError(f"{label}: an answer is missing, or two differ only in spaces or case.")
    if wrong := next((text for text in texts if "=" in text), None):
        raise FewestError(f"{label}: answers must not contain =, but one is {wrong!r}.")


def _read_csv(file: str) -> Contents:
    try:
        stream = io.StringIO(read_bytes(file).decode("utf-8-sig"), newline="")
        rows = [[_collapse_spaces(cell) for cell in row] for row in csv.reader(stream) if any(map(str.strip, row))]
    except (csv.Error, UnicodeDecodeError) as error:
        raise FewestError(f"{file}: not a CSV table ({error}).") from None
    if len(rows) < 2 or len(rows[0]) < 2:
        raise FewestError(f"{file}: a table needs a first row with the questions, and a row per secret.")
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(rows[0]):
            cells = f"{len(row)} cell{'s' * (len(row) != 1)}"
            raise FewestError(f"{file}: row {number} has {cells}, but the first row has {len(rows[0])}.")
    return Contents([row[0] for row in rows[1:]], rows[0][1:], np.array([row[1:] for row in rows[1:]]))


def _read_npy(file: str) -> Contents:
    try:
        array = np.load(io.BytesIO(read_bytes(file)), allow_pickle=False)
    except (ValueError, EOFError, BadZipFile) as error:
        raise FewestError(f"{file}: not an array saved by numpy ({error}).") from None
    if not isinstance(array, np.ndarray) or array.ndim != 2 or array.dtype.kind not in "iub" or not array.size:
        raise FewestError(f"{file}: the array must hold whole numbers, a row per secret and a column per question.")
    names = [
        [f"{letter}{number}" for number in range(1, size + 1)]
        for letter, size in zip(("", "q"), array.shape, strict=True)
    ]
    return Contents(names[0], names[1], array.astype(np.int64).astype(np.str_))
