import io
import json
import re
import subprocess
import sys
from itertools import pairwise

import pytest

from tests.cases import first
from tests.cli.running import ESCAPE, FEWEST, Call, Result, assert_refused

ORIGINAL = ["-e", "original", "--secrets", "answers", "--prior", "uniform"]
"""A game that is made faster than that of the default."""

ROWS = ("⬛🟨⬛⬛🟨", "⬛⬛⬛🟨🟨", "🟩🟩🟩🟩🟩")
"""What the guesses crane, slate and rebut get if rebut is the secret."""

NUMBER = r"~?([+-]?\d+\.\d\d)"


@pytest.mark.slow
def test_the_guesses_up_to_the_secret_are_enough(call: Call) -> None:
    result = call("analyse", "crane", "SLATE", "rebut")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "today's game (nyt-2023: 14,855 words, curated answers likelier)"
    assert max(map(width, lines)) <= 80
    words = " ".join(lines[1].split() + lines[2].split())
    assert words == "mean bits it best best guess secrets bits got takes takes lost gained skill luck guess"
    for line, guess, row, secrets in zip(
        lines[3:6], ("crane", "slate", "rebut"), ROWS, ("14,855→713", "713→83", "83→1"), strict=True
    ):
        assert line.split()[:3] == [guess, row, secrets]
    assert lines[6] == "~ is estimated: the exact value takes longer than a second"
    assert "crane lost ~0.06: tarse would have told 6.0 bits instead of 5.7." in lines
    assert sum(bool(re.fullmatch(r"rebut: found in 3, skill \d\d, luck \d\d", line)) for line in lines) == 1
    assert "REBUT in 3 guesses, where perfect play takes about" in result.out


def width(line: str) -> int:
    """How many columns of a terminal a line takes: a square takes two."""
    return len(line) + sum(line.count(square) for square in "⬛🟨🟩")


@pytest.mark.parametrize(
    "arguments",
    first(
        4,
        [
            ["crane", "slate", "rebut"],
            ["rebut"],
            ["crane=01200", "sloth=00000"],
            ["crane=01200", "sloth=00000", "diary=22222"],
            ["salet", "diner", "fluff", "rebut"],
            ["fuzzy=00000"],
            ["crane=00000", "crane=00000", "crane=00000", "crane=00000", "crane=00000", "crane=00000"],
        ],
    ),
    ids=" ".join,
)
def test_the_sums_that_are_shown_agree_to_the_last_digit(arguments: list[str], call: Call) -> None:
    out = call("analyse", *arguments, "--seconds", "0", *ORIGINAL).out
    rows = [line.split() for line in out.splitlines()[3 : 3 + len(arguments)]]
    numbers = [[round(100 * float(cell.strip("~"))) for cell in row[5:9]] for row in rows]
    for takes, best, wasted, _ in numbers:
        assert takes - best == wasted
    for (takes, _, _, gained), (_, best, _, _) in pairwise(numbers):
        assert gained == takes - 100 - best
    said = " ".join(out.split())
    match = re.search(
        rf"(\d+) guess(?:es)?(?: \+ {NUMBER} still expected)? = {NUMBER} for perfect play "
        rf"\+ {NUMBER} lost by choices (-|\+) {NUMBER} (gained by luck|lost by bad luck)$",
        said,
    )
    assert match, said
    taken, left, par, lost, sign, luck, kind = match.groups()
    signed = float(luck) if sign == "+" else -float(luck)
    assert int(taken) == len(arguments)
    assert round(100 * (int(taken) + float(left or 0))) == round(100 * (float(par) + float(lost) + signed))
    assert (left is None) == ("=" not in arguments[-1] or arguments[-1].endswith("=22222"))
    assert (kind == "gained by luck") == (sign == "-")
    assert round(100 * float(par)) == numbers[0][1]
    assert round(100 * float(lost)) == sum(row[2] for row in numbers)
    assert round(-100 * signed) == sum(row[3] for row in numbers)


GRID = "\n".join(ROWS)


@pytest.mark.slow
def test_a_grid_comes_through_a_pipe() -> None:
    command = [str(FEWEST), "analyse", "crane", "slate", "rebut", "--grid", "-", *ORIGINAL]
    done = subprocess.run(command, input=b"\xff\xfe Wordle\n" + GRID.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "rebut: found in 3" in done.stdout.decode()


@pytest.mark.slow
def test_a_closed_input_has_no_grid() -> None:
    shell = ["sh", "-c", 'exec "$0" "$@" <&-', str(FEWEST), "analyse", "rebut", "--grid", "-", *ORIGINAL]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert_refused(
        Result(done.returncode, done.stdout, done.stderr), "There is no standard input to read the grid from"
    )


@pytest.mark.parametrize("columns", ["30", "80", "120"])
def test_no_screen_loses_a_column(columns: str, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    out = call("analyse", "crane", "slate", "rebut", "--seconds", "0", *ORIGINAL).out
    assert "…" not in out
    lines = out.splitlines()
    for head in ("secrets left", "expected", "lost", "gained", "skill", "luck", "best guess"):
        assert all(word in out for word in head.split())
    assert max(map(width, lines)) <= int(columns)


def test_a_terminal_gets_coloured_tiles_and_a_pipe_squares(
    call: Call, lists: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = call("analyse", "abbot", "aback", *lists).out
    assert "abbot 🟩🟩⬛⬛⬛" in plain
    assert ESCAPE not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    colour = call("analyse", "abbot", "aback", *lists).out
    assert " A " in colour
    assert "🟩" not in colour
    assert ESCAPE in colour


def test_the_guess_that_suggest_prefers_is_named_beside_the_best(call: Call) -> None:
    wish = ["--edition", "original", "--margin", "0.1"]
    shown = call("analyse", "crane=01001", "slate=00011", "rebut=22222", *wish).out
    said = json.loads(call("suggest", "crane=01001", "-n", "1", "--json", *wish).out)["suggestions"][0]
    assert ("rosit", said["guess"]) in re.findall(r"^slate .* (\w+) +(\w+)$", shown, re.MULTILINE)
    assert f"Of the words you prefer, {said['guess']} goes first: it takes {said['expected']:.2f}\n" in shown
    assert f"The solver goes on with {said['guess'].upper()}, " in shown
    assert "preferred" not in call("analyse", "crane=01001", "slate=00011", "rebut=22222", "-e", "original").out
    message = "mastermind has no words, so none is common; leave --margin and --known-words out"
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
        (["crane=01001", "--secret", "rebut"], "The replies are given already; leave the secret out."),
        (["crane", "slaet", "rebut"], "'slaet' is not an allowed guess in original; did you mean"),
        (["crane", "slate", "rebut", "--hard"], "'slate' is not allowed in hard mode"),
        (["crane", "rebut", "--grid", GRID], "The grid has 3 rows for 2 guesses; give one row for each guess"),
        (["crane", "rebut", "--seconds", "nan"], "The seconds for a position go from 0 to 86,400"),
        (["crane", "rebut", "--seconds", "soon"], "Invalid value for '--seconds'"),
    ],
)
def test_what_is_no_game_is_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call("analyse", *arguments, *ORIGINAL), message)
