"""What is to be drawn by each figure, instead of a drawing; and the small game of the questions."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from fewest.report.plot import __all__ as names
from tests.questions.conftest import place, setup

__all__ = ["asked", "place", "setup"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[Any, ...]]:
    """What each figure is given."""
    given: dict[str, tuple[Any, ...]] = {}

    def keep(name: str) -> Callable[..., str]:
        def draw(*arguments: Any) -> str:
            given[name] = arguments
            return name

        return draw

    for name in names:
        monkeypatch.setattr(import_module(f"fewest.report.{name}"), "draw", keep(name))
    return given
