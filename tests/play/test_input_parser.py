import pytest

from fewest.games import Mastermind, Nerdle
from fewest.play.input_parser import read_clue, read_replies, split_guess
from tests.samples import wordle


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1+2=3", ("1+2=3", "")),
        ("1+2=3 00020", ("1+2=3", "00020")),
        ("1+2=3=00020", ("1+2=3", "00020")),
        ("1 + 2 = 3 = 00 020", ("1 + 2 = 3", "00 020")),
        ("1+2=4 00020", ("", "1+2=4 00020")),
        ("00020", ("", "00020")),
        ("", ("", "")),
    ],
)
def test_a_guess_is_told_from_what_follows_it(line: str, expected: tuple[str, str]) -> None:
    assert split_guess(Nerdle(5), line) == expected


@pytest.mark.parametrize(
    ("line", "waiting", "expected"),
    [
        ("", False, (None, "")),
        ("crane", False, ("crane", "")),
        ("crane", True, ("crane", "")),
        ("crane 01200", True, ("crane", "01200")),
        ("crane = 0 1 2 0 0", False, ("crane", "01200")),
        ("01200", False, (None, "01200")),
        ("0 1 2 0 0", True, (None, "01200")),
        ("brown", False, ("brown", "")),
        ("brown", True, (None, "brown")),
        ("brown=01200", False, ("brown", "01200")),
        ("=01200", True, ("01200", "")),
        ("=", False, ("", "")),
        ("ggbbb", False, ("ggbbb", "")),
        ("ggbbb", True, (None, "ggbbb")),
    ],
)
def test_a_line_is_a_guess_or_a_reply_or_both(line: str, waiting: bool, expected: tuple[str | None, str]) -> None:
    assert read_clue(wordle("crane", "ggbbb"), line, waiting) == expected


@pytest.mark.parametrize(
    ("line", "waiting", "expected"),
    [
        ("", False, (None, [])),
        ("12", False, ("12", [])),
        ("12 ● ○", False, ("12", ["●", "○"])),
        ("12=10 01", False, ("12", ["10", "01"])),
        ("10 01", True, (None, ["10", "01"])),
        ("=12 10", True, ("12", ["10"])),
        ("nonsense", False, ("nonsense", [])),
        ("nonsense", True, (None, ["nonsense"])),
        ("=", True, ("", [])),
    ],
)
def test_a_line_may_hold_the_replies_of_several_boards(
    line: str, waiting: bool, expected: tuple[str | None, list[str]]
) -> None:
    assert read_replies(Mastermind(2, 3), line, waiting) == expected
