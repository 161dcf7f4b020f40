"""Errors that users can cause. Each message says what is wrong and what to type instead."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self


class FewestError(ValueError):
    """The input is wrong; the message says how to correct it."""

    kind = "input"
    """The kind of error, in a word."""

    clue: int | None = None
    """The index of the wrong clue or guess, from 0."""
    tiles: tuple[int, ...] = ()
    """The indices of the tiles of its reply that look wrong, from 0."""
    others: Mapping[int, int] = {}
    """Clues whose removal resolves the contradiction, with the number of secrets that then fit."""
    guess: str | None = None
    """The guess that the error asks about."""
    rows: tuple[str, ...] = ()
    """Replies whose guesses are missing."""
    unlisted: bool = False
    """Whether the only problem is that the words, which are allowed guesses, are missing from the list of answers."""

    @property
    def message(self) -> str:
        """What is wrong, without the option that allows `unlisted` words: the page has its own setting for it."""
        return super().__str__()

    def __str__(self) -> str:
        step = " Add --secrets guesses to allow all guesses as secrets." if self.unlisted else ""
        return self.message + step

    def about(self, clue: int | None, tiles: Sequence[int] = (), others: Mapping[int, int] | None = None) -> Self:
        """Return this error with the clue that it is about."""
        self.clue, self.tiles, self.others = clue, (*tiles,), others or {}
        return self


@contextmanager
def about_clue(place: int) -> Iterator[None]:
    """Attach the index of a clue or guess to errors raised in the block."""
    try:
        yield
    except FewestError as error:
        raise error.about(place) from None


class FewestWarning(UserWarning):
    """A problem that users should know about but that does not stop the work."""


class ArgumentError(FewestError, TypeError):
    """An argument of the wrong type."""


class WordListError(FewestError):
    """An invalid word list."""


class GuessError(FewestError):
    """A guess that the game does not allow."""

    kind = "guess"


class HardModeError(FewestError):
    """A guess that breaks hard mode or the rule consistent."""

    kind = "hard"


class ReplyError(FewestError):
    """A reply that is impossible or cannot be read."""

    kind = "reply"


class ContradictionError(FewestError):
    """A clue that leaves no possible secret."""

    kind = "contradiction"


class NoGuessLeftError(FewestError):
    """A request for a guess when no guesses are left."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"No guesses left: the limit is {limit}. Raise it with --max-guesses.")


class StuckError(FewestError):
    """A strategy that would repeat a useless guess forever."""

    def __init__(self, strategy: str, guess: str) -> None:
        super().__init__(
            f"The strategy {strategy} is stuck: it guesses {guess!r}, which leaves all secrets possible. "
            "Choose another strategy."
        )


class AnswerNeededError(FewestError):
    """The game may have been lost, so its answer is needed; `guess` is the last guess if it may be the answer."""

    kind = "answer"


class GuessesNeededError(FewestError):
    """Shared squares were given without the guesses; `rows` are their replies."""

    kind = "guesses"

    def __init__(self, message: str, rows: Sequence[str]) -> None:
        super().__init__(message)
        self.rows = (*rows,)


class TooDeepError(FewestError):
    """A position that takes more guesses than the depth limit of exact search."""


class OutOfTimeError(FewestError):
    """A search ran out of time; `so_far` is its partial result."""

    def __init__(self, message: str, so_far: Any) -> None:
        super().__init__(message)
        self.so_far = so_far


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search; `so_far` is its partial result."""

    def __init__(self, so_far: Any) -> None:
        super().__init__()
        self.so_far = so_far


class TreeError(FewestError):
    """An invalid tree, or a file without a tree."""
