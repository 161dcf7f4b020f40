import csv
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fewest import Belief, Tree, Wordle
from fewest.errors import OutOfTimeError
from fewest.search import Prover, Store, cluster, prove
from fewest.watch import Watch
from tests.cli.running import FEWEST, Call, CallJson, assert_refused, interrupt, run
from tests.search.tampering import damage, read


def test_a_proof_is_shown(lists: list[str], small: Wordle, call: Call) -> None:
    result = call("prove", *lists, "--top", "4")
    best = prove(Prover(Belief.start(small)), top=4).best
    assert (result.code, result.err) == (0, "")
    assert f"{best[0].guess} is the best first guess (proved)" in result.out
    assert f"mean {best[0].mean:.4f} guesses, {best[0].cost} in total, worst 2" in result.out
    assert "8 of 8 first guesses settled" in result.out
    assert [line.split()[0] for line in result.out.splitlines()[-5:-1]] == [opener.guess for opener in best]


def test_hard_mode_has_the_limit_of_the_game_unless_it_is_lifted(call_json: CallJson, lists: list[str]) -> None:
    for options, limit in (([], 6), (["--max-guesses", "0"], None)):
        data = call_json("prove", *lists, "--hard", *options)
        assert (data["hard"], data["max_guesses"]) == (True, limit)


@pytest.mark.parametrize("options", [["--max-guesses", "1"], ["--aim", "worst", "--max-guesses", "1"]])
def test_an_impossible_limit_is_reported(
    options: list[str], call: Call, call_json: CallJson, lists: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "tree.json"
    result = call("prove", *lists, *options, "--tree", str(path))
    assert result.code == 1
    assert result.out.startswith("No strategy always finishes within 1 guess; --max-guesses changes the limit\n")
    assert not path.exists()
    data = call_json("prove", *lists, *options, code=1)
    assert (data["opener"], data["proved"], data["possible"], data["max_guesses"]) == (None, True, False, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--aim", "nonsense"], "Unknown aim 'nonsense'. Use mean, worst or within:K, as in within:4"),
        (["--aim", "within"], "Add the number of guesses, as in within:4"),
        (["--aim", "within:0"], "Aim for 1 to 1,000 guesses, not 0"),
        (["--aim", "within:1", "--after", "abbot=22000"], "The clues already use all guesses of the aim within:1"),
        (["--opener", "zzzzz"], "'zzzzz' is not an allowed guess in answers.txt"),
        (["--after", "aback"], "'aback' is not a clue. Write the guess, an equals sign and the reply"),
        (["--after", "aback=00000"], "No answer of .* fits aback=00000, but 2 other allowed guesses do"),
        (["--hard", "--after", "abbot=22000", "--opener", "xylyl"], "'xylyl' is not allowed in hard mode"),
        (
            ["--prior", "missing.txt"],
            r"no prior or file .*missing\.txt; use uniform, frequency,? .*or a file with weights",
        ),
        (["--tree", "tree.pdf"], "Unknown tree format 'pdf'. Use json, txt, dot or html"),
        (["--store", "missing/store.db"], r"missing/store\.db: unable to open database file\.$"),
        (["--tree", "missing/tree.json"], r"missing/tree\.json: cannot be written \(there is no folder"),
        (["--max-guesses", "-1"], "Invalid value for '--max-guesses'"),
        (["--top", "0"], "Invalid value for '--top'"),
        (["--memory", "99999999999999"], "Invalid value for '--memory'"),
    ],
)
def test_invalid_options_are_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("prove", "--json", *lists, *options), message)


@pytest.fixture
def many(tmp_path: Path) -> list[str]:
    """Options that name a list whose proof takes some seconds, since it has a thousand openers to examine."""
    answers, guesses = tmp_path / "many.txt", tmp_path / "more.txt"
    words = Wordle.edition("original")
    answers.write_text("\n".join(words.answers[::6]))
    guesses.write_text("\n".join(words.guesses[::20]))
    return ["--answers", str(answers), "--guesses", str(guesses)]


def assert_sound(path: Path) -> set[str]:
    """Check that a store is intact and has no opener twice; return its openers.

    The check uses a copy, since opening a store after a kill repairs it.
    """
    if not path.exists():
        return set()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for end in ("", "-wal"):
            if Path(f"{path}{end}").exists():
                shutil.copy(f"{path}{end}", f"{copy}{end}")
        assert read(copy, "PRAGMA integrity_check") == [("ok",)]
        if not read(copy, "SELECT 1 FROM sqlite_master"):
            return set()
        openers = [opener for (opener,) in read(copy, "SELECT opener FROM settled")]
    assert len(openers) == len({*openers})
    return {*openers}


@pytest.mark.slow
def test_a_proof_that_is_killed_repeatedly_gives_the_same_result(many: list[str], tmp_path: Path) -> None:
    """Some runs are killed before the file exists, some while it is created, some during a transaction."""
    rng = random.Random(7)
    path, tree, kept = tmp_path / "store.db", tmp_path / "tree.json", set[str]()
    options = ["--store", str(path), "--top", "1000", "--threads", "2", "--memory", "16"]
    command = [str(FEWEST), "prove", "--json", *many, *options, "--tree", str(tree)]
    for number in range(12):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            before = path.stat().st_size if path.exists() else -1
            while number % 2 and process.poll() is None and size_with_journal(path) <= before:
                pass  # wait for the first write
            time.sleep(rng.choice([0, 0.001, 0.02, 0.4]) if number % 2 else rng.uniform(0, 0.9))
            process.kill()
        now = assert_sound(path)
        assert kept <= now
        kept = now
    result = run(*command[1:])
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    game = Wordle.from_files(many[1], many[3])
    expected = prove(Prover(Belief.start(game)), top=1000)
    assert (data["total"], data["opener"], data["proved"]) == (expected.best[0].cost, expected.best[0].guess, True)
    assert [(each["opener"], each["total"]) for each in data["openers"]] == [
        (each.guess, each.cost) for each in expected.best
    ]
    assert Tree.load(tree, game) == expected.tree
    assert data["settled"] == expected.openers
    assert len(kept) <= data["resumed"] <= data["settled"]
    assert kept <= assert_sound(path)
    shown = run("prove", *many, *options).out
    assert f"{expected.openers:,} of {expected.openers:,} first guesses settled ({expected.openers:,} of them" in shown


def size_with_journal(path: Path) -> int:
    """The size of a store with its write-ahead log; -1 if there is no store."""
    if not path.exists():
        return -1
    journal = Path(f"{path}-wal")
    try:
        return path.stat().st_size + journal.stat().st_size
    except FileNotFoundError:
        return path.stat().st_size


@pytest.mark.slow
def test_two_programs_at_once_on_one_store_find_the_same(mixed: list[str], tmp_path: Path) -> None:
    path, pipe = tmp_path / "store.db", subprocess.PIPE
    options = ["--top", "100", "--threads", "1", "--memory", "4", "--store", str(path)]
    command = [str(FEWEST), "prove", "--json", *mixed, *options]
    both = [subprocess.Popen(command, stdout=pipe, stderr=pipe, encoding="utf-8") for _ in range(2)]
    ended = [(process.communicate(timeout=120), process.returncode) for process in both]
    prover = Prover(Belief.start(Wordle.from_files(mixed[1], mixed[3])))
    expected = [(each.guess, each.cost) for each in prove(prover, top=100).best]
    for (out, err), code in ended:
        assert (code, err) == (0, "")
        data = json.loads(out)
        assert data["proved"]
        assert [(each["opener"], each["total"]) for each in data["openers"]] == expected
    assert read(path, "SELECT count(*), sum(ended) FROM runs") == [(2, 2)]
    assert read(path, "PRAGMA integrity_check") == [("ok",)]
    with Store.existing(path) as store:
        known = [*store.known().values()]
        assert store.trees()[0][1] == expected[0][1]
    assert len(known) >= 100
    for settled in known:
        truth = prover.cost_of_guess(settled.opener, prover.belief)
        assert settled.lower == truth if settled.cost == truth else settled.cost is None and settled.lower <= truth


def test_a_store_is_about_one_aim(call: Call, call_json: CallJson, lists: list[str], tmp_path: Path) -> None:
    path, tree, table = (tmp_path / name for name in ("store.db", "tree.json", "table.csv"))
    store = [*lists, "--store", str(path)]
    first = call_json("prove", *store, "--aim", "within:2")
    again = call_json("prove", *store, "--aim", "within:2", "--tree", str(tree))
    assert (first["resumed"], again["resumed"]) == (0, again["first_guesses"])
    for key in ("opener", "missed", "total", "histogram"):
        assert first[key] == again[key]
    assert call("check", str(tree), *lists).code == 0
    assert_refused(call("prove", *store), "this store is for another proof: its target is 2, not null")
    shown = call("store", "show", str(path), *lists)
    assert "as many as possible within 2" in shown.out
    assert f"needs {first['total']} guesses in total" in shown.out
    assert call("store", "show", str(path), *lists, "--output", str(table)).code == 0
    (best,) = [*csv.DictReader(table.read_text().splitlines())][:1]
    assert (best["total"], best["missed_weight"]) == (str(first["total"]), str(first["missed_weight"]))
    for source, message in (
        (path, "its target is 2, not null"),
        (table, "ranked by another aim, not by the fewest guesses"),
    ):
        assert_refused(call("accuracy", *lists, "--exact", str(source)), message)
    damage(path, "DELETE FROM about WHERE name = 'target'")
    assert_refused(call("prove", *store), "it is damaged")


def test_a_damaged_row_of_a_store_is_reported_and_proved_again(
    lists: list[str], call: Call, call_json: CallJson, tmp_path: Path
) -> None:
    path = tmp_path / "store.db"
    truth = call_json("prove", *lists, "--store", str(path))
    best = f"opener = '{truth['opener']}'"  # others may be settled by bounds without a row
    damage(path, f"DELETE FROM settled WHERE {best} AND cost IS NULL")
    damage(path, f"UPDATE settled SET lower = lower + 64 WHERE {best}")
    for command in (
        ("store", "show", str(path), *lists),
        ("store", "audit", str(path), *lists),
        ("prove", *lists, "--store", str(path)),
    ):
        result = call(*command, "--json")
        assert result.err == f"fewest: {path}: 1 damaged row is left out, to be proved again.\n"
        assert result.code == (1 if "audit" in command else 0)
    data = json.loads(result.out)
    assert (data["opener"], data["total"], data["proved"]) == (truth["opener"], truth["total"], True)
    assert data["resumed"] < data["settled"] == truth["settled"]
    assert call("store", "audit", str(path), *lists).err == ""


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 200 kilobytes, if the test may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "none", str(folder)]
    try:
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("no disk can be mounted here")
    except FileNotFoundError:
        pytest.skip("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.slow
def test_a_full_disk_gives_one_sentence(mixed: list[str], tiny_disk: Path) -> None:
    path = tiny_disk / "store.db"
    result = run("rank", "--json", *mixed, "--store", str(path))
    assert_refused(result, r"store\.db: database or disk is full\.$")
    subprocess.run(["mount", "-o", "remount,size=8m", str(tiny_disk)], check=True)
    kept = assert_sound(path)
    assert kept
    data = json.loads(run("rank", "--json", *mixed, "--store", str(path)).out)
    assert (data["resumed"], data["proved"]) == (len(kept), True)
    assert kept < assert_sound(path)


@pytest.mark.slow
def test_after_ctrl_c_the_store_has_all_results(tmp_path: Path) -> None:
    words, path = Wordle.edition("original"), tmp_path / "store.db"
    answers, guesses = tmp_path / "answers.txt", tmp_path / "guesses.txt"
    answers.write_text("\n".join(words.answers[::2]))
    guesses.write_text("\n".join(words.guesses[::2]))
    options = ["--answers", str(answers), "--guesses", str(guesses), "--store", str(path)]
    result = interrupt("prove", "--json", "--top", "10000", "--memory", "64", *options, after=3)
    assert (result.code, result.err) == (130, "")
    data = json.loads(result.out)
    assert not data["proved"]
    assert len(assert_sound(path)) == len(data["openers"]) > 0
    with Store(path) as store:
        prover = Prover(Belief.start(Wordle.from_files(str(answers), str(guesses))))
        with pytest.raises(OutOfTimeError) as ended:
            prove(prover, top=10000, store=store, watch=Watch().within(0))
    known = ended.value.so_far
    assert (known.resumed, known.best_so_far[0].cost) == (data["settled"], data["total"])
    assert read(path, "SELECT ended, settled FROM runs LIMIT 1") == [(1, data["settled"])]


def test_without_the_extra_a_cluster_is_refused(call: Call, lists: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = call("prove", "--json", *lists, "--cluster", "tcp://127.0.0.1:9")
    assert_refused(result, r"A cluster needs the extra fewest\[cluster\]: pip install 'fewest\[cluster\]'\.$")


def test_an_unreachable_cluster_is_refused(
    call: Call, lists: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "SCHEDULER_TIMEOUT_SECONDS", 1)
    path = tmp_path / "store.db"
    result = call("prove", *lists, "--cluster", "tcp://127.0.0.1:9", "--store", str(path))
    assert_refused(result, r"tcp://127\.0\.0\.1:9: there is no Dask scheduler at this address \(.*\)\.$")
    assert_sound(path)
    assert_refused(call("prove", *lists, "--cluster", "nowhere"), "nowhere: there is no Dask scheduler at this address")
