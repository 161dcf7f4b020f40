"""Compare strategies, openers and editions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fewest.checks import checked
from fewest.questions.evaluate import Evaluated, evaluate_strategy
from fewest.results import Block, Result, line, table, to_json
from fewest.results.prose import pluralise
from fewest.setup import Setup
from fewest.strategies import ON_LETTERS, classic, strategy
from fewest.watch import UNWATCHED, Watch

COLUMNS = ("edition", "strategy", "opener", "mean", "total", "worst", "lost", "found in 1, 2, 3, … guesses", "seconds")

SHOWN_STRATEGIES = ("letters-adjusted", "minimax", "entropy", "expected-moves")
"""The strategies that the plot of distributions compares by default."""


@dataclass(frozen=True)
class Compared(Result, rows="rows"):
    """A row of statistics per strategy, opener and edition."""

    rows: tuple[Evaluated, ...]

    def blocks(self) -> Iterator[Block]:
        """A table, ordered by edition."""
        yield table(COLUMNS, self.cells(), left=3)
        for title in dict.fromkeys(row.title for row in self.rows):
            yield line(title, "dim")

    def cells(self) -> list[tuple[str, ...]]:
        """The cells of the table."""
        labels = list(dict.fromkeys(row.label for row in self.rows))
        return [_cells(row) for row in sorted(self.rows, key=lambda row: labels.index(row.label))]

    def to_json(self) -> Any:
        """A list of rows."""
        return to_json(self.rows)

    def to_markdown(self) -> str:
        """The table as Markdown."""
        rows = ["| " + " | ".join(row) + " |" for row in self.cells()]
        return "\n".join(["| " + " | ".join(COLUMNS) + " |", "|" + " --- |" * len(COLUMNS), *rows])

    def __repr__(self) -> str:
        best = min(self.rows, key=lambda row: row.mean)
        return f"<Compared: {pluralise(len(self.rows), 'row')}, best: {best.strategy} starting with {best.opener}>"


def _cells(row: Evaluated) -> tuple[str, ...]:
    spread = " ".join(map(str, row.histogram.values()))
    numbers = f"{row.mean:.4f}", f"{row.total:,}", f"{row.worst}", f"{row.losses}", spread, f"{row.seconds:.2f}"
    return row.label, row.strategy, row.opener, *numbers


def applicable_strategies(setup: Setup, names: Sequence[str]) -> list[str]:
    """The strategies that fit the game; strategies that count letters need words."""
    return [name for name in names if setup.has_words or name not in ON_LETTERS]


@checked
def compare(
    setup: Setup,
    by: Sequence[str] = (),
    *,
    watch: Watch = UNWATCHED,
    openers: Sequence[str] = (),
    editions: Sequence[str] = (),
) -> Compared:
    """Evaluate several strategies, with several openers, on several editions."""
    names = [*by] or applicable_strategies(setup, classic())
    for name in names:
        strategy(name)
    setups = [replace(setup, edition=name) for name in dict.fromkeys(editions)] or [setup]
    beliefs = [each.belief() for each in setups]
    for belief in beliefs:
        for word in openers:
            belief.game.find_guess(word)
    jobs = [
        (each, belief, name, opener)
        for each, belief in zip(setups, beliefs, strict=True)
        for name in names
        for opener in (*openers,) or (None,)
    ]
    rows = []
    for done, (each, belief, name, opener) in enumerate(jobs):
        watch.update(done, len(jobs), name)
        rows.append(evaluate_strategy(each, watch=watch.silent, by=name, opener=opener, belief=belief))
    watch.update(len(jobs), len(jobs))
    return Compared(tuple(rows))
