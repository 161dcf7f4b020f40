"""Drives the search: which first guess to look into next, on how many threads, and what that proves."""

import bisect
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, inf, lcm

import numpy as np
from numpy.typing import NDArray

from fewest import _core
from fewest.belief import Belief, Indices
from fewest.errors import FewestError
from fewest.games.game import threads as all_threads
from fewest.optimal.proof import Proof, Valued
from fewest.scorers import entropic
from fewest.splits import Counts, split
from fewest.tree import grow

IMPOSSIBLE: int = _core.IMPOSSIBLE
"""The cost of what cannot be done."""

MEMORY = 1 << 27
"""How many bytes the table of known positions may take, unless told otherwise: enough for one opener."""

LARGEST_TOTAL = IMPOSSIBLE // 1024
"""Below this all weights must stay together, so that no cost can overflow."""


@dataclass(frozen=True)
class Status:
    """How far a proof has come."""

    settled: int
    openers: int
    best: Valued | None
    lower_bound: int
    seconds: float


Report = Callable[[Status], None]


def whole_weights(weights: Sequence[int | float | Fraction]) -> NDArray[np.int64]:
    """Turn weights into the smallest whole numbers in the same proportion.

    >>> whole_weights([Fraction("0.25"), Fraction("0.5"), 3]).tolist()
    [1, 2, 12]
    """
    if not all(0 < weight < inf for weight in weights):
        raise FewestError("Every weight must be a number above 0.")
    exact = [Fraction(weight) for weight in weights]
    scale = lcm(*(weight.denominator for weight in exact))
    whole = [int(weight * scale) for weight in exact]
    common = gcd(*whole)
    whole = [weight // common for weight in whole]
    if sum(whole) >= LARGEST_TOTAL:
        raise FewestError("These weights need too many digits to be added up exactly; round them to six or so.")
    return np.array(whole, np.int64)


def costs_of(belief: Belief, weights: Sequence[int | float | Fraction] | None = None) -> NDArray[np.int64]:
    """What a guess costs for each secret of a belief: its weight, or its probability in billionths, or 1."""
    if weights is not None:
        if len(weights) != len(belief):
            raise FewestError(f"{len(weights):,} weights for {len(belief):,} secrets; give one weight per secret.")
        return whole_weights(weights)
    if belief.weights is not None:
        return np.maximum(1, np.round(belief.weights * 1e9)).astype(np.int64)
    return np.ones(len(belief), np.int64)


class Prover:
    """Answers questions about the positions that can follow a belief, and remembers all that it finds out.

    Costs are guesses summed over all secrets, each counted with its weight. Weights are whole numbers: those given, or
    the belief's probabilities in billionths, or 1. All methods may be called from several threads at once.
    """

    def __init__(
        self,
        belief: Belief,
        weights: Sequence[int | float | Fraction] | None = None,
        max_guesses: int | None = None,
        memory: int = MEMORY,
    ) -> None:
        """Prepare to search from a belief on; `max_guesses` counts from there."""
        game = belief.game
        self.belief = belief
        self.max_guesses = max_guesses
        self.guesses: Indices = np.arange(len(game.guesses), dtype=np.int32)
        if belief.allowed is not None:
            self.guesses = belief.allowed
        self.weights = costs_of(belief, weights)
        table = game.rows(belief.secrets, belief.allowed)
        own = np.full(len(self.guesses), -1, np.int32)
        own[np.searchsorted(self.guesses, game.secret_guesses[belief.secrets])] = np.arange(len(belief))
        seen = kind = hints = None
        if belief.hard:
            seen, kind, hints = game.hard_rule(self.guesses)
        self._search = _core.make_search(table, own, self.weights, memory, seen, kind, hints, *self._symmetry())

    def _symmetry(self) -> tuple[NDArray[np.uint16], NDArray[np.uint8], NDArray[np.uint16], Indices] | tuple[()]:
        """The game's symmetry as the search wants it, if what is known here has all of it that the clues leave."""
        game, belief = self.belief.game, self.belief
        symmetry = None if belief.hard or belief.allowed is not None else game.symmetry()
        if symmetry is None or (self.weights != self.weights[0]).any():
            return ()
        columns = [game.guess_index[clue.guess] for clue in belief.clues]
        fits = np.ones(len(game.secrets), np.bool_)
        everything = np.arange(len(game.secrets), dtype=np.int32)
        for column, clue in zip(columns, belief.clues, strict=True):
            fits &= game.column(everything, column) == clue.reply
        if not np.array_equal(np.flatnonzero(fits), belief.secrets):
            return ()
        return game.symbols, symmetry.moves, symmetry.kinds, np.array(columns, np.int32)

    def forms(self, belief: Belief) -> NDArray[np.uint64]:
        """A number for each guess, shared by those that are the same after a belief but for a renaming."""
        found = np.empty(len(self.guesses), np.uint64)
        self._search.forms(self._position(belief)[1], found)
        return found

    @property
    def nodes(self) -> int:
        """How many positions the search has looked into."""
        return self._search.nodes

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Make every call that is under way, or made inside the block, raise Stopped."""
        self._search.stop()
        try:
            yield
        finally:
            self._search.resume()

    @contextmanager
    def deadline(self, seconds: float) -> Iterator[None]:
        """Make whatever is under way inside the block after some seconds raise Stopped."""
        timer = threading.Timer(seconds, self._search.stop)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            self._search.resume()

    def best(self, belief: Belief, bound: int = IMPOSSIBLE) -> tuple[int, str | None]:
        """The least cost from a belief on and the guess to play; a cost from `bound` on is only a lower bound."""
        cost, _, guess = self._search.best(*self._position(belief), bound)
        return cost, belief.game.guesses[self.guesses[guess]] if guess >= 0 else None

    def through(self, guess: str, belief: Belief, bound: int = IMPOSSIBLE) -> int:
        """The least cost from a belief on with the next guess given; from `bound` on only a lower bound."""
        column = int(np.searchsorted(self.guesses, belief.find_guess(guess)))
        return int(self._search.through(column, *self._position(belief), bound)[0])

    def mean(self, cost: int, belief: Belief) -> float:
        """The cost of a belief as guesses that one secret takes on average."""
        return cost / int(self.weights_of(belief).sum())

    def weights_of(self, belief: Belief) -> NDArray[np.int64]:
        """The weights of the secrets of a belief."""
        return self.weights[self._places(belief)]

    def covers(self, belief: Belief) -> bool:
        """Whether this belief is one of those that can follow ours."""
        ours = self.belief
        if (
            belief.game is not ours.game
            or belief.hard != ours.hard
            or belief.clues[: len(ours.clues)] != ours.clues
            or not np.isin(belief.secrets, ours.secrets).all()
        ):
            return False
        if belief.weights is None or ours.weights is None:
            return belief.weights is ours.weights
        weights = ours.weights[self._places(belief)]
        return bool(np.allclose(belief.weights, weights / weights.sum(), rtol=1e-9, atol=0))

    def _places(self, belief: Belief) -> Indices:
        return np.searchsorted(self.belief.secrets, belief.secrets).astype(np.int32)

    def _position(self, belief: Belief) -> tuple[Indices, Indices, int]:
        """A belief as the search wants it: secrets, guesses made since ours, and guesses left."""
        made = belief.clues[len(self.belief.clues) :]
        columns = [belief.game.guess_index[clue.guess] for clue in made]
        left = _core.UNLIMITED if self.max_guesses is None else self.max_guesses - len(made)
        return self._places(belief), np.searchsorted(self.guesses, columns).astype(np.int32), left


@dataclass(frozen=True)
class _Perfect:
    """Plays what a prover finds best."""

    prover: Prover
    name: str = "optimal"

    def choose(self, belief: Belief) -> str:
        guess = self.prover.best(belief)[1]
        assert guess is not None
        return guess


def prove(
    prover: Prover,
    belief: Belief | None = None,
    openers: Sequence[str] | None = None,
    top: int = 1,
    threads: int | None = None,
    report: Report = lambda status: None,
) -> Proof:
    """Find the best next guesses from a belief on (the prover's own by default), and prove that there are none better.

    Every allowed guess is tried, or one of those that are the same but for a renaming, or those in `openers`.
    Interrupted (KeyboardInterrupt), it returns what is known.
    The result does not depend on the number of threads: of guesses with the same cost, the one that looks best by
    `entropic` goes first.
    """
    if openers is not None and not openers:
        raise FewestError("There is nothing to prove: name at least one opener.")
    hunt = _Hunt(prover, belief or prover.belief, openers, top, threads or all_threads(), report)
    hunt.run()
    return hunt.proof()


def prove_least_worst(
    belief: Belief,
    weights: Sequence[int | float | Fraction] | None = None,
    max_guesses: int | None = None,
    memory: int = MEMORY,
    openers: Sequence[str] | None = None,
    top: int = 1,
    threads: int | None = None,
    report: Report = lambda status: None,
) -> Proof:
    """Find the least number of guesses that always suffices, and the best mean among plays that keep within it."""
    limit = 1
    while True:
        proof = prove(Prover(belief, weights, limit, memory), None, openers, top, threads, report)
        if proof.best or not proof.proved or limit == max_guesses:
            return proof
        limit += 1


class _Hunt:
    """One run over all openers: hands them to threads, and keeps the best and what is proved of the others."""

    def __init__(
        self,
        prover: Prover,
        belief: Belief,
        openers: Sequence[str] | None,
        top: int,
        threads: int,
        report: Report,
    ) -> None:
        self.prover, self.belief, self.top, self.threads, self.report = prover, belief, top, threads, report
        self.started = time.perf_counter()
        self.weights = np.sort(prover.weights_of(belief))[::-1]
        self.weight = int(self.weights.sum())
        whole = split(belief)
        order = np.lexsort((-whole.hit, np.round(entropic(belief, whole), 9)))
        if openers is not None:
            order = order[np.isin(whole.guesses[order], [belief.find_guess(opener) for opener in openers])]
        else:
            forms = prover.forms(belief)[np.searchsorted(prover.guesses, whole.guesses[order])]
            order = order[np.sort(np.unique(forms, return_index=True)[1])]
        self.order = [belief.game.guesses[guess] for guess in whole.guesses[order].tolist()]
        self.lower = self._lower_bounds(whole.parts[order], whole.hit[order] > 0)
        self.best: list[tuple[int, int]] = []
        """Cost and index of the best openers so far, best first, no more than asked for."""
        self.settled = 0

    def _lower_bounds(self, parts: Counts, member: NDArray[np.bool_]) -> list[int]:
        """What every opener costs at least: all secrets once, and all but the hit and one of each part again.

        Those spared a guess weigh no more than the heaviest do.
        """
        heaviest = int(self.weights[0])
        spared = np.cumsum(self.weights)[parts.astype(np.intp) - 1] + heaviest * member
        bounds: list[int] = np.maximum(3 * self.weight - spared, 2 * self.weight - heaviest).tolist()
        return bounds

    def bound(self, index: int) -> int:
        """From what cost on an opener cannot be among the best: an earlier one wins a tie."""
        if len(self.best) < self.top:
            return IMPOSSIBLE
        cost, last = self.best[-1]
        return cost + (index < last)

    def run(self) -> None:
        pool = ThreadPoolExecutor(self.threads)
        waiting: dict[Future[int], tuple[int, int]] = {}
        todo = iter(range(len(self.order)))
        reported = 0.0
        try:
            while True:
                while len(waiting) < self.threads and (index := next(todo, None)) is not None:
                    bound = self.bound(index)
                    if self.lower[index] >= bound:
                        self.settled += 1
                        continue
                    job = pool.submit(self.prover.through, self.order[index], self.belief, bound)
                    waiting[job] = index, bound
                if not waiting:
                    break
                for job in wait(waiting, timeout=0.1, return_when=FIRST_COMPLETED).done:
                    self.settle(*waiting.pop(job), job.result())
                if (now := time.perf_counter()) - reported > 0.1:
                    reported = now
                    self.report(self.status())
        except KeyboardInterrupt:
            with self.prover.stopped():
                pool.shutdown(cancel_futures=True)
        finally:
            pool.shutdown(cancel_futures=True)
        self.report(self.status())

    def settle(self, index: int, bound: int, cost: int) -> None:
        self.settled += 1
        self.lower[index] = max(self.lower[index], cost)
        if cost < bound:
            bisect.insort(self.best, (cost, index))
            del self.best[self.top :]

    def valued(self) -> tuple[Valued, ...]:
        return tuple(Valued(cost, cost / self.weight, self.order[at]) for cost, at in self.best)

    def status(self) -> Status:
        best = self.valued()[0] if self.best else None
        return Status(self.settled, len(self.order), best, min(self.lower), time.perf_counter() - self.started)

    def proof(self) -> Proof:
        best = self.valued()
        tree = grow(_Perfect(self.prover), self.belief, best[0].guess) if best else None
        return Proof(
            best=best,
            lower_bound=min(self.lower),
            weight=self.weight,
            settled=self.settled,
            openers=len(self.order),
            nodes=self.prover.nodes,
            seconds=time.perf_counter() - self.started,
            max_guesses=self.prover.max_guesses,
            tree=tree,
        )
