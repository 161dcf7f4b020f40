"""The layers of the package: imports point down, and each task has one place."""

import re
from graphlib import TopologicalSorter

import pytest

from fewest.cli import MODULES
from tests.imports import PACKAGE, ROOMS, STOREYS, arrows, module_names, pointing_back, room_of

ENGINES = dict(STOREYS)["engines"]


def test_every_room_has_its_place() -> None:
    assert {room_of(name) for name in arrows()} | {"_core"} == {*ROOMS}


def test_no_arrow_points_back() -> None:
    assert pointing_back(arrows()) == []


def test_an_arrow_that_points_back_would_be_found() -> None:
    assert pointing_back({**arrows(), "fewest.belief": {"fewest.questions.suggest", "fewest.errors"}}) == [
        "fewest.belief -> fewest.questions.suggest"
    ]


def test_no_modules_import_each_other_in_a_circle() -> None:
    TopologicalSorter(arrows(at_load=True)).prepare()


@pytest.mark.parametrize("module", sorted({*MODULES.values()}))
def test_no_command_imports_another(module: str) -> None:
    assert not arrows()[module] & {*MODULES.values()}


def test_nothing_knows_of_decision_tables_but_their_own_room() -> None:
    users = [name for name, imported in arrows().items() if any(room_of(module) == "decisions" for module in imported)]
    assert {room_of(name) for name in users} == {"decisions"}


def test_decision_tables_need_little_of_the_layers() -> None:
    below = {module for name in arrows() if room_of(name) == "decisions" for module in arrows()[name]}
    rooms = {room_of(module) for module in below} - {"decisions"}
    assert rooms == {"cli", "games", "trees", "words", "results", "system", "errors", "watch"}
    assert {module for module in below if room_of(module) in ("games", "trees")} == {
        "fewest.games.presentation",
        "fewest.games.tabulated",
        "fewest.trees.drawing",
    }


@pytest.mark.parametrize("room", ENGINES)
def test_no_engine_asks_which_game_it_is(room: str) -> None:
    for name, path in module_names().items():
        if room_of(name) == room:
            games = {each for each in arrows()[name] if room_of(each) == "games"}
            assert games <= {"fewest.games", "fewest.games.game"}, name
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"isinstance\([^)]*\bgame\b|\bgame\.name\s*[!=]=", text), name
            assert not re.search(
                r"\b(Wordle|Mastermind|BullsAndCows|Nerdle|Jotto|Numbers|Tabulated|WordGame)\b\(", text
            )


@pytest.mark.parametrize("room", ["questions", "report", *ENGINES])
def test_nothing_below_the_faces_knows_terminals_or_servers(room: str) -> None:
    for path in (PACKAGE / room).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found = re.search(r"^\s*(?:from|import) (click|fastapi|starlette|uvicorn)\b", text, re.MULTILINE)
        assert found is None, path
