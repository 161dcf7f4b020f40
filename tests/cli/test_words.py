import pytest

from fewest.words import edition
from tests.cli.running import ORIGINAL, Call, CallJson


def test_words_that_fit_are_listed_a_line_each(call: Call) -> None:
    assert call("words", "crane=01200", "sloth=00000", *ORIGINAL) == (
        0,
        "award\ndiary\ndwarf\nguard\nquark\n",
        "",
    )


def test_without_a_clue_all_words_are_listed(call: Call) -> None:
    assert call("words", "-e", "nyt-2023").out.split() == [*edition("nyt-2023").answers]
    assert call("words", "-e", "nyt-2023", "--allowed").out.split() == [*edition("nyt-2023").guesses]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], ["abate"]),
        (["--allowed"], ["aback", "abase", "abate", "abbey", "abbot", "abhor", "hotty", "xylyl"]),
        (["--allowed", "--hard"], ["abase", "abate"]),
    ],
)
def test_clues_narrow_answers_and_hard_mode_the_guesses(
    options: list[str], expected: list[str], call_json: CallJson, lists: list[str]
) -> None:
    data = call_json("words", "abase=22202", *options, *lists)
    assert data == {"label": "answers.txt + guesses.txt", "count": len(expected), "words": expected}


def test_editions_are_listed(call: Call, call_json: CallJson) -> None:
    expected = [("original", 12972, 2315), ("nyt-2022", 12974, 2309), ("nyt-2023", 14855, 3158)]
    editions = call_json("words", "--editions")
    assert [(row["label"], row["guesses"], row["answers"]) for row in editions] == expected
    lines = call("words", "--editions").out.splitlines()
    assert [line.split() for line in lines[1:]] == [[name, f"{a:,}", f"{b:,}"] for name, a, b in expected]
