"""docs/json.md matches the JSON of results."""

import json
import re
import runpy
from typing import Any

import pytest

from fewest.play.hint import hint
from fewest.questions.suggest import suggest
from fewest.setup import Setup
from fewest.web import api
from tests.markdown import ROOT

DOCUMENT = ROOT / "docs" / "json.md"
TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "build_json_docs.py"))

KINDS = {
    "text": str,
    "whole number": int,
    "number": float,
    "true or false": bool,
}


def sections() -> dict[str, dict[str, tuple[str, str]]]:
    """The keys of every section, with their type and meaning."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for part in re.split(r"^#+ ", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE)[2:]:
        rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", part, re.MULTILINE)
        found[part.partition("\n")[0]] = {key: (kind, text) for key, kind, text in rows}
    return found


def test_the_file_is_what_the_tool_writes() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == TOOL["document"]()


@pytest.mark.parametrize("name", TOOL["results"]())
def test_every_key_of_a_result_has_a_meaning(name: str) -> None:
    kind = TOOL["results"]()[name]
    rows = sections()[name]
    assert [*rows] == ([] if name in TOOL["LISTS"] else [key for key, _, _ in TOOL["keys"](kind)])
    assert [key for key, (_, text) in rows.items() if not text.strip().endswith(".")] == []


def test_every_part_of_a_result_has_a_section() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    heads = {head.lower() for head in sections()}
    assert {*re.findall(r"\]\(#(\w+)\)", text)} <= heads
    assert [key for rows in sections().values() for key, (_, text) in rows.items() if not text] == []


def test_every_endpoint_is_named() -> None:
    named = {name.split("/", 1)[1] for names in TOOL["SOURCES"].values() for name in names if "/" in name}
    paths = {route.path.removeprefix("/api/v1/") for route in api.router.routes}  # type: ignore[attr-defined]
    assert paths - named == {"games", "languages", "limits", "lists", "past", "past/{name}", "strategies"}


def check(data: Any, name: str) -> None:
    """An object has the keys of its section, and values of the types that it says."""
    rows = sections()[name]
    assert [*data] == [*rows]
    for key, value in data.items():
        kind = rows[key][0]
        if link := re.search(r"\[(\w+)\]", kind):
            parts = value if isinstance(value, list) else [] if value is None else [value]
            for part in parts:
                check(part, link[1])
        elif value is None:
            assert kind.endswith("null"), key
        elif kind.removesuffix(" or null") in KINDS:
            assert isinstance(value, KINDS[kind.removesuffix(" or null")]), key
        else:
            assert isinstance(value, dict if kind.startswith("object") else list), key


@pytest.mark.parametrize("clues", [(), ("crane=01200",), ("crane=01200", "sloth=00000")])
def test_a_result_is_as_the_document_says(clues: tuple[str, ...], made_once: None) -> None:
    setup = Setup(clues=clues)
    check(json.loads(suggest(setup).to_json_text()), "Suggestions")
    check(json.loads(hint(setup.belief(), 6).to_json_text()), "Hint")


def test_the_readme_leads_to_it() -> None:
    assert "(docs/json.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
