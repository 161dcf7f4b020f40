"""The one way in which long work reports how far it has come, has a deadline, and is stopped."""

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
    """How far some work has come."""

    done: int
    total: int | None = None
    """Of how many; None where nobody knows."""
    text: str = ""
    """What is known so far, in a few words."""


def _silent(progress: Progress) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Watch:
    """Who hears of the progress of some work, who may stop it, and until when it has time.

    A stop belongs to whoever made its token; Ctrl-C is a KeyboardInterrupt as everywhere. Work whose time is over
    raises OutOfTimeError with what it has found out, work that is stopped raises Stopped.
    """

    report: Callable[[Progress], None] = _silent
    stop: "StopToken | None" = None
    deadline: float = math.inf
    """When the time is over, by time.monotonic()."""

    def tell(self, done: int, total: int | None = None, text: str = "") -> None:
        """Report how far the work has come; raises why it must end, if it must."""
        self.check()
        self.report(Progress(done, total, text))

    def check(self) -> None:
        """Raise Stopped if the work is stopped, OutOfTimeError if its time is over."""
        if self.stop is not None:
            self.stop.check()
        if self.is_over:
            raise OutOfTimeError("The time is over before the work is done.", None)

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self.deadline

    @property
    def silent(self) -> "Watch":
        """The same for a part of the work whose own progress nobody needs to hear of."""
        return replace(self, report=_silent)

    def within(self, seconds: float | None) -> "Watch":
        """The same with no more than so many seconds from now on."""
        if seconds is None:
            return self
        return replace(self, deadline=min(self.deadline, time.monotonic() + seconds))


UNWATCHED = Watch()
"""Nobody looks, and there is all the time in the world."""
