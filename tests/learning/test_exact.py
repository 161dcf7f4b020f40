from pathlib import Path

import pytest

from fewest import Belief, FewestError, Prover, Wordle
from fewest.learning.exact import ExactValues, exact_values, shipped_values
from fewest.questions.rank import rank
from fewest.search.prover import IMPOSSIBLE
from fewest.search.resources import Resources
from fewest.search.shipped_values import known_openers
from fewest.setup import Setup
from tests import samples

GAME = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz", "aac"))
BELIEF = Belief.start(GAME)
PROVER = Prover(BELIEF)
TOTALS = {guess: PROVER.cost_of_guess(guess, BELIEF) for guess in GAME.guesses}


def test_of_equal_totals_the_first_in_the_alphabet_are_the_best() -> None:
    values = ExactValues("here", {"d": 9, "c": 8, "b": 9, "a": 9, "e": 7, "f": 1}, 4)
    assert [(each.guess, each.cost, each.mean) for each in values.best(4, "abcde")] == [
        ("e", 7, 7 / 4),
        ("c", 8, 2.0),
        ("a", 9, 9 / 4),
        ("b", 9, 9 / 4),
    ]
    assert len(values.best(9, "abcde")) == 5
    assert values.mean("c") == 2.0


def test_shipped_values_are_read_with_and_without_a_limit(original: Wordle) -> None:
    belief = Belief.start(original)
    for within in (None, 6):
        table = known_openers(belief, within)
        values = exact_values("shipped", belief, within=within)
        assert table is not None
        assert values == shipped_values(belief, within)
        assert (values.source, values.within, values.weight) == ("shipped", within, 2315)
        assert values.totals["salet"] == 7920
        assert [*values.totals.values()] == table.costs[table.costs < IMPOSSIBLE].tolist()
        assert len(values.totals) + values.impossible == 12_972


def test_a_table_that_is_not_complete_says_what_it_knows() -> None:
    belief = Belief.start(samples.edition("nyt-2023"))
    table = known_openers(belief)
    assert table is not None
    assert len(exact_values("shipped", belief).totals) == (table.costs > 0).sum()


@pytest.mark.parametrize(
    ("belief", "within", "message"),
    [
        (BELIEF, None, "There are no shipped values for openers of .* without a guess limit; use a store or a file"),
        (Belief.start(samples.edition("original")), 7, r"of original within 7 guesses \(--within 7\); use a store"),
        (Belief.start(samples.edition("nyt-2022"), hard=True), None, "of nyt-2022 without a guess limit; use a store"),
    ],
    ids=["own words", "another limit", "hard mode"],
)
def test_values_that_are_not_shipped_are_refused(belief: Belief, within: int | None, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        exact_values("shipped", belief, within=within)


@pytest.mark.parametrize(
    "lines",
    [
        [f"{guess} {total}" for guess, total in TOTALS.items()],
        [f"  {guess.upper()}\t{total} " for guess, total in TOTALS.items()],
        ["", *(f"{guess},{total}" for guess, total in TOTALS.items()), ""],
        [f"{guess} {total / 5:.4f} {total}" for guess, total in TOTALS.items()],
        ["opener,total", *(f"{guess},{total}" for guess, total in TOTALS.items())],
        ["total opener", *(f"{total} {guess}" for guess, total in TOTALS.items())],
        ["opener,lower_bound,total,mean", *(f"{guess},1,{total},{total / 5}" for guess, total in TOTALS.items())],
    ],
    ids=["text", "spaces", "csv", "means", "named", "other order", "more columns"],
)
def test_a_file_has_an_opener_and_its_total_on_every_line(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "totals"
    path.write_text("\n".join(lines))
    assert exact_values(str(path), BELIEF) == ExactValues(str(path), TOTALS, 5)


def test_lower_bounds_and_openers_without_a_total_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "totals.csv"
    path.write_text("rank,opener,total,mean,exact\n1,aab,11,2.2,True\n2,abb,12,2.4,False\n3,bab,,,True\n")
    assert exact_values(str(path), BELIEF).totals == {"aab": 11}


def test_weights_make_the_mean(tmp_path: Path) -> None:
    path = tmp_path / "totals"
    path.write_text("aab 20\n")
    assert exact_values(str(path), Belief.start(GAME, [2, 2, 1, 1, 1])).mean("aab") == 20 / 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "totals: there are no exact values of openers"),
        ("opener,total\n", "totals: there are no exact values of openers"),
        ("aab 11\n\nabb\n", "totals, line 3: write an opener and its total, as in crane 7930"),
        ("aab 11\nabb many\n", "totals, line 2: 'many' is not a total; write a whole number"),
        ("aab 2.2\n", "totals, line 1: '2.2' is not a total"),
        ("aab -11\n", "totals, line 1: '-11' is not a total"),
        ("aab 11\nqqq 12\n", "totals, line 2: 'qqq' is not an allowed guess"),
        ("opener,total\naab,11\nabb\n", "totals, line 3: write an opener and its total"),
        ("aab 8\n", "totals, line 1: aab cannot take 8 guesses in total for 5 secrets"),
        ("aab 31\n", "totals, line 1: aab cannot take 31 guesses in total for 5 secrets"),
        (f"aab {'9' * 5000}\n", "totals, line 1: '9{30}' is not a total"),
        ("aab 11\nAAB 11\n", "totals, line 2: aab is listed twice"),
        (b"aab 11\nab\xff 12\n", "totals, line 2: not UTF-8 text"),
    ],
)
def test_a_file_that_is_not_understood_is_refused_by_its_line(text: str | bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "totals"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(FewestError, match=message) as refused:
        exact_values(str(path), BELIEF)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_and_a_limit_for_a_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FewestError, match=r"nothing: cannot be read \(No such file or directory\)"):
        exact_values(str(tmp_path / "nothing"), BELIEF)
    with pytest.raises(FewestError, match=r"cannot be read \(Is a directory\)"):
        exact_values(str(tmp_path), BELIEF)
    path = tmp_path / "totals"
    path.write_text("aab 11\n")
    with pytest.raises(FewestError, match="--within needs shipped values or a store"):
        exact_values(str(path), BELIEF, within=6)


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    """The words of GAME, in files."""
    (tmp_path / "answers.txt").write_text("\n".join(GAME.secrets))
    (tmp_path / "guesses.txt").write_text("\n".join(GAME.guesses))
    return Setup(answers=str(tmp_path / "answers.txt"), guesses=str(tmp_path / "guesses.txt"))


def test_a_store_has_what_was_ranked_with_and_without_a_limit(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    rank(setup, within=2, resources=Resources(store=path, threads=1, memory=4))
    belief = setup.belief()
    assert exact_values(str(path), belief) == ExactValues(str(path), TOTALS, 5)
    limited = exact_values(str(path), belief, 2)
    prover = Prover(belief, max_guesses=2)
    costs = {guess: prover.cost_of_guess(guess, belief) for guess in TOTALS}
    possible = {guess: cost for guess, cost in costs.items() if cost < IMPOSSIBLE}
    assert limited == ExactValues(str(path), possible, 5, 2, len(costs) - len(possible))
    assert limited.impossible > 0 < len(limited.totals)
    with pytest.raises(FewestError, match=r"without a guess limit and within 2 guesses .*, not within 3 guesses"):
        exact_values(str(path), belief, 3)


def test_a_store_with_a_limit_has_no_other_values(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    limited = Setup(answers=setup.answers, guesses=setup.guesses, max_guesses=2)
    rank(limited, resources=Resources(store=path, threads=1, memory=4))
    belief = setup.belief()
    assert exact_values(str(path), belief, within=2).impossible > 0
    with pytest.raises(FewestError, match=r"has values within 2 guesses \(--within 2\), not without a guess"):
        exact_values(str(path), belief)


def test_a_store_of_another_game_or_prior_is_refused(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    rank(setup, resources=Resources(store=path, threads=1, memory=4))
    with pytest.raises(FewestError, match="this store is for another proof"):
        exact_values(str(path), Belief.start(samples.wordle("aab", "abb")))
    with pytest.raises(FewestError, match="this store is for another proof: its given"):
        exact_values(str(path), Belief.start(setup.make_game(), [1, 2, 3, 4, 5]))


def test_a_store_of_lower_bounds_only_has_the_value_of_the_best(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    rank(setup, top=1, resources=Resources(store=path, threads=1, memory=4))
    belief = setup.belief()
    values = exact_values(str(path), belief)
    assert min(values.totals.values()) == min(TOTALS.values())
    assert values.totals.items() <= TOTALS.items()
