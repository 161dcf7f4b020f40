"""The reference of exact values: the page matches its data, and every shipped play reaches its value."""

import json
import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Prover, Tree, prove
from fewest.games import make_game
from tests.cases import first
from tests.cli.running import Call
from tests.markdown import ROOT

TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "bench" / "values.py"))
VALUES: list[Any] = TOOL["load"]()
PAGE = TOOL["PAGE"].read_text(encoding="utf-8")
TREES = {each.tree: each for each in VALUES if each.tree}


def test_the_page_is_current() -> None:
    assert TOOL["fill"](PAGE, VALUES) == PAGE, "run python bench/values.py"


def test_every_value_is_known_and_has_a_name_of_its_own() -> None:
    assert len({each.name for each in VALUES}) == len(VALUES)
    for each in VALUES:
        assert each.cpu_seconds > 0
        assert each.source or "**new**" in each.row()


def test_all_trees_belong_to_a_value() -> None:
    assert {path.name for path in (ROOT / "docs" / "trees").iterdir()} == {*TREES}


@pytest.mark.parametrize("name", first(1, TREES))
def test_the_play_of_a_new_value_is_as_good_as_it_says(name: str) -> None:
    value = TREES[name]
    tree = Tree.load(ROOT / "docs" / "trees" / name)
    depths = tree.depths()
    assert (tree.opener, tree.total, max(depths.values())) == (value.opener, value.total, value.worst)
    assert len(depths) == len(tree.game.secrets)
    assert tree.total / len(depths) == pytest.approx(value.mean)
    if value.missed is not None:
        aim = value.worst - 1 if value.command.endswith("worst") else int(value.command.rpartition("within:")[2])
        assert sum(depth > aim for depth in depths.values()) == value.missed


def proofs() -> list[Any]:
    """The values that are proved in seconds."""
    games = [each for each in VALUES if "--game" in each.command and each.cpu_seconds < 20]
    return [
        pytest.param(each, id=each.name, marks=() if each.cpu_seconds < 1.5 else (pytest.mark.slow,)) for each in games
    ]


@pytest.mark.parametrize("value", first(2, proofs()))
def test_the_command_of_a_value_finds_it(value: Any, call: Call) -> None:
    found = json.loads(call(*shlex.split(value.command), "--json").out)
    assert not value.differs(found)
    assert found["mean"] == pytest.approx(value.mean)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(each, id=each.name, marks=() if each.name == "original" else (pytest.mark.slow,))
        for each in VALUES
        if each.group == "wordle" and each.total and each.missed is None
    ],
)
def test_the_best_opener_takes_what_its_value_says(value: Any, call: Call) -> None:
    """On words, where the whole proof takes minutes, the best opener is given."""
    found = json.loads(call(*shlex.split(value.command), "--opener", value.opener, "--json").out)
    assert not value.differs(found)
    assert found["mean"] == pytest.approx(value.mean)


@pytest.mark.slow
def test_six_guesses_suffice_for_every_word_of_original(call: Call) -> None:
    """Published by Poirrier and Peattie."""
    options = "-e original --secrets guesses --prior today --opener trace --aim within:6 --json"
    found = json.loads(call("prove", *options.split()).out)
    assert (found["missed"], found["worst"], found["secrets"]) == (0, 6, 12972)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_five_guesses_do_not_suffice_after_some_first_guesses(call: Call, tmp_path: Path) -> None:
    """The whole proof takes minutes; here only for some first guesses, among them those that look best."""
    words = ROOT / "src" / "fewest" / "words" / "data" / "original.guesses.txt"
    hard = tmp_path / "hard.txt"
    kept = [word for word in words.read_text(encoding="utf-8").split() if re.fullmatch(".a.(es|ed|er)", word)]
    hard.write_text("\n".join(kept), encoding="utf-8")
    options = ["--answers", str(hard), "--guesses", str(words), "--max-guesses", "5", "--json"]
    openers = [part for word in ("serai", "trace", "salet", "lants", "fuzzy") for part in ("--opener", word)]
    found = json.loads(call("prove", *options, *openers).out)
    assert found["proved"]
    assert not found["possible"]
    assert (len(kept), found["guesses"], found["settled"]) == (401, 12972, 5)


def totals(command: str, first: str) -> list[Any]:
    """The games of a table by size with their totals; those that take long are slow tests."""
    head, _, *rows = re.search(rf"^\| {first} .*?\n\n", PAGE, re.DOTALL | re.MULTILINE)[0].strip().splitlines()  # type: ignore[index]
    sizes = re.findall(r"\d+", head)
    found = []
    for row in rows:
        length, *cells = (cell.strip().replace(",", "") for cell in row.strip("|").split("|"))
        for size, cell in zip(sizes, cells, strict=True):
            if cell:
                name = command.format(length, size)
                marks = () if int(cell) < QUICK else (pytest.mark.slow,)
                found += [pytest.param(name, int(cell), id=name, marks=marks)] if int(cell) < LONG else []
    return found


QUICK, LONG = 700, 6000
"""Games that take fewer guesses in total are proved in a second, and in some seconds."""

MASTERMIND = totals("mastermind:pegs={},colours={}", "pegs")
BULLS_AND_COWS = totals("bulls-and-cows:length={},symbols={}", "digits")


@pytest.mark.parametrize(("name", "total"), [*MASTERMIND, *BULLS_AND_COWS])
def test_totals_by_size(name: str, total: int) -> None:
    assert prove(Prover(Belief.start(make_game(name)))).best[0].cost == total


def test_totals_of_two_digits_are_what_the_formula_says() -> None:
    """Chen and Lin, 2004."""
    known = {int(each.values[0].rpartition("=")[2]): each.values[1] for each in BULLS_AND_COWS if "length=2" in each.id}
    assert known == {n: (4 * n**3 + 21 * n**2 - (82 * n - 105 if n % 2 else 76 * n - 72)) // 12 for n in range(2, 11)}
