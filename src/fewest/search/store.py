"""An SQLite file with the results of a proof, so that it can be resumed and shared by several runs."""

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

from fewest.belief import Belief
from fewest.errors import FewestError, FewestWarning
from fewest.games import Game
from fewest.results.prose import pluralise
from fewest.search.proof import Settled
from fewest.search.prover import IMPOSSIBLE, MEMORY, Prover, least_cost, miss_penalty
from fewest.setup import Setup
from fewest.splits import split
from fewest.system.files import digest, escape_controls
from fewest.system.machine import may_be_alive
from fewest.trees.tree import Tree

FORMAT = "fewest-store-2"

COLUMNS = {
    "runs": ("run", "place", "began", "seen", "ended", "openers", "top", "settled"),
    "settled": ("run", "opener", "lower", "cost", "seconds"),
    "within": ("run", "opener", "max_guesses", "cost"),
    "trees": ("opener", "cost", "tree"),
}
"""The columns of the tables whose rows have a checksum each, in the column after these."""

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
"""The entry of the table `about` that holds the checksum of the others."""

LOCK_TIMEOUT_SECONDS = 60.0
"""How long to wait for another run to finish writing."""

HEARTBEAT_TIMEOUT_SECONDS = 5.0
"""How old the last heartbeat of a running run may be."""

MOST_BYTES = 1 << 28
"""How large the file of a store may be: it is read as a whole."""

Row = tuple[Any, ...]


def checksum_of(*values: object) -> str:
    """A digest of values and their types."""
    return digest(ascii(values))


def proof_identity(prover: Prover) -> dict[str, Any]:
    """What identifies a proof: runs with the same identity can share a store."""
    belief = prover.belief
    weights = digest(prover.weights.tobytes() + belief.secrets.tobytes())
    return {
        "game": belief.game.name,
        "label": belief.game.label,
        "fingerprint": belief.game.fingerprint,
        "hard": belief.hard,
        "clues": [f"{guess}={belief.game.reply_text(reply)}" for guess, reply in belief.clues],
        "max_guesses": prover.max_guesses,
        "due": prover.target,
        "given": [*map(str, prover.weights.tolist())] if prover.is_weighted else None,
        "weights": weights,
        "weight": int(prover.weights.sum()),
        "secrets": len(belief),
    }


def _may_be_alive(place: str) -> bool:
    """Whether the process of a run exists, or is on another machine."""
    machine, _, process = str(place).rpartition(" ")
    if machine == socket.gethostname():
        return process.isdecimal() and may_be_alive(int(process))
    return True


class Store:
    """The file. Several processes may use one store at a time.

    Writes are atomic, and on the disk when the call returns. Results are only added, never changed. Every row has a
    checksum, also over the question that the store is about. A row that fails it is left out, with a warning when the
    store is opened; the next run removes it, and proves again what it held.
    """

    def __init__(self, path: Path | str) -> None:
        """Open or create a file, and check its format and its rows."""
        self.path = Path(path)
        self.question = ""
        """The checksum of the identity of the proof; empty while the store is new."""
        self.damaged_rows = 0
        """How many rows failed their checksum when the store was opened."""
        self._about: dict[str, Any] = {}
        self._run: dict[str, Any] = {}
        self._costs: tuple[int, int, int] | None = None
        self._require_file()
        with self._sqlite_errors():
            self._base = sqlite3.connect(
                self.path, timeout=LOCK_TIMEOUT_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._base.text_factory = lambda text: text.decode(errors="surrogateescape")  # a damaged text can be read
        try:
            tables = self._read_tables()
            self.is_new = not tables
            if tables:
                self._require_tables(tables)
                self._load_about()
                self._warn_of_damage()
        except BaseException:
            self._base.close()
            raise

    def _require_file(self) -> None:
        """Refuse devices and folders, and files that are too large."""
        try:
            if self.path.exists() and not self.path.is_file():
                raise FewestError(f"{self.path}: a store must be a file of its own; name one such as proof.db.")
            if self.path.exists() and self.path.stat().st_size > MOST_BYTES:
                raise FewestError(f"{self.path}: a store has at most {MOST_BYTES >> 20} MB, and this file has more.")
        except OSError as error:
            raise FewestError(f"{self.path}: it cannot be opened ({error.strerror or error}).") from None

    def _read_tables(self) -> set[str]:
        """The names of all tables; raises if SQLite finds damage."""
        with self._sqlite_errors():
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.execute("PRAGMA trusted_schema = OFF")
            (check,) = self._base.execute("PRAGMA quick_check(1)").fetchone()
            if check != "ok":
                raise sqlite3.DatabaseError("malformed")
            return {name for (name,) in self._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}

    def _require_tables(self, tables: set[str]) -> None:
        if "about" not in tables:
            raise FewestError(f"{self.path}: a database, but no store of a proof.")
        missing = COLUMNS.keys() - tables
        if missing and len(tables) > 1:
            raise self.damaged(f"the table {min(missing)} is missing")

    def _read_rows(self, table: str) -> tuple[list[Row], list[int]]:
        """The rows of a table that pass their checksum, in the order in which they were written, and which do not."""
        with self._sqlite_errors():
            columns = ", ".join(COLUMNS[table])
            found = self._base.execute(f"SELECT rowid, checksum, {columns} FROM {table} ORDER BY rowid").fetchall()
        passed: list[Row] = []
        failed: list[int] = []
        for place, checksum, *row in found:
            if checksum == checksum_of(self.question, table, *row):
                passed.append(tuple(row))
            else:
                failed.append(place)
        return passed, failed

    def _rows(self, table: str) -> list[Row]:
        return self._read_rows(table)[0]

    def _write(self, base: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
        """Write rows with their checksums; a row with the same key is replaced."""
        places = ", ".join("?" * (len(COLUMNS[table]) + 1))
        signed = [(*row, checksum_of(self.question, table, *row)) for row in rows]
        base.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({places})", signed)

    def _warn_of_damage(self) -> None:
        self.damaged_rows = sum(len(self._read_rows(table)[1]) for table in COLUMNS)
        if self.damaged_rows:
            rows = pluralise(self.damaged_rows, "damaged row is", "damaged rows are")
            message = f"{self.path}: {rows} left out, to be proved again."
            warnings.warn(escape_controls(message), FewestWarning, stacklevel=4)

    def _remove_damage(self, base: sqlite3.Connection) -> None:
        for table in COLUMNS:
            failed = self._read_rows(table)[1]
            base.executemany(f"DELETE FROM {table} WHERE rowid = ?", [(at,) for at in failed])

    @classmethod
    def existing(cls, path: Path | str) -> Self:
        """Open a store that has results already."""
        if not Path(path).is_file():
            raise FewestError(f"{path}: there is no such store; fewest prove --store makes one.")
        store = cls(path)
        if store.is_new:
            store.close()
            raise FewestError(f"{path}: nothing is in this store yet.")
        return store

    def close(self) -> None:
        """Mark this run as ended, and close the file."""
        try:
            if self._run:
                self._update_run(self._base, ended=1)
        except sqlite3.Error:
            pass  # the run looks as if it was killed, which does no harm
        self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _sqlite_errors(self) -> Iterator[None]:
        """Turn SQLite errors into a FewestError of one sentence."""
        try:
            yield
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            text = str(error)
            if "full" in text:
                text = "the disk is full; what was settled before is kept"
            elif "disk I/O" in text:
                text = "the disk is full or fails; what was settled before is kept"
            elif "malformed" in text or "decode" in text or not isinstance(error, sqlite3.Error):
                text = "it is damaged"
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
        identity = {key: json.dumps(value) for key, value in {"format": FORMAT, **proof_identity(prover)}.items()}
        if self.is_new:
            self._enable_wal()
        with self._transaction() as base:
            for statement in SCHEMA.split(";"):  # nothing changes where another run was faster
                base.execute(statement)
            if not base.execute("SELECT 1 FROM about").fetchone():
                checked = {**identity, CHECKSUM: checksum_of(*sorted(map(ascii, identity.items())))}
                base.executemany("INSERT INTO about VALUES (?, ?)", checked.items())
            self._load_about()
            self._check_identity(identity)
            self._remove_damage(base)
            now = time.time()
            others = sum(
                _may_be_alive(run["place"])
                for run in self.runs()
                if not run["ended"] and run["seen"] > now - HEARTBEAT_TIMEOUT_SECONDS
            )
            ((last,),) = base.execute("SELECT max(run) FROM (SELECT run FROM runs UNION ALL SELECT run FROM settled)")
            place = f"{socket.gethostname()} {os.getpid()}"
            run = (last or 0) + 1, place, now, now, 0, openers, top, 0
            self._run = dict(zip(COLUMNS["runs"], run, strict=True))
            self._update_run(base)
        return others

    def _update_run(self, base: sqlite3.Connection, **changes: int) -> None:
        """Write the row of this run anew."""
        self._run |= {"seen": time.time(), **changes}
        self._write(base, "runs", [tuple(self._run.values())])

    def _enable_wal(self) -> None:
        """Let other runs read during a write. SQLite does not wait for the lock of this pragma by itself."""
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
        """The error for content that no run can have written."""
        return FewestError(f"{self.path}: it is damaged: {escape_controls(why)}.")

    def _load_about(self) -> None:
        """Read the table `about`; refuses other databases, other versions of the format, and damage."""
        with self._sqlite_errors():
            rows = self._base.execute("SELECT * FROM about").fetchall()
        texts = dict(rows) if all(len(row) == 2 for row in rows) else {}
        checksum, found = texts.pop(CHECKSUM, None), texts.get("format")
        if found is None:
            raise FewestError(f"{self.path}: a database, but no store of a proof.")
        if found != json.dumps(FORMAT):
            shown = escape_controls(str(found)[:60]).strip('"')
            raise FewestError(f"{self.path}: its format is {shown!r}, not {FORMAT!r}; name a new file for a new proof.")
        self.question = checksum_of(*sorted(map(ascii, texts.items())))
        if checksum != self.question:
            raise self.damaged("what it says of its question fails its checksum")
        self._about = {name: json.loads(value) for name, value in texts.items()}

    def _check_identity(self, identity: dict[str, str]) -> None:
        stored = {key: json.dumps(value) for key, value in self.about().items()}
        for key, wanted in identity.items():
            found = stored.get(key, "missing")
            if found == wanted:
                continue
            if max(len(found), len(wanted)) > 60:
                raise FewestError(f"{self.path}: this store is about something else; its {key} is different.")
            raise FewestError(f"{self.path}: this store is about something else; its {key} is {found}, not {wanted}.")

    def require_same(self, prover: Prover) -> None:
        """Refuse a prover of something else."""
        self._check_identity({key: json.dumps(value) for key, value in proof_identity(prover).items()})

    def about(self) -> dict[str, Any]:
        """The identity of the proof."""
        return {**self._about}

    def _cost_range(self) -> tuple[int, int, int]:
        """The least and the greatest cost of any opener, and the greatest lower bound.

        The greatest: every guess after the opener rules out a secret, since optimal play never makes a useless guess.
        """
        if self._costs is None:
            about = self.about()
            weight, secrets = about["weight"], about["secrets"]
            heaviest = weight - secrets + 1
            if about["given"] is not None:
                heaviest = max(map(int, about["given"]))
            penalty = self._penalty(about)
            most = weight * (about["max_guesses"] or secrets + 1) + penalty * weight
            self._costs = least_cost(weight, heaviest), most, most if about["max_guesses"] is None else IMPOSSIBLE
        return self._costs

    def _penalty(self, about: dict[str, Any]) -> int:
        try:
            return miss_penalty(about["weight"], about["secrets"], about["max_guesses"], about["due"])
        except FewestError:
            raise self.damaged("its weights are too large for its aim") from None

    def penalty(self) -> int:
        """What every late secret adds to the costs, times its weight; 0 for costs that are totals."""
        return self._penalty(self.about())

    def add(self, found: Sequence[Settled], within: int | None = None) -> None:
        """Add results; `within` is the second guess limit of the run, if it has one."""
        run = self._run["run"]
        with self._transaction() as base:
            self._write(base, "settled", [(run, each.opener, each.lower, each.cost, each.seconds) for each in found])
            limited = [(run, each.opener, within, each.within) for each in found if each.within is not None]
            self._write(base, "within", limited)

    def heartbeat(self, settled: int) -> None:
        """Record that this run is active, and how many openers are settled."""
        with self._transaction() as base:
            self._update_run(base, settled=settled)

    def known(self, within: int | None = None) -> dict[str, Settled]:
        """The combined results of all runs by opener, with the costs under a second guess limit if one is given."""
        limited = {} if within is None else self._known_within(within)  # first: another run may add to both meanwhile
        found: dict[str, Settled] = {}
        for _, opener, lower, cost, seconds in self._rows("settled"):
            self._check_costs(opener, lower, cost)
            before = found.get(opener, Settled(opener, 0, cost))
            exact = before.cost if cost is None else cost
            if before.cost is not None and before.cost != exact:
                raise self.damaged(f"{opener} cannot cost both {before.cost:,} and {exact:,}")
            found[opener] = Settled(opener, max(before.lower, lower), exact, before.seconds + seconds)
        for each in found.values():
            if each.cost is not None and each.cost != each.lower:
                raise self.damaged(f"{each.opener} cannot cost {each.cost:,} and at least {each.lower:,}")
        for opener, cost in limited.items():
            if opener not in found or found[opener].cost is None:
                continue  # the row that belongs to it was damaged
            if cost < (found[opener].cost or 0):
                raise self.damaged(f"{opener} cannot cost {cost:,} within {within} guesses")
            found[opener] = replace(found[opener], within=cost)
        return found

    def limits(self) -> list[int]:
        """The second guess limits under which openers are valued."""
        return sorted({limit for _, _, limit, _ in self._rows("within")})

    def _known_within(self, limit: int) -> dict[str, int]:
        """The exact cost of every opener that is valued under a second guess limit."""
        most = self._about["weight"] * limit
        found: dict[str, int] = {}
        for _, opener, valued, cost in self._rows("within"):
            if valued != limit:
                continue
            if not (0 < cost <= most or cost == IMPOSSIBLE) or found.setdefault(opener, cost) != cost:
                raise self.damaged(f"{opener} cannot cost {cost:,} within {limit} guesses")
        return found

    def _check_costs(self, opener: str, lower: int, cost: int | None) -> None:
        """Refuse values that no run can have found."""
        least, most, highest = self._cost_range()
        if not 0 <= lower <= highest:
            raise self.damaged(f"{opener} cannot cost at least {lower:,}")
        if cost is not None and not least <= cost <= most:
            raise self.damaged(f"{opener} cannot cost {cost:,}")

    def version(self) -> int:
        """A number that changes when another process writes."""
        with self._sqlite_errors():
            (version,) = self._base.execute("PRAGMA data_version").fetchone()
        return int(version)

    def save_tree(self, tree: Tree, cost: int) -> None:
        """Save the optimal tree of an opener."""
        text = json.dumps(tree.to_json(), ensure_ascii=False)
        with self._transaction() as base:
            self._write(base, "trees", [(tree.opener, cost, text)])

    def tree(self, opener: str, belief: Belief) -> Tree | None:
        """The saved tree of an opener, if there is one."""
        text = next((text for each, _, text in self._rows("trees") if each == opener), None)
        try:
            tree = None if text is None else Tree.from_json(json.loads(text), belief.game)
        except (ValueError, TypeError, RecursionError) as error:
            why = escape_controls(str(error)).rstrip(".")
            raise FewestError(f"{self.path}: the tree of {opener} cannot be read: {why}.") from None
        if tree is not None and (tree.opener, tree.hard, tree.clues) != (opener, belief.in_hard_mode, belief.clues):
            raise self.damaged(f"the tree of {opener} is about something else")
        return tree

    def trees(self) -> list[tuple[str, int]]:
        """The openers with a saved tree and their costs, best first; of equal cost, the latest first."""
        found = self._rows("trees")[::-1]
        found.sort(key=lambda row: row[1])
        for opener, cost, _ in found:
            self._check_costs(opener, cost, cost)
        return [(opener, cost) for opener, cost, _ in found]

    def check(self, prover: Prover | None = None) -> None:
        """Refuse results, trees and rules that contradict each other; without a prover, trees are not replayed."""
        known, trees = self.known(), self.trees()
        for limit in self.limits():
            self.known(limit)
        for opener, cost in trees:
            if opener in known and known[opener].cost not in (None, cost):
                raise self.damaged(f"{opener} does not cost {cost:,}, as its tree does")
        if prover is None:
            return
        whole = split(prover.belief)
        least = prover.least_costs(prover.belief, whole).tolist()
        bounds = {prover.belief.game.guesses[guess]: each for guess, each in zip(whole.guesses, least, strict=True)}
        for each in known.values():
            if each.opener not in bounds:
                raise self.damaged(f"{each.opener!r} is no opener of this game")
            if each.cost is not None and each.cost < bounds[each.opener]:
                raise self.damaged(f"{each.opener} cannot cost {each.cost:,}, but {bounds[each.opener]:,} or more")
        for opener, cost in trees:
            tree = self.tree(opener, prover.belief)
            if tree is not None and prover.cost_of(tree) != cost:
                raise self.damaged(f"{opener} does not cost {cost:,}: its tree costs {prover.cost_of(tree):,}")

    def runs(self) -> list[dict[str, Any]]:
        """Every run as a dict, `searched` being the number of its results."""
        searched = Counter(run for run, *_ in self._rows("settled"))
        runs = (dict(zip(COLUMNS["runs"], row, strict=True)) for row in self._rows("runs"))
        return [{**run, "searched": searched[run["run"]]} for run in runs]

    def prover(self, game: Game | None = None, memory: int = MEMORY) -> Prover:
        """A new prover for this proof; the game must be given if its words are not a shipped edition."""
        about = self.about()
        game = game or Setup.named(about["game"], about["label"]).game()
        played = {"game": game.name, "label": game.label, "fingerprint": game.fingerprint}
        self._check_identity({key: json.dumps(value) for key, value in played.items()})
        belief = Belief.start(game, hard=about["hard"]).after_all(about["clues"])
        given = about["given"]
        weights = None if given is None else [int(weight) for weight in given]
        prover = Prover(belief, weights, about["max_guesses"], memory, target=about["due"])
        self.require_same(prover)
        return prover
