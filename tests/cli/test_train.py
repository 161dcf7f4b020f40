import math
from pathlib import Path

import pytest

from tests.cli.running import Call, CallJson, assert_refused


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
    assert "The curve of round 1 was learnt by the published method" in result.one_line


def test_uncertainty_can_be_counted(call: Call, call_json: CallJson, mixed: list[str], tmp_path: Path) -> None:
    """With a prior, the entropy at the start is less than log2 of the 58 answers."""
    given = [*mixed, "--prior", "frequency", "--ranks", "file", "--rounds", "1"]
    counted, measured = (call_json("train", *given, *more) for more in (["--uncertainty", "count"], []))
    assert (counted["uncertainty"], measured["uncertainty"]) == ("count", "entropy")
    assert measured["bits"][-1] < counted["bits"][-1] == pytest.approx(math.log2(58), abs=1e-6)
    assert call("train", *given, "--uncertainty", "count", "--output", str(tmp_path / "curve.json")).code == 0
    play = call_json("evaluate", *given[:-2], "--strategy", f"expected-moves:curve={tmp_path / 'curve.json'}")
    assert play["prior_mean"] == pytest.approx(counted["rounds"][1]["mean"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rounds", "0"], "Invalid value for '--rounds'"),
        (["--bucket", "0"], "Invalid value for '--bucket'"),
        (["--uncertainty", "words"], "Invalid value for '--uncertainty'"),
        (["--output", "missing/curve.json"], r"missing/curve\.json: cannot be written \(there is no folder"),
    ],
)
def test_invalid_options_are_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("train", "--json", *lists, *options), message)
