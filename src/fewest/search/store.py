"""An SQLite file with the results of a proof, so that it can be resumed and shared by several runs."""

import json
import os
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Self

from fewest import _core
from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.games import Game
from fewest.search.proof import Settled
from fewest.search.prover import IMPOSSIBLE, LARGEST_TOTAL, MEMORY, Prover, late_penalty, whole_weights
from fewest.setup import Setup
from fewest.splits import split
from fewest.system.digests import digest
from fewest.system.files import is_plain, plain
from fewest.system.machine import may_be_alive
from fewest.trees.tree import Tree
from fewest.words import read_weight

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
CREATE TABLE IF NOT EXISTS within (
    run INTEGER NOT NULL, opener TEXT NOT NULL, max_guesses INTEGER NOT NULL, cost INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS trees (opener TEXT PRIMARY KEY, cost INTEGER NOT NULL, tree TEXT NOT NULL) STRICT;
"""

LOCK_TIMEOUT_SECONDS = 60.0
"""How long to wait for another run to finish writing."""

HEARTBEAT_TIMEOUT_SECONDS = 5.0
"""How old the last heartbeat of a running run may be."""

MAX_GUESSES = _core.NO_LIMIT - 1

MAX_SECONDS = 1e11
"""Times and durations above this are damage."""


def _is_text(value: object) -> bool:
    return isinstance(value, str) and is_plain(value)


def _is_whole(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value < MAX_SECONDS


def _is_weight(value: object) -> bool:
    try:
        return isinstance(value, str) and read_weight(value) > 0
    except ValueError:
        return False


ABOUT_CHECKS: dict[str, Callable[[Any], bool]] = {
    "game": _is_text,
    "label": _is_text,
    "fingerprint": _is_text,
    "hard": lambda value: isinstance(value, bool),
    "clues": lambda value: isinstance(value, list) and all(map(_is_text, value)),
    "max_guesses": lambda value: value is None or _is_whole(1, MAX_GUESSES)(value),
    "due": lambda value: value is None or _is_whole(1, MAX_GUESSES)(value),
    "given": lambda value: value is None or (isinstance(value, list) and all(map(_is_weight, value))),
    "weights": _is_text,
    "weight": _is_whole(1, LARGEST_TOTAL),
    "secrets": _is_whole(1, LARGEST_TOTAL),
}
"""A check for every value of the table `about`."""

RUN_CHECKS: dict[str, Callable[[Any], bool]] = {
    "run": lambda value: type(value) is int,
    "place": _is_text,
    "began": _is_time,
    "seen": _is_time,
    "ended": _is_whole(0, 1),
    **dict.fromkeys(("openers", "top", "settled", "searched"), _is_whole(0, LARGEST_TOTAL)),
}
"""A check for every column of a run."""


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
        "due": prover.due,
        "given": None if prover.given is None else [str(Fraction(weight)) for weight in prover.given],
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

    Writes are atomic, and on the disk when the call returns. Results are only added, never changed.
    """

    def __init__(self, path: Path | str) -> None:
        """Open or create a file, and check its format."""
        self.path = Path(path)
        self.run: int | None = None
        self._costs: tuple[int, int, int] | None = None
        with self._sqlite_errors():
            self._base = sqlite3.connect(
                self.path, timeout=LOCK_TIMEOUT_SECONDS, isolation_level=None, check_same_thread=False
            )
        try:
            tables = self._read_tables()
            self.is_new = not tables
            if tables:
                self._check_format(tables)
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
                raise sqlite3.DatabaseError("malformed")
            return {name for (name,) in self._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}

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
            if self.run is not None:
                self._base.execute("UPDATE runs SET ended = 1, seen = ? WHERE run = ?", (time.time(), self.run))
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
            for statement in SCHEMA.split(";"):  # some tables may be newer than the file
                base.execute(statement)
            if not base.execute("SELECT 1 FROM about").fetchone():
                base.executemany("INSERT INTO about VALUES (?, ?)", identity.items())
            self._check_identity(identity)
            now = time.time()
            recent = base.execute(
                "SELECT place FROM runs WHERE NOT ended AND seen > ?", (now - HEARTBEAT_TIMEOUT_SECONDS,)
            )
            others = sum(_may_be_alive(place) for (place,) in recent)
            place = f"{socket.gethostname()} {os.getpid()}"
            values = place, now, now, openers, top
            cursor = base.execute("INSERT INTO runs VALUES (NULL, ?, ?, ?, 0, ?, ?, 0)", values)
            self.run = cursor.lastrowid
        return others

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
        return FewestError(f"{self.path}: it is damaged: {plain(why)}.")

    def _check_format(self, tables: set[str]) -> None:
        """Refuse other databases and other versions of the format."""
        found = self._read_about().get("format") if "about" in tables else None
        if found is None:
            raise FewestError(f"{self.path}: a database, but no store of a proof.")
        if found != FORMAT:
            raise FewestError(f"{self.path}: its format is {str(found)[:60]!r}, not {FORMAT!r}.")

    def _read_about(self) -> dict[str, Any]:
        """The table `about`, unchecked; empty if it is not JSON."""
        with self._sqlite_errors():
            rows = self._base.execute("SELECT * FROM about").fetchall()
        try:
            renamed = {"edition": "label"}  # in older stores
            return {renamed.get(name, name): json.loads(value) for name, value in rows}
        except (ValueError, TypeError, RecursionError):
            return {}

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
        """The identity of the proof, checked."""
        about = {"due": None, **self._read_about()}  # in older stores there is none
        for name, is_valid in ABOUT_CHECKS.items():
            if name not in about or not is_valid(about[name]):
                raise self.damaged(f"what it says of {name} cannot be")
        given = about["given"]
        if given is not None and len(given) != about["secrets"]:
            raise self.damaged(f"there are {len(given):,} weights for {about['secrets']:,} secrets")
        return about

    def _cost_range(self) -> tuple[int, int, int]:
        """The least and the greatest cost of any opener, and the greatest lower bound.

        The least: all secrets but one take a second guess. The greatest: every guess after the opener rules out a
        secret, since optimal play never makes a useless guess.
        """
        if self._costs is None:
            about = self.about()
            weight, secrets = about["weight"], about["secrets"]
            heaviest = weight - secrets + 1
            if about["given"] is not None:
                heaviest = int(whole_weights([read_weight(each) for each in about["given"]]).max())
            penalty = self._penalty(about)
            most = weight * (about["max_guesses"] or secrets + 1) + penalty * weight
            self._costs = 2 * weight - heaviest, most, most if about["max_guesses"] is None else IMPOSSIBLE
        return self._costs

    def _penalty(self, about: dict[str, Any]) -> int:
        try:
            return late_penalty(about["weight"], about["secrets"], about["max_guesses"], about["due"])
        except FewestError:
            raise self.damaged("its weights are too large for its aim") from None

    def penalty(self) -> int:
        """What every late secret adds to the costs, times its weight; 0 for costs that are totals."""
        return self._penalty(self.about())

    def add(self, found: Sequence[Settled], within: int | None = None) -> None:
        """Add results; `within` is the second guess limit of the run, if it has one."""
        rows = [(self.run, each.opener, each.lower, each.cost, each.seconds) for each in found]
        limited = [(self.run, each.opener, within, each.within) for each in found if each.within is not None]
        with self._transaction() as base:
            base.executemany("INSERT INTO settled VALUES (?, ?, ?, ?, ?)", rows)
            base.executemany("INSERT INTO within VALUES (?, ?, ?, ?)", limited)

    def heartbeat(self, settled: int) -> None:
        """Record that this run is active, and how many openers are settled."""
        with self._transaction() as base:
            base.execute("UPDATE runs SET seen = ?, settled = ? WHERE run = ?", (time.time(), settled, self.run))

    def known(self, within: int | None = None) -> dict[str, Settled]:
        """The combined results of all runs by opener, with the costs under a second guess limit if one is given."""
        limited = {} if within is None else self._known_within(within)  # first: another run may add to both meanwhile
        with self._sqlite_errors():
            rows = self._base.execute("SELECT opener, lower, cost, seconds FROM settled").fetchall()
        found: dict[str, Settled] = {}
        for opener, lower, cost, seconds in rows:
            self._check_row(opener, lower, cost, seconds)
            before = found.get(opener, Settled(opener, 0, cost))
            exact = before.cost if cost is None else cost
            if before.cost is not None and before.cost != exact:
                raise self.damaged(f"{opener} cannot cost both {before.cost:,} and {exact:,}")
            found[opener] = Settled(opener, max(before.lower, lower), exact, before.seconds + seconds)
        for each in found.values():
            if each.cost is not None and each.cost != each.lower:
                raise self.damaged(f"{each.opener} cannot cost {each.cost:,} and at least {each.lower:,}")
        for opener, cost in limited.items():
            if opener not in found or cost < (found[opener].cost or IMPOSSIBLE):
                raise self.damaged(f"{opener} cannot cost {cost:,} within {within} guesses")
            found[opener] = replace(found[opener], within=cost)
        return found

    def limits(self) -> list[int]:
        """The second guess limits under which openers are valued."""
        with self._sqlite_errors():
            if not self._base.execute("SELECT 1 FROM sqlite_master WHERE name = 'within'").fetchone():
                return []  # the file is older
            found = [limit for (limit,) in self._base.execute("SELECT DISTINCT max_guesses FROM within")]
        if not all(map(_is_whole(1, MAX_GUESSES), found)):
            raise self.damaged("a guess limit cannot be")
        return sorted(found)

    def _known_within(self, limit: int) -> dict[str, int]:
        """The exact cost of every opener that is valued under a second guess limit."""
        with self._sqlite_errors():
            rows = self._base.execute("SELECT opener, cost FROM within WHERE max_guesses = ?", (limit,)).fetchall()
        most = self.about()["weight"] * limit
        found: dict[str, int] = {}
        for opener, cost in rows:
            possible = type(cost) is int and (0 < cost <= most or cost == IMPOSSIBLE)
            if not possible or found.setdefault(opener, cost) != cost:
                raise self.damaged(f"{str(opener)[:30]!r} cannot cost {str(cost)[:30]} within {limit} guesses")
        return found

    def _check_row(self, opener: object, lower: object, cost: object, seconds: object) -> None:
        """Refuse values that no run can have written."""
        if not isinstance(opener, str) or not is_plain(opener):
            raise self.damaged(f"{str(opener)[:30]!r} is no opener")
        least, most, highest = self._cost_range()
        if type(lower) is not int or not 0 <= lower <= highest:
            raise self.damaged(f"{opener} cannot cost at least {str(lower)[:30]}")
        if cost is not None and (type(cost) is not int or not least <= cost <= most):
            raise self.damaged(f"{opener} cannot cost {str(cost)[:30]}")
        if not _is_time(seconds):
            raise self.damaged(f"{opener} cannot have taken {str(seconds)[:30]} seconds")

    def version(self) -> int:
        """A number that changes when another process writes."""
        with self._sqlite_errors():
            (version,) = self._base.execute("PRAGMA data_version").fetchone()
        return int(version)

    def save_tree(self, tree: Tree, cost: int) -> None:
        """Save the optimal tree of an opener."""
        text = json.dumps(tree.to_json(), ensure_ascii=False)
        with self._transaction() as base:
            base.execute("INSERT OR REPLACE INTO trees VALUES (?, ?, ?)", (tree.opener, cost, text))

    def tree(self, opener: str, belief: Belief) -> Tree | None:
        """The saved tree of an opener, if there is one."""
        with self._sqlite_errors():
            row = self._base.execute("SELECT tree FROM trees WHERE opener = ?", (opener,)).fetchone()
        try:
            tree = None if row is None else Tree.from_json(json.loads(row[0]), belief.game)
        except (ValueError, TypeError, RecursionError) as error:
            why = plain(str(error)).rstrip(".")
            raise FewestError(f"{self.path}: the tree of {opener} cannot be read: {why}.") from None
        if tree is not None and (tree.opener, tree.hard, tree.clues) != (opener, belief.in_hard_mode, belief.clues):
            raise self.damaged(f"the tree of {opener} is about something else")
        return tree

    def trees(self) -> list[tuple[str, int]]:
        """The openers with a saved tree and their costs, best first; of equal cost, the latest first."""
        with self._sqlite_errors():
            found = self._base.execute("SELECT opener, cost FROM trees ORDER BY cost, rowid DESC").fetchall()
        for opener, cost in found:
            self._check_row(opener, cost, cost, 0)
        return found

    def check(self, prover: Prover | None = None) -> None:
        """Refuse results, trees and rules that contradict each other; without a prover, trees are not replayed."""
        known, trees = self.known(), self.trees()
        for limit in self.limits():
            self.known(limit)
        for opener, cost in trees:
            if opener not in known or known[opener].cost != cost:
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
        query = "SELECT *, (SELECT count(*) FROM settled WHERE settled.run = runs.run) AS searched FROM runs"
        with self._sqlite_errors():
            cursor = self._base.execute(query)
            names = [name for name, *_ in cursor.description]
            runs = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        for run in runs:
            for name, is_valid in RUN_CHECKS.items():
                if name not in run or not is_valid(run[name]):
                    raise self.damaged(f"what it says of the {name} of a run cannot be")
        return runs

    def prover(self, game: Game | None = None, memory: int = MEMORY) -> Prover:
        """A new prover for this proof; the game must be given if its words are not a shipped edition."""
        about = self.about()
        game = game or Setup.named(about["game"], about["label"]).game()
        played = {"game": game.name, "label": game.label, "fingerprint": game.fingerprint}
        self._check_identity({key: json.dumps(value) for key, value in played.items()})
        belief = Belief.start(game, hard=about["hard"]).after_all(about["clues"])
        given = about["given"]
        weights = None if given is None else [read_weight(weight) for weight in given]
        prover = Prover(belief, weights, about["max_guesses"], memory, due=about["due"])
        self.require_same(prover)
        return prover
