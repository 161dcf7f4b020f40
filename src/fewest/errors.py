"""The errors that a person can cause: each message is one sentence that says what is wrong and what would be right."""

from typing import Any


class FewestError(ValueError):
    """Something in the input is wrong; the message says what."""


class WordListError(FewestError):
    """A word list that cannot be played with."""


class GuessError(FewestError):
    """A guess that the game does not allow."""


class ReplyError(FewestError):
    """A reply that the game cannot give, or that cannot be read."""


class ContradictionError(FewestError):
    """A clue after which no secret is possible any more."""


class TooDeepError(FewestError):
    """A game whose positions take more guesses than exact search goes deep."""


class OutOfTimeError(FewestError):
    """The time that a search had is over; `so_far` is what it has found out, which is no result."""

    def __init__(self, message: str, so_far: Any) -> None:
        """Say so."""
        super().__init__(message)
        self.so_far = so_far


class Interrupted(KeyboardInterrupt):
    """Ctrl-C has ended a search; `so_far` is what it has found out, which is no result."""

    def __init__(self, so_far: Any) -> None:
        """Say so."""
        super().__init__()
        self.so_far = so_far


class TreeError(FewestError):
    """A tree that does not play its game, or a file that holds none."""
