"""The server: headers, limits, and searches that end."""

import asyncio
import gc
import http.client
import json
import os
import re
import socket
import sys
import threading
import weakref
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest
from fastapi.testclient import TestClient

from fewest._core import Stopped
from fewest.questions import converge, suggest
from fewest.system.machine import PATIENT_NICENESS
from fewest.web import api, caches, limits
from fewest.web.caches import CacheEntry, Caches, new_cache
from fewest.web.jobs import ClientGone, OnceCache, Pool, PoolFull, ShuttingDown, Stop
from fewest.web.server import HEADERS, STATIC, TABS, create_app
from fewest.words import EDITIONS, edition
from tests.cases import first


@pytest.mark.parametrize("path", ["/", *(f"/{tab}" for tab in TABS), "/api", "/static/app.js", "/api/v1/editions"])
def test_every_answer_has_the_headers(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path", ["/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py", "/nothing", "/static/"]
)
def test_there_is_no_way_to_other_files(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["detail"].startswith("There is nothing here")


def test_a_browser_is_shown_a_page_where_nothing_is(client: TestClient) -> None:
    answer = client.get("/nothing", headers={"accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 404
    assert "There is nothing here" in answer.text
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


def test_the_worker_is_for_all_paths_and_keeps_all_files_of_the_page(client: TestClient) -> None:
    answer = client.get("/worker.js")
    assert answer.status_code == 200
    assert "javascript" in answer.headers["content-type"]
    (kept,) = re.findall(r"const FILES = (\[.*?\]);", answer.text)
    assert {"/static/app.js", "/static/style.css", "/static/vendor/preact/preact.mjs"} < {*json.loads(kept)}
    assert all(client.get(path).status_code == 200 for path in json.loads(kept))


def test_a_large_body_is_refused(client: TestClient) -> None:
    answer = client.post("/api/v1/suggest", content=b" " * (limits.MAX_BODY_BYTES + 1))
    assert answer.status_code == 413
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_what_is_no_json_is_refused(client: TestClient) -> None:
    answer = client.post("/api/v1/suggest", content=b"{", headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert isinstance(answer.json()["detail"], str)


def test_a_slow_body_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.2)
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), 30) as connection:
        connection.sendall(b"POST /api/v1/suggest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert connection.recv(100).startswith(b"HTTP/1.1 408")


def test_nothing_in_the_page_comes_from_elsewhere() -> None:
    for path in (each for each in STATIC.rglob("*.*") if each.suffix not in (".md", ".png")):
        text = path.read_text(encoding="utf-8")
        links = set(re.findall(r"https?://[^\s\"')]+", text))
        assert all(re.fullmatch(r"http://www\.w3\.org/[\w/]+", link) for link in links), path  # names of namespaces
        assert not re.search(r"\son\w+=|style=", text) or path.suffix != ".html", path


def test_the_page_names_files_that_exist() -> None:
    for page in ("index.html", "api.html", "missing.html"):
        for name in re.findall(r"/static/([\w./-]+)", (STATIC / page).read_text(encoding="utf-8")):
            assert (STATIC / name).is_file()
    for path in STATIC.glob("*.js"):
        for name in re.findall(r"\"\./([\w/]+\.m?js)\"", path.read_text(encoding="utf-8")):
            assert (STATIC / name).is_file()


FUZZY = [{"guess": "fuzzy", "reply": "00000"}]
"""A position whose proof takes seconds."""


@pytest.mark.parametrize(
    ("path", "where", "work", "asked"),
    first(
        1,
        [
            ("tree", caches, "optimal_tree", {"opener": "fuzzy"}),
            ("tree", caches, "optimal_tree", {"opener": "fuzzy", "hard": True}),
            ("suggest/exact", suggest, "advise", {"edition": "original", "clues": FUZZY, "count": 100, "seconds": 30}),
            ("analyse", api, "explain", {"guesses": ["fuzzy", "mamma", "queue", "jiffy", "vivid"] * 3 + ["crane"]}),
            ("converge", converge, "search", {"seconds": limits.CONVERGE_SECONDS}),
        ],
    ),
)
def test_a_search_ends_when_the_client_leaves(
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    where: ModuleType,
    work: str,
    asked: dict[str, object],
) -> None:
    began, ended, real, finished = threading.Event(), threading.Event(), getattr(where, work), list[object]()

    def watched(*given: object, **named: object) -> object:
        began.set()
        try:
            finished.append(real(*given, **named))
            return finished[0]
        finally:
            ended.set()

    monkeypatch.setattr(limits, "TREE_SECONDS", 600.0)
    monkeypatch.setattr(where, work, watched)
    host, port = address.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=5)
    connection.request("POST", f"/api/v1/{path}", json.dumps(asked), {"content-type": "application/json"})
    assert began.wait(240)
    connection.close()
    assert ended.wait(240), "the search goes on"
    assert not finished, "it was not stopped"


@pytest.fixture(scope="module")
def named_client() -> TestClient:
    """A server that goes by a name of its own too."""
    return TestClient(create_app(["fewest"]))


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8484", "127.0.0.1:80", "[::1]:8484", "192.168.1.7", "fewest"])
def test_an_own_name_is_answered(host: str, named_client: TestClient) -> None:
    assert named_client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8484", ""])
def test_another_name_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api/v1/editions", headers={"host": host})
    assert (answer.status_code, answer.json()["detail"]) == (421, "This server does not go by that name.")


def test_those_who_find_too_much_waiting_are_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_WAITING_SEARCHES", -limits.SEARCH_THREADS)
    with TestClient(create_app(), base_url="http://localhost") as client:
        answer = client.post("/api/v1/compare", json={"strategies": ["entropy"]})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "2")


def test_a_page_of_another_site_may_not_ask(client: TestClient) -> None:
    headers = {"sec-fetch-site": "cross-site"}
    assert client.get("/api/v1/editions", headers=headers).status_code == 403
    assert client.get("/assistant", headers=headers).status_code == 200


def test_the_page_holds_what_the_api_says_of_its_games(client: TestClient) -> None:
    found = re.search(r'<script type="application/json" id="facts">(.*?)</script>', client.get("/play").text)
    assert found is not None
    facts = json.loads(found[1])
    got = {name: client.get(f"/api/v1/{name}").json() for name in ("editions", "games", "strategies", "limits")}
    assert facts == {**got, "usual": client.post("/api/v1/game", json={}).json()}
    assert [each["label"] for each in facts["editions"]] == [*EDITIONS]
    assert all(each["opener"] in edition(each["label"]).guesses for each in facts["editions"])


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
            return made.get("key", make, Stop())

        with ThreadPoolExecutor(8) as threads:
            assert [each.result(60) for each in [threads.submit(ask) for _ in range(8)]] == [5] * 8
        assert len(calls) == 1
        assert made.peek("key") == 5

    def test_keeps_the_latest(self) -> None:
        made: OnceCache[int] = OnceCache(2)
        for key in range(1, 5):
            assert made.get(key, lambda key=key: key, Stop()) == key  # type: ignore[misc]
        assert [made.peek(key) for key in range(1, 5)] == [None, None, 3, 4]

    def test_never_drops_what_is_pinned(self) -> None:
        made: OnceCache[int] = OnceCache(1, ["always"])
        for key in ("always", 1, 2, "always", 3):
            made.get(key, lambda: 5, Stop())
        assert [made.peek(key) for key in ("always", 1, 2, 3)] == [5, None, None, 5]

    def test_keeps_no_error(self) -> None:
        made: OnceCache[int] = OnceCache(2)
        with pytest.raises(ZeroDivisionError):
            made.get("key", lambda: 1 // 0, Stop())
        assert made.get("key", lambda: 5, Stop()) == 5

    def test_nobody_waits_for_what_others_make(self) -> None:
        made: OnceCache[int] = OnceCache(3)
        made.get("there", lambda: 1, Stop())
        began, go, stop = threading.Event(), threading.Event(), Stop()

        def make() -> int:
            began.set()
            assert go.wait(60)
            return 2

        with ThreadPoolExecutor(2) as threads:
            making = threads.submit(made.get, "slow", make, Stop())
            assert began.wait(60)
            assert (made.peek("slow"), made.peek("there")) == (None, 1)
            assert made.get("there", lambda: 0, Stop()) == 1
            assert made.get("other", lambda: 3, Stop()) == 3
            waiting = threads.submit(made.get, "slow", make, stop)
            stop()
            with pytest.raises(Stopped):
                waiting.result(60)
            assert not making.done()
            go.set()
            assert making.result(60) == 2

    def test_what_one_was_stopped_at_is_made_by_the_next(self) -> None:
        made: OnceCache[int] = OnceCache(3)
        began, stop = threading.Event(), Stop()
        stopped = threading.Event()
        stop.on_stop(stopped.set)

        def make() -> int:
            began.set()
            assert stopped.wait(60)
            stop.check()
            return 1

        with ThreadPoolExecutor(2) as threads:
            first = threads.submit(made.get, "key", make, stop)
            assert began.wait(60)
            second = threads.submit(made.get, "key", lambda: 2, Stop())
            stop()
            with pytest.raises(Stopped):
                first.result(60)
            assert second.result(60) == 2


class TestCache:
    def test_keeps_the_latest_and_no_more(self) -> None:
        kept = new_cache(3)
        for key in range(10):
            kept[key] = CacheEntry(key)
            kept.get(0)
        assert [key for key in range(10) if kept.get(key) is not None] == [0, 8, 9]

    def test_keeps_so_many_bytes(self) -> None:
        kept = new_cache(10)
        for key in "abcdef":
            kept[key] = CacheEntry(key, 3)
        kept["f"] = CacheEntry("f", 1)
        assert (len(kept), kept.currsize) == (3, 7)

    def test_forgets_in_time(self) -> None:
        kept = new_cache(3)
        kept["key"] = CacheEntry(1, seconds=-1)
        assert kept.get("key") is None


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
            pool, calls, go = Pool(1, 0, "test"), list[Stop](), threading.Event()

            def work(stop: Stop) -> int:
                calls.append(stop)
                go.wait(60)
                stop.check()
                return 5

            one, two = Client(), Client()
            first, second = (asyncio.create_task(pool.run(each, "key", work)) for each in (one, two))  # type: ignore[arg-type]
            await asyncio.sleep(0)
            one.gone.set()
            with pytest.raises(ClientGone):
                await first
            with pytest.raises(PoolFull):
                await pool.run(Client(), "other", work)  # type: ignore[arg-type]
            go.set()
            assert await second == 5
            assert (len(calls), len(pool)) == (1, 0)

        in_a_loop(check())

    def test_stops_what_nobody_waits_for_and_keeps_nothing_of_it(self) -> None:
        class Large:
            pass

        async def check() -> None:
            pool, began, kept = Pool(1, 5, "test"), threading.Event(), list[weakref.ref[Large]]()

            def work(stop: Stop) -> None:
                large = Large()
                kept.append(weakref.ref(large))
                stopped = threading.Event()
                stop.on_stop(stopped.set)
                began.set()
                stopped.wait(60)
                stop.check()

            clients, other = (Client(), Client()), Client()
            tasks = [
                asyncio.create_task(pool.run(client, key, work))  # type: ignore[arg-type]
                for client, key in zip(clients, ("one", "two"), strict=True)
            ]
            await asyncio.to_thread(began.wait, 60)
            for client, task in reversed([*zip(clients, tasks, strict=True)]):  # who waits for its turn goes first
                client.gone.set()
                with pytest.raises(ClientGone):
                    await task
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

            def work(stop: Stop) -> None:
                began.set()
                assert go.wait(60)
                stop.check()
                done.append("work")

            running, queued = (asyncio.create_task(pool.run(Client(), key, work)) for key in ("one", "two"))  # type: ignore[arg-type]
            assert await asyncio.to_thread(began.wait, 60)
            pool.close()
            for task in (running, queued):
                with pytest.raises(ShuttingDown):  # though the work goes on until it looks
                    await task
            with pytest.raises(ShuttingDown):
                await pool.run(Client(), "three", work)  # type: ignore[arg-type]
            go.set()
            pool._threads.shutdown()
            assert (done, len(pool)) == ([], 0)

        in_a_loop(check())

    @pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
    def test_is_patient_where_searches_are_long(self) -> None:
        def niceness(stop: Stop) -> int:
            return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

        async def check() -> None:
            caches = Caches()
            pools = (caches.quick, caches.advice, caches.search, caches.hard)
            usual = niceness(Stop())
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


def test_a_stop_ends_searches_and_is_told_even_to_those_who_come_late() -> None:
    stop, told = Stop(), []
    stop.on_stop(lambda: told.append("early"))
    stop.check()
    assert [stop.token.stopped] == [False]
    stop()
    assert stop.token.stopped
    stop.on_stop(lambda: told.append("late"))
    assert told == ["early", "late"]
    with pytest.raises(Stopped):
        stop.check()


def test_the_static_files_are_small() -> None:
    assert sum(path.stat().st_size for path in Path(STATIC).iterdir()) < 290_000
