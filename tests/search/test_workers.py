import multiprocessing
import os
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fewest import Belief, Game, _core
from fewest.errors import FewestError
from fewest.games import make_game
from fewest.search import Proof, Prover, prove
from fewest.search import workers as module
from fewest.search.prover import IMPOSSIBLE
from fewest.search.workers import (
    FileBoundChannel,
    OpenerJob,
    PickledProver,
    SharedTable,
    Threads,
    Valuation,
    WorkerPool,
    Workers,
    value_openers,
)
from tests import samples
from tests.cases import first
from tests.search.cases import cleared

ORIGINAL = samples.edition("original")
ALIKE = samples.wordle(
    *(word for word in ORIGINAL.answers if word.endswith("ch")), guesses=tuple(ORIGINAL.guesses[::150])
)
MASTERMIND = make_game("mastermind:pegs=3,colours=4")
MEMORY = 1 << 22


def made(
    executor: Executor, size: int, channel: FileBoundChannel | None = None
) -> Callable[[Prover, Belief], WorkerPool]:
    """What makes a pool of an executor."""
    return lambda prover, belief: Workers(executor, prover, belief, MEMORY, lambda: size, channel)


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        yield executor


@pytest.fixture
def channel(tmp_path: Path) -> FileBoundChannel:
    return FileBoundChannel(str(tmp_path / "bound"))


def started(hard: bool = False) -> Belief:
    return Belief.start(ALIKE, hard=hard)


PROVERS: dict[str, Callable[[], Prover]] = {
    "plain": lambda: Prover(started()),
    "weights": lambda: Prover(started(), [1 + place % 7 for place in range(len(ALIKE.secrets))]),
    "prior": lambda: Prover(Belief.start(ALIKE, [1 + place % 5 for place in range(len(ALIKE.secrets))])),
    "hard": lambda: Prover(started(hard=True), max_guesses=6),
    "limit": lambda: Prover(started(), max_guesses=4),
    "impossible": lambda: Prover(started(), max_guesses=2),
    "clues": lambda: Prover(started().after("catch", ALIKE.parse_reply("00022"))),
    "hard clues": lambda: Prover(started(hard=True).after("match", ALIKE.parse_reply("00022"))),
    "mastermind": lambda: Prover(Belief.start(MASTERMIND)),
}


def found(proof: Proof) -> tuple[object, ...]:
    return proof.best, proof.lower_bound, proof.settled, proof.openers, proof.tree, proof.weight


def assert_answers(found: Valuation, job: OpenerJob, truth: int) -> None:
    """Below the bound a cost is exact; from there on it is a lower bound."""
    assert found.bound <= job.bound
    assert found.cost == truth if found.cost < found.bound else found.cost <= truth


@pytest.mark.parametrize("name", first(1, PROVERS))
def test_processes_find_the_same_proof(name: str, processes: Executor, channel: FileBoundChannel) -> None:
    prover = PROVERS[name]()
    proof = prove(prover, top=2, pool=made(processes, 2, channel))
    assert found(proof) == found(prove(PROVERS[name](), top=2))


@pytest.mark.parametrize("name", PROVERS)
def test_threads_that_share_a_prover_find_the_same_proof(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bound that falls interrupts all of them, over and over."""
    monkeypatch.setattr(module, "BOUND_POLL_SECONDS", 1e-4)
    pool = ThreadPoolExecutor(3)
    proof = prove(PROVERS[name](), pool=made(pool, 3))
    assert found(proof) == found(prove(PROVERS[name]()))
    with pytest.raises(RuntimeError):
        pool.submit(print)


def test_a_pool_may_begin_after_the_position_of_its_prover(processes: Executor, channel: FileBoundChannel) -> None:
    prover = Prover(started())
    belief = prover.belief.after("catch", ALIKE.parse_reply("00022"))
    proof = prove(prover, belief, pool=made(processes, 2, channel))
    assert found(proof) == found(prove(Prover(started()), belief))


@pytest.mark.parametrize("name", first(2, PROVERS))
def test_an_opener_in_parts_costs_as_much_as_in_one(name: str, processes: Executor, channel: FileBoundChannel) -> None:
    prover = PROVERS[name]()
    belief = prover.belief
    weight = int(prover.weights.sum())
    openers = [belief.words[0], next(guess for guess in reversed(belief.game.guesses) if allowed(belief, guess))]
    for opener in openers:
        truth = prover.cost_of_guess(opener, belief)
        for bound in (IMPOSSIBLE, truth + 1, truth, truth - 1, truth - 5, 2 * weight, weight, 1):
            job = OpenerJob(opener, min(bound, IMPOSSIBLE))
            workers = Workers(processes, prover, belief, MEMORY, lambda: 2, channel)
            (valued,) = workers.value([job], 0).result()
            assert valued.bound == job.bound
            assert_answers(valued, job, truth)


def allowed(belief: Belief, guess: str) -> bool:
    return belief.allowed is None or belief.game.guess_index[guess] in belief.allowed


def test_a_secret_that_is_alone_has_no_parts() -> None:
    game = samples.wordle("aab", guesses=("abc",))
    with ThreadPoolExecutor(1) as pool:
        workers = Workers(pool, Prover(Belief.start(game)), Belief.start(game), MEMORY, lambda: 1)
        assert workers.value([OpenerJob("aab", IMPOSSIBLE)], 0).result()[0].cost == 1
        assert prove(Prover(Belief.start(game)), pool=lambda *_: workers).best[0].cost == 1


def test_a_bound_of_the_channel_holds_for_parts_too(processes: Executor, channel: FileBoundChannel) -> None:
    prover = Prover(started())
    truth = prover.cost_of_guess("catch", prover.belief)
    for posted in (0, 1, truth - 3, truth, truth + 1):
        channel.post(posted)
        workers = Workers(processes, prover, prover.belief, MEMORY, lambda: 2, channel)
        job = OpenerJob("catch", IMPOSSIBLE)
        (valued,) = workers.value([job], 0).result()
        assert valued.bound == posted
        assert_answers(valued, job, truth)


class Patient:
    """A prover that waits with a bound of 100 or more until it is stopped."""

    def __init__(self, searching: threading.Event) -> None:
        self.searching, self.bounds = searching, list[int]()

    def cost_of_guess(self, opener: str, belief: Belief, bound: int, helper: int, stop: _core.StopToken) -> int:
        self.bounds.append(bound)
        self.searching.set()
        ends = time.monotonic() + 60
        while bound >= 100 and time.monotonic() < ends:
            stop.check()
        return 60 if opener == "cheap" else bound


def test_a_bound_posted_during_a_search_is_noticed(channel: FileBoundChannel, monkeypatch: pytest.MonkeyPatch) -> None:
    searching = threading.Event()
    prover = Patient(searching)
    monkeypatch.setattr(module, "BOUND_POLL_SECONDS", 0.01)
    monkeypatch.setattr(module, "_kept_prover", lambda pickled: (prover, started()))
    with ThreadPoolExecutor(1) as pool:
        jobs = [OpenerJob("cheap", IMPOSSIBLE), OpenerJob("dear", IMPOSSIBLE), OpenerJob("dear", 40)]
        future = pool.submit(value_openers, PickledProver("", b""), jobs, channel)
        assert searching.wait(60)
        channel.post(99)
        costs = [(each.cost, each.bound) for each in future.result(60)]
    assert costs == [(60, 99), (99, 99), (40, 40)]
    assert prover.bounds == [IMPOSSIBLE, 99, 99, 40]


def test_bounds_that_fall_all_the_time_leave_right_values(
    channel: FileBoundChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BOUND_POLL_SECONDS", 1e-4)
    prover, done = Prover(started()), threading.Event()
    pickled = PickledProver.pack(prover, prover.belief, 1 << 16)
    openers = ALIKE.guesses[::3]
    truth = {opener: prover.cost_of_guess(opener, prover.belief) for opener in openers}

    def post() -> None:
        for bound in range(max(truth.values()) + 20, min(truth.values()) - 20, -1):
            channel.post(bound)
            if done.wait(1e-3):
                return

    thread = threading.Thread(target=post)
    thread.start()
    try:
        for job in (OpenerJob(opener, IMPOSSIBLE) for opener in openers):
            (valued,) = value_openers(pickled, [job], channel)
            assert_answers(valued, job, truth[job.opener])
    finally:
        done.set()
        thread.join()


def test_a_board_that_is_not_there_says_nothing(tmp_path: Path) -> None:
    channel = FileBoundChannel(str(tmp_path / "bound"))
    assert channel.reader()() == IMPOSSIBLE
    channel.post(17)
    assert channel.reader()() == pickle.loads(pickle.dumps(channel)).reader()() == 17
    Path(channel.path).write_text("")
    assert channel.reader()() == IMPOSSIBLE
    assert [*tmp_path.iterdir()] == [tmp_path / "bound"]


class Broken(Executor):
    """Workers that fail."""

    def __init__(self, error: BaseException | None, at_once: bool = False) -> None:
        self.error, self.at_once = error, at_once

    def submit(self, *asked: Any, **more: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if self.error is None:
            future.cancel()
            future.set_running_or_notify_cancel()
        elif self.at_once:
            raise self.error
        else:
            future.set_exception(self.error)
        return future


FAILURES: list[tuple[BaseException | None, str]] = [
    (None, r"The workers are lost: nobody is left who could do the work\.$"),
    (CancelledError(), r"The workers are lost: nobody is left who could do the work\.$"),
    (MemoryError(), r"The workers have failed: MemoryError\.$"),
    (ModuleNotFoundError("No module named 'fewest'"), r"The workers have failed: No module named 'fewest'\.$"),
    (RuntimeError("All died. The last was tcp://127.0.0.1:1.\nSee more."), r"The workers have failed: All died\.$"),
    (FewestError("The table is too large."), r"^The table is too large\.$"),
]


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize(("error", "message"), FAILURES)
def test_what_goes_wrong_with_workers_is_one_sentence(error: BaseException, message: str, at_once: bool) -> None:
    prover = Prover(started())
    with pytest.raises(FewestError, match=message):
        prove(prover, pool=made(Broken(error, at_once), 2))


def test_workers_that_die_are_one_sentence() -> None:
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(1, context, initializer=os._exit, initargs=(1,))
    with pytest.raises(FewestError, match=r"The workers have failed: A .*process"):
        prove(Prover(started()), pool=made(executor, 1))


def test_one_part_that_fails_fails_the_whole(monkeypatch: pytest.MonkeyPatch, channel: FileBoundChannel) -> None:
    value = module.value_part
    (least, _), *_ = started().parts("catch")

    def fail_once(pickled: PickledProver, job: OpenerJob, reply: int, *rest: Any) -> Valuation:
        if reply == least:
            raise OSError("the disk is on fire")
        return value(pickled, job, reply, *rest)

    monkeypatch.setattr(module, "value_part", fail_once)
    with ThreadPoolExecutor(2) as pool:
        workers = Workers(pool, Prover(started()), started(), MEMORY, lambda: 2, channel)
        valued = workers.value([OpenerJob("catch", IMPOSSIBLE)], 0)
        with pytest.raises(FewestError, match="failed: the disk is on fire"):
            valued.result()


def test_workers_get_as_much_at_once_as_keeps_them_busy(channel: FileBoundChannel) -> None:
    with ThreadPoolExecutor(1) as pool:
        workers = Workers(pool, Prover(started()), started(), MEMORY, lambda: 5, channel)
        assert (workers.size, workers.batch_size) == (6, 1)
        for seconds, expected in ((1.0, 2), (0.0, 4), (0.0, 8), (1e9, 1)):
            workers._update_pace([Valuation(1, 1, seconds), Valuation(1, 1, seconds)])
            assert workers.batch_size == expected
        for _ in range(60):
            workers._update_pace([Valuation(1, 1, 0.0)])
        assert workers.batch_size == module.MAX_BATCH


def test_a_closed_pool_ends_what_is_under_way(channel: FileBoundChannel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search without an end is only left because it is interrupted."""
    monkeypatch.setattr(module, "BOUND_POLL_SECONDS", 0.01)
    searching = threading.Event()
    monkeypatch.setattr(module, "_kept_prover", lambda pickled: (Patient(searching), started()))
    with ThreadPoolExecutor(1) as pool:
        workers = Workers(pool, Prover(started()), started(), MEMORY, lambda: 1, channel)
        workers._seconds_per_opener = 1.0
        first, second = (workers.value([OpenerJob("dear", IMPOSSIBLE)], 0) for _ in range(2))
        assert searching.wait(60)
        workers.close()
        for valued in (first, second):
            assert [(each.cost, each.bound) for each in valued.result(60)] == [(0, 0)]


def test_closed_threads_end_what_is_under_way() -> None:
    prover = Prover(Belief.start(ORIGINAL))
    threads = Threads(prover, prover.belief, 2)
    future = threads.value([OpenerJob(guess, IMPOSSIBLE) for guess in ORIGINAL.guesses], 0)
    threads.close()
    assert future.cancelled() or isinstance(future.exception(60), _core.Stopped)
    assert prover.cost_of_guess("aback", prover.belief, 1) >= 1


GAMES = [
    "mastermind:pegs=3,colours=4",
    "bulls-and-cows:length=3",
    "numbers:most=20",
    "nerdle:places=5",
    "table:file=examples/elements.csv",
]


def assert_travels(game: Game) -> None:
    """A game is sent without its tables, and is the same on arrival."""
    expected = game.table.copy()
    _ = game.symbols, game.guess_index, game.secret_guesses
    sent = pickle.dumps(game)
    again = pickle.loads(sent)
    assert not {"table", "symbols", "guess_index", "secret_guesses"} & {*vars(again)}
    assert (again.table == expected).all()
    assert (again.guesses, again.secrets, again.fingerprint) == (game.guesses, game.secrets, game.fingerprint)
    assert again.guess_index == game.guess_index


@pytest.mark.parametrize("name", GAMES)
def test_games_travel_without_their_tables(name: str) -> None:
    assert_travels(make_game(name))


def test_games_on_words_travel_without_their_tables() -> None:
    assert_travels(ALIKE)
    assert len(pickle.dumps(ORIGINAL)) < ORIGINAL.table.nbytes / 50


def test_a_question_is_answered_from_one_memory() -> None:
    prover = Prover(started(), [1 + place for place in range(len(ALIKE.secrets))], 5)
    pickled, same = (PickledProver.pack(prover, prover.belief, MEMORY) for _ in range(2))
    opened, belief = module._kept_prover(pickled)
    assert module._kept_prover(pickle.loads(pickle.dumps(same)))[0] is opened
    assert opened.cost_of_guess("catch", belief) == prover.cost_of_guess("catch", prover.belief)
    others = [PickledProver.pack(Prover(started(), max_guesses=limit), started(), MEMORY) for limit in (5, 6)]
    assert len({pickled.key, *(each.key for each in others)}) == 3
    for each in others:
        module._kept_prover(each)
    assert module._kept_prover(pickled)[0] is not opened
    assert len(module._kept_provers) == module.MAX_KEPT_PROVERS


def test_provers_share_what_they_remember() -> None:
    belief = Belief.start(samples.edition("original")).after("crane", "00000")
    apart = Prover(belief)
    expected = apart.best(belief)
    shared = cleared(1 << 20)
    first, second = Prover(belief, shared_table=shared), Prover(belief, shared_table=shared)
    assert first.best(belief) == expected
    assert first.nodes == apart.nodes
    assert shared.any()
    assert second.best(belief) == expected
    assert second.nodes < first.nodes / 2


@pytest.mark.parametrize("size", [8, 9, 100, 1 << 12])
def test_memory_of_any_size_may_be_shared(size: int) -> None:
    belief = started()
    assert Prover(belief, shared_table=cleared(size)).best(belief) == Prover(belief).best(belief)


@pytest.mark.parametrize("wrong", [cleared(7), cleared(8, off=1)])
def test_memory_that_cannot_be_used_is_refused(wrong: NDArray[np.uint64]) -> None:
    with pytest.raises(ValueError, match="64 bytes or more, aligned"):
        Prover(started(), shared_table=wrong)


def test_only_the_memory_of_that_name_is_opened(tmp_path: Path) -> None:
    shared = SharedTable.create(1000)
    if shared is None:
        pytest.skip("this system has no files in memory")
    seen = SharedTable.open(shared.path, shared.name)
    assert seen is not None
    assert len(seen) == 1000 // 64 * 8
    assert not seen.any()
    seen[3] = 7
    again = SharedTable.open(shared.path, shared.name)
    assert again is not None
    assert again[3] == 7
    assert SharedTable.open(shared.path, "fewest-another") is None
    assert SharedTable.open(str(tmp_path / "missing"), shared.name) is None
    shared.close()
    assert SharedTable.open(shared.path, shared.name) is None


def test_processes_value_openers_within_a_second_limit(processes: Executor, channel: FileBoundChannel) -> None:
    belief = started()
    some = [*belief.game.guesses[::40]]
    here = prove(Prover(belief), None, some, len(some), 1, within=3)
    there = prove(Prover(belief), None, some, len(some), within=3, pool=made(processes, 2, channel))
    assert [*here.ranking] == [*there.ranking]
    limited = Prover(belief, max_guesses=3)
    assert {each.guess: each.within for each in there.ranking} == {
        guess: limited.cost_of_guess(guess, belief) for guess in some
    }
