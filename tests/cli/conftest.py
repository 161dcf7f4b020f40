"""Fixtures for the tests of commands."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fewest import Wordle
from fewest.words import edition
from tests.cli.running import ESCAPE, Call, CallJson, Result, Talk
from tests.cli.terminal import typed


@pytest.fixture(autouse=True)
def _made_once(made_once: None) -> None:
    """Build large tables once for all commands."""


@pytest.fixture
def call_json(call: Call) -> CallJson:
    """Run a command with --json and parse its output."""

    def call_json(*arguments: str, code: int = 0) -> Any:
        result = call(*arguments, "--json")
        assert (result.code, result.err) == (code, ""), result
        return json.loads(result.out)

    return call_json


@pytest.fixture
def talk(call: Call, monkeypatch: pytest.MonkeyPatch) -> Talk:
    """Type lines into a command that ends with code 0 and writes plain text."""

    def talk(lines: Sequence[str | bytes], *arguments: str) -> Result:
        monkeypatch.setattr(sys, "stdin", typed(*lines))
        result = call(*arguments)
        assert (result.code, result.err) == (0, ""), result
        assert ESCAPE not in result.out
        return result

    return talk


@pytest.fixture
def lists(tmp_path: Path) -> list[str]:
    """Options that name a small list of words."""
    answers, guesses = tmp_path / "answers.txt", tmp_path / "guesses.txt"
    answers.write_text("aback\nabase\nabate\nabbey\nabbot\nabhor\n")
    guesses.write_text("xylyl\nhotty\n")
    return ["--answers", str(answers), "--guesses", str(guesses)]


@pytest.fixture
def alike(tmp_path: Path) -> list[str]:
    """Options that name a list of 58 words with the same last letters, which is hard to solve."""
    path = tmp_path / "alike.txt"
    path.write_text("\n".join(word for word in edition("original").answers if word.endswith("ch")))
    return ["--answers", str(path)]


@pytest.fixture
def mixed(alike: list[str], tmp_path: Path) -> list[str]:
    """Options that name the same list with 86 more words that are only guesses."""
    guesses = tmp_path / "others.txt"
    guesses.write_text("\n".join(edition("original").guesses[::150]))
    return [*alike, "--guesses", str(guesses)]


@pytest.fixture
def small(lists: list[str]) -> Wordle:
    """The game of these options."""
    return Wordle.from_files(lists[1], lists[3])
