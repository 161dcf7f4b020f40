from pathlib import Path

import pytest

from fewest import Belief, Wordle, grow, strategy
from fewest.strategies import DEFAULT
from tests.cli.running import Call, assert_refused


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file for a tree."""
    return tmp_path / "tree.json"


def test_a_valid_tree_is_confirmed(path: Path, original: Wordle, call: Call) -> None:
    tree = grow(strategy(), Belief.start(original), "salet")
    tree.save(path)
    result = call("check", str(path))
    assert (result.code, result.err) == (0, "")
    assert result.one_line.startswith(f"{path}: a valid tree {DEFAULT} on original")
    worst = max(tree.depths().values())
    assert f"mean {tree.total / len(original.secrets):.4f}, total {tree.total:,}, worst {worst}" in result.one_line


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, r"tree\.json: cannot be read \(No such file or directory\)"),
        ("", r"tree\.json: not a JSON file"),
        ("{}", "missing or misplaced"),
    ],
)
def test_an_invalid_tree_is_refused(content: str | None, message: str, call: Call, path: Path) -> None:
    if content is not None:
        path.write_text(content)
    assert_refused(call("check", str(path)), message)
