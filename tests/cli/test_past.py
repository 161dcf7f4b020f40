import sys
from pathlib import Path

import pytest

from fewest.setup import Setup
from tests.cli.running import Call
from tests.cli.terminal import typed


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the user's data."""
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """A file of past answers, one of which is not a word of the game."""
    path = tmp_path / "answers.csv"
    path.write_text("date,word\n2021-06-19,CIGAR\n2025-03-02,guard\nlemurr\n")
    return path


CLUES = ("crane=01200", "shtik=00000")
USED = "Your past answers are less likely"


def test_past_answers_are_kept_until_they_are_forgotten(call: Call, answers: Path, data: Path) -> None:
    assert call("past").out.startswith("No past answers are saved.")
    kept = call("past", str(answers)).one_line
    assert kept.startswith("3 past answers, 2 with a date, the last on 2025-03-02. Not possible in this game: lemurr.")
    answers.unlink()
    assert call("past").one_line == kept
    said = call("suggest", *CLUES)
    assert (said.code, "Past answers among these: guard 2025-03-02" in said.out) == (0, True)
    assert said.err == f"{USED} ({data / 'past.csv'}); --past none ignores them.\n"
    left_out = call("suggest", *CLUES, "--past", "none")
    assert (left_out.err, "Past answers among these" in left_out.out) == ("", False)
    assert call("past", "--forget").out.startswith("No past answers are saved.")
    assert call("suggest", *CLUES).out == left_out.out


def test_sessions_and_analyses_use_them_and_mark_words(
    call: Call, answers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("past", str(answers))
    monkeypatch.setattr(sys, "stdin", typed(*CLUES))
    session = call("assist")
    assert USED in session.err
    assert "Past answers among these: guard 2025-03-02" in session.out
    analysed = call("analyse", "crane", "shtik", "guard", "--seconds", "0")
    assert USED in analysed.err
    assert analysed.out.endswith("Past answers among these: guard 2025-03-02\n")


def test_the_first_guess_is_proved_with_them(
    call: Call, answers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("cigar\nguard\naward\ndwarf\nquark\ndiary\n")
    monkeypatch.setattr("fewest.cli.review.TODAY", Setup(answers=str(words), secrets="guesses", prior="today"))
    assert call("past", "--prove").code == 2
    proved = call("past", str(answers), "--prove")
    assert (proved.code, "Best first guess (proved): " in proved.out) == (0, True)
    assert call("past").out == call("past", "--prove").out == proved.out
    played = ("--answers", str(words), "--secrets", "guesses", "--prior", "today", "--past", str(answers))
    assert "Proved: guesses needed on average" in call("suggest", *played).one_line
    assert call("past", "--forget", "--prove").code == 2


@pytest.mark.parametrize("options", [("-e", "nyt-2023"), ("--prior", "uniform"), ("--game", "numbers:most=3")])
def test_past_answers_apply_only_to_todays_game(options: tuple[str, ...], call: Call, answers: Path) -> None:
    call("past", str(answers))
    assert call("suggest", *options, "--count", "1", "--strategy", "entropy").err == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cigar\nthe lemur\n", "line 2: write a word, or a date and a word, as in 2024-12-31,lemur."),
        ("2024-13-31,lemur", "line 1: 2024-13-31 is not a date; write it as in 2024-12-31."),
        ("lemurr", "none of these words is a possible secret; write one past answer per line."),
    ],
)
def test_a_file_that_has_no_past_answers_is_refused_and_changes_nothing(
    text: str, message: str, call: Call, answers: Path
) -> None:
    before = call("past", str(answers)).out
    answers.write_text(text)
    refused = call("past", str(answers))
    assert (refused.code, message in refused.err) == (2, True)
    assert call("past").out == before
    assert call("past", str(answers), "--forget").code == 2
