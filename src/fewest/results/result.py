"""The two kinds of answers: whatever can be shown, and results, which are plain data as well."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, ClassVar

from fewest.results.blocks import Block
from fewest.results.text import render


class Shown:
    """Something that a person looks at: print shows it as text, a notebook as HTML."""

    def blocks(self) -> Iterable[Block]:
        """What there is to see."""
        raise NotImplementedError

    def __str__(self) -> str:
        return render(self.blocks())

    def _repr_html_(self) -> str:
        from fewest.results import html

        return html.render(self.blocks())


class Result(Shown):
    """The answer to a question: a frozen dataclass of plain data, whose JSON has a key for each of its fields.

    The command line (--json), the API of the page and notebooks all show this JSON.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"use_attribute_docstrings": True}
    """The API describes each field by the text below it."""

    def to_json(self) -> Any:
        """The result as what json.dumps takes."""
        return to_json(self)

    def to_json_text(self) -> str:
        """The result as JSON text."""
        import json

        return json.dumps(self.to_json(), ensure_ascii=False, indent=2)


def to_json(value: Any) -> Any:
    """Plain data as JSON has it: dataclasses and mappings become objects, whose keys are text, sequences lists.

    JSON has no infinite numbers: they become null.
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, bool | int | str):
        return value
    if is_dataclass(value):
        shown = (each.name for each in fields(value) if each.metadata.get("json", True))
        return {name: to_json(getattr(value, name)) for name in shown}
    if isinstance(value, Mapping):
        return {str(key): to_json(each) for key, each in value.items()}
    return [to_json(each) for each in value]
