import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import Belief, FewestError, Prover, evaluate, grow, strategy
from fewest.errors import GuessError, ReplyError
from fewest.games import Tabulated, make_game

FAULTS = """\
fault,does it start,is there smoke
no fuel,no,no
flat battery,no,a little
overheated,yes,a lot
"""


def write(path: Path, content: str | bytes) -> str:
    """Write a file and load it as a game."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return f"table:file={path}"


def table(path: Path, content: str | bytes = FAULTS) -> Tabulated:
    """The game of a table."""
    made = make_game(write(path, content))
    assert isinstance(made, Tabulated)
    return made


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the table."""
    return tmp_path / "faults.csv"


def test_secrets_that_are_asked_about_can_fit_clues_and_questions_cannot(path: Path) -> None:
    """Asked about c, only a replies z, so nothing else may be asked then."""
    with pytest.raises(
        FewestError, match="every question must be a secret, but 'does it start' is not; leave --rule out"
    ):
        table(path).made_consistent()
    game = table(path, "secret,a,b,c\na,x,y,z\nb,y,x,y\nc,y,y,x\n").made_consistent()
    belief = Belief.start(game)
    allowed = belief.after("c", game.parse_reply("z")).allowed
    assert allowed is not None
    assert [game.guesses[each] for each in allowed] == ["a"]
    assert Prover(belief).best(belief)[0] == 5


def test_questions_are_answered_and_secrets_can_be_named(path: Path) -> None:
    made = table(path)
    assert made.secrets == ("no fuel", "flat battery", "overheated")
    assert made.guesses == ("does it start", "is there smoke", *made.secrets)
    texts = [[made.reply_text(reply) for reply in row] for row in made.table.tolist()]
    assert texts == [
        ["no", "no", "found", "no", "no"],
        ["no", "a little", "no", "found", "no"],
        ["yes", "a lot", "no", "no", "found"],
    ]
    assert [[made.reply(guess, secret) for guess in made.guesses] for secret in made.secrets] == made.table.tolist()
    assert made.label == f"table:file={path}"


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + FAULTS.encode(),
        FAULTS.replace("\n", "\r\n"),
        FAULTS.replace("no fuel", '"no fuel"').replace("fault,", '"fault",'),
        FAULTS.replace(",", " , ").replace("flat battery", "flat  battery"),
        FAULTS.replace("a little", '"a\nlittle"'),
        "\n" + FAULTS.replace("overheated", ",,\n\noverheated"),
        FAULTS.removesuffix("\n"),
    ],
    ids=["bom", "windows", "quotes", "spaces", "broken line", "empty rows", "no last newline"],
)
def test_a_table_is_the_same_however_it_is_written(path: Path, content: str | bytes) -> None:
    expected, made = table(path), table(path, content)
    assert (made.guesses, made.secrets, made.texts) == (expected.guesses, expected.secrets, expected.texts)
    assert made.table.tolist() == expected.table.tolist()
    assert made.fingerprint == expected.fingerprint


@pytest.mark.parametrize("no", ["no", "No", "NO"])
def test_the_answer_no_of_the_table_is_that_to_a_wrong_secret(path: Path, no: str) -> None:
    made = table(path, f"x,q\na,{no}\nb,Yes\n")
    assert sorted(made.texts) == sorted(["Yes", no, "found"])
    assert made.reply_text(made.reply("b", "a")) == no
    assert [made.parse_reply(made.reply_text(reply)) for reply in range(made.replies)] == [*range(made.replies)]


def test_replies_and_names_are_read_with_any_spaces(path: Path) -> None:
    made = table(path)
    assert {made.parse_reply(text) for text in ("a little", " A  Little ", "alittle")} == {made.texts.index("a little")}
    assert made.guesses[made.find_guess("  flat   battery ")] == "flat battery"
    with pytest.raises(ReplyError, match=r"'maybe' is not a reply\. Use one of a little, a lot, no, yes, found"):
        made.parse_reply("maybe")
    with pytest.raises(GuessError, match=r"'flat batterie' is not an allowed guess in .*; did you mean flat battery\?"):
        made.find_guess("flat batterie")


def test_tables_with_other_answers_have_other_fingerprints_wherever_they_are(path: Path, tmp_path: Path) -> None:
    same = table(tmp_path / "a copy, elsewhere.csv")
    other = table(tmp_path / "other.csv", FAULTS.replace("a lot", "a little"))
    assert table(path).fingerprint == same.fingerprint != other.fingerprint


def test_the_name_of_a_file_need_not_be_valid_text(tmp_path: Path) -> None:
    made = table(tmp_path / "w\udcff.csv")
    assert made.fingerprint == table(tmp_path / "w.csv").fingerprint


@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.bool_])
def test_an_array_is_a_table_of_numbers(tmp_path: Path, dtype: type) -> None:
    file = tmp_path / "faults.NPY"
    with file.open("wb") as stream:
        np.save(stream, np.array([[0, 1], [1, 1], [1, 0]], dtype))
    made = make_game(f"table:file={file}")
    assert made.guesses == ("q1", "q2", "1", "2", "3")
    assert [made.texts[reply] for reply in made.table[0].tolist()] == ["0", "1", "found", "no", "no"]
    assert evaluate(grow(strategy(), Belief.start(made))).worst <= 3


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "a table needs a first row with the questions, and a row per secret"),
        ("x,q\n", "a table needs a first row with the questions"),
        ("x,q\na,1\nb,1,2\n", "row 3 has 3 cells, but the first row has 2"),
        ("x,q\na,1\na,2\n", "every row needs a unique name without =, but one is 'a'"),
        ("x,q\n,1\nb,2\n", "every row needs a unique name without =, but one has none"),
        ("x,q,q\na,1,2\n", "every column needs a unique name without =, but one is 'q'"),
        ("x,a=b\na,1\n", "every column needs a unique name without =, but one is 'a=b'"),
        ("x,q\na,found\n", "'found' is reserved for the reply to the secret itself; rename this answer"),
        ("x,q\na,a lot\nb,alot\n", "an answer is missing, or two differ only in spaces or case"),
        ("x,q\na,b=c\n", "answers must not contain =, but one is 'b=c'"),
        (b"x,q\na,\xff\n", r"not a CSV table \('utf-8' codec"),
        ("x,q\n" + "a" * 200_000 + ",1\n", r"not a CSV table \(field larger"),
        ("x,q\n" + "\n".join(f"{row},1" for row in range(20_001)), "1 to 20,000 rows below the first, not 20,001"),
    ],
)
def test_an_invalid_table_is_refused_in_one_sentence(path: Path, content: str | bytes, message: str) -> None:
    text = write(path, content)
    with pytest.raises(FewestError, match=message) as caught:
        make_game(text)
    assert str(path) in str(caught.value)
    assert str(caught.value).endswith(".")


def test_an_invalid_array_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "faults.npy"
    arrays = ([[0.5, 1.0]], [["a", "b"]], [1, 2], [[[1]]], np.empty((0, 2), np.int64), np.empty((2, 0), np.int64))
    for array in arrays:
        np.save(file, np.array(array))
        with pytest.raises(FewestError, match=r"faults\.npy: the array must hold whole numbers, a row per secret"):
            make_game(f"table:file={file}")
    np.save(file, np.array([[{}, None]], object), allow_pickle=True)
    with pytest.raises(FewestError, match=r"faults\.npy: not an array saved by numpy \(Object arrays cannot"):
        make_game(f"table:file={file}")
    np.save(file, np.ones((3, 3), np.int64))
    whole = file.read_bytes()
    for content in (b"", b"x,q\na,1\n", whole[:-5], whole[:20], b"PK\x03\x04", json.dumps([[1]]).encode()):
        file.write_bytes(content)
        with pytest.raises(FewestError, match=r"faults\.npy: not an array saved by numpy"):
            make_game(f"table:file={file}")


@pytest.mark.parametrize(
    ("content", "more"),
    [
        ("x,q\na,1\nb,2\ncost,3\n", "a cost row"),
        ("x,q,class\na,1,c\nb,2,c\n", "a class column"),
        ("x,q,weight\na,1,1\nb,2,1\n", "a weight column"),
        ("x,q\na,1\nb,?\nc,2\n", "unknown cells"),
        ("x,q\na,1\nb,\nc,2\n", "unknown cells"),
        ("x,q,class\na,1,c\ncost,3,\nb,?,c\n", "a cost row, a class column, unknown cells"),
    ],
)
def test_a_table_that_says_more_is_for_another_command(path: Path, content: str, more: str) -> None:
    with pytest.raises(FewestError, match=rf"faults\.csv has {more}: use fewest decide, as in fewest decide prove "):
        make_game(write(path, content))


@pytest.mark.parametrize("name", ["missing.csv", "missing.npy", "folder", "folder.npy"])
def test_unreadable_files_are_refused(tmp_path: Path, name: str) -> None:
    if name.startswith("folder"):
        (tmp_path / name).mkdir()
    why = "Is a directory" if name.startswith("folder") else "No such file or directory"
    with pytest.raises(FewestError, match=rf"{name}: cannot be read \({why}\)\."):
        make_game(f"table:file={tmp_path / name}")


@given(st.data())
def test_any_table_is_looked_up(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 4))
    answer = st.sampled_from(["no", "yes", "so so", "3", "ß"])
    cells = data.draw(
        st.lists(st.lists(answer, min_size=columns, max_size=columns), min_size=rows, max_size=rows).map(np.array)
    )
    secrets = [f"s{row}" for row in range(rows)]
    questions = [data.draw(st.sampled_from([f"q{column}", f"s{column}"])) for column in range(columns)]
    made = Tabulated("a table", secrets, questions, cells)
    for row, secret in enumerate(secrets):
        for column, guess in enumerate(made.guesses):
            asked = cells[row, column] if column < columns else "no"
            expected = "found" if guess == secret else asked
            assert made.texts[made.table[row, column]] == made.texts[made.reply(guess, secret)] == expected
