"""The accuracy of estimators: compare their predictions for openers with the exact values."""

import json
import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.learning.exact import ExactValues, shipped_values
from fewest.scorers import Scorer
from fewest.search import Prover, Valued, prove
from fewest.search.shipped_values import known_openers
from fewest.system.files import reading_json, write_file
from fewest.watch import UNWATCHED, Watch

Z95 = 1.959963985
"""Half the width of a 95 % confidence interval, in standard errors."""


@dataclass(frozen=True)
class Opener:
    """A first guess, its exact expected number of guesses, and the prediction of each estimator."""

    guess: str
    exact: float
    predicted: dict[str, float]


@dataclass(frozen=True)
class Error:
    """The error statistics of an estimator over some openers."""

    estimator: str
    """The estimator."""
    openers: int
    """The number of openers."""
    squared: float
    """The mean of the squared errors; errors are in guesses."""
    margin: float
    """Half the width of the 95 % confidence interval of `squared`; 0 if all openers are measured."""
    bias: float
    """The mean of prediction minus exact value."""
    correlation: float | None
    """Pearson's correlation with the exact values; null if one of them does not vary."""


@dataclass(frozen=True)
class Accuracy:
    """Predictions for the best openers of a game and for a random sample."""

    label: str
    best: list[Opener]
    """The best openers, proved, best first."""
    sample: list[Opener]
    """A random sample of all allowed openers."""
    population: int
    """The number of openers that the sample was drawn from."""
    seed: int
    seconds: float

    @property
    def estimators(self) -> list[str]:
        """The names of the estimators."""
        return list((self.best + self.sample)[0].predicted)

    def errors(self) -> dict[str, list[Error]]:
        """The errors over the best openers and over the sample, one per estimator."""
        return {
            "best": [error(name, self.best) for name in self.estimators] if self.best else [],
            "sample": [error(name, self.sample, self.population) for name in self.estimators] if self.sample else [],
        }

    def save(self, path: Path | str) -> None:
        """Write everything to a JSON file."""
        write_file(path, json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path | str) -> "Accuracy":
        """Read a file that `save` wrote."""
        with reading_json(path, "a file written by `fewest accuracy --output`") as data:
            for key in ("best", "sample"):
                data[key] = [Opener(**opener) for opener in data[key]]
            accuracy = cls(**data)
            if accuracy.estimators:  # raises IndexError if there are no openers
                accuracy.errors()
            return accuracy


def error(name: str, openers: Sequence[Opener], population: int | None = None) -> Error:
    """Measure an estimator on some openers; for a sample, `population` gives the size that it was drawn from."""
    exact = np.array([opener.exact for opener in openers])
    off = np.array([opener.predicted[name] for opener in openers]) - exact
    squares = off**2
    margin = 0.0
    if population is not None and 1 < len(openers) < population:
        rest = 1 - len(openers) / population  # finite population correction
        margin = Z95 * float(squares.std(ddof=1)) * math.sqrt(rest / len(openers))
    varies = len(openers) > 1 and exact.std() > 0 and (off + exact).std() > 0
    correlation = float(np.corrcoef(off + exact, exact)[0, 1]) if varies else None
    return Error(name, len(openers), float(squares.mean()), margin, float(off.mean()), correlation)


class _SearchedValues:
    """Exact values of openers: shipped where possible, else searched."""

    def __init__(self, belief: Belief, make_prover: Callable[[], Prover], watch: Watch) -> None:
        self.belief, self.make_prover, self.watch = belief, make_prover, watch
        self.table = known_openers(belief)

    @cached_property
    def prover(self) -> Prover:
        return self.make_prover()

    def best(self, count: int, among: Sequence[str]) -> Sequence[Valued]:
        return prove(self.prover, self.belief, among, count, watch=self.watch).best

    def mean(self, guess: str) -> float:
        known = None if self.table is None else self.table.value(self.belief, guess)
        if known is not None:
            return known.mean
        return self.prover.mean(self.prover.cost_of_guess(guess, self.belief, stop=self.watch.stop), self.belief)


def all_shipped_values(belief: Belief) -> ExactValues | None:
    """The shipped values, if there is one for every opener."""
    shipped = shipped_values(belief)
    return shipped if shipped is not None and len(shipped.totals) == len(belief.game.guesses) else None


def measure(
    belief: Belief,
    estimators: Sequence[Scorer],
    best: int = 100,
    sample: int = 100,
    seed: int = 0,
    make_prover: Callable[[], Prover] | None = None,
    watch: Watch = UNWATCHED,
    exact: ExactValues | None = None,
) -> Accuracy:
    """Compare estimators with the exact values of the best openers and of a random sample.

    With `exact`, nothing is searched, and openers without a given value are left out. Otherwise shipped values are used
    where there are any, and a prover from `make_prover` finds the others.
    """
    started = time.perf_counter()
    if not estimators or best < 0 or sample < 0 or best + sample == 0:
        raise FewestError("There is nothing to measure; name an estimator, and ask for at least one opener.")
    given = all_shipped_values(belief) if exact is None else exact
    values = given or _SearchedValues(belief, make_prover or (lambda: Prover(belief)), watch)
    predicted: dict[str, dict[str, float]] = {}
    for estimator in estimators:
        whole, scores = estimator.scores(belief)
        for column, score in zip(whole.guesses.tolist(), scores.tolist(), strict=True):
            predicted.setdefault(belief.game.guesses[column], {})[estimator.name] = score
    # A useless guess has no finite estimate.
    possible = [guess for guess, each in predicted.items() if all(map(math.isfinite, each.values()))]
    if given is not None:
        possible = [guess for guess in possible if guess in given.totals]
        if not possible:
            raise FewestError(f"{given.source}: there is no exact value of a useful opener.")
    proved = {each.guess: each.mean for each in values.best(best, possible)} if best else {}
    drawn = random.Random(seed).sample(possible, min(sample, len(possible)))
    means: dict[str, float] = {}
    for done, guess in enumerate(drawn):
        watch.update(done, len(drawn), "sampling")
        means[guess] = proved.get(guess) or values.mean(guess)
    watch.update(len(drawn), len(drawn), "sampling")
    return Accuracy(
        belief.game.label,
        [Opener(guess, mean, predicted[guess]) for guess, mean in proved.items()],
        [Opener(guess, mean, predicted[guess]) for guess, mean in means.items()],
        len(possible),
        seed,
        time.perf_counter() - started,
    )
