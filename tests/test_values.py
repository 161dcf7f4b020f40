"""The reference of exact values: the page says what its data say, and every play that is shipped is as good."""

import runpy
from typing import Any

import pytest

from fewest import Tree
from tests.markdown import ROOT

TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "bench" / "values.py"))
VALUES: list[Any] = TOOL["load"]()
TREES = {each.tree: each for each in VALUES if each.tree}


def test_the_page_is_current() -> None:
    page = TOOL["PAGE"].read_text(encoding="utf-8")
    assert TOOL["fill"](page, VALUES) == page, "run python bench/values.py"


def test_every_value_is_known_and_has_a_name_of_its_own() -> None:
    assert len({each.name for each in VALUES}) == len(VALUES)
    for each in VALUES:
        assert each.cpu_seconds > 0
        assert each.source or "**new**" in each.row()


def test_all_trees_belong_to_a_value() -> None:
    assert {path.name for path in (ROOT / "docs" / "trees").iterdir()} == {*TREES}


@pytest.mark.parametrize("name", TREES)
def test_the_play_of_a_new_value_is_as_good_as_it_says(name: str) -> None:
    value = TREES[name]
    tree = Tree.load(ROOT / "docs" / "trees" / name)
    depths = tree.depths()
    assert (tree.opener, tree.total, max(depths.values())) == (value.opener, value.total, value.worst)
    assert len(depths) == len(tree.game.secrets)
    assert tree.total / len(depths) == pytest.approx(value.mean)
    if value.late is not None:
        aim = int(value.command.rpartition("within:")[2])
        assert sum(depth > aim for depth in depths.values()) == value.late
