import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Tree, Wordle
from fewest.errors import OutOfTimeError
from fewest.search import Prover, Store, cluster, prove
from fewest.search.store import FORMAT
from fewest.trees.drawing import KINDS, render
from fewest.watch import Watch
from tests.cli.running import FEWEST, Call, assert_refused, interrupt, run
from tests.search.tampering import damage

FIELDS = ["opener", "total", "mean", "worst", "proved", "lower_bound", "histogram", "nodes", "seconds"]


def data_of(call: Call, *arguments: str, code: int = 0) -> dict[str, Any]:
    """What a proof says to programs."""
    result = call("prove", "--json", *arguments)
    assert (result.code, result.err) == (code, "")
    data: dict[str, Any] = json.loads(result.out)
    return data


def test_a_proof_is_shown(lists: list[str], small: Wordle, call: Call) -> None:
    result = call("prove", *lists)
    best = prove(Prover(Belief.start(small))).best[0]
    assert result.code == 0
    assert f"{best.guess} is the best first guess (proved)" in result.out
    assert f"mean {best.mean:.4f} guesses, {best.cost} in total, worst 2" in result.out
    assert "8 of 8 first guesses settled" in result.out
    assert "Traceback" not in result.err


def test_the_best_openers_are_listed(call: Call, lists: list[str], small: Wordle) -> None:
    data = data_of(call, *lists, "--top", "4")
    expected = prove(Prover(Belief.start(small)), top=4).best
    assert [(each["opener"], each["total"], each["mean"]) for each in data["openers"]] == [
        (each.guess, each.cost, each.mean) for each in expected
    ]
    lines = call("prove", *lists, "--top", "4").out.splitlines()
    assert [line.split()[0] for line in lines[-5:-1]] == [each.guess for each in expected]


def test_a_proof_starts_after_clues(call: Call, original: Wordle, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    data = data_of(call, "--after", "crane=01200", "--after", "sloth=bbbbb", "--tree", str(path))
    assert (data["secrets"], data["total"], data["opener"]) == (5, 9, "award")
    tree = Tree.load(path, original)
    assert [clue.guess for clue in tree.clues] == ["crane", "sloth"]
    assert (tree.total, {*tree.depths()}) == (9, {"award", "diary", "dwarf", "guard", "quark"})
    shown = call("prove", "--after", "crane=01200", "--after", "sloth=bbbbb").out
    assert "all equally likely) after 2 clues, 5 secrets" in " ".join(shown.split())


def test_hard_mode_keeps_within_the_six_guesses_of_the_game(call: Call, tmp_path: Path) -> None:
    """Eight words in a row of look-alikes take eight guesses in hard mode, but the last letter can be told before."""
    answers, guesses = tmp_path / "answers.txt", tmp_path / "guesses.txt"
    answers.write_text("".join(f"xyz{letter}\n" for letter in "abcdefgh"))
    guesses.write_text("abcd\n")
    lists = ["--answers", str(answers), "--guesses", str(guesses)]
    data = data_of(call, *lists, "--hard")
    assert (data["hard"], data["max_guesses"], data["opener"]) == (True, 6, "abcd")
    assert data["worst"] <= 6 < data_of(call, *lists, "--hard", "--max-guesses", "0", "--opener", "xyza")["worst"]
    assert "in hard mode" in " ".join(call("prove", *lists, "--hard").out.split())


@pytest.mark.parametrize("options", [["--max-guesses", "1"], ["--aim", "worst", "--max-guesses", "1"]])
def test_where_no_play_keeps_within_the_limit_the_program_says_so(
    options: list[str], call: Call, lists: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "tree.json"
    result = call("prove", *lists, *options, "--tree", str(path))
    assert result.code == 1
    assert result.out.startswith("No play always finishes within 1 guesses; --max-guesses changes the limit\n")
    assert not path.exists()
    data = data_of(call, *lists, *options, code=1)
    assert {
        key: data[key] for key in ("opener", "total", "mean", "worst", "histogram", "lower_bound")
    } == dict.fromkeys(("opener", "total", "mean", "worst", "histogram", "lower_bound"))
    assert (data["proved"], data["possible"], data["max_guesses"]) == (True, False, 1)


def test_the_limit_counts_the_clues(call: Call) -> None:
    clues = ["--after", "crane=01200", "--after", "sloth=00000"]
    assert data_of(call, *clues, "--max-guesses", "4")["max_guesses"] == 2
    assert data_of(call, *clues, "--max-guesses", "3", code=1)["possible"] is False
    assert_refused(call("prove", *clues, "--max-guesses", "2"), "All 2 guesses are made; --max-guesses allows more")


def test_the_worst_case_is_an_aim_of_its_own(call: Call, lists: list[str], small: Wordle) -> None:
    data = data_of(call, *lists, "--aim", "worst", "--opener", "xylyl")
    prover = Prover(Belief.start(small), max_guesses=3, target=2)
    proof = prove(prover, openers=["xylyl"])
    assert (data["max_guesses"], data["worst"], data["aim"]) == (3, 3, "worst")
    assert (data["late_weight"], data["total"]) == prover.missed_and_total(proof.best[0].cost)
    assert data["late"] == data["late_weight"] == data["late_bound"] == data["histogram"]["3"]


def test_weights_change_what_is_best(call: Call, lists: list[str], small: Wordle, tmp_path: Path) -> None:
    path = tmp_path / "weights.txt"
    weights = [1, 3, 0.5, 1, 40, 1]
    path.write_text("".join(f"{word} {weight}\n" for word, weight in zip(small.secrets, weights, strict=True)))
    data = data_of(call, *lists, "--prior", str(path))
    proof = prove(Prover(Belief.start(small), weights))
    assert (data["opener"], data["total"], data["weight"]) == ("abbot", proof.best[0].cost, 93)
    assert f"cost {proof.best[0].cost} of weight 93" in call("prove", *lists, "--prior", str(path)).out
    after = data_of(call, *lists, "--prior", str(path), "--after", "abbot=22000")
    assert (after["secrets"], after["weight"], after["opener"], after["total"]) == (2, 4, "abase", 5)


@pytest.mark.parametrize("kind", KINDS)
def test_the_tree_is_written_in_every_format(
    kind: str, call: Call, lists: list[str], small: Wordle, tmp_path: Path
) -> None:
    path = tmp_path / f"tree.{kind}"
    data_of(call, *lists, "--tree", str(path))
    tree = prove(Prover(Belief.start(small))).tree
    assert tree is not None
    assert path.read_text(encoding="utf-8") == render(tree, kind)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--aim", "nonsense"], "There is no aim 'nonsense'; the aims are mean, worst and within:K, as in within:4"),
        (["--aim", "within"], "Say within how many guesses, as in within:4"),
        (["--aim", "within:x"], "Say within how many guesses, as in within:4"),
        (["--aim", "within:0"], "Aim for 1 to 1,000 guesses, not 0"),
        (["--aim", "within:1", "--after", "abbot=22000"], "All 1 guesses are made that secrets should be found within"),
        (["--opener", "zzzzz"], "'zzzzz' is not an allowed guess in answers.txt"),
        (["--opener", ""], "'' is not an allowed guess"),
        (["--after", "aback"], "'aback' is no clue; write the guess, an equals sign and the reply"),
        (["--after", "aback=00000"], "No answer of .* fits aback=00000, but 2 other words that may be guessed do"),
        (["--hard", "--after", "abbot=22000", "--opener", "xylyl"], "'xylyl' is not allowed in hard mode"),
        (
            ["--prior", "missing.txt"],
            r"missing\.txt: no such prior; choose uniform, frequency,? .*or a file with weights",
        ),
        (["--tree", "tree.pdf"], "A tree cannot be written as 'pdf'; the formats are json, txt, dot, html"),
        (["--tree", "missing/tree.json"], r"missing/tree\.json: cannot be written \(there is no folder"),
        (["--max-guesses", "-1"], "Invalid value for '--max-guesses'"),
        (["--max-guesses", "many"], "Invalid value for '--max-guesses'"),
        (["--top", "0"], "Invalid value for '--top'"),
        (["--threads", "0"], "Invalid value for '--threads'"),
        (["--memory", "0"], "Invalid value for '--memory'"),
        (["--memory", "99999999999999"], "Invalid value for '--memory'"),
        (["--edition", "original"], "Choose one word list"),
    ],
)
def test_what_cannot_be_proved_is_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("prove", "--json", *lists, *options), message)


def test_a_weight_that_is_none_is_refused_by_file_and_line(call: Call, lists: list[str], tmp_path: Path) -> None:
    path = tmp_path / "weights.txt"
    path.write_text("aback 1\nabase none\n")
    assert_refused(call("prove", *lists, "--prior", str(path)), r"weights\.txt, line 2: 'none' is no weight")
    path.write_text("".join(f"{word} 0.{'1' * 30}\n" for word in ("aback", "abate", "abbey", "abbot", "abhor")))
    with path.open("a") as file:
        file.write("abase 1\n")
    assert_refused(call("prove", "--json", *lists, "--prior", str(path)), "These weights need too many digits")


@pytest.mark.slow
def test_an_interrupted_proof_tells_what_is_known_so_far() -> None:
    result = interrupt("prove", "--edition", "nyt-2023", "--json", after=3)
    assert (result.code, result.err) == (130, "")
    data = json.loads(result.out)
    assert (data["proved"], data["possible"], data["secrets"]) == (False, True, 3158)
    assert 2 * 3158 <= data["lower_bound"] <= (data["total"] or 11219) <= 11300
    assert data["settled"] < 14855


@pytest.fixture
def many(tmp_path: Path) -> list[str]:
    """Options that name a list whose proof takes some seconds, for a thousand openers are looked into one by one."""
    answers, guesses = tmp_path / "many.txt", tmp_path / "more.txt"
    words = Wordle.edition("original")
    answers.write_text("\n".join(words.answers[::6]))
    guesses.write_text("\n".join(words.guesses[::20]))
    return ["--answers", str(answers), "--guesses", str(guesses)]


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    """What another program reads in a store."""
    base = sqlite3.connect(path)
    try:
        return base.execute(query).fetchall()
    finally:
        base.close()


def assert_sound(path: Path) -> set[str]:
    """Nothing is broken in a store, and no opener stands in it twice; return those that stand in it.

    It is looked at in a copy, for whoever opens it after a kill tidies it up.
    """
    if not path.exists():
        return set()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for end in ("", "-wal"):
            if Path(f"{path}{end}").exists():
                shutil.copy(f"{path}{end}", f"{copy}{end}")
        assert rows(copy, "PRAGMA integrity_check") == [("ok",)]
        if not rows(copy, "SELECT 1 FROM sqlite_master"):
            return set()
        openers = [opener for (opener,) in rows(copy, "SELECT opener FROM settled")]
    assert len(openers) == len({*openers})
    return {*openers}


@pytest.mark.slow
def test_a_proof_that_is_killed_over_and_over_comes_to_the_same_end(many: list[str], tmp_path: Path) -> None:
    """Some are killed before there is a file, some while it is being made, some in the middle of a transaction."""
    rng = random.Random(7)
    path, tree, kept = tmp_path / "store.db", tmp_path / "tree.json", set[str]()
    options = ["--store", str(path), "--top", "1000", "--threads", "2", "--memory", "16"]
    command = [str(FEWEST), "prove", "--json", *many, *options, "--tree", str(tree)]
    for number in range(12):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            before = path.stat().st_size if path.exists() else -1
            while number % 2 and process.poll() is None and size_with_journal(path) <= before:
                pass  # until it has begun to write
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
    """How large a store is, with what is not yet part of the file itself; -1 if there is none."""
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
    assert rows(path, "SELECT count(*), sum(ended) FROM runs") == [(2, 2)]
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    with Store.existing(path) as store:
        known = [*store.known().values()]
        assert store.trees()[0][1] == expected[0][1]
    assert len(known) >= 100
    for each in known:
        truth = prover.cost_of_guess(each.opener, prover.belief)
        assert each.lower == truth if each.cost == truth else each.cost is None and each.lower <= truth


@pytest.mark.slow
def test_a_store_is_gone_on_from(call: Call, mixed: list[str], tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "store.db")]
    first, second = data_of(call, *mixed, *store), data_of(call, *mixed, *store)
    without = data_of(call, *mixed)
    for each in (first, second, without):
        del each["seconds"], each["nodes"]
    assert first == without
    assert second == {**without, "resumed": without["settled"]}
    more = data_of(call, *mixed, *store, "--top", "10")
    assert 0 < more["resumed"] < more["settled"]
    assert more["openers"] == data_of(call, *mixed, "--top", "10")["openers"]


def test_a_store_of_another_proof_is_refused(call: Call, mixed: list[str], tmp_path: Path) -> None:
    path, weights = tmp_path / "store.db", tmp_path / "weights.txt"
    store = ["--store", str(path)]
    data_of(call, *mixed, *store)
    before, about = path.read_bytes(), "this store is about something else; its"
    words = Wordle.from_files(mixed[1], mixed[3])
    weights.write_text("".join(f"{word} {1 + place % 2}\n" for place, word in enumerate(words.secrets)))
    different = {
        "hard is false, not true": ["--hard"],
        "max_guesses is null, not 5": ["--max-guesses", "5"],
        r'clues is \[\], not \["catch=00022"\]': ["--after", "catch=00022"],
        "given is different": ["--prior", str(weights)],
    }
    for message, options in different.items():
        for extra in ([], ["--json"]):
            result = call("prove", *mixed, *store, *options, *extra)
            assert_refused(result, rf"store\.db: {about} {message}\.$")
    assert_refused(call("prove", *store), rf"{about} label is .*, not \"original\"")
    assert_refused(call("prove", "--game", "numbers", *store), rf'{about} game is "wordle", not "numbers"')
    Path(mixed[3]).write_text("\n".join(words.guesses[:-1]))
    assert_refused(call("prove", *mixed, *store), rf"{about} fingerprint is ")
    assert path.read_bytes() == before


def test_a_file_that_is_no_store_is_refused(call: Call, lists: list[str], tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = ["--store", str(path)]
    path.write_text("crane\n" * 100)
    assert_refused(call("prove", *lists, *store), r"store\.db: it is no store of a proof\.$")
    assert path.read_text() == "crane\n" * 100
    path.unlink()
    rows(path, "CREATE TABLE birds (name TEXT)")
    assert_refused(call("prove", *lists, *store), r"store\.db: a database, but no store of a proof\.$")
    path.unlink()
    data_of(call, *lists, *store)
    damage(path, "UPDATE about SET value = '\"fewest-store-1\"' WHERE name = 'format'")
    assert_refused(call("prove", *lists, *store), rf"its format is 'fewest-store-1', not '{FORMAT}'; name a new file")
    assert_refused(call("prove", *lists, "--store", str(tmp_path)), r": a store must be a file of its own")
    assert_refused(call("prove", *lists, "--store", "missing/store.db"), r"missing/store\.db: it cannot be opened\.$")
    path.write_bytes(b"")
    assert data_of(call, *lists, *store)["resumed"] == 0
    assert data_of(call, *lists, *store)["resumed"] == 8


def test_a_store_is_about_one_aim(call: Call, lists: list[str], tmp_path: Path) -> None:
    path, tree = tmp_path / "store.db", tmp_path / "tree.json"
    store = [*lists, "--store", str(path)]
    first = data_of(call, *store, "--aim", "within:2")
    again = data_of(call, *store, "--aim", "within:2", "--tree", str(tree))
    assert (first["resumed"], again["resumed"]) == (0, again["of"])
    assert {key: first[key] for key in ("opener", "late", "total", "histogram")} == {
        key: again[key] for key in ("opener", "late", "total", "histogram")
    }
    assert call("check", str(tree), *lists).code == 0
    assert_refused(call("prove", *store), "this store is about something else; its due is 2, not null")
    assert_refused(call("prove", *store, "--aim", "within:3"), "its due is 2, not 3")
    shown = call("store", "show", str(path), *lists)
    assert "as many as possible within 2" in shown.out
    assert f"takes {first['total']} in total" in shown.out
    table = tmp_path / "table.csv"
    assert call("store", "show", str(path), *lists, "--output", str(table)).code == 0
    head, best = table.read_text().splitlines()[:2]
    assert (head, best.split(",")[2]) == ("opener,lower_bound,total,mean,seconds,late", str(first["total"]))
    assert best.split(",")[-1] == str(first["late"])
    for source, message in ((path, "its due is 2, not null"), (table, "ranked by another aim than the fewest guesses")):
        assert_refused(call("accuracy", *lists, "--exact", str(source)), message)
    damage(path, "DELETE FROM about WHERE name = 'due'")
    assert_refused(call("prove", *store), "it is damaged")
    mean = tmp_path / "mean.db"
    data_of(call, *lists, "--store", str(mean))
    assert_refused(call("prove", *lists, "--store", str(mean), "--aim", "within:2"), "its due is null, not 2")


SAME_OPENER = "opener = (SELECT opener FROM settled WHERE rowid = 1)"
"""The rows of one opener: a first bound, and what another thread settled later."""


def test_a_damaged_row_of_a_store_is_said_and_proved_again(lists: list[str], call: Call, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    truth = data_of(call, *lists, "--store", str(path))
    damage(path, f"DELETE FROM settled WHERE rowid != 1 AND {SAME_OPENER}")
    damage(path, f"UPDATE settled SET lower = lower + 64 WHERE {SAME_OPENER}")
    for command in (
        ("store", "show", str(path), *lists),
        ("store", "audit", str(path), *lists),
        ("prove", *lists, "--store", str(path)),
    ):
        result = call(*command, "--json")
        assert result.err == f"fewest: {path}: 1 damaged row is left out, to be proved again.\n"
        assert result.code == (1 if command[1] == "audit" else 0)
    data = json.loads(result.out)
    assert (data["opener"], data["total"], data["proved"]) == (truth["opener"], truth["total"], True)
    assert data["resumed"] < data["settled"] == truth["settled"]
    assert call("store", "audit", str(path), *lists).err == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "pages", [pytest.param(2, marks=pytest.mark.slow), 9, pytest.param(10, marks=pytest.mark.slow)]
)
def test_a_full_disk_is_one_sentence_and_the_store_stays_usable(
    pages: int, call: Call, mixed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, connect = tmp_path / "store.db", sqlite3.connect

    def small(path: Path, **options: Any) -> sqlite3.Connection:
        base: sqlite3.Connection = connect(path, **options)
        base.execute(f"PRAGMA max_page_count = {pages}")
        return base

    with monkeypatch.context() as patch:
        patch.setattr("fewest.search.store.sqlite3.connect", small)
        result = call("rank", "--json", *mixed, "--store", str(path))
        assert_refused(result, r"store\.db: the disk is full; what was settled before is kept\.$")
    kept = assert_sound(path)
    assert bool(kept) == (pages > 2)
    data = json.loads(call("rank", "--json", *mixed, "--store", str(path)).out)
    assert data["resumed"] == len(kept) < data["settled"]
    assert data["openers"] == json.loads(call("rank", "--json", *mixed).out)["openers"]


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 200 kilobytes, where one may be mounted."""
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
def test_a_disk_that_is_really_full_is_one_sentence(mixed: list[str], tiny_disk: Path) -> None:
    path = tiny_disk / "store.db"
    result = run("rank", "--json", *mixed, "--store", str(path))
    assert_refused(result, r"store\.db: the disk is full; what was settled before is kept\.$")
    subprocess.run(["mount", "-o", "remount,size=8m", str(tiny_disk)], check=True)
    kept = assert_sound(path)
    assert kept
    data = json.loads(run("rank", "--json", *mixed, "--store", str(path)).out)
    assert (data["resumed"], data["proved"]) == (len(kept), True)
    assert kept < assert_sound(path)


def test_a_store_that_cannot_be_written_is_one_sentence(
    call: Call, mixed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, connect = tmp_path / "store.db", sqlite3.connect
    data_of(call, *mixed, "--store", str(path))
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(
            "fewest.search.store.sqlite3.connect",
            lambda path, **options: connect(f"file:{path}?mode=ro", uri=True, **options),
        )
        assert_refused(call("prove", *mixed, "--store", str(path)), r"store\.db: it cannot be written to\.$")
        assert_refused(call("prove", *mixed, "--store", f"{path}.new"), r"store\.db\.new: it cannot be opened\.$")
    assert path.read_bytes() == before
    assert data_of(call, *mixed, "--store", str(path))["resumed"] == data_of(call, *mixed)["settled"]


@pytest.mark.slow
def test_after_ctrl_c_everything_settled_is_there(tmp_path: Path) -> None:
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
    assert rows(path, "SELECT ended, settled FROM runs LIMIT 1") == [(1, data["settled"])]


def test_without_the_extra_a_cluster_is_refused(call: Call, lists: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = call("prove", "--json", *lists, "--cluster", "tcp://127.0.0.1:9")
    assert_refused(result, r"A cluster needs the extra fewest\[cluster\]: pip install 'fewest\[cluster\]'\.$")


def test_an_address_where_nobody_listens_is_refused(
    call: Call, lists: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "SCHEDULER_TIMEOUT_SECONDS", 1)
    path = tmp_path / "store.db"
    result = call("prove", *lists, "--cluster", "tcp://127.0.0.1:9", "--store", str(path))
    assert_refused(result, r"tcp://127\.0\.0\.1:9: no Dask scheduler answers there \(.*\)\.$")
    assert_sound(path)
    assert_refused(call("prove", *lists, "--cluster", "nowhere"), "nowhere: no Dask scheduler answers there")
