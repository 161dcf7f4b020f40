"""fewest decide."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.running import Call, assert_refused, interrupt
from tests.cli.terminal import typed
from tests.markdown import ROOT

CAR = str(ROOT / "examples" / "car.csv")
TREES = str(ROOT / "examples" / "trees.csv")


def shown(call: Call, *arguments: str) -> str:
    """The output of fewest decide, in one line."""
    return " ".join(call("decide", *arguments).out.split())


def talk(call: Call, monkeypatch: pytest.MonkeyPatch, *lines: str, table: str = CAR) -> str:
    """The output of fewest decide assist for some input lines."""
    monkeypatch.setattr(sys, "stdin", typed(*lines))
    result = call("decide", "assist", table)
    assert (result.code, result.err) == (0, "")
    return " ".join(result.out.split())


def test_a_proof_and_its_plan(call: Call, tmp_path: Path) -> None:
    file, moved = tmp_path / "plan.json", tmp_path / "moved.csv"
    said = call("decide", "prove", CAR, "--tree", str(file))
    assert said.code == 0
    assert "engine cranks is the best first question (proved)" in said.out
    assert "expected cost 16.6850, worst 61.5, 3.4488 questions on average" in said.out
    checked = shown(call, "check", str(file))
    assert "plan.json: a valid plan" in checked
    assert "expected cost 16.6850, worst 61.5" in checked
    moved.write_bytes(Path(CAR).read_bytes())
    assert "a valid plan" in shown(call, "check", str(file), "--table", str(moved))
    assert_refused(
        call("decide", "check", str(file), "--table", TREES), r"plan\.json: 'engine cranks' is not a question of"
    )
    tree = tmp_path / "tree.json"
    assert call("decide", "tree", CAR, "--strategy", "optimal", "--output", str(tree)).code == 0
    assert tree.read_bytes() == file.read_bytes()


def test_a_plan_of_a_part(call: Call) -> None:
    said = json.loads(call("decide", "prove", CAR, "engine cranks=yes", "--json").out)
    assert (said["opener"], round(said["cost"], 4), said["rows"]) == ("fuel gauge", 25.1410, 10)


def test_a_plan_for_rounds_is_checked_with_them(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    said = shown(call, "prove", CAR, "--at-once", "2", "--round-cost", "5", "--tree", str(file))
    assert "dashboard lights + engine cranks is the best first question (proved)" in said
    assert "expected cost 29.5157" in shown(call, "check", str(file))


def test_a_proof_that_takes_too_long_ends_with_bounds(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    said = call("decide", "prove", CAR, "--seconds", "0", "--tree", str(file))
    assert said.code == 3
    assert "stopped before the proof was complete" in " ".join(said.out.split())
    assert "no plan costs less than" in said.out
    assert "was not written" in said.err
    assert not file.exists()


@pytest.mark.slow
def test_ctrl_c_ends_a_proof_with_bounds(tmp_path: Path) -> None:
    path = tmp_path / "hard.csv"
    bits = [f"{row * 2654435761 % 2**32:032b}" for row in range(1, 301)]
    rows = [f"r{at},{','.join(text[:30])},{text[31]}{text[30]}" for at, text in enumerate(bits)]
    path.write_text("\n".join([f"x,{','.join(f'q{at}' for at in range(30))},class", *rows]), encoding="utf-8")
    said = interrupt("decide", "prove", str(path), after=2)
    assert (said.code, said.err) == (130, "")
    assert "no plan costs less than" in said.out


def test_other_commands_on_a_table(call: Call) -> None:
    evaluated = shown(call, "evaluate", CAR)
    assert "entropy starting with dashboard lights" in evaluated
    assert "expected cost 16.7835" in evaluated
    assert "refuel 23%" in shown(call, "suggest", CAR, "engine cranks=yes")
    assert "The answer is known: tow it." in shown(call, "suggest", CAR, "engine cranks=fast")
    split = shown(call, "split", CAR, "fault codes", "engine cranks=yes")
    assert "fault codes costs 10, gains 1.903 bits and has 4 answers" in split
    assert call("decide", "tree", CAR).out.splitlines()[1:3] == ["dashboard lights?", "  dim: engine cranks?"]
    assert call("decide", "tree", "--format", "dot", CAR).out.startswith("digraph tree {")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("decide", "prove"), "Missing argument 'FILE'; see fewest decide prove --help"),
        (("decide", "prove", "missing.csv"), r"missing\.csv: cannot be read"),
        (
            ("decide", "prove", CAR, "--at-once", "1", "--at-once", "2"),
            "--at-once is given 2 times; give it once",
        ),
        (("decide", "prove", CAR, "--tree", "x.pdf"), "Unknown tree format 'pdf'"),
        (("decide", "evaluate", CAR, "--strategy", "minimax"), "Invalid value for '-s' / '--strategy': 'minimax'"),
        (
            ("prove", "--game", f"table:file={CAR}"),
            r"has a cost row, .*: use fewest decide, as in fewest decide",
        ),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, tuple) else "",
)
def test_invalid_arguments_are_refused_in_one_sentence(call: Call, arguments: tuple[str, ...], message: str) -> None:
    assert_refused(call(*arguments), message)


def test_assist_asks_until_the_class_is_known(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    said = talk(call, monkeypatch, "yes", "fine", "fuel", "fine", "none")
    assert "engine cranks (fast, no, slowly, yes): yes" in said
    assert "Question 4: 3 rows are possible" in said
    assert said.endswith("replace the fuel pump: found with 5 questions, cost 44.")


def test_assist_takes_other_questions_and_undo(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    said = talk(
        call,
        monkeypatch,
        "undo",
        "",
        "maybe",
        "spark=no",
        "undo",
        "clicking",
        "one",
        "rows",
        "help",
        "compression = none",
    )
    assert "There is nothing to take back." in said
    assert "What is the answer to 'engine cranks'? Type one of fast, no, slowly, yes." in said
    assert "'maybe' is not an answer to 'engine cranks'; the answers are fast, no, slowly, yes." in said
    assert "Took back spark=no." in said
    assert "clicking (many, none, one): one" in said
    assert "worn starter motor 87.50%" in said
    assert "QUESTION=ANSWER the answer to another question" in said
    assert said.endswith("tow it: found with 2 questions, cost 60.5.")
    assert "found with" not in talk(call, monkeypatch, "quit")


def test_assist_names_rows_that_no_question_can_tell_apart(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    said = talk(call, monkeypatch, "fruit=nut", "bark=fissured", "height=over 25 m", "leaf=simple", table=TREES)
    assert said.endswith("small-leaved lime or sweet chestnut: found with 4 questions, cost 4.")
