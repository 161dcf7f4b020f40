"""The search visits the same positions as before."""

import json

import pytest

from tests.signature import QUESTIONS, STORED, positions

KNOWN = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_search_looks_into_as_many_positions_as_before(name: str) -> None:
    assert positions(name) == KNOWN.get(name), (
        "The search has changed. If that is meant, run `make signature` and say so in the commit message; "
        "a refactoring must not change it."
    )


def test_nothing_else_is_stored() -> None:
    assert [*KNOWN] == [*QUESTIONS]
