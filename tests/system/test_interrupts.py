import signal
import threading

import pytest

from fewest.system.interrupts import defer_ctrl_c


def test_ctrl_c_waits_until_it_is_asked_for(heeds_ctrl_c: None) -> None:
    with defer_ctrl_c() as check:
        check()
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            check()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_whoever_presses_it_twice_is_heard_at_once(heeds_ctrl_c: None) -> None:
    with defer_ctrl_c():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_what_others_want_of_it_stays(heeds_ctrl_c: None) -> None:
    heard = list[int]()
    signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    with defer_ctrl_c() as check:
        signal.raise_signal(signal.SIGINT)
        check()
    assert heard == [signal.SIGINT]


def test_other_threads_cannot_hear_it() -> None:
    done = list[bool]()

    def use() -> None:
        with defer_ctrl_c() as check:
            check()
            done.append(True)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join(60)
    assert done == [True]
