import json
import math
import statistics
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Wordle
from fewest.learning.accuracy import Accuracy
from fewest.search import Prover, prove
from fewest.system.exits import INTERRUPTED
from tests.cli.running import Call, assert_refused, interrupt


def data_of(call: Call, *arguments: str) -> dict[str, Any]:
    """What a measurement says to programs."""
    result = call("accuracy", "--json", "--memory", "16", *arguments)
    assert (result.code, result.err) == (0, "")
    data: dict[str, Any] = json.loads(result.out)
    return data


def test_every_prediction_is_written_and_read_again(call: Call, alike: list[str], tmp_path: Path) -> None:
    path = tmp_path / "accuracy.json"
    data = data_of(call, *alike, "--best", "4", "--sample", "6", "--estimator", "entropic", "-o", str(path))
    made = Accuracy.load(path)
    belief = Belief.start(Wordle.from_files(alike[1]))
    assert {kind: [vars(each) for each in found] for kind, found in made.errors().items()} == {
        kind: data[kind] for kind in ("best", "sample")
    }
    assert [(each.guess, each.exact) for each in made.best] == [
        (each.guess, each.mean) for each in prove(Prover(belief), top=4).best
    ]
    assert len(made.sample) == 6
    squares = [(each.predicted["entropic"] - each.exact) ** 2 for each in made.sample]
    margin = 1.96 * statistics.stdev(squares) / math.sqrt(6) * math.sqrt(1 - 6 / 58)
    assert data["sample"][0]["margin"] == pytest.approx(margin, rel=1e-4)
    assert all([*each.predicted] == ["entropic"] for each in made.best + made.sample)


@pytest.mark.slow
def test_tables_show_the_best_and_the_sample(call: Call, alike: list[str]) -> None:
    options = [*alike, "--best", "5", "--sample", "20"]
    data = data_of(call, *options)
    result = call("accuracy", *options)
    assert result.code == 0
    said = " ".join(result.out.split())
    assert "5 best openers of alike.txt (58 guesses, 58 answers, all equally likely)" in said
    assert "20 openers drawn from 58 of alike.txt (58 guesses, 58 answers, all equally likely)" in said
    lines = [line.split() for line in result.out.splitlines()]
    for each in data["best"]:
        assert [
            each["estimator"],
            f"{each['squared']:.4f}",
            f"{each['bias']:+.4f}",
            f"{each['correlation']:.3f}",
        ] in lines
    for each in data["sample"]:
        margin = ["±", f"{each['margin']:.4f}"]
        numbers = [f"{each['bias']:+.4f}", f"{each['correlation']:.3f}"]
        assert [each["estimator"], f"{each['squared']:.4f}", *margin, *numbers] in lines
    alone = call("accuracy", *alike, "--best", "0", "--sample", "3", "--estimator", "entropic").out
    assert "best openers" not in alone
    assert "3 openers drawn from 58" in alone


@pytest.mark.slow
def test_a_prior_is_heeded(call: Call, alike: list[str], tmp_path: Path) -> None:
    path = tmp_path / "accuracy.json"
    data_of(call, *alike, "--best", "3", "--sample", "0", "--prior", "frequency", "-o", str(path))
    proved = json.loads(call("prove", "--json", *alike, "--prior", "frequency", "--top", "3").out)
    assert [(each.guess, pytest.approx(each.exact, abs=1e-6)) for each in Accuracy.load(path).best] == [
        (each["opener"], each["mean"]) for each in proved["openers"]
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--estimator", "entropy"], "There is no estimator 'entropy'; the estimators are statistical, entropic, "),
        (["--estimator", ""], "There is no estimator ''"),
        (["--best", "0", "--sample", "0"], "There is nothing to measure: name an estimator and some openers"),
        (["--best", "-1"], "Invalid value for '--best'"),
        (["--sample", "all"], "Invalid value for '--sample'"),
        (["--seed", "x"], "Invalid value for '--seed'"),
        (["--memory", "0"], "Invalid value for '--memory'"),
        (["--within", "6"], "--within chooses among exact values that are read; name them with --exact"),
        (["--exact", "shipped"], "No exact values of openers of .* are shipped"),
        (["--exact", "shipped", "--memory", "9"], "With --exact nothing is searched, so leave --memory out"),
        (["--exact", "shipped", "--within", "0"], "Invalid value for '--within'"),
        (["--exact", "missing.txt"], r"missing\.txt: cannot be read"),
        (["--output", "missing/accuracy.json"], r"missing/accuracy\.json: cannot be written \(there is no folder"),
        (["--output", "."], r"\.: cannot be written \(Is a directory"),
    ],
)
def test_what_cannot_be_measured_is_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("accuracy", "--json", *lists, *options), message)


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--sample", "0"], ["--best", "0"]], ids=["while proving", "while sampling"])
def test_an_interrupted_measurement_ends_quietly(options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "accuracy.json"
    nothing_shipped = ("--prior", "frequency")
    result = interrupt("accuracy", "--json", *nothing_shipped, "--output", str(path), *options, after=3)
    assert (result.code, result.out, result.err) == (130, "", INTERRUPTED)
    assert not path.exists()


def refuse(text: str) -> float:
    """Stands for a reader that keeps to the standard, which has no such numbers."""
    raise ValueError(f"{text} is no JSON")


def test_json_is_json_even_where_nothing_can_be_correlated(call: Call, lists: list[str]) -> None:
    result = call("accuracy", "--json", "--best", "1", "--sample", "1", *lists)
    json.loads(result.out, parse_constant=refuse)


def test_an_opener_that_tells_nothing_does_not_spoil_the_errors(call: Call, lists: list[str], tmp_path: Path) -> None:
    guesses = tmp_path / "useless.txt"
    guesses.write_text("zzzzz\n")
    result = call("accuracy", "--json", "--best", "100", "--answers", lists[1], "--guesses", str(guesses))
    assert all(math.isfinite(each["squared"]) for each in json.loads(result.out)["best"])


def test_exact_values_are_read_from_what_rank_writes(call: Call, alike: list[str], tmp_path: Path) -> None:
    """As CSV and as a store; the store also within a limit."""
    table, store = tmp_path / "openers.csv", tmp_path / "openers.db"
    ranked = call("rank", *alike, "--within", "7", "--store", str(store), "--memory", "4", "-o", str(table))
    assert ranked.code == 0
    searched = data_of(call, *alike, "--best", "0", "--sample", "1000")
    for source in (table, store):
        read = json.loads(call("accuracy", "--json", *alike, "--best", "3", "--exact", str(source)).out)
        assert read["sample"] == searched["sample"]
        assert read["exact"] == {
            "source": str(source),
            "within": None,
            "known": 58,
            "impossible": 0,
            "openers": 58,
        }
    limited = call("accuracy", *alike, "--exact", str(store), "--within", "7").out
    assert "Exact values within 7 guesses of " in limited
