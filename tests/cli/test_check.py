import json
from pathlib import Path

import pytest

from fewest import Belief, Wordle, grow, strategy
from fewest.strategies import DEFAULT
from tests.cli.running import Call, CallJson, assert_refused


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a tree is written."""
    return tmp_path / "tree.json"


def test_a_valid_tree_is_confirmed(path: Path, original: Wordle, call: Call) -> None:
    tree = grow(strategy(), Belief.start(original), "salet")
    tree.save(path)
    result = call("check", str(path))
    assert (result.code, result.err) == (0, "")
    assert result.one_line.startswith(f"{path}: a valid tree {DEFAULT} on original")
    worst = max(tree.depths().values())
    assert f"mean {tree.total / len(original.secrets):.4f}, total {tree.total:,}, worst {worst}" in result.one_line


def test_what_prove_writes_is_valid(call_json: CallJson, path: Path, lists: list[str]) -> None:
    for options in ([], ["--hard"], ["--after", "abbot=22000"], ["--hard", "--after", "abbot=22000"]):
        proved = call_json("prove", *lists, *options, "--tree", str(path))
        checked = call_json("check", str(path), *lists)
        for key in ("opener", "total", "mean", "worst", "histogram", "hard"):
            assert checked[key] == proved[key]


@pytest.mark.slow
def test_the_words_of_the_tree_must_be_given(call: Call, path: Path, small: Wordle) -> None:
    grow(strategy(), Belief.start(small)).save(path)
    assert_refused(call("check", str(path)), "There is no edition 'answers.txt")
    assert_refused(call("check", str(path), "--length", "5"), "other words than those of")


def test_a_tree_that_does_not_hold_is_refused(call: Call, path: Path, lists: list[str], small: Wordle) -> None:
    data = grow(strategy(), Belief.start(small)).to_json()
    path.write_text(json.dumps({**data, "total": 1}))
    assert_refused(call("check", str(path), *lists), r"tree\.json: .*claims 1 guesses in total")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, r"tree\.json: cannot be read \(No such file or directory\)"),
        ("", r"tree\.json: not a JSON file"),
        ("{}", "missing or misplaced"),
    ],
)
def test_what_is_no_tree_is_refused(content: str | None, message: str, call: Call, path: Path) -> None:
    if content is not None:
        path.write_text(content)
    assert_refused(call("check", str(path)), message)
