"""Ctrl-C at any moment of a long command gives a sentence or the results so far, and code 130."""

import json
import random
import re
import signal
from pathlib import Path

import pytest

from fewest.system.interrupts import INTERRUPTED
from tests.cases import first
from tests.cli.running import Result, interrupt

UNKNOWN = ["-e", "nyt-2023", "--prior", "frequency"]
"""An edition with a prior that has no shipped values."""

LONG = {
    "evaluate": ["evaluate", "-s", "optimal", *UNKNOWN],
    "suggest": ["suggest", "-s", "optimal", *UNKNOWN],
    "solve": ["solve", "rebut", "-s", "optimal", *UNKNOWN],
    "assist": ["assist", "-s", "optimal", "--secrets", "answers", *UNKNOWN],
    "tree": ["tree", "-s", "optimal", *UNKNOWN],
    "compare": ["compare", "-s", "lookahead", "-e", "nyt-2023"],
    "prove": ["prove", "-e", "nyt-2023"],
    "prove for programs": ["prove", "-e", "nyt-2023", "--json"],
    "prove, hard": ["prove", "-e", "nyt-2023", "--hard"],
    "prove, worst": ["prove", "-e", "nyt-2023", "--aim", "worst"],
    "rank": ["rank", *UNKNOWN],
    "accuracy": ["accuracy", *UNKNOWN],
    "train": ["train", "-e", "nyt-2023", "--rounds", "1000", "--secrets", "guesses"],
    "converge": ["converge", "-e", "nyt-2023"],
    "analyse": ["analyse", "crane", "rebut", "--seconds", "9999", "--secrets", "answers", *UNKNOWN],
    "duel": ["duel", "--shortest", "-e", "nyt-2023"],
    "another game": ["evaluate", "--game", "mastermind:pegs=5,colours=8"],
}
"""Commands that take much longer than these tests."""

START = 0.35
"""The CPU seconds after which the program itself runs; before that, Python is starting."""


def assert_ended_well(name: str, result: Result) -> None:
    """Check that the output is one sentence, or results so far that do not claim to be complete."""
    assert result.code == 130, result
    assert result.err in ("", INTERRUPTED), result.err
    if not result.out:
        assert result.err == INTERRUPTED
    elif name == "prove for programs":
        data = json.loads(result.out)
        assert (data["proved"], data["possible"], data["secrets"]) == (False, True, 3158)
        assert 2 * 3158 <= data["lower_bound"] <= (data["total"] or 11219) <= 11300
        assert data["settled"] < 14855
    elif name == "assist":
        assert "Proved" not in result.out
    else:
        assert re.search(r"[Ss]topped", result.out), result.out
        assert not re.search(r"\(proved\)|proved optimal", result.out), result.out


@pytest.mark.parametrize(
    "name", first(1, ["evaluate", "suggest", "prove", "prove for programs", "analyse", "converge"])
)
def test_ctrl_c_gives_a_true_result(name: str) -> None:
    after = START + 2 * random.Random(name).random()
    assert_ended_well(name, interrupt(*LONG[name], after=after))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_gives_a_true_result_at_any_moment(name: str) -> None:
    moments = random.Random(name)
    for _ in range(4):
        assert_ended_well(name, interrupt(*LONG[name], after=START + 3 * moments.random()))


@pytest.mark.parametrize(
    ("name", "code", "after"),
    [
        ("SIGTERM", 143, START + 1),
        pytest.param("SIGHUP", 129, 0.1, marks=pytest.mark.slow),
        pytest.param("SIGTERM", 143, 0.1, marks=pytest.mark.slow),
        pytest.param("SIGHUP", 129, START + 1, marks=pytest.mark.slow),
    ],
)
def test_other_signals_end_the_program_too(name: str, code: int, after: float, tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    result = interrupt(*LONG["prove"], "--store", str(store), after=after, by=signal.Signals[name])
    assert result.code == code
    assert_ended_well("prove", result._replace(code=130))


@pytest.mark.slow
def test_unproved_trees_are_not_written(tmp_path: Path) -> None:
    tree, store = tmp_path / "tree.json", tmp_path / "store.db"
    result = interrupt("prove", "-e", "nyt-2023", "--tree", str(tree), "--store", str(store), after=2.5)
    assert result.code == 130
    assert "Traceback" not in result.err
    assert {path.name for path in tmp_path.iterdir()} <= {"store.db", "store.db-wal", "store.db-shm"}
