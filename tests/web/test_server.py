"""The server: headers, limits, and searches that end."""

import http.client
import json
import re
import socket
import threading
from pathlib import Path
from types import ModuleType

import pytest
from fastapi.testclient import TestClient

from fewest.play.log import PATTERNS
from fewest.questions import converge, suggest, tree
from fewest.web import api, limits
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
def test_other_files_cannot_be_read(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["detail"].startswith("Not found")


def test_a_browser_is_shown_a_page_where_nothing_is(client: TestClient) -> None:
    answer = client.get("/nothing", headers={"accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 404
    assert "Page not found" in answer.text
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


def test_the_worker_is_for_all_paths_and_keeps_all_files_of_the_page(client: TestClient) -> None:
    answer = client.get("/worker.js")
    assert answer.status_code == 200
    assert "javascript" in answer.headers["content-type"]
    (kept,) = re.findall(r"const \[PAGE, \.\.\.FILES\] = (\[.*?\])\.map", answer.text)
    assert json.loads(kept)[0] == "/assistant"
    assert {"/static/app.js", "/static/style.css", "/static/vendor/preact/preact.mjs"} < {*json.loads(kept)}
    assert all(client.get(path).status_code == 200 for path in json.loads(kept))


def test_a_large_body_is_refused(client: TestClient) -> None:
    answer = client.post("/api/v1/suggest", content=b" " * (limits.MAX_BODY_BYTES + 1))
    assert answer.status_code == 413
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_invalid_json_is_refused(client: TestClient) -> None:
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
            ("tree", tree, "prove", {"opener": "fuzzy"}),
            ("tree", tree, "prove", {"opener": "fuzzy", "hard": True}),
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
    """A server with an additional host name."""
    return TestClient(create_app(["fewest"]))


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8484", "127.0.0.1:80", "[::1]:8484", "192.168.1.7", "fewest"])
def test_an_own_name_is_answered(host: str, named_client: TestClient) -> None:
    assert named_client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8484", ""])
def test_another_name_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api/v1/editions", headers={"host": host})
    assert (answer.status_code, answer.json()["kind"]) == (421, "refused")


def test_if_too_many_requests_wait_clients_are_told_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_WAITING_SEARCHES", -limits.POOL_THREADS)
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
    assert facts.pop("log")["patterns"] == PATTERNS
    first, asked = facts.pop("first"), client.post("/api/v1/suggest", json={"count": 8}).json()
    assert first == {**asked, "secrets": asked["secrets"][: len(first["secrets"])]}
    assert f"Play <b>{first['suggestions'][0]['guess']}</b>" in client.get("/").text
    assert facts == {**got, "usual": client.post("/api/v1/game", json={}).json()}
    assert [each["label"] for each in facts["editions"]] == [*EDITIONS]
    assert all(each["opener"] in edition(each["label"]).guesses for each in facts["editions"])


def test_the_static_files_are_small() -> None:
    assert sum(path.stat().st_size for path in Path(STATIC).iterdir() if path.is_file()) < 320_000
