"""An anytime search from brute force to optimal play, for any game.

Every position has a lower and an upper bound on its cost. The most promising guess is explored first: the promise of a
guess is an estimator's value, corrected by the mean error of earlier estimates for positions of that size. WAYS lists
how the spread of these errors is used.
"""

import itertools
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
from fewest.search.prover import costs_of, least_cost
from fewest.system.files import reading_json, write_file
from fewest.trees.tree import Node, Tree
from fewest.watch import UNWATCHED, Progress, Watch

CAUTION = 1.0
"""How many standard deviations below the mean an optimistic estimate is; docs/information.md compares other values."""

DOUBT, SAMPLE = "doubt", "sample"

WAYS = (DOUBT, SAMPLE)
"""How to explore. With doubt, the search is optimistic about untried guesses: the estimate of each is lowered by
`caution` standard deviations. With sample, each position draws an error from a normal distribution, which has the mean
and the deviation of the errors so far (Thompson sampling)."""

PRIOR_DEVIATION = 0.1
"""The standard deviation assumed for an estimate, in guesses, before any error is known."""


@dataclass(frozen=True)
class Iteration:
    """The state of the search after an iteration."""

    iteration: int
    """The number of the iteration; 0 is brute force."""
    seconds: float
    """How long the search had taken."""
    mean: float
    """Guesses per secret of the best known play; before the first iteration, of brute force."""
    lower_bound: float
    """A lower bound on the guesses per secret of any strategy."""
    explored: str
    """The first guess that the iteration explored."""
    opener: str
    """The first guess of the best known play."""
    positions: int
    """The number of positions in memory."""

    def __str__(self) -> str:
        found = f"iteration {self.iteration:,}, {self.opener} {self.mean:.4f}, lower bound {self.lower_bound:.4f}"
        return f"{found}, {self.positions:,} positions"


@dataclass(frozen=True)
class Convergence:
    """All iterations of a search."""

    label: str
    estimator: str
    """The estimator that guides the search."""
    steps: list[Iteration]
    """The state after each iteration."""
    optimal: bool
    """Whether the best known play is proved optimal."""
    explore: str = DOUBT
    """How it explored: optimistic about untried guesses ("doubt"), or with errors drawn at random ("sample")."""
    seed: int | None = None
    """The seed of the random errors; null if none were drawn."""

    @property
    def name(self) -> str:
        """The estimator and the way of exploring."""
        return f"{self.estimator}, {exploring(self.explore, self.seed)}"

    def save(self, path: Path | str) -> None:
        """Write everything to a JSON file."""
        write_file(path, json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path | str) -> "Convergence":
        """Read a file that `save` wrote."""
        with reading_json(path, "a file written by `fewest converge --output`") as data:
            steps = [Iteration(**step) for step in data.pop("steps")]
            convergence = cls(steps=steps, **data)
            if convergence.explore not in WAYS or not isinstance(convergence.seed, int | None):
                raise ValueError("an unknown way to explore")
            return convergence


def exploring(explore: str, seed: int | None) -> str:
    """Describe a way of exploring."""
    return "optimistic about untried guesses" if explore == DOUBT else f"sampling (seed {seed})"


class _EstimateErrors:
    """Statistics of the errors of estimates, by the bit length of the number of secrets."""

    def __init__(self) -> None:
        # Start with two imaginary errors of mean 0 and deviation PRIOR_DEVIATION.
        self.count = np.full(64, 2.0)
        self.sums = np.zeros(64)
        self.squares = np.full(64, 2 * PRIOR_DEVIATION**2)

    def add(self, size: int, error: float, replaced: float | None) -> None:
        """Add the error of an estimate (how many guesses per secret it was too low), replacing its earlier error."""
        at = size.bit_length()
        if replaced is not None:
            self.sums[at] -= replaced
            self.squares[at] -= replaced**2
        else:
            self.count[at] += 1
        self.sums[at] += error
        self.squares[at] += error**2

    def mean_and_deviation(self, size: int) -> tuple[float, float]:
        """The mean and the standard deviation of the errors for positions with this many secrets."""
        at = size.bit_length()
        mean = float(self.sums[at] / self.count[at])
        return mean, math.sqrt(max(0.0, float(self.squares[at] / self.count[at]) - mean**2))


class _Branch:
    """An explored guess, with a child position for each reply except the win."""

    __slots__ = ("children", "error", "estimate", "guess", "lower", "promise", "upper")

    def __init__(self, guess: int, estimate: float, children: list[tuple[int, "_BoundedPosition"]]) -> None:
        self.guess, self.estimate, self.children = guess, estimate, children
        self.error: float | None = None

    def update(self, weight: int) -> None:
        """Recompute the bounds and the promise from the children."""
        self.lower = weight + sum(child.lower for _, child in self.children)
        self.upper = weight + sum(child.upper for _, child in self.children)
        self.promise = weight + sum(child.promise for _, child in self.children)


class _BoundedPosition:
    """A belief with bounds on its cost: guesses summed over the secrets, each times its weight."""

    __slots__ = (
        *("belief", "best", "branches", "expanded", "lower", "promise", "upper"),
        *("untried", "untried_estimates", "untried_lower", "weight", "weights"),
    )

    def __init__(self, belief: Belief, weights: NDArray[np.int64]) -> None:
        self.belief, self.weights = belief, weights
        heaviest_first = np.sort(weights)[::-1]
        self.weight = int(weights.sum())
        self.lower = least_cost(self.weight, int(heaviest_first[0]))
        self.upper = int((heaviest_first * np.arange(1, len(weights) + 1)).sum())
        """The cost of the best known play; at first that of trying the secrets in turn, the likeliest first."""
        self.promise = float(self.lower)
        """The least cost that the search expects."""
        self.expanded = False
        self.best: _Branch | None = None
        self.branches: list[_Branch] = []
        """The explored guesses that may still be best."""
        self.untried: NDArray[np.int64] = np.empty(0, np.int64)
        """The unexplored guesses that may be best; the next two arrays have their lower bounds and estimates."""
        self.untried_lower: NDArray[np.int64] = np.empty(0, np.int64)
        self.untried_estimates: NDArray[np.float64] = np.empty(0)

    @property
    def settled(self) -> bool:
        """Whether the best known play is optimal."""
        return self.lower >= self.upper

    def keep_untried(self, kept: NDArray[np.bool_]) -> None:
        """Drop the untried guesses that are not in the mask `kept`."""
        self.untried = self.untried[kept]
        self.untried_lower = self.untried_lower[kept]
        self.untried_estimates = self.untried_estimates[kept]


class Converger:
    """The search. Every iteration explores one guess, then one guess after each of its replies, down to the leaves."""

    def __init__(
        self, belief: Belief, estimator: Scorer, caution: float = CAUTION, explore: str = DOUBT, seed: int = 0
    ) -> None:
        """Start from brute force. `explore` is one of WAYS; `caution` is used with doubt, `seed` with sample."""
        if not estimator.estimates:
            raise FewestError(f"{estimator.name!r} does not estimate a number of guesses.")
        if explore not in WAYS:
            raise FewestError(f"Unknown way to explore {explore!r}. Use {' or '.join(WAYS)}.")
        if seed < 0:
            raise FewestError(f"The seed must be 0 or above, not {seed}.")
        self.random = np.random.default_rng(seed) if explore == SAMPLE else None
        self.estimator, self.caution = estimator, caution
        self.errors = _EstimateErrors()
        self.positions: dict[bytes, _BoundedPosition] = {}
        self.weights = costs_of(belief)
        self.start = belief
        self.root = self._position(belief)

    @property
    def optimal(self) -> bool:
        """Whether the best known play is proved optimal."""
        return self.root.settled

    def steps(self) -> Iterator[Iteration]:
        """Iterate until the best known play is proved optimal; step 0 is brute force."""
        started = time.perf_counter()
        explored = ""
        for iteration in itertools.count():
            best = self.root.best
            opener = self.start.words[0] if best is None else self.start.game.guesses[best.guess]
            seconds = time.perf_counter() - started
            mean, lower_bound = self.root.upper / self.root.weight, self.root.lower / self.root.weight
            yield Iteration(iteration, seconds, mean, lower_bound, explored, opener, len(self.positions))
            if self.optimal:
                return
            explored = self.start.game.guesses[self._explore(self.root)]

    def tree(self) -> Tree:
        """The best known play."""
        root = self._node(self.root)
        return Tree(self.start.game, root, f"converge {self.estimator.name}", self.start.in_hard_mode, self.start.clues)

    def _node(self, position: _BoundedPosition) -> Node:
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

    def _position(self, belief: Belief) -> _BoundedPosition:
        """The position of a belief; beliefs with the same secrets and allowed guesses share one."""
        key = belief.secrets.tobytes()
        if belief.allowed is not None:
            key += b"|" + belief.allowed.tobytes()
        if key not in self.positions:
            places = np.searchsorted(self.start.secrets, belief.secrets)
            self.positions[key] = _BoundedPosition(belief, self.weights[places])
        return self.positions[key]

    def _explore(self, position: _BoundedPosition) -> int:
        """Explore the most promising guess of a position down to the leaves; returns the guess."""
        if not position.expanded:
            self._expand(position)
        branch = self._pick(position)
        for _, child in branch.children:
            if not child.settled:
                self._explore(child)
        branch.update(position.weight)
        error = branch.upper / position.weight - branch.estimate
        self.errors.add(len(position.belief), error, branch.error)
        branch.error = error
        self._update_bounds(position, branch)
        return branch.guess

    def _expand(self, position: _BoundedPosition) -> None:
        """Estimate and bound every guess that is not useless."""
        belief = position.belief
        whole, scores = self.estimator.scores(belief)
        own = np.zeros(len(whole.guesses), np.int64)
        own[np.searchsorted(whole.guesses, belief.game.secret_guesses[belief.secrets])] = position.weights
        # Every secret takes one guess, all except the hit a second, and all except one of each part a third.
        spared = np.cumsum(np.sort(position.weights)[::-1])
        position.expanded = True
        position.untried = whole.guesses.astype(np.int64)
        position.untried_lower = 3 * position.weight - spared[whole.parts.astype(np.intp) - 1] - own
        position.untried_estimates = scores
        position.keep_untried(whole.parts > 1)

    def _promised_costs(self, position: _BoundedPosition) -> NDArray[np.float64]:
        """The promise of every untried guess, as a cost."""
        bias, deviation = self.errors.mean_and_deviation(len(position.belief))
        # Draw once for all guesses: with a draw for each, some guess would always look best by an extreme draw.
        off = -self.caution if self.random is None else float(self.random.standard_normal())
        estimates = (position.untried_estimates + bias + off * deviation) * position.weight
        return np.maximum(estimates, position.untried_lower)

    def _pick(self, position: _BoundedPosition) -> _Branch:
        """The guess that promises the lowest cost, explored or untried."""
        unsettled = [branch for branch in position.branches if branch.lower < position.upper]
        chosen = min(unsettled, key=lambda branch: branch.promise, default=None)
        if not len(position.untried):
            assert chosen is not None, "an unsettled position has an unsettled guess"
            return chosen
        costs = self._promised_costs(position)
        at = int(np.argmin(costs))
        if chosen is not None and chosen.promise <= costs[at]:
            return chosen
        game = position.belief.game
        guess = int(position.untried[at])
        parts = position.belief.parts(game.guesses[guess])
        children = [(reply, self._position(part)) for reply, part in parts if reply != game.win]
        branch = _Branch(guess, float(position.untried_estimates[at]), children)
        position.keep_untried(np.arange(len(position.untried)) != at)
        position.branches.append(branch)
        return branch

    def _update_bounds(self, position: _BoundedPosition, branch: _Branch) -> None:
        """Update the best branch and the bounds of a position, and drop guesses that cannot be best."""
        if branch.upper < position.upper or (position.best is None and branch.upper == position.upper):
            position.upper, position.best = branch.upper, branch
        position.keep_untried(position.untried_lower < position.upper)
        position.branches = [each for each in position.branches if each.lower < position.upper or each is position.best]
        lower = [each.lower for each in position.branches]
        promises = [each.promise for each in position.branches]
        if len(position.untried):
            lower.append(int(position.untried_lower.min()))
            promises.append(float(self._promised_costs(position).min()))
        position.lower = max(position.lower, min([position.upper, *lower]))
        position.promise = max(float(position.lower), min([float(position.upper), *promises]))


def converge(
    belief: Belief,
    estimator: Scorer,
    caution: float = CAUTION,
    iterations: int | None = None,
    until: float = 0.0,
    watch: Watch = UNWATCHED,
    *,
    explore: str = DOUBT,
    seed: int = 0,
) -> Convergence:
    """Search until the play is optimal, its mean is at most `until`, or the iterations or the time run out.

    Ctrl-C raises Interrupted (a KeyboardInterrupt) with the steps so far.
    """
    if not all(map(math.isfinite, (caution, until))):
        raise FewestError("caution and until must be finite numbers.")
    search = Converger(belief, estimator, caution, explore, seed)
    made: list[Iteration] = []
    drawn = seed if explore == SAMPLE else None
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
        raise Interrupted(Convergence(belief.game.label, estimator.name, made, False, explore, drawn)) from None
    return Convergence(belief.game.label, estimator.name, made, search.optimal, explore, drawn)
