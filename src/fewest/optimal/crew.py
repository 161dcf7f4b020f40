"""Who does the work of a proof: threads of this process, or workers anywhere, through any executor."""

import contextlib
import pickle
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Protocol

from fewest import _core
from fewest.belief import Belief
from fewest.optimal.prover import IMPOSSIBLE, Prover

BATCH_SECONDS = 2.0
"""How long a worker should be busy with what it is given at once."""

MOST_AT_ONCE = 64
"""How many openers it is given at most."""

LOOK = 0.5
"""Every so many seconds a worker looks whether the bound has fallen."""

KEPT = 2
"""How many questions a worker keeps the answers to."""


class Job(NamedTuple):
    """An opener to value, as far as it stays below a bound."""

    opener: str
    bound: int


class Valuation(NamedTuple):
    """What a job found: the cost, which from its bound on is a lower bound only."""

    cost: int
    bound: int
    seconds: float


class Crew(Protocol):
    """Values openers."""

    @property
    def size(self) -> int:
        """How many calls can be under way at a time."""

    @property
    def at_once(self) -> int:
        """How many openers a call should have."""

    def value(self, jobs: Sequence[Job], lane: int) -> "Future[list[Valuation]]":
        """Value some openers; calls with the same jobs and other lanes share the work, if `lanes`."""

    lanes: bool
    """Whether it helps to ask for the same on several lanes."""

    def announce(self, bound: int) -> None:
        """Tell those at work that from this cost on an opener is of no interest."""

    def close(self) -> None:
        """Stop whatever is under way."""


class Threads:
    """Threads of this process, which share all that they find out."""

    at_once = 1
    lanes = True

    def __init__(self, prover: Prover, belief: Belief, size: int) -> None:
        """Work for a prover."""
        self.prover, self.belief, self.size = prover, belief, size
        self._pool = ThreadPoolExecutor(size)

    def value(self, jobs: Sequence[Job], lane: int) -> "Future[list[Valuation]]":
        """Value some openers."""
        return self._pool.submit(self._value, jobs, lane)

    def _value(self, jobs: Sequence[Job], lane: int) -> list[Valuation]:
        return [self._value_one(job, lane) for job in jobs]

    def _value_one(self, job: Job, lane: int) -> Valuation:
        began = time.perf_counter()
        cost = self.prover.through(job.opener, self.belief, job.bound, lane)
        return Valuation(cost, job.bound, time.perf_counter() - began)

    def announce(self, bound: int) -> None:
        """Whoever is next is told."""

    def close(self) -> None:
        """Stop all threads."""
        with self.prover.stopped():
            self._pool.shutdown(cancel_futures=True)


class Board(Protocol):
    """Where the bound is posted for workers to read."""

    def post(self, bound: int) -> None:
        """Post a bound."""

    def reader(self) -> Callable[[], int]:
        """What reads the bound in a worker, IMPOSSIBLE if there is none; it may be called from any thread."""


@dataclass(frozen=True)
class FileBoard:
    """A file that all workers of one machine can read."""

    path: str

    def post(self, bound: int) -> None:
        """Write it so that nobody reads half a number."""
        whole = Path(f"{self.path}.new")
        whole.write_text(str(bound))
        whole.replace(self.path)

    def reader(self) -> Callable[[], int]:
        """What reads the file."""
        return self._read

    def _read(self) -> int:
        try:
            return int(Path(self.path).read_text())
        except (OSError, ValueError):
            return IMPOSSIBLE  # it cannot be seen from here, so nothing is known


@dataclass(frozen=True)
class Question:
    """What a proof is about, as it travels to a worker."""

    key: str
    """Tells questions apart."""
    pickled: bytes

    @classmethod
    def of(cls, prover: Prover, belief: Belief, memory: int) -> "Question":
        """Pack a question."""
        parts = prover.belief, prover.given, prover.max_guesses, memory, belief
        pickled = pickle.dumps(parts)
        return cls(sha256(pickled).hexdigest(), pickled)

    def open(self) -> tuple[Prover, Belief]:
        """Unpack it."""
        root, weights, max_guesses, memory, belief = pickle.loads(self.pickled)
        return Prover(root, weights, max_guesses, memory), belief


_opened: OrderedDict[str, tuple[Prover, Belief]] = OrderedDict()
"""The provers of this worker, which remember what they have found out for the next call."""

_opening = threading.Lock()


def _prover_for(question: Question) -> tuple[Prover, Belief]:
    with _opening:
        if question.key not in _opened:
            _opened[question.key] = question.open()
        _opened.move_to_end(question.key)
        while len(_opened) > KEPT:
            _opened.popitem(last=False)
        return _opened[question.key]


def value_openers(question: Question, jobs: Sequence[Job], board: Board) -> list[Valuation]:
    """Value some openers in a worker; a bound that falls meanwhile counts at once."""
    prover, belief = _prover_for(question)
    found = []
    with _Bulletin(board.reader(), prover) as posted:
        for job in jobs:
            began = time.perf_counter()
            cost = None
            while cost is None:
                bound = min(job.bound, posted.bound)
                try:
                    cost = prover.through(job.opener, belief, bound)
                except _core.Stopped:
                    prover.go_on()  # it remembers what it has found out: beginning again costs little
            found.append(Valuation(cost, bound, time.perf_counter() - began))
    return found


def value_part(question: Question, opener: str, reply: int, bound: int) -> int:
    """Value what a reply to an opener leaves, in a worker."""
    prover, belief = _prover_for(question)
    return prover.best(belief.after(opener, reply), bound)[0]


class _Bulletin:
    """Reads the posted bound now and then, and interrupts a prover when it has fallen."""

    def __init__(self, read: Callable[[], int], prover: Prover) -> None:
        self.read, self.prover = read, prover
        self.bound = read()
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def watch(self) -> None:
        while not self.done.wait(LOOK):
            if (bound := self.read()) < self.bound:
                self.bound = bound
                self.prover.interrupt()

    def __enter__(self) -> "_Bulletin":
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.done.set()
        self.thread.join()
        self.prover.go_on()


class Workers:
    """Workers behind any `concurrent.futures.Executor`: other processes, or other machines."""

    lanes = False

    def __init__(
        self,
        executor: Executor,
        prover: Prover,
        belief: Belief,
        memory: int,
        size: Callable[[], int],
        board: Board | None = None,
    ) -> None:
        """Work for a prover, whose question is sent along; `size` says how many workers there are now."""
        self._executor, self._size = executor, size
        self._prover, self._belief = prover, belief
        self._question = Question.of(prover, belief, memory)
        self._folder = tempfile.TemporaryDirectory(prefix="fewest-") if board is None else None
        self._board = FileBoard(f"{self._folder.name}/bound") if self._folder else board
        self._under_way: set[Future[list[Valuation]]] = set()
        self._pace: float | None = None

    @property
    def size(self) -> int:
        """One call a worker, and one more so that none is idle meanwhile."""
        return self._size() + 1

    @property
    def at_once(self) -> int:
        """As many openers as keep a worker busy for some seconds."""
        if self._pace is None:
            return 1
        return max(1, min(MOST_AT_ONCE, round(BATCH_SECONDS / max(self._pace, 1e-3))))

    def value(self, jobs: Sequence[Job], lane: int) -> "Future[list[Valuation]]":
        """Value some openers; the first of all is divided among all workers."""
        assert self._board is not None
        if self._pace is None and len(jobs) == 1 and not self._under_way:
            future = self._divided(jobs[0])
        else:
            future = self._executor.submit(value_openers, self._question, [*jobs], self._board)
        self._under_way.add(future)
        future.add_done_callback(self._learn)
        return future

    def _learn(self, future: "Future[list[Valuation]]") -> None:
        self._under_way.discard(future)
        if not future.cancelled() and future.exception() is None:
            taken = [each.seconds for each in future.result()]
            latest = sum(taken) / len(taken)
            self._pace = latest if self._pace is None else (self._pace + latest) / 2

    def _divided(self, job: Job) -> "Future[list[Valuation]]":
        """Value one opener by its parts, each a task of its own."""
        belief, prover = self._belief, self._prover
        began = time.perf_counter()
        parts = [(reply, part) for reply, part in belief.parts(job.opener) if reply != belief.game.win]
        weights = {reply: prover.weights_of(part) for reply, part in parts}
        least = {reply: int(2 * each.sum() - each.max()) for reply, each in weights.items()}
        whole = int(prover.weights_of(belief).sum())
        room = job.bound - whole - sum(least.values())
        result: Future[list[Valuation]] = Future()
        parts.sort(key=lambda part: -len(part[1]))
        costs: list[int] = []
        lock = threading.Lock()

        def finish(done: Future[int]) -> None:
            with lock:
                if result.done():
                    return
                if done.cancelled() or (error := done.exception()) is not None:
                    result.set_exception(RuntimeError("a part was not valued") if done.cancelled() else error)
                    return
                costs.append(done.result())
                if len(costs) == len(parts):
                    cost = min(IMPOSSIBLE, whole + sum(costs))
                    result.set_result([Valuation(cost, job.bound, time.perf_counter() - began)])

        if not parts:
            result.set_result([Valuation(whole, job.bound, 0.0)])
        for reply, _ in parts:
            bound = min(IMPOSSIBLE, room + least[reply])
            self._executor.submit(value_part, self._question, job.opener, reply, bound).add_done_callback(finish)
        return result

    def announce(self, bound: int) -> None:
        """Post the bound where workers look."""
        assert self._board is not None
        self._board.post(bound)

    def close(self) -> None:
        """Cancel what has not begun; a bound of nothing makes the rest end soon."""
        for future in [*self._under_way]:
            future.cancel()
        with contextlib.suppress(Exception):
            self.announce(0)
        if self._folder is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._folder.cleanup()
