from pathlib import Path

import pytest

from tests.cli.running import ORIGINAL, Call, assert_refused


def test_a_game_is_shown_guess_by_guess(call: Call) -> None:
    result = call("solve", "REBUT", "--opener", "soare", "--margin", "0", *ORIGINAL)
    assert (result.code, result.err) == (0, "")
    assert "⬛⬛⬛🟨🟨" in result.out
    assert "🟩🟩🟩🟩🟩" in result.out
    assert "rebut: found in 3" in result.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument 'SECRET"),
        (["reebut"], "'reebut' is not an allowed guess in nyt-2023; did you mean rebut"),
        (
            ["rebut", "soare", *ORIGINAL],
            "'soare' is an allowed guess, but not an answer of original. Add --secrets guesses to allow",
        ),
    ],
)
def test_an_invalid_secret_is_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call("solve", *arguments), message)


def test_letters_without_a_single_capital_are_shown(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("größe\nmaßen\n", encoding="utf-8")
    assert " M  A  ß  E  N " in call("solve", "maßen", "--answers", str(path)).out
