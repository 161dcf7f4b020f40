import csv
import io
import json
from pathlib import Path

import pytest

from fewest import Belief, Tree, Wordle
from fewest.search import Proof, Prover, Store, prove
from fewest.trees.drawing import KINDS, render
from tests.cli.running import Call, assert_refused


@pytest.fixture
def store(call: Call, mixed: list[str], tmp_path: Path) -> str:
    """A store of a proof of the five best openers."""
    path = str(tmp_path / "store.db")
    assert call("prove", "--json", *mixed, "--top", "5", "--store", path, "--threads", "1", "--memory", "4").code == 0
    return path


@pytest.fixture
def proof(mixed: list[str]) -> Proof:
    """The same proof without a store."""
    return prove(Prover(Belief.start(Wordle.from_files(*mixed[1::2]))), top=5)


def test_json_holds_all_that_is_in_a_store(call: Call, store: str, proof: Proof) -> None:
    result = call("proof", store, "--json")
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    with Store.existing(store) as kept:
        assert data["openers"] == sorted(
            (vars(each) for each in kept.known().values()),
            key=lambda each: (each["lower"], each["cost"] is None, each["opener"]),
        )
        assert data["runs"] == kept.runs()
        assert {key: data[key] for key in ("game", "label", "weight", "hard", "max_guesses", "clues")} == {
            key: kept.about()[key] for key in ("game", "label", "weight", "hard", "max_guesses", "clues")
        }
    assert data["trees"][0] == {"opener": proof.best[0].guess, "total": proof.best[0].cost}
    exact = {each["opener"]: each["cost"] for each in data["openers"] if each["cost"] is not None}
    assert {each.guess: each.cost for each in proof.best}.items() <= exact.items()


def test_a_store_is_shown_to_people(call: Call, store: str, mixed: list[str], proof: Proof) -> None:
    lines = call("proof", store, *mixed, "--show", "5").out.splitlines()
    assert lines[0] == "alike.txt + others.txt: 58 secrets"
    assert lines[1] == f"{proof.openers} of {proof.openers} first guesses settled, 5 of them to be exact"
    assert lines[2].startswith("1 run since ")
    assert "killed" not in lines[2]
    best = sorted(proof.best, key=lambda each: (each.cost, each.guess))
    assert [line.split()[:3] for line in lines[5:10]] == [
        [each.guess, str(each.cost), f"{each.mean:.4f}"] for each in best
    ]
    assert lines[10] == f"The tree of {proof.best[0].guess} takes {proof.best[0].cost} in total:"
    assert proof.evaluation is not None
    assert [int(line.split()[-1]) for line in lines[11:]] == [*proof.evaluation.histogram.values()]


def test_without_its_words_a_store_has_no_tree_to_show(call: Call, store: str) -> None:
    result = call("proof", store)
    assert result.code == 0
    assert "The tree of" not in result.out
    assert_refused(call("proof", store, "--tree", "tree.json"), r"alike\.txt")


def test_a_run_that_was_killed_is_counted(call: Call, store: str, mixed: list[str]) -> None:
    with Store(store) as kept:
        kept.begin(Prover(Belief.start(Wordle.from_files(*mixed[1::2]))), 10, 1)
        kept._run = {}  # so that closing does not say that it has ended
    assert "2 runs since" in (shown := call("proof", store).out)
    assert ", 1 of them killed or under way" in shown


def test_openers_are_written_as_csv(call: Call, store: str, tmp_path: Path) -> None:
    path = tmp_path / "openers.csv"
    shown = call("proof", store, "--output", str(path)).out
    rows = [*csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))]
    openers = json.loads(call("proof", store, "--json").out)["openers"]
    assert shown.startswith("alike.txt + others.txt: 58 secrets\n")
    assert [(row["opener"], int(row["lower_bound"])) for row in rows] == [
        (each["opener"], each["lower"]) for each in openers
    ]
    assert [row["total"] for row in rows] == ["" if each["cost"] is None else str(each["cost"]) for each in openers]
    assert [row["mean"] for row in rows] == ["" if each["cost"] is None else str(each["cost"] / 58) for each in openers]
    assert call("proof", store, "-o", "-").out == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_the_best_tree_is_written(
    kind: str, call: Call, store: str, mixed: list[str], proof: Proof, tmp_path: Path
) -> None:
    path = tmp_path / f"tree.{kind}"
    assert call("proof", store, *mixed, "--tree", str(path), "--json").code == 0
    assert proof.tree is not None
    assert path.read_text(encoding="utf-8") == render(proof.tree, kind)


def test_an_edition_need_not_be_named_again(call: Call, tmp_path: Path, original: Wordle) -> None:
    store, path = str(tmp_path / "store.db"), tmp_path / "tree.json"
    clues = ["--after", "crane=01200", "--after", "award=00222", "--hard", "--max-guesses", "5"]
    assert call("prove", "--json", *clues, "--store", store).code == 0
    shown = call("proof", store, "--tree", str(path)).out
    assert shown.startswith("original in hard mode within 3 guesses after crane=01200 award=00222: 4 secrets\n")
    tree = Tree.load(path, original)
    assert (tree.hard, [clue.guess for clue in tree.clues]) == (True, ["crane", "award"])


def test_other_games_are_shown_too(call: Call, tmp_path: Path) -> None:
    store, path = str(tmp_path / "store.db"), tmp_path / "tree.json"
    assert call("prove", "--json", "--game", "mastermind:pegs=3,colours=4", "--store", store).code == 0
    shown = call("proof", store, "--tree", str(path))
    assert shown.out.startswith("mastermind:pegs=3,colours=4: 64 secrets\n")
    assert Tree.load(path).total == json.loads(call("proof", store, "--json").out)["trees"][0]["total"]


def test_what_never_finishes_is_said_to(call: Call, lists: list[str], tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    assert call("prove", "--json", *lists, "--max-guesses", "1", "--store", store).code == 1
    shown = call("proof", store).out
    assert "within 1 guesses: 6 secrets" in shown
    assert_refused(call("proof", store, *lists, "--tree", "tree.json"), "no tree is in this store yet")


def test_what_is_no_store_is_refused(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    assert_refused(call("proof", str(path)), "there is no such store; fewest prove --store makes one")
    path.touch()
    assert_refused(call("proof", str(path)), "nothing is in this store yet")
    path.write_text("crane\n" * 100)
    assert_refused(call("proof", str(path)), "it is no store of a proof")
    assert_refused(call("proof", str(path), "--tree", "tree.pdf"), "A tree cannot be written as 'pdf'")
    assert_refused(call("proof", str(tmp_path)), "there is no such store")
