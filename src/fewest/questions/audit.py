"""Whether a store of proofs is true: a sample of it, proved again."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fewest.errors import FewestError
from fewest.questions.resources import FEW_OPENERS, MEGABYTE
from fewest.results import Block, Result, line, table
from fewest.results.prose import counted
from fewest.search import Store
from fewest.search.prover import IMPOSSIBLE
from fewest.setup import Setup
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True)
class Wrong:
    """An opener of which the store says something else than a new proof."""

    opener: str
    lower_bound: int
    """What it costs at least, as the store says."""
    total: int | None
    """What it costs, as the store says; null if it does not say."""
    again: int
    """What it costs."""


@dataclass(frozen=True)
class Audited(Result):
    """A sample of a store, proved again."""

    file: str
    known: int
    """How many openers the store knows something of."""
    sample: int
    """How many of them were proved again."""
    seed: int
    wrong: tuple[Wrong, ...]
    """Those of which the store says something else."""
    trees: int
    """How many kept trees were played."""

    def blocks(self) -> Iterator[Block]:
        """What is wrong, if anything is."""
        if self.wrong:
            rows = []
            for each in self.wrong:
                claim = each.lower_bound if each.total in (None, each.again) else each.total
                rows.append((each.opener, f"{claim:,}", f"{each.again:,}"))
            yield table(("opener", "in the store", "again"), rows)
        verdict = f"{len(self.wrong)} of them wrong" if self.wrong else "all as the store says"
        yield line(f"{self.sample:,} of {self.known:,} openers proved again: {verdict}")
        if self.trees:
            yield line(f"{counted(self.trees, 'tree')} played: all as the store says")

    def __repr__(self) -> str:
        return f"<Audited: {self.sample:,} of {self.known:,} openers of {self.file}, {len(self.wrong):,} wrong>"


def audit(
    setup: Setup, file: Path, watch: Watch = UNWATCHED, *, sample: int = 20, seed: int = 0, memory: int | None = None
) -> Audited:
    """Prove some openers of a store again, with nothing in memory, and compare; play the kept trees too."""
    with Store.existing(file) as store:
        game = setup.game() if setup.has_own_words else None
        prover = store.prover(game, (memory or FEW_OPENERS) * MEGABYTE)
        store.check(prover)
        known, trees = store.known(), store.trees()
    if not known:
        raise FewestError(f"{file}: no opener is settled yet.")
    wrong = []
    drawn = random.Random(seed).sample(sorted(known), min(sample, len(known)))
    for done, opener in enumerate(drawn):
        watch.tell(done, len(drawn), opener)
        each = known[opener]
        bound = IMPOSSIBLE if each.cost is not None else min(IMPOSSIBLE, each.lower)
        cost = prover.cost_of_guess(opener, prover.belief, bound, stop=watch.stop)
        if cost < each.lower or (each.cost is not None and not cost == each.cost == each.lower):
            wrong.append(Wrong(opener, each.lower, each.cost, cost))
    watch.tell(len(drawn), len(drawn))
    return Audited(str(file), len(known), len(drawn), seed, tuple(wrong), len(trees))
