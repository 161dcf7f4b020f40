import threading

import pytest

from fewest import Belief, _core
from fewest.search import Prover
from fewest.search.prover import IMPOSSIBLE
from fewest.search.workers import OpenerJob, SearchThreads, Threads
from tests import samples


def test_closing_threads_ends_running_calls() -> None:
    prover = Prover(Belief.start(samples.edition("original")))
    threads = Threads(prover, prover.belief, 2)
    future = threads.value([OpenerJob(guess, IMPOSSIBLE) for guess in prover.belief.game.guesses])
    threads.close()
    assert future.cancelled() or isinstance(future.exception(60), _core.Stopped)
    assert prover.cost_of_guess("aback", prover.belief, 1) >= 1


def test_threads_that_search_get_a_deep_stack_and_others_what_they_had(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    real = threading.stack_size

    def watched(size: int = 0) -> int:
        asked.append(size)
        return real(size)

    monkeypatch.setattr(threading, "stack_size", watched)
    monkeypatch.setattr("fewest.search.workers.thread_stack", lambda: 4 << 20)
    before = real()
    with SearchThreads(1) as pool:
        assert pool.submit(divmod, 7, 2).result(60) == (3, 1)
        with pytest.raises(ZeroDivisionError):
            pool.submit(divmod, 7, 0).result(60)
    assert asked == [4 << 20, before] * 2
    assert real() == before
