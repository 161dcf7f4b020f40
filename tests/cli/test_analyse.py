import io
import json
import re
import subprocess
import sys

import pytest

from tests.cli.running import FEWEST, Call, Result, assert_refused

ORIGINAL = ["-e", "original", "--secrets", "answers", "--prior", "uniform"]
"""A game that loads faster than the default one."""

ROWS = ("⬛🟨⬛⬛🟨", "⬛⬛⬛🟨🟨", "🟩🟩🟩🟩🟩")
"""The replies to crane, slate and rebut if rebut is the secret."""


@pytest.mark.slow
def test_the_guesses_up_to_the_secret_are_enough(call: Call) -> None:
    result = call("analyse", "crane", "SLATE", "rebut")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "today's game (nyt-2023: 14,855 words, curated answers likelier)"
    assert max(map(width, lines)) <= 80
    words = " ".join(lines[1].split() + lines[2].split())
    assert words == "best better guess left needs needs lost skill luck guess"
    for line, guess, row, secrets in zip(
        lines[3:6], ("crane", "slate", "rebut"), ROWS, ("14,855→713", "713→83", "83→1"), strict=True
    ):
        assert line.split()[:3] == [guess, row, secrets]
    assert "~" not in result.out
    assert "1. CRANE: A tie with SLATE. Unlucky." in lines
    assert "2. SLATE: You already knew there is no A. POSIT would have saved 0.43 guesses." in lines
    assert "REBUT in 3 guesses (perfect play needs 3.43 on average): fairly well played." in lines


def width(line: str) -> int:
    """The width of a line in a terminal, where a square takes two columns."""
    return len(line) + sum(line.count(square) for square in "⬛🟨🟩")


GRID = "\n".join(ROWS)


@pytest.mark.slow
def test_a_closed_input_has_no_grid() -> None:
    shell = ["sh", "-c", 'exec "$0" "$@" <&-', str(FEWEST), "analyse", "rebut", "--grid", "-", *ORIGINAL]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert_refused(
        Result(done.returncode, done.stdout, done.stderr), "There is no standard input to read the grid from"
    )


@pytest.mark.parametrize("opener", ["salet", "slate", "crane", "raise", "soare", "trace"])
def test_openers_of_the_shipped_table_start_without_an_estimate(opener: str, call: Call) -> None:
    row = call("analyse", f"{opener}=00000", "--seconds", "0").out.splitlines()[3]
    assert row.startswith(opener)
    assert "~" not in row


def test_the_guess_that_suggest_prefers_is_named(call: Call) -> None:
    wish = ["--edition", "original", "--margin", "0.1"]
    shown = call("analyse", "crane=01001", "slate=00011", "rebut=22222", *wish).out
    said = json.loads(call("suggest", "crane=01001", "-n", "1", "--json", *wish).out)["suggestions"][0]
    assert re.findall(r"^slate .* (\w+)$", shown, re.MULTILINE) == [said["guess"]]
    assert f"The solver would play {said['guess'].upper()}, " in shown
    assert "rosit\n" in call("analyse", "crane=01001", "slate=00011", *wish[:2], "--margin", "0").out
    message = "mastermind has no words; leave --margin and --known-words out"
    assert_refused(call("analyse", "1122", "3344", "--game", "mastermind", "--known-words", "5"), message)


@pytest.mark.parametrize("option", [[], ["crane", "slate", "rebut", "--grid"]], ids=["text", "grid"])
def test_a_game_is_read_from_an_argument_or_from_standard_input(
    option: list[str], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"Wordle 1,234 3/6\n\n{GRID}\n" + ("" if option else "\n'Crane' / 'Slate' / 'Rebut'")
    options = ("--seconds", "0", "--json", *ORIGINAL)
    wanted = call("analyse", "crane", "slate", "rebut", *options)
    assert [turn["squares"] for turn in json.loads(wanted.out)["turns"]] == [*ROWS]
    assert call("analyse", *option, text, *options) == wanted
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert call("analyse", *option, "-", *options) == wanted


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "There is nothing to analyse: give the guesses of a game, such as crane slate rebut"),
        (["crane=01001", "--secret", "rebut"], "You gave the replies, so leave the secret out."),
        (["crane", "slaet", "rebut"], "'slaet' is not an allowed guess in original; did you mean"),
        (["crane", "slate", "rebut", "--hard"], "'slate' is not allowed in hard mode"),
        (["crane", "rebut", "--grid", GRID], "The grid has 3 rows for 2 guesses; give one row for each guess"),
        (["crane", "rebut", "--seconds", "nan"], "Choose 0 to 86,400 seconds"),
        (["crane", "rebut", "--seconds", "soon"], "Invalid value for '--seconds'"),
    ],
)
def test_an_invalid_game_is_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call("analyse", *arguments, *ORIGINAL), message)
