from fractions import Fraction
from pathlib import Path

import pytest

from fewest.errors import WordListError
from fewest.words import read_weights

WORDS = ["aback", "abase", "äpfel"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the weights are written."""
    return tmp_path / "weights.txt"


@pytest.mark.parametrize(
    "text",
    [
        "aback 1\nabase 0.25\näpfel 2/3\n",
        "aback,1\nabase,0.25\näpfel,2/3",
        "äpfel = 2/3\n\n  \nABASE=2.5e-1\r\nAback\t1.000\n",
        "\ufeffaback 1\nzzzzz 7\nabase 1/4\nÄPFEL 4/6\ntoolong 1\n",
    ],
)
def test_weights_are_read_exactly_and_in_the_order_of_the_words(text: str, path: Path) -> None:
    path.write_text(text, encoding="utf-8")
    expected = [Fraction(1), Fraction(1, 4), Fraction(2, 3)]
    assert read_weights(path, WORDS) == read_weights(str(path), WORDS) == expected
    assert read_weights(path, WORDS[::-1]) == expected[::-1]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("aback", "write a word and its weight, as in: crane 0.25"),
        ("aback 1 2", "write a word and its weight, as in: crane 0.25"),
        ("aback one", "'one' is no weight; write a number such as 3 or 0.25."),
        ("1 aback", "'aback' is no weight; write a number such as 3 or 0.25."),
        ("aback nan", "'nan' is no weight; write a number such as 3 or 0.25."),
        ("aback inf", "'inf' is no weight; write a number such as 3 or 0.25."),
        ("aback 1/0", "'1/0' is no weight; write a number such as 3 or 0.25."),
        ("aback 0", "the weight of 'aback' must be above 0."),
        ("zzzzz -1", "the weight of 'zzzzz' must be above 0."),
        ("ABASE 1", "'abase' has a weight already."),
    ],
)
def test_a_line_that_is_no_weight_is_refused_by_file_and_line(line: str, message: str, path: Path) -> None:
    path.write_text(f"abase 1\n\n{line}\n", encoding="utf-8")
    with pytest.raises(WordListError) as caught:
        read_weights(path, WORDS)
    assert str(caught.value) == f"{path}, line 3: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no weight for 'aback' and 2 more; give every answer a weight."),
        ("aback 1\nabase 1\n", "no weight for 'äpfel'; give every answer a weight."),
    ],
)
def test_every_word_needs_a_weight(text: str, message: str, path: Path) -> None:
    path.write_text(text)
    with pytest.raises(WordListError) as caught:
        read_weights(path, WORDS)
    assert str(caught.value) == f"{path}: {message}"


@pytest.mark.parametrize("content", [None, b"aback \xff\n"])
def test_a_file_that_cannot_be_read_is_refused_by_name(content: bytes | None, path: Path) -> None:
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(WordListError, match=rf"^{path}"):
        read_weights(path, WORDS)
