"""What is learnt from games: a curve, how good estimators are, and how a search converges."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from fewest.belief import Belief
from fewest.curves import BUCKET, Curve, shipped
from fewest.errors import FewestError, Interrupted
from fewest.learning import training
from fewest.learning.accuracy import Accuracy, Error, measure
from fewest.learning.convergence import CAUTION, Step
from fewest.learning.convergence import converge as search
from fewest.questions.prove import ALL_OPENERS, FEW_OPENERS, MEGABYTE
from fewest.results import Block, Result, line, table
from fewest.search import Prover
from fewest.setup import Setup
from fewest.strategies import ESTIMATORS, estimator
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True)
class Round:
    """A round of training."""

    round: int
    strategy: str
    opener: str
    mean: float
    total: int
    worst: int
    histogram: dict[int, int]


@dataclass(frozen=True)
class Trained(Result):
    """A curve of how many guesses some bits take, and the rounds that led to it."""

    label: str
    title: str
    rounds: tuple[Round, ...]
    bits: tuple[float, ...]
    guesses: tuple[float, ...]
    curve: Curve = field(repr=False, compare=False, metadata={"json": False})
    samples: training.Samples = field(repr=False, compare=False, metadata={"json": False})
    """What the curve was learnt from."""

    @property
    def best(self) -> Round:
        """The round whose play took the fewest guesses."""
        return min(self.rounds[1:], key=lambda each: each.mean)

    def blocks(self) -> Iterator[Block]:
        """A row per round."""
        yield line(f"Learning on {self.title}")
        heads = ("round", "played by", "opener", "mean", "worst", "guesses taken 1, 2, 3, …")
        yield table(heads, [_cells(each) for each in self.rounds], left=3)
        yield line(f"The best round is {self.best.round}: {self.best.mean:.4f} guesses", "bold")
        yield line(f"{self.bits[-1]:.2f} bits take {self.guesses[-1]:.3f} guesses", "dim")

    def save(self, path: Path) -> None:
        """Write the curve to a JSON file, with its rounds."""
        self.curve.save(path, rounds=self.to_json()["rounds"])


def _cells(each: Round) -> tuple[str, ...]:
    spread = " ".join(map(str, each.histogram.values()))
    return f"{each.round}", each.strategy, each.opener, f"{each.mean:.4f}", f"{each.worst}", spread


def train(setup: Setup, watch: Watch = UNWATCHED, *, rounds: int = 10, bucket: float = BUCKET) -> Trained:
    """Learn from games how many guesses some bits of uncertainty take."""
    belief = setup.belief()
    curve, made = training.train(belief, rounds, bucket, watch)
    results = [(each, each.evaluation) for each in made]
    return Trained(
        label=belief.game.label,
        title=str(belief.game),
        rounds=tuple(
            Round(each.number, each.strategy, one.opener, one.mean, one.total, one.worst, one.histogram)
            for each, one in results
        ),
        bits=curve.bits,
        guesses=curve.guesses,
        curve=curve,
        samples=next(each.samples for each in made if each.curve is curve),
    )


@dataclass(frozen=True)
class CurvePoints(Result):
    """How many guesses some bits of uncertainty take, as learnt on an edition."""

    name: str
    bits: tuple[float, ...]
    guesses: tuple[float, ...]
    knots: tuple[tuple[float, ...], ...]
    """Pairs of bits and guesses that were learnt."""

    def blocks(self) -> Iterator[Block]:
        """A row per knot."""
        yield table(("bits", "guesses"), [(f"{bits:.2f}", f"{guesses:.3f}") for bits, guesses in self.knots], left=0)


def curve_points(setup: Setup, *, belief: Belief | None = None) -> CurvePoints:
    """The shipped curve of a list."""
    found = shipped(setup.game() if belief is None else belief.game)
    bits = np.linspace(0, math.ceil(max(found.bits)), 61)
    knots = tuple(zip(found.bits, found.guesses, strict=True))
    return CurvePoints(found.name, tuple(bits.tolist()), tuple(found(bits).tolist()), knots)


@dataclass(frozen=True)
class Measured(Result):
    """How far estimators are off, over the best openers and over a sample of all."""

    label: str
    title: str
    population: int
    """How many openers there are."""
    seed: int
    seconds: float
    best: tuple[Error, ...]
    sample: tuple[Error, ...]
    accuracy: Accuracy = field(repr=False, compare=False, metadata={"json": False})
    """Every prediction."""

    def blocks(self) -> Iterator[Block]:
        """A table for each kind of openers."""
        kinds = {"best openers": self.best, f"openers drawn from {self.population:,}": self.sample}
        for what, found in kinds.items():
            if found:
                yield line()
                yield line(f"{found[0].openers} {what} of {self.title}", "bold")
                heads = ("estimator", "mean squared error", "95 % within", "bias", "correlation")
                yield table(heads, [_error_cells(each) for each in found])
        yield line()
        yield line(f"{self.seconds:.1f} seconds", "dim")


def _error_cells(error: Error) -> tuple[str, ...]:
    margin = f"± {error.margin:.4f}" if error.margin else ""
    correlation = "" if error.correlation is None else f"{error.correlation:.3f}"
    return error.estimator, f"{error.squared:.4f}", margin, f"{error.bias:+.4f}", correlation


def accuracy(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    estimators: Sequence[str] = (),
    best: int = 100,
    sample: int = 100,
    seed: int = 0,
    memory: int | None = None,
) -> Measured:
    """Compare what estimators predict for openers with their exact values."""
    predict = [estimator(name) for name in estimators or ESTIMATORS]
    belief = setup.belief()
    prover = Prover(belief, memory=(memory or (ALL_OPENERS if best else FEW_OPENERS)) * MEGABYTE)
    made = measure(belief, predict, best, sample, seed, prover, watch)
    errors = {kind: tuple(found) for kind, found in made.errors().items()}
    seconds = round(made.seconds, 3)
    return Measured(made.label, str(belief.game), made.population, seed, seconds, **errors, accuracy=made)


@dataclass(frozen=True)
class Converged(Result):
    """How a search improved its play, iteration by iteration."""

    label: str
    title: str
    estimator: str
    steps: tuple[Step, ...]
    """Those that found a better play, and the last; or all, if all were asked for."""
    optimal: bool
    """Whether the best known play is proved to be optimal."""
    interrupted: bool

    def blocks(self) -> Iterator[Block]:
        """How it ended, and a row per better play."""
        last = self.steps[-1]
        stopped = "stopped, " if self.interrupted else ""
        verdict = "proved optimal" if self.optimal else f"{stopped}none below {last.lower_bound:.4f}"
        yield line()
        yield line(f"{self.estimator} on {self.title}: {last.mean:.4f} from {last.opener}, {verdict}", "bold")
        heads = ("iteration", "seconds", "mean", "lower bound", "opener", "positions")
        yield table(heads, [_step_cells(step) for step in improvements(self.steps)], left=0)


def _step_cells(step: Step) -> tuple[str, ...]:
    means = f"{step.mean:.4f}", f"{step.lower_bound:.4f}"
    return f"{step.iteration:,}", f"{step.seconds:.1f}", *means, step.opener, f"{step.positions:,}"


def converge(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    by: str,
    caution: float = CAUTION,
    iterations: int | None = None,
    until: float = 0.0,
    every_step: bool = False,
    output: Path | None = None,
    belief: Belief | None = None,
) -> Converged:
    """Improve the play from brute force on, until it is optimal or the time is over; after Ctrl-C, how far it came.

    All steps are written to a file, if one is given.
    """
    predicts = estimator(by)
    start = setup.belief() if belief is None else belief
    interrupted = False
    try:
        made = search(start, predicts, caution, iterations, until, watch)
    except Interrupted as ended:
        made, interrupted = ended.so_far, True
    if output is not None:
        made.save(output)
    game, steps = start.game, tuple(made.steps if every_step else improvements(made.steps))
    return Converged(game.label, str(game), by, steps, made.optimal, interrupted)


def improvements(steps: Sequence[Step]) -> list[Step]:
    """The steps that found a better play, and the last."""
    found = [steps[0]]
    for step in steps[1:]:
        if step.mean < found[-1].mean or step is steps[-1]:
            found.append(step)
    return found


def require_estimators(names: Sequence[str]) -> list[str]:
    """The estimators that are named, or all; refuse one that is none."""
    return [estimator(name).name for name in names or ESTIMATORS]


def require_json(path: Path) -> None:
    """Refuse to write steps to what does not look like JSON."""
    if path.suffix != ".json":
        raise FewestError(f"{path}: the steps are written as JSON; end the name in .json.")
