"""The library as the API asks it: who waits for what is made, and what is not made any more."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from fewest import setup
from fewest._core import Stopped
from fewest.games import Wordle
from fewest.web import models
from fewest.web.library import Library
from fewest.web.work import Stop

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


def test_the_event_loop_waits_for_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    made, began, go = Library(), threading.Event(), threading.Event()
    asked = models.Position(edition="original", clues=CLUES)
    assert made.inline_belief(asked) is None
    assert made.inline_belief(asked) is None, "it made the table"
    made.game(Stop(), models.SetupRequest(edition="original"))
    on_prepare(monkeypatch, "nyt-2022", began.set, lambda: go.wait(60))
    with ThreadPoolExecutor(2) as threads:
        other = threads.submit(made.game, Stop(), models.SetupRequest(edition="nyt-2022"))
        assert began.wait(60)
        try:
            belief = threads.submit(made.inline_belief, asked).result(30)
            assert belief is not None
            assert belief.words == ["award", "diary", "dwarf", "guard", "quark"]
            assert made.inline_belief(models.Position(edition="nyt-2022", clues=CLUES)) is None
            assert not other.done()
        finally:
            go.set()
    assert made.inline_belief(models.Position(edition="nyt-2022", clues=CLUES)) is not None


def test_what_is_no_word_is_told_elsewhere() -> None:
    made = Library()
    made.game(Stop(), models.SetupRequest(edition="original"))
    assert (
        made.inline_belief(models.Position(edition="original", clues=[models.Clue(guess="crxne", reply="00000")]))
        is None
    )


@pytest.mark.parametrize("secrets", ["answers", "guesses"])
def test_a_set_up_that_nobody_waits_for_ends_between_its_steps(monkeypatch: pytest.MonkeyPatch, secrets: str) -> None:
    stop, steps = Stop(), list[str]()
    on_prepare(monkeypatch, "original", lambda: steps.append("table"), stop)
    monkeypatch.setattr(setup, "today_weights", lambda *given, **options: steps.append("prior"))
    asked = models.Position.model_validate({"edition": "original", "secrets": secrets, "prior": "today"})
    with pytest.raises(Stopped):
        Library().belief(stop, asked)
    assert steps == ["table"]
    with pytest.raises(Stopped):
        Library().belief(stop, asked)
    assert steps == ["table"], "what nobody waited for was begun"
