"""The interface to the exact search of the C++ core, in terms of beliefs and guesses."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isqrt

import numpy as np
from numpy.typing import NDArray

from fewest import _core
from fewest._core import StopToken
from fewest.belief import Belief, as_belief, whole_weights
from fewest.checks import checked
from fewest.errors import FewestError, TooDeepError
from fewest.games.game import Indices
from fewest.scorers import by_entropic_score
from fewest.splits import Split
from fewest.system.threads import threads
from fewest.trees.tree import Tree
from fewest.words.prior import Weight

IMPOSSIBLE: int = _core.IMPOSSIBLE
"""The cost of a position that cannot be won within the guess limit."""

MEMORY = 1 << 27
"""The default size of the transposition table in bytes: enough for one opener."""

LARGEST_COST = IMPOSSIBLE // 4
"""All costs with penalties must stay below this."""

LARGEST_TOTAL = IMPOSSIBLE // 1024
"""The sum of all weights must stay below this, so that no cost overflows."""

TOO_MANY_DIGITS = "These weights have too many digits to be added up exactly; round them to about six digits."


def exact_costs(belief: Belief, weights: Sequence[Weight] | None = None) -> NDArray[np.int64] | None:
    """The cost of a guess for each secret: the smallest whole numbers in proportion to the weights.

    The weights are the given ones, or those of the belief; if all are equal, every cost is 1. None if the sum is too
    large.
    """
    if weights is None:
        ours = belief.weights
        return np.ones(len(belief), np.int64) if ours is None else whole_weights(ours, LARGEST_TOTAL)
    if len(weights) != len(belief):
        raise FewestError(f"{len(weights):,} weights for {len(belief):,} secrets; give one weight per secret.")
    if not all(0 < weight < inf for weight in weights):
        raise FewestError("Every weight must be a number above 0.")
    return whole_weights(weights, LARGEST_TOTAL)


def costs_of(belief: Belief, weights: Sequence[Weight] | None = None) -> NDArray[np.int64]:
    """Like `exact_costs`, but raises FewestError if the sum is too large."""
    costs = exact_costs(belief, weights)
    if costs is None:
        raise FewestError(TOO_MANY_DIGITS)
    return costs


def rounded_costs(belief: Belief) -> tuple[NDArray[np.int64], float]:
    """Costs rounded as finely as their sum allows, and the largest error of values, in guesses per secret.

    A cost is p S + e, where p is the probability of its secret, S the scale, and |e| <= 1. Let d be the guesses that a
    strategy takes for each secret, and v their true mean. The mean by rounded costs, whose sum is W, differs from v by
    the sum of e (d - v) / W. Except for a given first guess, play has no useless guess. So with n secrets, all d and v
    are from 1 to n + 1, and the difference is at most n n / W. The best play by rounded costs is worse than the true
    best by at most twice that.
    """
    scale = LARGEST_TOTAL - 2 * len(belief)
    costs = np.maximum(1, np.round(belief.secret_chances * scale)).astype(np.int64)
    return costs, 2 * len(belief) ** 2 / int(costs.sum())


def least_cost(weight: int, heaviest: int) -> int:
    """A lower bound on the cost of any strategy: at most one secret takes one guess, and all others at least two.

    `weight` is the summed weight of all secrets, `heaviest` the largest weight.
    """
    return 2 * weight - heaviest


def miss_penalty(costs: NDArray[np.int64], max_guesses: int | None, target: int) -> int | None:
    """The penalty of a missed secret, per unit of weight: more than the total of any sensible play.

    At most the first guess is useless. Without a limit, missed secrets are at worst tried in turn, the heaviest first.
    None if the penalty of all secrets would overflow costs.
    """
    weight, count = int(costs.sum()), len(costs)
    if max_guesses is None:
        in_turn = int(np.sort(costs)[::-1] @ np.arange(1, count + 1))
        most = target - -in_turn // weight  # rounded up
    else:
        most = min(max_guesses, count + 1)
    penalty = weight * most + 1
    return penalty if penalty * (weight + 1) < LARGEST_COST else None


FEW_MISSED = 1 << 12
"""If costs cannot hold the penalty of all secrets, they hold that of any missed weight below this."""


def few_missed_penalty(costs: NDArray[np.int64], max_guesses: int | None, target: int) -> int | None:
    """A larger penalty, for exact weights: play that misses a weight of IMPOSSIBLE // penalty or more is impossible.

    Play that misses less finds all other secrets within the target. It tries the missed ones in turn, or until the
    limit. If even the lightest secret weighs that much, only play that misses nothing is possible. None if the weights
    alone overflow costs.
    """
    weight, count = int(costs.sum()), len(costs)
    most = target * weight + FEW_MISSED * count if max_guesses is None else min(max_guesses, count + 1) * weight
    penalty = max(most + 1, IMPOSSIBLE // FEW_MISSED + 1)
    return penalty if penalty < LARGEST_COST else None


def rounded_for_target(belief: Belief, max_guesses: int | None, target: int) -> NDArray[np.int64]:
    """Costs rounded as finely as the penalty of missed secrets allows."""

    def costs_at(scale: int) -> NDArray[np.int64]:
        return np.maximum(1, np.round(belief.secret_chances * scale)).astype(np.int64)

    def is_too_large(scale: int) -> bool:
        return miss_penalty(costs_at(scale), max_guesses, target) is None

    costs = costs_at(bisect_left(range(isqrt(LARGEST_COST)), True, key=is_too_large) - 1)
    return costs // int(np.gcd.reduce(costs))


def missed_and_total(cost: int, penalty: int) -> tuple[int, int]:
    """Split a cost into the weight of the missed secrets and the guesses summed over all secrets."""
    return divmod(cost, penalty) if penalty else (0, cost)


def margin_cost(margin: float, weight: int) -> int:
    """A margin in guesses per secret as a cost, rounded down; the margin is read as a decimal."""
    return int(Fraction(str(margin)) * weight)


def format_cost(cost: int, penalty: int) -> str:
    """Format a cost for people."""
    missed, total = missed_and_total(cost, penalty)
    return f"{missed:,} missed and {total:,} in total" if penalty else f"{total:,}"


class Prover:
    """Searches the positions that can follow a belief, and remembers all results.

    Costs are guesses summed over all secrets, each times its weight. Weights are whole numbers in proportion to the
    given ones, or to those of the belief. All methods are thread-safe.

    A call ends early with Stopped when its stop token is stopped, or with KeyboardInterrupt on Ctrl-C if it runs on the
    main thread. Its results so far are kept, and other calls are not affected.
    """

    for_tests = False
    """Whether small sets too are searched with the methods for large sets, so that tests cover them."""

    @checked
    def __init__(
        self,
        belief: Belief,
        weights: Sequence[Weight] | None = None,
        max_guesses: int | None = None,
        memory: int = MEMORY,
        stop: StopToken | None = None,
        target: int | None = None,
        *,
        rounds: bool = False,
        few_missed: bool = False,
    ) -> None:
        """Prepare to search from a belief on; `max_guesses` and `target` are counted from there.

        Secrets that take more guesses than the target are missed. The search first minimises their weight, then the
        guesses; every cost contains both (see `missed_and_total`).

        `memory` is the size of the transposition table in bytes.

        Weights with more digits than costs can hold raise FewestError, unless `rounds` is true. Then `rounding` is the
        error of the weights and, without a target, `tolerance` the largest error of values. With `few_missed` the
        weights stay exact if costs can hold the penalty of some secrets, though not of all; play that misses more is
        then impossible.
        """
        if max_guesses is not None and max_guesses >= _core.NO_LIMIT:
            raise FewestError(f"The limit of {max_guesses:,} guesses is too large; leave it out.")
        self.belief = belief
        self.max_guesses = max_guesses
        self.guesses: Indices = np.arange(len(belief.game.guesses), dtype=np.int32)
        if belief.allowed is not None:
            self.guesses = belief.allowed
        self.given = weights
        if target is not None and target < 1:
            raise FewestError(f"The target must be 1 guess or more, not {target}.")
        self.target = target
        self.tolerance = 0.0
        """The largest error of values without a target, in guesses per secret; 0 unless weights are rounded."""
        self.rounding = 0.0
        """The largest rounding error of a weight, as a share of the total; 0 unless weights are rounded."""
        self.penalty = 0
        """The penalty of a missed secret, per unit of weight."""
        self.weights = self._costs(rounds and weights is None, few_missed)
        self._require_memory()
        self._search = self._make_search(memory, stop)

    def __repr__(self) -> str:
        return f"<Prover of {self.belief!r}>"

    @classmethod
    def of(cls, value: object) -> "Prover | None":
        """The prover of a belief, a setup or a game; None for other values."""
        belief = value if isinstance(value, Belief) else Belief.of(value)
        limit = None if belief is None or value is belief.game else getattr(value, "max_guesses", None)
        return None if belief is None else cls(belief, max_guesses=limit)

    def _costs(self, rounds: bool, few_missed: bool) -> NDArray[np.int64]:
        """The weights as whole numbers, exact if costs can hold them; also sets the penalty and the rounding errors."""
        belief, max_guesses, target = self.belief, self.max_guesses, self.target
        costs = exact_costs(belief, self.given)
        fits = costs is not None
        if target is not None:
            penalty = miss_penalty(costs, max_guesses, target) if costs is not None else None
            if few_missed and penalty is None and costs is not None:
                penalty = few_missed_penalty(costs, max_guesses, target)
            fits = penalty is not None
            if not fits and rounds:
                costs = rounded_for_target(belief, max_guesses, target)
                penalty = miss_penalty(costs, max_guesses, target)
            if penalty is None:
                raise FewestError(
                    "These weights are too large for this aim; round them to fewer digits, or set a limit with "
                    "--max-guesses."
                )
            self.penalty = penalty
        elif costs is None and rounds:
            costs, self.tolerance = rounded_costs(belief)
        if costs is None:
            raise FewestError(TOO_MANY_DIGITS)
        if not fits:
            self.rounding = float(np.abs(costs / costs.sum() - belief.secret_chances).max())
        return costs

    def _make_search(self, memory: int, stop: StopToken | None) -> _core.Search:
        """Hand the replies, weights and rules to the core."""
        belief, game = self.belief, self.belief.game
        secret_of_guess = np.full(len(self.guesses), -1, np.int32)
        secret_of_guess[np.searchsorted(self.guesses, game.secret_guesses[belief.secrets])] = np.arange(len(belief))
        return _core.make_search(
            table=game.rows(belief.secrets, belief.allowed),
            secret_of_guess=secret_of_guess,
            weights=self.weights,
            memory=memory,
            hard_mode=self._hard_mode(),
            symmetry=self._symmetry(),
            penalty=self.penalty,
            for_tests=self.for_tests,
            threads=threads(),
            stop=stop,
        )

    @property
    def is_plain(self) -> bool:
        """Whether there is no limit, no target and no rule about which guesses are allowed."""
        return self.max_guesses is None and self.target is None and not self.belief.hard

    @property
    def is_weighted(self) -> bool:
        """Whether weights were given or the belief has weights."""
        return self.given is not None or self.belief.weights is not None

    def missed_and_total(self, cost: int) -> tuple[int, int]:
        """Split a cost or lower bound into the weight of the missed secrets and the guesses summed over all secrets."""
        return missed_and_total(cost, self.penalty)

    def _require_memory(self) -> None:
        """Raise an error if the game does not fit: the search needs three reply tables, and hard mode one more."""
        game, secrets, guesses = self.belief.game, len(self.belief), len(self.guesses)
        cell = 1 if game.replies <= 1 << 8 else 2
        size = secrets * guesses * (game.reply_type.itemsize + 2 * cell)
        if self.belief.hard:
            size += guesses * guesses * game.reply_type.itemsize
        game.require_memory(size, "exact search")

    def _hard_mode(self) -> _core.HardModeTables | None:
        if not self.belief.hard:
            return None
        rule = self.belief.game.restriction_rule(self.guesses)
        return _core.HardModeTables(hint_row=rule.kind, hints=rule.hints, guess_replies=rule.seen, letters=rule.letters)

    def _symmetry(self) -> _core.SymmetryTables | None:
        """The game's symmetry for the search, or None if the belief or the rules break it."""
        game, belief = self.belief.game, self.belief
        lopsided = (belief.hard and not game.consistent) or belief.allowed is not None
        symmetry = None if lopsided else game.symmetry()
        if symmetry is None or (self.weights != self.weights[0]).any():
            return None
        places, kinds = game.symbols.shape[1], symmetry.kinds
        if (len(kinds) + (int(kinds.max()) + 1) * places) ** places >= 1 << 64:
            return None  # orbits are numbered by the symbols of their guesses, which must fit 64 bits
        columns = [game.guess_index[clue.guess] for clue in belief.clues]
        fits = np.ones(len(game.secrets), np.bool_)
        everything = np.arange(len(game.secrets), dtype=np.int32)
        for column, clue in zip(columns, belief.clues, strict=True):
            fits &= game.column(everything, column) == clue.reply
        if not np.array_equal(np.flatnonzero(fits), belief.secrets):
            return None
        return _core.SymmetryTables(
            symbols=game.symbols, moves=symmetry.moves, kinds=kinds, guesses_made=np.array(columns, np.int32)
        )

    def orbit_ids(self, belief: Belief) -> NDArray[np.uint64]:
        """A number for each guess; guesses that a symmetry of the belief maps to each other share one."""
        found = np.empty(len(self.guesses), np.uint64)
        self._search.orbit_ids(*self._position(belief)[:2], found)
        return found

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return self._search.nodes

    def best(
        self, belief: Belief, bound: int = IMPOSSIBLE, stop: StopToken | None = None, width: int = 0
    ) -> tuple[int, str | None]:
        """The least cost from a belief on and the best guess; a cost of `bound` or more is only a lower bound.

        With a `width`, this is the cost of good play: in each position of more than 250 secrets, only this number of
        guesses is tried, the most promising ones. Only for the plain game, without a limit, a target or hard mode.
        """
        belief = as_belief(belief, "Prover.best: belief")
        if width and not self.is_plain:
            raise FewestError("A width applies only without a limit, a target and hard mode.")
        try:
            cost, _, guess = self._search.best(*self._position(belief), bound, stop, self._target(belief), width)
        except _core.TooDeep as error:
            raise self._too_deep(error) from None
        return cost, belief.game.guesses[self.guesses[guess]] if guess >= 0 else None

    def cost_of_guess(
        self,
        guess: str,
        belief: Belief,
        bound: int = IMPOSSIBLE,
        stop: StopToken | None = None,
        *,
        evenly: bool = False,
    ) -> int:
        """The least cost from a belief on with a given next guess; a cost of `bound` or more is only a lower bound.

        With `evenly`, the lower bounds of all parts rise together: faster if the bound is far below the cost, slower if
        it is close to the cost. Calls with the same arguments on several threads share the work.
        """
        return self._solve_guess(guess, belief, self.max_guesses, bound, stop, evenly)[0]

    def costs_of_guess(
        self,
        guess: str,
        belief: Belief,
        within: int,
        bound: int = IMPOSSIBLE,
        stop: StopToken | None = None,
        *,
        evenly: bool = False,
    ) -> tuple[int, int | None]:
        """Like `cost_of_guess`, and the least cost with a limit of `within` guesses from the prover's belief on.

        The second cost is None if the first is only a lower bound.
        """
        cost, depth = self._solve_guess(guess, belief, self.max_guesses, bound, stop, evenly)
        if cost >= bound:
            return cost, None
        if depth + self._made(belief) <= within:
            return cost, cost
        return cost, self._solve_guess(guess, belief, within, IMPOSSIBLE, stop)[0]

    def _solve_guess(
        self,
        guess: str,
        belief: Belief,
        max_guesses: int | None,
        bound: int,
        stop: StopToken | None,
        evenly: bool = False,
    ) -> tuple[int, int]:
        """The least cost with a given next guess, and the most guesses that this play takes."""
        column = int(np.searchsorted(self.guesses, belief.find_guess(guess)))
        secrets, guesses, _ = self._position(belief)
        left = _core.NO_LIMIT if max_guesses is None else max_guesses - self._made(belief)
        try:
            cost, depth, _ = self._search.solve_guess(
                column, secrets, guesses, left, bound, stop, self._target(belief), evenly
            )
        except _core.TooDeep as error:
            raise self._too_deep(error) from None
        return min(int(cost), IMPOSSIBLE), int(depth)  # bounds of other threads may add to IMPOSSIBLE

    def _too_deep(self, error: _core.TooDeep) -> TooDeepError:
        return TooDeepError(f"{self.belief.game.label}: {error}; play it with a strategy such as entropy.")

    def mean(self, cost: int, belief: Belief) -> float:
        """The cost of a belief as the mean number of guesses per secret."""
        return self.missed_and_total(cost)[1] / int(self.weights_of(belief).sum())

    def cost_within(self, cost: int, belief: Belief, margin: float) -> int:
        """The largest cost at most `margin` guesses per secret above this one that misses no more secrets."""
        most = cost + margin_cost(margin, int(self.weights_of(belief).sum()))
        return min(most, cost - cost % self.penalty + self.penalty - 1) if self.penalty else most

    def weights_of(self, belief: Belief) -> NDArray[np.int64]:
        """The weights of the secrets of a belief."""
        return self.weights[self._places(belief)]

    def least_costs(self, belief: Belief, whole: Split) -> NDArray[np.int64]:
        """A lower bound on the cost of every guess of a split.

        Every secret takes this guess, all except the hit take a second, and all except one of each part a third. The
        exempted secrets weigh at most as much as the heaviest ones.
        """
        weights = np.sort(self.weights_of(belief))[::-1]
        total, heaviest = int(weights.sum()), int(weights[0])
        spared = np.cumsum(weights)[whole.parts.astype(np.intp) - 1] + heaviest * (whole.hit > 0)
        bounds: NDArray[np.int64] = np.maximum(3 * total - spared, least_cost(total, heaviest))
        return bounds

    @checked
    def cost_of(self, tree: Tree) -> int:
        """The cost of a tree that plays the prover's belief; IMPOSSIBLE if it takes more guesses than the limit."""
        depths = tree.depths()
        if self.max_guesses is not None and max(depths.values()) > self.max_guesses:
            return IMPOSSIBLE
        words = (self.belief.game.secrets[secret] for secret in self.belief.secrets)
        weights: list[int] = self.weights.tolist()
        taken = [(depths[word], weight) for word, weight in zip(words, weights, strict=True)]
        missed = sum(weight for depth, weight in taken if self.target is not None and depth > self.target)
        return self.penalty * missed + sum(depth * weight for depth, weight in taken)

    def covers(self, belief: Belief) -> bool:
        """Whether a belief can follow that of the prover; with rounded weights, only the prover's belief itself.

        Weights that are rounded for all secrets together may be far off for some of them.
        """
        ours = self.belief
        if (
            belief.game is not ours.game
            or belief.hard != ours.hard
            or belief.clues[: len(ours.clues)] != ours.clues
            or not np.isin(belief.secrets, ours.secrets).all()
            or (self.rounding and len(belief) < len(ours))
        ):
            return False
        if belief.weights is None or ours.weights is None:
            return belief.weights is ours.weights
        return np.array_equal(belief.weights, ours.weights[self._places(belief)])

    def covering(self, belief: Belief) -> "Prover":
        """The same prover if it covers a belief, else a new one, which may round weights."""
        return self if self.covers(belief) else Prover(belief, rounds=True)

    def _made(self, belief: Belief) -> int:
        """The number of guesses from the prover's belief to this one."""
        return len(belief.clues) - len(self.belief.clues)

    def _target(self, belief: Belief) -> int:
        """The target counted from this belief on; no limit once it is passed, since the penalty is already charged."""
        target = None if self.target is None else self.target - self._made(belief)
        return _core.NO_LIMIT if target is None or target < 0 else target

    def _places(self, belief: Belief) -> Indices:
        return np.searchsorted(self.belief.secrets, belief.secrets).astype(np.int32)

    def _position(self, belief: Belief) -> tuple[Indices, Indices, int]:
        """A belief as arguments for the core: secrets, guesses made since the prover's belief, and guesses left."""
        columns = [belief.game.guess_index[clue.guess] for clue in belief.clues[len(self.belief.clues) :]]
        left = _core.NO_LIMIT if self.max_guesses is None else self.max_guesses - self._made(belief)
        return self._places(belief), np.searchsorted(self.guesses, columns).astype(np.int32), left


@dataclass(frozen=True)
class OptimalPlay:
    """Plays the best guess that a prover finds."""

    prover: Prover
    stop: StopToken | None
    name: str = "optimal"
    width: int = 0
    """See `Prover.best`."""

    def choose(self, belief: Belief) -> str:
        """The best guess."""
        guess = self.prover.best(belief, stop=self.stop, width=self.width)[1]
        assert guess is not None
        return guess


def search_order(prover: Prover, belief: Belief, whole: Split, openers: Sequence[str] | None) -> NDArray[np.intp]:
    """The places in a split of the guesses to search, the most promising first.

    These are the `openers`, or by default one guess of each symmetry orbit.
    """
    order = by_entropic_score(belief, whole)
    if openers is not None:
        named = [belief.find_guess(opener) for opener in openers]
        return order[np.isin(whole.guesses[order], named)]
    orbits = prover.orbit_ids(belief)[np.searchsorted(prover.guesses, whole.guesses[order])]
    return order[np.sort(np.unique(orbits, return_index=True)[1])]
