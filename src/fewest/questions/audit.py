"""Check a store of proofs by proving a sample again."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fewest.errors import FewestError
from fewest.results import Block, Result, line, table
from fewest.results.prose import pluralise
from fewest.search import Store
from fewest.search.prover import IMPOSSIBLE
from fewest.search.resources import FEW_OPENERS_MEGABYTES, memory_bytes
from fewest.setup import Setup
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True)
class Wrong:
    """An opener whose entry in the store contradicts a new proof."""

    opener: str
    lower_bound: int
    """The lower bound in the store."""
    total: int | None
    """The exact cost in the store; null if unknown."""
    proved_total: int
    """The cost by the new proof."""


@dataclass(frozen=True, repr=False)
class Audited(Result, rows="wrong"):
    """The result of proving a sample of a store again."""

    file: str
    known: int
    """The number of openers in the store."""
    sample: int
    """The number of openers proved again."""
    seed: int
    wrong: tuple[Wrong, ...]
    """The openers whose entries are wrong."""
    trees: int
    """The number of stored trees that were played."""
    damaged: int
    """The number of rows that fail their checksum; they are left out, and the next run proves them again."""

    def blocks(self) -> Iterator[Block]:
        """The wrong entries and a summary."""
        if self.wrong:
            rows = []
            for each in self.wrong:
                claim = each.lower_bound if each.total in (None, each.proved_total) else each.total
                rows.append((each.opener, f"{claim:,}", f"{each.proved_total:,}"))
            yield table(("opener", "in the store", "proved again"), rows)
        verdict = f"{len(self.wrong)} of them wrong" if self.wrong else "all agree with the store"
        yield line(f"{self.sample:,} of {self.known:,} openers proved again: {verdict}")
        if self.trees:
            yield line(f"{pluralise(self.trees, 'tree')} played: all agree with the store")
        if self.damaged:
            yield line(f"{pluralise(self.damaged, 'row')} of the store damaged")


def audit(
    setup: Setup, file: Path, *, watch: Watch = UNWATCHED, sample: int = 20, seed: int = 0, memory: int | None = None
) -> Audited:
    """Prove a sample of openers again without using the store, and compare; play the stored trees too."""
    with Store.existing(file) as store:
        game = setup.make_game() if setup.has_own_words else None
        prover = store.prover(game, memory_bytes(memory, FEW_OPENERS_MEGABYTES))
        store.check(prover)
        known = store.known()
        trees = store.trees()
        damaged = store.damaged_rows
    if not known:
        raise FewestError(f"{file}: no opener is settled yet.")
    wrong = []
    chosen = random.Random(seed).sample(sorted(known), min(sample, len(known)))
    for done, opener in enumerate(chosen):
        watch.update(done, len(chosen), opener)
        each = known[opener]
        bound = IMPOSSIBLE if each.cost is not None else min(IMPOSSIBLE, each.lower)
        cost = prover.cost_of_guess(opener, prover.belief, bound, stop=watch.stop)
        if cost < each.lower or (each.cost is not None and not cost == each.cost == each.lower):
            wrong.append(Wrong(opener, each.lower, each.cost, cost))
    watch.update(len(chosen), len(chosen))
    return Audited(str(file), len(known), len(chosen), seed, tuple(wrong), len(trees), damaged)
