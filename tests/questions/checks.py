"""Checks that every result must pass."""

import json
import math
import re
from dataclasses import fields, is_dataclass
from html.parser import HTMLParser
from typing import Any

from fewest.results import Result
from fewest.system.files import is_plain
from fewest.watch import Progress, Watch

LONGEST = 200
"""The most characters of the repr of a result."""

TIMES = {"seconds", "seconds_per_game", "began", "seen", "place", "positions"}
"""Keys whose values differ from run to run."""


def keys_of(result: Any) -> list[str]:
    """The keys that the JSON of a dataclass has."""
    assert is_dataclass(result)
    return [each.name for each in fields(result) if each.metadata.get("json", True)]


def check(result: Result) -> None:
    """Check that a result is plain data and can be shown in every format."""
    data = result.to_json()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert json.loads(result.to_json_text()) == data
    if isinstance(data, dict):
        assert [*data] == keys_of(result)
    else:
        assert [[*each] for each in data] == [keys_of(each) for each in getattr(result, keys_of(result)[0])]
    called = repr(result)
    assert called.startswith("<")
    assert called.endswith(">")
    assert "object at" not in called
    assert len(called) <= LONGEST
    assert is_plain(called)
    text = str(result)
    assert text.strip()
    assert is_plain(text.replace("\n", ""))
    assert not re.search(r"\b(None|nan|inf|True|False)\b", text)
    Balanced().feed(result._repr_html_())


class Balanced(HTMLParser):
    """Makes sure that tags are closed in their order."""

    def __init__(self) -> None:
        """Start without open tags."""
        super().__init__()
        self.open: list[str] = []

    def feed(self, data: str) -> None:
        """Read a whole text."""
        super().feed(data)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a tag."""
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the one that was opened last."""
        assert self.open.pop() == tag


def pressing_ctrl_c() -> Watch:
    """A watch under which Ctrl-C is pressed as soon as anything is reported, once."""
    heard: list[Progress] = []

    def report(progress: Progress) -> None:
        heard.append(progress)
        if len(heard) == 1:
            raise KeyboardInterrupt

    return Watch(report)


def without_times(data: Any) -> Any:
    """Remove the keys that differ from run to run."""
    if isinstance(data, dict):
        return {key: without_times(value) for key, value in data.items() if key not in TIMES}
    return [*map(without_times, data)] if isinstance(data, list) else data


def shape(data: Any) -> Any:
    """The keys of JSON, however deep; of a list, those that its items have."""
    if isinstance(data, dict):
        return {key: shape(value) for key, value in data.items()}
    if isinstance(data, list):
        return sorted({json.dumps(shape(each), sort_keys=True) for each in data})
    return None


def same(one: float, other: float) -> bool:
    """Whether two numbers are equal apart from rounding."""
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
