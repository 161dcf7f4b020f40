import json
from pathlib import Path

import pytest

from fewest import Belief, Wordle, evaluate, grow, strategy
from fewest.strategies import DEFAULT
from tests.cli.running import Call, assert_refused


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a tree is written."""
    return tmp_path / "tree.json"


def test_a_valid_tree_is_confirmed(path: Path, original: Wordle, call: Call) -> None:
    tree = grow(strategy(), Belief.start(original), "salet")
    tree.save(path)
    result = call("check", str(path))
    assert (result.code, result.err) == (0, "")
    shown = " ".join(result.out.split())
    assert shown.startswith(f"{path}: a valid tree {DEFAULT} on original")
    worst = max(tree.depths().values())
    assert f"mean {tree.total / len(original.secrets):.4f}, total {tree.total:,}, worst {worst}" in shown


@pytest.mark.parametrize("hard", [False, True])
def test_json_holds_what_the_tree_plays(hard: bool, call: Call, path: Path, lists: list[str], small: Wordle) -> None:
    tree = grow(strategy("minimax"), Belief.start(small, hard=hard))
    tree.save(path)
    result = call("check", str(path), "--json", *lists)
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    depths = [*tree.depths().values()]
    assert data == {
        "file": str(path),
        "valid": True,
        "label": small.label,
        "strategy": "minimax",
        "hard": hard,
        "opener": tree.opener,
        "total": sum(depths),
        "mean": sum(depths) / 6,
        "prior_mean": None,
        "worst": max(depths),
        "histogram": {str(guesses): depths.count(guesses) for guesses in range(1, max(depths) + 1)},
        "summary": str(evaluate(tree)).partition(" (1:")[0],
        "max_guesses": 6,
    }


def test_what_prove_writes_is_valid(call: Call, path: Path, lists: list[str]) -> None:
    for options in ([], ["--hard"], ["--after", "abbot=22000"], ["--hard", "--after", "abbot=22000"]):
        proved = json.loads(call("prove", "--json", *lists, *options, "--tree", str(path)).out)
        checked = json.loads(call("check", "--json", str(path), *lists).out)
        same = ("opener", "total", "mean", "worst", "histogram", "hard")
        assert {key: checked[key] for key in same} == {key: proved[key] for key in same}


def test_a_tree_that_does_not_hold_is_refused(call: Call, path: Path, lists: list[str], small: Wordle) -> None:
    tree = grow(strategy(), Belief.start(small))
    data = tree.to_json()
    broken = {
        "claims 1 guesses in total": {**data, "total": 1},
        "missing or misplaced": {**data, "nodes": []},
        "The format is 'other'": {**data, "format": "other"},
        "other words than those of": {**data, "fingerprint": "wordle-0"},
        "No secret leads to": {**data, "clues": ["abbot=22000"]},
        "'hard' is 1": {**data, "hard": 1},
    }
    for message, changed in broken.items():
        path.write_text(json.dumps(changed))
        assert_refused(call("check", str(path), *lists), rf"tree\.json: .*({message})")


def test_a_tree_that_breaks_hard_mode_is_refused(call: Call, path: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("ab\nac\nad\nae\n")
    others = tmp_path / "others.txt"
    others.write_text("cd\n")
    game = Wordle.from_files(words, others)
    tree = grow(strategy("entropy"), Belief.start(game), "ab")
    path.write_text(json.dumps({**tree.to_json(), "hard": True}))
    lists = ["--answers", str(words), "--guesses", str(others)]
    assert_refused(call("check", str(path), *lists), "'cd' is not allowed in hard mode")


@pytest.mark.slow
def test_the_words_of_the_tree_must_be_given(call: Call, path: Path, small: Wordle) -> None:
    grow(strategy(), Belief.start(small)).save(path)
    assert_refused(call("check", str(path)), "There is no edition 'answers.txt")
    assert_refused(call("check", str(path), "--length", "5"), "other words than those of")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, r"tree\.json: cannot be read \(No such file or directory\)"),
        ("", r"tree\.json: not a JSON file"),
        ("[]", "missing or misplaced"),
        ("{}", "missing or misplaced"),
    ],
)
def test_what_is_no_tree_is_refused(content: str | None, message: str, call: Call, path: Path) -> None:
    if content is not None:
        path.write_text(content)
    assert_refused(call("check", str(path)), message)
    assert_refused(call("check", str(path.parent)), r"cannot be read \(Is a directory\)")
