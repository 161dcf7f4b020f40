"""The command line, assist, the analysis and the page suggest the same guess."""

import json
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from fewest import Belief, Clue
from fewest.strategies import DEFAULT_PREFERENCE, AdviceOptions, advise
from tests import samples
from tests.cases import first
from tests.cli.running import Call
from tests.cli.terminal import typed

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient

from fewest.web.server import create_app

EDITION = "original"
SETUP = {"edition": EDITION, "secrets": "answers", "prior": "uniform"}
WORDS = [word for name, value in SETUP.items() for word in (f"--{name}", value)]


def positions(seed: int, count: int) -> list[tuple[str, list[Clue]]]:
    """A secret and the clues of random guesses, usually with few guesses left."""
    game, rng = samples.edition(EDITION), np.random.default_rng(seed)
    found: list[tuple[str, list[Clue]]] = []
    while len(found) < count:
        secret, *guesses = (str(word) for word in rng.choice(game.secrets, 6, replace=False))
        made = [Clue(guess, game.reply(guess, secret)) for guess in guesses[: int(rng.integers(1, 6))]]
        if len(Belief.start(game).after_all(made)) > 1:
            found.append((secret, made))
    return found


@pytest.fixture(scope="module")
def page() -> TestClient:
    return TestClient(create_app(), base_url="http://localhost")


@pytest.fixture
def advised(call: Call, page: TestClient, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Any]]:
    """The answer of `suggest` at a position, after checking that assist and the page agree."""

    def ask(made: list[Clue], options: Sequence[str] = (), **settings: Any) -> dict[str, Any]:
        clues = [clue.text(samples.edition(EDITION)) for clue in made]
        several: dict[str, Any]
        several, one = (
            json.loads(call("suggest", *clues, *count, "--json", *WORDS, *options).out) for count in ((), ("-n", "1"))
        )
        best = several["suggestions"][0]["guess"]
        assert one["suggestions"][0]["guess"] == best
        monkeypatch.setattr(sys, "stdin", typed(*clues))
        assert re.findall(r"^Guess \d \[(\w+)\]", call("assist", *WORDS, *options).out, re.MULTILINE)[-1] == best
        asked = SETUP | {"clues": [dict(zip(("guess", "reply"), clue.split("="), strict=True)) for clue in clues]}
        shown = page.post("/api/v1/suggest/exact", json=asked | settings).json()
        assert (shown["suggestions"][0]["guess"], shown["proved"]) == (best, several["proved"])
        if not several["proved"] and not settings:
            assert page.post("/api/v1/suggest", json=asked).json()["suggestions"][0]["guess"] == best
        return several

    return ask


@pytest.mark.timeout(600)
@pytest.mark.parametrize("count", first(1, [1, 30]))
def test_all_give_the_same_best_guess(
    count: int, advised: Callable[..., dict[str, Any]], call: Call, page: TestClient
) -> None:
    for secret, made in positions(count, count):
        advised(made)
        best = advised(made, ["--margin", "0"], margin=0)["suggestions"][0]
        played = [*(guess for guess, _ in made), secret]
        last = json.loads(call("analyse", *played, "--secret", secret, "--json", *WORDS).out)["turns"][len(made)]
        assert last["best"] == best["guess"] or last["perfect"] or last["best_expected"] == best["expected"]  # a tie
        shown = page.post("/api/v1/analyse", json=SETUP | {"guesses": played, "secret": secret}).json()
        turn = shown["turns"][len(made)]
        assert (turn["best"], turn["perfect"]) == (last["best"], last["perfect"])


@pytest.mark.parametrize("made", first(2, [[], [Clue("adieu", 0)], [Clue("salet", 0)]]))
def test_all_give_the_same_guess_where_it_is_shipped(
    made: list[Clue], advised: Callable[..., dict[str, Any]], call: Call, page: TestClient
) -> None:
    said = advised(made)
    best = said["suggestions"][0]
    assert said["exact"]
    belief = Belief.start(samples.edition(EDITION)).after_all(made)
    advice = advise(belief, AdviceOptions(6, 1, preference=DEFAULT_PREFERENCE))
    assert advice.suggestions[0].guess == best["guess"]
    played = [*(guess for guess, _ in made), best["guess"], "crook"]
    shown = json.loads(call("analyse", *played, "--secret", "crook", "--json", *WORDS).out)["turns"][len(made)]
    assert (shown["expected"], shown["exact"]) == (best["expected"], True)
    asked = SETUP | {"guesses": played, "secret": "crook"}
    assert page.post("/api/v1/analyse", json=asked).json()["turns"][len(made)] == shown


def test_a_game_that_is_solved_is_one_that_is_advised(call: Call) -> None:
    (game,) = json.loads(call("solve", "hatch", "--json", *WORDS).out)["games"]
    clues: list[str] = []
    for turn in game["turns"]:
        said = json.loads(call("suggest", *clues, "-n", "1", "--json", *WORDS).out)
        assert said["suggestions"][0]["guess"] == turn["guess"]
        clues.append(f"{turn['guess']}={turn['reply']}")


def test_every_command_and_section_assumes_todays_game_by_default(
    call: Call, page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    clues = ["crane=00100", "slate=00100", "koala=21100"]
    best = json.loads(call("suggest", *clues, "--json").out)
    assert best["suggestions"][0]["guess"] == "kazoo"
    monkeypatch.setattr(sys, "stdin", typed(*clues))
    assert re.findall(r"^Guess \d \[(\w+)\]", call("assist").out, re.MULTILINE)[-1] == "kazoo"
    asked = {"clues": [{"guess": clue[:5], "reply": clue[6:]} for clue in clues]}
    for path in ("suggest", "suggest/exact"):
        shown = page.post(f"/api/v1/{path}", json=asked).json()
        assert (shown["suggestions"][0]["guess"], shown["title"]) == ("kazoo", best["title"])
    assert json.loads(call("analyse", *clues, "--seconds", "0", "--json").out)["title"] == best["title"]
    assert "kazoo" in call("words", *clues).out


def test_every_command_and_section_assumes_the_same_game_on_several_boards_by_default(
    call: Call, page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = {"guess": "tarse", "replies": ["10100", "10000", "01102", "01110"]}
    monkeypatch.setattr(sys, "stdin", typed(" ".join([turn["guess"], *turn["replies"]])))  # type: ignore[list-item]
    said = call("boards").out
    best = re.findall(r"^Guess 2 \[(\w+)\]", said, re.MULTILINE)
    counts = [int(count) for count in re.findall(r"^ +\d  \S+ +(\d+)  \d+\.\d\d", said, re.MULTILINE)]
    assert len(counts) == 4
    shown = page.post("/api/v1/boards/assist", json={"turns": [turn]}).json()
    assert [[each["remaining"] for each in shown["boards"]], shown["proposals"][0]["guess"]] == [counts, *best]
    played = [
        page.post("/api/v1/boards", json={"seed": 1, "guesses": ["tarse"], **more}).json()
        for more in ({}, {"edition": "nyt-2023", "secrets": "guesses", "prior": "today"})
    ]
    assert played[0] == played[1]
    drawn = page.post("/api/v1/boards", json={"seed": 1, "edition": "nyt-2023", "guesses": ["tarse"]}).json()
    assert [each["replies"] for each in drawn["boards"]] == [each["replies"] for each in played[0]["boards"]]
