"""Base classes of objects that can be shown."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, ClassVar

from fewest.errors import FewestError
from fewest.results.blocks import Block, Line, Style
from fewest.results.text import render

PROMINENCE: tuple[Style, ...] = ("bold", "", "green", "red", "dim")
"""The styles of lines, starting with the one that summarises a result best."""

LONGEST_NAME = 120
"""The maximum length of the line that `repr` shows."""


class Tabular:
    """An object whose content is a table for other programs."""

    def records(self) -> list[dict[str, Any]]:
        """The rows of the table, each with a value per column."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The table as a DataFrame of pandas, which must be installed."""
        try:
            import pandas as pd
        except ImportError:
            raise FewestError(
                "to_pandas needs the package pandas; install it with pip install pandas, or use records()."
            ) from None
        return pd.DataFrame(self.records())


class Shown(Tabular):
    """An object that `print` shows as text and a notebook as HTML."""

    def blocks(self) -> Iterable[Block]:
        """The content to show."""
        raise NotImplementedError

    def __str__(self) -> str:
        return render(self.blocks())

    def _repr_html_(self) -> str:
        from fewest.results import html

        return html.render(self.blocks())


class Result(Shown):
    """The result of a function of `fewest.questions`: a frozen dataclass whose JSON has a key per field.

    The command line (--json), the web API and notebooks all use this JSON.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"use_attribute_docstrings": True, "arbitrary_types_allowed": True}
    """Uses the docstrings of fields as their descriptions in schemas. Fields without JSON may have any type."""

    def __repr__(self) -> str:
        """The class and the most prominent line: the first bold one, or else the first that is not dim."""
        lines = [block for block in self.blocks() if isinstance(block, Line) and block.text]
        lines.sort(key=lambda block: PROMINENCE.index(block.spans[0][1]))
        first = lines[0].text.splitlines()[0] if lines else "a table"
        return f"<{type(self).__name__}: {first if len(first) <= LONGEST_NAME else f'{first[: LONGEST_NAME - 1]}…'}>"

    def __init_subclass__(cls, rows: str = "") -> None:
        """Name the field that has the rows of the table, if the result has one."""
        cls._rows = rows

    _rows: ClassVar[str] = ""

    def records(self) -> list[dict[str, Any]]:
        """The rows of the result's table, or the result as a single row; `to_json` also has the lists within a row."""
        rows = getattr(self, self._rows) if self._rows else [self]
        return [
            {name: value for name, value in to_json(row).items() if not isinstance(value, list | dict)} for row in rows
        ]

    def to_json(self) -> Any:
        """The result as data for json.dumps."""
        return to_json(self)

    def to_json_text(self) -> str:
        """The result as JSON text."""
        import json

        return json.dumps(self.to_json(), ensure_ascii=False, indent=2)


def to_json(value: Any) -> Any:
    """Convert data for JSON: dataclasses and mappings to dicts, sequences to lists, infinity and NaN to None."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, bool | int | str):
        return value
    if is_dataclass(value):
        names = (part.name for part in fields(value) if part.metadata.get("json", True))
        return {name: to_json(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): to_json(part) for key, part in value.items()}
    return [to_json(part) for part in value]
