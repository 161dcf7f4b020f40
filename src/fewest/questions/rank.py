"""Value every opener, exactly or by a lower bound."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fewest.errors import FewestError
from fewest.results import Block, Result, line, table
from fewest.results.prose import rounded_weights
from fewest.search import Proof
from fewest.search.proof import Bounded, Ranking
from fewest.search.prover import IMPOSSIBLE, missed_and_total
from fewest.search.resources import (
    ALL_OPENERS_MEGABYTES,
    DEFAULT_RESOURCES,
    INTERRUPTED,
    Aim,
    Resources,
    guesses_left,
    memory_bytes,
)
from fewest.search.shipped_values import known_ranking
from fewest.setup import MAX_GUESS_LIMIT, Setup
from fewest.watch import UNWATCHED, Watch

CSV_HEADER = ("rank", "opener", "total", "mean", "exact", "within", "keeps_within")

DEFAULT_SHOWN = 20
"""How many openers are shown by default."""


@dataclass(frozen=True)
class RankedOpener:
    """An opener and its exact value or lower bound. Both are null if the opener cannot keep the limit."""

    rank: int
    """The rank, from 1."""
    opener: str
    total: int | None
    """The weighted sum of guesses over all secrets; a lower bound if not exact."""
    mean: float | None
    exact: bool
    """Whether the total is exact."""
    within: int | None = None
    """The exact total with the guess limit `within`; null if not requested, unknown or impossible."""
    keeps_within: bool | None = None
    """Whether the opener can keep the limit `within`; null if not requested or unknown."""
    missed_weight: int | None = None
    """The weight of the secrets that need more than K guesses, for the aim `within:K`; null for the aim `mean`. If
    `exact` is false, both this weight and the total of play that misses it are lower bounds."""

    def cells(self, limited: bool, aimed: bool = False) -> tuple[str, ...]:
        """A row of the table, optionally with the total under the second limit and the weight of missed secrets."""
        blank = [""] if aimed else []
        within = "" if self.keeps_within is None else f"{self.within:,}" if self.within else "never"
        more = [within] if limited else []
        if self.total is None or self.mean is None:
            return str(self.rank), self.opener, "never finishes in time", *blank, "", *more, ""
        missed = [f"{self.missed_weight or 0:,}"] if aimed else []
        exact = "" if self.exact else "or more"
        return str(self.rank), self.opener, *missed, f"{self.total:,}", f"{self.mean:.4f}", *more, exact


@dataclass(frozen=True, repr=False)
class Ranked(Result, rows="openers"):
    """The exact value or a lower bound of every opener."""

    label: str
    title: str
    proved: bool
    """Whether the requested number of openers is exact, and no other is better."""
    interrupted: bool
    """Whether Ctrl-C ended the search."""
    settled: int
    """The number of first guesses valued exactly or ruled out."""
    resumed: int
    """The number of first guesses settled by earlier runs."""
    seconds: float
    openers: tuple[RankedOpener, ...]
    """All first guesses, best first."""
    within: int | None = None
    """A second limit on guesses, for which openers are valued too; null without one."""
    aim: str = "mean"
    """What is minimised: mean, worst or within:K."""
    rounding: float = 0.0
    """The largest rounding error of a weight, as a share of the total; 0 unless the weights have too many digits."""
    shown: int = field(default=DEFAULT_SHOWN, metadata={"json": False})
    """How many are shown as text."""

    def blocks(self) -> Iterator[Block]:
        """A table of the best openers."""
        yield line(self.title)
        limited = self.within is not None
        rows = [each.cells(limited, self.aim != "mean") for each in self.openers[: self.shown]]
        missed = () if self.aim == "mean" else ("missed",)
        heads = ("rank", "opener", *missed, "total", "mean", *((f"within {self.within}",) if limited else ()), "")
        yield table(heads, rows, left=0)
        if self.rounding:
            yield line(rounded_weights(self.rounding))
        if not self.proved:
            yield line("Stopped before every opener was settled", "bold")
        exact = sum(each.exact for each in self.openers)
        before = f" ({self.resumed:,} already known)" if self.resumed else ""
        yield line(f"{exact:,} of {len(self.openers):,} exact{before}, {self.seconds:.1f} seconds", "dim")

    def csv(self) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        """The whole table as CSV."""
        header = CSV_HEADER if self.aim == "mean" else (*CSV_HEADER, "missed_weight")
        return header, [tuple(getattr(each, name) for name in header) for each in self.openers]


def rank(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    openers: Sequence[str] = (),
    top: int | None = None,
    within: int | None = None,
    aim: str = "mean",
    shown: int = DEFAULT_SHOWN,
    resources: Resources = DEFAULT_RESOURCES,
) -> Ranked:
    """Value openers: the `top` best exactly (by default all), the others by a lower bound.

    `within` is a second limit on guesses, for which the exact openers are valued too. `aim` is as in `prove`.
    Shipped values are used unless a store or a cluster is given; then everything is searched.
    """
    if aim != "mean" and within is not None:
        raise FewestError("--within works only with --aim mean; leave one of them out.")
    if Aim.read(aim).kind == "worst":
        raise FewestError("Openers cannot be ranked by their worst case; use --aim mean or within:K.")
    belief = setup.belief()
    left = guesses_left(setup, belief)
    if within is not None and not 1 <= within < (left or MAX_GUESS_LIMIT + 1):
        limit = f"the limit of {left}" if left else f"{MAX_GUESS_LIMIT + 1:,}"
        raise FewestError(f"--within must be above 0 and below {limit}, not {within}.")
    for word in openers:
        belief.find_guess(word)
    searches = resources.is_elsewhere or aim != "mean"
    known = None if searches else known_ranking(belief, openers or None, left, within, top)
    if known is not None:
        ranking, weight = known
        settled = len(ranking.guesses)
        ranked = Ranked(belief.game.label, setup.title(belief.game), True, False, settled, settled, 0.0, ())
        return replace(ranked, openers=_ranked_openers(ranking, weight), within=within, shown=shown)
    memory = memory_bytes(resources.memory, ALL_OPENERS_MEGABYTES)
    count = top or len(belief.game.guesses)
    found, ended = resources.search(
        belief, left, openers or None, count, memory, watch, aim=Aim.read(aim), within=within
    )
    return Ranked(
        label=belief.game.label,
        title=setup.title(belief.game),
        proved=isinstance(found, Proof),
        interrupted=ended == INTERRUPTED,
        settled=found.settled,
        resumed=found.resumed,
        seconds=round(found.seconds, 3),
        openers=_ranked_openers(found.ranking, found.weight, None if found.target is None else found.penalty),
        within=within,
        aim=aim,
        rounding=found.rounding,
        shown=shown,
    )


def _ranked_openers(ranking: Ranking, weight: int, penalty: int | None = None) -> tuple[RankedOpener, ...]:
    return tuple(_ranked_opener(number, each, weight, penalty) for number, each in enumerate(ranking, start=1))


def _ranked_opener(number: int, each: Bounded, weight: int, penalty: int | None) -> RankedOpener:
    if each.lower >= IMPOSSIBLE:
        return RankedOpener(number, each.guess, None, None, exact=True)
    keeps = None if each.within is None else each.within < IMPOSSIBLE
    within = each.within if keeps else None
    missed, total = missed_and_total(each.lower, penalty or 0)
    value = number, each.guess, total, total / weight, each.exact, within, keeps
    return RankedOpener(*value, None if penalty is None else missed)
