"""A search that improves itself: from brute force to optimal play, one promising guess at a time, for any game.

It keeps, for every position it has met, what is certain (no play costs less than `low`, and one that is known costs
`high`) and what it believes. What it believes of a guess comes from an estimator; how far to believe it comes from
experience: whenever a position is looked into, the search learns how far estimates for positions of that size were off.
"""

import json
import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fewest.belief import Belief
from fewest.errors import FewestError, Interrupted
from fewest.scorers import Scorer
from fewest.search.prover import costs_of
from fewest.system.files import write_file
from fewest.trees.tree import Node, Tree
from fewest.watch import UNWATCHED, Progress, Watch

CAUTION = 1.0
"""How many standard deviations below what it believes a guess may turn out to be; docs/information.md has others."""

DOUBT = 0.1
"""How many guesses an estimate is thought to be off before the first was put to the test."""


@dataclass(frozen=True)
class Step:
    """What was known after an iteration."""

    iteration: int
    """Its number; 0 is brute force."""
    seconds: float
    """How long the search had taken."""
    mean: float
    """Guesses per secret that the best known play takes; before the first iteration that is brute force."""
    lower_bound: float
    """No play takes fewer guesses per secret."""
    explored: str
    """The first guess that the iteration looked into."""
    opener: str
    """The first guess of the best known play."""
    positions: int
    """How many positions were met."""

    def __str__(self) -> str:
        found = f"iteration {self.iteration:,}, {self.opener} {self.mean:.4f}, none below {self.lower_bound:.4f}"
        return f"{found}, {self.positions:,} positions"


@dataclass(frozen=True)
class Convergence:
    """How a search went."""

    label: str
    estimator: str
    steps: list[Step]
    optimal: bool
    """Whether the best known play is proved to be optimal."""

    def reached(self, mean: float) -> Step | None:
        """The first step whose play takes no more than `mean` guesses."""
        return next((step for step in self.steps if step.mean <= mean + 1e-9), None)

    def save(self, path: Path | str) -> None:
        """Write everything to a JSON file."""
        write_file(path, json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path | str) -> "Convergence":
        """Read what save wrote."""
        try:
            data = json.loads(Path(path).read_bytes())
            steps = [Step(**each) for each in data.pop("steps")]
            return cls(steps=steps, **data)
        except OSError as error:
            raise FewestError(f"{path}: cannot be read ({error.strerror or error}).") from None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise FewestError(f"{path}: not what `fewest converge --output` writes ({error}).") from None


class _Experience:
    """How far estimates were off, for each power of two of the number of secrets; the newest word on a guess counts."""

    def __init__(self) -> None:
        # Two imagined guesses stand for what is known before the first: no error, give or take DOUBT.
        self.count = np.full(64, 2.0)
        self.sums = np.zeros(64)
        self.squares = np.full(64, 2 * DOUBT**2)

    def learn(self, size: int, off: float, before: float | None) -> None:
        """Learn how many guesses per secret an estimate was too low; `before` is what was thought of it until now."""
        at = size.bit_length()
        if before is not None:
            self.sums[at] -= before
            self.squares[at] -= before**2
        else:
            self.count[at] += 1
        self.sums[at] += off
        self.squares[at] += off**2

    def judge(self, size: int) -> tuple[float, float]:
        """How far an estimate for a position of some size is off on average, and the standard deviation of that."""
        at = size.bit_length()
        mean = float(self.sums[at] / self.count[at])
        return mean, math.sqrt(max(0.0, float(self.squares[at] / self.count[at]) - mean**2))


class _Branch:
    """A guess that was looked into, and what each reply but the win leaves."""

    __slots__ = ("children", "estimate", "guess", "high", "hope", "low", "off")

    def __init__(self, guess: int, estimate: float, children: list[tuple[int, "_Position"]]) -> None:
        self.guess, self.estimate, self.children = guess, estimate, children
        self.off: float | None = None

    def update(self, weight: int) -> None:
        """Sum up what is certain of its parts, and what is hoped."""
        self.low = weight + sum(child.low for _, child in self.children)
        self.high = weight + sum(child.high for _, child in self.children)
        self.hope = weight + sum(child.hope for _, child in self.children)


class _Position:
    """A belief, what is certain of it, and what is believed of its guesses.

    All costs are guesses summed over the secrets, each counted with its weight.
    """

    __slots__ = (
        *("belief", "best", "branches", "estimates", "guesses", "high"),
        *("hope", "low", "lows", "opened", "weight", "weights"),
    )

    def __init__(self, belief: Belief, weights: NDArray[np.int64]) -> None:
        self.belief, self.weights = belief, weights
        heaviest_first = np.sort(weights)[::-1]
        self.weight = int(weights.sum())
        self.low = 2 * self.weight - int(heaviest_first[0])
        self.high = int((heaviest_first * np.arange(1, len(weights) + 1)).sum())
        """Brute force at first: one secret after the other, the likeliest first."""
        self.hope = float(self.low)
        self.opened = False
        self.best: _Branch | None = None
        self.branches: list[_Branch] = []
        """The guesses that were looked into and may still be best."""
        self.guesses: NDArray[np.int64] = np.empty(0, np.int64)
        """The others that may be; what each costs at least, and what was estimated."""
        self.lows = self.guesses
        self.estimates: NDArray[np.float64] = np.empty(0)

    @property
    def settled(self) -> bool:
        """Whether the best known play is optimal."""
        return self.low >= self.high

    def keep(self, which: NDArray[np.bool_]) -> None:
        """Forget all guesses that were not looked into but some."""
        self.guesses, self.lows, self.estimates = self.guesses[which], self.lows[which], self.estimates[which]


class Converger:
    """Searches from a belief on: every iteration looks into one guess, and into one after each of its replies."""

    def __init__(self, belief: Belief, estimator: Scorer, caution: float = CAUTION) -> None:
        """Start from brute force. Caution is how many standard deviations a guess gets as the benefit of the doubt."""
        if not estimator.estimates:
            raise FewestError(f"{estimator.name!r} does not estimate a number of guesses.")
        self.estimator, self.caution = estimator, caution
        self.experience = _Experience()
        self.known: dict[bytes, _Position] = {}
        self.weights = costs_of(belief)
        self.start = belief
        self.root = self._position(belief)

    @property
    def optimal(self) -> bool:
        """Whether the best known play is proved to be optimal."""
        return self.root.settled

    @property
    def mean(self) -> float:
        """Guesses per secret that the best known play takes."""
        return self.root.high / self.root.weight

    @property
    def lower_bound(self) -> float:
        """No play takes fewer guesses per secret."""
        return self.root.low / self.root.weight

    def steps(self) -> Iterator[Step]:
        """Iterate until the best known play is proved to be optimal; the first step is brute force."""
        started = time.perf_counter()
        explored, iteration = "", 0
        while True:
            best = self.root.best
            opener = self.start.words[0] if best is None else self.start.game.guesses[best.guess]
            seconds = time.perf_counter() - started
            yield Step(iteration, seconds, self.mean, self.lower_bound, explored, opener, len(self.known))
            if self.optimal:
                return
            explored = self.start.game.guesses[self._explore(self.root)]
            iteration += 1

    def tree(self) -> Tree:
        """The best known play."""
        root = self._node(self.root)
        return Tree(self.start.game, root, f"converge {self.estimator.name}", self.start.hard, self.start.clues)

    def _node(self, position: _Position) -> Node:
        game = self.start.game
        if position.best is None:  # brute force
            belief = position.belief
            guess = belief.words[0]
            children = [(reply, self._position(part)) for reply, part in belief.parts(guess) if reply != game.win]
        else:
            guess, children = game.guesses[position.best.guess], position.best.children
        node = Node(guess, {reply: self._node(child) for reply, child in children})
        if guess in position.belief.words:
            node.replies[game.win] = None
        return node

    def _position(self, belief: Belief) -> _Position:
        """The one position that stands for a belief, however it came about."""
        key = belief.secrets.tobytes()
        if belief.allowed is not None:
            key += b"|" + belief.allowed.tobytes()
        if key not in self.known:
            places = np.searchsorted(self.start.secrets, belief.secrets)
            self.known[key] = _Position(belief, self.weights[places])
        return self.known[key]

    def _explore(self, position: _Position) -> int:
        """Look into the most promising guess of a position, and into what its replies leave; return the guess."""
        if not position.opened:
            self._open(position)
        branch = self._pick(position)
        for _, child in branch.children:
            if not child.settled:
                self._explore(child)
        branch.update(position.weight)
        off = branch.high / position.weight - branch.estimate
        self.experience.learn(len(position.belief), off, branch.off)
        branch.off = off
        self._conclude(position, branch)
        return branch.guess

    def _open(self, position: _Position) -> None:
        """Meet a position for the first time: estimate and bound every guess but those that tell nothing."""
        belief = position.belief
        whole, scores = self.estimator.scores(belief)
        own = np.zeros(len(whole.guesses), np.int64)
        own[np.searchsorted(whole.guesses, belief.game.secret_guesses[belief.secrets])] = position.weights
        # All secrets take a guess, all but the hit a second, and all but one of each part a third.
        spared = np.cumsum(np.sort(position.weights)[::-1])
        lows = 3 * position.weight - spared[whole.parts.astype(np.intp) - 1] - own
        position.opened = True
        position.guesses, position.lows, position.estimates = whole.guesses.astype(np.int64), lows, scores
        position.keep(whole.parts > 1)

    def _promises(self, position: _Position) -> NDArray[np.float64]:
        """What the guesses that were not looked into may come to, with the benefit of the doubt."""
        bias, deviation = self.experience.judge(len(position.belief))
        believed = (position.estimates + bias - self.caution * deviation) * position.weight
        return np.maximum(believed, position.lows)

    def _pick(self, position: _Position) -> _Branch:
        """The guess that promises most, of those looked into and of those not."""
        open_ones = [branch for branch in position.branches if branch.low < position.high]
        chosen = min(open_ones, key=lambda branch: branch.hope, default=None)
        if not len(position.guesses):
            assert chosen is not None, "a position that is not settled has a guess that is not"
            return chosen
        promises = self._promises(position)
        at = int(np.argmin(promises))
        if chosen is not None and chosen.hope <= promises[at]:
            return chosen
        game = position.belief.game
        guess = int(position.guesses[at])
        parts = position.belief.parts(game.guesses[guess])
        children = [(reply, self._position(part)) for reply, part in parts if reply != game.win]
        branch = _Branch(guess, float(position.estimates[at]), children)
        position.keep(np.arange(len(position.guesses)) != at)
        position.branches.append(branch)
        return branch

    def _conclude(self, position: _Position, branch: _Branch) -> None:
        """Update what is certain of a position, and what is hoped, after a look into one of its guesses."""
        if branch.high < position.high or (position.best is None and branch.high == position.high):
            position.high, position.best = branch.high, branch
        position.keep(position.lows < position.high)
        position.branches = [each for each in position.branches if each.low < position.high or each is position.best]
        lows = [each.low for each in position.branches]
        hopes = [each.hope for each in position.branches]
        if len(position.guesses):
            lows.append(int(position.lows.min()))
            hopes.append(float(self._promises(position).min()))
        position.low = max(position.low, min([position.high, *lows]))
        position.hope = max(float(position.low), min([float(position.high), *hopes]))


def converge(
    belief: Belief,
    estimator: Scorer,
    caution: float = CAUTION,
    iterations: int | None = None,
    until: float = 0.0,
    watch: Watch = UNWATCHED,
) -> Convergence:
    """Search until the play is optimal, takes no more than `until` guesses, or iterations or time run out.

    Ctrl-C raises Interrupted (a KeyboardInterrupt) with how far it came.
    """
    if not all(map(math.isfinite, (caution, until))):
        raise FewestError("Caution and the mean to stop at must be numbers.")
    search = Converger(belief, estimator, caution)
    made: list[Step] = []
    try:
        for step in search.steps():
            made.append(step)
            watch.report(Progress(step.iteration, text=str(step)))
            if watch.stop is not None:
                watch.stop.check()
            if step.iteration == iterations or watch.is_over or step.mean <= until:
                break
    except KeyboardInterrupt:
        if not made:
            raise
        raise Interrupted(Convergence(belief.game.label, estimator.name, made, optimal=False)) from None
    return Convergence(belief.game.label, estimator.name, made, search.optimal)
