"""Properties of all four sessions: assist, boards, play and duel."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest.cli import main
from tests import samples
from tests.cases import first
from tests.cli.running import CallJson, Talk
from tests.cli.terminal import END, INTERRUPT, Terminal, pipe, typed

COMMANDS = {
    "assist": ["assist"],
    "boards": ["boards", "--count", "2"],
    "play": ["play", "--secret", "abbot"],
    "duel": ["duel"],
}
"""Each session on the small lists."""


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder for games, so that the user's own statistics stay unchanged."""
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("assist", ("undo", "words", "hard", "help", "quit", "abbot=01200")),
        ("boards", ("Enter", "undo", "words", "boards", "help", "quit")),
        ("play", ("hint", "give up", "help", "quit", "=hint")),
        ("duel", ("abbot", "hint", "words", "undo", "help", "quit", "=hint")),
    ],
)
def test_help_explains_every_command(command: str, told: Sequence[str], talk: Talk, lists: list[str]) -> None:
    lines = ["help", "?"] if command in ("play", "duel") else ["help", "abbot", "?"]
    out = talk(lines, *COMMANDS[command], *lists).out
    for name in told:
        assert out.count(f"\n{name} ") == 2


@pytest.mark.parametrize(
    ("command", "words", "lines", "expected"),
    [
        (
            ["assist"],
            "undo hard help quit exit",
            ["=undo", "0000", "undo", "undo=1000", "=quit", "2222"],
            ["Reply to undo: 0000", "Took back undo=0000.", "Found in 2 guesses."],
        ),
        (
            ["boards", "--count", "2"],
            "undo help quit exit",
            ["=undo", "0000 2222", "=exit 2222"],
            ["Both boards found in 2 of 7 guesses."],
        ),
        (
            ["boards", "--count", "2"],
            "words undos helps",
            ["words 22222 00002", "words", "=words", "00002"],
            [
                "Done: 1 words",
                "Board 2, 1 word: helps",
                "Reply of board 2 to words: 00002 Guess 3 of 7: 1 board open",
            ],
        ),
        (["play", "--secret", "hint"], "hint help quit exit", ["=help", "= quit", "=hint"], ["Found in 3 of 6."]),
        (["duel"], "hint help quit undo", ["=undo", "=QUIT", "= help"], ["H E L P 🟩🟩🟩🟩 Beaten in 3 guesses."]),
    ],
)
def test_words_that_are_commands_can_be_guessed(
    command: list[str], words: str, lines: list[str], expected: list[str], talk: Talk, tmp_path: Path
) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(words.split()))
    said = talk(lines, *command, "--answers", str(path)).one_line
    for text in expected:
        assert text in said


@pytest.mark.parametrize("words", ["größe maßen spaße flöße", "漢字 字漢 漢漢", "abcdefghijkl lkjihgfedcba", "ab"])
def test_any_list_of_words_can_be_played(words: str, talk: Talk, call_json: CallJson, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(words.split()), encoding="utf-8")
    answers, last = ["--answers", str(path)], words.split()[-1]
    won = "2" * len(last)
    assert "Found in 1 guess." in talk([last, won], "assist", *answers).out
    assert "Both boards found in 1 of 7 guesses." in talk([last, f"{won} {won}"], "boards", "-n", "2", *answers).out
    guesses = [*dict.fromkeys([words.split()[0], last])]
    said = talk(["hint", *guesses], "play", "--secret", last, *answers).out
    assert f"Found in {len(guesses)} of 6." in said
    (shortest,) = call_json("duel", "--shortest", *answers)["games"]
    assert "\nBeaten in " in talk([turn["guess"] for turn in shortest["turns"]], "duel", *answers).out
    solved = call_json("boards", *words.split(), *words.split(), *answers)
    assert {turn["guess"] for turn in solved["turns"]} == {*words.split()}


LINES = {
    "duel": ["", "hint", "words", "undo", "help", "=hint", "abbot", "hotty", "=abase", "ABBEY"],
    "play": ["", "hint", "help", "give up", "abate", "hotty", "xylyl", "=abase", "abbot", "abhor", "quit"],
    "boards": [
        *["", "undo", "words", "words 2", "boards", "help", "abbot", "hotty", "=abase", "00000"],
        *["abbot 22000 22200", "22000 22200", "22222 22222", "22222", "22000", "hotty=00100 00000"],
    ],
    "assist": [
        *["", "undo", "words", "hard", "help", "abbot", "hotty"],
        *["abbot=22000", "hotty 00100", "xylyl=00000", "00000", "22222", "=abase", "abbey", "22200"],
    ],
}
"""Lines that mean something to each session."""


@pytest.mark.parametrize(
    ("command", "options"),
    first(3, [("duel", []), ("play", ["--max-guesses", "4"]), ("boards", []), ("assist", []), ("duel", ["--hard"])]),
)
@settings(max_examples=samples.some_of(25))
@given(data=st.data())
def test_random_lines_do_not_break_a_session(
    command: str, options: list[str], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    line = st.one_of(st.sampled_from(LINES[command]), st.text(max_size=8), st.binary(max_size=8))
    lines = data.draw(st.lists(line, max_size=12))
    folder = tmp_path_factory.mktemp("words")
    (folder / "answers.txt").write_text("aback\nabase\nabate\nabbey\nabbot\nabhor\nhotty\nxylyl\n")
    given_lines = [text.encode(errors="replace") if isinstance(text, str) else text for text in lines]
    arguments = ["fewest", *COMMANDS[command], *options, "--answers", str(folder / "answers.txt")]
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("FEWEST_DATA", str(folder / "data"))
        monkeypatch.setattr(sys, "argv", arguments)
        monkeypatch.setattr(sys, "stdin", typed(*given_lines))
        with pytest.raises(SystemExit) as end:
            main()
    assert end.value.code in (None, 0)


@pytest.mark.parametrize(
    ("command", "lines", "expected"),
    first(
        1,
        [
            (
                "assist",
                b"abbot=22000\nabase=22222\n",
                " A  B  A  S  E  22222\n\nFound in 2 guesses.\n",
            ),
            ("play", b"abate\n\x80\nabbot", f" A  B  B  O  T  22222\nFound in 2 of 6.*\n2  {50 * '#'}  1\n"),
            ("duel", b"abate\n\x80\nabhor", " A  B  H  O  R  22222\nBeaten in 2 guesses.\n"),
            (
                "boards",
                b"abbot 22000 22200\nabase 22222 22001\n\x80\nabbey 22222\n",
                "\nabbot  22000 2  22200 1\nabase  22222    22001 1\nabbey           22222\n",
            ),
        ],
    ),
)
def test_a_pipe_of_rubbish_is_answered_where_squares_cannot_be_written(
    command: str, lines: bytes, expected: str, lists: list[str]
) -> None:
    rubbish = b"\xff\xfe\n\x00\n" + b"x" * 100_000 + b"\n\x1b[A\n"
    result = pipe(*COMMANDS[command], *lists, lines=rubbish + lines, PYTHONIOENCODING="ascii")
    assert (result.code, result.err) == (0, "")
    assert result.out.isascii()
    start, _, end = expected.partition("*")
    assert start in result.out
    assert end in result.out


@pytest.mark.parametrize(
    ("command", "before", "question", "key"),
    first(
        3,
        [
            ("assist", [], "Guess 1 [", INTERRUPT),
            ("assist", ["abbot"], "Reply to abbot", END),
            ("play", ["abate"], "Guess 2", INTERRUPT),
            ("assist", ["abbot"], "Reply to abbot", INTERRUPT),
            ("assist", ["abbot", "22000"], "Guess 2 [", END),
            ("assist", ["abbot=22000", "hotty=00000"], "undo to take back the last", INTERRUPT),
            ("assist", ["abbot=22000", "hotty=00000"], "undo to take back the last", END),
            ("boards", ["abbot", "22000"], "Reply of board 2 to abbot", INTERRUPT),
            ("boards", ["abbot"], "Replies to abbot", INTERRUPT),
            ("boards", [], "Guess 1 [", END),
            ("play", ["abate", "hint"], "Hint: 1 word fits", INTERRUPT),
            ("play", [], "Guess 1", END),
            ("duel", ["abbot"], "Guess 2", INTERRUPT),
            ("duel", [], "Guess 1", END),
        ],
    ),
)
def test_ctrl_c_and_ctrl_d_leave_from_every_question(
    command: str, before: list[str], question: str, key: str, lists: list[str], data: Path
) -> None:
    options = ["--max-guesses", "2"] if command == "assist" else []
    with Terminal(*COMMANDS[command], *options, *lists) as screen:
        for line in before:
            screen.type(line)
        screen.expect(question)
        screen.expect(": ")
        screen.interrupt() if key == INTERRUPT else screen.press(key)
        assert screen.finish() == (130 if key == INTERRUPT else 0)
        assert "Traceback" not in screen.text
        assert screen.text.endswith("\n")
        assert ("Not beaten" in screen.text) == (command == "duel" and key == END)
    assert not data.exists()


@pytest.mark.parametrize("command", first(1, ["assist", "boards"]))
def test_todays_game_shows_progress_at_once(command: str) -> None:
    with Terminal(command) as screen:
        screen.expect("Thinking…")
        screen.press(INTERRUPT)
        assert screen.finish() == 130
        assert "Traceback" not in screen.text


WRONG = ("x" * 5000, "That line is too long")

AT_A_TERMINAL: dict[str, list[tuple[str | bytes | None, str]]] = {
    "assist": [
        ("", "Reply to abate:"),
        ("crane", "'crane' is not a reply"),
        (b"\xff\xc3\xfe", "is not a reply"),
        WRONG,
        ("undo", "Took back abate."),
        ("abbot 22000", "Guess 2 ["),
        ("abase=22222", "Found in 2 guesses."),
    ],
    "play": [
        ("", "Type a guess"),
        ("abat", "'abat' has 4 characters"),
        (b"ab\xff\xfe\xff", "is not an allowed guess"),
        ("abate", " A  B  A  T  E      Q  W  E  R  T  Y  U  I  O  P "),
        ("hotty", "breaks hard mode: letter 1 must be A; letter 2"),
        ("hint", "Hint: 1 word fits. Ask again for a letter."),
        ("hint", "Hint: the best guess begins with A."),
        ("hint", "Hint: abbot"),
        ("abbot", "Found in 2 of 6."),
    ],
    "boards": [
        ("abbot", "Replies to abbot (1 2):"),
        ("crane", "Board 1: 'crane' is not a reply"),
        (b"\xff\xc3\xfe", "is not a reply"),
        WRONG,
        ("22000", "Reply of board 2 to abbot:"),
        ("11111", "Board 2: Clue 1, abbot=11111, cannot be right"),
        ("undo", "Took back 1 reply to abbot."),
        ("22000 22200", "Guess 2 [abbey]:"),
        ("", "Replies to abbey (1 2):"),
        ("22010 22222", "Done: 2 abbey"),
        ("abase 22222", "Both boards found in 3 of 7 guesses."),
    ],
    "duel": [
        ("abbo", "'abbo' has 4 characters; guess a word of 5 letters."),
        (b"\xff\xc3\xfe", "guess a word of 5 letters."),
        WRONG,
        ("abbot", "2 words left"),
        ("hotty", "'hotty' breaks hard mode"),
        ("hint", "Thinking…"),
        (None, "Hint: aback; you can win in 2 guesses."),
        ("aback", "1 word left"),
        ("abase", "Beaten in 3 guesses with 1 hint."),
    ],
}
"""What is typed, and the answer to it."""


@pytest.mark.parametrize("command", first(2, AT_A_TERMINAL))
def test_a_game_at_a_terminal(command: str, lists: list[str]) -> None:
    options = ["--hard"] if command in ("play", "duel") else []
    with Terminal(*COMMANDS[command], *options, *lists, columns=60) as screen:
        screen.expect("Guess 1")
        screen.expect(": ")
        for line, answer in AT_A_TERMINAL[command]:
            if line is not None:
                screen.type(line)
            said = screen.expect(answer)
            assert "🟩" not in said or command == "boards"
        assert screen.finish() == 0
        assert ("48;5;40m A " in screen.raw) == (command != "boards")
        assert ("\x1b[2J" in screen.raw) == (command == "play")
