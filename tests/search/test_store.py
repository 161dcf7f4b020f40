import sqlite3
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from fewest import Belief, Wordle
from fewest.errors import FewestError
from fewest.games import make_game
from fewest.search import Prover, Store, prove
from fewest.search.proof import Settled
from fewest.search.prover import IMPOSSIBLE
from fewest.search.store import FORMAT, proof_identity
from tests import samples
from tests.search.tampering import damage, read, tell_lie

GAME = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz"))
OTHER = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xya"))


def started(path: Path, prover: Prover | None = None) -> Store:
    """A store with a run of a small game."""
    store = Store(path)
    try:
        store.begin(prover or Prover(Belief.start(GAME)), 7, 1)
    except BaseException:
        store.close()
        raise
    return store


def test_added_results_can_be_read_by_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with started(path) as store:
        store.add([Settled("aab", 12, None, 1.5), Settled("abb", 11, 11, 0.25)])
        store.add([Settled("aab", 14, 14, 2.0), Settled("abb", 9, None)])
        store.heartbeat(2)
    with Store.existing(path) as store:
        assert store.known() == {"aab": Settled("aab", 14, 14, 3.5), "abb": Settled("abb", 11, 11, 0.25)}
        (run,) = store.runs()
        assert (run["settled"], run["searched"], run["ended"], run["openers"], run["top"]) == (2, 4, 1, 7, 1)
        assert store.about() == {"format": FORMAT, **proof_identity(Prover(Belief.start(GAME)))}


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with started(path) as store:
        store.add([Settled("aab", 12, None)])
        with pytest.raises(FewestError, match="NOT NULL"):
            store.add([Settled("abb", 11, 11), Settled("bab", None, None)])  # type: ignore[arg-type]
        assert [*store.known()] == ["aab"]
        store.add([Settled("abb", 11, 11)])
    assert read(path, "SELECT opener FROM settled") == [("aab",), ("abb",)]


def test_runs_that_begin_at_once_make_one_store(tmp_path: Path) -> None:
    path, count = tmp_path / "store.db", 8
    prover, together = Prover(Belief.start(GAME)), threading.Barrier(count)
    failed: list[Exception] = []

    def begin(number: int) -> None:
        try:
            together.wait()
            with started(path, prover) as store:
                store.add([Settled(GAME.guesses[number % 7], number, None)])
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=begin, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert read(path, "SELECT count(*) FROM runs") == read(path, "SELECT count(*) FROM settled") == [(count,)]
    assert read(path, "PRAGMA integrity_check") == [("ok",)]


def test_runs_beside_each_other_are_counted_and_seen(tmp_path: Path) -> None:
    path, prover = tmp_path / "store.db", Prover(Belief.start(GAME))
    with Store(path) as one, Store(path) as two, Store(path) as three:
        assert [store.begin(prover, 7, 1) for store in (one, two, three)] == [0, 1, 2]
        assert [run["run"] for run in one.runs()] == [1, 2, 3]
        before = one.version()
        one.add([Settled("aab", 12, None)])
        assert one.version() == before
        two.add([Settled("abb", 12, None)])
        assert one.version() != before
        assert {*one.known()} == {*three.known()} == {"aab", "abb"}
    with Store(path) as store:
        assert store.begin(prover, 7, 1) == 0


def test_a_killed_run_does_not_count_as_active(tmp_path: Path) -> None:
    with started(tmp_path / "store.db"):
        tell_lie(tmp_path / "store.db", "UPDATE runs SET seen = seen - 100")
        with Store(tmp_path / "store.db") as store:
            assert store.begin(Prover(Belief.start(GAME)), 7, 1) == 0


START = Belief.start(GAME)
WEIGHTS = [1, 5, 2, 2, 3]
DIFFERENT: dict[str, tuple[Callable[[], Prover], str]] = {
    "list": (lambda: Prover(Belief.start(OTHER)), 'its fingerprint is "wordle-.*", not "wordle-.*"'),
    "name": (lambda: Prover(Belief.start(samples.wordle("aab", name="b"))), 'its label is "a list", not "b"'),
    "game": (lambda: Prover(Belief.start(make_game("numbers:most=5"))), 'its game is "wordle", not "numbers"'),
    "rules": (lambda: Prover(Belief.start(GAME, hard=True)), "its hard is false, not true"),
    "clues": (lambda: Prover(START.after("xyz", 0)), r'its clues is \[\], not \["xyz=000"\]'),
    "limit": (lambda: Prover(START, max_guesses=4), "its max_guesses is null, not 4"),
    "weights": (lambda: Prover(START, WEIGHTS), r'its given is null, not \["1", "5", "2", "2", "3"\]'),
    "prior": (lambda: Prover(Belief.start(GAME, WEIGHTS)), r'its given is null, not \["1", "5", "2", "2", "3"\]'),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_a_store_of_another_proof_is_refused_and_not_changed(what: str, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with started(path) as store:
        store.add([Settled("aab", 12, None)])
    make, message = DIFFERENT[what]
    before = path.read_bytes()
    with Store(path) as store, pytest.raises(FewestError, match=rf"store\.db: .* another proof: {message}\.$"):
        store.begin(make(), 7, 1)
    assert path.read_bytes() == before
    with started(tmp_path / "other.db", make()), pytest.raises(FewestError, match="this store is for another proof"):
        started(tmp_path / "other.db")


def one_with_pages_that_are_lost(path: Path) -> None:
    """Every row can be read, but the header counts free pages that do not exist."""
    started(path).close()
    data = bytearray(path.read_bytes())
    data[36:40] = (7).to_bytes(4, "big")
    path.write_bytes(data)


def another_format(path: Path) -> None:
    started(path).close()
    damage(path, "UPDATE about SET value = '\"fewest-store-1\"' WHERE name = 'format'")


def one_that_lacks_a_table(path: Path) -> None:
    started(path).close()
    damage(path, "DROP TABLE trees")


UNUSABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "no database": (lambda path: path.write_text("crane\nslate\n" * 100), "not a store of a proof; name another file"),
    "another database": (
        lambda path: damage(path, "CREATE TABLE birds (name TEXT)"),
        "a database, but not a store of a proof",
    ),
    "another format": (
        another_format,
        f"its format is \"fewest-store-1\", not '{FORMAT}'; name a new file for a new proof",
    ),
    "a table is missing": (one_that_lacks_a_table, "no such table: trees"),
    "lost pages": (one_with_pages_that_are_lost, "it is damaged: SQLite cannot read all of it"),
    "a folder": (Path.mkdir, r"not a file; name a file for the store, such as proof\.db"),
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_a_file_that_is_not_a_store_is_refused_and_not_changed(what: str, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    make, message = UNUSABLE[what]
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(FewestError, match=rf"store\.db: {message}\.$"):
        started(path)
    assert before == (path.read_bytes() if path.is_file() else None)
    with pytest.raises(FewestError, match="there is no such store" if path.is_dir() else message):
        Store.existing(path)
    assert [*tmp_path.iterdir()] == [path]


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.touch()
    with pytest.raises(FewestError, match=r"store\.db: this store is still empty\.$"):
        Store.existing(path)
    started(path).close()
    with Store.existing(path) as store:
        assert store.about()["format"] == FORMAT


def test_reading_does_not_create_a_store(tmp_path: Path) -> None:
    with pytest.raises(FewestError, match="there is no such store; make one with fewest prove --store"):
        Store.existing(tmp_path / "store.db")
    assert [*tmp_path.iterdir()] == []


def test_on_a_full_disk_all_that_was_settled_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with started(path) as store:
        store.add([Settled("aab", 12, 12)])
        (pages,) = store._base.execute("PRAGMA page_count").fetchone()
        store._base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(FewestError, match=r"store\.db: database or disk is full\.$"):
            store.add([Settled("abb", number, None) for number in range(10_000)])
        assert [*store.known()] == ["aab"]
        store._base.execute("PRAGMA max_page_count = 100000")
        store.add([Settled("abb", 13, None)])
    assert read(path, "PRAGMA integrity_check") == [("ok",)]
    with Store.existing(path) as store:
        assert {*store.known()} == {"aab", "abb"}


def test_a_store_that_is_locked_or_may_not_be_written_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, connect = tmp_path / "store.db", sqlite3.connect
    with started(path) as store:
        store.add([Settled("aab", 12, 12)])
    monkeypatch.setattr("fewest.search.store.LOCK_TIMEOUT_SECONDS", 0.0)
    holder = connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with Store(path) as store, pytest.raises(FewestError, match=r"store\.db: database is locked\.$"):
        store.begin(Prover(Belief.start(GAME)), 7, 1)
    holder.close()
    monkeypatch.setattr(
        "fewest.search.store.sqlite3.connect",
        lambda path, **options: connect(f"file:{path}?mode=ro", uri=True, **options),
    )
    with Store(path) as store, pytest.raises(FewestError, match=r"store\.db: attempt to write a readonly database\.$"):
        store.begin(Prover(Belief.start(GAME)), 7, 1)
    with Store.existing(path) as store:
        assert [*store.known()] == ["aab"]


def test_trees_are_kept_the_best_first(tmp_path: Path) -> None:
    path, prover = tmp_path / "store.db", Prover(Belief.start(GAME))
    trees = {opener: prove(prover, openers=[opener]).tree for opener in ("xyz", "abb", "abc", "ccc")}
    costs = {opener: prover.cost_of_guess(opener, prover.belief) for opener in trees}
    with started(path, prover) as store:
        for opener, tree in trees.items():
            assert tree is not None
            store.save_tree(tree, costs[opener])
        assert {opener: store.tree(opener, prover.belief) for opener in trees} == trees
        found = store.trees()
        assert dict(found) == costs
        assert [cost for _, cost in found] == sorted(costs.values())
        assert store.tree("bab", prover.belief) is None


@pytest.mark.parametrize("hard", [False, True])
def test_the_prover_of_a_store_asks_the_same(hard: bool, tmp_path: Path) -> None:
    path, game = tmp_path / "store.db", Wordle.edition("original")
    belief = Belief.start(game, hard=hard).after_all(["crane=01200"])
    weights = [Fraction(1 + secret % 3, 7) for secret in belief.secrets.tolist()]
    prover = Prover(belief, weights, 5)
    started(path, prover).close()
    with Store.existing(path) as store:
        again = store.prover()
        assert (
            proof_identity(again)
            == proof_identity(prover)
            == {key: store.about()[key] for key in proof_identity(prover)}
        )
        assert again.best(again.belief) == prover.best(prover.belief)
        with pytest.raises(FewestError, match=r'its label is "original", not "a list"'):
            store.prover(samples.wordle("crane", "award", "diary", "dwarf", "guard", "quark"))


def test_costs_within_a_second_limit_are_kept_beside_the_others(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with started(path) as store:
        assert store.limits() == []
        store.add([Settled("aab", 11, 11, 1.0, 11), Settled("abb", 12, 12, 1.0, IMPOSSIBLE)], 3)
        store.add([Settled("bab", 12, None, 1.0)], 3)
        store.add([Settled("bab", 12, 12, 1.0, 13)], 4)
    with Store.existing(path) as store:
        assert store.limits() == [3, 4]
        costs = {limit: {each.opener: each.within for each in store.known(limit).values()} for limit in (None, 3, 4)}
        nothing = dict.fromkeys(("aab", "abb", "bab"))
        assert costs == {None: nothing, 3: nothing | {"aab": 11, "abb": IMPOSSIBLE}, 4: nothing | {"bab": 13}}
