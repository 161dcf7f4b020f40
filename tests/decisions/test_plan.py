import json
from pathlib import Path
from typing import Any

import pytest

from fewest.decisions.plan import Plan, PlanStep
from fewest.decisions.questions import check_plan, prove_plan
from fewest.decisions.table import DecisionTable
from fewest.errors import FewestError, TreeError
from tests.markdown import ROOT

CAR = DecisionTable.read(ROOT / "examples" / "car.csv").start()


def damaged(data: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """Files of plans with one error each, and the message for it."""
    nodes = data["nodes"]
    first = nodes[0]
    ends = next(at for at, node in enumerate(nodes) if all(isinstance(each, str) for each in node["answers"].values()))
    answers = nodes[ends]["answers"]
    end = next(iter(answers))
    others = {key: each for key, each in answers.items() if key != end}

    def node(at: int, **change: Any) -> dict[str, Any]:
        return {**data, "nodes": [{**each, **change} if here == at else each for here, each in enumerate(nodes)]}

    return [
        ({**data, "table": 3}, "It does not name its table"),
        ({**data, "at_once": "2"}, "It does not name its table"),
        ({**data, "table": "missing.csv"}, r"missing\.csv: cannot be read"),
        ({**data, "cost": 1.0}, "Its costs or outcomes are wrong: its questions cost 16.68"),
        ({**data, "cost": None}, "Its costs or outcomes are wrong"),
        ({**data, "nodes": [*nodes, nodes[ends]]}, "questions, but only"),
        ({**data, "nodes": 3}, "something is missing or misplaced"),
        ({**data, "nodes": []}, "The plan ends after the start, where the class is not known yet"),
        ({**data, "clues": ["fuses=x"]}, "'x' is not an answer to 'fuses'"),
        ({**data, "clues": "fuses=fine"}, "Its clues must be a list of texts"),
        (node(0, question="zz"), "'zz' is not a question"),
        (node(0, answers={**first["answers"], "no": "refuel"}), "but only|The plan ends after"),
        (node(0, answers={**first["answers"], "no": 0}), "Question 0 leads to 0; it may only lead to later ones"),
        (node(ends, answers={**answers, end: "refuel"}), "Its costs or outcomes are wrong"),
        (node(ends, answers=others), "The plan has no question after"),
        ({key: each for key, each in data.items() if key != "cost"}, "something is missing or misplaced"),
    ]


def test_a_damaged_plan_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    prove_plan(CAR).plan.save(file)
    data = json.loads(file.read_text(encoding="utf-8"))
    for changed, message in damaged(data):
        file.write_text(json.dumps(changed), encoding="utf-8")
        with pytest.raises(TreeError, match=message) as caught:
            check_plan(file)
        assert str(caught.value).startswith(f"{file}: ")
    twice = json.dumps(data).replace('"answers": {', '"answers": {"no": 1, ')
    file.write_text(twice, encoding="utf-8")
    with pytest.raises(TreeError, match=r"plan\.json: 'no' appears twice; it may appear only once\.$"):
        check_plan(file)
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(TreeError, match="not a plan for a table"):
        check_plan(file)
    with pytest.raises(TreeError, match=r"missing\.json: cannot be read \(No such file"):
        check_plan(tmp_path / "missing.json")


def test_a_plan_is_drawn_in_every_way(tmp_path: Path) -> None:
    plan = prove_plan(CAR).plan
    for kind in ("txt", "dot", "html", "json"):
        plan.save(tmp_path / f"plan.{kind}")
    text = (tmp_path / "plan.txt").read_text(encoding="utf-8").splitlines()
    assert text[1] == "engine cranks?"
    assert text[2] == "  no: dashboard lights?"
    assert text[-1] == "  fast: tow it"
    dot = (tmp_path / "plan.dot").read_text(encoding="utf-8")
    assert dot.count("->") == len(text) - 2
    assert '[label="tow it", style=filled, fillcolor=palegreen]' in dot
    page = (tmp_path / "plan.html").read_text(encoding="utf-8")
    assert page.count("<details") == page.count("</details>")
    assert "<b>refuel</b>" in page
    with pytest.raises(FewestError, match="Unknown tree format 'pdf'"):
        plan.save(tmp_path / "plan.pdf")


def test_a_plan_is_played_by_the_plain_rules() -> None:
    table = CAR.table
    cranks, lights = table.find_question("engine cranks"), table.find_question("dashboard lights")
    answer = table.find_answer(cranks, "yes")
    for root, message in (
        (PlanStep(cranks, {answer: None}), "The plan has no question after engine cranks=no, a possible answer"),
        (
            PlanStep(lights, dict.fromkeys(range(3))),
            "The plan ends after dashboard lights=dim, where the class is not known",
        ),
    ):
        with pytest.raises(TreeError, match=message):
            _ = Plan(CAR, root, "mine").paths
