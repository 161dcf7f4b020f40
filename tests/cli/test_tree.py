from pathlib import Path

import pytest

from fewest import Belief, Wordle, grow, strategy
from fewest.strategies import DEFAULT
from fewest.trees.drawing import KINDS, render
from tests.cli.running import Call, assert_refused


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hard", [False, True])
def test_every_format_is_what_the_library_draws(
    kind: str, hard: bool, call: Call, lists: list[str], small: Wordle, tmp_path: Path
) -> None:
    expected = render(grow(strategy("minimax"), Belief.start(small, hard=hard)), kind)
    options = [*lists, "-s", "minimax", *(["--hard"] if hard else [])]
    assert call("tree", "--format", kind, *options) == (0, expected, "")
    call("tree", "-o", str(tmp_path / f"tree.{kind}"), *options)
    call("tree", "-o", str(tmp_path / "other"), "-f", kind, *options)
    assert {(tmp_path / name).read_text(encoding="utf-8") for name in (f"tree.{kind}", "other")} == {expected}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--format", "pdf"], "Unknown tree format 'pdf'. Use json, txt, dot or html"),
        (["--output", "tree.pdf"], "Unknown tree format 'pdf'"),
        (["--output", "missing/tree.json"], r"missing/tree\.json: cannot be written \(there is no folder"),
        (["--output", ".", "--format", "json"], r"\.: cannot be written \(Is a directory"),
        (["--max-guesses", "1"], "Nothing was written: the tree needs up to . guesses, and the limit is 1. Raise it"),
    ],
)
def test_invalid_formats_and_files_are_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("tree", *lists, *options), message)


def test_a_list_may_have_an_unprintable_name(call: Call, tmp_path: Path) -> None:
    own = tmp_path / "w\udcff.txt"
    own.write_text("ab\ncd\n")
    assert call("tree", "--answers", str(own), "-o", str(tmp_path / "tree.html")).code == 0
    assert f"{DEFAULT} on w?.txt" in (tmp_path / "tree.html").read_text(encoding="utf-8")


def test_a_tree_without_colours_is_refused_before_it_is_grown(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    refused = call("tree", "--game", "mastermind", "-s", "nothing", "--reply-style", "gyb", "-o", str(path))
    assert_refused(refused, "Replies in mastermind have no colours")
    assert not path.exists()
