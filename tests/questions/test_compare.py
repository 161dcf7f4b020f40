from dataclasses import replace
from itertools import product

import pytest

from fewest import FewestError
from fewest.questions.compare import COLUMNS, Compared, applicable_strategies, compare
from fewest.questions.evaluate import Evaluated, evaluate_strategy
from fewest.setup import Setup
from fewest.strategies import ON_LETTERS, classic
from fewest.watch import Progress, Watch
from fewest.words import WordList
from tests.questions.checks import check

BY, OPENERS = ["entropy", "minimax"], ["conch", "batch"]


def timeless(rows: list[Evaluated]) -> list[Evaluated]:
    """Rows without the seconds that they took."""
    return [replace(row, seconds=0.0) for row in rows]


def test_a_row_is_what_one_evaluation_says(setup: Setup) -> None:
    heard: list[Progress] = []
    made = compare(setup, watch=Watch(heard.append), by=BY, openers=OPENERS)
    wanted = [evaluate_strategy(setup, by=name, opener=opener) for name, opener in product(BY, OPENERS)]
    assert timeless([*made.rows]) == timeless(wanted)
    assert made.to_json() == [row.to_json() for row in made.rows]
    names = [name for name, _ in product(BY, OPENERS)]
    assert heard == [*(Progress(at, 4, name) for at, name in enumerate(names)), Progress(4, 4)]
    check(made)
    best = min(made.rows, key=lambda row: row.mean)
    assert repr(made) == f"<Compared: 4 rows, best: {best.strategy} starting with {best.opener}>"


def test_every_edition_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a few words each, which take no time."""

    def few(name: str) -> WordList:
        return WordList(name, ("batch", "conch", "finch"), ("batch", "finch"))

    monkeypatch.setattr("fewest.setup.shipped_edition", few)
    made = compare(Setup(), by=BY, editions=["nyt-2022", "original", "nyt-2022"])
    assert [(row.label, row.strategy) for row in made.rows] == [*product(["nyt-2022", "original"], BY)]


def test_rows_stand_list_by_list(setup: Setup) -> None:
    row = evaluate_strategy(setup)
    made = Compared(tuple(replace(row, label=label) for label in ("b", "a", "b")))
    assert [cells[0] for cells in made.cells()] == ["b", "b", "a"]


def test_a_table_for_markdown_has_every_cell(setup: Setup) -> None:
    made = compare(setup, by=BY)
    head, rule, *rows = made.to_markdown().split("\n")
    assert head == f"| {' | '.join(COLUMNS)} |"
    assert rule == "|" + " --- |" * len(COLUMNS)
    assert rows == [f"| {' | '.join(cells)} |" for cells in made.cells()]


def test_games_without_letters_are_compared_without_strategies_on_letters() -> None:
    numbers = Setup(game="numbers:most=9")
    assert applicable_strategies(Setup(), classic()) == [*classic()]
    assert applicable_strategies(numbers, classic()) == [name for name in classic() if name not in ON_LETTERS]
    assert [row.strategy for row in compare(numbers).rows] == applicable_strategies(numbers, classic())


def test_names_are_looked_at_before_anything_is_played(setup: Setup) -> None:
    heard: list[Progress] = []
    for wrong in ({"by": ["entropy", "luck"]}, {"openers": ["batch", "zzzzz"]}):
        with pytest.raises(FewestError):
            compare(setup, watch=Watch(heard.append), **wrong)
    assert heard == []
