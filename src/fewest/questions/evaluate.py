"""Evaluate a strategy against every answer."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from fewest.belief import Belief
from fewest.results import Block, Result, bars, line, table
from fewest.setup import Setup
from fewest.strategies import DEFAULT, strategy
from fewest.trees.evaluation import GuessCounts, evaluate, mean_bits
from fewest.trees.tree import Openers, Opening, Timing, Tree, grow, play_each
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True, repr=False)
class Evaluated(GuessCounts, Result):
    """The statistics of a strategy against every answer."""

    label: str
    title: str
    guesses: int
    """The number of allowed guesses."""
    answers: int
    """The number of answers."""
    strategy: str
    further_openers: tuple[str, ...]
    """The further fixed guesses after the opener."""
    hard: bool
    prior_mean: float | None
    """The mean under the prior; null unless the prior is over the answers."""
    bits: tuple[float, ...]
    """The mean uncertainty in bits before the first guess and after each guess, if requested."""
    seconds: float
    timings: tuple[Timing, ...] = ()
    """The time that each tenth of the answers took, played one after the other, if requested."""

    def blocks(self) -> Iterator[Block]:
        """The statistics and the distribution."""
        hard_mode = ", hard mode" if self.hard else ""
        first = ", then ".join((self.opener, *self.further_openers))
        yield line(f"{self.strategy} starting with {first}{hard_mode}", "bold", (f" on {self.title}", ""))
        yield line(f"mean {self.mean:.4f} guesses, {self.total:,} in total, worst {self.worst}")
        if self.prior_mean is not None:
            yield line(f"mean {self.prior_mean:.4f} under the prior")
        yield bars(self.histogram, self.max_guesses)
        limit = f"{self.max_guesses} guesses"
        late = f"{self.losses:,} need more than {limit}" if self.losses else f"all found within {limit}"
        if self.timings:
            yield table(
                ("answers", "seconds"), [(f"{timing.answers:,}", f"{timing.seconds:.3f}") for timing in self.timings]
            )
        yield line(f"{late}; {self.seconds:.2f} seconds", "dim")


def evaluate_strategy(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    by: str = DEFAULT,
    opener: Openers = None,
    bits: bool = False,
    timings: bool = False,
    belief: Belief | None = None,
) -> Evaluated:
    """Play a strategy against every answer; with `timings`, one after the other, timed in tenths.

    Several openers are played in order, whatever the replies, until the secret is known.
    """
    started = time.perf_counter()
    play = strategy(by)
    start = setup.belief() if belief is None else belief
    answers = start.game.answers
    if timings:
        tree, timed = play_each(play, start, opener, watch=watch, answers=answers)
    else:
        tree, timed = grow(play, start, opener, watch=watch, answers=answers), ()
    further = Opening(start.game, opener).guesses[1:]
    return replace(
        evaluate_tree(setup, tree, start, by, time.perf_counter() - started, bits),
        further_openers=further,
        timings=timed,
    )


def evaluate_tree(setup: Setup, tree: Tree, start: Belief, name: str, seconds: float, bits: bool = False) -> Evaluated:
    """Evaluate a tree against every answer."""
    game = start.game
    result = evaluate(tree, max_guesses=setup.limit(game))
    over_answers = start.weights is not None and game.answers == game.secrets
    return Evaluated(
        label=game.label,
        title=setup.title(game),
        guesses=len(game.guesses),
        answers=result.secrets,
        strategy=name,
        further_openers=(),
        hard=start.in_hard_mode,
        **result.counts,
        prior_mean=evaluate(tree, start).mean if over_answers else None,
        bits=tuple(mean_bits(tree, tree.start())) if bits else (),
        seconds=round(seconds, 3),
    )
