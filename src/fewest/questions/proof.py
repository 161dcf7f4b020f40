"""What a store of proofs holds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from fewest.errors import FewestError
from fewest.results import Bars, Block, Result, line, table
from fewest.results.prose import counted
from fewest.search import Store
from fewest.search.proof import Settled
from fewest.search.prover import IMPOSSIBLE
from fewest.setup import Setup
from fewest.trees.evaluation import evaluate
from fewest.trees.tree import Tree

SHOWN = 10
"""How many openers are shown if nobody says."""

HEADS = ("opener", "lower_bound", "total", "mean", "seconds")


@dataclass(frozen=True)
class KeptTree:
    """An opener whose tree is kept."""

    opener: str
    total: int
    """Guesses over all secrets, each counted with its weight."""


@dataclass(frozen=True)
class Run:
    """A run that has written to a store."""

    run: int
    """Its number, from 1."""
    place: str
    """The machine and the process."""
    began: float
    """When it began, in seconds since 1970."""
    seen: float
    """When it was last at work, by the clock of its machine."""
    ended: int
    """1 if it has ended by itself."""
    openers: int
    """First guesses in all."""
    top: int
    """How many of them are to be exact."""
    settled: int
    """How many first guesses were settled when it was last at work."""
    searched: int
    """First guesses that it has searched."""


@dataclass(frozen=True)
class Stored(Result):
    """What a store holds."""

    game: str
    """The name of the game."""
    label: str
    fingerprint: str
    """Tells games with other words apart."""
    hard: bool
    clues: tuple[str, ...]
    max_guesses: int | None
    """Within how many guesses every secret had to be found; null for no limit."""
    weights: str
    """Tells the weights of the secrets apart."""
    weight: int
    """Their sum."""
    secrets: int
    """How many secrets are possible."""
    runs: tuple[Run, ...]
    """The runs that have written to it, in their order."""
    trees: tuple[KeptTree, ...]
    """The openers whose tree is kept, the best first."""
    openers: tuple[Settled, ...]
    """What is known of each opener, the best first."""
    shown: int = field(default=SHOWN, metadata={"json": False})
    tree: Tree | None = field(default=None, repr=False, compare=False, metadata={"json": False})
    """The best tree, if its words are known."""

    def blocks(self) -> Iterator[Block]:
        """What it is about, its runs, the best openers and the best tree."""
        mode = " in hard mode" if self.hard else ""
        limit = f" within {self.max_guesses} guesses" if self.max_guesses else ""
        after = f" after {' '.join(self.clues)}" if self.clues else ""
        yield line(f"{self.label}{mode}{limit}{after}: {self.secrets:,} secrets", "bold")
        yield from self._about_runs()
        exact = sum(each.cost is not None for each in self.openers)
        yield line(f"{len(self.openers):,} first guesses searched, {exact:,} valued exactly")
        rows = [self._cells(each) for each in self.openers[: self.shown]]
        yield table(("opener", "total", "mean", "", "seconds"), rows)
        if self.tree is not None:
            yield line(f"The tree of {self.tree.opener} takes {self.trees[0].total:,} in total:")
            yield Bars(evaluate(self.tree).histogram, self.tree.game.max_guesses)

    def _about_runs(self) -> Iterator[Block]:
        if not self.runs:
            return
        last = self.runs[-1]
        yield line(
            f"{last.settled:,} of {last.openers:,} first guesses settled, "
            f"{min(last.top, last.openers):,} of them to be exact"
        )
        spent = sum(max(0.0, run.seen - run.began) for run in self.runs)
        began = datetime.fromtimestamp(self.runs[0].began).isoformat(sep=" ", timespec="minutes")
        killed = sum(not run.ended for run in self.runs)
        ends = f", {killed} of them killed or under way" if killed else ""
        yield line(f"{counted(len(self.runs), 'run')} since {began}{ends}, {spent:,.0f} seconds", "dim")

    def _cells(self, each: Settled) -> tuple[str, ...]:
        if each.lower >= IMPOSSIBLE:
            return each.opener, "never finishes in time", "", "", f"{each.seconds:.1f}"
        more = "" if each.cost is not None else "or more"
        return each.opener, f"{each.lower:,}", f"{each.lower / self.weight:.4f}", more, f"{each.seconds:.1f}"

    def csv(self) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        """All openers for a spreadsheet; what is not known exactly has no total."""
        rows = []
        for each in self.openers:
            exact = ("", "") if each.cost is None else (each.cost, each.cost / self.weight)
            rows.append((each.opener, each.lower, *exact, round(each.seconds, 3)))
        return HEADS, rows

    def __repr__(self) -> str:
        return f"<Stored: {len(self.openers):,} openers and {counted(len(self.trees), 'tree')} of {self.label}>"


def look_into(setup: Setup, file: Path, *, shown: int = SHOWN, needs_tree: bool = False) -> Stored:
    """Say what a store holds; one's own words must be given again for the tree."""
    with Store.existing(file) as store:
        about, runs, trees = store.about(), store.runs(), store.trees()
        store.check()
        known = sorted(store.known().values(), key=lambda each: (each.lower, each.cost is None, each.opener))
        best = None
        try:
            prover = store.prover(setup.game() if setup.has_own_words else None, 1)
        except FewestError:
            if needs_tree or setup.has_own_words:
                raise
        else:
            store.check(prover)
            best = store.tree(trees[0][0], prover.belief) if trees else None
    if needs_tree and best is None:
        raise FewestError(f"{file}: no tree is in this store yet.")
    told = ("game", "label", "fingerprint", "hard", "max_guesses", "weights", "weight", "secrets")
    return Stored(
        **{name: about[name] for name in told},
        clues=tuple(about["clues"]),
        runs=tuple(Run(**run) for run in runs),
        trees=tuple(KeptTree(*each) for each in trees),
        openers=tuple(known),
        shown=shown,
        tree=best,
    )
