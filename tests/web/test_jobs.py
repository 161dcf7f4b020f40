"""Thread pools: waiting clients, and when jobs stop."""

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
from fewest.web.jobs import Pool


class Client:
    """A client that waits until it leaves."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, str]:
        await self.gone.wait()
        return {"type": "http.disconnect"}


def in_a_loop(work: Coroutine[None, None, None]) -> None:
    """Run something in a new thread, because a browser may have its loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


class TestPool:
    def test_clients_with_the_same_question_share_a_call_that_runs_until_the_last_leaves(self) -> None:
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

    def test_stops_a_call_that_no_client_waits_for_and_releases_its_memory(self) -> None:
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
            for client, task in reversed([*zip(clients, tasks, strict=True)]):  # the queued client leaves first
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

    def test_tells_waiting_clients_that_it_closes_and_starts_no_further_call(self) -> None:
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
                with pytest.raises(HTTPException, match="503"):  # although the work continues until it checks the token
                    await task
            with pytest.raises(HTTPException, match="503"):
                await pool.run(Client(), "three", work)  # type: ignore[arg-type]
            go.set()
            pool.threads.shutdown()
            assert (done, len(pool)) == ([], 0)

        in_a_loop(check())

    @pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
    def test_is_patient_where_searches_are_long(self) -> None:
        def niceness(stop: StopToken) -> int:
            return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

        async def check() -> None:
            usual = niceness(StopToken())
            patient = max(usual, PATIENT_NICENESS)
            found = {name: await pool.run(Client(), "key", niceness) for name, pool in Caches().pools.items()}  # type: ignore[arg-type]
            assert found == {"quick": usual, "advice": usual, "search": patient, "large": patient}

        in_a_loop(check())

    def test_passes_errors_on(self) -> None:
        async def check() -> None:
            pool = Pool(1, 0, "test")
            with pytest.raises(ZeroDivisionError):
                await pool.run(Client(), "key", lambda stop: 1 // 0)  # type: ignore[arg-type]
            assert len(pool) == 0

        in_a_loop(check())
