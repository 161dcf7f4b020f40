"""No input is silently ignored, and no problem with the output ends in a traceback."""

import csv
import os
from pathlib import Path

import pytest

from fewest import Belief, grow, strategy
from tests import samples
from tests.cases import first
from tests.cli.running import Call, CallJson, assert_refused, run

ESCAPE = "\x1b]0;owned\x07\x1b[2J"


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "rebut", "--max-guesses", "5", "--max-guesses", "6"],
        ["suggest", "--known-words", "1000", "--known-words", "2000"],
        ["plot", "bits", "-o", "x.svg", "-e", "original", "-e", "nyt-2022"],
        ["evaluate", "-e", "original", "--edition", "nyt-2023"],
        ["evaluate", "-s", "entropy", "-s", "minimax"],
        ["words", "--game", "wordle", "-g", "jotto"],
        ["rank", "--store", "a.db", "--store", "b.db"],
        ["serve", "--port", "1", "--port", "2"],
    ],
)
def test_a_repeated_option_is_refused(arguments: list[str], call: Call) -> None:
    assert_refused(call(*arguments), r"--[\w-]+ is given 2 times; give it once")


def test_repeatable_options_can_be_repeated(call: Call, call_json: CallJson, lists: list[str]) -> None:
    for option in (["--strategy", "entropy", "-s", "minimax"], ["--opener", "aback", "--opener", "abase"]):
        assert len(call_json("compare", *lists, *option)) > 1
    assert call("words", *lists, "--hard", "--hard").code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["prove", "--max-guesses", "2147483648"],
        ["prove", "--threads", "100000"],
        ["rank", "--threads", "0"],
        ["rank", "--seconds", "nan"],
        ["rank", "--seconds", "1e400"],
        ["rank", "--seconds", "-1"],
        ["converge", "--until", "nan"],
        ["converge", "--caution", "nan"],
        ["converge", "--seconds", "inf"],
        ["train", "--bucket", "nan"],
        ["analyse", "crane", "--seconds", "nan"],
        ["analyse", "crane", "--seconds", "1e400"],
        ["plot", "convergence", "-o", "x.svg", "--optimum", "inf"],
        ["tree", "--max-guesses", "99999999999999999999"],
        ["evaluate", "--max-guesses", "2147483648"],
        ["evaluate", "--prior", "frequency", "--midpoint", "1e400"],
        ["evaluate", "--prior", "frequency", "--steepness", "nan"],
        ["evaluate", "--prior", "frequency", "--steepness", "-1"],
        ["evaluate", "--length", "2147483648"],
        ["prove", "--memory", "99999999999999999999"],
        ["words", "--game", "mastermind:pegs=999999999"],
        ["boards", "--games", "99999999999999999999"],
        ["serve", "--port", "65536"],
    ],
)
def test_huge_numbers_are_refused_at_once(arguments: list[str], call: Call) -> None:
    assert_refused(call(*arguments), ".")


@pytest.mark.parametrize("weight", ["1e99999999", "1e-99999999", "9" * 5000, "1/1e99999999", "1E+99999999", "1/0"])
def test_a_weight_that_takes_minutes_is_refused_at_once(
    weight: str, call: Call, lists: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "weights.txt"
    path.write_text(
        "aback 1\n" + "".join(f"{word} {weight}\n" for word in ("abase", "abate", "abbey", "abbot", "abhor"))
    )
    assert_refused(call("suggest", *lists, "--prior", str(path)), r"line 2: .* is not a weight")
    past = tmp_path / "past.txt"
    past.write_text("aback\n")
    for command in ("suggest", "prove"):
        assert_refused(call(command, *lists, "--past", str(past), "--past-weight", weight), "is not a weight")


@pytest.mark.parametrize("place", range(4))
def test_a_table_that_would_command_the_terminal_is_refused(place: int, call: Call, tmp_path: Path) -> None:
    cells = ["a question", "a name", "an answer", "another"]
    cells[place] += ESCAPE
    path = tmp_path / "table.csv"
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([["", cells[0]], [cells[1], cells[2]], ["second", cells[3]]])
    result = call("prove", "--game", f"table:file={path}")
    assert_refused(result, r"names and answers must be plain text, not '.*u001b")
    assert "\x1b" not in result.err


def test_names_of_files_cannot_control_the_terminal(call: Call, tmp_path: Path) -> None:
    path = tmp_path / f"words{ESCAPE}.txt"
    path.write_text("aback\nabase\nabate\n")
    for command in (["evaluate"], ["suggest"], ["suggest", "--json"], ["compare", "--markdown"], ["prove"], ["tree"]):
        result = call(*command, "--answers", str(path))
        assert (result.code, "\x1b" in result.out + result.err) == (0, False), command
    missing = call("evaluate", "--answers", f"{path}.missing")
    assert_refused(missing, "cannot be read")
    assert "\x1b" not in missing.err
    assert "\x1b" not in call("check", f"{path}.missing").err


@pytest.mark.parametrize(
    "command",
    first(1, [["words", "--allowed"], ["games"], ["suggest"], ["words", "--json"], ["tree", "-s", "minimax"]]),
)
def test_a_closed_pipe_is_silent(command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    result = run(*command, stdout=writer)
    os.close(writer)
    assert (result.code, result.err) == (1, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "command", first(1, [["words", "--allowed"], ["games"], ["solve", "rebut"], ["suggest", "--json"]])
)
def test_a_full_disk_for_the_output_gives_one_sentence(command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        result = run(*command, stdout=full)
    assert (result.code, result.err) == (2, "fewest: The output cannot be written (No space left on device).\n")


@pytest.mark.parametrize(
    "command", first(2, [["evaluate"], ["prove"], ["compare"], ["converge"], ["duel", "--shortest"]])
)
def test_progress_bars_appear_only_on_a_terminal(command: list[str], lists: list[str], call: Call) -> None:
    assert call(*command, *lists).err == ""


def test_words_without_a_frequency_are_named_and_can_be_ranked_by_their_order(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("zzzzz\ncrane\nqqqqq\nslate\n")
    options = ["--answers", str(path), "--prior", "frequency", "--midpoint", "2", "--steepness", "1"]
    result = call("words", "--list", *options)
    assert result.err == (
        "fewest: 2 of 4 words have no known frequency and count as the rarest. If your file is in order of frequency, "
        "add --ranks file.\n"
    )
    assert result.out.split()[2:] == ["qqqqq", "zzzzz"]
    ranked = call("words", "--list", *options, "--ranks", "file")
    assert (ranked.out.split(), ranked.err) == (["zzzzz", "crane", "qqqqq", "slate"], "")
    assert len(call("compare", *options, "-s", "entropy", "-s", "minimax").err.splitlines()) == 1
    for wrong in (
        ["--answers", str(path), "--ranks", "file"],
        ["--prior", "frequency", "--ranks", "file"],
        [*options, "--ranks", "best"],
    ):
        assert_refused(call("words", *wrong), "--ranks")


def test_writing_twice_to_the_screen_is_refused(call: Call, lists: list[str]) -> None:
    assert_refused(call("rank", *lists, "--json", "--output", "-"), "--output - and --json both write to the screen")
    assert_refused(call("tree", *lists, "--json", "--format", "html"), "Use --json or --format html, not both")
    assert call("tree", *lists, "-o", "-").out == call("tree", *lists).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["words", "--editions", "--allowed"], "leave out the clues and other options"),
        (["words", "--editions", "crane=01200"], "leave out the clues and other options"),
        (["words", "--editions", "--edition", "nyt-2023"], "leave out the clues and other options"),
        (["compare", "--markdown", "--json"], "Choose one: --markdown or --json"),
        (["rank", "--cluster", "tcp://127.0.0.1:1", "--threads", "2"], "--threads does not apply to a cluster"),
        (["rank", "--show", "3", "--json"], "--show has no effect on JSON and CSV"),
        (["rank", "--show", "3", "--output", "-"], "--show has no effect on JSON and CSV"),
        (["store", "show", "x.db", "--show", "3", "--json"], "--show has no effect on JSON and CSV"),
        (["accuracy", "--best", "1", "--sample", "0", "--seed", "3"], "--seed has no effect without a sample"),
        (["check", "tree.json", "--secrets", "guesses"], "The tree already says what can be the secret"),
        (["check", "tree.json", "--game", "jotto"], "a tree of wordle, not of jotto"),
    ],
)
def test_options_without_effect_are_refused(
    arguments: list[str], message: str, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if arguments[:2] == ["check", "tree.json"]:
        grow(strategy("minimax"), Belief.start(samples.edition("original"))).save("tree.json")
    assert_refused(call(*arguments), message)
