import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Wordle
from fewest.search import Prover, prove
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


def audited(call: Call, store: str, *options: str, code: int) -> dict[str, Any]:
    """What an audit says to programs."""
    result = call("audit", store, "--json", *options)
    assert (result.code, result.err) == (code, "")
    data: dict[str, Any] = json.loads(result.out)
    return data


def change(store: str, statement: str, *values: object) -> None:
    """Tamper with a store, so that its checksums are right."""
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


def test_a_right_store_passes(call: Call, store: str, mixed: list[str]) -> None:
    (count,) = read(store, "SELECT count(*) FROM settled")
    data = audited(call, store, *mixed, *ALL, code=0)
    assert (data["sample"], data["wrong"]) == (count, [])
    assert data["trees"] == read(store, "SELECT count(*) FROM trees")[0]
    result = call("audit", store, *mixed, "--sample", "3")
    assert result.code == 0
    assert result.out.splitlines() == [
        f"3 of {count} openers proved again: all as the store says",
        f"{data['trees']} trees played: all as the store says",
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
def test_a_wrong_cost_is_found_out(what: str, values: str, call: Call, store: str, mixed: list[str]) -> None:
    query = "SELECT rowid, opener, cost FROM settled WHERE cost IS NOT NULL ORDER BY cost DESC"
    row, opener, cost = read(store, query)
    change(store, f"UPDATE settled SET {what} = {values} WHERE rowid = ?", row)
    data = audited(call, store, *mixed, *ALL, code=1)
    assert [(each["opener"], each["again"]) for each in data["wrong"]] == [(opener, cost)]
    result = call("audit", store, *mixed, *ALL)
    assert result.code == 1
    assert [line.split()[0] for line in result.out.splitlines()[1:2]] == [opener]
    assert "1 of them wrong" in result.out


def test_a_wrong_lower_bound_is_found_out(call: Call, store: str, mixed: list[str]) -> None:
    (opener,) = read(store, "SELECT opener FROM settled WHERE cost IS NULL")
    prover = Prover(Belief.start(Wordle.from_files(*mixed[1::2])))
    truth = prover.cost_of_guess(opener, prover.belief)
    change(store, "UPDATE settled SET lower = ? WHERE opener = ?", truth, opener)
    assert audited(call, store, *mixed, *ALL, code=0)["wrong"] == []
    change(store, "UPDATE settled SET lower = ? WHERE opener = ?", truth + 1, opener)
    (wrong,) = audited(call, store, *mixed, *ALL, code=1)["wrong"]
    assert wrong == {"opener": opener, "lower_bound": truth + 1, "total": None, "again": truth}


@pytest.mark.slow
def test_only_the_sample_is_looked_at(call: Call, store: str, mixed: list[str]) -> None:
    row, opener = read(store, "SELECT rowid, opener FROM settled WHERE cost IS NOT NULL ORDER BY cost DESC")
    change(store, "UPDATE settled SET cost = cost + 1, lower = lower + 1 WHERE rowid = ?", row)
    (count,) = read(store, "SELECT count(*) FROM settled")
    half = ["--sample", str(count // 2), "--memory", "4"]
    codes = {seed: call("audit", store, *mixed, *half, "--seed", str(seed)).code for seed in range(20)}
    assert {*codes.values()} == {0, 1}
    hit = next(seed for seed, code in codes.items() if code == 1)
    data = audited(call, store, *mixed, *half, "--seed", str(hit), code=1)
    assert (data["sample"], data["seed"]) == (count // 2, hit)
    assert [each["opener"] for each in data["wrong"]] == [opener]


def test_a_wrong_tree_is_refused(call: Call, store: str, mixed: list[str]) -> None:
    opener, cost, text = read(store, "SELECT opener, cost, tree FROM trees ORDER BY cost")
    tree = json.loads(text)

    def refuse(text: str, message: str) -> None:
        change(store, "UPDATE trees SET tree = ? WHERE opener = ?", text, opener)
        assert_refused(call("audit", store, *mixed, "--sample", "1"), message)

    refuse("{", "cannot be read")
    refuse(json.dumps({**tree, "total": tree["total"] - 1}), "claims")
    refuse(text.replace('"nodes"', '"gnomes"'), r"missing or misplaced \('nodes'\)")
    other = prove(Prover(Belief.start(Wordle.from_files(*mixed[1::2]))), openers=["match"]).tree
    assert other is not None
    refuse(json.dumps(other.to_json()), f"it is damaged: the tree of {opener} is about something else")
    change(store, "UPDATE trees SET tree = ? WHERE opener = ?", text, opener)
    change(store, "UPDATE trees SET cost = cost - 1 WHERE opener = ?", opener)
    assert_refused(call("audit", store, *mixed), f"{opener} does not cost {cost - 1}, as its tree does")
    change(store, "UPDATE settled SET cost = cost - 1, lower = lower - 1 WHERE opener = ? AND cost IS NOT NULL", opener)
    assert_refused(call("audit", store, *mixed), f"{opener} does not cost {cost - 1}: its tree costs {cost}")
    change(store, "UPDATE trees SET cost = cost + 1 WHERE opener = ?", opener)
    change(store, "UPDATE settled SET cost = cost + 1, lower = lower + 1 WHERE opener = ? AND cost IS NOT NULL", opener)
    assert audited(call, store, *mixed, "--sample", "1", code=0)["trees"]


def test_what_cannot_be_audited_is_refused(call: Call, store: str, mixed: list[str], lists: list[str]) -> None:
    assert_refused(call("audit", store, *lists), "this store is about something else; its label is")
    assert_refused(call("audit", store), r"alike\.txt")
    assert_refused(call("audit", store, *mixed, "--sample", "0"), "Invalid value for '--sample'")
    assert_refused(call("audit", "missing.db", *mixed), r"missing\.db: there is no such store")
    empty = f"{store}.new"
    assert call("rank", "--json", *mixed, "--store", empty, "--seconds", "0").code == 3
    assert_refused(call("audit", empty, *mixed), "no opener is settled yet")
