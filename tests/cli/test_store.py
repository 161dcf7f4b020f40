import csv
import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Tree, Wordle
from fewest.search import Proof, Prover, Store, prove
from tests.cases import first
from tests.cli.running import Call, assert_refused
from tests.search.tampering import tell_lie

ALL = ("--sample", "10000")


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


def test_a_store_is_shown_as_text(call: Call, store: str, mixed: list[str], proof: Proof) -> None:
    lines = call("store", "show", store, *mixed, "--show", "5").out.splitlines()
    assert lines[0] == "alike.txt + others.txt: 58 secrets"
    assert lines[1] == f"{proof.openers} of {proof.openers} first guesses settled; exact values wanted for the best 5"
    assert lines[2].startswith("1 run since ")
    assert "killed" not in lines[2]
    best = sorted(proof.best, key=lambda each: (each.cost, each.guess))
    assert [line.split()[:3] for line in lines[5:10]] == [
        [each.guess, str(each.cost), f"{each.mean:.4f}"] for each in best
    ]
    assert lines[10] == f"The tree of {proof.best[0].guess} needs {proof.best[0].cost} guesses in total:"
    assert proof.evaluation is not None
    assert [int(line.split()[-1]) for line in lines[11:]] == [*proof.evaluation.histogram.values()]


def test_the_tree_of_a_store_needs_its_word_lists(call: Call, store: str) -> None:
    result = call("store", "show", store)
    assert result.code == 0
    assert "The tree of" not in result.out
    assert_refused(call("store", "show", store, "--tree", "tree.json"), r"alike\.txt")


def test_a_run_that_was_killed_is_counted(call: Call, store: str, mixed: list[str]) -> None:
    with Store(store) as kept:
        kept.begin(Prover(Belief.start(Wordle.from_files(*mixed[1::2]))), 10, 1)
        kept._run = {}  # so that closing does not record its end
    assert "2 runs since" in (shown := call("store", "show", store).out)
    assert ", 1 of them interrupted or still running" in shown


def test_openers_are_written_as_csv(call: Call, store: str, tmp_path: Path) -> None:
    path = tmp_path / "openers.csv"
    shown = call("store", "show", store, "--output", str(path)).out
    rows = [*csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))]
    openers = json.loads(call("store", "show", store, "--json").out)["openers"]
    assert shown.startswith("alike.txt + others.txt: 58 secrets\n")
    assert [(row["opener"], int(row["lower_bound"])) for row in rows] == [
        (each["opener"], each["lower"]) for each in openers
    ]
    assert [row["total"] for row in rows] == ["" if each["cost"] is None else str(each["cost"]) for each in openers]
    assert [row["mean"] for row in rows] == ["" if each["cost"] is None else str(each["cost"] / 58) for each in openers]
    assert call("store", "show", store, "-o", "-").out == path.read_text(encoding="utf-8")


def test_an_edition_need_not_be_named_again(call: Call, tmp_path: Path, original: Wordle) -> None:
    store, path = str(tmp_path / "store.db"), tmp_path / "tree.json"
    clues = ["--after", "crane=01200", "--after", "award=00222", "--hard", "--max-guesses", "5"]
    assert call("prove", "--json", *clues, "--store", store).code == 0
    shown = call("store", "show", store, "--tree", str(path)).out
    assert shown.startswith("original in hard mode within 3 guesses after crane=01200 award=00222: 4 secrets\n")
    tree = Tree.load(path, original)
    assert (tree.hard, [clue.guess for clue in tree.clues]) == (True, ["crane", "award"])


def test_openers_that_never_finish_are_marked(call: Call, lists: list[str], tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    assert call("prove", "--json", *lists, "--max-guesses", "1", "--store", store).code == 1
    shown = call("store", "show", store).out
    assert "within 1 guess: 6 secrets" in shown
    assert_refused(call("store", "show", store, *lists, "--tree", "tree.json"), "this store has no tree yet")


def test_a_file_that_is_not_a_store_is_refused(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    assert_refused(call("store", "show", str(path)), "there is no such store; make one with fewest prove --store")
    path.touch()
    assert_refused(call("store", "show", str(path)), "this store is still empty")
    path.write_text("crane\n" * 100)
    assert_refused(call("store", "show", str(path)), "not a store of a proof; name another file")
    assert_refused(call("store", "show", str(path), "--tree", "tree.pdf"), "Unknown tree format 'pdf'")
    assert_refused(call("store", "show", str(tmp_path)), "there is no such store")


def audited(call: Call, store: str, *options: str, code: int) -> dict[str, Any]:
    """The JSON of an audit."""
    result = call("store", "audit", store, "--json", *options)
    assert (result.code, result.err) == (code, "")
    data: dict[str, Any] = json.loads(result.out)
    return data


def change(store: str, statement: str, *values: object) -> None:
    """Tamper with a store, and correct its checksums."""
    names = [f"v{place}" for place in range(len(values))]
    for name in names:
        statement = statement.replace("?", f":{name}", 1)
    tell_lie(store, statement, dict(zip(names, values, strict=True)))


def read(store: str, query: str) -> Any:
    base = sqlite3.connect(store)
    try:
        return base.execute(query).fetchone()
    finally:
        base.close()


def test_a_correct_store_passes(call: Call, store: str, mixed: list[str]) -> None:
    (count,) = read(store, "SELECT count(*) FROM settled")
    data = audited(call, store, *mixed, *ALL, code=0)
    assert (data["sample"], data["wrong"]) == (count, [])
    assert data["trees"] == read(store, "SELECT count(*) FROM trees")[0]
    result = call("store", "audit", store, *mixed, "--sample", "3")
    assert result.code == 0
    assert result.out.splitlines() == [
        f"3 of {count} openers proved again: all agree with the store",
        f"{data['trees']} trees played: all agree with the store",
    ]


@pytest.mark.parametrize(
    "options", first(1, [["--hard"], ["--max-guesses", "4"], ["--prior"], ["--after", "match=00022"]])
)
def test_stores_of_every_kind_pass(options: list[str], call: Call, mixed: list[str], tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    if options == ["--prior"]:
        path = tmp_path / "weights.txt"
        words = Wordle.from_files(*mixed[1::2]).secrets
        path.write_text("".join(f"{word} 0.{1 + place % 9}\n" for place, word in enumerate(words)))
        options = ["--prior", str(path)]
    assert call("prove", "--json", *mixed, *options, "--store", store).code == 0
    assert audited(call, store, *mixed, *ALL, code=0)["wrong"] == []


@pytest.mark.parametrize(
    ("what", "values"),
    [
        ("cost", "cost - 1, lower = lower - 1"),
        ("cost", "cost + 1, lower = lower + 1"),
        ("cost", "NULL, lower = lower + 1"),
    ],
)
def test_a_wrong_cost_is_found(what: str, values: str, call: Call, store: str, mixed: list[str]) -> None:
    query = "SELECT rowid, opener, cost FROM settled WHERE cost IS NOT NULL ORDER BY cost DESC"
    row, opener, cost = read(store, query)
    change(store, f"UPDATE settled SET {what} = {values} WHERE rowid = ?", row)
    data = audited(call, store, *mixed, *ALL, code=1)
    assert [(each["opener"], each["proved_total"]) for each in data["wrong"]] == [(opener, cost)]
    result = call("store", "audit", store, *mixed, *ALL)
    assert result.code == 1
    assert [line.split()[0] for line in result.out.splitlines()[1:2]] == [opener]
    assert "1 of them wrong" in result.out


def test_a_wrong_tree_is_refused(call: Call, store: str, mixed: list[str]) -> None:
    opener, cost, text = read(store, "SELECT opener, cost, tree FROM trees ORDER BY cost")
    tree = json.loads(text)

    def refuse(text: str, message: str) -> None:
        change(store, "UPDATE trees SET tree = ? WHERE opener = ?", text, opener)
        assert_refused(call("store", "audit", store, *mixed, "--sample", "1"), message)

    refuse(json.dumps({**tree, "total": tree["total"] - 1}), "claims")
    refuse(text.replace('"nodes"', '"gnomes"'), r"missing or misplaced \('nodes'\)")
    other = prove(Prover(Belief.start(Wordle.from_files(*mixed[1::2]))), openers=["match"]).tree
    assert other is not None
    refuse(json.dumps(other.to_json()), f"it is damaged: the tree of {opener} is for another position")
    change(store, "UPDATE trees SET tree = ? WHERE opener = ?", text, opener)
    change(store, "UPDATE trees SET cost = cost - 1 WHERE opener = ?", opener)
    refused = call("store", "audit", store, *mixed)
    assert_refused(refused, f"the tree of {opener} costs {cost}, but a stored value differs")
    change(store, "UPDATE trees SET cost = cost + 1 WHERE opener = ?", opener)
    assert audited(call, store, *mixed, "--sample", "1", code=0)["trees"]


def test_invalid_stores_and_lists_are_refused(call: Call, store: str, mixed: list[str], lists: list[str]) -> None:
    assert_refused(call("store", "audit", store, *lists), "this store is for another proof: its label is")
    assert_refused(call("store", "audit", store), r"alike\.txt")
    assert_refused(call("store", "audit", store, *mixed, "--sample", "0"), "Invalid value for '--sample'")
    assert_refused(call("store", "audit", "missing.db", *mixed), r"missing\.db: there is no such store")
    empty = f"{store}.new"
    assert call("rank", "--json", *mixed, "--store", empty, "--seconds", "0").code == 3
    assert_refused(call("store", "audit", empty, *mixed), "no opener is settled yet")
