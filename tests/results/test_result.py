"""Results as JSON, text and HTML."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest.results import Block, Result, line, to_json

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
