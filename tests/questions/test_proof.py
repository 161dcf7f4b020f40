from pathlib import Path

import pytest

from fewest import FewestError, Prover, evaluate, prove
from fewest.questions.proof import CSV_HEADER, DEFAULT_SHOWN, read_store
from fewest.questions.prove import prove as ask
from fewest.search import Store
from fewest.search.resources import Resources
from fewest.setup import Setup
from tests.questions.checks import check
from tests.questions.conftest import Place


def test_all_that_is_in_a_store_is_told(place: Place, setup: Setup) -> None:
    made = read_store(setup, place.store)
    with Store.existing(place.store) as kept:
        about, runs, trees, known = kept.about(), kept.runs(), kept.trees(), kept.known()
    assert {each.opener: each for each in made.openers} == known
    assert [(each.lower, each.cost is None, each.opener) for each in made.openers] == sorted(
        (each.lower, each.cost is None, each.opener) for each in known.values()
    )
    assert [vars(run) for run in made.runs] == runs
    assert [(each.opener, each.total) for each in made.trees] == [*map(tuple, trees)]
    for name in ("game", "label", "fingerprint", "hard", "max_guesses", "weights", "weight", "secrets"):
        assert getattr(made, name) == about[name]
    check(made)


def test_the_best_tree_is_that_of_the_proof(place: Place, setup: Setup) -> None:
    made = read_store(setup, place.store, needs_tree=True)
    proof = prove(Prover(place.belief))
    assert made.tree is not None
    assert evaluate(made.tree).total == proof.best[0].cost == made.trees[0].total
    assert f"The tree of {made.tree.opener} needs {proof.best[0].cost} guesses in total:" in str(made)


@pytest.mark.parametrize("shown", [0, 3, DEFAULT_SHOWN])
def test_as_many_openers_are_shown_as_are_asked_for(place: Place, setup: Setup, shown: int) -> None:
    made = read_store(setup, place.store, shown=shown)
    names = [each.opener for each in made.openers]
    lines = str(made).splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("opener"))
    rows = lines[first + 1 : first + 1 + shown]
    assert [row.split()[0] for row in rows] == names[:shown]
    assert lines[first + 1 + shown].startswith("The tree of ")


def test_a_spreadsheet_has_all_openers(place: Place, setup: Setup) -> None:
    made = read_store(setup, place.store)
    heads, rows = made.csv()
    assert heads == CSV_HEADER
    for row, each in zip(rows, made.openers, strict=True):
        exact = ("", "") if each.cost is None else (each.cost, each.cost / made.weight)
        assert row == (each.opener, each.lower, *exact, round(each.seconds, 3))


def test_late_secrets_do_not_count_in_the_total(setup: Setup, tmp_path: Path) -> None:
    store = tmp_path / "late.db"
    ask(setup, aim="within:2", resources=Resources(store=store, threads=1, memory=4))
    made = read_store(setup, store)
    assert made.tree is not None
    depths = made.tree.depths().values()
    missed, total = sum(depth > 2 for depth in depths), sum(depths)
    assert missed > 0
    heads, rows = made.csv()
    assert heads == (*CSV_HEADER, "missed_weight")
    (best,) = (row for row in rows if row[0] == made.tree.opener)
    assert (*best[1:4], best[-1]) == (total, total, total / len(depths), missed)
    assert f"The tree of {made.tree.opener} needs {total} guesses in total:" in str(made)


def test_without_its_words_a_store_has_no_tree(place: Place) -> None:
    made = read_store(Setup(), place.store)
    assert made.tree is None
    assert "The tree of" not in str(made)
    with pytest.raises(FewestError):
        read_store(Setup(), place.store, needs_tree=True)
