"""Results as JSON, text and HTML."""

import json
import math
import re
import runpy
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import (
    SCORERS,
    Belief,
    Curve,
    FewestError,
    Prover,
    Setup,
    Wordle,
    compare,
    evaluate,
    grow,
    prove,
    split,
    strategy,
    suggest,
)
from fewest.questions.lists import words
from fewest.results import Block, Result, line, to_json
from tests.markdown import ROOT

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@dataclass(frozen=True)
class Part:
    """A part of a result."""

    name: str
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Whole(Result):
    """A result of every kind of value."""

    label: str
    found: Part | None
    parts: tuple[Part, ...]
    histogram: dict[int, int]
    mean: float
    hidden: object = field(default=None, metadata={"json": False})
    made: int = field(init=False, default=7)

    def blocks(self) -> Iterator[Block]:
        """A line."""
        yield line(self.label, "bold")
        yield line(f"mean {self.mean}")


WHOLE = Whole("<é>", Part("a", (1, 2)), (Part("b"), Part("c")), {1: 0, 2: 5}, 2.5, object())


@given(VALUES)
def test_json_values_stay_unchanged(value: Any) -> None:
    assert to_json(value) == value
    assert json.loads(json.dumps(to_json(value), allow_nan=False)) == value


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ((), []),
        ((1, (2, "a")), [1, [2, "a"]]),
        ({1: (2,), None: 3}, {"1": [2], "None": 3}),
        (iter("ab"), ["a", "b"]),
        (Part("a", (1,)), {"name": "a", "sizes": [1]}),
        ([Part("a")], [{"name": "a", "sizes": []}]),
        ({"part": Part("a")}, {"part": {"name": "a", "sizes": []}}),
        (math.inf, None),
        (-math.inf, None),
        (math.nan, None),
        ([1.5, math.inf], [1.5, None]),
        (True, True),
        (0, 0),
    ],
)
def test_every_kind_of_value_becomes_json(value: Any, shown: Any) -> None:
    found = to_json(value)
    assert found == shown
    assert type(found) is type(shown)
    json.dumps(found, allow_nan=False)


def test_a_result_has_a_key_for_each_field_in_its_order() -> None:
    assert WHOLE.to_json() == {
        "label": "<é>",
        "found": {"name": "a", "sizes": [1, 2]},
        "parts": [{"name": "b", "sizes": []}, {"name": "c", "sizes": []}],
        "histogram": {"1": 0, "2": 5},
        "mean": 2.5,
        "made": 7,
    }
    assert [*WHOLE.to_json()] == ["label", "found", "parts", "histogram", "mean", "made"]


def test_json_text_is_readable() -> None:
    text = WHOLE.to_json_text()
    assert json.loads(text) == WHOLE.to_json()
    assert text.splitlines()[1] == '  "label": "<é>",'


def test_a_result_is_shown_as_text_and_as_html() -> None:
    assert str(WHOLE) == "<é>\nmean 2.5"
    assert WHOLE._repr_html_() == (
        '<div class="fewest"><p><span style="font-weight:bold">&lt;é&gt;</span></p><p>mean 2.5</p></div>'
    )


WITHOUT_ROWS = {"BoardsEvaluated", "Evaluated", "EvaluatedPlan", "History"}
"""Results that are a row of numbers, although they have lists too."""


def test_the_table_of_a_result_is_one_of_its_lists() -> None:
    results = runpy.run_path(str(ROOT / "tools" / "build_json_docs.py"))["results"]()
    for name, kind in results.items():
        known: Any = fields(kind)
        lists = [each.name for each in known if re.match(r"(tuple|list)\[fewest\.", str(each.type))]
        assert kind._rows in lists or not kind._rows, name
        assert kind._rows or not lists or name in WITHOUT_ROWS, (name, lists)


def test_everything_with_a_table_goes_into_pandas_and_json() -> None:
    setup = Setup(answers=["lemon", "mango", "apple", "peach"], prior={"lemon": 3, "mango": 1, "apple": 1, "peach": 1})
    belief = setup.belief()
    tree = grow(strategy("entropy"), belief)
    frames: dict[str, Any] = {
        "word": belief,
        "guess": split(belief),
        "secret": tree,
        "guesses": evaluate(tree),
        "cost": prove(Prover(belief)),
        "hit": suggest(setup),
        "strategy": compare(setup, ["entropy", "minimax"]),
        "chance": words(setup),
    }
    for column, shown in frames.items():
        frame = shown.to_pandas()
        rows = shown.records()
        assert len(frame) == len(rows) > 0
        assert [*frame.columns] == [*rows[0]]
        assert column in frame.columns
        assert json.loads(json.dumps(rows)) == rows
        assert shown._repr_html_().startswith("<")
    assert [*zip(*(frames["word"].to_pandas()[name] for name in ("word", "probability")), strict=True)] == [*belief]
    assert split(belief).to_pandas().set_index("guess").bits["lemon"] == max(split(belief).entropy)
    assert {row["secret"]: row["guesses"] for row in tree.records()} == tree.depths()
    assert all(row["path"].split() == [clue.guess for clue in tree.play(row["secret"])] for row in tree.records())
    assert frames["guesses"].to_pandas().secrets.sum() == 4
    json.dumps([frames["cost"].to_json(), frames["guesses"].to_json()])


def test_without_pandas_a_sentence_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(FewestError, match=r"^to_pandas needs the package pandas; install it with pip install pandas.*"):
        Setup(answers=["lemon"]).belief().to_pandas()


def test_objects_show_themselves_in_a_line() -> None:
    game = Wordle(["lemon", "mango"])
    belief = Belief.start(game)
    shown: dict[str, Any] = {
        "<Wordle: your list (2 guesses, 2 answers)>": game,
        "<WordList: your list, 2 guesses, 2 answers>": game.words,
        "<Scorer: entropy>": SCORERS["entropy"],
        "<Greedy: entropy>": strategy("entropy"),
        "<Lookahead: lookahead>": strategy("lookahead"),
        "<Optimal: optimal>": strategy("optimal"),
        "<Prover of <Belief: 2 secrets of your list>>": Prover(belief),
        "<Ranking of 2 first guesses>": prove(Prover(belief)).ranking,
        "<Curve: no name, 2 knots, 2.00 guesses for 1.00 bits>": Curve((0, 1), (1, 2)),
    }
    assert [*map(repr, shown.values())] == [*shown]
    text = repr(evaluate(grow(strategy("entropy"), belief)))
    assert text == "<Evaluation: entropy on your list (2 guesses, 2 answers): mean 1.5000, total 3, worst 2>"
