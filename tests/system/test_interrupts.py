import signal
import threading
from collections.abc import Iterator

import pytest

from fewest.__main__ import heed
from fewest.system import interrupts
from fewest.system.interrupts import defer_ctrl_c, end_like_ctrl_c


def test_ctrl_c_waits_for_the_check(heeds_ctrl_c: None) -> None:
    with defer_ctrl_c() as check:
        check()
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            check()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_second_ctrl_c_raises_at_once(heeds_ctrl_c: None) -> None:
    with defer_ctrl_c():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_custom_handlers_stay(heeds_ctrl_c: None) -> None:
    heard = list[int]()
    signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    with defer_ctrl_c() as check:
        signal.raise_signal(signal.SIGINT)
        check()
    assert heard == [signal.SIGINT]


def test_there_is_no_effect_in_other_threads() -> None:
    done = list[bool]()

    def use() -> None:
        with defer_ctrl_c() as check:
            check()
            done.append(True)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join(60)
    assert done == [True]


ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@pytest.fixture(params=ENDING)
def ending(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[signal.Signals]:
    """A signal that ends the program like Ctrl-C."""
    monkeypatch.setattr(interrupts, "_signals", [])
    before = signal.signal(request.param, end_like_ctrl_c)
    yield request.param
    signal.signal(request.param, before)


def test_other_signals_wait_too_and_have_an_exit_code(ending: signal.Signals, heeds_ctrl_c: None) -> None:
    assert (interrupts.is_ending(), interrupts.interrupted_code()) == (False, 130)
    with defer_ctrl_c() as check:
        signal.raise_signal(ending)
        with pytest.raises(KeyboardInterrupt):
            check()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert (interrupts.is_ending(), interrupts.interrupted_code()) == (True, 128 + ending)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(ending)


def test_a_background_job_handles_other_signals(ending: signal.Signals, heeds_ctrl_c: None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with defer_ctrl_c() as check:
        signal.raise_signal(signal.SIGINT)
        check()
        signal.raise_signal(ending)
        with pytest.raises(KeyboardInterrupt):
            check()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_signals_ignored_at_the_start_stay_ignored(ending: signal.Signals) -> None:
    signal.signal(ending, signal.SIG_IGN)
    assert not heed(ending)
    assert signal.getsignal(ending) is signal.SIG_IGN
    signal.signal(ending, signal.SIG_DFL)
    assert heed(ending)
