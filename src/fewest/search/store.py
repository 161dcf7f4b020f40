"""An SQLite file with the results of a proof, which several runs can share and resume."""

import json
import os
import socket
import sqlite3
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from fewest.belief import Belief
from fewest.errors import FewestError, FewestWarning
from fewest.games import Game
from fewest.results.prose import pluralise
from fewest.search.proof import Settled
from fewest.search.prover import MEMORY, Prover, miss_penalty
from fewest.setup import Setup
from fewest.system.files import digest, escape_controls
from fewest.trees.tree import Tree

FORMAT = "fewest-store-2"

TABLES = ("runs", "settled", "within", "trees")
"""The tables whose rows end with a checksum."""

RUN = ("run", "place", "began", "seen", "ended", "openers", "top", "settled")
"""The columns of a run."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS runs (
    run INTEGER PRIMARY KEY, place TEXT NOT NULL, began REAL NOT NULL, seen REAL NOT NULL, ended INTEGER NOT NULL,
    openers INTEGER NOT NULL, top INTEGER NOT NULL, settled INTEGER NOT NULL, checksum TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS settled (
    run INTEGER NOT NULL, opener TEXT NOT NULL, lower INTEGER NOT NULL, cost INTEGER, seconds REAL NOT NULL,
    checksum TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS within (
    run INTEGER NOT NULL, opener TEXT NOT NULL, max_guesses INTEGER NOT NULL, cost INTEGER NOT NULL,
    checksum TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS trees (
    opener TEXT PRIMARY KEY, cost INTEGER NOT NULL, tree TEXT NOT NULL, checksum TEXT NOT NULL
) STRICT;
"""

CHECKSUM = "checksum"
"""The entry of the table `about` with the checksum of the other entries."""

LOCK_TIMEOUT_SECONDS = 60.0
"""How long to wait for another run to finish writing."""

HEARTBEAT_TIMEOUT_SECONDS = 5.0
"""A run without a heartbeat for this long is taken to be dead."""

Row = tuple[Any, ...]


def checksum_of(*values: object) -> str:
    """A digest of values and their types."""
    return digest(ascii(values))


def question_of(about: dict[str, str]) -> str:
    """The checksum of the table `about`."""
    return checksum_of(*sorted(map(ascii, about.items())))


def proof_identity(prover: Prover) -> dict[str, Any]:
    """The identity of a proof; runs with the same identity can share a store."""
    belief = prover.belief
    weights = digest(prover.weights.tobytes() + belief.secrets.tobytes())
    return {
        "game": belief.game.name,
        "label": belief.game.label,
        "fingerprint": belief.game.fingerprint,
        "hard": belief.hard,
        "clues": [f"{guess}={belief.game.reply_text(reply)}" for guess, reply in belief.clues],
        "max_guesses": prover.max_guesses,
        "target": prover.target,
        "given": [*map(str, prover.weights.tolist())] if prover.is_weighted else None,
        "weights": weights,
        "weight": int(prover.weights.sum()),
        "secrets": len(belief),
    }


class Store:
    """The results of a proof in a file, which several processes may use at a time.

    Writes are atomic, and on the disk when the call returns. Results are only added, never changed. Every row has a
    checksum, which covers the identity of the proof too. Rows that fail it are ignored, with a warning when the store
    is opened; the next run removes them and proves their results again.
    """

    def __init__(self, path: Path | str) -> None:
        """Open or create a file, and check its format and its rows."""
        self.path = Path(path)
        self.question = ""
        """The checksum of the identity of the proof; empty while the store is new."""
        self.damaged_rows = 0
        """The number of rows that failed their checksum when the store was opened."""
        self._about: dict[str, Any] = {}
        self._run: dict[str, Any] = {}
        if self.path.exists() and not self.path.is_file():
            raise FewestError(f"{self.path}: not a file; name a file for the store, such as proof.db.")
        with self._sqlite_errors():
            self._base = sqlite3.connect(
                self.path, timeout=LOCK_TIMEOUT_SECONDS, isolation_level=None, check_same_thread=False
            )
        try:
            tables = self._read_tables()
            self.is_new = not tables
            if tables:
                self._load_about(tables)
                self._warn_of_damage()
        except BaseException:
            self._base.close()
            raise

    def _read_tables(self) -> set[str]:
        """The names of all tables; raises if SQLite finds damage."""
        with self._sqlite_errors():
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.execute("PRAGMA trusted_schema = OFF")
            (check,) = self._base.execute("PRAGMA quick_check(1)").fetchone()
            if check != "ok":
                raise self.damaged("SQLite cannot read all of it")
            return {name for (name,) in self._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}

    def _read_rows(self, table: str) -> tuple[list[Row], list[int]]:
        """The rows of a table with a valid checksum, oldest first, and the ids of the other rows."""
        with self._sqlite_errors():
            stored = self._base.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid").fetchall()
        passed: list[Row] = []
        failed: list[int] = []
        for place, *row, checksum in stored:
            if checksum == checksum_of(self.question, table, *row):
                passed.append(tuple(row))
            else:
                failed.append(place)
        return passed, failed

    def _rows(self, table: str) -> list[Row]:
        return self._read_rows(table)[0]

    def _write(self, base: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
        """Write rows with their checksums; a row with the same key is replaced."""
        for row in rows:
            signed = (*row, checksum_of(self.question, table, *row))
            base.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(signed))})", signed)

    def _warn_of_damage(self) -> None:
        self.damaged_rows = sum(len(self._read_rows(table)[1]) for table in TABLES)
        if self.damaged_rows:
            rows = pluralise(self.damaged_rows, "damaged row is", "damaged rows are")
            message = f"{self.path}: {rows} left out, to be proved again."
            warnings.warn(escape_controls(message), FewestWarning, stacklevel=4)

    def _remove_damage(self, base: sqlite3.Connection) -> None:
        for table in TABLES:
            failed = self._read_rows(table)[1]
            base.executemany(f"DELETE FROM {table} WHERE rowid = ?", [(place,) for place in failed])

    @classmethod
    def existing(cls, path: Path | str) -> Self:
        """Open a store that already has results."""
        if not Path(path).is_file():
            raise FewestError(f"{path}: there is no such store; make one with fewest prove --store.")
        store = cls(path)
        if store.is_new:
            store.close()
            raise FewestError(f"{path}: this store is still empty.")
        return store

    def close(self) -> None:
        """Mark this run as ended, and close the file."""
        try:
            if self._run:
                self._update_run(self._base, ended=1)
        except sqlite3.Error:
            pass  # the run then looks as if it was killed, which is harmless
        self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _sqlite_errors(self) -> Iterator[None]:
        """Turn SQLite errors, such as a full disk or a locked file, into a FewestError with one sentence."""
        try:
            yield
        except UnicodeError:
            raise self.damaged("SQLite cannot read all of it") from None
        except sqlite3.Error as error:
            if "not a database" in str(error):
                raise FewestError(f"{self.path}: not a store of a proof; name another file.") from None
            raise FewestError(f"{self.path}: {escape_controls(str(error))}.") from None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Write everything in the block, or nothing."""
        with self._sqlite_errors():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    def begin(self, prover: Prover, openers: int, top: int) -> int:
        """Register a run; returns how many other runs are active. The store must be new or have the same identity."""
        identity = {"format": FORMAT, **proof_identity(prover)}
        if self.is_new:
            self._enable_wal()
        with self._transaction() as base:
            for statement in SCHEMA.split(";"):  # no change if another run has created the tables
                base.execute(statement)
            if not base.execute("SELECT 1 FROM about").fetchone():
                texts = {name: json.dumps(value) for name, value in identity.items()}
                base.executemany("INSERT INTO about VALUES (?, ?)", [*texts.items(), (CHECKSUM, question_of(texts))])
            self._load_about({"about"})
            self._require_identity(identity)
            self._remove_damage(base)
            now = time.time()
            recent = now - HEARTBEAT_TIMEOUT_SECONDS
            others = sum(1 for run in self.runs() if not run["ended"] and run["seen"] > recent)
            ((last,),) = base.execute("SELECT max(run) FROM (SELECT run FROM runs UNION ALL SELECT run FROM settled)")
            place = f"{socket.gethostname()} {os.getpid()}"
            run = (last or 0) + 1, place, now, now, 0, openers, top, 0
            self._run = dict(zip(RUN, run, strict=True))
            self._update_run(base)
        return others

    def _update_run(self, base: sqlite3.Connection, **changes: int) -> None:
        """Rewrite the row of this run."""
        self._run |= {"seen": time.time(), **changes}
        self._write(base, "runs", [tuple(self._run.values())])

    def _enable_wal(self) -> None:
        """Let other runs read during a write; retries by hand, since this pragma does not wait for a lock."""
        deadline = time.monotonic() + LOCK_TIMEOUT_SECONDS
        with self._sqlite_errors():
            while True:
                try:
                    self._base.execute("PRAGMA journal_mode = WAL")
                    return
                except sqlite3.OperationalError as error:
                    if "locked" not in str(error) or time.monotonic() > deadline:
                        raise
                    time.sleep(0.05)

    def damaged(self, why: str) -> FewestError:
        """The error for contents that no run can have written."""
        return FewestError(f"{self.path}: it is damaged: {escape_controls(why)}.")

    def _load_about(self, tables: set[str]) -> None:
        """Read the table `about`; raises FewestError for other databases, other format versions, and damage."""
        if "about" not in tables:
            raise FewestError(f"{self.path}: a database, but not a store of a proof.")
        with self._sqlite_errors():
            texts = dict(self._base.execute("SELECT name, value FROM about").fetchall())
        checksum, version = texts.pop(CHECKSUM, None), texts.get("format")
        if version != json.dumps(FORMAT):
            shown = escape_controls(str(version)[:60])
            raise FewestError(f"{self.path}: its format is {shown}, not {FORMAT!r}; name a new file for a new proof.")
        self.question = question_of(texts)
        if checksum != self.question:
            raise self.damaged("the description of its proof fails its checksum")
        self._about = {name: json.loads(value) for name, value in texts.items()}

    def _require_identity(self, identity: dict[str, Any]) -> None:
        for key, wanted in identity.items():
            if self._about.get(key) == wanted:
                continue
            difference = f"{json.dumps(self._about.get(key))}, not {json.dumps(wanted)}"
            shown = difference if len(difference) <= 120 else "different"
            raise FewestError(f"{self.path}: this store is for another proof: its {key} is {shown}.")

    def require_same(self, prover: Prover) -> None:
        """Raise FewestError if a prover is for another proof."""
        self._require_identity(proof_identity(prover))

    def about(self) -> dict[str, Any]:
        """The identity of the proof."""
        return {**self._about}

    def penalty(self) -> int:
        """The penalty of a missed secret in the costs, per unit of weight; 0 for an aim without a target."""
        about = self._about
        if about["target"] is None:
            return 0
        given = [int(weight) for weight in about["given"] or [1] * about["secrets"]]
        return miss_penalty(np.array(given, np.int64), about["max_guesses"], about["target"]) or 0

    def add(self, found: Sequence[Settled], within: int | None = None) -> None:
        """Add results; `within` is the second limit on guesses of the run, if any.

        Good play that was saved for an opener is removed once the opener has an exact value below its cost.
        """
        run = self._run["run"]
        with self._transaction() as base:
            self._write(base, "settled", [(run, each.opener, each.lower, each.cost, each.seconds) for each in found])
            limited = [(run, each.opener, within, each.within) for each in found if each.within is not None]
            self._write(base, "within", limited)
            costs = [(each.opener, each.cost) for each in found if each.cost is not None]
            base.executemany("DELETE FROM trees WHERE opener = ? AND cost > ?", costs)

    def heartbeat(self, settled: int) -> None:
        """Record that this run is active, and how many openers are settled."""
        with self._transaction() as base:
            self._update_run(base, settled=settled)

    def known(self, within: int | None = None) -> dict[str, Settled]:
        """The combined results of all runs by opener; `within` adds the costs under this second limit."""
        limited = {opener: cost for _, opener, limit, cost in self._rows("within") if limit == within}
        known: dict[str, Settled] = {}
        for _, opener, lower, cost, seconds in self._rows("settled"):
            before = known.get(opener, Settled(opener, 0, None))
            exact = before.cost if cost is None else cost
            lower = max(before.lower, lower)
            if exact not in (None, lower) or before.cost not in (None, exact):
                raise self.damaged(f"the values of {opener} contradict each other: {exact:,}, and at least {lower:,}")
            known[opener] = Settled(opener, lower, exact, before.seconds + seconds)
        for opener, cost in limited.items():
            if opener in known and known[opener].cost is not None:  # otherwise the matching row was damaged
                known[opener] = replace(known[opener], within=cost)
        return known

    def limits(self) -> list[int]:
        """The second limits on guesses of the stored costs."""
        return sorted({limit for _, _, limit, _ in self._rows("within")})

    def version(self) -> int:
        """A number that changes when another process writes."""
        with self._sqlite_errors():
            (version,) = self._base.execute("PRAGMA data_version").fetchone()
        return int(version)

    def save_tree(self, tree: Tree, cost: int) -> None:
        """Save a tree of an opener, unless the opener has an exact value below its cost."""
        text = json.dumps(tree.to_json(), ensure_ascii=False)
        with self._transaction() as base:
            self._write(base, "trees", [(tree.opener, cost, text)])
            base.execute(
                "DELETE FROM trees WHERE cost > (SELECT min(cost) FROM settled WHERE settled.opener = trees.opener)"
            )

    def tree(self, opener: str, belief: Belief) -> Tree | None:
        """The saved tree of an opener, if there is one."""
        text = next((text for saved, _, text in self._rows("trees") if saved == opener), None)
        tree = None if text is None else Tree.from_json(json.loads(text), belief.game)
        if tree is not None and (tree.opener, tree.hard, tree.clues) != (opener, belief.in_hard_mode, belief.clues):
            raise self.damaged(f"the tree of {opener} is for another position")
        return tree

    def trees(self) -> list[tuple[str, int]]:
        """The openers with a saved tree and their costs, best first; of equal cost, the latest first."""
        return sorted(((opener, cost) for opener, cost, _ in self._rows("trees")[::-1]), key=lambda saved: saved[1])

    def check(self, prover: Prover) -> None:
        """Play the stored trees; raises FewestError if a value contradicts them."""
        known = self.known()
        for opener, cost in self.trees():
            tree = self.tree(opener, prover.belief)
            assert tree is not None
            value = known.get(opener, Settled(opener, 0, None))
            if prover.cost_of(tree) != cost or value.cost not in (None, cost) or cost < value.lower:
                raise self.damaged(f"the tree of {opener} costs {prover.cost_of(tree):,}, but a stored value differs")

    def runs(self) -> list[dict[str, Any]]:
        """Every run as a dict; `searched` is the number of its results."""
        searched = Counter(run for run, *_ in self._rows("settled"))
        return [{**dict(zip(RUN, row, strict=True)), "searched": searched[row[0]]} for row in self._rows("runs")]

    def prover(self, game: Game | None = None, memory: int = MEMORY) -> Prover:
        """Make a prover for this proof; pass the game if its words are not a shipped edition."""
        about = self.about()
        game = game or Setup.named(about["game"], about["label"]).make_game()
        played = {"game": game.name, "label": game.label, "fingerprint": game.fingerprint}
        self._require_identity(played)
        belief = Belief.start(game, hard=about["hard"]).after_all(about["clues"])
        given = about["given"]
        weights = None if given is None else [int(weight) for weight in given]
        prover = Prover(belief, weights, about["max_guesses"], memory, target=about["target"])
        self.require_same(prover)
        return prover
