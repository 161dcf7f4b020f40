"""What every opener is worth: exactly, or at least."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fewest.questions.resources import ALL_HERE, ALL_OPENERS, INTERRUPTED, MEGABYTE, Resources, guesses_left
from fewest.results import Block, Result, line, table
from fewest.search import Proof, Prover
from fewest.search.proof import Bounded
from fewest.search.prover import IMPOSSIBLE
from fewest.setup import Setup
from fewest.system.threads import limit_threads
from fewest.watch import UNWATCHED, Watch

HEADS = ("rank", "opener", "total", "mean", "exact")

SHOWN = 20
"""How many openers are shown if nobody says."""


@dataclass(frozen=True)
class RankedOpener:
    """What is known of an opener: its exact value, or that it costs no less; null if it never finishes in time."""

    rank: int
    """Its place, from 1."""
    opener: str
    total: int | None
    """Guesses over all secrets, each counted with its weight; at least so many, if not exact."""
    mean: float | None
    exact: bool
    """Whether that is its exact value."""

    def cells(self) -> tuple[str, ...]:
        """A row of the table."""
        if self.total is None or self.mean is None:
            return str(self.rank), self.opener, "never finishes in time", "", ""
        return str(self.rank), self.opener, f"{self.total:,}", f"{self.mean:.4f}", "" if self.exact else "or more"


@dataclass(frozen=True)
class Ranked(Result):
    """What every opener is worth: exactly, or at least."""

    label: str
    title: str
    proved: bool
    """Whether as many as were asked for are exact, and no other is better."""
    interrupted: bool
    """Whether Ctrl-C has ended it."""
    settled: int
    """First guesses that are valued exactly or shown not to be among the best."""
    resumed: int
    """Those settled before, in the store."""
    seconds: float
    openers: tuple[RankedOpener, ...]
    """Every first guess, the best first."""
    shown: int = field(default=SHOWN, metadata={"json": False})
    """How many of them a person sees."""

    def blocks(self) -> Iterator[Block]:
        """The best of them."""
        yield line(self.title)
        rows = [each.cells() for each in self.openers[: self.shown]]
        yield table(("rank", "opener", "total", "mean", ""), rows, left=0)
        if not self.proved:
            yield line("Stopped before every opener was settled", "bold")
        certain = sum(each.exact for each in self.openers)
        before = f" ({self.resumed:,} settled before)" if self.resumed else ""
        yield line(f"{certain:,} of {len(self.openers):,} exact{before}, {self.seconds:.1f} seconds", "dim")

    def csv(self) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        """The whole table for a spreadsheet."""
        return HEADS, [tuple(getattr(each, name) for name in HEADS) for each in self.openers]

    def __repr__(self) -> str:
        best = self.openers[0].opener if self.openers else "nothing"
        state = "proved" if self.proved else "not proved"
        return f"<Ranked: {best} first of {len(self.openers):,} openers of {self.label}, {state}>"


def rank(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    openers: Sequence[str] = (),
    top: int | None = None,
    shown: int = SHOWN,
    resources: Resources = ALL_HERE,
) -> Ranked:
    """Value openers: as many of the best as are asked for exactly, the others at least."""
    belief, weights = setup.exact_belief()
    for word in openers:
        belief.find_guess(word)
    memory = (resources.memory or ALL_OPENERS) * MEGABYTE
    with limit_threads(resources.threads):
        prover = Prover(belief, weights, guesses_left(setup, belief), memory)
    found, ended = resources.search(prover, openers or None, top or len(belief.game.guesses), memory, watch)
    return Ranked(
        label=belief.game.label,
        title=str(belief.game),
        proved=isinstance(found, Proof),
        interrupted=ended == INTERRUPTED,
        settled=found.settled,
        resumed=found.resumed,
        seconds=round(found.seconds, 3),
        openers=tuple(_ranked(number, each, found.weight) for number, each in enumerate(found.ranking, start=1)),
        shown=shown,
    )


def _ranked(number: int, each: Bounded, weight: int) -> RankedOpener:
    if each.lower >= IMPOSSIBLE:
        return RankedOpener(number, each.guess, None, None, exact=True)
    return RankedOpener(number, each.guess, each.lower, each.lower / weight, each.exact)
