from pathlib import Path

import pytest

from fewest.learning.accuracy import Accuracy
from tests.cli.running import Call, CallJson, assert_refused


@pytest.fixture
def measure(call_json: CallJson) -> CallJson:
    """The JSON of a measurement."""
    return lambda *options: call_json("accuracy", "--memory", "16", *options)


def test_every_prediction_is_written_and_read_again(measure: CallJson, alike: list[str], tmp_path: Path) -> None:
    path = tmp_path / "accuracy.json"
    data = measure(*alike, "--best", "4", "--sample", "6", "--estimator", "entropic", "-o", str(path))
    written = Accuracy.load(path)
    assert {kind: [vars(error) for error in errors] for kind, errors in written.errors().items()} == {
        kind: data[kind] for kind in ("best", "sample")
    }
    assert (len(written.best), len(written.sample)) == (4, 6)
    assert all([*opener.predicted] == ["entropic"] for opener in written.best + written.sample)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--estimator", "entropy"], "Unknown estimator 'entropy'. Use one of statistical, entropic, "),
        (
            ["--best", "0", "--sample", "0"],
            "There is nothing to measure; name an estimator, and ask for at least one opener",
        ),
        (["--best", "-1"], "Invalid value for '--best'"),
        (["--sample", "all"], "Invalid value for '--sample'"),
        (["--seed", "x"], "Invalid value for '--seed'"),
        (["--within", "6"], "--within needs --exact: it selects the values to read"),
        (["--exact", "shipped"], "There are no shipped values for openers of .*; use a store or a file"),
        (["--exact", "shipped", "--memory", "9"], "--exact reads values and searches nothing; leave --memory out"),
        (["--exact", "shipped", "--within", "0"], "Invalid value for '--within'"),
        (["--exact", "missing.txt"], r"missing\.txt: cannot be read"),
        (["--output", "missing/accuracy.json"], r"missing/accuracy\.json: cannot be written \(there is no folder"),
    ],
)
def test_invalid_options_are_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("accuracy", "--json", *lists, *options), message)


def test_exact_values_are_read_from_what_rank_writes(
    measure: CallJson, call: Call, call_json: CallJson, alike: list[str], tmp_path: Path
) -> None:
    """Read them from CSV and from a store; from the store also with a guess limit."""
    table, store = tmp_path / "openers.csv", tmp_path / "openers.db"
    ranked = call("rank", *alike, "--within", "7", "--store", str(store), "--memory", "4", "-o", str(table))
    assert ranked.code == 0
    searched = measure(*alike, "--best", "0", "--sample", "1000")
    for source in (table, store):
        data = call_json("accuracy", *alike, "--best", "3", "--exact", str(source))
        assert data["sample"] == searched["sample"]
        assert (data["exact"]["source"], data["exact"]["known"], data["exact"]["openers"]) == (str(source), 58, 58)
    limited = call("accuracy", *alike, "--exact", str(store), "--within", "7").out
    assert "Exact values within 7 guesses of " in limited
