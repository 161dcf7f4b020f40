import gc
import threading
import weakref
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path

import numpy as np
import pytest

from fewest import Belief
from fewest._core import Stopped, StopToken
from fewest.errors import FewestError, Interrupted, OutOfTimeError
from fewest.search import Prover, Store, prove, root_search
from fewest.search.proof import Settled
from fewest.search.prover import IMPOSSIBLE
from fewest.search.root_search import value_best
from fewest.search.workers import OpenerJob, Valuation
from fewest.splits import split
from fewest.watch import Progress, Watch
from tests import samples
from tests.search.cases import random_cases, summary

ORIGINAL = samples.edition("original")
GAME = samples.wordle(
    *(word for word in ORIGINAL.answers if word.endswith("ch")), guesses=tuple(ORIGINAL.guesses[::150])
)
"""Words with the same last letters, so that many openers must be searched."""
START = Belief.start(GAME)


class Alone:
    """A pool of one worker that values openers on submission."""

    size, batch_size, helpers = 1, 1, False

    def __init__(self, prover: Prover, belief: Belief) -> None:
        """Work for a prover."""
        self.prover, self.belief = prover, belief
        self.asked: list[OpenerJob] = []
        self.announced: list[int] = []
        self.closed = 0

    def value(self, jobs: Sequence[OpenerJob]) -> "Future[list[Valuation]]":
        """Value some openers."""
        self.asked += jobs
        future: Future[list[Valuation]] = Future()
        future.set_result([Valuation(self.cost(job), job.bound, 0.5) for job in jobs])
        return future

    def cost(self, job: OpenerJob) -> int:
        """Value one."""
        return self.prover.cost_of_guess(job.opener, self.belief, job.bound, evenly=job.evenly)

    def post_bound(self, bound: int) -> None:
        """Record the bound."""
        self.announced.append(bound)

    def close(self) -> None:
        """Count the call."""
        self.closed += 1


class Failing(Alone):
    """A pool that does part of the work and then fails."""

    def __init__(self, prover: Prover, belief: Belief, after: int, error: BaseException) -> None:
        """Fail after this many openers."""
        super().__init__(prover, belief)
        self.after, self.error = after, error

    def cost(self, job: OpenerJob) -> int:
        """Value one, or fail."""
        if len(self.asked) > self.after:
            raise self.error
        return super().cost(job)


@pytest.mark.parametrize("top", [1, 3, 100])
def test_a_store_changes_nothing(top: int, tmp_path: Path) -> None:
    for number, (case, _) in enumerate(random_cases(60 + top, 25)):
        path = tmp_path / f"{number}.db"
        expected = prove(case.prover(), top=top)
        with Store(path) as store:
            first = prove(case.prover(), top=top, store=store)
        with Store(path) as store:
            searched = len(store.known())
            pool = Failing(case.prover(), case.belief, 0, AssertionError("nothing is left to do"))
            second = prove(pool.prover, top=top, store=store, pool=lambda *_, pool=pool: pool)
            assert len(store.known()) == searched
        assert summary(first) == summary(second) == summary(expected), case
        assert (first.resumed, second.resumed) == (0, second.openers)
        assert [*second.ranking] == [*first.ranking]


@pytest.mark.parametrize("top", [1, 3, 100])
@pytest.mark.parametrize("threads", [1, 2])
def test_bounds_that_rise_together_lead_to_the_same_proof(top: int, threads: int) -> None:
    for case, _ in random_cases(80 + top, 25):
        expected = prove(case.prover(), top=top)
        proof = prove(case.prover(), top=top, threads=threads, gap=True)
        assert (proof.best, proof.tree, proof.settled) == (expected.best, expected.tree, expected.settled), case
        truth = case.prover()
        for row in proof.ranking:
            cost = truth.cost_of_guess(row.guess, case.belief)
            assert row.lower == cost if row.exact else row.lower <= cost


def test_the_gap_shrinks_again_and_again() -> None:
    pool = Alone(Prover(START), START)
    proof = prove(pool.prover, pool=lambda *_: pool, gap=True)
    best = proof.best[0].cost
    rising = sorted({job.bound for job in pool.asked})
    assert len(rising) > 2
    assert rising[0] < best <= rising[-1] < IMPOSSIBLE
    early = [job.bound < best for job in pool.asked]
    assert early == sorted(early, reverse=True)
    assert all(job.evenly for job in pool.asked)


def test_parts_that_rise_together_reach_the_cost_and_no_more() -> None:
    prover = Prover(START)
    for opener in GAME.guesses[::4]:
        cost = prover.cost_of_guess(opener, START)
        evenly = Prover(START)
        for bound in (cost - 8, cost - 2, cost):
            assert bound <= evenly.cost_of_guess(opener, START, bound, evenly=True) <= cost
        for bound in (cost + 1, cost + 9):
            assert evenly.cost_of_guess(opener, START, bound, evenly=True) == cost


def test_bounds_rise_before_there_is_any_play() -> None:
    """With a limit, where the search does not start with good play."""
    pool = Failing(Prover(START, None, 20), START, 40, KeyboardInterrupt())
    with pytest.raises(Interrupted) as interrupted:
        prove(pool.prover, pool=lambda *_: pool, gap=True)
    unfinished = interrupted.value.so_far
    assert not unfinished.best_so_far
    least = int(Prover(START).least_costs(START, split(START)).min())
    assert least < unfinished.lower_bound <= prove(Prover(START)).best[0].cost


def test_bounds_start_from_good_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The play tries one guess in each position of more than five secrets, so it is rarely the best."""
    monkeypatch.setattr(Prover, "for_tests", True)
    monkeypatch.setattr(root_search, "PLAY_WIDTH", 1)
    worse = 0
    for seed in range(samples.some_of(6)):
        rng = np.random.default_rng(seed)
        openers = rng.choice(GAME.guesses, 4, replace=False).tolist()
        truth = prove(Prover(START), openers=openers)
        with Store(tmp_path / f"{seed}.db") as store:
            pool = Failing(Prover(START), START, 0, KeyboardInterrupt())
            with pytest.raises(Interrupted) as interrupted:
                prove(pool.prover, openers=openers, store=store, gap=True, pool=lambda *_, pool=pool: pool)
            play = interrupted.value.so_far.tree_so_far
            assert play is not None
            play.check()
            assert store.trees()[0] == (play.opener, play.total)
            (best,) = interrupted.value.so_far.best_so_far
            assert (best.guess, best.cost) == (play.opener, play.total)
            assert play.opener in openers
            assert interrupted.value.so_far.lower_bound <= truth.best[0].cost <= best.cost
            worse += best.cost > truth.best[0].cost
            proof = prove(Prover(START), openers=openers, store=store, gap=True)
            assert (proof.best, proof.tree) == (truth.best, truth.tree)
            assert store.trees()[0][1] == proof.best[0].cost
            store.check(Prover(START))
            store.save_tree(play, play.total)
            store.check(Prover(START))
            known = store.known()
            assert all(known[opener].cost in (None, cost) for opener, cost in store.trees())
    assert worse > 0


def assert_true(rows: Iterable[Settled]) -> None:
    """The results in a store match the cost of each opener."""
    fresh = Prover(START)
    for row in rows:
        truth = fresh.cost_of_guess(row.opener, fresh.belief)
        assert row.lower <= truth
        assert row.cost in (None, truth)


@pytest.mark.parametrize("error", [FewestError("no more"), KeyboardInterrupt()])
@pytest.mark.parametrize("after", [0, 1, 7])
def test_a_run_can_be_resumed_however_it_ended(after: int, error: BaseException, tmp_path: Path) -> None:
    path, expected = tmp_path / "store.db", prove(Prover(START))
    pool = Failing(Prover(START), START, after, error)
    with Store(path) as store:
        if isinstance(error, KeyboardInterrupt):
            with pytest.raises(Interrupted) as interrupted:
                prove(pool.prover, store=store, pool=lambda *_: pool)
            assert bool(interrupted.value.so_far.best_so_far) == (after > 0)
        else:
            with pytest.raises(FewestError, match="no more"):
                prove(pool.prover, store=store, pool=lambda *_: pool)
    assert pool.closed == 1
    with Store(path) as store:
        assert {*store.known()} == {job.opener for job in pool.asked[:after]}
        again = Alone(Prover(START), START)
        proof = prove(again.prover, store=store, pool=lambda *_: again)
    assert summary(proof) == summary(expected)
    assert proof.resumed >= after
    assert not {job.opener for job in again.asked} & {job.opener for job in pool.asked[:after]}


def test_a_result_saved_just_before_an_interrupt_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add = Store.add

    def interrupt(store: Store, settled: list[Settled], within: int | None) -> None:
        add(store, settled, within)
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "add", interrupt)
    with Store(tmp_path / "store.db") as store:
        with pytest.raises(Interrupted) as interrupted:
            prove(Prover(START), store=store)
        (best,) = interrupted.value.so_far.best_so_far
        assert [best.guess] == [*store.known()]
        assert interrupted.value.so_far.tree_so_far.total == best.cost


@pytest.mark.parametrize("top", [1, 5, 1000])
def test_a_second_run_starts_from_the_other_end(top: int, tmp_path: Path) -> None:
    """Without a bound yet, the worst openers would take too long."""
    alone, beside = (Alone(Prover(START), START) for _ in range(2))
    expected = prove(alone.prover, top=top, pool=lambda *_: alone)
    with Store(tmp_path / "store.db") as one, Store(tmp_path / "store.db") as two:
        one.begin(alone.prover, 1, 1)
        proof = prove(beside.prover, top=top, store=two, pool=lambda *_: beside)
    order = proof.ranking.guesses
    first = 0 if top > len(order) else top
    assert [job.opener for job in alone.asked[:top]] == [*order[:top]]
    assert [job.opener for job in beside.asked[:first]] == [*order[:first]]
    places = [order.index(job.opener) for job in beside.asked[first:]]
    assert len(places) > 1
    assert places == sorted(places, reverse=True)
    assert summary(proof) == summary(expected)


def test_results_of_another_run_are_not_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fewest.search.root_search.STORE_POLL_SECONDS", -1.0)
    expected = prove(Prover(START))
    with Store(tmp_path / "store.db") as ours, Store(tmp_path / "store.db") as theirs:
        pool = Alone(Prover(START), START)

        def report(status: Progress) -> None:
            if len(theirs.known()) < 2:
                theirs.begin(pool.prover, 1, 1)
                best, cost = expected.best[0].guess, expected.best[0].cost
                lower = [(opener, cost + 1) for opener in expected.ranking.guesses if opener != best]
                theirs.add([Settled(best, cost, cost), *(Settled(opener, each, None) for opener, each in lower)])

        proof = prove(pool.prover, store=ours, pool=lambda *_: pool, watch=Watch(report))
    assert len(pool.asked) == 1
    assert (proof.best, proof.tree) == (expected.best, expected.tree)


def test_two_runs_at_once_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fewest.search.root_search.STORE_POLL_SECONDS", 0.01)
    expected, proofs = prove(Prover(START)), []

    def run() -> None:
        with Store(tmp_path / "store.db") as store:
            proofs.append(prove(Prover(START), store=store, threads=1))

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [summary(proof) for proof in proofs] == [summary(expected)] * 2
    with Store.existing(tmp_path / "store.db") as store:
        assert_true(store.known().values())


def test_a_lower_bound_is_posted() -> None:
    pool = Alone(Prover(START), START)
    proof = prove(pool.prover, top=3, pool=lambda *_: pool)
    assert pool.announced[-1] == proof.best[-1].cost + 1
    assert pool.announced == sorted(pool.announced, reverse=True)
    assert [job.bound for job in pool.asked[:3]] == [IMPOSSIBLE] * 3
    assert all(job.bound <= pool.announced[0] for job in pool.asked[3:])


def test_bounds_are_valid_without_any_time(tmp_path: Path) -> None:
    prover = Prover(START)
    with pytest.raises(OutOfTimeError) as ended:
        prove(prover, watch=Watch().within(0))
    proof = ended.value.so_far
    assert (proof.best_so_far, proof.tree_so_far, proof.settled) == ((), None, 0)
    least = {row.guess: row.lower for row in proof.ranking}
    assert {*least} == {*GAME.guesses}
    assert all(lower <= prover.cost_of_guess(opener, prover.belief) for opener, lower in least.items())
    assert proof.lower_bound == min(least.values())
    with Store(tmp_path / "store.db") as store:
        whole = prove(prover, store=store)
    with Store(tmp_path / "store.db") as store:
        assert summary(prove(prover, store=store, watch=Watch().within(0))) == summary(whole)


def test_a_ranking_is_exact_from_first_to_last() -> None:
    for case, _ in random_cases(65, 30):
        prover = case.prover()
        proof = prove(prover, top=len(case.belief.game.guesses))
        truth = {guess: case.through(guess) for guess in proof.ranking.guesses}
        rows = [*proof.ranking]
        assert {row.guess: row.lower for row in rows} == truth
        assert [row.exact for row in rows] == [row.lower < IMPOSSIBLE for row in rows]
        assert [row.lower for row in rows] == sorted(truth.values())
        assert [each.guess for each in proof.best] == [row.guess for row in rows if row.exact]


def test_a_stopped_proof_releases_its_memory() -> None:
    prover = Prover(START)
    known = weakref.ref(prover)
    gc.disable()
    try:
        with pytest.raises(Stopped):
            prove(prover, openers=[GAME.guesses[0]], watch=Watch(stop=StopToken(work=1)))
        del prover
        assert known() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("top", [1, 3, 1000])
def test_values_without_a_tree_are_those_of_the_proof(top: int) -> None:
    for case, _ in random_cases(20, 10):
        prover = case.prover()
        assert value_best(prover, case.belief, top=top, threads=1) == prove(prover, top=top, threads=1).best


@pytest.mark.parametrize("top", [0, -1])
def test_the_number_of_best_openers_must_be_positive(top: int) -> None:
    prover = Prover(Belief.start(samples.wordle("aab", "abb")))
    with pytest.raises(FewestError, match=f"^The number of best openers must be 1 or more, not {top}\\.$"):
        prove(prover, top=top)
