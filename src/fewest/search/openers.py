"""Drives a proof: which first guess to look into next, who does that, and what it proves."""

import bisect
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import FewestError, Interrupted, OutOfTimeError
from fewest.scorers import entropic
from fewest.search.proof import Proof, Ranking, Settled, Unfinished, Valued
from fewest.search.prover import IMPOSSIBLE, MEMORY, Prover
from fewest.search.workers import Crew, Job, Threads, Valuation
from fewest.splits import split
from fewest.system.interrupts import deferred
from fewest.system.threads import at_most
from fewest.system.threads import threads as all_threads
from fewest.trees.tree import Tree, grow
from fewest.watch import UNWATCHED, Progress, Watch

if TYPE_CHECKING:
    from fewest.search.store import Store

LOOK = 1.0
"""Every so many seconds a run looks what others have added to the store."""

LAST_SECONDS = 2.0
"""How long a run that was ended may take to write down the best play that it knows."""


_Waiting = dict[Future[list[Valuation]], tuple[int, ...]]
"""Which openers are valued by each call that is under way."""


@dataclass(frozen=True)
class _Perfect:
    """Plays what a prover finds best."""

    prover: Prover
    stop: StopToken | None
    name: str = "optimal"

    def choose(self, belief: Belief) -> str:
        guess = self.prover.best(belief, stop=self.stop)[1]
        assert guess is not None
        return guess


def prove(
    prover: Prover,
    belief: Belief | None = None,
    openers: Sequence[str] | None = None,
    top: int = 1,
    threads: int | None = None,
    watch: Watch = UNWATCHED,
    *,
    store: "Store | None" = None,
    crew: Callable[[Prover, Belief], Crew] | None = None,
) -> Proof:
    """Find the best next guesses from a belief on (the prover's own by default), and prove that there are none better.

    Every allowed guess is tried, or one of those that are the same but for a renaming, or those in `openers`. What is
    settled is kept in a store, if one is given, and need not be done again. A crew does the work, or threads of this
    process.

    What it returns is proved. A search that is ended before raises: Interrupted (a KeyboardInterrupt) after Ctrl-C,
    OutOfTimeError once its time is over, both with an Unfinished that says what is known; Stopped if it is stopped.

    The result does not depend on the number of threads: of guesses with the same cost, the one that looks best by
    `entropic` goes first.
    """
    if openers is not None and not openers:
        raise FewestError("There is nothing to prove: name at least one opener.")
    belief = belief or prover.belief
    with at_most(threads):
        run = _Run(prover, belief, openers, top, watch, store)
        run.settle_all_with(crew(prover, belief) if crew else Threads(prover, belief, all_threads(), watch.stop))
        return run.proof()


def prove_least_worst(
    belief: Belief,
    weights: Sequence[int | float | Fraction] | None = None,
    max_guesses: int | None = None,
    memory: int = MEMORY,
    openers: Sequence[str] | None = None,
    top: int = 1,
    threads: int | None = None,
    watch: Watch = UNWATCHED,
) -> Proof:
    """Find the least number of guesses that always suffices, and the best mean among plays that keep within it."""
    limit = 1
    while True:
        proof = prove(Prover(belief, weights, limit, memory), None, openers, top, threads, watch)
        if proof.best or limit == max_guesses:
            return proof
        limit += 1


class _Run:
    """One run over all openers: hands them out, and keeps the best and what is proved of the others."""

    def __init__(
        self,
        prover: Prover,
        belief: Belief,
        openers: Sequence[str] | None,
        top: int,
        watch: Watch,
        store: "Store | None",
    ) -> None:
        self.prover, self.belief, self.top, self.watch, self.store = prover, belief, top, watch, store
        self.started = time.perf_counter()
        self.weight = int(prover.weights_of(belief).sum())
        whole = split(belief)
        order = np.lexsort((-whole.hit, np.round(entropic(belief, whole), 9)))
        if openers is not None:
            order = order[np.isin(whole.guesses[order], [belief.find_guess(opener) for opener in openers])]
        else:
            orbits = prover.orbit_ids(belief)[np.searchsorted(prover.guesses, whole.guesses[order])]
            order = order[np.sort(np.unique(orbits, return_index=True)[1])]
        self.order = [belief.game.guesses[guess] for guess in whole.guesses[order].tolist()]
        self.place = {opener: index for index, opener in enumerate(self.order)}
        self.lower = prover.least_costs(belief, whole)[order]
        self.exact = np.zeros(len(self.order), np.bool_)
        """Which lower bounds are reached."""
        self.best: list[tuple[int, int]] = []
        """Cost and index of the best openers so far, best first, no more than asked for."""
        self.tree: Tree | None = None
        self.resumed, self.backwards, self.version, self.looked = 0, False, 0, 0.0
        if store is not None:
            others = store.begin(prover, len(self.order), min(top, len(self.order)))
            store.check(prover)
            self.backwards = others % 2 == 1  # beside another run, come from the other end
            self.look(store)
            self.resumed = self.count_settled()

    def bound(self, index: int) -> int:
        """From what cost on an opener cannot be among the best: an earlier one wins a tie."""
        if len(self.best) < self.top:
            return IMPOSSIBLE
        cost, last = self.best[-1]
        return cost + (index < last)

    def is_settled(self, index: int) -> bool:
        """Whether an opener is valued exactly, or is not among the best."""
        return bool(self.exact[index] or self.lower[index] >= self.bound(index))

    def count_settled(self) -> int:
        """How many openers are."""
        cost, last = (IMPOSSIBLE, 0) if len(self.best) < self.top else self.best[-1]
        bounds = cost + (np.arange(len(self.order)) < last)
        return int(np.count_nonzero(self.exact | (self.lower >= bounds)))

    def look(self, store: "Store") -> None:
        """Learn what the store knows."""
        self.looked = time.perf_counter()
        self.version = store.version()
        for each in store.known().values():
            if (index := self.place.get(each.opener)) is not None:
                self.learn(index, each.lower, each.cost)

    def learn(self, index: int, lower: int, cost: int | None) -> None:
        """Take in what is known of an opener."""
        self.lower[index] = max(self.lower[index], lower)
        if cost is not None and not self.exact[index]:
            self.exact[index] = True
            if cost < self.bound(index):
                bisect.insort(self.best, (cost, index))
                del self.best[self.top :]

    def settle_all_with(self, crew: Crew) -> None:
        """Settle all openers, or raise why that was not possible."""
        try:
            with deferred() as hear_ctrl_c:
                self.settle_all(crew, hear_ctrl_c)
        except KeyboardInterrupt:
            raise Interrupted(self.unfinished()) from None
        if self.count_settled() < len(self.order):
            raise OutOfTimeError("The time is over before the proof was complete.", self.unfinished())

    def settle_all(self, crew: Crew, hear_ctrl_c: Callable[[], None]) -> None:
        """Hand openers out until all are settled or the time is over; whatever happens, nobody works on afterwards."""
        waiting: _Waiting = {}
        job: Future[list[Valuation]] | None
        todo = deque(range(len(self.order)))
        reported = 0.0
        try:
            while not self.watch.is_over:
                hear_ctrl_c()
                if self.watch.stop is not None:
                    self.watch.stop.check()
                self.hand_out(crew, waiting, todo)
                if not waiting:
                    break
                for job in wait(waiting, timeout=0.1, return_when=FIRST_COMPLETED).done:
                    if (indices := waiting.get(job)) is not None:
                        self.settle(crew, indices, job.result())
                        waiting = {other: each for other, each in waiting.items() if each != indices}
                if (now := time.perf_counter()) - reported > 0.1:
                    reported = now
                    self.report()
                if self.store is not None and now - self.looked > LOOK:
                    self.store.beat(self.count_settled())
                    if self.store.version() != self.version:
                        self.look(self.store)
                    self.looked = now
        finally:
            crew.close()
            waiting, job = {}, None  # what a job raises leads here: it would keep itself, and the prover, alive
        if self.store is not None:
            self.store.beat(self.count_settled())
        self.report()

    def hand_out(self, crew: Crew, waiting: _Waiting, todo: deque[int]) -> None:
        """Give everyone something to do."""
        size = crew.size
        while len(waiting) < size:
            indices: list[int] = []
            at_once = min(crew.at_once, len(todo) // (2 * size))  # towards the end less, so that all end together
            while todo and len(indices) < max(1, at_once):
                index = self.take(todo)
                if not self.is_settled(index):
                    indices.append(index)
            if not indices:
                break
            waiting[crew.value(self.jobs(indices), 0)] = tuple(indices)
        while crew.helpers and waiting and len(waiting) < size:  # nothing is left to begin: share what there is
            indices_of, helper = Counter(waiting.values()).most_common()[-1]
            waiting[crew.value(self.jobs(indices_of), helper)] = indices_of

    def take(self, todo: deque[int]) -> int:
        """The opener to look into next: the most promising; beside another run the least, which takes a bound."""
        bounded = len(self.best) == self.top or self.top >= len(self.order)
        return todo.pop() if self.backwards and bounded else todo.popleft()

    def jobs(self, indices: Sequence[int]) -> list[Job]:
        """Openers with the bound that each must stay below."""
        return [Job(self.order[index], self.bound(index)) for index in indices]

    def settle(self, crew: Crew, indices: Sequence[int], found: Sequence[Valuation]) -> None:
        """Take in what a call has found out, and keep it."""
        before = [*self.best]
        settled = [
            Settled(self.order[index], each.cost, each.cost if each.cost < each.bound else None, each.seconds)
            for index, each in zip(indices, found, strict=True)
        ]
        if self.store is not None:
            self.store.add(settled)
        for index, each in zip(indices, settled, strict=True):
            self.learn(index, each.lower, each.cost)
        if len(self.best) == self.top and self.best != before:
            crew.announce(self.best[-1][0] + 1)
        if self.store is not None and self.best[:1] != before[:1]:
            self.keep_tree(self.store)

    def keep_tree(self, store: "Store") -> None:
        """Grow the tree of the best opener and keep it."""
        cost, index = self.best[0]
        if self.tree is None or self.tree.opener != self.order[index]:
            self.tree = store.tree(self.order[index], self.belief)
        if self.tree is None:
            self.tree = self.grow_tree(self.watch.stop)
            if (true := self.prover.cost_of(self.tree)) != cost:
                raise store.damaged(f"{self.order[index]} does not cost {cost:,}, but {true:,}")
            store.keep_tree(self.tree, cost)

    def grow_tree(self, stop: StopToken | None) -> Tree:
        """How the best opener is played."""
        if self.tree is not None and self.tree.opener == self.order[self.best[0][1]]:
            return self.tree
        return grow(_Perfect(self.prover, stop), self.belief, self.order[self.best[0][1]])

    def valued(self) -> tuple[Valued, ...]:
        return tuple(Valued(cost, cost / self.weight, self.order[at]) for cost, at in self.best)

    def report(self) -> None:
        """Say how far the proof has come."""
        text = f"best {self.order[self.best[0][1]]} {self.best[0][0]:,}" if self.best else "no play yet"
        lower = int(self.lower.min())
        text = text if lower >= IMPOSSIBLE else f"{text}, none below {lower:,}"
        self.watch.report(Progress(self.count_settled(), len(self.order), text))

    def proof(self) -> Proof:
        """What is proved, all openers being settled."""
        if self.best and self.store is not None:
            self.keep_tree(self.store)
        tree = self.grow_tree(self.watch.stop) if self.best else None
        return Proof(best=self.valued(), tree=tree, **self.findings())

    def unfinished(self) -> Unfinished:
        """What is known so far; an interruption may have come just after something was kept."""
        tree = None
        if self.store is not None:
            self.look(self.store)
            self.store.beat(self.count_settled())
        self.report()
        if self.best:
            with suppress(Stopped):
                tree = self.grow_tree(StopToken(self.watch.stop, seconds=LAST_SECONDS))
        return Unfinished(best_so_far=self.valued(), tree_so_far=tree, **self.findings())

    def findings(self) -> dict[str, Any]:
        """What is to say of a search at any time."""
        return {
            "ranking": Ranking(tuple(self.order), self.lower, self.exact),
            "lower_bound": int(self.lower.min()),
            "weight": self.weight,
            "settled": self.count_settled(),
            "openers": len(self.order),
            "resumed": self.resumed,
            "max_guesses": self.prover.max_guesses,
            "nodes": self.prover.nodes,
            "seconds": time.perf_counter() - self.started,
        }
