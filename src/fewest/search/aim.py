"""What play is searched for: the fewest guesses on average, or something that comes before that."""

from dataclasses import dataclass
from typing import Literal, Self

from fewest.errors import FewestError

LARGEST = 1000
"""The largest number of guesses to aim for: no play that is searched is longer."""


@dataclass(frozen=True)
class Aim:
    """The fewest guesses on average; or first few secrets that take the worst case, or more guesses than some number.

    >>> Aim.read("within:4")
    Aim(kind='within', guesses=4)
    """

    kind: Literal["mean", "worst", "within"] = "mean"
    guesses: int = 0
    """For `within`: how many guesses to aim for, from the start of the game."""

    @classmethod
    def read(cls, text: str) -> Self:
        """An aim by its name: mean, worst or within:K."""
        if text == "mean":
            return cls("mean")
        if text == "worst":
            return cls("worst")
        name, colon, number = text.partition(":")
        if name == "within" and (not colon or not number.isascii() or not number.isdecimal()):
            raise FewestError("Say within how many guesses, as in within:4.")
        if name != "within":
            raise FewestError(f"There is no aim {text!r}; the aims are mean, worst and within:K, as in within:4.")
        if len(number) > len(str(LARGEST)) or not 1 <= int(number) <= LARGEST:
            raise FewestError(f"Aim for 1 to {LARGEST:,} guesses, not {number[:20]}.")
        return cls("within", int(number))

    def __str__(self) -> str:
        return f"within:{self.guesses}" if self.kind == "within" else self.kind

    def target(self, made: int) -> int:
        """Within how many more guesses secrets should be found, where some are made already."""
        if self.guesses <= made:
            raise FewestError(f"All {self.guesses} guesses are made that secrets should be found within.")
        return self.guesses - made


MEAN = Aim()
"""The fewest guesses on average."""
