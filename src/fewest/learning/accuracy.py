"""How good an estimator is: what it predicts for an opener beside the exact value."""

import json
import math
import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.scorers import Scorer
from fewest.search import Prover, prove
from fewest.system.files import write_file
from fewest.watch import UNWATCHED, Watch

Z95 = 1.959963985
"""How many standard errors a 95 % confidence interval reaches to either side."""


@dataclass(frozen=True)
class Opener:
    """A first guess, its exact expected number of guesses, and what each estimator predicts."""

    guess: str
    exact: float
    predicted: dict[str, float]


@dataclass(frozen=True)
class Error:
    """The mean squared error of an estimator over some openers, and what it is made of."""

    estimator: str
    """The estimator."""
    openers: int
    """Over how many openers."""
    squared: float
    """The mean squared error, in guesses."""
    margin: float
    """Half of the 95 % confidence interval; 0 when no opener was left out."""
    bias: float
    """How much more than exact it predicts on average."""
    correlation: float | None
    """How well it ranks the openers: Pearson's correlation with the exact values; None where nothing varies."""


@dataclass(frozen=True)
class Accuracy:
    """What estimators predict for the best openers of a game and for a sample of all."""

    label: str
    best: list[Opener]
    """The best openers, proved to be so, best first."""
    sample: list[Opener]
    """A random sample of all allowed openers."""
    population: int
    """How many openers there are."""
    seed: int
    seconds: float

    @property
    def estimators(self) -> list[str]:
        """The names of the estimators."""
        return list((self.best + self.sample)[0].predicted)

    def errors(self) -> dict[str, list[Error]]:
        """The errors over the best openers and over the sample, an entry per estimator."""
        return {
            "best": [error(name, self.best) for name in self.estimators] if self.best else [],
            "sample": [error(name, self.sample, self.population) for name in self.estimators] if self.sample else [],
        }

    def save(self, path: Path | str) -> None:
        """Write everything to a JSON file."""
        write_file(path, json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path | str) -> "Accuracy":
        """Read what save wrote."""
        try:
            data = json.loads(Path(path).read_bytes())
            for key in ("best", "sample"):
                data[key] = [Opener(**each) for each in data[key]]
            made = cls(**data)
            if made.estimators:  # an IndexError where there are no openers
                made.errors()
        except OSError as error:
            raise FewestError(f"{path}: cannot be read ({error.strerror or error}).") from None
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError) as error:
            raise FewestError(f"{path}: not what `fewest accuracy --output` writes ({error}).") from None
        return made


def error(name: str, openers: Sequence[Opener], population: int | None = None) -> Error:
    """Measure an estimator on some openers; if they are a sample of a population, say how far off that may be."""
    exact = np.array([opener.exact for opener in openers])
    off = np.array([opener.predicted[name] for opener in openers]) - exact
    squares = off**2
    margin = 0.0
    if population is not None and 1 < len(openers) < population:
        rest = 1 - len(openers) / population  # of a finite population, less stays unknown
        margin = Z95 * float(squares.std(ddof=1)) * math.sqrt(rest / len(openers))
    varies = len(openers) > 1 and exact.std() > 0 and (off + exact).std() > 0
    correlation = float(np.corrcoef(off + exact, exact)[0, 1]) if varies else None
    return Error(name, len(openers), float(squares.mean()), margin, float(off.mean()), correlation)


def measure(
    belief: Belief,
    estimators: Sequence[Scorer],
    best: int = 100,
    sample: int = 100,
    seed: int = 0,
    prover: Prover | None = None,
    watch: Watch = UNWATCHED,
) -> Accuracy:
    """Value the best openers and a random sample of all exactly, and ask every estimator what it predicts for them."""
    started = time.perf_counter()
    if not estimators or best < 0 or sample < 0 or best + sample == 0:
        raise FewestError("There is nothing to measure: name an estimator and some openers.")
    prover = prover or Prover(belief)
    predicted: dict[str, dict[str, float]] = {}
    for estimator in estimators:
        whole, scores = estimator.scores(belief)
        for column, score in zip(whole.guesses.tolist(), scores.tolist(), strict=True):
            predicted.setdefault(belief.game.guesses[column], {})[estimator.name] = score
    # A guess that tells nothing has no finite estimate.
    possible = [guess for guess, each in predicted.items() if all(map(math.isfinite, each.values()))]
    proof = prove(prover, belief, possible, best, watch=watch) if best else None
    proved = {each.guess: each.mean for each in proof.best} if proof else {}
    drawn = random.Random(seed).sample(possible, min(sample, len(possible)))
    exact: dict[str, float] = {}
    for done, guess in enumerate(drawn):
        watch.tell(done, len(drawn), "sampling")
        exact[guess] = proved.get(guess) or prover.mean(prover.cost_of_guess(guess, belief, stop=watch.stop), belief)
    watch.tell(len(drawn), len(drawn), "sampling")
    return Accuracy(
        belief.game.label,
        [Opener(guess, mean, predicted[guess]) for guess, mean in proved.items()],
        [Opener(guess, mean, predicted[guess]) for guess, mean in exact.items()],
        len(possible),
        seed,
        time.perf_counter() - started,
    )
