"""How well a strategy plays against every answer."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from fewest.belief import Belief
from fewest.results import Bars, Block, Result, line
from fewest.setup import Setup
from fewest.strategies import DEFAULT, strategy
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

    def __repr__(self) -> str:
        return f"<Evaluated: {self.strategy} from {self.opener} on {self.label}, mean {self.mean:.4f}>"


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
        answers=result.secrets,
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
