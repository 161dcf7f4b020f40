"""Stores that lie: mutants of a real one, by bytes and by rows, are believed nowhere that they can be contradicted."""

import random
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fewest import Belief, FewestError, cli
from fewest.games import make_game
from fewest.search import Prover, Store, prove
from tests import samples

MUTANTS, AT_A_TIME = 5100, 100
"""How many are tried: the first hundred in the usual tests (see slow.txt), all where time does not matter."""

GAME = "mastermind:pegs=3,colours=3"
TABLES = {
    "about": ("name", "value"),
    "runs": ("run", "place", "began", "seen", "ended", "openers", "top", "settled"),
    "settled": ("run", "opener", "lower", "cost", "seconds"),
    "within": ("run", "opener", "max_guesses", "cost"),
    "trees": ("opener", "cost", "tree"),
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


def mutate(real: Path, path: Path, seed: int, main: Callable[..., int]) -> bool:
    """Damage a store and use it in every way; returns whether any way refused it."""
    draw = random.Random(seed)
    shutil.copy(real, path)
    (change_bytes if draw.random() < 0.5 else change_rows)(path, draw)
    codes = []
    for command in (
        ["proof", str(path)],
        ["proof", str(path), "--json"],
        ["audit", str(path), "--sample", "2"],
        ["rank", "--json", "--game", GAME, "--top", "2", "--threads", "1", "--memory", "1", "--store", str(path)],
        ["prove", "--json", "--game", GAME, "--threads", "1", "--memory", "1", "--store", str(path)],
    ):
        codes.append(main(*command))
        assert codes[-1] in (0, 1, 2), (seed, command)
    for each in path.parent.iterdir():
        each.unlink()
    return 2 in codes


@pytest.fixture
def main(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., int]:
    """Run the command line in this process; whatever is no sentence is an error."""

    def call(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["fewest", *arguments])
        code: object = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code
        out, err = capsys.readouterr()
        assert "\x1b" not in out + err
        if code == 2:
            assert re.fullmatch(r"fewest: [^\n]*[.?]\n", err), err
        assert isinstance(code, int | None)
        return code or 0

    return call


@pytest.mark.parametrize("first", range(0, MUTANTS, AT_A_TIME))
def test_damaged_stores_end_in_a_sentence(first: int, real: Path, tmp_path: Path, main: Callable[..., int]) -> None:
    refused = [mutate(real, tmp_path / "store.db", seed, main) for seed in range(first, first + AT_A_TIME)]
    assert sum(refused) > AT_A_TIME / 4


LIES = {
    "a cost of 1": "UPDATE settled SET cost = 1, lower = 1 WHERE opener = :opener",
    "a cost below 0": "UPDATE settled SET cost = -5, lower = -5 WHERE opener = :opener",
    "only the cost": "UPDATE settled SET cost = cost - 1 WHERE opener = :opener",
    "only the lower bound": "UPDATE settled SET lower = lower + 1 WHERE opener = :opener",
    "a cost that is too low": "UPDATE settled SET cost = cost - 1, lower = lower - 1 WHERE opener = :opener",
    "a cost that is too high": "UPDATE settled SET cost = cost + 9, lower = lower + 9 WHERE opener = :opener",
    "two costs": "INSERT INTO settled SELECT run, opener, lower + 1, cost + 1, 0 FROM settled WHERE opener = :opener",
    "no opener": "INSERT INTO settled SELECT run, 'crane', lower, cost, 0 FROM settled WHERE opener = :opener",
    "a cost within a limit that is below the cost": "UPDATE within SET cost = cost - 1 WHERE opener = :opener",
    "a cost within a limit of nothing settled": "INSERT INTO within SELECT run, '333', 4, cost FROM within",
    "two costs within a limit": "INSERT INTO within SELECT run, opener, max_guesses, cost + 1 FROM within",
    "a limit of no guesses": "UPDATE within SET max_guesses = 0",
    "less than no time": "UPDATE settled SET seconds = -1 WHERE opener = :opener",
    "a bound beyond all": "INSERT INTO settled SELECT run, '111', 999999, NULL, 0 FROM settled WHERE opener = :opener",
    "a cost that no tree shows": "DELETE FROM trees; "
    "UPDATE settled SET cost = cost - 1, lower = lower - 1 WHERE opener = :opener",
    "a tree that costs less": "UPDATE trees SET cost = cost - 1 WHERE opener = :opener; "
    "UPDATE settled SET cost = cost - 1, lower = lower - 1 WHERE opener = :opener",
    "a tree of nothing settled": "DELETE FROM settled WHERE opener = :opener",
    "a tree that is text no longer": "UPDATE trees SET tree = '[]' WHERE opener = :opener",
    "weights that take minutes": "UPDATE about SET value = '[\"1e99999999\"]' WHERE name = 'given'",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_that_can_be_contradicted_is_refused(lie: str, real: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    shutil.copy(real, path)
    truth = cost_of_best(path)
    assert truth is not None
    base = sqlite3.connect(path)
    (opener,) = base.execute("SELECT opener FROM trees ORDER BY cost, rowid DESC").fetchone()
    for statement in LIES[lie].split(";"):
        base.execute(statement, {"opener": opener} if ":opener" in statement else {})
    base.commit()
    base.close()
    assert cost_of_best(path) is None


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
