"""Compare predictions of estimators with exact values of openers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fewest.checks import checked
from fewest.errors import FewestError
from fewest.learning.accuracy import Accuracy, Error, all_shipped_values, measure
from fewest.learning.exact import exact_values
from fewest.results import Block, Result, line, table
from fewest.search import Prover
from fewest.search.resources import ALL_OPENERS_MEGABYTES, FEW_OPENERS_MEGABYTES, memory_bytes
from fewest.setup import Setup
from fewest.strategies import estimator, estimator_names
from fewest.watch import UNWATCHED, Watch

DEFAULT_SAMPLE = 100
"""The default sample size if not all values are shipped."""


@dataclass(frozen=True)
class ExactSource:
    """The source of exact values, and how many openers it covers."""

    source: str
    """"shipped", or the name of a store or a file."""
    within: int | None
    """The guess limit of the values; null without one, and for a file, which does not name it."""
    known: int
    """The number of openers with an exact value."""
    impossible: int
    """The number of openers that cannot keep the limit."""
    openers: int
    """The number of all openers."""

    @property
    def is_complete(self) -> bool:
        """Whether the source settles all openers."""
        return self.known + self.impossible == self.openers

    def __str__(self) -> str:
        limit = "" if self.within is None else f" within {self.within} guesses"
        never = f"; {self.impossible:,} more cannot keep this limit" if self.impossible else ""
        best = "" if self.is_complete else "; others may be better"
        return f"Exact values{limit} of {self.known:,} of {self.openers:,} openers ({self.source}){never}{best}"


@dataclass(frozen=True, repr=False)
class Measured(Result, rows="sample"):
    """The errors of estimators, over the best openers and over a random sample."""

    label: str
    title: str
    population: int
    """The number of openers that the sample is drawn from: all that give information and can be valued."""
    seed: int
    seconds: float
    best: tuple[Error, ...]
    """The error of each estimator over the best openers."""
    sample: tuple[Error, ...]
    """The error of each estimator over the sample."""
    exact: ExactSource | None
    """The source of the exact values; null if they were searched for, or shipped for all openers."""
    accuracy: Accuracy = field(repr=False, compare=False, metadata={"json": False})
    """All predictions."""

    @property
    def is_whole(self) -> bool:
        """Whether the sample covers all openers."""
        return bool(self.sample) and self.sample[0].openers == self.population

    def blocks(self) -> Iterator[Block]:
        """A table of the best openers and one of the sample."""
        drawn = "openers" if self.is_whole else f"openers drawn from {self.population:,}"
        for what, found in {"best openers": self.best, drawn: self.sample}.items():
            if found:
                yield line()
                yield line(f"{found[0].openers:,} {what} of {self.title}", "bold")
                heads = ("estimator", "mean squared error", "95% margin", "bias", "correlation")
                yield table(heads, [_error_cells(each) for each in found])
        yield line()
        if self.exact is not None:
            yield line(str(self.exact))
        yield line(f"{self.seconds:.1f} seconds", "dim")


def _error_cells(error: Error) -> tuple[str, ...]:
    margin = f"± {error.margin:.4f}" if error.margin else ""
    correlation = "" if error.correlation is None else f"{error.correlation:.3f}"
    return error.estimator, f"{error.squared:.4f}", margin, f"{error.bias:+.4f}", correlation


@checked
def accuracy(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    estimators: Sequence[str] = (),
    best: int = 100,
    sample: int | None = None,
    seed: int = 0,
    memory: int | None = None,
    otherwise: int = DEFAULT_SAMPLE,
    exact: str | None = None,
    within: int | None = None,
) -> Measured:
    """Compare predictions of estimators with exact values of openers.

    With `exact` the values are read instead of searched: "shipped", a store of `fewest rank`, or a file with
    `opener total` on every line; `within` chooses the values for that guess limit. By default the sample is all openers
    if all values are read or shipped, else `otherwise` of them.
    """
    if exact is None and within is not None:
        raise FewestError("--within needs --exact: it selects the values to read.")
    if exact is not None and memory is not None:
        raise FewestError("--exact reads values and searches nothing; leave --memory out.")
    chosen = [estimator(name) for name in estimator_names(estimators)]
    belief = setup.belief()
    size = memory_bytes(memory, ALL_OPENERS_MEGABYTES if best else FEW_OPENERS_MEGABYTES)
    values = None if exact is None else exact_values(exact, belief, within)
    openers = len(belief.game.guesses)
    if sample is None:
        sample = openers if values or all_shipped_values(belief) else otherwise
    found = measure(belief, chosen, best, sample, seed, lambda: Prover(belief, memory=size), watch, exact=values)
    source = None
    if values is not None:
        source = ExactSource(values.source, values.within, len(values.totals), values.impossible, openers)
    return Measured(
        label=found.label,
        title=setup.title(belief.game),
        population=found.population,
        seed=seed,
        seconds=round(found.seconds, 3),
        **{kind: tuple(errors) for kind, errors in found.errors().items()},
        exact=source,
        accuracy=found,
    )
