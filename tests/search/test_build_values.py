"""The tool that makes the shipped tables and books."""

import itertools
import json
import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fewest import Belief, FewestError
from fewest.curves import HARD, PAST, Curve, fit
from fewest.games.game import CONSISTENT
from fewest.learning.training import record
from fewest.search import Prover, Store, prove
from fewest.search.shipped_values import Book, OpenerTable, book_path, known_openers, known_values, table_path
from fewest.setup import Setup
from fewest.splits import split
from fewest.words import edition
from tests.search.test_shipped_values import true_costs

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def build(tmp_path: Path, nothing_known: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The tool, for a small game with a prior: 20 openers are valued exactly, and three are in the book."""
    spec = spec_from_file_location("build_values", TOOLS / "build_values.py")
    assert spec is not None
    assert spec.loader is not None
    made: Any = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "build_values", made)  # dataclasses look up their module
    spec.loader.exec_module(made)
    words = tmp_path / "words.txt"
    words.write_text("\n".join([word for word in edition("original").answers if word.endswith("ch")]), encoding="utf-8")
    setup = Setup(answers=str(words), prior="frequency")
    monkeypatch.setattr(made, "PLANS", {"small": made.Plan(setup, openers=20)})
    monkeypatch.setattr(made, "BOOK_OPENERS", ("batch", "salet", "finch"))
    monkeypatch.setattr(made, "PROVED", 5)
    monkeypatch.setattr(made, "SAVE_SECONDS", 0.0)
    return made


def test_openers_are_valued_and_become_a_table(build: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = build.PLANS["small"].setup.belief()
    costs = true_costs(start)
    build.main(["small", "--stores", str(tmp_path)])
    table = known_openers(start)
    assert table is not None
    known = table.costs > 0
    assert 20 <= np.count_nonzero(known) < len(costs)
    assert (table.costs[known] == costs[known]).all()
    assert (table.lower <= costs).all()
    assert table.least == costs.min()
    assert np.sort(table.lower)[:5].tolist() == np.sort(costs)[:5].tolist()
    assert [value.cost for value in known_values(start, 3)] == np.sort(costs)[:3].tolist()
    assert f"openers, {table_path(start.game).stat().st_size:,} bytes" in capsys.readouterr().out
    shipped, whole = Book.load(book_path(start.game)), split(start)
    assert shipped is not None
    assert [*shipped.start] == [value.guess for value in table.best(start, 300, None, whole)]
    for opener, facts in shipped.start.items():
        column = start.game.guess_index[opener]
        found = (whole.entropy[column], whole.hit[column], whole.parts[column], whole.largest[column])
        assert tuple(facts) == found


def test_symmetric_openers_have_the_same_value(build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup(game="mastermind:pegs=3,colours=3")
    start = setup.belief()
    monkeypatch.setattr(build, "PLANS", {"codes": build.Plan(setup)})
    monkeypatch.setattr(build, "BOOK_OPENERS", ("112",))
    build.main(["codes", "--stores", str(tmp_path)])
    table, shipped = known_openers(start), Book.load(book_path(start.game))
    assert table is not None
    assert table.costs.tolist() == true_costs(start).tolist()
    assert shipped is not None
    assert sorted(shipped.start) == ["111", "112", "123"]
    assert [*shipped.replies] == ["112"]


def test_a_store_that_contradicts_the_shipped_table_is_refused(build: Any, tmp_path: Path) -> None:
    start = build.PLANS["small"].setup.belief()
    costs = true_costs(start)
    OpenerTable.of(costs + 1, int(costs.min()), 1).save(start)
    with pytest.raises(FewestError, match="contradicts the shipped table"):
        build.main(["small", "--stores", str(tmp_path)])


def test_a_book_is_resumed(build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    search = build.second_guess

    def stop_after_five(part: Belief) -> Any:
        if len(searched) == 5:
            raise KeyboardInterrupt
        searched.append(len(part))
        return search(part)

    monkeypatch.setattr(build, "second_guess", stop_after_five)
    with pytest.raises(KeyboardInterrupt):
        build.main(["small", "--stores", str(tmp_path)])
    start = build.PLANS["small"].setup.belief()
    path = book_path(start.game)
    half = json.loads(path.read_bytes())["replies"]
    assert sum(map(len, half.values())) == 5

    def count(part: Belief) -> Any:
        searched.append(len(part))
        return search(part)

    monkeypatch.setattr(build, "second_guess", count)
    build.main(["small", "--stores", str(tmp_path), "--only-write"])
    shipped = Book.load(path)
    assert shipped is not None
    assert [*shipped.replies] == ["batch", "finch"]
    parts = [part for opener in shipped.replies for _, part in start.parts(opener) if len(part) > 1]
    assert sorted(searched) == sorted(map(len, parts))
    for part in parts:
        (value,) = known_values(part)
        prover = Prover(part)
        least = prover.best(part)[0]
        assert least == value.cost == prover.cost_of_guess(value.guess, part)
        assert value.mean == prover.mean(value.cost, part)


def test_a_new_store_may_start_from_the_shipped_table(build: Any, tmp_path: Path) -> None:
    start = build.PLANS["small"].setup.belief()
    build.main(["small", "--stores", str(tmp_path)])
    table = known_openers(start)
    assert table is not None
    build.main(["small", "--stores", str(tmp_path / "new"), "--take-over", "--only-write"])
    with Store(tmp_path / "new" / "small.db") as store:
        costs = zip(start.game.guesses, table.costs.tolist(), strict=True)
        assert {opener: found.cost for opener, found in store.known().items()} == {
            opener: cost for opener, cost in costs if cost
        }


def test_the_best_play_by_each_rule_and_with_past_answers_becomes_a_curve(
    build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = replace(build.PLANS["small"], rule_curves=True)
    monkeypatch.setattr(build, "PLANS", {"small": plan})
    monkeypatch.setattr(build, "CURVE_OPENERS", dict.fromkeys(build.CURVE_OPENERS, "batch"))
    monkeypatch.setattr(build, "curve_path", lambda name: tmp_path / name.replace("/", "-"))
    past = tmp_path / "past.txt"
    past.write_text("batch\nfinch")
    build.main(["small", "--stores", str(tmp_path), "--curves", "--past", str(past)])
    rules: dict[str, dict[str, Any]] = {"": {}, HARD: {"hard": True}, CONSISTENT: {"rule": "consistent"}}
    for (rule, fields), known in itertools.product(rules.items(), ("", PAST)):
        if not rule + known:
            continue
        belief = replace(plan.setup, past=str(past) if known else None, **fields).belief()
        label = belief.game.label.removesuffix(CONSISTENT) + rule + known
        found = Curve.load(tmp_path / label.replace("/", "-"))
        proof = prove(Prover(belief), openers=["batch"])
        assert proof.tree is not None
        seen = record(proof.tree, belief)
        expected = fit(seen.bits, seen.guesses, seen.weights)
        assert found.name == label
        assert found.bits == pytest.approx(expected.bits, abs=2e-6)
        assert found.guesses == pytest.approx(expected.guesses, abs=2e-6)


def test_past_answers_and_curves_are_refused_where_they_do_not_apply(
    build: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="small has no curves for rules"):
        build.main(["small", "--stores", str(tmp_path), "--curves"])
    with pytest.raises(SystemExit):
        build.main(["small", "--stores", str(tmp_path), "--past", "past.txt"])
    assert "--past belongs to --curves" in capsys.readouterr().err
