"""How the program starts: a command loads only what it needs."""

import subprocess
import sys

import pytest

from fewest.cli import MODULES
from tests.cases import first

LOADED = """
import sys
from fewest.cli import app
try:
    app({arguments!r}, prog_name="fewest")
except SystemExit:
    pass
print(*sorted(sys.modules), file=sys.stderr)
"""

HEAVY = {"asyncio", "concurrent.futures", "csv", "distributed", "fastapi", "matplotlib", "pydantic", "sqlite3"}


def loaded(*arguments: str) -> set[str]:
    """The modules that a command loads."""
    code = LOADED.format(arguments=[*arguments])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return {*done.stderr.split()}


def test_the_help_needs_no_numpy() -> None:
    names = loaded("--help")
    assert "click" in names
    assert not names & {"numpy", "fewest.games", "fewest.questions", *HEAVY}


@pytest.mark.parametrize(
    "arguments", first(1, [["suggest"], ["words", "crane=01200"], ["split", "crane", "sloth=00000"]])
)
def test_an_answer_needs_nothing_heavy(arguments: list[str]) -> None:
    names = loaded(*arguments)
    assert "numpy" in names
    assert not names & {"fewest.web", "fewest.learning", "fewest.search.store", "fewest.games.tabulated", *HEAVY}


def test_a_command_loads_no_other() -> None:
    names = loaded("games")
    assert not names & ({*MODULES.values()} - {MODULES["games"]})
    assert not any(name.startswith("fewest.questions.") for name in names)


@pytest.mark.parametrize("command", first(1, ["assist", "play", "boards", "duel"]))
def test_a_session_needs_nothing_heavy(command: str) -> None:
    assert not loaded(command, "--help") & HEAVY
