import threading

import pytest

from fewest.system.pools import SearchThreads


def test_threads_that_search_get_a_deep_stack_and_others_what_they_had(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    real = threading.stack_size

    def watched(size: int = 0) -> int:
        asked.append(size)
        return real(size)

    monkeypatch.setattr(threading, "stack_size", watched)
    monkeypatch.setattr("fewest.system.pools.thread_stack", lambda: 4 << 20)
    before = real()
    with SearchThreads(1) as pool:
        assert pool.submit(divmod, 7, 2).result(60) == (3, 1)
        with pytest.raises(ZeroDivisionError):
            pool.submit(divmod, 7, 0).result(60)
    assert asked == [4 << 20, before] * 2
    assert real() == before
