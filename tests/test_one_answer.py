"""Whoever is asked what to guess gives the same answer: the command line, the companion, the analysis and the page."""

import json
import re
import sys

import numpy as np
import pytest

from fewest import Belief, Clue
from fewest.strategies import AdviceOptions, Advised, WordPreference, advise
from tests import samples
from tests.cases import first
from tests.cli.running import Call
from tests.cli.terminal import typed

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient

from fewest.web.server import create_app

EDITION = "original"
WORDS = ["--edition", EDITION, "--secrets", "answers", "--prior", "uniform"]


def positions(seed: int, count: int) -> list[tuple[str, list[Clue]]]:
    """A secret and the clues of somebody who plays words at random, with few guesses left mostly."""
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


@pytest.mark.timeout(600)
@pytest.mark.parametrize("count", first(1, [1, 30]))
def test_all_give_the_same_best_guess(
    count: int, call: Call, page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = samples.edition(EDITION)
    for secret, made in positions(count, count):
        clues = [f"{guess}={game.reply_text(reply)}" for guess, reply in made]
        said = json.loads(call("suggest", *clues, "--json", *WORDS).out)
        best = said["suggestions"][0]["guess"]
        assert json.loads(call("suggest", *clues, "-n", "1", "--json", *WORDS).out)["suggestions"][0]["guess"] == best

        monkeypatch.setattr(sys, "stdin", typed(*clues))
        proposals = re.findall(r"^Guess \d \[(\w+)\]", call("assist", *WORDS).out, re.MULTILINE)
        assert proposals[-1] == best

        asked = {
            "edition": EDITION,
            "secrets": "answers",
            "prior": "uniform",
            "clues": [{"guess": guess, "reply": game.reply_text(reply)} for guess, reply in made],
        }
        shown = page.post("/api/v1/suggest/exact", json=asked).json()
        assert (shown["suggestions"][0]["guess"], shown["proved"]) == (best, said["proved"])
        if not shown["proved"]:
            assert page.post("/api/v1/suggest", json=asked).json()["suggestions"][0]["guess"] == best

        played = [*(guess for guess, _ in made), secret]
        last = json.loads(call("analyse", *played, "--secret", secret, "--json", *WORDS).out)["turns"][len(made)]
        assert last["best"] == best or last["perfect"]
        turn = page.post(
            "/api/v1/analyse",
            json={key: asked[key] for key in ("edition", "secrets", "prior")} | {"guesses": played, "secret": secret},
        ).json()["turns"][len(made)]
        assert (turn["best"], turn["perfect"]) == (last["best"], last["perfect"])


@pytest.mark.parametrize("made", first(2, [[], [Clue("adieu", 0)], [Clue("salet", 0)]]))
def test_all_give_the_same_guess_where_it_is_shipped(
    made: list[Clue], call: Call, page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = samples.edition(EDITION)
    clues = [clue.text(game) for clue in made]
    said = [json.loads(call("suggest", *clues, *count, "--json", *WORDS).out) for count in ([], ["-n", "1"])]
    best = said[0]["suggestions"][0]
    assert [each["proved"] for each in said] == [True, True]
    assert said[1]["suggestions"] == [best]
    monkeypatch.setattr(sys, "stdin", typed(*clues))
    assert re.findall(r"^Guess \d \[(\w+)\]", call("assist", *WORDS).out, re.MULTILINE)[-1] == best["guess"]
    asked = {"edition": EDITION, "secrets": "answers", "prior": "uniform"}
    position = asked | {"clues": [{"guess": guess, "reply": game.reply_text(reply)} for guess, reply in made]}
    for path in ("suggest", "suggest/exact"):
        assert page.post(f"/api/v1/{path}", json=position).json()["suggestions"][0] == best
    assert advise(Belief.start(game).after_all(made), AdviceOptions(6, 1)).suggestions[0].guess == best["guess"]
    played = [*(guess for guess, _ in made), best["guess"], "crook"]
    shown = json.loads(call("analyse", *played, "--secret", "crook", "--json", *WORDS).out)["turns"][len(made)]
    assert (shown["best"], shown["perfect"]) == (best["guess"], True)
    assert (
        page.post("/api/v1/analyse", json=asked | {"guesses": played, "secret": "crook"}).json()["turns"][len(made)]
        == shown
    )


def test_a_game_that_is_solved_is_one_that_is_advised(call: Call) -> None:
    (game,) = json.loads(call("solve", "hatch", "--json", *WORDS).out)["games"]
    clues: list[str] = []
    for turn in game["turns"]:
        said = json.loads(call("suggest", *clues, "-n", "1", "--json", *WORDS).out)
        assert said["suggestions"][0]["guess"] == turn["guess"]
        clues.append(f"{turn['guess']}={turn['reply']}")


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("margin", "known"), first(1, [("0.05", None), ("0", "1500"), ("0.1", "3000")]))
def test_all_prefer_the_same_common_word(
    margin: str, known: str | None, call: Call, page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = samples.edition(EDITION)
    preference = ["--margin", margin, *([] if known is None else ["--known-words", known])]
    for _, made in positions(7, 2):
        clues = [clue.text(game) for clue in made]
        said = [
            json.loads(call("suggest", *clues, "-n", count, "--json", *WORDS, *preference).out) for count in ("1", "6")
        ]
        best = said[0]["suggestions"][0]["guess"]
        assert said[1]["suggestions"][0]["guess"] == best
        monkeypatch.setattr(sys, "stdin", typed(*clues))
        assert re.findall(r"^Guess \d \[(\w+)\]", call("assist", *WORDS, *preference).out, re.MULTILINE)[-1] == best
        asked = {
            "edition": EDITION,
            "clues": [{"guess": guess, "reply": game.reply_text(reply)} for guess, reply in made],
            "margin": float(margin),
            "known_words": None if known is None else int(known),
        }
        shown = page.post("/api/v1/suggest/exact", json=asked).json()
        assert (shown["suggestions"][0]["guess"], shown["proved"]) == (best, said[0]["proved"])
        limit = WordPreference(float(margin), None if known is None else int(known))
        assert Advised(6, limit).choose(Belief.start(game).after_all(made)) == best


def test_without_a_word_about_it_all_believe_todays_game(
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


def test_without_a_word_about_it_all_believe_the_same_on_several_boards(
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
