"""The API returns the results of the library."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from fastapi.testclient import TestClient

from fewest import (
    SCORERS,
    Belief,
    Prover,
    Wordle,
    evaluate,
    grow,
    prove,
    scorer,
    strategy,
)
from fewest.questions import suggest, tree
from fewest.questions.analyse import analyse
from fewest.questions.boards import assist_boards, play_boards
from fewest.questions.duel import play_duel
from fewest.questions.play import play
from fewest.questions.split import split
from fewest.questions.value import value
from fewest.results import Result
from fewest.setup import TODAY, Setup
from fewest.strategies import WordPreference, classic
from fewest.web import limits, models
from fewest.web.limits import LIMITS
from fewest.words import EDITIONS
from tests.samples import edition
from tests.web.engine_questions import UNLISTED

CRANE = [{"guess": "crane", "reply": "01200"}]


def ask(client: TestClient, path: str, status: int = 200, /, **asked: Any) -> Any:
    """Send a request for the original edition."""
    answer = client.post(f"/api/v1/{path}", json={"edition": "original", **asked})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_editions_and_strategies_are_those_of_the_library(client: TestClient) -> None:
    found = client.get("/api/v1/editions").json()
    assert [each["label"] for each in found] == [*EDITIONS]
    assert [each["answers"] for each in found] == [len(edition(name).answers) for name in EDITIONS]
    assert [each["name"] for each in client.get("/api/v1/strategies").json()] == [*classic()]


def test_limits_are_those_that_requests_have(client: TestClient) -> None:
    found = client.get("/api/v1/limits").json()
    assert (found["most_clues"], found["most_boards"]) == (LIMITS.most_clues, LIMITS.most_boards)
    assert found["edition"] == models.PlayRequest(seed=1).setup().edition
    assert found["boards"] == models.BoardsRequest(seed=1).boards


ORIGINAL = Setup(edition="original")
AFTER = ORIGINAL.after("crane=01200")
LATE = ("fuzzy=20000", "mamma=00000", "civic=02000", "geese=01000")
PASTED = "Wordle 1,234 3/6\n\n⬛🟨⬛⬛🟨\n⬛⬛⬛🟨🟨\n🟩🟩🟩🟩🟩\n\n1. 'CRANE' / 2. 'SLATE' / 3. 'REBUT'"
GUESSES = ["crane", "slate", "rebut"]
COMMON = WordPreference(0.1, 800)
WISH = {"margin": 0.1, "known_words": 800}


def shown(setup: Setup, **wanted: Any) -> suggest.Suggestions:
    """The suggested words."""
    return suggest.suggest(setup, words=limits.MAX_LISTED_SECRETS, partial=True, **wanted)


at_once = partial(shown, seconds=0)


def node() -> tree.TreeNode:
    """A node of the default strategy's tree."""
    return tree.tree_node(ORIGINAL, "salet", replies=["00000"], secret="rebut", words=limits.MAX_LISTED_SECRETS)


@pytest.mark.parametrize(
    ("path", "asked", "question"),
    [
        *(("suggest", {"clues": CRANE, "strategy": name}, partial(at_once, AFTER, by=name)) for name in classic()),
        *(
            ("suggest", {"clues": CRANE, "prior": prior}, partial(at_once, replace(AFTER, prior=prior)))
            for prior in ("frequency", "today")
        ),
        ("suggest", {"clues": CRANE, "hard": True}, partial(at_once, replace(AFTER, hard=True))),
        (
            "suggest",
            {"clues": [dict(zip(("guess", "reply"), clue.split("="), strict=True)) for clue in LATE]},
            partial(at_once, ORIGINAL.after(*LATE)),
        ),
        ("suggest", {"clues": CRANE, **WISH}, partial(at_once, AFTER, preference=COMMON)),
        (
            "suggest/exact",
            {"clues": CRANE, **WISH},
            partial(shown, AFTER, preference=COMMON),
        ),
        ("suggest/exact", {"clues": CRANE, "count": 3}, partial(shown, AFTER, count=3)),
        ("split", {"clues": CRANE, "guess": "shtik"}, partial(split, AFTER, "shtik")),
        ("value", {"clues": CRANE, "guess": "slate"}, partial(value, AFTER, "slate")),
        ("analyse", {"guesses": GUESSES, "seconds": 0}, partial(analyse, ORIGINAL, GUESSES, seconds=0, words=500)),
        ("analyse", {"text": PASTED, "seconds": 0}, partial(analyse, ORIGINAL, PASTED, seconds=0, words=500)),
        ("tree", {"opener": "salet", "exact": False, "replies": ["00000"], "secret": "rebut"}, node),
        ("play", {"seed": 7, "guesses": ["crane"]}, partial(play, ORIGINAL, ["crane"], seed=7)),
        ("adversary", {"guesses": ["crane", "sloth"]}, partial(play_duel, ORIGINAL, ["crane", "sloth"], words=500)),
        (
            "boards",
            {"seed": 9, "guesses": ["crane"], "hint": True},
            partial(play_boards, ORIGINAL, count=4, seed=9, guesses=["crane"], hint=True),
        ),
        (
            "boards/assist",
            {"boards": 2, **WISH},
            partial(assist_boards, ORIGINAL, [], count=2, preference=COMMON),
        ),
    ],
)
def test_an_answer_is_that_of_the_question(
    client: TestClient, path: str, asked: dict[str, Any], question: Callable[[], Result]
) -> None:
    assert ask(client, path, **asked) == json.loads(json.dumps(question().to_json()))


def test_an_own_opener_is_the_only_suggestion(client: TestClient) -> None:
    assert [each["guess"] for each in ask(client, "suggest", opener="Crane")["suggestions"]] == ["crane"]
    assert ask(client, "suggest", opener="crane", clues=CRANE)["suggestions"][0]["guess"] != "crane"


@pytest.mark.slow
def test_a_larger_budget_proves_more(client: TestClient) -> None:
    wide = [{"guess": "crumb", "reply": "00000"}]
    assert not ask(client, "suggest/exact", clues=wide, count=1)["proved"]
    assert ask(client, "suggest/exact", clues=wide, count=1, seconds=30)["proved"]


def test_a_contradiction_names_its_clue_and_tile(client: TestClient) -> None:
    found = ask(client, "suggest", 409, clues=[*CRANE, {"guess": "sloth", "reply": "00022"}])
    assert (found["kind"], found["clue"]) == ("contradiction", 1)
    assert found["tiles"]
    assert found["detail"].startswith("Clue 2, sloth=00022, cannot be right")


@pytest.mark.parametrize(("path", "asked"), UNLISTED)
def test_words_outside_the_answers_are_refused_without_naming_an_option(
    client: TestClient, path: str, asked: dict[str, Any]
) -> None:
    found = ask(client, path, 409, **asked)
    assert found["unlisted"]
    assert "answer of original" in found["detail"]
    assert "--" not in found["detail"]
    ask(client, path, **{**asked, "secrets": "guesses"})


def test_a_game_may_be_any_text(client: TestClient) -> None:
    asked = ask(client, "analyse", 409, text="crane slate moist pound light puffy")
    assert (asked["kind"], asked["guess"]) == ("answer", "puffy")
    lost = ask(client, "analyse", text="crane slate moist pound light puffy", secret="rebut", seconds=0)
    assert (lost["outcome"], lost["secret"], lost["solved"]) == ("lost", "rebut", False)
    ask(client, "analyse", 409, text="crane", guesses=["crane"])


@pytest.mark.slow
def test_the_optimal_tree_takes_the_published_total(client: TestClient) -> None:
    found = ask(client, "tree", opener="salet")
    assert found["proved"]
    assert (found["whole_total"], found["worst"]) == (7920, 5)
    row = ask(client, "compare", strategies=["optimal"], opener="salet")[0]
    assert row["total"] == 7920


@pytest.mark.slow
def test_if_the_optimal_tree_takes_too_long_the_default_strategy_grows_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TREE_SECONDS", 0.05)
    found = ask(client, "tree", opener="fuzzy", hard=True)
    assert (found["strategy"], found["proved"]) == ("expected-moves", False)
    problem = ask(client, "compare", 409, strategies=["optimal"], opener="fuzzy", hard=True)
    assert problem["detail"] == (
        "Perfect play after 'fuzzy' takes too long to compute here. Choose another opener, or leave out optimal."
    )


@pytest.mark.slow
def test_a_tree_in_hard_mode_keeps_to_it_and_to_six_guesses(
    client: TestClient, original: Wordle, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[bool, int | None]]()

    def watched(belief: Belief, *, max_guesses: int | None, **given: Any) -> Prover:
        asked.append((belief.hard, max_guesses))
        return Prover(belief, max_guesses=max_guesses, **given)

    monkeypatch.setattr(tree, "Prover", watched)
    monkeypatch.setattr(limits, "TREE_SECONDS", 0.05)
    ask(client, "tree", opener="mamma", hard=True)
    ask(client, "tree", opener="mamma")
    assert asked == [(True, 6), (False, None)]


ULTRA = {"rule": "consistent"}


@pytest.mark.slow
def test_guesses_must_fit_if_that_is_the_rule(client: TestClient) -> None:
    for path, asked in (("play", {"seed": 0}), ("adversary", {})):
        found = ask(client, path, 409, guesses=["crane", "crank"], **asked, **ULTRA)
        assert (found["kind"], found["clue"]) == ("hard", 1)
        assert "'crank' breaks the rule that every guess must fit all clues" in found["detail"]
        assert ask(client, path, guesses=["crane"], **asked, **ULTRA)["label"] == "original/consistent"
        problem = ask(client, path, 409, hard=True, **asked, **ULTRA)
        assert problem["detail"].endswith("is stricter than hard mode; leave hard mode out.")
    assert ask(client, "analyse", guesses=["crane=01001", "rebut=22222"], seconds=0, **ULTRA)["rule"] == "consistent"


@pytest.mark.slow
def test_trees_and_strategies_keep_to_the_rule(client: TestClient) -> None:
    codes = {"edition": None, "game": "mastermind:pegs=3,colours=4"}
    game = Setup(game=codes["game"] or "", rule="consistent").make_game()
    cost = prove(Prover(Belief.start(game)), openers=["123"]).best[0].cost
    for exact in (True, False):
        found = ask(client, "tree", opener="123", exact=exact, **codes, **ULTRA)
        assert found["label"] == game.label
        assert found["whole_total"] >= cost
        assert not exact or (found["proved"], found["whole_total"]) == (True, cost)
    free = ask(client, "tree", opener="123", **codes)
    assert free["whole_total"] < cost
    rows = ask(client, "compare", strategies=["optimal", "entropy"], opener="123", **codes, **ULTRA)
    assert rows[0]["total"] == cost <= rows[1]["total"]
    found = ask(client, "converge", seconds=2, **codes, **ULTRA)
    assert found["label"] == game.label


@pytest.mark.slow
def test_strategies_are_compared(client: TestClient, original: Wordle) -> None:
    rows = ask(client, "compare", strategies=["entropy", "minimax"], opener="salet")
    expected = [evaluate(grow(strategy(name), Belief.start(original), "salet")) for name in ("entropy", "minimax")]
    assert [row["total"] for row in rows] == [each.total for each in expected]
    assert rows[0]["bits"][0] == pytest.approx(Belief.start(original).entropy)


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("suggest", {"clues": [{"guess": "qqqqq", "reply": "00000"}]}),
        ("suggest", {"clues": [{"guess": "crane", "reply": "0120"}]}),
        ("suggest", {"clues": CRANE * 21}),
        ("suggest", {"count": 0}),
        ("suggest", {"count": 101}),
        ("suggest", {"edition": "../../etc/passwd"}),
        ("suggest", {"strategy": "expected-moves:curve=/etc/passwd"}),
        ("suggest", {"strategy": "optimal"}),
        ("suggest", {"prior": "/etc/passwd"}),
        ("suggest", {"unknown": 1}),
        ("suggest", {"opener": "x" * 33}),
        ("split", {}),
        ("split", {"guess": ""}),
        ("value", {"guess": "zzzzz"}),
        ("value", {"guess": "crane", "seconds": 1e9}),
        ("suggest/exact", {"seconds": -1}),
        ("analyse", {"guesses": []}),
        ("analyse", {"guesses": ["crane"] * 21}),
        ("analyse", {"guesses": ["crane=00000", "slate"]}),
        ("analyse", {"guesses": ["crane"], "seconds": 1e9}),
        ("tree", {"opener": "salet", "replies": ["22222", "00000"], "exact": False}),
        ("tree", {"opener": "salet", "secret": "salet", "exact": False}),
        ("play", {"seed": -1}),
        ("boards", {"seed": 1, "boards": 1000}),
        ("compare", {"strategies": []}),
        ("compare", {"strategies": ["optimal"]}),
        ("converge", {"estimator": "minimax"}),
        ("converge", {"seconds": 1_000}),
        ("suggest", {"clues": [{"guess": "crane", "reply": "22222"}, {"guess": "crane", "reply": "22222"}]}),
        ("suggest/exact", {"strategy": "minimax"}),
        ("analyse", {"guesses": ["crane=00000"], "secret": "slate"}),
    ],
)
def test_an_invalid_request_gets_one_sentence(client: TestClient, path: str, asked: dict[str, Any]) -> None:
    answer = client.post(f"/api/v1/{path}", json={"edition": "original", **asked})
    assert answer.status_code in (409, 422)
    found = answer.json()
    assert isinstance(found["detail"], str)
    assert found["detail"].endswith((".", "?"))
    assert "Traceback" not in found["detail"]


def test_a_scorer_that_is_registered_is_one_of_the_strategies(client: TestClient) -> None:
    scorer("widest", largest_is_best=True)(SCORERS["most-parts"].formula)
    try:
        assert client.get("/api/v1/strategies").json()[-1]["name"] == "widest"
        assert ask(client, "suggest", clues=CRANE, strategy="widest")["strategy"] == "widest"
    finally:
        del SCORERS["widest"]
    ask(client, "suggest", 422, clues=CRANE, strategy="widest", count=3)


def test_without_an_edition_the_question_is_about_todays_game() -> None:
    assert models.PositionRequest().setup() == TODAY
    assert models.PositionRequest(hard=True).setup() == replace(TODAY, hard=True)
    assert models.PositionRequest(edition="nyt-2023").setup() == Setup(edition="nyt-2023")
    assert models.PositionRequest(edition="original", prior="today").setup() == Setup(edition="original", prior="today")
    told = limits.Limits()
    assert Setup(edition=told.edition, secrets=told.secrets, prior=told.prior) == TODAY
