import json
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Tree, Wordle
from fewest.drawing import KINDS, render
from fewest.optimal import Prover, prove, prove_least_worst
from tests.cli.running import Call, assert_refused, interrupt, run

FIELDS = ["opener", "total", "mean", "worst", "proved", "lower_bound", "histogram", "nodes", "seconds"]


def data_of(call: Call, *arguments: str, code: int = 0) -> dict[str, Any]:
    """What a proof says to programs."""
    result = call("prove", "--json", *arguments)
    assert (result.code, result.err) == (code, "")
    data: dict[str, Any] = json.loads(result.out)
    return data


def test_json_holds_the_whole_proof(call: Call, lists: list[str], small: Wordle) -> None:
    data = data_of(call, *lists)
    proof = prove(Prover(Belief.start(small)))
    result = proof.evaluation
    assert result is not None
    assert {*FIELDS} <= {*data}
    assert (data["opener"], data["total"], data["mean"]) == (
        proof.best[0].guess,
        proof.best[0].cost,
        proof.best[0].mean,
    )
    assert (data["worst"], data["lower_bound"], data["weight"]) == (result.worst, proof.lower_bound, proof.weight)
    assert {int(guesses): count for guesses, count in data["histogram"].items()} == result.histogram
    assert (data["proved"], data["possible"], data["settled"]) == (True, True, len(small.guesses))
    assert (data["edition"], data["guesses"], data["answers"], data["secrets"]) == (small.label, 8, 6, 6)
    assert (data["hard"], data["max_guesses"]) == (False, None)


def test_the_installed_program_shows_a_proof(lists: list[str], small: Wordle) -> None:
    result = run("prove", *lists)
    best = prove(Prover(Belief.start(small))).best[0]
    assert result.code == 0
    assert f"{best.guess} is the best first guess (proved)" in result.out
    assert f"mean {best.mean:.4f} guesses, {best.cost} in total, worst 2" in result.out
    assert "8 of 8 first guesses settled" in result.out
    assert "Traceback" not in result.err


def test_openers_that_are_given_are_valued(call: Call, lists: list[str], small: Wordle) -> None:
    data = data_of(call, *lists, "--opener", "XYLYL", "--opener", "hotty", "--top", "2")
    prover = Prover(Belief.start(small))
    values = {each["opener"]: each["total"] for each in data["openers"]}
    assert values == {guess: prover.through(guess, prover.belief) for guess in ("xylyl", "hotty")}
    assert data["total"] == min(values.values())
    shown = call("prove", *lists, "--opener", "xylyl").out
    assert "xylyl has this exact value (proved)" in shown


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
    assert "after 2 clues, 5 secrets" in call("prove", "--after", "crane=01200", "--after", "sloth=bbbbb").out


def test_hard_mode_keeps_within_the_six_guesses_of_the_game(call: Call, tmp_path: Path) -> None:
    """Eight words in a row of look-alikes take eight guesses in hard mode, but the last letter can be told before."""
    answers, guesses = tmp_path / "answers.txt", tmp_path / "guesses.txt"
    answers.write_text("".join(f"xyz{letter}\n" for letter in "abcdefgh"))
    guesses.write_text("abcd\n")
    lists = ["--answers", str(answers), "--guesses", str(guesses)]
    data = data_of(call, *lists, "--hard")
    assert (data["hard"], data["max_guesses"], data["opener"]) == (True, 6, "abcd")
    assert data["worst"] <= 6 < data_of(call, *lists, "--hard", "--max-guesses", "0", "--opener", "xyza")["worst"]
    assert "in hard mode" in call("prove", *lists, "--hard").out


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
    proof = prove_least_worst(Belief.start(small), openers=["xylyl"])
    assert (data["max_guesses"], data["worst"], data["total"]) == (3, 3, proof.best[0].cost)


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


@pytest.mark.parametrize("options", [["--memory", "1"], ["--memory", "64", "--threads", "3"], ["--threads", "1"]])
def test_memory_and_threads_change_nothing(options: list[str], call: Call, lists: list[str]) -> None:
    timing = ("seconds", "nodes")
    expected, found = data_of(call, *lists), data_of(call, *lists, *options)
    assert {key: found[key] for key in found if key not in timing} == {
        key: expected[key] for key in expected if key not in timing
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--aim", "nonsense"], "There is no aim 'nonsense'; aim for the mean or for the worst case"),
        (["--opener", "zzzzz"], "'zzzzz' is not an allowed guess in answers.txt"),
        (["--opener", ""], "'' is not an allowed guess"),
        (["--after", "aback"], "'aback' is no clue; write the guess, an equals sign and the reply"),
        (["--after", "aback=00000"], "Clue 1, aback=00000, cannot be true"),
        (["--hard", "--after", "abbot=22000", "--opener", "xylyl"], "'xylyl' is not allowed in hard mode"),
        (
            ["--prior", "missing.txt"],
            r"missing\.txt: no such prior; choose uniform, frequency,? .*or a file with weights",
        ),
        (["--tree", "tree.pdf"], "A tree cannot be written as 'pdf'; the formats are json, txt, dot, html"),
        (["--tree", "missing/tree.json"], r"missing/tree\.json: No such file or directory"),
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


def test_an_interrupted_proof_tells_what_is_known_so_far() -> None:
    result = interrupt("prove", "--edition", "nyt-2023", "--json", after=3)
    assert (result.code, result.err) == (130, "")
    data = json.loads(result.out)
    assert (data["proved"], data["possible"], data["secrets"]) == (False, True, 3158)
    assert 2 * 3158 <= data["lower_bound"] <= (data["total"] or 11219) <= 11300
    assert data["settled"] < 14855
