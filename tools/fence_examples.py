"""Show the examples in docstrings as code in the Python API of the documentation site.

An extension of griffe, which reads the docstrings: see zensical.toml.
"""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.M)
"""From a prompt to the next empty line."""


def fenced(text: str) -> str:
    """Put fences around the examples of a docstring."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


class FenceExamples(griffe.Extension):
    """Fences the examples of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change a docstring after it has been read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
