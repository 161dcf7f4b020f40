"""Damaged and falsified stores: rows that fail their checksum are ignored, contradictions are refused."""

import json
import random
import re
import shutil
import sqlite3
from pathlib import Path

import pytest

from fewest import Belief, FewestError
from fewest.errors import FewestWarning
from fewest.games import make_game
from fewest.search import Prover, Store, prove
from fewest.search.store import TABLES
from tests.cases import first
from tests.cli.running import Call
from tests.search.tampering import damage, read, tell_lie

MUTANTS, AT_A_TIME = 2100, 50
"""The seeds to try: the first fifty in `make test`, all in `make test-slow`."""

GAME = "mastermind:pegs=3,colours=3"
PROOF = "112", 73, True
"""The best opener, its cost, and that it is proved."""
VALUES: tuple[object, ...] = (
    None, -1, 0, 1, 2**31, 2**63 - 1, -(2**63), -0.5, 1.5, 1e308, float("inf"), "", "111", "crane", "\x1b[2J", "null",
    "[]", "{}", '"x"', "-1", "1e99999999", '["1e99999999"]', "NaN", "[" * 9999, b"\xff\xfe", b"", "true", "9" * 5000,
)  # fmt: skip
"""The values to overwrite cells with."""


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the results of a proof."""
    path = tmp_path_factory.mktemp("real") / "store.db"
    with Store(path) as store:
        prove(Prover(Belief.start(make_game(GAME))), top=3, threads=1, within=4, store=store)
    return path


def change_bytes(path: Path, draw: random.Random) -> None:
    """Overwrite, remove or duplicate some bytes."""
    data = bytearray(path.read_bytes())
    kind = draw.randrange(4)
    at = draw.randrange(len(data))
    if kind == 0:
        del data[at:]
    elif kind == 1:
        del data[at : at + draw.randrange(1, 100)]
    else:
        for _ in range(draw.choice((1, 1, 1, 10, 100))):
            data[draw.randrange(len(data))] = draw.randrange(256)
    path.write_bytes(data)


def change_rows(path: Path, draw: random.Random) -> None:
    """Overwrite, remove or duplicate some rows in a table without constraints, or change the table itself."""
    base = sqlite3.connect(path)
    table = draw.choice(["about", *TABLES])
    columns = [name for _, name, *_ in base.execute(f"PRAGMA table_info({table})")]
    column = draw.choice(columns)
    kind = draw.randrange(8)
    base.execute(f"CREATE TABLE lax AS SELECT * FROM {table}")
    base.execute(f"DROP TABLE {table}")
    (count,) = base.execute("SELECT count(*) FROM lax").fetchone()
    row = f"WHERE rowid = {draw.randrange(count) + 1}"
    if kind == 0:
        base.execute(f"DELETE FROM lax {row}")
    elif kind == 1:
        base.execute(f"INSERT INTO lax SELECT * FROM lax {row}")
    elif kind == 2:
        base.execute(f"ALTER TABLE lax DROP COLUMN {column}")
    elif kind == 3:
        base.execute(f"UPDATE lax SET {column} = CAST({column} AS REAL) + ? {row}", (draw.choice((-1, 1, -1000, 0.5)),))
    else:
        base.execute(f"UPDATE lax SET {column} = ? {row if kind < 7 else ''}", (draw.choice(VALUES),))
    if draw.random() < 0.9:
        base.execute(f"ALTER TABLE lax RENAME TO {table}")
    base.commit()
    base.close()


def cost_of_best(path: Path) -> int | None:
    """The least cost that a resumed proof finds; None if it refuses the store."""
    try:
        with Store(path) as store:
            return prove(Prover(Belief.start(make_game(GAME))), threads=1, store=store).best[0].cost
    except FewestError:
        return None


def mutate(real: Path, path: Path, seed: int, call: Call) -> bool:
    """Damage a store and use it in every way, without a wrong proof; returns whether any way refused it."""
    draw = random.Random(seed)
    shutil.copy(real, path)
    (change_bytes if draw.random() < 0.5 else change_rows)(path, draw)
    codes = []
    for command in (
        ["store", "show", str(path)],
        ["store", "show", str(path), "--json"],
        ["store", "audit", str(path), "--sample", "2"],
        ["rank", "--json", "--game", GAME, "--top", "2", "--threads", "1", "--memory", "1", "--store", str(path)],
        ["prove", "--json", "--game", GAME, "--threads", "1", "--memory", "1", "--store", str(path)],
    ):
        code, out, err = call(*command)
        codes.append(code)
        assert code in (0, 1, 2), (seed, command)
        assert "\x1b" not in out + err
        if code == 2:
            assert re.fullmatch(r"(fewest: [^\n]*[.?]\n){1,2}", err), err
        elif command[0] == "prove":
            data = json.loads(out)
            assert (data["opener"], data["total"], data["proved"]) == PROOF, seed
    for file in path.parent.iterdir():
        file.unlink()
    return 2 in codes


@pytest.mark.parametrize("start", first(1, range(0, MUTANTS, AT_A_TIME)))
def test_damaged_stores_are_reported_in_one_sentence(start: int, real: Path, tmp_path: Path, call: Call) -> None:
    refused = [mutate(real, tmp_path / "store.db", seed, call) for seed in range(start, start + AT_A_TIME)]
    assert sum(refused) > AT_A_TIME / 8


LIES = {
    "only the cost": "UPDATE settled SET cost = cost - 1 WHERE opener = :opener",
    "only the lower bound": "UPDATE settled SET lower = lower + 1 WHERE opener = :opener",
    "a cost that is too low": "UPDATE settled SET cost = cost - 1, lower = lower - 1 WHERE opener = :opener",
    "a cost that is too high": "UPDATE settled SET cost = cost + 9, lower = lower + 9 WHERE opener = :opener",
    "two costs": "INSERT INTO settled "
    "SELECT run, opener, lower + 1, cost + 1, 0, '' FROM settled WHERE opener = :opener",
    "a cost that no tree shows": "DELETE FROM trees; "
    "UPDATE settled SET cost = cost - 1, lower = lower - 1 WHERE opener = :opener",
    "a tree that costs less": "UPDATE trees SET cost = cost - 1 WHERE opener = :opener; "
    "UPDATE settled SET cost = cost - 1, lower = lower - 1 WHERE opener = :opener",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_wrong_value_with_a_valid_checksum_is_refused(lie: str, real: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    shutil.copy(real, path)
    assert cost_of_best(path) == cost_of_best(tmp_path / "new.db") is not None
    tell_lie(path, LIES[lie], {"opener": best_opener(path)})
    assert cost_of_best(path) is None


@pytest.mark.parametrize("lie", LIES)
def test_a_wrong_value_without_a_valid_checksum_is_proved_again(lie: str, real: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    shutil.copy(real, path)
    damage(path, LIES[lie], {"opener": best_opener(path)})
    with pytest.warns(FewestWarning, match=r"^[^ ]*store\.db: (1 damaged row is|\d damaged rows are) left out, to be"):
        assert cost_of_best(path) == cost_of_best(tmp_path / "new.db") is not None
    assert cost_of_best(path) is not None, "the run has removed it, so that the next has nothing to say"


@pytest.mark.parametrize("lost", ["settled", "within", "trees"])
def test_rows_that_refer_to_a_removed_row_are_ignored(lost: str, real: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    shutil.copy(real, path)
    damage(path, f"DELETE FROM {lost}")
    with Store(path) as store:
        found = prove(Prover(Belief.start(make_game(GAME))), top=3, threads=1, within=4, store=store)
        assert found.best == prove(Prover(Belief.start(make_game(GAME))), top=3, threads=1).best
        store.check(store.prover())


def best_opener(path: Path) -> str:
    ((opener,),) = read(path, "SELECT opener FROM trees ORDER BY cost, rowid DESC LIMIT 1")
    assert isinstance(opener, str)
    return opener


def test_a_changed_row_is_ignored(real: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    shutil.copy(real, path)
    with Store(path) as store:
        for table in TABLES:
            rows = store._rows(table)
            for _, column, kind, *_ in store._base.execute(f"PRAGMA table_info({table})").fetchall():
                change = "|| ' '" if kind == "TEXT" else "+ 1"
                store._base.execute("BEGIN")
                first = f"rowid = (SELECT min(rowid) FROM {table} WHERE {column} IS NOT NULL)"
                store._base.execute(f"UPDATE {table} SET {column} = {column} {change} WHERE {first}")
                left = store._rows(table)
                assert len(left) == len(rows) - 1, (table, column)
                assert {*left} < {*rows}
                store._base.execute("ROLLBACK")


@pytest.mark.parametrize("column", ["name", "value"])
def test_a_changed_identity_is_refused(column: str, real: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    for (place,) in read(real, "SELECT rowid FROM about"):
        shutil.copy(real, path)
        damage(path, f"UPDATE about SET {column} = {column} || ' ' WHERE rowid = {place}")
        with pytest.raises(FewestError, match=r"fails its checksum|its format is"):
            Store(path)
