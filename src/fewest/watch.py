"""Progress, deadlines and cancellation of long computations."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fewest.errors import OutOfTimeError

if TYPE_CHECKING:
    from fewest._core import StopToken


@dataclass(frozen=True)
class Progress:
    """The progress of a computation."""

    done: int
    total: int | None = None
    """None if unknown."""
    text: str = ""
    """A short status."""


def _silent(progress: Progress) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Watch:
    """A progress callback, a stop token and a deadline for a computation.

    A stopped computation raises Stopped; one past its deadline raises OutOfTimeError with its partial result. Ctrl-C
    raises KeyboardInterrupt as usual.
    """

    report: Callable[[Progress], None] = _silent
    stop: "StopToken | None" = None
    deadline: float = math.inf
    """By time.monotonic()."""

    def update(self, done: int, total: int | None = None, text: str = "") -> None:
        """Report progress; raises if stopped or past the deadline."""
        self.check()
        self.report(Progress(done, total, text))

    def check(self) -> None:
        """Raise Stopped if stopped, OutOfTimeError if past the deadline."""
        if self.stop is not None:
            self.stop.check()
        if self.is_over:
            raise OutOfTimeError("The time limit was reached before the work was done.", None)

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed."""
        return time.monotonic() >= self.deadline

    @property
    def silent(self) -> "Watch":
        """The same watch without progress reports."""
        return replace(self, report=_silent)

    def within(self, seconds: float | None) -> "Watch":
        """The same watch with a deadline at most `seconds` from now."""
        if seconds is None:
            return self
        return replace(self, deadline=min(self.deadline, time.monotonic() + seconds))


UNWATCHED = Watch()
"""No progress reports, no stop token, no deadline."""
