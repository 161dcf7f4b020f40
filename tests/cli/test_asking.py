"""Tables with costs, classes, weights and unknown cells on the command line."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.running import Call, assert_refused, interrupt
from tests.cli.terminal import typed
from tests.markdown import ROOT

CAR = f"table:file={ROOT / 'examples' / 'car.csv'}"
TREES = f"table:file={ROOT / 'examples' / 'trees.csv'}"
GAME = ("--game", CAR)


def shown(call: Call, *arguments: str) -> str:
    """What a command says, in one line."""
    return " ".join(call(*arguments).out.split())


def talk(call: Call, monkeypatch: pytest.MonkeyPatch, *lines: str, game: str = CAR) -> str:
    """What fewest assist says to some lines."""
    monkeypatch.setattr(sys, "stdin", typed(*lines))
    result = call("assist", "--game", game)
    assert (result.code, result.err) == (0, "")
    return " ".join(result.out.split())


def test_a_proof_and_its_plan(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    said = call("prove", *GAME, "--tree", str(file))
    assert said.code == 0
    assert "engine cranks is the best first question (proved)" in said.out
    assert "expected cost 16.6850, worst 61.5, 3.4488 questions on average" in said.out
    checked = shown(call, "check", str(file))
    assert "plan.json: a valid plan" in checked
    assert "expected cost 16.6850, worst 61.5" in checked
    assert shown(call, "check", str(file), *GAME) == checked
    assert_refused(call("check", str(file), "--prior", "p.txt"), "--prior is no option for such a table")
    assert_refused(call("check", str(file), "--game", TREES), r"plan\.json: The plan was made for another table than")
    tree = tmp_path / "tree.json"
    assert call("tree", "--strategy", "optimal", *GAME, "--output", str(tree)).code == 0
    assert tree.read_bytes() == file.read_bytes()


def test_a_plan_of_a_part(call: Call) -> None:
    said = json.loads(call("prove", *GAME, "--after", "engine cranks=yes", "--json").out)
    assert (said["opener"], round(said["cost"], 4), said["rows"]) == ("fuel gauge", 25.1410, 10)
    assert "fuses has this exact value (proved)" in call("prove", *GAME, "--opener", "fuses").out


def test_a_tree_of_something_else_is_no_plan(call: Call, tmp_path: Path, lists: list[str]) -> None:
    file = tmp_path / "tree.json"
    assert call("tree", *lists, "--output", str(file)).code == 0
    assert_refused(call("check", str(file), *GAME), "holds no plan for a table with costs, classes")
    assert_refused(call("check", str(tmp_path / "no.json"), *GAME), r"no\.json: cannot be read")


def test_a_proof_that_takes_too_long_ends_with_bounds(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    said = call("prove", *GAME, "--seconds", "0", "--tree", str(file))
    assert said.code == 3
    assert "stopped before the proof was complete" in " ".join(said.out.split())
    assert "no plan costs less than" in said.out
    assert "is not written" in said.err
    assert not file.exists()


def test_a_proof_of_a_game_ends_in_time_too(call: Call, alike: list[str]) -> None:
    for more in ([], ["--aim", "worst"]):
        said = call("prove", *alike, "--seconds", "0", *more)
        assert said.code == 3
        assert "Traceback" not in said.err
        assert said.out


@pytest.mark.slow
def test_ctrl_c_ends_a_proof_with_bounds(tmp_path: Path) -> None:
    path = tmp_path / "hard.csv"
    bits = [f"{row * 2654435761 % 2**32:032b}" for row in range(1, 301)]
    rows = [f"r{at},{','.join(text[:30])},{text[31]}{text[30]}" for at, text in enumerate(bits)]
    path.write_text("\n".join([f"x,{','.join(f'q{at}' for at in range(30))},class", *rows]), encoding="utf-8")
    said = interrupt("prove", "--game", f"table:file={path}", after=2)
    assert (said.code, said.err) == (130, "")
    assert "no plan costs less than" in said.out


def test_other_commands_on_a_table(call: Call) -> None:
    evaluated = shown(call, "evaluate", *GAME)
    assert "entropy from dashboard lights on" in evaluated
    assert "expected cost 16.7835" in evaluated
    assert "refuel 23%" in shown(call, "suggest", "engine cranks=yes", *GAME)
    assert "It is known: tow it." in shown(call, "suggest", "engine cranks=fast", *GAME)
    split = ("split", "fault codes", "engine cranks=yes", *GAME)
    assert "fault codes costs 10, tells 1.903 bits and has 4 answers" in shown(call, *split)
    assert "and 2 more answers" in shown(call, *split, "--top", "2")
    assert call("tree", *GAME).out.splitlines()[1] == "dashboard lights?"
    assert call("tree", "--format", "dot", *GAME).out.startswith("digraph plan {")


@pytest.mark.parametrize(
    "arguments",
    [
        ("rank",),
        ("openings",),
        ("boards", "flat battery"),
        ("duel", "--solve"),
        ("compare",),
        ("analyse", "fuses"),
        ("solve", "flat battery"),
        ("reply", "fuses", "flat battery"),
        ("play",),
        ("words",),
        ("train",),
        ("accuracy",),
        ("converge",),
        ("plot", "belief", "--output", "x.svg"),
        ("plot", "split", "fuses", "--output", "x.svg"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_every_other_command_refuses_it_in_one_sentence(
    call: Call, arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", typed())
    said = call(*arguments, *GAME)
    assert_refused(said, "has a cost row, a class column, a weight column, so that no secret is guessed there: prove, ")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("prove", "--aim", "worst"),
        ("prove", "--gap"),
        ("prove", "--store", "x.db"),
        ("prove", "--threads", "1"),
        ("prove", "--max-guesses", "3"),
        ("prove", "--hard"),
        ("prove", "--prior", "frequency"),
        ("prove", "--edition", "original"),
        ("tree", "--replies", "gyb"),
        ("tree", "--max-guesses", "3"),
        ("evaluate", "--laps"),
        ("suggest", "--among", "empty tank"),
        ("suggest", "--margin", "0.1"),
        ("suggest", "--known-words", "9"),
        ("suggest", "--opener", "fuses"),
        ("suggest", "--list"),
        ("assist", "--opener", "fuses"),
        ("assist", "--max-guesses", "3"),
        ("check", "no.json", "--prior", "p.txt"),
    ],
    ids=" ".join,
)
def test_an_option_that_it_does_not_have_is_refused(call: Call, arguments: tuple[str, ...]) -> None:
    flag = next(each for each in arguments if each.startswith("--"))
    assert_refused(call(*arguments, *GAME), f"{flag} is no option for such a table; leave it out")


def test_help_with_questions(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    said = talk(call, monkeypatch, "yes", "fine", "fuel", "fine", "none")
    assert "engine cranks (fast, no, slowly, yes): yes" in said
    assert "Question 4: 3 rows are possible" in said
    assert said.endswith("replace the fuel pump: known after 5 questions, cost 44.")


def test_help_takes_other_questions_and_takes_answers_back(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    said = talk(
        call, monkeypatch, "undo", "", "maybe", "spark=no", "undo", "clicking", "one", "rows", "strategy best",
        "strategy entropy", "help", "compression = none",
    )  # fmt: skip
    assert "There is nothing to take back." in said
    assert "What is the answer to 'engine cranks'? Write one of fast, no, slowly, yes." in said
    assert "'maybe' is no answer to 'engine cranks'; the answers are fast, no, slowly, yes." in said
    assert "spark=no is taken back." in said
    assert "clicking (many, none, one): one" in said
    assert "worn starter motor 87.50%" in said
    assert "There is no strategy 'best' for such a table" in said
    assert "By entropy for its cost" in said
    assert "QUESTION=ANSWER the answer to another question" in said
    assert said.endswith("tow it: known after 2 questions, cost 60.5.")
    assert "known after" not in talk(call, monkeypatch, "quit")


def test_help_says_what_nothing_tells_apart(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    said = talk(call, monkeypatch, "fruit=nut", "bark=fissured", "height=over 25 m", "leaf=simple", game=TREES)
    assert said.endswith("small-leaved lime or sweet chestnut: known after 4 questions, cost 4.")
