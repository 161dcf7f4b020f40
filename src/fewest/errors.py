"""The errors that a person can cause: each message is one sentence that says what is wrong and what would be right."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self


class FewestError(ValueError):
    """Something in the input is wrong; the message says what."""

    kind = "input"
    """What is wrong, in a word."""

    clue: int | None = None
    """Which of several clues or guesses is to blame, from 0."""
    tiles: tuple[int, ...] = ()
    """Which tiles of its reply look wrong, from 0."""
    others: Mapping[int, int] = {}
    """Clues without which the rest fits, and how many secrets do then."""
    guess: str | None = None
    """A guess that a question is about."""
    rows: tuple[str, ...] = ()
    """Replies whose guesses are missing."""

    def about(self, clue: int | None, tiles: Sequence[int] = (), others: Mapping[int, int] | None = None) -> Self:
        """The same error, which says of which clue it is."""
        self.clue, self.tiles, self.others = clue, (*tiles,), others or {}
        return self


@contextmanager
def about_clue(place: int) -> Iterator[None]:
    """Let errors in the block say of which clue or guess they are."""
    try:
        yield
    except FewestError as error:
        raise error.about(place) from None


class FewestWarning(UserWarning):
    """Something that a person should know, though the work goes on."""


class WordListError(FewestError):
    """A word list that cannot be played with."""


class GuessError(FewestError):
    """A guess that the game does not allow."""

    kind = "guess"


class HardModeError(FewestError):
    """A guess that does not use what replies have shown."""

    kind = "hard"


class ReplyError(FewestError):
    """A reply that the game cannot give, or that cannot be read."""

    kind = "reply"


class ContradictionError(FewestError):
    """A clue after which no secret is possible any more."""

    kind = "contradiction"


class NoGuessLeftError(FewestError):
    """A question about the next guess after the last one."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"No guesses left: the limit is {limit}. Raise it with --max-guesses.")


class AnswerNeededError(FewestError):
    """A game that may have been lost, without the answer; `guess` is the last guess, if that may be it."""

    kind = "answer"


class GuessesNeededError(FewestError):
    """Squares that were shared, without their words; `rows` are their replies."""

    kind = "guesses"

    def __init__(self, message: str, rows: Sequence[str]) -> None:
        super().__init__(message)
        self.rows = (*rows,)


class TooDeepError(FewestError):
    """A game whose positions take more guesses than exact search goes deep."""


class OutOfTimeError(FewestError):
    """The time that a search had is over; `so_far` is what it has found out, which is no result."""

    def __init__(self, message: str, so_far: Any) -> None:
        super().__init__(message)
        self.so_far = so_far


class Interrupted(KeyboardInterrupt):
    """Ctrl-C has ended a search; `so_far` is what it has found out, which is no result."""

    def __init__(self, so_far: Any) -> None:
        super().__init__()
        self.so_far = so_far


class TreeError(FewestError):
    """A tree that does not play its game, or a file that holds none."""
