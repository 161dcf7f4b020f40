"""The fewest guesses there can be, with proof; and what every opener is worth."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fewest.belief import Belief
from fewest.errors import FewestError, FewestWarning, Interrupted, OutOfTimeError
from fewest.results import Bars, Block, Result, line, table
from fewest.search import Proof, Prover, Store, Unfinished, Valued, prove_least_worst
from fewest.search import prove as search
from fewest.search.proof import Bounded
from fewest.search.prover import IMPOSSIBLE
from fewest.setup import Setup
from fewest.system.threads import at_most
from fewest.trees.evaluation import MAX_GUESSES, evaluate
from fewest.trees.tree import Tree
from fewest.watch import UNWATCHED, Watch

MEGABYTE = 1 << 20

FEW_OPENERS, ALL_OPENERS = 128, 1024
"""Megabytes for the transposition table where some openers are valued, and where all are."""

Found = Proof | Unfinished


@dataclass(frozen=True, kw_only=True)
class Means:
    """With what a proof is found: threads of this process, or workers; and where it is kept."""

    memory: int | None = None
    """Megabytes for the transposition table of each process."""
    threads: int | None = None
    store: Path | None = None
    """A file that keeps whatever is settled."""
    workers: int | None = None
    """Processes of this machine."""
    cluster: str | None = None
    """The address of a Dask scheduler."""

    def __post_init__(self) -> None:
        """Refuse means that exclude each other."""
        if (self.workers, self.cluster) == (None, None):
            return
        if self.threads is not None:
            raise FewestError("Threads are those of this process; workers have one each, so leave --threads out.")
        if None not in (self.workers, self.cluster):
            raise FewestError("Choose one: workers of this machine, or a cluster.")

    def search(
        self, prover: Prover, openers: Sequence[str] | None, top: int, memory: int, watch: Watch
    ) -> tuple[Found, str]:
        """Prove; what was found out, and how it ended: '', 'interrupted' or 'out of time'."""
        try:
            with ExitStack() as stack, at_most(self.threads):
                store = None if self.store is None else stack.enter_context(Store(self.store))
                crew = None
                if self.workers is not None or self.cluster is not None:
                    from fewest.search import cluster

                    client = stack.enter_context(cluster.connect(self.cluster, self.workers))
                    crew = cluster.crew_of(client, memory, self._warn_of_waiting)
                return search(prover, None, openers, top, self.threads, watch, store=store, crew=crew), ""
        except Interrupted as ended:
            return ended.so_far, INTERRUPTED
        except OutOfTimeError as ended:
            return ended.so_far, "out of time"

    def _warn_of_waiting(self) -> None:
        waits = "the cluster has no workers yet, so the proof waits for them"
        warnings.warn(f"{waits}; start some with: dask worker {self.cluster}", FewestWarning, stacklevel=2)


INTERRUPTED = "interrupted"

ALL_HERE = Means()
"""All threads of this process."""


@dataclass(frozen=True)
class OpenerValue:
    """A first guess, and what perfect play after it takes."""

    opener: str
    total: int
    mean: float


@dataclass(frozen=True)
class Proved(Result):
    """The best play from a position, as far as it is known: `proved` says whether nothing is better."""

    label: str
    title: str
    guesses: int
    answers: int
    secrets: int
    clues: tuple[str, ...]
    hard: bool
    max_guesses: int | None
    """Within how many guesses, from here on, every secret had to be found; null for no limit."""
    given: bool
    """Whether the first guess was given, not searched."""
    opener: str | None
    total: int | None
    """Guesses over all secrets, each counted with its weight."""
    mean: float | None
    worst: int | None
    proved: bool
    possible: bool
    """Whether some play keeps within the limit, as far as it is known."""
    lower_bound: int | None
    """No play costs less."""
    weight: int
    """The summed weight of the secrets; their number, when all weigh the same."""
    histogram: dict[int, int] | None
    openers: tuple[OpenerValue, ...]
    """The best first guesses, best first."""
    settled: int
    """First guesses that are valued exactly or shown not to be among the best."""
    of: int
    """First guesses in all."""
    resumed: int
    """Those settled before, in the store."""
    nodes: int
    """Positions searched."""
    seconds: float
    tree: Tree | None = field(default=None, repr=False, compare=False, metadata={"json": False})
    """What to play after the best first guess, if that is proved."""

    def blocks(self) -> Iterator[Block]:
        """What was found out; what is not proved is said to be so."""
        more = "more " if self.clues else ""
        limit = "" if self.max_guesses is None else f" within {self.max_guesses} {more}guesses"
        mode = " in hard mode" if self.hard else ""
        after = f" after {len(self.clues)} clues, {self.secrets:,} secrets" if self.clues else ""
        before = f" ({self.resumed:,} of them before)" if self.resumed else ""
        work = f"{self.settled:,} of {self.of:,} first guesses settled{before}, {self.nodes:,} positions searched"
        timing = line(f"{work}, {self.seconds:.1f} seconds", "dim")
        if self.opener is None:
            ended = "No play" if self.proved else "Stopped before any play was found that"
            yield line(f"{ended} always finishes{limit}{'; --max-guesses changes the limit' if limit else ''}", "bold")
            yield line(f"{self.title}{mode}{after}")
            yield timing
            return
        so_far = "" if self.proved else " so far"
        what = "has this exact value" if self.given else f"is the best first guess{so_far}"
        verdict = "proved" if self.proved else "stopped before the proof was complete"
        yield line(self.opener, "bold", (f" {what}{limit} ({verdict})", ""))
        yield line(f"{self.title}{mode}{after}")
        even = self.weight == self.secrets
        total = f"{self.total:,} in total" if even else f"cost {self.total:,} of weight {self.weight:,}"
        yield line(f"mean {self.mean:.4f} guesses, {total}" + (f", worst {self.worst}" if self.worst else ""))
        if not self.proved:
            yield line(f"no play costs less than {self.lower_bound:,}")
        if self.histogram:
            yield Bars(self.histogram, MAX_GUESSES)
        if len(self.openers) > 1:
            rows = [(each.opener, f"{each.mean:.4f}", f"{each.total:,}") for each in self.openers]
            yield table(("guess", "mean", "total"), rows)
        yield timing


def guesses_left(setup: Setup, belief: Belief) -> int | None:
    """How many guesses may still be made; None for as many as one likes, which a limit of 0 says too.

    Hard mode is where the six guesses of the game matter: without them the best mean loses some games.
    """
    limit = setup.max_guesses
    if limit is None:
        limit = MAX_GUESSES if belief.hard else 0
    if limit == 0:
        return None
    if limit <= len(belief.clues):
        raise FewestError(f"All {limit} guesses are made; --max-guesses allows more.")
    return limit - len(belief.clues)


def prove(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    openers: Sequence[str] = (),
    top: int = 1,
    aim: str = "mean",
    means: Means = ALL_HERE,
) -> Proved:
    """Find the play with the fewest guesses, and prove that none is better; after Ctrl-C, what is known so far.

    The aim is the mean, or the least worst case and then the mean.
    """
    if aim not in ("mean", "worst"):
        raise FewestError(f"There is no aim {aim!r}; aim for the mean or for the worst case.")
    if aim == "worst" and (means.store, means.workers, means.cluster) != (None, None, None):
        raise FewestError("A store and workers are for the aim of the mean; for the worst case give --max-guesses.")
    belief, weights = setup.exact_belief()
    left = guesses_left(setup, belief)
    for word in openers:
        belief.find_guess(word)
    memory = (means.memory or (FEW_OPENERS if openers or belief.clues else ALL_OPENERS)) * MEGABYTE
    found: Found
    if aim == "worst":
        try:
            with at_most(means.threads):
                found = prove_least_worst(belief, weights, left, memory, openers or None, top, means.threads, watch)
        except Interrupted as ended:
            found = ended.so_far
    else:
        with at_most(means.threads):
            prover = Prover(belief, weights, left, memory)
        found, _ = means.search(prover, openers or None, top, memory, watch)
    return _proved(found, belief, given=bool(openers))


def best_of(found: Found) -> tuple[tuple[Valued, ...], Tree | None]:
    """The best first guesses that are known, and the tree of the first of them."""
    if isinstance(found, Proof):
        return found.best, found.tree
    return found.best_so_far, found.tree_so_far


def _proved(found: Found, belief: Belief, given: bool) -> Proved:
    known, tree = best_of(found)
    game, best = belief.game, known[0] if known else None
    result = evaluate(tree) if tree else None
    proved = isinstance(found, Proof)
    return Proved(
        label=game.label,
        title=str(game),
        guesses=len(game.guesses),
        answers=len(game.answers),
        secrets=len(belief),
        clues=tuple(f"{guess}={game.reply_text(reply)}" for guess, reply in belief.clues),
        hard=belief.hard,
        max_guesses=found.max_guesses,
        given=given,
        opener=best.guess if best else None,
        total=best.cost if best else None,
        mean=best.mean if best else None,
        worst=result.worst if result else None,
        proved=proved,
        possible=tree is not None or not proved,
        lower_bound=found.lower_bound if found.lower_bound < IMPOSSIBLE else None,
        weight=found.weight,
        histogram=result.histogram if result else None,
        openers=tuple(OpenerValue(each.guess, each.cost, each.mean) for each in known),
        settled=found.settled,
        of=found.openers,
        resumed=found.resumed,
        nodes=found.nodes,
        seconds=round(found.seconds, 3),
        tree=tree if proved else None,
    )


HEADS = ("rank", "opener", "total", "mean", "exact")

SHOWN = 20
"""How many openers are shown if nobody says."""


@dataclass(frozen=True)
class RankedOpener:
    """What is known of an opener: its exact value, or that it costs no less; null if it never finishes in time."""

    rank: int
    opener: str
    total: int | None
    mean: float | None
    exact: bool

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
    settled: int
    resumed: int
    seconds: float
    openers: tuple[RankedOpener, ...]
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


def rank(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    openers: Sequence[str] = (),
    top: int | None = None,
    shown: int = SHOWN,
    means: Means = ALL_HERE,
) -> Ranked:
    """Value openers: as many of the best as are asked for exactly, the others at least."""
    belief, weights = setup.exact_belief()
    for word in openers:
        belief.find_guess(word)
    memory = (means.memory or ALL_OPENERS) * MEGABYTE
    with at_most(means.threads):
        prover = Prover(belief, weights, guesses_left(setup, belief), memory)
    found, ended = means.search(prover, openers or None, top or len(belief.game.guesses), memory, watch)
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
