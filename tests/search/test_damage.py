"""Stores that are damaged or lie: what fails a checksum counts for nothing, what is contradicted is refused."""

import json
import random
import re
import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fewest import Belief, FewestError
from fewest.errors import FewestWarning
from fewest.games import make_game
from fewest.search import Prover, Store, prove
from fewest.search.store import COLUMNS
from tests import samples
from tests.cases import first
from tests.cli.running import Call
from tests.search.tampering import damage, read, tell_lie

MUTANTS, AT_A_TIME = 2100, 50
"""How many are tried: the first fifty in `make test`, all in `make test-slow`."""

GAME = "mastermind:pegs=3,colours=3"
PROOF = "112", 73, True
"""The best opener of all, what it takes, and that this is proved."""
TABLES = {
    "about": ("name", "value"),
    **{table: (*columns, "checksum") for table, columns in COLUMNS.items()},
}
VALUES: tuple[object, ...] = (
    None, -1, 0, 1, 2**31, 2**63 - 1, -(2**63), -0.5, 1.5, 1e308, float("inf"), "", "111", "crane", "\x1b[2J", "null",
    "[]", "{}", '"x"', "-1", "1e99999999", '["1e99999999"]', "NaN", "[" * 9999, b"\xff\xfe", b"", "true", "9" * 5000,
)  # fmt: skip
"""What cells are overwritten with."""


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that a proof has left."""
    path = tmp_path_factory.mktemp("real") / "store.db"
    with Store(path) as store:
        prove(Prover(Belief.start(make_game(GAME))), top=3, threads=1, within=4, store=store)
    return path


def change_bytes(path: Path, draw: random.Random) -> None:
    """Overwrite, cut out or double some bytes."""
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
    """Overwrite, remove or double some rows, in a table that takes whatever it is given, or change the table itself."""
    base = sqlite3.connect(path)
    table = draw.choice([*TABLES])
    column = draw.choice(TABLES[table])
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
    """What a resumed proof takes for the least cost; None if it refuses the store."""
    try:
        with Store(path) as store:
            return prove(Prover(Belief.start(make_game(GAME))), threads=1, store=store).best[0].cost
    except FewestError:
        return None


def mutate(real: Path, path: Path, seed: int, call: Call) -> bool:
    """Damage a store and use it in every way; returns whether any way refused it. No proof may come out wrong."""
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
def test_damaged_stores_end_in_a_sentence(start: int, real: Path, tmp_path: Path, call: Call) -> None:
    refused = [mutate(real, tmp_path / "store.db", seed, call) for seed in range(start, start + AT_A_TIME)]
    assert sum(refused) > AT_A_TIME / 8


LIES = {
    "a cost of 1": "UPDATE settled SET cost = 1, lower = 1 WHERE opener = :opener",
    "a cost below 0": "UPDATE settled SET cost = -5, lower = -5 WHERE opener = :opener",
    "only the cost": "UPDATE settled SET cost = cost - 1 WHERE opener = :opener",
    "only the lower bound": "UPDATE settled SET lower = lower + 1 WHERE opener = :opener",
    "a cost that is too low": "UPDATE settled SET cost = cost - 1, lower = lower - 1 WHERE opener = :opener",
    "a cost that is too high": "UPDATE settled SET cost = cost + 9, lower = lower + 9 WHERE opener = :opener",
    "two costs": "INSERT INTO settled "
    "SELECT run, opener, lower + 1, cost + 1, 0, '' FROM settled WHERE opener = :opener",
    "no opener": "INSERT INTO settled SELECT run, 'crane', lower, cost, 0, '' FROM settled WHERE opener = :opener",
    "a cost within a limit that is below the cost": "UPDATE within SET cost = cost - 1 WHERE opener = :opener",
    "two costs within a limit": "INSERT INTO within SELECT run, opener, max_guesses, cost + 1, '' FROM within",
    "a bound beyond all": "INSERT INTO settled "
    "SELECT run, '111', 999999, NULL, 0, '' FROM settled WHERE opener = :opener",
    "a cost that no tree shows": "DELETE FROM trees; "
    "UPDATE settled SET cost = cost - 1, lower = lower - 1 WHERE opener = :opener",
    "a tree that costs less": "UPDATE trees SET cost = cost - 1 WHERE opener = :opener; "
    "UPDATE settled SET cost = cost - 1, lower = lower - 1 WHERE opener = :opener",
    "a tree that is text no longer": "UPDATE trees SET tree = '[]' WHERE opener = :opener",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_that_can_be_contradicted_is_refused(lie: str, real: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    shutil.copy(real, path)
    assert cost_of_best(path) == cost_of_best(tmp_path / "new.db") is not None
    tell_lie(path, LIES[lie], {"opener": best_opener(path)})
    assert cost_of_best(path) is None


@pytest.mark.parametrize("lie", LIES)
def test_the_same_without_its_checksum_is_left_out_and_proved_again(lie: str, real: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    shutil.copy(real, path)
    damage(path, LIES[lie], {"opener": best_opener(path)})
    with pytest.warns(FewestWarning, match=r"^[^ ]*store\.db: (1 damaged row is|\d damaged rows are) left out, to be"):
        assert cost_of_best(path) == cost_of_best(tmp_path / "new.db") is not None
    assert cost_of_best(path) is not None, "the run has removed it, so that the next has nothing to say"


@pytest.mark.parametrize("lost", ["settled", "within", "trees"])
def test_what_belongs_to_a_row_that_is_gone_does_no_harm(lost: str, real: Path, tmp_path: Path) -> None:
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


def flips(value: object) -> Iterator[object]:
    """A cell with each of its bits flipped; text by its bytes, also where they are no longer text."""
    if value is None:
        yield from (1 << bit for bit in range(63))
    elif isinstance(value, int):
        yield from (value ^ (1 << bit) for bit in range(63))
        yield value ^ -(1 << 63)
    elif isinstance(value, float):
        (bits,) = struct.unpack("<q", struct.pack("<d", value))
        for flipped in flips(bits):
            (changed,) = struct.unpack("<d", struct.pack("<q", flipped))
            if changed == changed:  # SQLite has no NaN
                yield changed
    else:
        data = str(value).encode()
        for bit in range(min(8 * len(data), MOST_FLIPS)):
            at = bit * len(data) * 8 // min(8 * len(data), MOST_FLIPS)
            yield data[: at // 8] + bytes([data[at // 8] ^ (1 << at % 8)]) + data[at // 8 + 1 :]


MOST_FLIPS = 200
"""How many bits of a text are flipped, spread over all of it."""


def test_a_row_with_any_bit_flipped_counts_for_nothing(real: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    shutil.copy(real, path)
    with Store(path) as store:
        rows = {table: store._rows(table) for table in COLUMNS}
        store._base.execute("BEGIN")  # nothing has to reach the disk
        for table, columns in COLUMNS.items():
            for place in dict.fromkeys((0, len(rows[table]) - 1)):
                ((rowid,),) = store._base.execute(f"SELECT rowid FROM {table} LIMIT 1 OFFSET {place}").fetchall()
                query = f"SELECT checksum, {', '.join(columns)} FROM {table} WHERE rowid = {rowid}"
                cells = dict(zip(("checksum", *columns), store._base.execute(query).fetchone(), strict=True))
                kept = [row for at, row in enumerate(rows[table]) if at != place]
                for column, cell in cells.items():
                    if column == "run" and table == "runs":
                        continue  # its rowid
                    value = "CAST(? AS TEXT)" if isinstance(cell, str) else "?"
                    change = f"UPDATE {table} SET {column} = {value} WHERE rowid = {rowid}"
                    for flipped in flips(cell):
                        store._base.execute(change, (flipped,))
                        assert store._rows(table) == kept, (table, column, cell, flipped)
                    store._base.execute(change, (cell,))
        assert {table: store._rows(table) for table in COLUMNS} == rows
        store._base.execute("COMMIT")


def test_any_flipped_bit_of_the_question_is_refused(real: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    shutil.copy(real, path)
    base = sqlite3.connect(path, isolation_level=None)
    with closing(base):
        base.execute("PRAGMA synchronous = OFF")
        for rowid, *cells in base.execute("SELECT rowid, name, value FROM about").fetchall():
            for column, cell in zip(("name", "value"), cells, strict=True):
                change = f"UPDATE about SET {column} = CAST(? AS TEXT) WHERE rowid = {rowid}"
                for flipped in [*flips(cell)][::7]:
                    base.execute(change, (flipped,))
                    with pytest.raises(FewestError, match=r"fails its checksum|its format is|no store of a proof"):
                        Store(path)
                base.execute(change, (cell,))
        Store(path).close()


@pytest.mark.parametrize("bit", range(12))
def test_a_lower_bound_with_a_flipped_bit_leads_to_the_same_proof(bit: int, real: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    shutil.copy(real, path)
    damage(path, f"UPDATE settled SET lower = (lower | {1 << bit}) - (lower & {1 << bit})")
    with pytest.warns(FewestWarning, match="left out"):
        assert cost_of_best(path) == cost_of_best(tmp_path / "new.db")


def test_a_tree_is_not_believed_to_be_about_another_game(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    game = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz"))
    prover, hard = (Prover(Belief.start(game, hard=hard)) for hard in (False, True))
    tree = prove(hard, openers=["abb"]).tree
    assert tree is not None
    with Store(path) as store:
        store.begin(prover, 7, 1)
        store.save_tree(tree, 9)
        with pytest.raises(FewestError, match="the tree of abb is about something else"):
            store.tree("abb", prover.belief)
