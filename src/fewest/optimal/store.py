"""What a proof has found out, kept in an SQLite file as it goes: nothing that is settled is ever lost."""

import json
import os
import socket
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.games import Game, again
from fewest.optimal.prover import MEMORY, Prover
from fewest.tree import Tree

FORMAT = "fewest-store-1"

SCHEMA = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS runs (
    run INTEGER PRIMARY KEY, place TEXT NOT NULL, began REAL NOT NULL, seen REAL NOT NULL, ended INTEGER NOT NULL,
    openers INTEGER NOT NULL, top INTEGER NOT NULL, settled INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS settled (
    run INTEGER NOT NULL, opener TEXT NOT NULL, lower INTEGER NOT NULL, cost INTEGER, seconds REAL NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS openers ON settled (opener);
CREATE TABLE IF NOT EXISTS trees (opener TEXT PRIMARY KEY, cost INTEGER NOT NULL, tree TEXT NOT NULL) STRICT;
"""

PATIENCE = 60.0
"""How many seconds to wait for another run to finish writing."""

ALIVE = 5.0
"""A run that was seen no longer ago than these seconds is still at work."""


@dataclass(frozen=True)
class Settled:
    """What is known of an opener."""

    opener: str
    lower: int
    """It costs at least this."""
    cost: int | None
    """What it costs exactly, if that is known."""
    seconds: float = 0.0
    """What it took to find out."""


def question(prover: Prover) -> dict[str, Any]:
    """What a proof is about, in a few words; two proofs about the same have the same."""
    belief = prover.belief
    weights = sha256(prover.weights.tobytes() + belief.secrets.tobytes()).hexdigest()[:16]
    return {
        "game": belief.game.name,
        "edition": belief.game.label,
        "fingerprint": belief.game.fingerprint,
        "hard": belief.hard,
        "clues": [f"{guess}={belief.game.reply_text(reply)}" for guess, reply in belief.clues],
        "max_guesses": prover.max_guesses,
        "given": None if prover.given is None else [str(Fraction(weight)) for weight in prover.given],
        "weights": weights,
        "weight": int(prover.weights.sum()),
        "secrets": len(belief),
    }


def _may_be_alive(place: str) -> bool:
    """Whether the process of a run is there, or runs on another machine."""
    machine, _, process = place.rpartition(" ")
    if machine == socket.gethostname():
        try:
            os.kill(int(process), 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass  # it belongs to somebody else
    return True


class Store:
    """A file that holds what is settled. Several processes may write to one store at a time.

    Whatever was added is on the disk when the call returns, also if the process is killed right after; what was not
    added whole is not there at all. Rows are only ever added, so no run can spoil what another has found.
    """

    def __init__(self, path: Path | str) -> None:
        """Open a file, or make one."""
        self.path = Path(path)
        self.run: int | None = None
        with self._errors():
            self._base = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            try:
                self._base.execute("PRAGMA synchronous = FULL")
                known = {name for (name,) in self._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            except BaseException:
                self._base.close()
                raise
        self.fresh = not known
        if known:
            try:
                self._check_format(known)
            except BaseException:
                self._base.close()
                raise

    @classmethod
    def existing(cls, path: Path | str) -> Self:
        """Open a file that is there already."""
        if not Path(path).is_file():
            raise FewestError(f"{path}: there is no such store; fewest prove --store makes one.")
        store = cls(path)
        if store.fresh:
            store.close()
            raise FewestError(f"{path}: nothing is in this store yet.")
        return store

    def close(self) -> None:
        """Say that this run has ended, and let go of the file."""
        try:
            if self.run is not None:
                self._base.execute("UPDATE runs SET ended = 1, seen = ? WHERE run = ?", (time.time(), self.run))
        except sqlite3.Error:
            pass  # then it looks like one that was killed, which does no harm
        self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Say in one sentence what is wrong with the file."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            text = str(error)
            if "full" in text:
                text = "the disk is full; what was settled before is kept"
            elif "readonly" in text:
                text = "it cannot be written to"
            elif "locked" in text:
                text = "another program has locked it"
            elif "unable to open" in text:
                text = "it cannot be opened"
            elif "not a database" in text:
                text = "it is no store of a proof"
            raise FewestError(f"{self.path}: {text}.") from None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Write all or nothing."""
        with self._errors():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    def begin(self, prover: Prover, openers: int, top: int) -> int:
        """Begin a run about what a prover is about, over some openers, and count the others that are at work on it."""
        asked = {key: json.dumps(value) for key, value in {"format": FORMAT, **question(prover)}.items()}
        if self.fresh:
            self._write_ahead()
        with self._writing() as base:
            for statement in SCHEMA.split(";") if self.fresh else ():
                base.execute(statement)
            if not base.execute("SELECT 1 FROM about").fetchone():
                base.executemany("INSERT INTO about VALUES (?, ?)", asked.items())
            self._check_question(asked)
            now = time.time()
            recent = base.execute("SELECT place FROM runs WHERE NOT ended AND seen > ?", (now - ALIVE,))
            others = sum(_may_be_alive(place) for (place,) in recent)
            place = f"{socket.gethostname()} {os.getpid()}"
            values = place, now, now, openers, top
            cursor = base.execute("INSERT INTO runs VALUES (NULL, ?, ?, ?, 0, ?, ?, 0)", values)
            self.run = cursor.lastrowid
        return others

    def _write_ahead(self) -> None:
        """Let others read while one writes; while another run asks for the same, SQLite does not wait by itself."""
        ends = time.monotonic() + PATIENCE
        with self._errors():
            while True:
                try:
                    self._base.execute("PRAGMA journal_mode = WAL")
                    return
                except sqlite3.OperationalError as error:
                    if "locked" not in str(error) or time.monotonic() > ends:
                        raise
                    time.sleep(0.05)

    def _check_format(self, tables: set[str]) -> None:
        """Refuse a database that is none of ours, and what another version has written."""
        try:
            found = self.about()["format"] if "about" in tables else None
        except FewestError:
            raise
        except (KeyError, TypeError, ValueError):
            found = None
        if found is None:
            raise FewestError(f"{self.path}: a database, but no store of a proof.")
        if found != FORMAT:
            raise FewestError(f"{self.path}: its format is {found!r}, not {FORMAT!r}.")

    def _check_question(self, asked: dict[str, str]) -> None:
        known = {key: json.dumps(value) for key, value in self.about().items()}
        different = [key for key in asked if known.get(key) != asked[key]]
        if different:
            key, shown = different[0], [known.get(different[0], "missing"), asked[different[0]]]
            if max(map(len, shown)) > 60:
                raise FewestError(f"{self.path}: this store is about something else; its {key} is different.")
            raise FewestError(
                f"{self.path}: this store is about something else; its {key} is {shown[0]}, not {shown[1]}."
            )

    def about(self) -> dict[str, Any]:
        """What the store is about."""
        with self._errors():
            return {name: json.loads(value) for name, value in self._base.execute("SELECT * FROM about")}

    def add(self, found: Iterable[Settled]) -> None:
        """Keep what was found out about some openers."""
        rows = [(self.run, each.opener, each.lower, each.cost, each.seconds) for each in found]
        with self._writing() as base:
            base.executemany("INSERT INTO settled VALUES (?, ?, ?, ?, ?)", rows)

    def beat(self, settled: int) -> None:
        """Show that this run is still at work, and how many openers are settled."""
        with self._writing() as base:
            base.execute("UPDATE runs SET seen = ?, settled = ? WHERE run = ?", (time.time(), settled, self.run))

    def known(self) -> dict[str, Settled]:
        """Everything that all runs have found out, by opener."""
        query = "SELECT opener, max(lower), min(cost), sum(seconds) FROM settled GROUP BY opener"
        with self._errors():
            return {row[0]: Settled(*row) for row in self._base.execute(query)}

    def version(self) -> int:
        """A number that changes when another process has written."""
        with self._errors():
            (version,) = self._base.execute("PRAGMA data_version").fetchone()
        return int(version)

    def keep_tree(self, tree: Tree, cost: int) -> None:
        """Keep how an opener is played."""
        text = json.dumps(tree.to_json(), ensure_ascii=False)
        with self._writing() as base:
            base.execute("INSERT OR REPLACE INTO trees VALUES (?, ?, ?)", (tree.opener, cost, text))

    def tree(self, opener: str, belief: Belief) -> Tree | None:
        """How an opener is played, if that was kept."""
        with self._errors():
            row = self._base.execute("SELECT tree FROM trees WHERE opener = ?", (opener,)).fetchone()
        try:
            return None if row is None else Tree.from_json(json.loads(row[0]), belief.game)
        except ValueError as error:
            raise FewestError(f"{self.path}: the tree of {opener} cannot be read: {error}") from None

    def trees(self) -> list[tuple[str, int]]:
        """The openers whose trees are kept, the best first, and of those that cost the same the last found."""
        with self._errors():
            return [*self._base.execute("SELECT opener, cost FROM trees ORDER BY cost, rowid DESC")]

    def runs(self) -> list[dict[str, Any]]:
        """Every run, with what it has settled."""
        query = "SELECT *, (SELECT count(*) FROM settled WHERE settled.run = runs.run) AS searched FROM runs"
        with self._errors():
            cursor = self._base.execute(query)
            names = [name for name, *_ in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    def prover(self, game: Game | None = None, memory: int = MEMORY) -> Prover:
        """A prover with nothing in its memory that is about the same; words that are no edition's must be given."""
        about = self.about()
        game = game or again(about["game"], about["edition"])
        played = {"game": game.name, "edition": game.label, "fingerprint": game.fingerprint}
        self._check_question({key: json.dumps(value) for key, value in played.items()})
        belief = Belief.start(game, hard=about["hard"]).after_all(about["clues"])
        given = about["given"]
        weights = None if given is None else [Fraction(weight) for weight in given]
        prover = Prover(belief, weights, about["max_guesses"], memory)
        self._check_question({key: json.dumps(value) for key, value in question(prover).items()})
        return prover
