import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Wordle
from fewest.games import make_game
from fewest.search import Prover
from fewest.setup import Setup
from tests.cli.running import Call, CallJson, assert_refused, interrupt


@pytest.fixture
def rank(call_json: CallJson) -> CallJson:
    """What a ranking says to programs."""

    def rank(*options: str, code: int = 0) -> Any:
        data = call_json("rank", "--memory", "4", *options, code=code)
        assert [row["rank"] for row in data["openers"]] == [*range(1, len(data["openers"]) + 1)]
        return data

    return rank


def test_other_games_are_ranked_by_one_opener_of_those_alike(rank: CallJson) -> None:
    data = rank("--game", "mastermind:pegs=3,colours=4")
    prover = Prover(Belief.start(make_game("mastermind:pegs=3,colours=4")))
    assert {row["opener"]: row["total"] for row in data["openers"]} == {
        opener: prover.cost_of_guess(opener, prover.belief) for opener in ("111", "112", "123")
    }


def test_no_time_gives_bounds_only(call: Call, rank: CallJson, mixed: list[str]) -> None:
    data = rank(*mixed, "--seconds", "0", code=3)
    prover = Prover(Belief.start(Wordle.from_files(*mixed[1::2])))
    assert (data["proved"], data["interrupted"], data["settled"]) == (False, False, 0)
    for row in data["openers"]:
        assert row["total"] <= prover.cost_of_guess(row["opener"], prover.belief)
        assert not row["exact"]
    shown = call("rank", *mixed, "--seconds", "0").out
    assert "or more" in shown
    assert f"0 of {len(data['openers'])} exact" in shown


@pytest.mark.slow
def test_a_store_is_gone_on_from(
    call: Call, rank: CallJson, call_json: CallJson, mixed: list[str], tmp_path: Path
) -> None:
    store = ["--store", str(tmp_path / "store.db")]
    first = rank(*mixed, *store, "--top", "3")
    assert first["resumed"] == 0
    second = rank(*mixed, *store)
    assert 3 <= second["resumed"] < len(second["openers"])
    third = rank(*mixed, *store, "--seconds", "0")
    assert third["openers"] == second["openers"] == rank(*mixed)["openers"]
    assert (third["resumed"], third["proved"]) == (len(third["openers"]), True)
    assert f"({third['resumed']} settled before)" in call("rank", *mixed, *store).out
    proof = call_json("prove", *mixed, *store)
    assert (proof["resumed"], proof["opener"]) == (proof["settled"], third["openers"][0]["opener"])


def test_a_table_is_shown_in_full_or_in_part(call: Call, rank: CallJson, lists: list[str], small: Wordle) -> None:
    rows = rank(*lists)["openers"]
    for count in (0, 3, 100):
        lines = call("rank", *lists, "--show", str(count)).out.splitlines()
        assert lines[0] == Setup().title(small)
        assert [line.split() for line in lines[2:-1]] == [
            [str(row["rank"]), row["opener"], str(row["total"]), f"{row['mean']:.4f}"] for row in rows[:count]
        ]
        assert lines[-1].startswith(f"{len(rows)} of {len(rows)} exact, ")


@pytest.mark.slow
def test_the_whole_table_is_written_as_csv(call: Call, rank: CallJson, mixed: list[str], tmp_path: Path) -> None:
    rows = rank(*mixed, "--top", "4", "--threads", "1")["openers"]
    path = tmp_path / "ranks.csv"
    shown = call("rank", *mixed, "--top", "4", "--threads", "1", "--output", str(path)).out
    text = path.read_text(encoding="utf-8")
    written = [*csv.DictReader(io.StringIO(text))]
    assert {row.pop("late") for row in rows} == {None}  # only another aim than the mean has that column
    assert [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows] == written
    assert len(shown.splitlines()) == 20 + 3
    assert call("rank", *mixed, "--top", "4", "--threads", "1", "-o", "-").out == text
    path.unlink()
    again = rank(*mixed, "--top", "4", "--threads", "1", "-o", str(path))["openers"]
    assert again == [{**row, "late": None} for row in rows]
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["--top", "0"], "Invalid value for '--top'"),
        (["--seconds", "-1"], "Invalid value for '--seconds'"),
        (["--aim", "worst"], "Each first guess has a worst case of its own"),
        (["--aim", "within:2", "--within", "5"], "A second guess limit is for the aim of the mean"),
        (["--max-guesses", "3", "--within", "3"], "A second guess limit must be above 0"),
        (["--output", "missing/ranks.csv"], r"missing/ranks\.csv: cannot be written \(there is no folder"),
    ],
)
def test_what_cannot_be_ranked_is_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("rank", "--json", *lists, *options), message)


@pytest.mark.slow
def test_ctrl_c_shows_what_is_known() -> None:
    result = interrupt("rank", "--json", "--edition", "nyt-2023", "--hard", after=3)
    assert (result.code, result.err) == (130, "")
    data = json.loads(result.out)
    assert (data["proved"], len(data["openers"])) == (False, 14855)


def test_openers_may_be_ranked_by_how_many_secrets_are_found_in_time(
    call: Call, rank: CallJson, mixed: list[str], tmp_path: Path
) -> None:
    rows = rank(*mixed, "--aim", "within:2", "--threads", "1")["openers"]
    assert all(row["exact"] for row in rows)
    values = [(row["late"], row["total"]) for row in rows]
    assert values == sorted(values)
    assert values[0][0] < values[-1][0]
    path = tmp_path / "ranks.csv"
    shown = call("rank", *mixed, "--aim", "within:2", "--threads", "1", "--output", str(path)).out
    assert re.search(r"^rank +opener +late +total +mean", shown, re.MULTILINE)
    written = [*csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))]
    assert [(int(row["late"]), int(row["total"])) for row in written] == values
    first = call("prove", *mixed, "--aim", "within:2", "--opener", rows[0]["opener"], "--json").out
    assert (json.loads(first)["late_weight"], json.loads(first)["total"]) == values[0]
