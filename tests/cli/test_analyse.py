import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Wordle
from fewest.play.analysis import Analysis, total, verdict, why
from fewest.play.analysis import analyse as explain
from fewest.results import render
from fewest.setup import TODAY
from tests import samples
from tests.cases import first
from tests.cli.running import ESCAPE, FEWEST, Call, Result, assert_refused, interrupt, run

ORIGINAL = ["-e", "original", "--secrets", "answers", "--prior", "uniform"]
"""A game that is made faster than that of the default."""

ROWS = ("⬛🟨⬛⬛🟨", "⬛⬛⬛🟨🟨", "🟩🟩🟩🟩🟩")
"""What the guesses crane, slate and rebut get if rebut is the secret."""

NUMBER = r"~?([+-]?\d+\.\d\d)"


@cache
def todays() -> Belief:
    """What the command believes without options."""
    return TODAY.belief()


@cache
def sample() -> Analysis:
    """A game that took three guesses: the first was not the best, its reply not lucky."""
    game = samples.wordle("bat", "cat", "hat", "rat", guesses=("bch",))
    return explain(Belief.start(game), ["bat=022", "cat=022", "hat=222"], 600)


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


@pytest.mark.slow
def test_json_holds_what_the_library_says(call: Call) -> None:
    data = json.loads(call("analyse", "crane", "slate", "rebut", "--seconds", "0", "--json").out)
    clues = [f"{word}={row}" for word, row in zip(("crane", "slate", "rebut"), ROWS, strict=True)]
    assert_told(data, explain(todays(), clues, seconds=0))
    assert (data["label"], data["hard"], data["seconds"]) == ("nyt-2023/guesses", False, 0)


@pytest.mark.parametrize("hard", [False, True])
def test_json_of_an_exact_game(hard: bool, call: Call, lists: list[str], small: Wordle) -> None:
    options = [*lists, "--secrets", "guesses", "--seconds", "600", *(["--hard"] if hard else [])]
    data = json.loads(call("analyse", "abbot=22000", "abase=22200", "--json", *options).out)
    start = Belief.start(Wordle(small.words, every_guess=True), hard=hard)
    found = explain(start, ["abbot=22000", "abase=22200"], 600)
    assert data["title"] == f"{str(start.game).removesuffix(')')}, all equally likely){', hard mode' * hard}"
    assert_told(data, found)
    assert (data["hard"], data["exact"], data["solved"]) == (hard, True, False)


def assert_told(data: dict[str, Any], found: Analysis) -> None:
    assert data == {**found.to_json(), "title": data["title"], "seconds": data["seconds"]}


@pytest.mark.parametrize("seconds", ["0", pytest.param("0.3", marks=pytest.mark.slow)])
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
def test_the_sums_that_are_shown_agree_to_the_last_digit(arguments: list[str], seconds: str, call: Call) -> None:
    out = call("analyse", *arguments, "--seconds", seconds, *ORIGINAL).out
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
    if seconds == "0":
        data = json.loads(call("analyse", *arguments, "--seconds", "0", "--json", *ORIGINAL).out)
        assert float(par) == pytest.approx(data["par"], abs=0.006)
        assert float(lost) == pytest.approx(data["lost"], abs=0.01 * len(arguments))
        assert -signed == pytest.approx(data["gained"], abs=0.01 * len(arguments))


@pytest.mark.usefixtures("nothing_known")
def test_estimates_are_marked_and_nothing_else(call: Call, lists: list[str]) -> None:
    clues = ["crane=01200", "sloth=00000", "diary=22222"]
    lines = call("analyse", *clues, "--seconds", "0", *ORIGINAL).out.splitlines()
    assert [line.count("~") for line in lines[3:6]] == [4, 4, 4]
    assert "~ is estimated: the exact value takes longer than 0 seconds" in lines
    exact = call("analyse", "abbot", "aback", "--seconds", "600", *lists).out
    assert "~" not in exact
    assert "estimated" not in exact


def test_a_mark_is_on_all_that_depends_on_an_estimate() -> None:
    found = sample()
    assert "~" not in total(found) + verdict(found)
    first, *rest = found.turns
    guessed = replace(found, turns=(replace(first, exact=False, best_exact=False), *rest))
    assert total(guessed) == "3 guesses = ~2.00 for perfect play + ~0.50 lost by choices + ~0.50 lost by bad luck"
    unsure = replace(found, turns=(replace(first, left_exact=False), *rest))
    assert total(unsure) == "3 guesses = 2.00 for perfect play + 0.50 lost by choices + ~0.50 lost by bad luck"
    open_ended = replace(found, turns=(replace(first, left_exact=False),))
    assert total(open_ended).startswith("1 guess + ~2.00 still expected = 2.00 for perfect play + 0.50 lost by")
    assert verdict(open_ended) == "not found, 3 secrets left: perfect play takes ~2.00 more, skill 49, luck 37"


def test_the_sum_breaks_where_a_screen_is_narrow() -> None:
    whole = "3 guesses = 2.00 for perfect play + 0.50 lost by choices + 0.50 lost by bad luck"
    assert render(sample().blocks(), len(whole)).endswith(f"\n{whole}")
    assert render(sample().blocks(), len(whole) - 1).endswith(whole.replace(" luck", "\nluck"))


def test_a_game_that_was_not_finished_says_what_is_left(call: Call, lists: list[str]) -> None:
    """Only aback and abhor are left, and one must be tried first."""
    out = call("analyse", "abbey=22000", "--prior", "uniform", "--seconds", "600", *lists).out
    assert "not found, 2 secrets left: perfect play takes 1.50 more, skill " in out
    assert "1 guess + 1.50 still expected = " in " ".join(out.split())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, "best would have told 2.0 bits instead of 1.0."),
        ({"best_bits": 1.04}, "best would have told 1.04 bits instead of 1.00."),
        (
            {"best_hit": 0.25},
            "best would have told 2.0 bits instead of 1.0 and would have hit with a chance of 25% instead of none.",
        ),
        (
            {"best_bits": 1.0, "best_hit": 0.5, "hit": 0.031},
            "best would have hit with a chance of 50% instead of 3.1%.",
        ),
        ({"best_bits": 0.5, "best_hit": 0.999}, "best would have hit with a chance of >99% instead of none."),
        ({"best_hit": 0.1, "hit": 0.2}, "best would have told 2.0 bits instead of 1.0."),
        ({"best_hit": 0.2501, "hit": 0.25}, "best would have told 2.0 bits instead of 1.0."),
        ({"best_bits": 1.001}, "best would have left what takes fewer guesses, with no more bits told."),
        ({"best_bits": 0.5}, "best would have left what takes fewer guesses, with no more bits told."),
        ({"best_bits": 0.0, "best_hit": 1.0}, "only best was left."),
    ],
)
def test_why_the_best_guess_was_better(change: dict[str, float], sentence: str) -> None:
    turn = replace(sample().turns[0], best="best", bits_expected=1.0, hit=0.0, best_bits=2.0, best_hit=0.0)
    assert why(replace(turn, **change)) == sentence  # type: ignore[arg-type]


def test_perfect_guesses_need_no_words(call: Call, lists: list[str]) -> None:
    options = ["--prior", "uniform", "--seconds", "600", *lists]
    best = json.loads(call("analyse", "aback", "--json", *options).out)["turns"][0]["best"]
    assert " lost 0.00" not in call("analyse", best, *options).out
    assert "would have" not in call("analyse", best, *options).out
    assert "The solver goes on" not in call("analyse", best, *options).out
    assert "\nxylyl lost 1.00: " in call("analyse", "xylyl", "xylyl", "aback", *options).out


GRID = "\n".join(ROWS)


@pytest.mark.parametrize(
    "grid",
    [
        GRID,
        f"Wordle 1,234 3/6\n\n{GRID}\n",
        f"Wordle 1,234 3/6\r\n\r\n{GRID}\r\n\r\nhttps://example.com/xyz\r\n",
        GRID.replace("⬛", "⬜"),
        GRID.replace("🟨", "🟦").replace("🟩", "🟧"),
        GRID.replace("⬛", "⬛\ufe0f"),
        GRID.replace("\n", "\\n"),
        GRID.replace("\n", " "),
        "01001\n00011\n22222",
        "bybby bbbyy ggggg",
        "Wordle 1,234 3/6 01001\n00011\n22222",
    ],
)
def test_a_grid_is_read_as_it_is_shared(grid: str, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "words.txt"
    path.write_text("crane\nslate\nrebut\nrebus\ndebut\n")
    words = ["analyse", "crane", "slate", "rebut", "--json", "--seconds", "0", "--answers", str(path)]
    expected = call(*words)
    assert [turn["squares"] for turn in json.loads(expected.out)["turns"]] == [*ROWS]
    assert call(*words, "--grid", grid) == expected
    for end in ("", "\n"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((grid + end).encode())))
        assert call(*words, "--grid", "-") == expected


def test_a_grid_may_be_of_a_game_that_was_lost(call: Call) -> None:
    grid = "Wordle 1,234 X/6\n\n" + "\n".join(["⬛⬛⬛⬛⬛"] * 6)
    words = ["crane", "sloth", "crane", "sloth", "crane", "sloth"]
    data = json.loads(call("analyse", *words, "--grid", grid, "--json", "--seconds", "0", *ORIGINAL).out)
    assert [turn["reply"] for turn in data["turns"]] == ["00000"] * 6
    assert (data["solved"], data["guesses"]) == (False, 6)


@pytest.mark.slow
def test_a_grid_comes_through_a_pipe() -> None:
    command = [str(FEWEST), "analyse", "crane", "slate", "rebut", "--grid", "-", *ORIGINAL]
    done = subprocess.run(command, input=b"\xff\xfe Wordle\n" + GRID.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "rebut: found in 3" in done.stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "There is nothing to analyse: give the guesses of a game, such as crane slate rebut"),
        (["--grid", GRID], "There is nothing to analyse"),
        (["crane=01001", "--secret", "rebut"], "The replies are given already; leave the secret out."),
        (["crane", "slaet", "rebut"], "'slaet' is not an allowed guess in original; did you mean"),
        (["crane", "slate", "rebu"], "'rebu' is not an allowed guess in original"),
        (["crane", "slate", "rebutt"], "'rebutt' is not an allowed guess in original"),
        (["crane", "slate", "xqzjk"], "'xqzjk' is not an allowed guess in original"),
        (["crane", "slate", ""], "'' is not an allowed guess in original"),
        (["crane", "soare"], "'soare' is an allowed guess but no answer of original; --secrets guesses allows it"),
        (["crane", "rebut", "slate", "rebut"], "The game goes on after it is won; give the guesses up to the secret"),
        (["crane=22222", "slate=00000"], "The game goes on after it is won"),
        (
            ["crane=01200", "slate", "rebut"],
            "'slate' has no reply, but 'crane=01200' has one; write all of them or none",
        ),
        (["crane", "slate=00000"], "'crane' has no reply, but 'slate=00000' has one"),
        (["crane=0120"], "'0120' is no reply: it has 4 places, the words have 5 letters"),
        (["crane=01203"], "'01203' is no reply: '3' is none of"),
        (["crane="], "'' is no reply: it has 0 places"),
        (["crane=22221"], "Clue 1, crane=22221, cannot be true: no word of original gives that reply"),
        (
            ["crane=01200", "sloth=22222"],
            "Clue 2, sloth=22222, cannot be true: none of the 24 secrets that crane=01200",
        ),
        (
            ["crane=01200", "sloth=00000", "--hard"],
            "'sloth' is not allowed in hard mode: it does not use all that crane",
        ),
        (["crane", "slate", "rebut", "--hard"], "'slate' is not allowed in hard mode"),
        (["crane", "rebut", "--grid", GRID], "The grid has 3 rows for 2 guesses; give one row for each guess"),
        (["rebut", "slate", "--grid", ROWS[0]], "The grid has 1 row for 2 guesses; give one row for each guess"),
        (["rebut", "--grid", f"{ROWS[0]} {ROWS[2]}"], "The grid has 2 rows for 1 guess; give one row for each guess"),
        (["rebut", "--grid", ""], "There are no squares in the grid; paste the rows as the game lets you share them"),
        (["rebut", "--grid", "Wordle 1,234 1/6"], "There are no squares in the grid"),
        (
            ["crane", "--grid", "⬛🟨⬛⬛"],
            "Row 1 of the grid: '⬛🟨⬛⬛' is no reply: it has 4 places, the words have 5",
        ),
        (
            ["crane", "rebut", "--grid", f"{ROWS[0]}\n🟩🟩🟩🟩🟩🟩"],
            "Row 2 of the grid: '🟩🟩🟩🟩🟩🟩' is no reply: it has 6 places",
        ),
        (["crane", "--grid", "⬛🟥⬛⬛⬛"], "Row 1 of the grid: '⬛🟥⬛⬛⬛' is no reply: '🟥' is none of"),
        (
            ["crane=01200", "--grid", ROWS[0]],
            "The grid has the replies already; write the guess of 'crane=01200' alone",
        ),
        (
            ["crane", "slate", "rebut", "--grid", f"{ROWS[1]} {ROWS[1]} {ROWS[2]}"],
            "Clue 3, rebut=22222, cannot be true: none of",
        ),
        (["crane", "slite", "--grid", GRID], "'slite' is not an allowed guess"),
        (["crane", "rebut", "--seconds", "-1"], "The seconds for a position go from 0 to 86,400, a day; -1.0 is none"),
        (["crane", "rebut", "--seconds", "nan"], "The seconds for a position go from 0 to 86,400"),
        (["crane", "rebut", "--seconds", "soon"], "Invalid value for '--seconds'"),
    ],
)
def test_what_is_no_game_is_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call("analyse", *arguments, *ORIGINAL), message)


@pytest.mark.slow
def test_the_installed_program_refuses_in_one_sentence(call: Call) -> None:
    assert_refused(call("analyse", "crane", "slate", "rebutt"), "'rebutt' is not an allowed guess in nyt-2023; did")
    assert_refused(run("analyse", "rebut", "--grid", "-"), "There are no squares in the grid")


@pytest.mark.slow
def test_a_closed_input_has_no_grid() -> None:
    shell = ["sh", "-c", 'exec "$0" "$@" <&-', str(FEWEST), "analyse", "rebut", "--grid", "-", *ORIGINAL]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert_refused(
        Result(done.returncode, done.stdout, done.stderr), "There is no standard input to read the grid from"
    )


@pytest.mark.slow
def test_every_allowed_guess_may_be_the_secret_of_todays_game(call: Call) -> None:
    data = json.loads(call("analyse", "crane", "soare", "--seconds", "0", "--json").out)
    assert (data["solved"], data["turns"][-1]["guess"]) == (True, "soare")
    assert data["turns"][0]["before"] == 14855
    assert data["turns"][1]["bits_got"] > 9, "but it is no likely one"


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


@pytest.mark.slow
def test_an_output_without_squares_gets_all_else() -> None:
    result = run("analyse", "crane", "rebut", *ORIGINAL, PYTHONIOENCODING="ascii")
    assert (result.code, result.out.isascii()) == (0, True)
    assert "rebut: found in 2" in result.out


@pytest.mark.slow
def test_an_interruption_ends_a_long_search_at_once() -> None:
    result = interrupt(
        "analyse", "crane", "rebut", "--seconds", "600", "-e", "original", "--prior", "frequency", after=2.0
    )
    assert result.code == 130
    assert "Traceback" not in result.err


def test_other_lengths_and_languages_are_analysed_too(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("ähre\nöhre\nrehe\n", encoding="utf-8")
    result = call("analyse", "REHE", "Ähre", "--answers", str(path))
    assert (result.code, result.err) == (0, "")
    assert "ähre: found in 2" in result.out


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


def test_a_lost_game_needs_its_secret(call: Call) -> None:
    asked = ("crane", "slate", "--secret", "rebut", "--seconds", "0", "--json")
    data = json.loads(call("analyse", *asked, *ORIGINAL).out)
    assert data["solved"] is False
    assert [turn["reply"] for turn in data["turns"]] == ["01001", "00011"]


def test_replies_are_written_in_letters(call: Call, alike: list[str]) -> None:
    options = [*alike, "--secrets", "answers", "--prior", "uniform", "--replies", "gyb"]
    assert "finch GGGGG" in call("analyse", "batch", "finch", *options).out
    assert_refused(call("analyse", "1122", "--game", "mastermind", "--replies", "gyb"), "have no colours")


@pytest.mark.parametrize(
    "text",
    [
        "1. crane 2. slate 3. rebut",
        f"Wordle 1,234 3/6\n\n{chr(10).join(ROWS)}\n\n'Crane' / 'Slate' / 'Rebut'",
        "Guess 1: CRANE\nGuess 2: SLATE\nGuess 3: REBUT",
    ],
)
def test_a_text_is_read_from_an_argument_or_from_standard_input(
    text: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("--seconds", "0", "--json", *ORIGINAL)
    wanted = json.loads(call("analyse", "crane", "slate", "rebut", *options).out)
    assert json.loads(call("analyse", text, *options).out) == wanted
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert json.loads(call("analyse", "-", *options).out) == wanted


def test_a_game_that_may_be_lost_is_never_called_a_win(call: Call) -> None:
    six = ["crane", "slate", "moist", "pound", "light", "puffy"]
    assert_refused(call("analyse", *six, *ORIGINAL), "nothing says whether the last one, PUFFY, was the answer")
    assert_refused(call("analyse", "Wordle 7 X/6 " + " ".join(six), *ORIGINAL), "The game was lost after PUFFY")
    for given in ([*six, "rebut"], [*six, "--secret", "rebut"], ["Wordle 7 X/6 " + " ".join([*six, "rebut"])]):
        data = json.loads(call("analyse", *given, "--seconds", "0", "--json", *ORIGINAL).out)
        assert (data["outcome"], data["secret"], data["guesses"], data["solved"]) == ("lost", "rebut", 6, False)
        assert " X/6" in data["share"]
    won = json.loads(call("analyse", *six, "--secret", "puffy", "--seconds", "0", "--json", *ORIGINAL).out)
    assert (won["outcome"], won["guesses"]) == ("won", 6)
