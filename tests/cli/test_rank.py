import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Wordle
from fewest.search import Prover
from fewest.setup import Setup
from tests.cli.running import Call, CallJson, assert_refused


@pytest.fixture
def rank(call_json: CallJson) -> CallJson:
    """The JSON of a ranking."""

    def rank(*options: str, code: int = 0) -> Any:
        data = call_json("rank", "--memory", "4", *options, code=code)
        assert [row["rank"] for row in data["openers"]] == [*range(1, len(data["openers"]) + 1)]
        return data

    return rank


def test_without_time_there_are_only_bounds(call: Call, rank: CallJson, mixed: list[str]) -> None:
    data = rank(*mixed, "--seconds", "0", code=3)
    prover = Prover(Belief.start(Wordle.from_files(*mixed[1::2])))
    assert (data["proved"], data["interrupted"], data["settled"]) == (False, False, 0)
    for row in data["openers"]:
        assert row["total"] <= prover.cost_of_guess(row["opener"], prover.belief)
        assert not row["exact"]
    shown = call("rank", *mixed, "--seconds", "0").out
    assert "or more" in shown
    assert f"0 of {len(data['openers'])} exact" in shown


def test_a_table_is_shown_in_full_or_in_part(call: Call, rank: CallJson, lists: list[str], small: Wordle) -> None:
    rows = rank(*lists)["openers"]
    for count in (0, 3, 100):
        lines = call("rank", *lists, "--show", str(count)).out.splitlines()
        assert lines[0] == Setup().title(small)
        assert [line.split() for line in lines[2:-1]] == [
            [str(row["rank"]), row["opener"], str(row["total"]), f"{row['mean']:.4f}"] for row in rows[:count]
        ]
        assert lines[-1].startswith(f"{len(rows)} of {len(rows)} exact, ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["--top", "0"], "Invalid value for '--top'"),
        (["--seconds", "-1"], "Invalid value for '--seconds'"),
        (["--aim", "worst"], "Openers cannot be ranked by their worst case"),
        (["--aim", "within:2", "--within", "5"], "--within works only with --aim mean"),
        (["--max-guesses", "3", "--within", "3"], "--within must be above 0"),
        (["--output", "missing/ranks.csv"], r"missing/ranks\.csv: cannot be written \(there is no folder"),
    ],
)
def test_invalid_options_are_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("rank", "--json", *lists, *options), message)


def test_openers_may_be_ranked_by_how_many_secrets_are_found_in_time(
    call: Call, rank: CallJson, mixed: list[str], tmp_path: Path
) -> None:
    rows = rank(*mixed, "--aim", "within:2", "--threads", "1")["openers"]
    assert all(row["exact"] for row in rows)
    values = [(row["missed_weight"], row["total"]) for row in rows]
    assert values == sorted(values)
    assert values[0][0] < values[-1][0]
    path = tmp_path / "ranks.csv"
    shown = call("rank", *mixed, "--aim", "within:2", "--threads", "1", "--output", str(path)).out
    assert re.search(r"^rank +opener +missed +total +mean", shown, re.MULTILINE)
    written = [*csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))]
    assert [(int(row["missed_weight"]), int(row["total"])) for row in written] == values
    first = call("prove", *mixed, "--aim", "within:2", "--opener", rows[0]["opener"], "--json").out
    assert (json.loads(first)["missed_weight"], json.loads(first)["total"]) == values[0]
