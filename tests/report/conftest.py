"""The small game of the questions."""

from tests.questions.conftest import place, setup

__all__ = ["place", "setup"]
