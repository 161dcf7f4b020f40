import json
from pathlib import Path

import pytest

from fewest import Belief, Wordle, evaluate, grow, strategy
from fewest.curves import Curve
from tests.cli.running import Call, CallJson, assert_refused


def test_the_curve_of_the_best_round_is_written_and_played(
    call_json: CallJson, alike: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "curve.json"
    data = call_json("train", *alike, "--output", str(path))
    curve = Curve.load(path)
    assert (curve.name, [*curve.bits], [*curve.guesses]) == ("alike.txt", data["bits"], data["guesses"])
    assert json.loads(path.read_text())["rounds"] == data["rounds"]
    best = min(data["rounds"][1:], key=lambda row: (row["mean"], row["round"]))
    assert best["round"] > 1, "the first round is not the best of this list, so a later curve is kept"
    played = call_json("evaluate", *alike, "-s", f"expected-moves:curve={path}")
    assert (played["opener"], played["total"]) == (best["opener"], best["total"])
    start = Belief.start(Wordle.from_files(alike[1]))
    assert evaluate(grow(strategy(), start)).total > best["total"], "the shipped curve was learnt elsewhere"


def test_a_table_shows_every_round_and_the_best(call: Call, call_json: CallJson, mixed: list[str]) -> None:
    rounds = call_json("train", *mixed)["rounds"]
    assert rounds[0]["mean"] < min(row["mean"] for row in rounds[1:]), "entropy is best here, but it needs no curve"
    result = call("train", *mixed)
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0] == "Learning on alike.txt + others.txt (144 guesses, 58 answers, all equally likely)"
    assert [line.split()[:5] for line in lines[2 : 2 + len(rounds)]] == [
        [str(row["round"]), row["strategy"], row["opener"], f"{row['mean']:.4f}", str(row["worst"])] for row in rounds
    ]
    best = min(rounds[1:], key=lambda row: (row["mean"], row["round"]))
    assert lines[2 + len(rounds)] == f"The best round is {best['round']}: {best['mean']:.4f} guesses"
    assert "The curve of round 1 is by the published method" in result.one_line


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rounds", "0"], "Invalid value for '--rounds'"),
        (["--bucket", "0"], "Invalid value for '--bucket'"),
        (["--output", "missing/curve.json"], r"missing/curve\.json: cannot be written \(there is no folder"),
    ],
)
def test_what_cannot_be_learnt_is_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("train", "--json", *lists, *options), message)
