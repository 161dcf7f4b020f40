"""What the README shows is what happens."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from fewest import SCORERS
from tests.cli.running import run

README = Path(__file__).parents[1] / "README.md"
COMMANDS = [
    shlex.split(line, comments=True)[2:]
    for line in README.read_text(encoding="utf-8").splitlines()
    if line.startswith("$ fewest ")
]


def test_the_examples_of_the_games_are_true() -> None:
    result = doctest.testfile(str(README.parent / "docs" / "games.md"), module_relative=False)
    assert (result.failed, result.attempted > 4) == (0, True)


def test_its_examples_are_true() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    SCORERS.pop("bits-and-hit")  # which it registers
    assert result.failed == 0
    assert result.attempted > 10


def test_its_links_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!http)([^)]+)\)", README.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (README.parent / link).exists()] == []


def test_its_commands_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(README.parent / "examples")
    monkeypatch.chdir(tmp_path)
    assert {command[0] for command in COMMANDS} >= {"suggest", "solve", "evaluate", "compare", "prove", "tree", "check"}
    for command in COMMANDS:
        result = run(*command)
        assert (result.code, "Traceback" in result.err) == (0, False), command
        assert result.out or "--output" in command or "-o" in command
