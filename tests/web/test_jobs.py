"""Thread pools and caches: who waits for what is made, and what is not made any more."""

import asyncio
import gc
import os
import sys
import threading
import weakref
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.exceptions import HTTPException

from fewest._core import Stopped, StopToken
from fewest.system.machine import PATIENT_NICENESS
from fewest.web.caches import Caches
from fewest.web.jobs import OnceCache, Pool


class TestOnceCache:
    def test_makes_a_thing_once_however_many_ask(self) -> None:
        made: OnceCache[int] = OnceCache(3)
        calls: list[int] = []
        all_ask = threading.Barrier(8, timeout=60)

        def make() -> int:
            calls.append(1)
            return 5

        def ask() -> int:
            all_ask.wait()
            return made.get("key", make, StopToken())

        with ThreadPoolExecutor(8) as threads:
            assert [each.result(60) for each in [threads.submit(ask) for _ in range(8)]] == [5] * 8
        assert len(calls) == 1

    def test_keeps_the_latest(self) -> None:
        made: OnceCache[int] = OnceCache(2)
        for key in range(1, 5):
            assert made.get(key, lambda key=key: key, StopToken()) == key  # type: ignore[misc]
        assert [made.get(key, lambda: 0, StopToken()) for key in (4, 3, 2)] == [4, 3, 0]

    def test_never_drops_what_is_pinned(self) -> None:
        made: OnceCache[int] = OnceCache(1, ["always"])
        for key in ("always", 1, 2, "always", 3):
            made.get(key, lambda: 5, StopToken())
        assert [made.get(key, lambda: 0, StopToken()) for key in ("always", 3, 1)] == [5, 5, 0]

    def test_keeps_no_error(self) -> None:
        made: OnceCache[int] = OnceCache(2)
        with pytest.raises(ZeroDivisionError):
            made.get("key", lambda: 1 // 0, StopToken())
        assert made.get("key", lambda: 5, StopToken()) == 5

    def test_nobody_waits_for_what_others_make(self) -> None:
        made: OnceCache[int] = OnceCache(3)
        made.get("there", lambda: 1, StopToken())
        began, go, stop = threading.Event(), threading.Event(), StopToken()

        def make() -> int:
            began.set()
            assert go.wait(60)
            return 2

        with ThreadPoolExecutor(2) as threads:
            making = threads.submit(made.get, "slow", make, StopToken())
            assert began.wait(60)
            assert made.get("there", lambda: 0, StopToken()) == 1
            assert made.get("other", lambda: 3, StopToken()) == 3
            waiting = threads.submit(made.get, "slow", make, stop)
            stop.stop()
            with pytest.raises(Stopped):
                waiting.result(60)
            assert not making.done()
            go.set()
            assert making.result(60) == 2

    def test_what_one_was_stopped_at_is_made_by_the_next(self) -> None:
        made: OnceCache[int] = OnceCache(3)
        began, stop = threading.Event(), StopToken()
        stopped = threading.Event()

        def make() -> int:
            began.set()
            assert stopped.wait(60)
            stop.check()
            return 1

        with ThreadPoolExecutor(2) as threads:
            first = threads.submit(made.get, "key", make, stop)
            assert began.wait(60)
            second = threads.submit(made.get, "key", lambda: 2, StopToken())
            stop.stop()
            stopped.set()
            with pytest.raises(Stopped):
                first.result(60)
            assert second.result(60) == 2


class Client:
    """A client that waits until it leaves."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, str]:
        await self.gone.wait()
        return {"type": "http.disconnect"}


def in_a_loop(work: Coroutine[None, None, None]) -> None:
    """Run something in a thread of its own: in this one a browser may have its loop."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


class TestPool:
    def test_joins_those_who_ask_the_same_and_goes_on_for_those_who_stay(self) -> None:
        async def check() -> None:
            pool, calls, go = Pool(1, 0, "test"), list[StopToken](), threading.Event()

            def work(stop: StopToken) -> int:
                calls.append(stop)
                go.wait(60)
                stop.check()
                return 5

            one, two = Client(), Client()
            first, second = (asyncio.create_task(pool.run(each, "key", work)) for each in (one, two))  # type: ignore[arg-type]
            await asyncio.sleep(0)
            one.gone.set()
            with pytest.raises(Stopped):
                await first
            with pytest.raises(HTTPException, match="429"):
                await pool.run(Client(), "other", work)  # type: ignore[arg-type]
            go.set()
            assert await second == 5
            assert (len(calls), len(pool)) == (1, 0)

        in_a_loop(check())

    def test_stops_what_nobody_waits_for_and_keeps_nothing_of_it(self) -> None:
        class Large:
            pass

        async def check() -> None:
            pool, kept = Pool(1, 5, "test"), list[weakref.ref[Large]]()
            began, left = threading.Event(), threading.Event()

            def work(stop: StopToken) -> None:
                large = Large()
                kept.append(weakref.ref(large))
                began.set()
                left.wait(60)
                stop.check()

            clients, other = (Client(), Client()), Client()
            tasks = [
                asyncio.create_task(pool.run(client, key, work))  # type: ignore[arg-type]
                for client, key in zip(clients, ("one", "two"), strict=True)
            ]
            await asyncio.to_thread(began.wait, 60)
            for client, task in reversed([*zip(clients, tasks, strict=True)]):  # who waits for its turn goes first
                client.gone.set()
                with pytest.raises(Stopped):
                    await task
            left.set()
            assert await pool.run(other, "next", lambda stop: 7) == 7  # type: ignore[arg-type]
            assert len(kept) == 1, "what was not begun is not begun any more"
            assert len(pool) == 0
            del tasks, task
            assert kept[0]() is None

        gc.disable()
        try:
            in_a_loop(check())
        finally:
            gc.enable()

    def test_tells_those_who_wait_when_it_closes_and_begins_nothing_more(self) -> None:
        async def check() -> None:
            pool, began, go, done = Pool(1, 5, "test"), threading.Event(), threading.Event(), list[str]()

            def work(stop: StopToken) -> None:
                began.set()
                assert go.wait(60)
                stop.check()
                done.append("work")

            running, queued = (asyncio.create_task(pool.run(Client(), key, work)) for key in ("one", "two"))  # type: ignore[arg-type]
            assert await asyncio.to_thread(began.wait, 60)
            pool.close()
            for task in (running, queued):
                with pytest.raises(HTTPException, match="503"):  # though the work goes on until it looks
                    await task
            with pytest.raises(HTTPException, match="503"):
                await pool.run(Client(), "three", work)  # type: ignore[arg-type]
            go.set()
            pool._threads.shutdown()
            assert (done, len(pool)) == ([], 0)

        in_a_loop(check())

    @pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
    def test_is_patient_where_searches_are_long(self) -> None:
        def niceness(stop: StopToken) -> int:
            return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

        async def check() -> None:
            caches = Caches()
            pools = (caches.quick, caches.advice, caches.search, caches.hard)
            usual = niceness(StopToken())
            patient = max(usual, PATIENT_NICENESS)
            found = [await pool.run(Client(), "key", niceness) for pool in pools]  # type: ignore[arg-type]
            assert found == [usual, usual, patient, patient]

        in_a_loop(check())

    def test_passes_errors_on(self) -> None:
        async def check() -> None:
            pool = Pool(1, 0, "test")
            with pytest.raises(ZeroDivisionError):
                await pool.run(Client(), "key", lambda stop: 1 // 0)  # type: ignore[arg-type]
            assert len(pool) == 0

        in_a_loop(check())
