"""Who does the work of a proof: threads of this process, or workers anywhere, through any executor."""

import atexit
import os
import pickle
import tempfile
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.search.prover import IMPOSSIBLE, Prover
from fewest.system.digests import digest
from fewest.system.threads import at_most

BATCH_SECONDS = 2.0
"""How long a worker should be busy with what it is given at once."""

MOST_AT_ONCE = 500
"""How many openers it is given at most."""

SINGLY, THREAD_SECONDS, THREAD_AT_ONCE = 64, 0.01, 32
"""A thread gets so many openers one by one, for each may lower the bound; then as many as take so long, or so many."""

LOOK = 0.5
"""Every so many seconds a worker looks whether the bound has fallen."""

KEPT = 2
"""How many questions a worker keeps the answers to."""


T = TypeVar("T")


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

    def value(self, jobs: Sequence[Job], helper: int) -> "Future[list[Valuation]]":
        """Value some openers; calls with the same jobs and other helper numbers share the work, if `helpers`."""

    helpers: bool
    """Whether it helps to ask for the same several times at once."""

    def announce(self, bound: int) -> None:
        """Tell those at work that from this cost on an opener is of no interest."""

    def close(self) -> None:
        """Stop whatever is under way."""


class Threads:
    """Threads of this process, which share all that they find out."""

    helpers = True

    def __init__(self, prover: Prover, belief: Belief, size: int, stop: StopToken | None = None) -> None:
        """Work for a prover, until it is closed or stopped."""
        self.prover, self.belief, self.size = prover, belief, size
        self._pool = ThreadPoolExecutor(size)
        self._stop = StopToken(stop)
        self._given, self._pace = 0, 0.0

    @property
    def at_once(self) -> int:
        """One opener at first; later, where an opener takes less than handing it over, several.

        A thread alone always gets one, so that what it searches does not depend on how fast the machine is.
        """
        if self.size == 1 or self._given < SINGLY:
            return 1
        return max(1, min(THREAD_AT_ONCE, int(THREAD_SECONDS / max(self._pace, 1e-6))))

    def value(self, jobs: Sequence[Job], helper: int) -> "Future[list[Valuation]]":
        """Value some openers."""
        self._given += len(jobs)
        return self._pool.submit(self._value, jobs, helper)

    def _value(self, jobs: Sequence[Job], helper: int) -> list[Valuation]:
        found = [self._value_one(job, helper) for job in jobs]
        self._pace = (self._pace + sum(each.seconds for each in found) / len(found)) / 2
        return found

    def _value_one(self, job: Job, helper: int) -> Valuation:
        began = time.perf_counter()
        cost = self.prover.cost_of_guess(job.opener, self.belief, job.bound, helper, self._stop)
        return Valuation(cost, job.bound, time.perf_counter() - began)

    def announce(self, bound: int) -> None:
        """Whoever is next is told."""

    def close(self) -> None:
        """Stop all threads."""
        self._stop.stop()
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


class Shared:
    """Memory that processes of this machine can share; it is gone when the last of them is, however it ends."""

    def __init__(self, size: int) -> None:
        """Take so many bytes, all 0, as they are used."""
        self.name = f"fewest-{uuid.uuid4().hex}"
        self._file = os.memfd_create(self.name)
        os.ftruncate(self._file, max(64, size // 64 * 64))
        self.path = f"/proc/{os.getpid()}/fd/{self._file}"

    @classmethod
    def of(cls, size: int) -> "Shared | None":
        """Such memory, where the system has it."""
        return cls(size) if hasattr(os, "memfd_create") else None

    def close(self) -> None:
        """Let go of it."""
        os.close(self._file)

    @staticmethod
    def open(path: str, name: str) -> "NDArray[np.uint64] | None":
        """The memory of another process; None on another machine, where the path may lead anywhere."""
        try:
            return np.memmap(path, np.uint64, "r+") if name in os.readlink(path) else None
        except (OSError, ValueError):
            return None


@dataclass(frozen=True)
class Question:
    """What a proof is about, as it travels to a worker."""

    key: str
    """Tells questions apart."""
    pickled: bytes

    @classmethod
    def of(cls, prover: Prover, belief: Belief, memory: int, shared: Shared | None = None) -> "Question":
        """Pack a question; workers of this machine share what they remember."""
        where = (shared.path, shared.name) if shared else None
        parts = prover.belief, prover.given, prover.max_guesses, memory, where, belief
        pickled = pickle.dumps(parts)
        return cls(digest(pickled), pickled)

    def open(self) -> tuple[Prover, Belief]:
        """Unpack it."""
        root, weights, max_guesses, memory, where, belief = pickle.loads(self.pickled)
        shared_table = None if where is None else Shared.open(*where)
        return Prover(root, weights, max_guesses, memory, shared_table), belief


_opened: OrderedDict[str, tuple[Prover, Belief]] = OrderedDict()
"""The provers of this worker, which remember what they have found out for the next call."""

atexit.register(_opened.clear)  # the core counts what is left when the program ends

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
    """Value some openers in a worker."""
    with at_most(1), _BoundWatcher(board.reader()) as watcher:
        prover, belief = _prover_for(question)

        def value(job: Job) -> Valuation:
            return watcher.value(
                job.bound, lambda bound, stop: prover.cost_of_guess(job.opener, belief, bound, 0, stop)
            )

        return [value(job) for job in jobs]


def value_part(question: Question, job: Job, reply: int, others: int, board: Board) -> Valuation:
    """Value what a reply to an opener leaves, in a worker; all the rest of the opener costs at least `others`."""
    with at_most(1), _BoundWatcher(board.reader()) as watcher:
        prover, belief = _prover_for(question)
        part = belief.after(job.opener, reply)
        return watcher.value(job.bound, lambda bound, stop: prover.best(part, max(0, bound - others), stop)[0])


class _BoundWatcher:
    """Reads the posted bound now and then, and stops the search under way once that has a higher one."""

    def __init__(self, read: Callable[[], int]) -> None:
        self.read = read
        self.posted, self.used = read(), 0
        self.stop = StopToken()
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def value(self, bound: int, search: Callable[[int, StopToken], int]) -> Valuation:
        """What a search finds; a bound that falls meanwhile counts at once."""
        began = time.perf_counter()
        while True:
            self.used, self.stop = min(bound, self.posted), StopToken()
            try:
                return Valuation(search(self.used, self.stop), self.used, time.perf_counter() - began)
            except Stopped:
                pass  # the prover remembers what it has found out: beginning again costs little

    def watch(self) -> None:
        while not self.done.wait(LOOK):
            self.posted = min(self.posted, self.read())
            if self.posted < self.used:
                self.stop.stop()

    def __enter__(self) -> "_BoundWatcher":
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.done.set()
        self.thread.join()


@contextmanager
def _failures() -> Iterator[None]:
    """Say in one sentence why workers have failed."""
    try:
        yield
    except FewestError:
        raise
    except CancelledError as error:
        raise FewestError("The workers are lost: nobody is left who could do the work.") from error
    except Exception as error:
        reason = str(error).split("\n")[0].partition(". ")[0].rstrip(".") or type(error).__name__
        raise FewestError(f"The workers have failed: {reason}.") from error


class Workers:
    """Workers behind any `concurrent.futures.Executor`: other processes, or other machines."""

    helpers = False

    def __init__(
        self,
        executor: Executor,
        prover: Prover,
        belief: Belief,
        memory: int,
        size: Callable[[], int],
        board: Board | None = None,
    ) -> None:
        """Work for a prover, whose question is sent along; `size` says how many workers there are now.

        Without a board the workers are on this machine, and the executor is shut down at the end.
        """
        self._executor, self._size = executor, size
        self._prover, self._belief = prover, belief
        self._shared = Shared.of(memory)
        self._question = Question.of(prover, belief, memory, self._shared)
        self._folder = None
        if board is None:
            self._folder = tempfile.TemporaryDirectory(prefix="fewest-")
            board = FileBoard(f"{self._folder.name}/bound")
        self._board = board
        self._under_way: set[Future[Any]] = set()
        self._pace: float | None = None

    @property
    def size(self) -> int:
        """One call a worker, and one more so that none is idle meanwhile."""
        with _failures():
            return self._size() + 1

    @property
    def at_once(self) -> int:
        """As many openers as keep a worker busy for some seconds."""
        if self._pace is None:
            return 1
        return max(1, min(MOST_AT_ONCE, round(BATCH_SECONDS / max(self._pace, 1e-3))))

    def value(self, jobs: Sequence[Job], helper: int) -> "Future[list[Valuation]]":
        """Value some openers; the first of all is divided among all workers."""
        with _failures():
            if self._pace is None and len(jobs) == 1 and not self._under_way:
                return self._divided(jobs[0])
            call = self._executor.submit(value_openers, self._question, [*jobs], self._board)
            return self._gather([call], lambda found: found[0])

    def _divided(self, job: Job) -> "Future[list[Valuation]]":
        """Value one opener by its parts, each a task of its own."""
        belief, prover = self._belief, self._prover
        parts = [(reply, part) for reply, part in belief.parts(job.opener) if reply != belief.game.win]
        parts.sort(key=lambda part: -len(part[1]))
        weights = [prover.weights_of(part) for _, part in parts]
        least = [int(2 * each.sum() - each.max()) for each in weights]
        whole = int(prover.weights_of(belief).sum())
        floor = whole + sum(least)

        def together(found: Sequence[Valuation]) -> list[Valuation]:
            costs = (max(each.cost, lowest) for each, lowest in zip(found, least, strict=True))
            bound = min((each.bound for each in found), default=job.bound)
            return [Valuation(min(IMPOSSIBLE, whole + sum(costs)), bound, sum(each.seconds for each in found))]

        calls = [
            self._executor.submit(value_part, self._question, job, reply, floor - lowest, self._board)
            for (reply, _), lowest in zip(parts, least, strict=True)
        ]
        return self._gather(calls, together)

    def _gather(
        self, calls: "Sequence[Future[T]]", together: Callable[[list[T]], list[Valuation]]
    ) -> "Future[list[Valuation]]":
        """What some calls have found together; if one fails, that is said in a sentence."""
        gathered: Future[list[Valuation]] = Future()
        left, lock = {*calls}, threading.Lock()

        def finish(done: "Future[T]") -> None:
            with lock:
                self._under_way.discard(done)
                left.discard(done)
                if gathered.done():
                    return
                try:
                    with _failures():
                        done.result()
                    if left:
                        return
                    found = together([call.result() for call in calls])
                except FewestError as error:
                    gathered.set_exception(error)
                else:
                    self._learn(found)
                    gathered.set_result(found)

        if not calls:
            gathered.set_result(together([]))
        self._under_way.update(calls)
        for call in calls:
            call.add_done_callback(finish)
        return gathered

    def _learn(self, found: Sequence[Valuation]) -> None:
        latest = sum(each.seconds for each in found) / len(found)
        self._pace = latest if self._pace is None else (self._pace + latest) / 2

    def announce(self, bound: int) -> None:
        """Post the bound where workers look."""
        with _failures():
            self._board.post(bound)

    def close(self) -> None:
        """A bound of nothing makes all that is under way end soon; cancel whatever does not."""
        with suppress(FewestError):
            self.announce(0)
            wait([*self._under_way], timeout=10 * LOOK)
        for call in [*self._under_way]:
            call.cancel()
        if self._folder is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._folder.cleanup()
        if self._shared is not None:
            self._shared.close()
