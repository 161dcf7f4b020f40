"""Read a store of proofs."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from fewest.errors import FewestError
from fewest.results import Block, Result, bars, line, table
from fewest.results.prose import pluralise
from fewest.search import Store
from fewest.search.proof import Settled
from fewest.search.prover import IMPOSSIBLE, missed_and_total
from fewest.setup import Setup
from fewest.trees.evaluation import evaluate
from fewest.trees.tree import Tree

DEFAULT_SHOWN = 10
"""How many openers are shown by default."""

CSV_HEADER = ("opener", "lower_bound", "total", "mean", "seconds")


@dataclass(frozen=True)
class KeptTree:
    """An opener whose tree is in the store."""

    opener: str
    total: int
    """The weighted sum of guesses over all secrets."""


@dataclass(frozen=True)
class Run:
    """A run that wrote to a store."""

    run: int
    """The number of the run, from 1."""
    place: str
    """The machine and the process."""
    began: float
    """The start time, in seconds since 1970."""
    seen: float
    """The time of its last update, in seconds since 1970."""
    ended: int
    """1 if the run ended normally, else 0."""
    openers: int
    """The number of all first guesses."""
    top: int
    """How many of the best openers the run values exactly."""
    settled: int
    """The number of first guesses settled at its last update."""
    searched: int
    """The number of first guesses it searched."""


@dataclass(frozen=True, repr=False)
class Stored(Result, rows="openers"):
    """The content of a store."""

    game: str
    """The name of the game."""
    label: str
    fingerprint: str
    """A digest of the words of the game."""
    hard: bool
    clues: tuple[str, ...]
    max_guesses: int | None
    """The guess limit of the proof; null for no limit."""
    target: int | None
    """The number of guesses within which the proof first maximises the secrets found; null if only the total
    counts."""
    penalty: int
    """All totals and bounds include this penalty times the weight of each missed secret."""
    weights: str
    """A digest of the weights of the secrets."""
    weight: int
    """The sum of the weights."""
    secrets: int
    """The number of possible secrets."""
    runs: tuple[Run, ...]
    """The runs that wrote to the store, in order."""
    trees: tuple[KeptTree, ...]
    """The openers whose trees are stored, best first."""
    openers: tuple[Settled, ...]
    """The bounds of each opener, best first."""
    shown: int = field(default=DEFAULT_SHOWN, metadata={"json": False})
    tree: Tree | None = field(default=None, repr=False, compare=False, metadata={"json": False})
    """The best tree, if the game can be loaded."""

    def blocks(self) -> Iterator[Block]:
        """The position, the runs, the best openers and the best tree."""
        mode = " in hard mode" if self.hard else ""
        limit = f" within {pluralise(self.max_guesses, 'guess', 'guesses')}" if self.max_guesses else ""
        after = f" after {' '.join(self.clues)}" if self.clues else ""
        aim = "" if self.target is None else f", as many as possible within {self.target}"
        yield line(f"{self.label}{mode}{limit}{after}{aim}: {self.secrets:,} secrets", "bold")
        yield from self._run_lines()
        exact = sum(each.cost is not None for each in self.openers)
        yield line(f"{len(self.openers):,} first guesses searched, {exact:,} with an exact value")
        rows = [self._cells(each) for each in self.openers[: self.shown]]
        missed = () if self.target is None else ("missed",)
        yield table(("opener", *missed, "total", "mean", "", "seconds"), rows)
        if self.tree is not None:
            yield line(f"The tree of {self.tree.opener} needs {self._total(self.trees[0].total):,} guesses in total:")
            yield bars(evaluate(self.tree).histogram, self.tree.game.max_guesses)

    def _run_lines(self) -> Iterator[Block]:
        if not self.runs:
            return
        last = self.runs[-1]
        yield line(
            f"{last.settled:,} of {last.openers:,} first guesses settled; "
            f"exact values wanted for the best {min(last.top, last.openers):,}"
        )
        spent = sum(max(0.0, run.seen - run.began) for run in self.runs)
        began = datetime.fromtimestamp(self.runs[0].began).isoformat(sep=" ", timespec="minutes")
        killed = sum(not run.ended for run in self.runs)
        ends = f", {killed} of them interrupted or still running" if killed else ""
        yield line(f"{pluralise(len(self.runs), 'run')} since {began}{ends}, {spent:,.0f} seconds", "dim")

    def _cells(self, each: Settled) -> tuple[str, ...]:
        if each.lower >= IMPOSSIBLE:
            blank = () if self.target is None else ("",)
            return each.opener, "never finishes in time", *blank, "", "", f"{each.seconds:.1f}"
        more = "" if each.cost is not None else "or more"
        missed, total = missed_and_total(each.lower, self.penalty)
        first = () if self.target is None else (f"{missed:,}",)
        return each.opener, *first, f"{total:,}", f"{total / self.weight:.4f}", more, f"{each.seconds:.1f}"

    def _total(self, cost: int) -> int:
        return missed_and_total(cost, self.penalty)[1]

    def csv(self) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        """All openers as CSV; only exact values have a total. An aim adds a column, the weight of missed secrets."""
        rows = []
        for each in self.openers:
            missed, total = missed_and_total(each.lower, self.penalty)
            exact = ("", "") if each.cost is None else (total, total / self.weight)
            last = () if self.target is None else (missed,)
            rows.append((each.opener, total, *exact, round(each.seconds, 3), *last))
        return (CSV_HEADER if self.target is None else (*CSV_HEADER, "missed_weight")), rows


def read_store(setup: Setup, file: Path, *, shown: int = DEFAULT_SHOWN, needs_tree: bool = False) -> Stored:
    """Read a store; its tree needs custom word lists to be given again."""
    with Store.existing(file) as store:
        about, penalty = store.about(), store.penalty()
        runs = store.runs()
        trees = store.trees()
        known = sorted(store.known().values(), key=lambda each: (each.lower, each.cost is None, each.opener))
        best = None
        try:
            prover = store.prover(setup.make_game() if setup.has_own_words else None, 1)
        except FewestError:
            if needs_tree or setup.has_own_words:
                raise
        else:
            store.check(prover)
            best = store.tree(trees[0][0], prover.belief) if trees else None
    if needs_tree and best is None:
        raise FewestError(f"{file}: this store has no tree yet.")
    copied = ("game", "label", "fingerprint", "hard", "max_guesses", "target", "weights", "weight", "secrets")
    return Stored(
        **{name: about[name] for name in copied},
        penalty=penalty,
        clues=tuple(about["clues"]),
        runs=tuple(Run(**run) for run in runs),
        trees=tuple(KeptTree(*each) for each in trees),
        openers=tuple(known),
        shown=shown,
        tree=best,
    )
