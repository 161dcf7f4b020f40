"""Search all openers of a position for the best ones, and prove that no other is better."""

import bisect
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.checks import checked
from fewest.errors import ArgumentError, FewestError, Interrupted, OutOfTimeError
from fewest.search.proof import Proof, Ranking, Settled, Unfinished, Valued
from fewest.search.prover import IMPOSSIBLE, MEMORY, TOO_MANY_DIGITS, OptimalPlay, Prover, format_cost, search_order
from fewest.search.workers import OpenerJob, Threads, Valuation, WorkerPool
from fewest.splits import split
from fewest.system.interrupts import defer_ctrl_c
from fewest.system.threads import limit_threads
from fewest.system.threads import threads as all_threads
from fewest.trees.tree import Tree, grow
from fewest.watch import UNWATCHED, Progress, Watch

if TYPE_CHECKING:
    from fewest.search.store import Store

STORE_POLL_SECONDS = 1.0
"""How often a run checks the store for results of other runs."""

PROGRESS_SECONDS = 0.1
"""How often progress is reported."""

PROMISING = 500
"""A run that values all openers exactly starts with this many of the most promising, so that the best are soon known.

The others are searched next to openers of the same letters: on original, 24 such openers took 26 % less time together
than one by one, and 24 neighbours by promise 0.5 % less.
"""

FIRST_STEP = 16
"""Until a strategy is found, the first round raises lower bounds by 1 / FIRST_STEP of a guess per secret."""

PLAY_WIDTH, PLAY_OPENERS = 8, 2
"""With `gap`, how many guesses the search for good play tries in each large position, and how many openers."""

LAST_STEP = 16
"""The last round raises lower bounds to the cost of the best strategy, by up to 1 / LAST_STEP of a guess per secret.

With 12,947 words as secrets, many openers take half as long to rise to 3 % below that cost as to the cost itself. So
one step is faster than several small ones.
"""

FINAL_TREE_SECONDS = 2.0
"""The time that an interrupted run may spend on the tree of its best opener."""


_Pending = dict[Future[list[Valuation]], tuple[int, ...]]
"""The indices of the openers that each running call values."""


@checked
def prove(
    prover: Prover,
    belief: Belief | None = None,
    openers: Sequence[str] | None = None,
    top: int = 1,
    threads: int | None = None,
    *,
    watch: Watch = UNWATCHED,
    within: int | None = None,
    gap: bool = False,
    store: "Store | None" = None,
    pool: Callable[[Prover, Belief], WorkerPool] | None = None,
) -> Proof:
    """Find the `top` best next guesses of a belief (by default the prover's own), with proof.

    Searches one guess of each symmetry orbit, or only `openers`. With `within`, every opener valued exactly is also
    valued for play that always finishes within this many guesses, which takes almost no extra time. With `store`,
    results are saved there and resumed from there. `pool` makes the workers, by default threads of this process.

    With `gap`, the lower bounds of all openers rise together: further in each round until a strategy is found, then
    halfway to its cost, halfway again, and all the way once they are near. The whole search takes longer, but one that
    ends early has a better lower bound. In the plain game the search starts with good play: the best that it finds with
    few guesses in each position.

    A search that ends early raises Interrupted (a KeyboardInterrupt) on Ctrl-C or OutOfTimeError at the deadline, both
    with an Unfinished as `so_far`, or Stopped if its token is stopped.

    The result does not depend on the number of threads: guesses of equal cost are ranked by `entropic`.
    """
    if store is not None and not hasattr(store, "begin"):
        raise ArgumentError(f"prove: store must be a Store of fewest.search, not {store!r:.60}.")
    if openers is not None and not openers:
        raise FewestError("There is nothing to prove: name at least one opener.")
    if prover.tolerance:
        raise FewestError(TOO_MANY_DIGITS)
    if top < 1:
        raise FewestError(f"The number of best openers must be 1 or more, not {top:,}.")
    belief = belief or prover.belief
    with limit_threads(threads):
        search = _OpenerSearch(prover, belief, openers, top, watch, store, within, gap)
        search.run(pool(prover, belief) if pool else Threads(prover, belief, all_threads(), watch.stop))
        return search.proof()


def value_best(
    prover: Prover,
    belief: Belief,
    openers: Sequence[str] | None = None,
    top: int = 1,
    threads: int | None = None,
    watch: Watch = UNWATCHED,
) -> tuple[Valued, ...]:
    """The best next guesses of a belief with their exact values, like `prove` but without a tree."""
    with limit_threads(threads):
        search = _OpenerSearch(prover, belief, openers, top, watch, None)
        search.run(Threads(prover, belief, all_threads(), watch.stop))
        return search.valued()


def least_worst(
    belief: Belief,
    max_guesses: int | None = None,
    memory: int = MEMORY,
    openers: Sequence[str] | None = None,
    threads: int | None = None,
    watch: Watch = UNWATCHED,
) -> int:
    """The least number of guesses that always suffices, or `max_guesses` if fewer do not.

    It is not checked whether `max_guesses` suffice. Ends early like `prove`.
    """
    limit = 1
    with limit_threads(threads):
        while limit != max_guesses:
            prover = Prover(belief, [1] * len(belief), limit, memory, stop=watch.stop)
            search = _OpenerSearch(prover, belief, openers, 1, watch, None, any_play=True)
            search.run(Threads(prover, belief, all_threads(), watch.stop))
            if search.best:
                break
            limit += 1
    return limit


class _OpenerSearch:
    """A branch and bound search over all openers: the incumbents, and a lower bound for every opener."""

    def __init__(
        self,
        prover: Prover,
        belief: Belief,
        openers: Sequence[str] | None,
        top: int,
        watch: Watch,
        store: "Store | None",
        within: int | None = None,
        gap: bool = False,
        any_play: bool = False,
    ) -> None:
        self.prover, self.belief, self.top, self.watch, self.store = prover, belief, top, watch, store
        self.limit = within
        self.gap = gap
        self.any_play = any_play
        """Whether to stop at the first strategy found."""
        self.goal = IMPOSSIBLE
        """The cost up to which openers are searched in this round."""
        self.started = time.perf_counter()
        self.weight = int(prover.weights_of(belief).sum())
        self.room = max(1, self.weight // FIRST_STEP)
        """How far above the least lower bound the goal is until a strategy is found."""
        whole = split(belief)
        order = search_order(prover, belief, whole, openers)
        self.openers = [belief.game.guesses[guess] for guess in whole.guesses[order].tolist()]
        self.index_of = {opener: index for index, opener in enumerate(self.openers)}
        self.lower = prover.least_costs(belief, whole)[order]
        self.exact = np.zeros(len(self.openers), np.bool_)
        """Whether each lower bound is the exact cost."""
        self.within = np.zeros(len(self.openers), np.int64)
        """The exact costs under the second limit on guesses; 0 if unknown."""
        self.best: list[tuple[int, int]] = []
        """The incumbents: cost and index of the best openers so far, best first, at most `top`."""
        self.tree: Tree | None = None
        self.play: Tree | None = None
        """Good play, from which the search starts."""
        self.play_cost = IMPOSSIBLE
        self.resumed = 0
        self.from_the_end = False
        self.store_version, self.last_poll = 0, 0.0
        if store is not None:
            other_runs = store.begin(prover, len(self.openers), min(top, len(self.openers)))
            store.check(prover)
            self.from_the_end = other_runs % 2 == 1  # two runs start at opposite ends, to meet in the middle
            self.load_from_store(store)
            self.resumed = self.count_settled()

    def work_order(self) -> list[int]:
        """The order in which to search the openers: the most promising first.

        If all are to be valued exactly, bounds save no work. Then openers beyond PROMISING are sorted so that those
        with the same symbols are neighbours, since they lead to the same positions.
        """
        order = [*range(len(self.openers))]
        if self.top >= len(order):
            order[PROMISING:] = sorted(order[PROMISING:], key=lambda index: sorted(self.openers[index]))
        return order

    def bound(self, index: int) -> int:
        """The cost at which an opener is not among the best any more; of equal cost, the earlier opener wins."""
        if len(self.best) < self.top:
            return min(IMPOSSIBLE, self.play_cost + 1)
        cost, last = self.best[-1]
        return min(cost + (index <= last), self.play_cost + 1)

    def needs_search(self, index: int) -> bool:
        """Whether an opener is not settled and its lower bound is below the goal."""
        if self.is_enough:
            return False
        known = self.exact[index] and (self.limit is None or self.within[index])
        return not known and bool(self.lower[index] < min(self.bound(index), self.goal))

    def settled(self) -> NDArray[np.bool_]:
        """Whether each opener is settled: its exact cost is known, or its lower bound rules it out."""
        if self.is_enough:
            return np.ones(len(self.openers), np.bool_)
        cost, last = (IMPOSSIBLE, -1) if len(self.best) < self.top else self.best[-1]
        bounds = np.minimum(cost + (np.arange(len(self.openers)) <= last), self.play_cost + 1)
        known = self.exact if self.limit is None else self.exact & (self.within > 0)
        settled: NDArray[np.bool_] = known | (self.lower >= bounds)
        return settled

    @property
    def is_enough(self) -> bool:
        """Whether the search stops at the first strategy, and has found one."""
        return self.any_play and bool(self.best)

    def count_settled(self) -> int:
        """The number of settled openers."""
        return int(np.count_nonzero(self.settled()))

    def next_round(self) -> deque[int]:
        """The openers to search next: all that are not settled. With `gap`, also sets the next goal."""
        settled = self.settled()
        todo = [index for index in self.work_order() if not settled[index]]
        if self.gap and todo:
            self.goal = self.next_goal(int(self.lower[todo].min()))
            self.room *= 2
        return deque(todo)

    def next_goal(self, lower: int) -> int:
        """The next goal above a lower bound: halfway to the cost of the best play, or `room` without it."""
        cost = min(self.play_cost, self.best[-1][0] if len(self.best) == self.top else IMPOSSIBLE)
        if cost == IMPOSSIBLE:
            return lower + self.room + 1
        distance = cost - lower
        is_near = distance <= self.weight // LAST_STEP
        return lower + (distance if is_near else distance // 2) + 1

    def load_from_store(self, store: "Store") -> None:
        """Load the results of all runs."""
        self.last_poll = time.perf_counter()
        self.store_version = store.version()
        for each in store.known(self.limit).values():
            index = self.index_of.get(each.opener)
            if index is not None:
                self.update(index, each)

    def update(self, index: int, found: Settled) -> None:
        """Raise the lower bound of an opener; with its exact cost it may become an incumbent."""
        self.lower[index] = max(self.lower[index], found.lower)
        if found.within is not None:
            self.within[index] = found.within
        if found.cost is not None and not self.exact[index]:
            self.exact[index] = True
            if found.cost < self.bound(index):
                bisect.insort(self.best, (found.cost, index))
                del self.best[self.top :]

    def run(self, pool: WorkerPool) -> None:
        """Settle all openers; raises Interrupted, OutOfTimeError or Stopped if it ends early."""
        try:
            if self.gap and self.top == 1 and self.prover.is_plain:
                self.find_play()
            with defer_ctrl_c() as check_ctrl_c:
                self.settle_all(pool, check_ctrl_c)
        except KeyboardInterrupt:
            raise Interrupted(self.unfinished()) from None
        if self.count_settled() < len(self.openers):
            raise OutOfTimeError("The time ran out before the proof was complete.", self.unfinished())

    def find_play(self) -> None:
        """Find good play, or take it from the store; with a deadline, in at most a quarter of the time left."""
        if self.store is not None:
            for opener, cost in self.store.trees():
                if opener in self.index_of:
                    self.play, self.play_cost = self.store.tree(opener, self.belief), cost
                    return
        stop = StopToken(self.watch.stop, seconds=(self.watch.deadline - time.monotonic()) / 4)
        for opener in self.openers[:PLAY_OPENERS]:
            text = f"looking for good play after {opener}"
            self.watch.report(Progress(self.count_settled(), len(self.openers), text))
            with suppress(Stopped):
                tree = grow(OptimalPlay(self.prover, stop, "good play", PLAY_WIDTH), self.belief, opener)
                cost = self.prover.cost_of(tree)
                if cost < self.play_cost:
                    self.play, self.play_cost = tree, cost
                    if self.store is not None:
                        self.store.save_tree(tree, cost)

    def settle_all(self, pool: WorkerPool, check_ctrl_c: Callable[[], None]) -> None:
        """Submit openers until all are settled or the time runs out; always closes the pool."""
        pending: _Pending = {}
        call: Future[list[Valuation]] | None
        todo = self.next_round()
        last_report = 0.0
        try:
            while not self.watch.is_over and not self.is_enough:
                check_ctrl_c()
                if self.watch.stop is not None:
                    self.watch.stop.check()
                self.submit(pool, pending, todo)
                if not pending:
                    todo = self.next_round()
                    if not todo:
                        break
                    continue
                for call in wait(pending, timeout=PROGRESS_SECONDS, return_when=FIRST_COMPLETED).done:
                    indices = pending.get(call)
                    if indices is not None:
                        self.record(pool, indices, call.result())
                        pending = {other: each for other, each in pending.items() if each != indices}
                now = time.perf_counter()
                if now - last_report > PROGRESS_SECONDS:
                    last_report = now
                    self.report()
                if self.store is not None and now - self.last_poll > STORE_POLL_SECONDS:
                    self.poll(self.store)
        finally:
            pool.close()
            pending, call = {}, None  # break the cycle with a call's exception, which would keep the prover alive
        if self.store is not None:
            self.store.heartbeat(self.count_settled())
        self.report()

    def poll(self, store: "Store") -> None:
        """Write a heartbeat, and load what other runs have added."""
        self.last_poll = time.perf_counter()
        store.heartbeat(self.count_settled())
        if store.version() != self.store_version:
            self.load_from_store(store)

    def submit(self, pool: WorkerPool, pending: _Pending, todo: deque[int]) -> None:
        """Keep all workers busy."""
        size = pool.size
        while len(pending) < size:
            indices: list[int] = []
            batch_size = min(pool.batch_size, len(todo) // (2 * size))  # smaller at the end, so that all end together
            while todo and len(indices) < max(1, batch_size):
                index = self.next_opener(todo)
                if self.needs_search(index):
                    indices.append(index)
            if not indices:
                break
            pending[pool.value(self.jobs(indices))] = tuple(indices)
        while pool.helpers and pending and len(pending) < size:  # no opener left to start: help with the running ones
            shared = Counter(pending.values()).most_common()[-1][0]
            pending[pool.value(self.jobs(shared))] = shared

    def next_opener(self, todo: deque[int]) -> int:
        """The next opener: the most promising left, or the least promising if this run works from the other end.

        Even then the most promising come first until there is a bound.
        """
        bounded = len(self.best) == self.top or self.top >= len(self.openers)
        return todo.pop() if self.from_the_end and bounded else todo.popleft()

    def jobs(self, indices: Sequence[int]) -> list[OpenerJob]:
        """The jobs for some openers, with their bounds."""
        bounds = [min(self.bound(index), self.goal) for index in indices]
        return [
            OpenerJob(self.openers[index], bound, self.limit, evenly=self.gap)
            for index, bound in zip(indices, bounds, strict=True)
        ]

    def record(self, pool: WorkerPool, indices: Sequence[int], found: Sequence[Valuation]) -> None:
        """Save the results of a call, and post a new bound."""
        before = [*self.best]
        settled = [
            Settled(
                self.openers[index],
                each.cost,
                each.cost if each.cost < each.bound else None,
                each.seconds,
                each.within,
            )
            for index, each in zip(indices, found, strict=True)
        ]
        if self.store is not None:
            self.store.add(settled, self.limit)
        for index, each in zip(indices, settled, strict=True):
            self.update(index, each)
        if len(self.best) == self.top and self.best != before:
            pool.post_bound(self.best[-1][0] + 1)
        if self.store is not None and self.best[:1] != before[:1]:
            self.save_tree(self.store)

    def save_tree(self, store: "Store") -> None:
        """Save the tree of the best opener, unless the store has it."""
        cost, index = self.best[0]
        opener = self.openers[index]
        if self.tree is None or self.tree.opener != opener:
            self.tree = store.tree(opener, self.belief)
        if self.tree is None or self.tree.strategy != OptimalPlay.name:
            self.tree = None
            self.tree = self.grow_tree(self.watch.stop)
            true_cost = self.prover.cost_of(self.tree)
            if true_cost != cost:
                raise store.damaged(f"{opener} costs {true_cost:,}, not {cost:,}")
            store.save_tree(self.tree, cost)

    def grow_tree(self, stop: StopToken | None) -> Tree:
        """The tree of the best opener."""
        opener = self.openers[self.best[0][1]]
        if self.tree is not None and self.tree.opener == opener:
            return self.tree
        return grow(OptimalPlay(self.prover, stop), self.belief, opener)

    def report(self) -> None:
        """Report the incumbent and the lower bound."""
        penalty = self.prover.penalty
        text = "no strategy found yet"
        if self.play is not None:
            text = f"best {self.play.opener} {format_cost(self.play_cost, penalty)}"
        if self.best and self.best[0][0] <= self.play_cost:
            text = f"best {self.openers[self.best[0][1]]} {format_cost(self.best[0][0], penalty)}"
        lower = int(self.lower.min())
        text = text if lower >= IMPOSSIBLE else f"{text}, lower bound {format_cost(lower, penalty)}"
        self.watch.report(Progress(self.count_settled(), len(self.openers), text))

    def proof(self) -> Proof:
        """The result, once all openers are settled."""
        if self.best and self.store is not None:
            self.save_tree(self.store)
        tree = self.grow_tree(self.watch.stop) if self.best else None
        return Proof(best=self.valued(), tree=tree, **self.findings())

    def unfinished(self) -> Unfinished:
        """The state of a search that ends early."""
        tree = None
        if self.store is not None:
            self.load_from_store(
                self.store
            )  # the interrupt may have come after a result was saved, but before it was used
            self.store.heartbeat(self.count_settled())
        self.report()
        if self.play is not None and (not self.best or self.play_cost < self.best[0][0]):
            found = Valued(self.play_cost, self.play_cost / self.weight, self.play.opener)
            return Unfinished(best_so_far=(found,), tree_so_far=self.play, **self.findings())
        if self.best:
            with suppress(Stopped):
                tree = self.grow_tree(StopToken(self.watch.stop, seconds=FINAL_TREE_SECONDS))
        return Unfinished(best_so_far=self.valued(), tree_so_far=tree, **self.findings())

    def valued(self) -> tuple[Valued, ...]:
        """The incumbents."""
        return tuple(
            Valued(cost, self.prover.missed_and_total(cost)[1] / self.weight, self.openers[index])
            for cost, index in self.best
        )

    def findings(self) -> dict[str, Any]:
        """The fields that Proof and Unfinished share."""
        return {
            "ranking": Ranking(tuple(self.openers), self.lower, self.exact, self.within),
            "lower_bound": int(self.lower.min()),
            "weight": self.weight,
            "settled": self.count_settled(),
            "openers": len(self.openers),
            "resumed": self.resumed,
            "max_guesses": self.prover.max_guesses,
            "target": self.prover.target,
            "penalty": self.prover.penalty,
            "rounding": self.prover.rounding,
            "nodes": self.prover.nodes,
            "seconds": time.perf_counter() - self.started,
        }
