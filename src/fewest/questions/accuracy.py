"""Compares predictions of estimators with exact values of openers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fewest.learning.accuracy import Accuracy, Error, measure
from fewest.questions.resources import ALL_OPENERS_MEGABYTES, FEW_OPENERS_MEGABYTES, MEGABYTE
from fewest.results import Block, Result, line, table
from fewest.search import Prover
from fewest.search.known import known_openers
from fewest.setup import Setup
from fewest.strategies import ESTIMATORS, estimator
from fewest.watch import UNWATCHED, Watch

DEFAULT_SAMPLE = 100
"""How many openers are drawn where the values of all are not shipped."""


@dataclass(frozen=True)
class Measured(Result):
    """The errors of estimators, over the best openers and over a random sample."""

    label: str
    title: str
    population: int
    """The number of all openers."""
    seed: int
    seconds: float
    best: tuple[Error, ...]
    """The error of each estimator over the best openers."""
    sample: tuple[Error, ...]
    """The error of each estimator over the sample."""
    accuracy: Accuracy = field(repr=False, compare=False, metadata={"json": False})
    """All predictions."""

    @property
    def is_whole(self) -> bool:
        """Whether the sample is all openers."""
        return bool(self.sample) and self.sample[0].openers == self.population

    def blocks(self) -> Iterator[Block]:
        """A table of the best openers and one of the sample."""
        drawn = "openers" if self.is_whole else f"openers drawn from {self.population:,}"
        for what, found in {"best openers": self.best, drawn: self.sample}.items():
            if found:
                yield line()
                yield line(f"{found[0].openers:,} {what} of {self.title}", "bold")
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
    sample: int | None = None,
    seed: int = 0,
    memory: int | None = None,
    otherwise: int = DEFAULT_SAMPLE,
) -> Measured:
    """Compare predictions of estimators with exact values of openers.

    The sample is all openers by default, if the values of all are shipped, else `otherwise` of them.
    """
    chosen = [estimator(name) for name in estimators or ESTIMATORS]
    belief = setup.belief()
    megabytes = memory or (ALL_OPENERS_MEGABYTES if best else FEW_OPENERS_MEGABYTES)
    if sample is None:
        table = known_openers(belief)
        sample = len(belief.game.guesses) if table is not None and table.is_complete else otherwise
    measured = measure(belief, chosen, best, sample, seed, lambda: Prover(belief, memory=megabytes * MEGABYTE), watch)
    errors = {kind: tuple(found) for kind, found in measured.errors().items()}
    seconds = round(measured.seconds, 3)
    return Measured(measured.label, str(belief.game), measured.population, seed, seconds, **errors, accuracy=measured)
