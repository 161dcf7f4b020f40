"""How well strategies play against every answer."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fewest.belief import Belief
from fewest.results import Bars, Block, Result, line, table, to_json
from fewest.setup import Setup
from fewest.strategies import CLASSIC, DEFAULT, ON_LETTERS, strategy
from fewest.trees.evaluation import Evaluation, evaluate, mean_bits
from fewest.trees.tree import Tree, grow
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True)
class Evaluated(Result):
    """How many guesses the answers of a list take."""

    label: str
    title: str
    guesses: int
    """How many guesses are allowed."""
    answers: int
    """How many answers were played."""
    strategy: str
    opener: str
    hard: bool
    max_guesses: int
    mean: float
    total: int
    worst: int
    losses: int
    """Answers that take more guesses than a player has."""
    histogram: dict[int, int]
    """How many answers take each number of guesses."""
    prior_mean: float | None
    """The mean under the prior, if there is one over the answers."""
    bits: tuple[float, ...]
    """Bits left on average before the first guess and after each, if they were asked for."""
    seconds: float

    def blocks(self) -> Iterator[Block]:
        """The figures and the distribution."""
        hard_mode = ", hard mode" if self.hard else ""
        yield line(f"{self.strategy} from {self.opener}{hard_mode}", "bold", (f" on {self.title}", ""))
        yield line(f"mean {self.mean:.4f} guesses, {self.total:,} in total, worst {self.worst}")
        if self.prior_mean is not None:
            yield line(f"mean {self.prior_mean:.4f} under the prior")
        yield Bars(self.histogram, self.max_guesses)
        lost = "none" if not self.losses else f"{self.losses:,}"
        yield line(f"{lost} beyond {self.max_guesses} guesses; {self.seconds:.2f} seconds", "dim")


def evaluate_strategy(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    by: str = DEFAULT,
    opener: str | None = None,
    bits: bool = False,
    belief: Belief | None = None,
) -> Evaluated:
    """Play every answer by a strategy."""
    started = time.perf_counter()
    play = strategy(by)
    start = setup.belief() if belief is None else belief
    tree = grow(play, start, opener, watch, answers=start.game.answers)
    return evaluated(setup, tree, start, by, time.perf_counter() - started, bits)


def evaluated(setup: Setup, tree: Tree, start: Belief, name: str, seconds: float, bits: bool = False) -> Evaluated:
    """How a tree plays, as plain data."""
    game = start.game
    result: Evaluation = evaluate(tree, max_guesses=setup.limit(game))
    over_answers = start.weights is not None and game.answers == game.secrets
    return Evaluated(
        label=game.label,
        title=str(game),
        guesses=len(game.guesses),
        answers=len(game.answers),
        strategy=name,
        opener=result.opener,
        hard=start.hard,
        max_guesses=result.max_guesses,
        mean=result.mean,
        total=result.total,
        worst=result.worst,
        losses=result.losses,
        histogram=result.histogram,
        prior_mean=evaluate(tree, start).mean if over_answers else None,
        bits=tuple(mean_bits(tree, tree.start())) if bits else (),
        seconds=round(seconds, 3),
    )


COLUMNS = ("edition", "strategy", "opener", "mean", "total", "worst", "lost", "guesses taken 1, 2, 3, …", "seconds")


@dataclass(frozen=True)
class Compared(Result):
    """How well several strategies, openers and lists do, a row each."""

    rows: tuple[Evaluated, ...]

    def blocks(self) -> Iterator[Block]:
        """A table, list by list."""
        yield table(COLUMNS, self.cells(), left=3)

    def cells(self) -> list[tuple[str, ...]]:
        """The rows as text."""
        labels = list(dict.fromkeys(row.label for row in self.rows))
        return [_cells(row) for row in sorted(self.rows, key=lambda row: labels.index(row.label))]

    def to_json(self) -> Any:
        """A list of rows."""
        return to_json(self.rows)

    def to_markdown(self) -> str:
        """The table for a Markdown file."""
        rows = ["| " + " | ".join(row) + " |" for row in self.cells()]
        return "\n".join(["| " + " | ".join(COLUMNS) + " |", "|" + " --- |" * len(COLUMNS), *rows])


def _cells(row: Evaluated) -> tuple[str, ...]:
    spread = " ".join(map(str, row.histogram.values()))
    numbers = f"{row.mean:.4f}", f"{row.total:,}", f"{row.worst}", f"{row.losses}", spread, f"{row.seconds:.2f}"
    return row.label, row.strategy, row.opener, *numbers


def fitting(setup: Setup, names: Sequence[str]) -> list[str]:
    """Strategies without those that count letters, where guesses have none."""
    return [name for name in names if setup.has_words or name not in ON_LETTERS]


def compare(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    by: Sequence[str] = (),
    openers: Sequence[str] = (),
    editions: Sequence[str] = (),
) -> Compared:
    """Play every answer by several strategies, from several openers, on several lists."""
    names = [*by] or fitting(setup, CLASSIC)
    for name in names:
        strategy(name)
    setups = [setup.on(name) for name in dict.fromkeys(editions)] or [setup]
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
        watch.tell(done, len(jobs), name)
        rows.append(evaluate_strategy(each, watch.silent, by=name, opener=opener, belief=belief))
    watch.tell(len(jobs), len(jobs))
    return Compared(tuple(rows))
