"""The caches of the API: waiting for values being made, and forgetting old ones."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import Request
from fastapi.testclient import TestClient

from fewest import setup
from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.games import Wordle
from fewest.setup import Setup
from fewest.watch import Watch
from fewest.web import models
from fewest.web.caches import Caches, once_cache
from fewest.web.server import create_app
from fewest.words import EDITIONS, from_text
from tests import samples
from tests.cases import first
from tests.waiting import wait_until

NOBODY = Request({"type": "http"})
"""A request without a client."""


def on_prepare(monkeypatch: pytest.MonkeyPatch, edition: str, *calls: Callable[[], object]) -> None:
    """Do something before the table of an edition is made."""
    real = Wordle.prepare

    def prepare(game: Wordle) -> None:
        if game.label.startswith(edition):
            for call in calls:
                call()
        real(game)

    monkeypatch.setattr(Wordle, "prepare", prepare)


@pytest.mark.parametrize("secrets", ["answers", "guesses"])
def test_preparing_a_game_stops_between_steps_if_no_client_waits(monkeypatch: pytest.MonkeyPatch, secrets: str) -> None:
    stop, steps = StopToken(), list[str]()
    on_prepare(monkeypatch, "original", lambda: steps.append("table"), stop.stop)
    monkeypatch.setattr(setup, "today_weights", lambda *given, **options: steps.append("prior"))
    asked = models.PositionRequest.model_validate({"edition": "original", "secrets": secrets, "prior": "today"})
    caches = Caches()
    for _ in range(2):
        with pytest.raises(Stopped):
            replace(caches.resolve(NOBODY, asked), stop=stop).start()
        assert steps == ["table"], "what nobody waited for was begun"


def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the default game small, so that its table takes no time."""
    words = from_text(" ".join(samples.edition("original").answers[::20]), "few")
    monkeypatch.setattr("fewest.setup.shipped_edition", lambda name: words)


def count_calls(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> list[str]:
    """The calls of a function from now on, its name for each."""
    calls, real = list[str](), getattr(where, name)

    def counted(*given: object, **named: object) -> object:
        calls.append(name)
        return real(*given, **named)

    monkeypatch.setattr(where, name, counted)
    return calls


@pytest.mark.parametrize(
    ("path", "asked"),
    first(
        5,
        [
            ("suggest", {}),
            ("suggest", {"game": "mastermind:pegs=2,colours=3"}),
            ("suggest", {"edition": "original", "clues": [{"guess": "aback", "reply": "00000"}]}),
            ("suggest/exact", {"clues": [{"guess": "aback", "reply": "00000"}]}),
            ("split", {"guess": "aback"}),
            ("value", {"guess": "aback"}),
            ("analyse", {"guesses": ["aback"]}),
            ("tree", {"opener": "aback"}),
            ("play", {"seed": 1}),
            ("boards/assist", {}),
            ("compare", {"strategies": ["entropy", "minimax"]}),
        ],
    ),
)
def test_a_cold_request_is_read_once_and_makes_one_game(
    monkeypatch: pytest.MonkeyPatch, path: str, asked: dict[str, object]
) -> None:
    small(monkeypatch)
    counted = ((models.GameRequest, "setup"), (setup, "read_game"), (Setup, "_make_game"))
    calls = [count_calls(monkeypatch, where, name) for where, name in counted]
    with TestClient(create_app(), base_url="http://localhost") as client:
        assert client.post(f"/api/v1/{path}", json=asked).status_code == 200
    assert [*map(len, calls)] == [1, 1, 1]


def test_past_answers_are_proved_after_their_client_has_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    small(monkeypatch)
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))
    nobody_proves = {"proved": False, "running": False, "settled": 0, "first_guesses": 0}
    with TestClient(create_app(), base_url="http://localhost") as client:
        name = client.post("/api/v1/past", json={"text": "aback"}).json()["past"]
        assert client.get(f"/api/v1/past/{name}").json() == nobody_proves
        assert client.post("/api/v1/suggest", json={"past": name}).json()["proved"] is False
    app = create_app(proves_past=True)
    with TestClient(app, base_url="http://localhost") as client:
        unknown = client.get(f"/api/v1/past/{name}")
        assert (unknown.status_code, unknown.json()["kind"]) == (409, "past")
        client.post("/api/v1/past", json={"text": "aback"})
        wait_until(lambda: not client.get(f"/api/v1/past/{name}").json()["running"], "the proof ends")
        found = client.get(f"/api/v1/past/{name}").json()
        assert (found["proved"], found["settled"]) == (True, found["first_guesses"])
        answered = client.post("/api/v1/suggest", json={"past": name}).json()
        assert answered["exact"], "no estimate of before is in the cache"
        app.state.caches.close()


def test_a_proof_ends_with_the_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    small(monkeypatch)
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))
    began = threading.Event()

    def endless(belief: Belief, watch: Watch, **options: object) -> None:
        began.set()
        wait_until(lambda: watch.stop is not None and watch.stop.stopped, "the server ends the proof")

    monkeypatch.setattr("fewest.web.caches.prove_first", endless)
    app = create_app(proves_past=True)
    with TestClient(app, base_url="http://localhost") as client:
        names = [client.post("/api/v1/past", json={"text": text}).json()["past"] for text in ("aback", "aback\n\n")]
        assert began.wait(60)
        assert [client.get(f"/api/v1/past/{name}").json()["running"] for name in names] == [True, True]
        app.state.caches.close()
        wait_until(lambda: not any(proof.is_running for proof in app.state.caches.proofs.values()), "both end")


def test_a_game_that_is_used_stays_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    caches = Caches()

    def start(**asked: object) -> Belief:
        return caches.resolve(NOBODY, models.PositionRequest.model_validate(asked)).start()

    usual = start()
    for edition in EDITIONS:  # other large tables and other priors
        start(edition=edition, secrets="guesses", prior="frequency")
    again = start(hard=True)
    assert again.game is usual.game
    assert again.weights is usual.weights


def test_a_value_is_computed_once_and_by_another_thread_if_the_first_is_stopped() -> None:
    value_of, began, go = once_cache(2), threading.Event(), threading.Event()

    def stopped() -> int:
        began.set()
        assert go.wait(60)
        raise Stopped

    with ThreadPoolExecutor(9) as threads:
        first = threads.submit(value_of, "key", stopped)
        assert began.wait(60)
        others = [threads.submit(value_of, "key", object) for _ in range(8)]
        go.set()
        with pytest.raises(Stopped):
            first.result(60)
        assert len({id(other.result(60)) for other in others}) == 1
