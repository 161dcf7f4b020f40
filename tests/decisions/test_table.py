from fractions import Fraction
from pathlib import Path

import pytest

from fewest.decisions.table import DecisionTable
from fewest.errors import ContradictionError, FewestError, FewestWarning, GuessError, ReplyError

FAULTS = """\
fault,class,weight,lights,cranks,fuel
cost,,,0.5,1,10
flat battery,charge,6,dim,no,fine
bad starter,replace,2,bright,no,fine
bad battery,charge,1.5,dim,no,fine
no fuel,refuel,3,bright,yes,none
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of a table's file."""
    return tmp_path / "faults.csv"


def table(path: Path, content: str, at_once: int = 1, per_round: str = "") -> DecisionTable:
    """Write a table to a file and read it."""
    path.write_text(content, encoding="utf-8")
    return DecisionTable.read(path, at_once, per_round)


def test_a_row_of_costs_and_columns_of_classes_and_weights(path: Path) -> None:
    made = table(path, FAULTS)
    assert made.rows == ("flat battery", "bad starter", "bad battery", "no fuel")
    assert made.columns == ("lights", "cranks", "fuel")
    assert made.targets == ("charge", "replace", "charge", "refuel")
    assert [question.cost for question in made.questions] == [Fraction(1, 2), 1, 10]
    assert made.unit == 2
    assert made.whole_costs == [1, 2, 20]
    assert made.weights == [6, 2, Fraction(3, 2), 3]
    assert [variant.weight for variant in made.variants] == [Fraction(15, 2), 2, 3]
    assert made.whole_weights == [15, 4, 6]
    assert made.title == f"{path} (4 rows, 3 classes, 3 questions)"


def test_a_row_with_unknown_cells_stands_for_its_variants(path: Path) -> None:
    made = table(path, "x,p,q,weight\na,1,y,2\nb,1,n,1\nc,2,n,1\nd,?,,3\n")
    assert made.outcomes == ["a or d", "b or d", "c or d", "d"]
    assert [variant.answers for variant in made.variants] == [("1", "y"), ("1", "n"), ("2", "n"), ("2", "y")]
    shares = [variant.rows.get(3) for variant in made.variants]
    assert shares == [3 * Fraction(3, 4) / 2, 3 * Fraction(3, 4) / 2, 3 * Fraction(1, 4) / 2, 3 * Fraction(1, 4) / 2]
    assert sum(variant.weight for variant in made.variants) == 7
    assert made.alike == ["a or d", "b or d", "c or d"]


def test_variants_of_one_class_are_of_that_class(path: Path) -> None:
    made = table(path, "x,q,class\na,1,k\nb,2,l\nc,?,k\n")
    assert made.outcomes == ["k", "k or l"]
    assert made.problem.classes.tolist() == [0, 1]


def test_columns_asked_at_once_add_up_and_a_round_costs_more(path: Path) -> None:
    made = table(path, FAULTS, 2, "1.5")
    assert [(question.name, question.cost) for question in made.questions] == [
        ("lights", 2),
        ("cranks", Fraction(5, 2)),
        ("fuel", Fraction(23, 2)),
        ("lights + cranks", 3),
        ("lights + fuel", 12),
        ("cranks + fuel", Fraction(25, 2)),
    ]
    assert made.answer_texts[3] == ["dim + no", "bright + no", "bright + yes"]
    assert len(table(path, FAULTS, 2).questions) == 3  # one after the other costs no more
    made = table(path, FAULTS, 2, "1.5")
    assert made.title.endswith("faults.csv (4 rows, 3 classes, 3 questions, 2 at once, 1.5 per round)")


def test_without_costs_every_round_costs_one(path: Path) -> None:
    made = table(path, "x,p,q\na,1,y\nb,1,n\nc,2,n\n", 2)
    assert [question.cost for question in made.questions] == [1, 1, 1]


def test_rows_left_after_answers(path: Path) -> None:
    start = table(path, FAULTS).start()
    known = start.after_all(["cranks=no", "LIGHTS = dim "])
    assert known.clue_texts == ("cranks=no", "lights=dim")
    assert known.rows() == {"flat battery": 0.8, "bad battery": 0.2}
    assert known.targets() == {"charge": 1.0}
    assert known.is_settled
    assert known.outcome == "charge"
    assert not start.is_settled
    for clues, kind, message in (
        (["cranks"], ReplyError, "'cranks' is not a clue. Write .* the answer, as in 'lights=dim'"),
        (["=no"], ReplyError, "'=no' is not a clue. Write the question, an equals sign and the answer, as in"),
        (["crank=no"], GuessError, r"'crank' is not a question of .*faults\.csv; did you mean cranks\?"),
        (["zzz=no"], GuessError, r"the questions are lights, cranks, fuel\."),
        (["cranks=maybe"], ReplyError, "'maybe' is not an answer to 'cranks'; the answers are no, yes"),
        (["cranks=yes", "lights=dim"], ContradictionError, "lights=dim cannot be true: no row fits this and the"),
    ):
        with pytest.raises(kind, match=message):
            start.after_all(clues)


def test_weights_that_need_too_many_digits_are_rounded(path: Path) -> None:
    primes = (101, 103, 107, 109, 113, 127, 131)
    rows = "".join(f"r{prime},{prime},1/{prime}\n" for prime in primes)
    made = table(path, f"x,q,weight\n{rows}")
    with pytest.warns(FewestWarning, match=r"rounded to billionths of their sum; .* are exact within 2e-08$"):
        _ = made.whole_weights
    assert sum(made.whole_weights) == pytest.approx(10**9, abs=10)
    assert made.whole_weights[0] * 101 == pytest.approx(made.whole_weights[-1] * 131, rel=1e-6)


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        ("x,q\na,1\nb,2\ncost,\n", (), "the cost of 'q' must be 0 or more, not ''"),
        ("x,q\na,1\nb,2\ncost,-1\n", (), "the cost of 'q' must be 0 or more, not '-1'"),
        ("x,q\na,1\nb,2\ncost,cheap\n", (), "the cost of 'q' must be 0 or more, not 'cheap'"),
        ("x,q\na,1\nb,2\ncost,1e999\n", (), "have too many digits"),
        ("x,q,weight\na,1,0\nb,2,1\n", (), "the weight of 'a' must be a number above 0, not '0'"),
        ("x,q,weight\na,1,\nb,2,1\n", (), "the weight of 'a' must be a number above 0, not ''"),
        ("x,q,weight\na,1,1\ncost,1,4\n", (), "the weight of the row 'cost' must be empty, not '4'"),
        ("x,q,class\na,1,k\ncost,1,k\n", (), "the class of the row 'cost' must be empty, not 'k'"),
        ("x,q,class\na,1,k\nb,2,?\n", (), "every row needs a class; 'b' has none"),
        ("x,q,class\na,1,k\nb,2,K\n", (), "two classes differ only in spaces or in upper and lower case"),
        ("x,class\na,k\n", (), "a table needs at least one row besides cost, and one column besides class and weight"),
        ("x,q\ncost,1\n", (), "a table needs at least one row besides cost, and one column besides class and weight"),
        ("x,q,r\na,1,?\nb,2,\n", (), "no row has an answer in the column 'r'"),
        ("x,q\na,1\nb,2\n", (2,), "--at-once must be from 1 to 1, the number of questions, not 2"),
        ("x,q\na,1\nb,2\n", (0,), "--at-once must be from 1 to 1, the number of questions, not 0"),
        ("x,q\na,1\nb,2\n", (1, "1"), "without a row of costs, each round costs 1; leave --round-cost out"),
        ("x,q\na,1\nb,2\ncost,1\n", (1, "dear"), "the cost of 'round' must be 0 or more, not 'dear'"),
        ("x,q,r\na,1 + 1,1\nb,2,1\n", (2,), r"'\+' separates questions asked at once, so it cannot be in '1 \+ 1'"),
        (
            "x," + ",".join(f"q{at}" for at in range(30)) + "".join(f"\nr{at},{at}{',1' * 29}" for at in range(999)),
            (3,),
            r"4,525 questions for 999 rows \(counting variants for unknown cells\) are too many; ask fewer at once",
        ),
        (
            "x," + ",".join(f"q{at}" for at in range(23)) + "\na" + ",1" * 23 + "\nb" + ",2" * 23 + "\nc" + ",?" * 23,
            (),
            "8,388,610 rows",
        ),
    ],
)
def test_invalid_tables_are_refused_in_one_sentence(
    path: Path, content: str, options: tuple[int, str], message: str
) -> None:
    with pytest.raises(FewestError, match=message) as caught:
        _ = table(path, content, *options).whole_weights
    assert str(caught.value).startswith(f"{path}: ")
    assert str(caught.value).endswith(".")
