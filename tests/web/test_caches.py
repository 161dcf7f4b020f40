"""The library as the API asks it: who waits for what is made, and what is not made any more."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest
from fastapi.testclient import TestClient

from fewest import setup
from fewest._core import Stopped
from fewest.belief import Belief
from fewest.games import Wordle
from fewest.questions import suggest
from fewest.setup import Setup
from fewest.strategies import advice
from fewest.web import limits, models
from fewest.web.caches import Caches
from fewest.web.jobs import Stop
from fewest.web.server import create_app
from fewest.words import EDITIONS, from_text
from tests import samples
from tests.cases import first

CLUES = [models.Clue(guess="crane", reply="01200"), models.Clue(guess="sloth", reply="00000")]


def on_prepare(monkeypatch: pytest.MonkeyPatch, edition: str, *calls: Callable[[], object]) -> None:
    """Do something before the table of an edition is made."""
    real = Wordle.prepare

    def prepare(game: Wordle) -> None:
        if game.label.startswith(edition):
            for call in calls:
                call()
        real(game)

    monkeypatch.setattr(Wordle, "prepare", prepare)


def inline(made: Caches, asked: models.Position) -> Belief | None:
    """What the event loop knows at once."""
    return made.inline_belief(made.resolve(asked), asked.clues)


def test_the_event_loop_waits_for_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    made, began, go = Caches(), threading.Event(), threading.Event()
    asked = models.Position(edition="original", clues=CLUES)
    assert inline(made, asked) is None
    assert inline(made, asked) is None, "it made the table"
    made.game(Stop(), made.resolve(asked))
    on_prepare(monkeypatch, "nyt-2022", began.set, lambda: go.wait(60))
    with ThreadPoolExecutor(2) as threads:
        other = threads.submit(made.game, Stop(), made.resolve(models.SetupRequest(edition="nyt-2022")))
        assert began.wait(60)
        try:
            belief = threads.submit(inline, made, asked).result(30)
            assert belief is not None
            assert belief.words == ["award", "diary", "dwarf", "guard", "quark"]
            assert inline(made, models.Position(edition="nyt-2022", clues=CLUES)) is None
            assert not other.done()
        finally:
            go.set()
    assert inline(made, models.Position(edition="nyt-2022", clues=CLUES)) is not None


def test_what_is_no_word_is_told_elsewhere() -> None:
    made = Caches()
    made.game(Stop(), made.resolve(models.SetupRequest(edition="original")))
    asked = models.Position(edition="original", clues=[models.Clue(guess="crxne", reply="00000")])
    assert inline(made, asked) is None


@pytest.mark.parametrize("secrets", ["answers", "guesses"])
def test_a_set_up_that_nobody_waits_for_ends_between_its_steps(monkeypatch: pytest.MonkeyPatch, secrets: str) -> None:
    stop, steps = Stop(), list[str]()
    on_prepare(monkeypatch, "original", lambda: steps.append("table"), stop)
    monkeypatch.setattr(setup, "today_weights", lambda *given, **options: steps.append("prior"))
    asked = models.Position.model_validate({"edition": "original", "secrets": secrets, "prior": "today"})
    made = Caches()
    with pytest.raises(Stopped):
        made.belief(stop, made.resolve(asked), asked.clues)
    assert steps == ["table"]
    with pytest.raises(Stopped):
        made.belief(stop, made.resolve(asked), asked.clues)
    assert steps == ["table"], "what nobody waited for was begun"


def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the default game have few words, so that its table is made at once."""
    words = from_text(" ".join(samples.edition("original").answers[::20]), "few")
    monkeypatch.setattr("fewest.setup.shipped_edition", lambda name: words)


def count_resolutions(monkeypatch: pytest.MonkeyPatch) -> list[models.GameRequest]:
    """The requests whose setups are resolved, as often as they are."""
    resolved, real = list[models.GameRequest](), models.GameRequest._chosen

    def chosen(asked: models.GameRequest, default: Setup, **choices: object) -> Setup:
        resolved.append(asked)
        return real(asked, default, **choices)

    monkeypatch.setattr(models.GameRequest, "_chosen", chosen)
    return resolved


@pytest.mark.parametrize(
    ("path", "asked"),
    first(
        5,
        [
            ("suggest", {}),
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
def test_a_cold_request_resolves_its_setup_once(
    monkeypatch: pytest.MonkeyPatch, path: str, asked: dict[str, object]
) -> None:
    small(monkeypatch)
    resolved = count_resolutions(monkeypatch)
    with TestClient(create_app(), base_url="http://localhost") as client:
        assert client.post(f"/api/v1/{path}", json=asked).status_code == 200
        assert len(resolved) == 1


def test_fifty_default_questions_at_once_are_all_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    app, go = create_app(), threading.Event()
    guesses = samples.edition("original").answers[::20][:50]
    held = advice.advise

    def advise(*given: object, **named: object) -> object:
        """Begin nothing before all have asked."""
        assert go.wait(60)
        return held(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(suggest, "advise", advise)

    async def ask(path: str) -> list[int]:
        sender = httpx2.ASGITransport(app)
        async with httpx2.AsyncClient(transport=sender, base_url="http://localhost") as client:
            bodies = [{"clues": [{"guess": guess, "reply": "00000"}]} for guess in guesses]
            waiting = [asyncio.create_task(client.post(f"/api/v1/{path}", json=body)) for body in bodies]
            caches = app.state.caches
            while len(caches.quick) + len(caches.advice) < len(guesses) and not any(map(asyncio.Task.done, waiting)):
                await asyncio.sleep(0)
            go.set()
            return [answer.status_code for answer in await asyncio.gather(*waiting)]

    for path in ("suggest", "suggest/exact"):
        go.clear()
        with ThreadPoolExecutor(1) as thread:  # in this one a browser may have its loop
            assert {*thread.submit(asyncio.run, ask(path)).result()} == {200}


def test_the_default_game_stays_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    monkeypatch.setattr(limits, "MAX_CACHED_BELIEFS", 1)
    made = Caches()
    usual = made.start(Stop(), made.resolve(models.Position()))
    for edition in EDITIONS:  # other large tables and other priors, of each more than are kept
        made.start(Stop(), made.resolve(models.Position(edition=edition, secrets="guesses", prior="frequency")))
    again = made.start(Stop(), made.resolve(models.Position(hard=True)))
    assert again.game is usual.game
    assert again.weights is usual.weights
