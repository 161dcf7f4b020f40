import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, Wordle
from fewest.play.boards import Boards, choose, evaluate, solve, suggest
from fewest.setup import Setup
from fewest.strategies.advice import WordPreference
from tests import samples
from tests.cases import first
from tests.cli.running import ESCAPE, Call, Result, assert_refused
from tests.cli.terminal import END, INTERRUPT, Partner, Terminal, pipe, typed
from tests.samples import edition

PLAIN = ["-e", "original", "--secrets", "answers", "--prior", "uniform"]
"""The original game, in which all answers are as likely and nothing else is."""

GUESS = re.compile(r"Guess (\d+) \[(\w+)\]: $")
REPLIES = re.compile(r"(?:Replies to (\w+) \(([\d ]+)\)|Reply of board (\d+) to (\w+)): $")

Talk = Callable[..., Result]
"""Runs fewest boards in this process with the lines that are typed and some options."""


@pytest.fixture
def talk(call: Call, monkeypatch: pytest.MonkeyPatch, lists: list[str]) -> Talk:
    """Help with two boards of a small game whose answers alone are possible."""

    def talk(lines: list[str | bytes], *options: str) -> Result:
        monkeypatch.setattr(sys, "stdin", typed(*lines))
        count = () if "--count" in options else ("--count", "2")
        result = call("boards", *count, *lists, "--secrets", "answers", "--prior", "uniform", *options)
        assert result.err == ""
        assert ESCAPE not in result.out
        return result

    return talk


def told(result: Result) -> str:
    """What a session has written, on one line."""
    return " ".join(result.out.split())


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(
    ("options", "secrets"),
    [
        ([], ["abase", "abhor"]),
        ([], ["abhor", "aback", "abbey", "abbey", "abate"]),
        (["--opener", "XYLYL"], ["abhor", "aback", "abbot"]),
        (["--secrets", "guesses"], ["hotty", "abate", "xylyl"]),
    ],
)
def test_following_the_proposals_plays_as_solving_does(
    options: list[str],
    secrets: list[str],
    at_once: bool,
    call: Call,
    lists: list[str],
    small: Wordle,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    guesses: list[str] = []

    def answer(said: str) -> str:
        if proposal := GUESS.search(said):
            assert int(proposal[1]) == len(guesses) + 1
            guesses.append(proposal[2])
            return ""
        asked = REPLIES.search(said)
        assert asked is not None, said
        assert (asked[1] or asked[4]) == guesses[-1]
        waiting = [int(board) for board in (asked[2] or asked[3]).split()]
        if asked[2]:
            assert waiting == [at + 1 for at, secret in enumerate(secrets) if secret not in guesses[:-1]]
        replies = [small.reply_text(small.reply(guesses[-1], secrets[board - 1])) for board in waiting]
        return " ".join(replies if at_once else replies[:1])

    monkeypatch.setattr(sys, "stdin", Partner(lambda: capsys.readouterr().out, answer))
    result = call("boards", "--count", str(len(secrets)), *lists, *options)
    assert (result.code, result.err) == (0, "")
    assert f"All {len(secrets)} boards found in {len(guesses)} of {len(secrets) + 5} guesses" in result.out
    solved = json.loads(call("boards", *secrets, *lists, *options, "--json").out)
    assert [turn["guess"] for turn in solved["turns"]] == guesses


@pytest.mark.parametrize(
    "lines",
    [
        ["abbot", "22000 22200"],
        ["abbot", "22000", "22200"],
        ["abbot 22000 22200"],
        ["abbot=22000 22200"],
        ["ABBOT  ggbbb", "🟩🟩🟩⬛️⬛️"],
        ["=abbot", "22000 gggxx"],
        ["", "abbot", "22000 22200"],
        ["hotty", "abbot 22000 22200"],
        ["hotty", "undo", "abbot", "22000 22200"],
        ["abbot", "22020", "undo", "22000 22200"],
        ["abbot", "22020", "22000 22200"],
        ["abbot", "22020", "abbot 22000 22200"],
        ["abbot", "22000", "abbot 22200"],
        ["hotty 00000 00100", "undo", "abbot 22000 22200"],
        ["abbot", "22000", "hotty", "hotty 22200", "22200"],
        ["abbot", "22000 11111", "22000 22200"],
        ["abbot", "22000", "11111", "22200"],
        ["abbot 22000 11111", "22000 22200"],
        ["abbot", "22000 22200 22200", "22000 22200"],
        ["abbot", "22000", "22200 22200 22200", "22200"],
    ],
)
def test_guesses_and_replies_may_be_typed_in_many_ways_and_nothing_is_lost(
    lines: list[str | bytes], talk: Talk
) -> None:
    result = talk([*lines, "boards"])
    assert result.code == 0
    last = result.out.rpartition("\nGuess 2 of 7: 2 boards open\n")[2]
    assert re.match(
        r"board       reply  words  bits *\n"
        r" +1  🟩🟩⬛⬛⬛      2  1\.00  aback abase\n"
        r" +2  🟩🟩🟩⬛⬛      1  0\.00  abbey *\n"
        r"Guess 2 \[abbey\]: boards\n",
        last,
    ), result.out
    assert "abbot  🟩🟩⬛⬛⬛ 2  🟩🟩🟩⬛⬛ 1\n" in last


def test_replies_alone_are_for_the_proposal(talk: Talk, small: Wordle) -> None:
    proposal = choose(Boards.start(Belief.start(small), 2))
    for lines in (["22200 22222"], ["", "22200", "22222"], ["22200", "22222"]):
        result = talk([*lines])
        assert f"Guess 1 [{proposal}]: {lines[0]}" in result.out
        assert f"Done: 2 {proposal}\n" in result.out
        assert "Guess 2 of 7: 1 board open\n" in result.out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("crane", "'crane' is not an allowed guess in answers.txt + guesses.txt"),
        ("abbott", "'abbott' is not an allowed guess in answers.txt + guesses.txt; did you mean abbot"),
        ("=", "'' is not an allowed guess"),
        ("=22000", "'22000' is not an allowed guess"),
        (b"\xff\xfe", "is not an allowed guess"),
        ("\x00\x1b[31mabbo", "'abbo' is not an allowed guess"),
        ("x" * 99_999, "That line is too long"),
        ("words 3", "Board 3 is not open."),
        ("words 0", "Board 0 is not open."),
        ("words many", "'words' is not an allowed guess"),
        ("boards", "There is no guess yet."),
        ("undo", "There is nothing to take back."),
    ],
)
def test_what_is_no_guess_is_told(line: str | bytes, message: str, talk: Talk) -> None:
    result = talk([line, line, "abbot 22000 22200", "abbey 22010 22222", "abase", "22222"])
    assert told(result).count(message) == 2
    assert told(result).endswith("All 2 boards found in 3 of 7 guesses.")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "What is the reply to abbot? undo takes the guess back."),
        ("crane", "Board 1: 'crane' is no reply: 'c' is none of"),
        ("22000 220", "Board 2: '220' is no reply: it has 3 places"),
        ("2 2 0 0 0", "5 replies were given, but 2 boards are to reply, from board 1 on."),
        ("11111", "Board 1: Clue 1, abbot=11111, cannot be true: no word of answers.txt + guesses.txt gives that"),
        ("22000 11111", "Board 2: Clue 1, abbot=11111, cannot be true"),
        ("boards", "There is no guess yet."),
    ],
)
def test_a_wrong_reply_is_asked_for_again(line: str, message: str, talk: Talk) -> None:
    result = talk(["abbot", line, line, "22000 22200"])
    assert told(result).count(message) == 2
    assert result.out.count("Replies to abbot (1 2): ") == 3
    assert "Guess 2 of 7: 2 boards open" in result.out


def test_a_contradiction_names_the_board_and_the_guesses_before(talk: Talk) -> None:
    result = talk(["abbot 22000 22200", "abase", "22222 22200", "undo", "abase 22222 22001", "words"])
    assert (
        "Board 2: Clue 2, abase=22200, cannot be true: the one secret that abbot=22200 leaves possible does not give"
    ) in told(result)
    assert "Done: 1 abase" in result.out
    assert "Board 2, 1 word:\nabbey\n" in result.out


def test_a_guess_with_some_replies_is_not_left_by_accident(talk: Talk) -> None:
    result = talk(["abbot", "22000", "hotty"])
    assert "Some boards have replied to abbot; undo takes that back." in told(result)
    assert result.out.endswith("Reply of board 2 to abbot: \n")


def test_one_thing_after_the_other_is_taken_back(talk: Talk) -> None:
    result = talk(["abbot 22000 22200", "abase", "22222", "undo", "undo", "undo", "undo"])
    places = [
        result.out.index(text)
        for text in (
            "1 reply to abase taken back.",
            "abase is taken back.",
            "abbot and the replies to it are taken back.",
            "There is nothing to take back.",
        )
    ]
    assert places == sorted(places)
    assert "2 replies to abase taken back." in talk(["abase", "22000 22000", "undo"], "--count", "3").out


def test_words_are_listed_on_request(talk: Talk, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    result = talk(["words", "abbot 22000 22200", "words 1", "words 2", "WORDS 02", "abbot"])
    assert result.out.count("Board 1, 6 words:\naback abase abate abbey abbot abhor\n") == 1
    assert result.out.count("Board 1, 2 words:\naback abase\n") == 1
    assert result.out.count("Board 2, 1 word:\nabbey\n") == 2
    monkeypatch.setattr(sys, "stdin", typed("words 2"))
    many = call("boards", *PLAIN)
    assert many.out.count("Board ") == 1
    assert re.search(r"Board 2, 2,315 words: aback (\w+ ){99}and 2,215 more ", told(many))


def test_words_that_are_commands_can_be_guessed(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("undo\nhelp\nquit\nexit\n")
    monkeypatch.setattr(sys, "stdin", typed("=undo", "0000 2222", "=exit 2222"))
    result = call("boards", "--count", "2", "--answers", str(path))
    assert "All 2 boards found in 2 of 7 guesses." in result.out
    path.write_text("words\nundos\nhelps\n")
    monkeypatch.setattr(sys, "stdin", typed("words 22222 00002", "words", "=words", "00002"))
    result = call("boards", "--count", "2", "--answers", str(path))
    assert "Done: 1 words" in result.out
    assert "Board 2, 1 word:\nhelps\n" in result.out
    assert "Reply of board 2 to words: 00002\n\nGuess 3 of 7: 1 board open\n" in result.out


def test_help_explains_every_command(talk: Talk) -> None:
    result = talk(["help", "abbot", "?"])
    for word in ("Enter", "undo", "words", "boards", "help", "quit"):
        assert result.out.count(f"\n{word} ") == 2


def test_what_is_proposed_is_what_the_library_suggests(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", typed("crane 00000 01200 00100 10000"))
    result = call("boards", *PLAIN)
    start = Boards.start(Belief.start(edition("original")), 4)
    tables = re.findall(r"guess  still needed +bits  boards found\n((?:\w{5}  .*\n)+)", result.out)
    for boards, shown in zip((start, start.after("crane", ["00000", "01200", "00100", "10000"])), tables, strict=True):
        expected = [f"{each.guess} {each.score:.3f} {each.bits:.2f} {each.hits:.3f}" for each in suggest(boards, 5)]
        assert [" ".join(line.split()) for line in shown.splitlines()] == expected
    assert f"Guess 1 [{choose(start)}]: " in result.out


@pytest.mark.slow
def test_common_words_are_proposed_to_who_wants_them(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Boards.start(Belief.start(edition("original")), 2)
    for options, preference in (
        (["--margin", "0.2"], WordPreference(0.2)),
        (["--margin", "0.1", "--known-words", "800"], WordPreference(0.1, 800)),
    ):
        monkeypatch.setattr(sys, "stdin", typed("quit"))
        shown = call("boards", "--count", "2", *PLAIN, *options).out
        for each in suggest(start, 5, preference):
            assert re.search(
                rf"^{each.guess} +{each.score:.3f} +{each.bits:.2f} +{each.hits:.3f}$", shown, re.MULTILINE
            )
        assert f"[{choose(start, preference)}]" in shown
        solved = json.loads(call("boards", "fjord", "proud", "--json", *PLAIN, *options).out)
        played = solve(start, ["fjord", "proud"], preference=preference)
        assert [turn["guess"] for turn in solved["turns"]] == [guess for guess, _ in played]
        counted = json.loads(call("boards", "--count", "2", "--games", "3", "--json", *PLAIN, *options).out)
        assert counted["opener"] == choose(start, preference)
        assert counted["mean"] == evaluate(start, 3, preference=preference).mean
    message = "mastermind has no words, so none is common; leave --margin and --known-words out"
    assert_refused(call("boards", "--game", "mastermind", "--margin", "0.1"), message)


def test_many_boards_are_asked_for_by_number(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["crane", " ".join(["22222"] * 30), "00000", "00000"]
    monkeypatch.setattr(sys, "stdin", typed(*lines))
    result = call("boards", *PLAIN, "--count", "32")
    assert "Replies to crane (32 boards, 1 first): " in result.out
    assert "Reply of board 31 to crane: 00000\nReply of board 32 to crane: " in result.out
    assert "Guess 2 of 37: 2 boards open\n" in result.out


def test_a_game_may_take_too_many_guesses(talk: Talk) -> None:
    lines: list[str | bytes] = ["hotty 00000 00000"] * 7
    result = talk([*lines, "aback 22222 22222"])
    assert "Guess 7 of 7: 2 boards open" in result.out
    assert "Guess 8 of 7, too many: 2 boards open" in result.out
    assert told(result).endswith("All 2 boards found in 8 of 7 guesses, too many.")


@settings(max_examples=samples.some_of(25))
@given(
    st.lists(
        st.one_of(
            st.sampled_from(["", "undo", "words", "words 2", "boards", "help", "abbot", "hotty", "=abase", "00000"]),
            st.sampled_from(["abbot 22000 22200", "22000 22200", "22222 22222", "22222", "22000", "hotty=00100 00000"]),
            st.text(max_size=8),
            st.binary(max_size=8),
        ),
        max_size=12,
    )
)
def test_no_lines_break_a_session(tmp_path_factory: pytest.TempPathFactory, lines: list[str | bytes]) -> None:
    folder = tmp_path_factory.mktemp("words")
    (folder / "answers.txt").write_text("aback\nabase\nabate\nabbey\nabbot\nabhor\nhotty\n")
    clean = [line.encode(errors="replace") if isinstance(line, str) else line for line in lines]
    with pytest.MonkeyPatch.context() as monkeypatch:
        from fewest.cli import main

        monkeypatch.setattr(sys, "argv", ["fewest", "boards", "-n", "2", "--answers", str(folder / "answers.txt")])
        monkeypatch.setattr(sys, "stdin", typed(*clean))
        with pytest.raises(SystemExit) as end:
            main()
    assert end.value.code in (None, 0)


@pytest.mark.parametrize(
    "words", ["größe\nmaßen\nspaße\nflöße\n", "漢字\n字漢\n漢漢\n", "abcdefghijkl\nlkjihgfedcba\n", "ab\n"]
)
def test_any_words_will_do(words: str, call: Call, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text(words, encoding="utf-8")
    secrets = [*words.split(), *words.split()]
    data = json.loads(call("boards", *secrets, "--answers", str(path), "--json").out)
    assert {turn["guess"] for turn in data["turns"]} == {*secrets}
    assert f"found in {len(data['turns'])} of" in call("boards", *secrets, "--answers", str(path)).out


@pytest.mark.slow
def test_a_pipe_of_rubbish_does_no_harm(lists: list[str]) -> None:
    lines = b"\xff\xfe\n\x00\n" + b"x" * 100_000 + b"\n\x1b[A\nabase\n\x80\n22222 22222"
    result = pipe("boards", "--count", "2", *lists, lines=lines)
    assert (result.code, result.err) == (0, "")
    assert "All 2 boards found in 1 of 7 guesses." in result.out


@pytest.mark.slow
def test_output_without_squares_has_digits(lists: list[str]) -> None:
    lines = b"abbot 22000 22200\nabase 22222 22001\nabbey 22222\n"
    result = pipe("boards", "--count", "2", *lists, lines=lines, PYTHONIOENCODING="ascii")
    assert (result.code, result.err) == (0, "")
    assert result.out.isascii()
    assert "\nabbot  22000 2  22200 1\nabase  22222    22001 1\nabbey           22222\n" in result.out


@pytest.mark.slow
def test_a_game_at_a_terminal(lists: list[str]) -> None:
    with Terminal("boards", "--count", "2", *lists, columns=60) as screen:
        screen.expect("Guess 1 [")
        screen.type("abbot")
        screen.expect("Replies to abbot (1 2):")
        screen.type("crane")
        screen.expect("Board 1: 'crane' is no reply")
        screen.type(b"\xff\xc3\xfe")
        screen.expect("is no reply")
        screen.type("x" * 5000)
        screen.expect("That line is too long")
        screen.type("22000")
        screen.expect("Reply of board 2 to abbot:")
        screen.type("11111")
        screen.expect("Board 2: Clue 1, abbot=11111, cannot be true")
        screen.type("undo")
        screen.expect("1 reply to abbot taken back.")
        screen.type("22000 22200")
        screen.expect("Guess 2 [abbey]:")
        screen.type()
        screen.expect("Replies to abbey (1 2):")
        screen.type("22010 22222")
        screen.expect("Done: 2 abbey")
        screen.type("abase 22222")
        screen.expect("All 2 boards found in 3 of 7 guesses.")
        assert screen.finish() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "question", "key", "code"),
    first(
        1,
        [
            (["abbot", "22000"], "Reply of board 2 to abbot", INTERRUPT, 130),
            ([], "Guess 1 [", END, 0),
            (["abbot"], "Replies to abbot", INTERRUPT, 130),
            (["abbot 22000 22000"], "Guess 2 [", END, 0),
        ],
    ),
)
def test_ctrl_c_and_ctrl_d_leave_from_every_question(
    before: list[str], question: str, key: str, code: int, lists: list[str]
) -> None:
    with Terminal("boards", "--count", "2", *lists) as screen:
        for line in before:
            screen.type(line)
        screen.expect(question)
        screen.expect(": ")
        screen.interrupt() if key == INTERRUPT else screen.press(key)
        assert screen.finish() == code
        assert "Traceback" not in screen.text


@pytest.mark.slow
def test_ctrl_c_while_it_thinks() -> None:
    with Terminal("boards") as screen:
        screen.expect("Thinking…")
        screen.press(INTERRUPT)
        assert screen.finish() == 130
        assert "Traceback" not in screen.text


def test_a_game_is_shown_guess_by_guess(call: Call) -> None:
    secrets = ["CIGAR", "rebut", "sissy", "humph"]
    result = call("boards", *secrets, *PLAIN)
    assert (result.code, result.err) == (0, "")
    turns = solve(Boards.start(Belief.start(edition("original")), 4), [word.lower() for word in secrets])
    lines = [line.rstrip() for line in result.out.splitlines()]
    assert lines[0] == "4 boards of original (12,972 guesses, 2,315 answers, all equally likely)"
    assert lines[1].split() == ["guess", "cigar", "rebut", "sissy", "humph"]
    for line, (guess, after) in zip(lines[2:], turns, strict=False):
        assert line.startswith(guess)
        for board, belief in enumerate(after.beliefs):
            cell = line[7 + 11 * board :]  # squares count as one character, but take two places
            if len(belief.clues) == len(turns[0 : lines.index(line) - 1]):
                assert after.game.squares(belief.clues[-1].reply) in line
                assert after.done(board) or f" {len(belief)}" in cell
    assert lines[2 + len(turns) :] == ["", f"All 4 boards found in {len(turns)} of 9 guesses."]
    assert max(map(len, lines)) < 80


@pytest.mark.parametrize("width", [30, 80, 120])
def test_boards_that_do_not_fit_side_by_side_stand_below(
    width: int, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    secrets = edition("original").answers[::80][:16]
    out = call("boards", *secrets, *PLAIN).out
    blocks = [line.split() for line in out.splitlines() if line.startswith("guess ")]
    assert [word for block in blocks for word in block[1:]] == list(secrets)
    assert {len(block) - 1 for block in blocks[:-1]} == {{30: 1, 80: 4, 120: 7}[width]}
    assert "…" not in out
    assert out.count("🟩🟩🟩🟩🟩") == 16
    for line in out.splitlines():
        assert sum(2 if each in "⬛🟨🟩" else 1 for each in line.rstrip()) <= width or "boards of original" in line


def test_json_holds_every_reply(call: Call) -> None:
    secrets = ["cigar", "rebut", "sissy"]
    data = json.loads(call("boards", *secrets, *PLAIN, "--opener", "CRANE", "--json").out)
    game = edition("original")
    turns = solve(Boards.start(Belief.start(game), 3), secrets, "crane")
    assert {key: data[key] for key in data if key != "turns"} == {
        "label": "original",
        "title": Setup(edition="original").title(game),
        "secrets": secrets,
        "guesses": len(turns),
        "max_guesses": 8,
        "won": True,
    }
    assert data["turns"][0]["guess"] == "crane"
    found: set[str] = set()
    for turn, (guess, after) in zip(data["turns"], turns, strict=True):
        assert turn["guess"] == guess
        replies = [None if word in found else game.reply(guess, word) for word in secrets]
        found |= {guess}
        assert turn["replies"] == [None if reply is None else game.reply_text(reply) for reply in replies]
        assert turn["squares"] == [None if reply is None else game.squares(reply) for reply in replies]
        assert turn["remaining"] == [
            0 if word in found else len(belief) for word, belief in zip(secrets, after.beliefs, strict=True)
        ]


@pytest.mark.slow
def test_an_evaluation_holds_what_the_library_counts(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["--count", "3", "--games", "8", *PLAIN]
    data = json.loads(call("boards", *options, "--seed", "5", "--json").out)
    expected = evaluate(Boards.start(Belief.start(edition("original")), 3), 8, 5)
    seconds = data.pop("seconds"), data.pop("seconds_per_game")
    assert seconds[1] == pytest.approx(seconds[0] / 8, abs=1e-3)
    assert data == {
        "label": "original",
        "title": Setup(edition="original").title(edition("original")),
        "guesses": 12972,
        "answers": 2315,
        "boards": 3,
        "opener": expected.opener,
        "then": [],
        "max_guesses": 8,
        "games": 8,
        "seed": 5,
        "mean": expected.mean,
        "worst": expected.worst,
        "losses": 0,
        "win_rate": 1.0,
        "histogram": {str(guesses): count for guesses, count in expected.histogram.items()},
    }
    shown = call("boards", *options, "--seed", "5", "--opener", "salet").out
    opened = evaluate(Boards.start(Belief.start(edition("original")), 3), 8, 5, "salet")
    assert f"mean {opened.mean:.4f} guesses over 8 games of seed 5, worst {opened.worst}\n" in shown
    assert " ".join(shown.split()).startswith(
        "3 boards from salet on original (12,972 guesses, 2,315 answers, all equally likely) "
    )
    assert "100.00% within 8 guesses, 0 beyond; " in shown
    first = json.loads(call("boards", *options, "--json").out)
    assert first["seed"] == 0


def test_losses_are_counted(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "alike.txt"
    path.write_text("".join(f"xyz{letter}\n" for letter in "abcdefghijklmno"))
    options = ["--answers", str(path), "--prior", "uniform", "--count", "2", "--games", "20"]
    data = json.loads(call("boards", *options, "--json").out)
    assert data["losses"] == sum(count for guesses, count in data["histogram"].items() if int(guesses) > 7) > 0
    assert data["win_rate"] == pytest.approx(1 - data["losses"] / 20)
    assert f"{data['win_rate']:.2%} within 7 guesses, {data['losses']} beyond" in call("boards", *options).out


def test_a_late_game_is_called_one(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "alike.txt"
    path.write_text("".join(f"xyz{letter}\n" for letter in "abcdefghijklmno"))
    result = call("boards", "xyzn", "xyzo", "--answers", str(path), "--prior", "uniform")
    assert re.search(r"All 2 boards found in 1\d of 7 guesses, too many\.\n$", result.out)
    data = json.loads(call("boards", "xyzn", "xyzo", "--answers", str(path), "--prior", "uniform", "--json").out)
    assert data["won"] is False


def test_todays_game_is_the_default(call: Call) -> None:
    data = json.loads(call("boards", "emoji", "aahed", "--json").out)
    assert (data["label"], data["turns"][-1]["remaining"]) == ("nyt-2023/guesses", [0, 0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["aback"], "From 2 to 32 boards can be played at once, not 1"),
        (["aback"] * 33, "From 2 to 32 boards can be played at once, not 33"),
        (["--count", "1"], "Invalid value for '-n' / '--count'"),
        (["--count", "33"], "Invalid value for '-n' / '--count'"),
        (["--games", "0"], "Invalid value for '--games'"),
        (["aback", "abase", "--count", "3"], "2 secrets cannot be on 3 boards; leave --count out"),
        (["aback", "abase", "--games", "5"], "Choose one: secrets to find, or a number of games to draw"),
        (["--seed", "5"], "A seed belongs to --games"),
        (["aback", "abase", "--seed", "5"], "A seed belongs to --games"),
        (["--json"], "JSON is for given secrets or for --games"),
        (["aback", "crane"], "'crane' is not an allowed guess"),
        (["aback", "hotty", "--secrets", "answers"], "'hotty' is an allowed guess but no answer of"),
        (["aback", "abase", "--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["--games", "5", "--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["--games", "5", "--count", "7", "--json"], "7 boards need as many answers; there are 6"),
        (["--edition", "original"], "Choose one word list"),
        (["--hard"], "No such option '--hard"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("boards", *arguments, *lists), message)


def test_help_names_every_use(call: Call) -> None:
    result = call("boards", "--help")
    assert result.code == 0
    assert result.out.count("Example: fewest boards") == 3
    for option in ("--count", "--games", "--seed", "--opener", "--json", "--edition", "--answers", "--prior", "--past"):
        assert f"{option} " in result.out
