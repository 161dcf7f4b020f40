"""Find the best fixed first guesses."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fewest.results import Block, Result, line, table
from fewest.results.prose import pluralise
from fewest.search import Prover
from fewest.search.fixed_openings import DEFAULT_TRIES, DEFAULT_WIDTH, FixedOpening, best_openings, value_opening
from fewest.search.resources import FEW_OPENERS_MEGABYTES, MEGABYTE
from fewest.setup import Setup
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True, repr=False)
class FixedOpenings(Result, rows="openings"):
    """Fixed first guesses and their costs."""

    label: str
    title: str
    weighted: bool
    """Whether some secrets are likelier than others; then costs are weighted."""
    openings: tuple[FixedOpening, ...]
    """Best first."""
    tried: int
    """The number of openings whose exact values were computed."""
    proved: bool
    """Whether these are proved to be the best openings of their length."""
    given: bool
    """Whether the openings were given rather than looked for."""
    seconds: float

    def blocks(self) -> Iterator[Block]:
        """A table of the openings."""
        yield line(f"Fixed first guesses on {self.title}, perfect play after them", "dim")
        heads = ("guesses", "mean", *(() if self.weighted else ("total", "if always made")), "parts")
        yield table(
            heads,
            [
                (
                    " ".join(each.guesses),
                    f"{each.mean:.4f}",
                    *(() if self.weighted else (f"{each.cost:,}", f"{each.cost_if_all_made:,}")),
                    f"{each.parts:,}",
                )
                for each in self.openings
            ],
        )
        yield line(f"{self.verdict} ({self.seconds:.1f} seconds)", "dim")

    @property
    def verdict(self) -> str:
        """A sentence about the other openings."""
        if self.given:
            return "Exact values"
        tried = pluralise(self.tried, "opening")
        if self.proved:
            return f"Proved the best: exact values of {tried}, all others ruled out by lower bounds"
        return f"Only the {tried} with the lowest lower bounds were searched; others may be better"


def openings(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    guesses: Sequence[str] = (),
    fixed: int = 2,
    count: int = 10,
    width: int = DEFAULT_WIDTH,
    tries: int = DEFAULT_TRIES,
    prove: bool = False,
) -> FixedOpenings:
    """Find the best fixed first guesses, or value the given ones."""
    started = time.perf_counter()
    belief = setup.belief()
    prover = Prover(belief, memory=FEW_OPENERS_MEGABYTES * MEGABYTE, stop=watch.stop)
    best: tuple[FixedOpening, ...]
    if guesses:
        best, tried = (value_opening(prover, guesses),), 1
    else:
        best, tried = best_openings(prover, fixed, count=count, width=width, tries=tries, prove=prove, watch=watch)
    return FixedOpenings(
        label=belief.game.label,
        title=str(belief.game),
        weighted=belief.weights is not None,
        openings=best,
        tried=tried,
        proved=prove and not guesses,
        given=bool(guesses),
        seconds=round(time.perf_counter() - started, 3),
    )
