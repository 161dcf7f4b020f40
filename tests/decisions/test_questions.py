"""Plans for tables: the least expected cost, checked against trying everything."""

import csv
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest.decisions.questions import (
    check_plan,
    evaluate_plan,
    prove_plan,
    split_by_question,
    suggest_questions,
)
from fewest.decisions.strategies import GREEDY
from fewest.decisions.table import DecisionTable, Evidence
from fewest.watch import Progress, Watch
from tests import oracles
from tests.cases import first
from tests.markdown import ROOT


def example(name: str, at_once: int = 1, per_round: str = "") -> Evidence:
    """The start of a table in examples."""
    return DecisionTable.read(ROOT / "examples" / name, at_once, per_round).start()


CAR = example("car.csv")
TREES = example("trees.csv")


class Written(NamedTuple):
    """The contents of a table's file, and the options."""

    cells: list[list[str]]
    costs: list[str] | None
    weights: list[str] | None
    classes: list[str] | None
    at_once: int
    per_round: str

    def save(self, path: Path) -> Evidence:
        """Write it to a file."""
        columns = [f"q{at}" for at in range(len(self.cells[0]))]
        extra = [("class", self.classes), ("weight", self.weights)]
        heads = ["row", *columns, *(name for name, given in extra if given is not None)]
        rows = [
            [f"r{at}", *row, *(given[at] for _, given in extra if given is not None)]
            for at, row in enumerate(self.cells)
        ]
        if self.costs is not None:
            rows.insert(1, ["cost", *self.costs, *([""] * (len(heads) - 1 - len(columns)))])
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([heads, *rows])
        return DecisionTable.read(path, self.at_once, self.per_round).start()

    def least(self) -> Fraction:
        """The least expected cost by trying everything."""
        return oracles.least_expected_cost(
            self.cells,
            None if self.costs is None else [*map(Fraction, self.costs)],
            None if self.weights is None else [*map(Fraction, self.weights)],
            None if self.classes is None else self.classes,
            self.at_once,
            Fraction(self.per_round or 0),
        )


@st.composite
def tables(draw: st.DrawFn, *features: str) -> Written:
    """A small table with some features; rows may be alike."""
    size, columns = draw(st.integers(1, 7)), draw(st.integers(2, 4))
    known = st.sampled_from(["yes", "no", "so so"][: draw(st.integers(2, 3))])
    first = draw(st.lists(known, min_size=columns, max_size=columns))  # every column has an answer
    answer = st.one_of(known, known, st.sampled_from(["?", ""])) if "unknown" in features else known
    cells = [first, *draw(st.lists(st.lists(answer, min_size=columns, max_size=columns), min_size=size, max_size=size))]
    cells[-1][-1] = "?" if "unknown" in features else cells[-1][-1]
    cost = st.sampled_from(["0", "0.5", "1", "2.25", "7", "10"])
    weight = st.sampled_from(["1", "2", "0.1", "3.5", "20"])
    rows = len(cells)
    return Written(
        cells,
        draw(st.lists(cost, min_size=columns, max_size=columns)) if "costs" in features else None,
        draw(st.lists(weight, min_size=rows, max_size=rows)) if "weights" in features else None,
        draw(st.lists(st.sampled_from("kl"), min_size=rows, max_size=rows)) if "classes" in features else None,
        draw(st.integers(2, columns)) if "at once" in features else 1,
        draw(st.sampled_from(["", "1", "0.5"])) if {"at once", "costs"} <= {*features} else "",
    )


ALL = ("costs", "weights", "classes", "unknown", "at once")


@pytest.mark.parametrize(
    "features",
    [ALL, *first(2, [("costs", "at once"), ("weights", "unknown"), *(pytest.param((each,)) for each in ALL)])],
    ids=" and ".join,
)
@given(data=st.data())
def test_no_plan_costs_less(features: tuple[str, ...], data: st.DataObject) -> None:
    written = data.draw(tables(*features))
    with tempfile.TemporaryDirectory() as folder:
        start = written.save(Path(folder) / "table.csv")
        found = prove_plan(start)
        least = float(written.least())
        assert found.cost == pytest.approx(least, rel=1e-12, abs=1e-12)
        assert found.search is not None
        assert (found.search.lower_bound, found.search.proved) == (found.cost, True)
        for name in GREEDY:
            evaluated = evaluate_plan(start, by=name)
            assert evaluated.cost >= found.cost - 1e-12
            assert sum(evaluated.spread.values()) == pytest.approx(1)
            mean = sum(chance * cost for cost, chance in evaluated.spread.items())
            assert mean == pytest.approx(evaluated.cost)
        assert evaluate_plan(start, by="optimal").cost == found.cost
        file = Path(folder) / "plan.json"
        found.plan.save(file)
        checked = check_plan(file)
        assert (checked.cost, checked.worst, checked.opener) == (found.cost, found.worst, found.opener)
        advised = suggest_questions(start)
        if found.opener is None:
            assert advised.outcome is not None
        else:
            assert advised.suggestions[0].expected == found.cost
            assert advised.suggestions[0].question == found.opener


@pytest.mark.filterwarnings("ignore:.* are rounded to billionths:fewest.errors.FewestWarning")
@given(data=st.data())
def test_the_cost_of_a_question_includes_the_best_plans_after_its_answers(data: st.DataObject) -> None:
    written = data.draw(tables(*ALL))
    with tempfile.TemporaryDirectory() as folder:
        start = written.save(Path(folder) / "table.csv")
        whole = prove_plan(start)
        if whole.opener is None:
            return
        advised = [each for each in suggest_questions(start).suggestions if each.expected is not None]
        assert [each.expected for each in advised] == sorted(each.expected or 0 for each in advised)
        for each in advised:
            below = split_by_question(start, each.question)
            assert sum(part.chance for part in below.parts) == pytest.approx(1)
            after = [prove_plan(start.after_all([f"{each.question}={part.answer}"])) for part in below.parts]
            costs = [part.chance * plan.cost for part, plan in zip(below.parts, after, strict=True)]
            assert each.cost + sum(costs) == pytest.approx(each.expected, abs=1e-5)


def test_the_car_that_does_not_start() -> None:
    found = prove_plan(CAR)
    assert (found.opener, round(found.cost, 4), found.worst, found.rows) == ("engine cranks", 16.6850, 61.5, 24)
    best = suggest_questions(CAR, count=2, by="optimal").suggestions
    assert [(each.question, round(each.expected or 0, 4)) for each in best] == [
        ("engine cranks", 16.6850),
        ("dashboard lights", 16.7835),
    ]
    assert round(evaluate_plan(CAR).cost, 4) == 16.7835
    assert found.alike == ()


def test_the_trees() -> None:
    found = prove_plan(TREES)
    assert (found.opener, round(found.cost, 4), found.worst) == ("fruit", 3.0343, 6)
    assert found.alike == (
        "small-leaved lime or sweet chestnut",
        "Norway maple or field maple",
        "blackthorn or crab apple",
    )
    assert round(prove_plan(example("trees.csv", 2)).cost, 4) == 1.8336


def test_a_round_makes_several_questions_at_once_worth_it() -> None:
    dear = example("car.csv", 2, "5")
    one_by_one = example("car.csv", 1, "5")
    assert round(prove_plan(dear).cost, 4) == 29.5157
    assert round(prove_plan(one_by_one).cost, 4) == 33.4685
    assert prove_plan(dear).opener == "dashboard lights + engine cranks"
    assert prove_plan(example("car.csv", 2)).cost == prove_plan(CAR).cost


def test_suggestions_after_answers() -> None:
    found = suggest_questions(CAR.after_all(["engine cranks=yes"]), count=3)
    assert [each.question for each in found.suggestions] == ["fuel gauge", "fault codes", "fuses"]
    assert [round(each.expected or 0, 4) for each in found.suggestions] == [25.1410, 26.8718, 29.8718]
    assert found.proved
    assert next(iter(found.classes)) == "refuel"
    known = suggest_questions(CAR.after_all(["fuses=blown"]))
    assert (known.outcome, known.suggestions) == ("replace relay or fuse", ())
    assert "The answer is known: replace relay or fuse." in str(known)
    by = suggest_questions(CAR, by="entropy")
    assert not by.proved
    assert by.suggestions[0].question == "dashboard lights"
    assert by.suggestions[0].expected is by.suggestions[0].at_least is None


def test_a_suggestion_without_time_is_by_gain() -> None:
    found = suggest_questions(CAR, seconds=0)
    assert not found.proved
    assert found.suggestions[0].question == "dashboard lights"
    assert all(each.at_least is not None for each in found.suggestions)
    assert "An estimate by entropy" in str(found)


def test_a_search_that_ends_early_states_the_gap() -> None:
    found = prove_plan(CAR, Watch(deadline=0))
    assert found.search is not None
    assert (found.search.proved, found.search.interrupted) == (False, False)
    assert found.search.lower_bound < 16.6850 < found.cost + 1e-4
    assert "stopped before the proof was complete" in str(found)
    assert "no plan costs less than" in str(found)

    def press(progress: Progress) -> None:
        raise KeyboardInterrupt

    pressed = prove_plan(example("car.csv", 3, "1"), Watch(press))
    assert pressed.search is not None
    assert (pressed.search.proved, pressed.search.interrupted) == (False, True)


def test_a_plain_table_is_asked_until_the_row_is_known() -> None:
    found = prove_plan(example("elements.csv"))
    assert found.opener == "letters in name"
    assert "every question costs 1" in str(found)


def test_a_table_of_one_class_needs_no_question(tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("x,q,class\na,1,k\nb,2,k\n")
    start = DecisionTable.read(path).start()
    found = prove_plan(start)
    assert (found.opener, found.cost, found.worst) == (None, 0, 0)
    assert "Nothing to ask" in str(found)
    assert suggest_questions(start).outcome == "k"
    found.plan.save(tmp_path / "plan.json")
    assert check_plan(tmp_path / "plan.json", path).cost == 0
    assert split_by_question(start, "q").bits == 0
