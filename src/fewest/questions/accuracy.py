"""How far the estimators are off: what they predict for openers, beside the exact values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fewest.learning.accuracy import Accuracy, Error, measure
from fewest.questions.resources import ALL_OPENERS, FEW_OPENERS, MEGABYTE
from fewest.results import Block, Result, line, table
from fewest.search import Prover
from fewest.setup import Setup
from fewest.strategies import ESTIMATORS, estimator
from fewest.watch import UNWATCHED, Watch


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
    """How far each estimator is off over the best openers."""
    sample: tuple[Error, ...]
    """How far each estimator is off over the sample."""
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

    def __repr__(self) -> str:
        estimators = ", ".join(each.estimator for each in self.best or self.sample)
        return f"<Measured: {estimators} on {self.label}>"


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
