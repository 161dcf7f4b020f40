"""Learn the expected number of guesses by bits of uncertainty."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from fewest.belief import Belief
from fewest.checks import checked
from fewest.curves import BUCKET_BITS, COUNT, ENTROPY, Curve, shipped_curve
from fewest.errors import FewestError
from fewest.learning import training
from fewest.results import Block, Result, line, table
from fewest.setup import Setup
from fewest.strategies import Strategy, expected_moves
from fewest.watch import UNWATCHED, Watch

PUBLISHED_ROUNDS = 2
"""The rounds of the published method: games by entropy, then games by the curve fitted to them."""


@dataclass(frozen=True)
class TrainedRound:
    """A round of training."""

    round: int
    """The number of the round; round 0 plays by entropy."""
    strategy: str
    """The strategy of the round."""
    opener: str
    mean: float
    total: int
    worst: int
    histogram: dict[int, int]


@dataclass(frozen=True, repr=False)
class Trained(Result, rows="rounds"):
    """The expected number of guesses by bits of uncertainty, and the rounds of training."""

    label: str
    title: str
    rounds: tuple[TrainedRound, ...]
    """The rounds in order."""
    bits: tuple[float, ...]
    """The bits of uncertainty at the knots of the curve."""
    guesses: tuple[float, ...]
    """The expected number of guesses at each knot."""
    uncertainty: str
    """What the bits measure: `entropy`, or `count` for log2 of the number of possible secrets."""
    bucket: float
    """The width of the range of bits that is averaged for each knot."""
    conditions: str
    """The prior, hard mode and clues of the training games, in words."""
    curve: Curve = field(repr=False, compare=False, metadata={"json": False})
    samples: training.Samples = field(repr=False, compare=False, metadata={"json": False})
    """The training data."""

    @property
    def best(self) -> TrainedRound:
        """The round with the lowest mean."""
        return min(self.rounds[1:], key=lambda each: each.mean)

    def blocks(self) -> Iterator[Block]:
        """A row per round."""
        yield line(f"Learning on {self.title}")
        heads = ("round", "played by", "opener", "mean", "worst", "found in 1, 2, 3, … guesses")
        yield table(heads, [_cells(each) for each in self.rounds], left=3)
        yield line(f"The best round is {self.best.round}: {self.best.mean:.4f} guesses", "bold")
        yield line(f"{self.bits[-1]:.2f} bits need {self.guesses[-1]:.3f} guesses", "dim")
        yield line(self.method, "dim")

    @property
    def method(self) -> str:
        """A description of how the curve was learnt."""
        left = "log₂ of the number of secrets left" if self.uncertainty == COUNT else "the bits left"
        published = (
            f"the published method: play by entropy, note {left} and the guesses still needed at every turn, and "
            f"average them over each {self.bucket:g} bits"
        )
        if len(self.rounds) <= PUBLISHED_ROUNDS:
            return f"The curve was learnt by {published}."
        return (
            f"The curve of round 1 was learnt by {published}. Each later round plays by a curve fitted to the games of "
            "the round before; the best curve is kept."
        )

    def strategy(self, *, over: str = "replies") -> Strategy:
        """The strategy expected-moves with this curve, read at the bits after each reply or at their `mean`."""
        return expected_moves(curve=self.curve, over=over)

    @property
    def learnt(self) -> training.Learnt:
        """The curve with its training data."""
        return training.Learnt(self.curve, self.samples, self.bucket, self.conditions)

    def save(self, path: Path) -> None:
        """Write the curve to a JSON file, with its rounds and the training data."""
        self.learnt.save(path, rounds=self.to_json()["rounds"])


def _cells(each: TrainedRound) -> tuple[str, ...]:
    spread = " ".join(map(str, each.histogram.values()))
    return f"{each.round}", each.strategy, each.opener, f"{each.mean:.4f}", f"{each.worst}", spread


@checked
def train(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    rounds: int = 10,
    bucket: float = BUCKET_BITS,
    uncertainty: str = ENTROPY,
) -> Trained:
    """Learn the expected number of guesses by bits of uncertainty, from games.

    The uncertainty is the `entropy` of what is left, or with `count` log2 of the number of secrets left.
    """
    if rounds < 1:
        raise FewestError(f"Train for at least one round, not {rounds}.")
    belief = setup.belief()
    curve, trained = training.train(belief, rounds, bucket, watch, uncertainty)
    results = [(each, each.evaluation) for each in trained]
    return Trained(
        label=belief.game.label,
        title=setup.title(belief.game),
        rounds=tuple(
            TrainedRound(each.number, each.strategy, one.opener, one.mean, one.total, one.worst, one.histogram)
            for each, one in results
        ),
        bits=curve.bits,
        guesses=curve.guesses,
        uncertainty=curve.uncertainty,
        bucket=bucket,
        conditions=setup.conditions,
        curve=curve,
        samples=next(each.samples for each in trained if each.curve is curve),
    )


@dataclass(frozen=True, repr=False)
class CurvePoints(Result):
    """The expected number of guesses by bits of uncertainty, learnt on an edition."""

    name: str
    """The edition on which the curve was learnt."""
    bits: tuple[float, ...]
    """Bits of uncertainty, from 0 in equal steps."""
    guesses: tuple[float, ...]
    """The expected number of guesses for each of these numbers of bits."""
    knots: tuple[tuple[float, ...], ...]
    """The learnt knots: pairs of bits and guesses."""

    def records(self) -> list[dict[str, Any]]:
        """A row per number of bits."""
        return [{"bits": bits, "guesses": guesses} for bits, guesses in zip(self.bits, self.guesses, strict=True)]

    def blocks(self) -> Iterator[Block]:
        """A row per knot."""
        yield table(("bits", "guesses"), [(f"{bits:.2f}", f"{guesses:.3f}") for bits, guesses in self.knots], left=0)


def curve_points(setup: Setup, *, belief: Belief | None = None) -> CurvePoints:
    """The shipped curve of a list."""
    found = shipped_curve(setup.belief() if belief is None else belief)
    bits = np.linspace(0, math.ceil(max(found.bits)), 61)
    knots = tuple(zip(found.bits, found.guesses, strict=True))
    return CurvePoints(found.name, tuple(bits.tolist()), tuple(found(bits).tolist()), knots)
