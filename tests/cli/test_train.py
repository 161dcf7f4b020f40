import json
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Wordle, evaluate, grow, strategy
from fewest.curves import Curve
from fewest.learning.training import play_by
from fewest.strategies import Greedy
from tests.cli.running import Call, assert_refused


def data_of(call: Call, *arguments: str) -> dict[str, Any]:
    """What training says to programs."""
    result = call("train", "--json", *arguments)
    assert (result.code, result.err) == (0, "")
    data: dict[str, Any] = json.loads(result.out)
    return data


def test_the_curve_of_the_best_round_is_written_and_played(call: Call, alike: list[str], tmp_path: Path) -> None:
    path = tmp_path / "curve.json"
    data = data_of(call, *alike, "--output", str(path))
    curve = Curve.load(path)
    assert (curve.name, [*curve.bits], [*curve.guesses]) == ("alike.txt", data["bits"], data["guesses"])
    assert json.loads(path.read_text())["rounds"] == data["rounds"]
    best = min(data["rounds"][1:], key=lambda each: (each["mean"], each["round"]))
    assert best["round"] > 1, "the first round is not the best of this list, so a later curve is kept"
    played = json.loads(call("evaluate", "--json", *alike, "-s", f"expected-moves:curve={path}").out)
    assert (played["opener"], played["total"]) == (best["opener"], best["total"])
    play = strategy(f"expected-moves:curve={path}")
    start = Belief.start(Wordle.from_files(alike[1]))
    assert isinstance(play, Greedy)
    assert grow(play, start).to_json() == grow(play_by(curve), start).to_json()
    assert evaluate(grow(strategy(), start)).total > best["total"], "the shipped curve was learnt elsewhere"


def test_a_table_shows_every_round_and_the_best(call: Call, mixed: list[str]) -> None:
    rounds = data_of(call, *mixed)["rounds"]
    assert rounds[0]["mean"] < min(row["mean"] for row in rounds[1:]), "entropy is best here, but it needs no curve"
    result = call("train", *mixed)
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0] == "Learning on alike.txt + others.txt (144 guesses, 58 answers, all equally likely)"
    shown = [line.split()[:5] for line in lines[2 : 2 + len(rounds)]]
    assert shown == [
        [str(row["round"]), row["strategy"], row["opener"], f"{row['mean']:.4f}", str(row["worst"])] for row in rounds
    ]
    best = min(rounds[1:], key=lambda row: (row["mean"], row["round"]))
    assert lines[2 + len(rounds)] == f"The best round is {best['round']}: {best['mean']:.4f} guesses"

    said = " ".join(" ".join(lines[2 + len(rounds) :]).split())
    assert "The curve of round 1 is by the published method" in said
    once = " ".join(call("train", *mixed, "--rounds", "1").out.split())
    assert "The curve is by the published method, for it is fitted to games by entropy" in once


def test_what_is_learnt_depends_on_the_prior_and_the_mode(call: Call, alike: list[str]) -> None:
    learnt = [data_of(call, *alike, *options)["guesses"] for options in ([], ["--prior", "frequency"], ["--hard"])]
    assert len({tuple(each) for each in learnt}) == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rounds", "0"], "Invalid value for '--rounds'"),
        (["--rounds", "few"], "Invalid value for '--rounds'"),
        (["--bucket", "0"], "Invalid value for '--bucket'"),
        (["--bucket", "-1"], "Invalid value for '--bucket'"),
        (["--output", "missing/curve.json"], r"missing/curve\.json: cannot be written \(there is no folder"),
        (["--output", "."], r"\.: cannot be written \(Is a directory"),
    ],
)
def test_what_cannot_be_learnt_is_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("train", "--json", *lists, *options), message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "not a curve as `fewest train` writes it"),
        ("[]", "not a curve as `fewest train` writes it"),
        ('{"format": "fewest-tree-1"}', "the format is 'fewest-tree-1', not 'fewest-curve-1'"),
        ('{"format": "fewest-curve-1", "name": "", "bits": [0], "guesses": [1]}', "A curve needs two knots or more"),
        (
            '{"format": "fewest-curve-1", "name": "", "bits": [0, 1], "guesses": [1, 0]}',
            "neither bits nor guesses ever",
        ),
    ],
)
def test_what_is_no_curve_is_not_played_by(
    content: str, message: str, call: Call, lists: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "curve.json"
    path.write_text(content)
    assert_refused(call("evaluate", *lists, "-s", f"expected-moves:curve={path}"), message)


def test_nothing_is_learnt_from_a_single_word(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text("aback\n")
    assert_refused(call("train", "--json", "--answers", str(path)), "There is nothing to learn where there is no unc")


def test_a_bucket_that_is_no_number_is_refused(call: Call, lists: list[str]) -> None:
    assert_refused(call("train", *lists, "--bucket", "nan"), "bucket|Bits")
