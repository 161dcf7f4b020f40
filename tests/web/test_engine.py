"""The engine of the page gives the same answers as the Python library, to the same digits."""

import itertools
import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from fewest.web.engine_data import engine_data
from fewest.web.server import STATIC
from tests.samples import edition
from tests.web import javascript
from tests.web.conftest import COMPILES
from tests.web.engine_questions import ACCENTS, OWN_LIST, PAST, SAME_LETTERS, UNDATED, UNLISTED, Asker, Question

pytestmark = COMPILES

TOLERANCE = 1e-9
"""Logarithms and sums differ by the last bits from machine to machine."""


AskEngine = Callable[[list[Question]], list[dict[str, Any]]]


@pytest.fixture(scope="session")
def ask_engine(tmp_path_factory: pytest.TempPathFactory, wasm: Path) -> AskEngine:
    """Ask the engine some questions, in one process."""
    data = tmp_path_factory.mktemp("engine") / "data.json"
    data.write_text(json.dumps(engine_data()), encoding="utf-8")

    def ask(questions: list[Question]) -> list[dict[str, Any]]:
        engine = STATIC / "engine" / "engine.js"
        answers = javascript.run("engine.mjs", engine, wasm, data, text=json.dumps(questions), seconds=3000)
        found: list[dict[str, Any]] = json.loads(answers)
        return found

    return ask


def differences(ours: Any, theirs: Any, where: str = "") -> Iterator[str]:
    """The paths at which two answers differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in {**ours, **theirs}:
            yield from differences(ours.get(key, "missing"), theirs.get(key, "missing"), f"{where}.{key}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for place, pair in enumerate(zip(ours, theirs, strict=True)):
            yield from differences(*pair, f"{where}[{place}]")
    elif isinstance(ours, float) or isinstance(theirs, float):
        both = isinstance(ours, int | float) and isinstance(theirs, int | float)
        if not (both and math.isclose(ours, theirs, rel_tol=TOLERANCE, abs_tol=TOLERANCE)):
            yield f"{where}: Python {ours!r}, engine {theirs!r}"
    elif ours != theirs:
        yield f"{where}: Python {ours!r}, engine {theirs!r}"


def compare(client: TestClient, ask_engine: AskEngine, questions: list[Question]) -> None:
    """Check that both give the same answers."""
    found = []
    for (path, body), outcome in zip(questions, ask_engine(questions), strict=True):
        response = client.post(f"/api/v1/{path}", json=body)
        theirs = outcome.get("answer", outcome.get("error"))
        assert response.status_code in (200, 409), response.text
        if ("answer" in outcome) != (response.status_code == 200):
            found.append(f"{path} {body}: Python {response.text[:300]}, engine {json.dumps(outcome)[:300]}")
            continue
        found += [f"{path} {json.dumps(body)}: {each[:300]}" for each in differences(response.json(), theirs)]
    assert not found, f"{len(found)} differences:\n" + "\n".join(found[:20])


@pytest.mark.parametrize(
    ("seed", "count"), [(21, 40), *(pytest.param(seed, 250, marks=pytest.mark.slow) for seed in range(2, 14))]
)
def test_random_questions_have_the_same_answers(
    client: TestClient, ask_engine: AskEngine, seed: int, count: int
) -> None:
    compare(client, ask_engine, Asker(seed).questions(count))


RULES: tuple[dict[str, Any], ...] = ({}, {"hard": True}, {"rule": "consistent"})


def walk(client: TestClient, asked: dict[str, Any]) -> Iterator[Question]:
    """Ask for nodes of a tree, from its root to a leaf."""
    replies: list[str] = []
    while branches := client.post("/api/v1/tree", json={**asked, "replies": replies}).json()["branches"]:
        yield "tree", {**asked, "replies": replies}
        replies = [*replies, branches[min(1, len(branches) - 1)]["reply"]]
    yield "tree", {**asked, "replies": replies}
    yield "tree", {**asked, "replies": [*replies, "00000"]}


def test_trees_of_small_lists_have_the_same_answers(client: TestClient, ask_engine: AskEngine) -> None:
    guesses = edition("original").guesses
    texts = [" ".join(guesses[start::step]) for start, step in ((0, 90), (7, 130))]
    questions: list[Question] = [("lists", {"text": text}) for text in (OWN_LIST, *texts)]
    for (path, body), rule in itertools.product([*questions], RULES):
        named = client.post(f"/api/v1/{path}", json=body).json()["word_list"]
        opener, secret = body["text"].split()[5], body["text"].split()[11]
        asked = {"word_list": named, "opener": opener.upper(), "secret": secret, **rule}
        for exact in (True, False):
            questions += walk(client, {**asked, "exact": exact})
    wrong = {"opener": "crane", "exact": False, "word_list": named}
    questions += [("tree", wrong), ("tree", {**wrong, "opener": opener, "secret": "crane"})]
    questions += [("tree", {**wrong, "opener": opener, "replies": replies}) for replies in (["22222"] * 2, ["0a000"])]
    compare(client, ask_engine, questions)


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_trees_of_editions_have_the_same_answers(
    client: TestClient, ask_engine: AskEngine, rule: dict[str, Any]
) -> None:
    asked = {"edition": "original", "opener": "salet", **rule}
    questions = [*walk(client, asked), *walk(client, {**asked, "exact": False})]
    questions += walk(client, {"opener": "slate", "exact": False, **rule})
    compare(client, ask_engine, questions)


def test_estimates_by_each_rule_without_past_answers_and_with_them_are_the_same(
    client: TestClient, ask_engine: AskEngine
) -> None:
    questions: list[Question] = [("past", {"text": text}) for text in (PAST, UNDATED)]
    known = [{}, *({"past": client.post(f"/api/v1/{path}", json=body).json()["past"]} for path, body in questions)]
    lists: tuple[dict[str, str], ...] = ({}, {"edition": "original"})
    clues = {"clues": [{"guess": "slate", "reply": "00010"}], "count": 5, "margin": 0}
    for words, past, rule in itertools.product(lists, known, RULES):
        questions.append(("suggest", {**words, **past, **rule, **clues}))
    compare(client, ask_engine, questions)


def test_own_lists_and_past_answers_have_the_same_answers(client: TestClient, ask_engine: AskEngine) -> None:
    texts = (OWN_LIST, ACCENTS, SAME_LETTERS)
    questions: list[Question] = [("lists", {"text": text}) for text in texts]
    questions += [("past", {"text": text}) for text in (PAST, UNDATED)]
    own, accents, alike = (client.post("/api/v1/lists", json={"text": text}).json()["word_list"] for text in texts)
    dated, undated = (client.post("/api/v1/past", json={"text": text}).json()["past"] for text in (PAST, UNDATED))
    clues = [{"guess": "slate", "reply": "00010"}, {"guess": "churn", "reply": "01000"}]
    for words in (own, accents):
        questions += [("game", {"word_list": words}), ("suggest/exact", {"word_list": words, "seconds": 1})]
        questions.append(("play", {"word_list": words, "seed": 3}))
    questions += [("suggest/exact", {"past": past, "clues": clues, "seconds": 0.1}) for past in (dated, undated)]
    questions += [
        ("suggest", {"past": dated, "count": 3}),
        ("analyse", {"past": dated, "guesses": ["slate", "crane"], "secret": "cigar", "seconds": 0.01}),
    ]
    grey = {"clues": [{"guess": "pulpy", "reply": "00000"}], "strategy": "letters-adjusted"}
    questions += [("suggest", {"word_list": alike, **asked}) for asked in ({}, grey)]
    bad = ("about abov", "ab1", "", "a", "\n\nabout,12345")
    questions += [("lists", {"text": text}) for text in bad if text]
    questions += [("past", {"text": text}) for text in ("2026-02-30,cigar", "some words here", "qqqqq")]
    questions += UNLISTED
    compare(client, ask_engine, questions)
