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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rounds", "0"], "Invalid value for '--rounds'"),
        (["--bucket", "0"], "Invalid value for '--bucket'"),
        (["--output", "missing/curve.json"], r"missing/curve\.json: cannot be written \(there is no folder"),
    ],
)
def test_invalid_options_are_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("train", "--json", *lists, *options), message)
