"""A watch reports progress in order, and ends work that is stopped or out of time."""

import threading
import time

import pytest

from fewest._core import Stopped, StopToken
from fewest.errors import OutOfTimeError
from fewest.questions.compare import compare
from fewest.questions.evaluate import evaluate_strategy
from fewest.setup import Setup
from fewest.watch import Progress, Watch


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock of watches, which only tests advance."""
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_long_work_tells_how_far_it_has_come() -> None:
    heard: list[Progress] = []
    compare(Setup(game="numbers:most=20"), watch=Watch(heard.append), by=["entropy", "minimax"])
    assert heard == [Progress(0, 2, "entropy"), Progress(1, 2, "minimax"), Progress(2, 2)]


def test_the_time_is_over_from_the_deadline_on(clock: list[float]) -> None:
    watch = Watch().within(5)
    assert watch.deadline == 1005
    for now, over in ((1000.0, False), (1004.999, False), (1005.0, True), (1006.0, True)):
        clock[0] = now
        assert watch.is_over is over
        if over:
            with pytest.raises(
                OutOfTimeError, match=r"^The time limit was reached before the work was done\.$"
            ) as caught:
                watch.check()
            assert caught.value.so_far is None
        else:
            watch.check()


@pytest.mark.parametrize(
    ("first", "second", "deadline"), [(5, 9, 1005), (9, 5, 1005), (5, None, 1005), (None, 7, 1007)]
)
def test_of_two_deadlines_the_earlier_counts(
    first: float | None, second: float | None, deadline: float, clock: list[float]
) -> None:
    assert Watch().within(first).within(second).deadline == deadline


def test_work_whose_time_is_over_reports_nothing_more(clock: list[float]) -> None:
    heard: list[Progress] = []
    watch = Watch(heard.append).within(1)
    watch.update(1)
    clock[0] += 1
    with pytest.raises(OutOfTimeError):
        watch.update(2)
    assert heard == [Progress(1)]


def test_a_stop_ends_the_work_that_has_its_token_and_no_other() -> None:
    ours, others, heard = StopToken(), StopToken(), list[Progress]()
    watch, other, free = Watch(heard.append, ours), Watch(stop=others), Watch()
    ours.stop()
    with pytest.raises(Stopped):
        watch.update(1)
    with pytest.raises(Stopped):
        watch.check()
    assert heard == []
    other.update(1)
    free.update(1)


def test_stopping_a_token_stops_its_children() -> None:
    whole = StopToken()
    part = Watch(stop=StopToken(whole))
    part.check()
    whole.stop()
    with pytest.raises(Stopped):
        part.check()


def test_a_stop_from_another_thread_ends_a_question() -> None:
    """Work that waits after its first report until it is stopped."""
    token, begun, stopped = StopToken(), threading.Event(), threading.Event()

    def report(progress: Progress) -> None:
        begun.set()
        assert stopped.wait(60)

    def stop() -> None:
        assert begun.wait(60)
        token.stop()
        stopped.set()

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(Stopped):
        evaluate_strategy(Setup(game="numbers:most=50"), watch=Watch(report, token))
    thread.join(60)
    assert not thread.is_alive()


def test_a_silent_watch_reports_nothing_but_still_ends(clock: list[float]) -> None:
    heard: list[Progress] = []
    token = StopToken()
    watch = Watch(heard.append, token).within(5)
    watch.silent.update(1)
    assert heard == []
    assert (watch.silent.deadline, watch.silent.stop) == (watch.deadline, token)
    clock[0] += 5
    with pytest.raises(OutOfTimeError):
        watch.silent.check()
    token.stop()
    with pytest.raises(Stopped):
        watch.silent.check()
