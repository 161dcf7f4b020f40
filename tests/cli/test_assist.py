import re
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, FewestError, Wordle, strategy
from fewest.questions import suggest as question
from tests import samples
from tests.cases import first
from tests.cli.running import ESCAPE, Call, Result, as_today, assert_refused
from tests.cli.terminal import END, INTERRUPT, Partner, Terminal, pipe, typed
from tests.samples import edition

PROMPT = re.compile(r"Guess (\d+) \[(\w+)\]: $")
REPLY = re.compile(r"Reply to (\w+): $")

Talk = Callable[..., Result]
"""Runs fewest assist in this process with some options and the lines that are typed."""


@pytest.fixture
def talk(call: Call, monkeypatch: pytest.MonkeyPatch, lists: list[str]) -> Talk:
    """Assist in a small game; the lines that are typed, then options."""

    def talk(lines: list[str | bytes], *options: str) -> Result:
        monkeypatch.setattr(sys, "stdin", typed(*lines))
        result = call("assist", *as_today(*lists, *options))
        assert result.err == ""
        assert ESCAPE not in result.out
        return result

    return talk


@pytest.fixture
def follow(call: Call, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """Follow the proposals, with true replies, until the secret is found: the guesses."""

    def follow(game: Wordle, secret: str, *options: str) -> list[str]:
        guesses: list[str] = []

        def answer(said: str) -> str:
            if proposal := PROMPT.search(said):
                assert int(proposal[1]) == len(guesses) + 1
                guesses.append(proposal[2])
                return ""
            asked = REPLY.search(said)
            assert asked is not None, said
            return game.reply_text(game.reply(asked[1], secret))

        monkeypatch.setattr(sys, "stdin", Partner(lambda: capsys.readouterr().out, answer))
        result = call("assist", *options)
        assert (result.code, result.err) == (0, "")
        count = "1 guess" if len(guesses) == 1 else f"{len(guesses)} guesses"
        assert f"Found in {count}." in result.out
        return guesses

    return follow


@pytest.mark.parametrize(
    ("options", "secret", "listed"), first(1, [([], "emoji", True), (as_today("-e", "nyt-2022"), "emoji", False)])
)
def test_an_answer_is_found_whether_it_is_on_the_published_list_or_not(
    options: list[str], secret: str, listed: bool, follow: Callable[..., list[str]]
) -> None:
    game = edition(options[1] if options else "nyt-2023")
    assert (secret in game.answers) == listed
    guesses = follow(game, secret, *options)
    assert guesses[-1] == secret
    assert len(guesses) <= 6


@pytest.mark.parametrize("options", [[], ["--hard"], ["-s", "entropy"], ["--opener", "xylyl"], ["--prior", "uniform"]])
def test_every_word_is_found_by_following_the_proposals(
    options: list[str], follow: Callable[..., list[str]], lists: list[str], small: Wordle
) -> None:
    found = {secret: follow(small, secret, *as_today(*lists, *options)) for secret in small.guesses}
    assert all(guesses[-1] == secret for secret, guesses in found.items())
    if "--opener" in options:
        assert {guesses[0] for guesses in found.values()} == {"xylyl"}
    if not options:
        start = Belief.start(Wordle(small.words, every_guess=True), [1, 1, 1, 1, 1, 1, 0.02, 0.01])
        assert {guesses[0] for guesses in found.values()} == {strategy("optimal").choose(start)}


@pytest.mark.parametrize(
    "lines",
    [
        ["abbot=22000"],
        ["abbot 22000"],
        ["ABBOT = ggbbb"],
        ["abbot", "22000"],
        ["abbot", "2 2 0 0 0"],
        ["abbot 🟩🟩⬛️⬛️⬛️"],
        ["=abbot", "gg..."],
        ["hotty", "abbot", "ggxxx"],
        ["hotty", "abbot=22000"],
        ["hotty", "abbot 22000"],
        ["", "abbot", "22000"],
        ["abate=22200", "undo", "abbot", "undo", "abbot=22000"],
        ["hotty", "=abbot", "22000"],
    ],
)
def test_a_clue_may_be_written_in_many_ways(lines: list[str | bytes], talk: Talk) -> None:
    result = talk([*lines, "words"])
    assert result.code == 0
    assert " A  B  B  O  T  🟩🟩⬛⬛⬛" in result.out
    last = result.out.rpartition("Guess 2 of 6: 2 words possible (1.00 bits)\n")[2]
    assert last.count("aback   50%  abase   50%") == 2
    assert "Guess 2 [aback]: words" in result.out


def test_a_reply_alone_is_for_the_proposal(talk: Talk) -> None:
    for lines in (["22200"], ["", "22200"], ["2 2 2 0 0"], ["🟩🟩🟩⬛⬛"]):
        result = talk([*lines])
        assert " A  B  A  T  E  🟩🟩🟩⬛⬛" in result.out
        assert "Guess 2 of 6: 1 word possible\naback  100%" in result.out


def test_a_win_is_told_with_a_grid_to_share(talk: Talk) -> None:
    today = date.today().isoformat()
    result = talk(["abbot=22000", "abase=22222", "never read"])
    assert result.code == 0
    assert result.out.endswith(
        " A  B  B  O  T  🟩🟩⬛⬛⬛\n A  B  A  S  E  🟩🟩🟩🟩🟩\n\nFound in 2 guesses.\n\n"
        f"fewest assist answers.txt + guesses.txt {today} 2/6\n\n🟩🟩⬛⬛⬛\n🟩🟩🟩🟩🟩\n"
    )
    assert f"{today} 1/9*\n" in talk(["abase=22222"], "--hard", "--max-guesses", "9").out
    assert "Found in 1 guess.\n" in talk(["abase=22222"]).out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("crane", "'crane' is not an allowed guess in answers.txt + guesses.txt"),
        ("abbo", "'abbo' is not an allowed guess"),
        ("abbott", "'abbott' is not an allowed guess in answers.txt + guesses.txt; did you mean abbot"),
        ("abbot=2200", "'2200' is no reply: it has 4 places, the words have 5 letters."),
        ("abbot=22003", "'22003' is no reply: '3' is none of"),
        ("abbot abbot", "'abbot' is no reply"),
        ("2200", "'2200' is no reply: it has 4 places"),
        ("=", "'' is not an allowed guess"),
        ("=22000", "'22000' is not an allowed guess"),
        ("==", "'=' is not an allowed guess"),
        (b"\xff\xfe", "is not an allowed guess"),
        ("\x00\x1b[31mabbo", "'abbo' is not an allowed guess"),
        ("a" * 999, "is not an allowed guess"),
        ("a" * 99_999, "That line is too long"),
        ("strategy", "Proposals are by auto; choose auto or one of letters, "),
        ("strategy best", "There is no strategy 'best'; the strategies are"),
        ("strategy lookahead:depth=x", "lookahead: depth must be a whole number, not 'x'."),
        ("strategy expected-moves:curve=missing", "missing: cannot be read"),
        ("abbot=11111", "Clue 1, abbot=11111, cannot be true: no word of answers.txt + guesses.txt gives that"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_lost(line: str | bytes, message: str, talk: Talk) -> None:
    result = talk([line, "undo", "abbot=22000", line, "undo", "abbot=22000", "abase", line, "abase", "22222"])
    assert result.code == 0
    assert message in " ".join(result.out.split())
    assert result.out.count("Found in 2 guesses.") == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "What was the reply to abbot? undo takes the guess back."),
        ("crane", "'crane' is no reply: 'c' is none of"),
        ("220", "'220' is no reply: it has 3 places"),
        ("220001", "'220001' is no reply: it has 6 places"),
        ("22222 2", "'222222' is no reply: it has 6 places"),
        ("11111", "Clue 1, abbot=11111, cannot be true: no word"),
        ("abbo=22000", "'abbo=22000' is no reply"),
    ],
)
def test_a_wrong_reply_is_asked_for_again(line: str, message: str, talk: Talk) -> None:
    result = talk(["abbot", line, line, "22000"])
    assert " ".join(result.out.split()).count(message) == 2
    assert result.out.count("Reply to abbot: ") == 3
    assert "Guess 2 of 6: 2 words possible" in result.out


def told(result: Result) -> str:
    """What a session has written, on one line."""
    return " ".join(result.out.split())


def test_a_contradiction_names_the_clue_and_what_would_resolve_it(talk: Talk) -> None:
    result = talk(["abbot=22000", "hotty=10000", "abase=22222"])
    expected = (
        "Clue 2, hotty=10000, cannot be true: none of the 2 words left gives that reply. Check it; if it is right"
    )
    assert expected in told(result)
    assert "Found in 2 guesses." in result.out
    result = talk(["abbot=22000", "abbey=22200"])
    assert (
        "Clue 2, abbey=22200, cannot be true: none of the 2 words left gives that reply. "
        "Check it, or clue 1, abbot=22000 (without it 1 word fits), or the word is not on the list. "
        "undo takes the last clue back."
    ) in told(result)
    result = talk(["abbot=22000", "abate=22202", "abhor=22000", "abbey=22200"])
    assert "Check it; if it is right, several clues before it are wrong" in told(result)
    result = talk(["abate=22200", "xylyl=00000", "abbey=22222"])
    assert "Check it; if it is right" in told(result)
    result = talk(["abate=22200", "abbey=22222"])
    assert "Check it, or clue 1, abate=22200 (without it 1 word fits)" in told(result)
    result = talk(["abbot=22000", "abate=22200", "abase=22222", "undo", "undo"])
    assert "Check it, or clue 2, abate=22200 (without it 1 word fits)" in told(result)
    assert "abbot=22000 is taken back" in result.out


def test_clues_and_guesses_are_taken_back_one_by_one(talk: Talk) -> None:
    result = talk(["abbot=22000", "abase", "undo", "undo", "undo", "xylyl=00000"])
    places = [
        result.out.index(text)
        for text in ("abase is taken back.", "abbot=22000 is taken back.", "There is nothing to take back.", " X  Y  L")
    ]
    assert places == sorted(places)
    assert "Guess 2 of 6: 5 words possible" in result.out.partition(" X  Y  L")[2]


def test_hard_mode_is_switched_on_and_off(talk: Talk) -> None:
    result = talk(["abbot=22000", "hard", "hotty", "abase", "hard", "hotty", "undo", "hard", "hard"])
    assert result.out.count("Hard mode is on.") == result.out.count("Hard mode is off.") == 2
    assert "'hotty' breaks hard mode: letter 1 must be A; letter 2 must be B. If it was played, type hard" in told(
        result
    )
    assert "Guess 2 of 6, hard mode: 2 words possible" in result.out
    assert "Reply to hotty: " in result.out


def test_hard_mode_is_refused_after_a_guess_that_broke_it(talk: Talk) -> None:
    result = talk(["abbot=22000", "hotty=00000", "hard"])
    expected = "Hard mode stays off, for guess 2, hotty, broke it: letter 1 must be A; letter 2 must be B."
    assert expected in told(result)
    assert "Hard mode is on" not in result.out
    started = talk(["abbot=22000", "hotty=00000", "hard", "hotty=00000", "hard"], "--hard")
    assert "Hard mode is off." in started.out
    assert expected in told(started)


def test_the_strategy_is_changed(talk: Talk) -> None:
    result = talk(["strategy entropy", "strategy letters", "strategy optimal", "strategy", "strategy auto"])
    heads = re.findall(r"^(By \w+|Proved|Estimated)\b", result.out, re.MULTILINE)
    assert heads == ["Proved", "By entropy", "By letters", "Proved", "Proved"]
    assert "Proposals are by optimal; choose auto or one of" in result.out
    assert [*re.findall(r"^guess +(\w+)", result.out, re.MULTILINE)] == ["expected", "score", "score"] + 2 * [
        "expected"
    ]
    assert "By entropy" in talk([], "--strategy", "entropy").out
    assert re.search(r"^guess +estimate", talk([], "-s", "expected-moves").out, re.MULTILINE)


def test_a_strategy_that_cannot_go_on_is_left(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    entropy = type(strategy("entropy"))
    for error, why in (
        (FewestError("It is too hard."), "It is too hard."),
        (MemoryError(), "there is not enough memory."),
    ):

        def fail(*_: object, error: Exception = error, **options: object) -> None:
            raise error

        with monkeypatch.context() as patched:
            patched.setattr(entropy, "suggest", fail)
            result = talk(["strategy entropy", "abbot=22000"])
        assert f"entropy cannot go on here: {why}" in result.out
        assert result.out.count("Proved") == 3
        with monkeypatch.context() as patched:
            patched.setattr(question, "advise", fail)
            result = talk(["", "22000", "aback=22222"])
        assert f"auto cannot go on here: {why}" in result.out
        assert "Guess 1 [abbey]: " in result.out
        assert "Found in 2 guesses." in result.out


def test_an_opener_that_the_strategy_does_not_judge_is_proposed_all_the_same(talk: Talk) -> None:
    result = talk(["", "00000"], "--opener", "XYLYL", "-s", "letters", "--secrets", "answers")
    assert "Guess 1 [xylyl]: \nReply to xylyl: 00000\n" in result.out


def test_all_words_are_listed_on_request(
    talk: Talk, alike: list[str], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", typed("words"))
    result = call("assist", *alike, "--prior", "uniform")
    words = Path(alike[1]).read_text().split()
    assert len(words) == 58
    before, _, after = result.out.partition(": words\n")
    assert after.split()[:58] == sorted(words)
    assert sum(word in before.split() for word in words) <= 5
    assert "You play alike.txt (58 guesses, 58 answers, all equally likely).\n" in result.out
    assert "58 words possible (5.86 bits)\n" in result.out


def test_likely_words_are_named_where_there_are_many(
    call: Call, alike: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", typed())
    result = call("assist", *as_today(*alike))
    assert re.search(r"^Likeliest: (\w+ \d\.\d%, ){4}\w+ \d\.\d%$", result.out, re.MULTILINE)


def test_words_that_are_hardly_likely_come_last(talk: Talk) -> None:
    result = talk([])
    assert (
        "Guess 1 of 6: 8 words possible (2.60 bits)\n"
        "abbey   17%  abbot   17%  aback   17%  abate   17%  abhor   17%  abase   17%\nHardly:\nhotty  xylyl\nProved"
    ) in result.out


def test_help_explains_every_command(talk: Talk) -> None:
    result = talk(["help", "abbot", "?"])
    for word in ("undo", "words", "hard", "strategy NAME", "help", "quit", "abbot=01200"):
        assert result.out.count(f"\n{word} ") == 2


def test_without_a_guess_left_the_last_clue_can_still_be_taken_back(talk: Talk) -> None:
    lines: list[str | bytes] = ["xylyl=00000", "hotty=00000"]
    result = talk([*lines, "abbot", "undo", "hotty=00200", "hotty=01100", "words", ""], "--max-guesses", "2")
    assert "2 guesses are made and 2 words are possible\n" in result.out
    assert "2 guesses are made and 1 word is possible\n" in result.out
    assert "All 2 guesses are made; --max-guesses allows more." in result.out
    assert "hotty=00000 is taken back." in result.out
    assert result.out.endswith(f"{date.today().isoformat()} X/2\n\n⬛⬛⬛⬛⬛\n⬛🟨🟨⬛⬛\n")
    assert result.out.count("Enter ends, undo takes the last clue back: ") == 4
    for line in ([], ["quit"]):
        assert talk([*lines, *line], "--max-guesses", "2").out.endswith(" X/2\n\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛\n")
    assert "1 guess is made and 2 words are possible\n" in talk(["abbot=22000"], "--max-guesses", "1").out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["--strategy", "best"], "There is no strategy 'best'"),
        (["--max-guesses", "0"], "Invalid value for '--max-guesses'"),
        (["--edition", "original"], "Choose one word list"),
        (["--prior", "missing.txt"], "no such prior"),
    ],
)
def test_a_game_that_cannot_be_helped_with_is_refused(
    options: list[str], message: str, call: Call, lists: list[str]
) -> None:
    assert_refused(call("assist", *lists, *options), message)


@pytest.mark.parametrize(
    "words", ["größe\nmaßen\nspaße\nflöße\n", "漢字\n字漢\n漢漢\n", "abcdefghijkl\nlkjihgfedcba\n", "ab\n"]
)
def test_any_words_will_do(words: str, follow: Callable[..., list[str]], tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text(words, encoding="utf-8")
    game = Wordle.from_files(path)
    for secret in game.answers:
        assert follow(game, secret, "--answers", str(path))[-1] == secret


def test_words_that_are_commands_can_be_guessed(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("undo\nhard\nhelp\nquit\nexit\n")
    lines = ("=undo", "0000", "undo", "undo=1000", "=quit", "2222")
    monkeypatch.setattr(sys, "stdin", typed(*lines))
    result = call("assist", "--answers", str(path))
    assert "Reply to undo: 0000" in result.out
    assert result.out.count("undo=0000 is taken back.") == 1
    assert "Found in 2 guesses." in result.out


@pytest.mark.slow
@settings(max_examples=samples.some_of(25))
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["", "undo", "words", "hard", "help", "strategy entropy", "strategy auto", "abbot", "hotty"]
            ),
            st.sampled_from(
                ["abbot=22000", "hotty 00100", "xylyl=00000", "00000", "22222", "=abase", "abbey", "22200"]
            ),
            st.text(max_size=8),
            st.binary(max_size=8),
        ),
        max_size=12,
    )
)
def test_no_lines_break_a_session(tmp_path_factory: pytest.TempPathFactory, lines: list[str | bytes]) -> None:
    folder = tmp_path_factory.mktemp("words")
    (folder / "answers.txt").write_text("aback\nabase\nabate\nabbey\nabbot\nabhor\n")
    (folder / "guesses.txt").write_text("xylyl\nhotty\n")
    arguments = ["--answers", str(folder / "answers.txt"), "--guesses", str(folder / "guesses.txt")]
    clean = [line.encode(errors="replace") if isinstance(line, str) else line for line in lines]
    with pytest.MonkeyPatch.context() as monkeypatch:
        from fewest.cli import main

        monkeypatch.setattr(sys, "argv", ["fewest", "assist", *arguments])
        monkeypatch.setattr(sys, "stdin", typed(*clean))
        with pytest.raises(SystemExit) as end:
            main()
    assert end.value.code in (None, 0)


def test_replies_are_recognised(original: Wordle) -> None:
    assert all(map(original.looks_like_reply, ("01200", "bygbb", "..-xX", "⬛️🟨🟩", "")))
    assert not any(map(original.looks_like_reply, ("crane", "01203", "0=0", "0 1")))


def test_output_without_squares_has_digits(lists: list[str]) -> None:
    result = pipe("assist", *lists, lines=b"abbot=22000\nabase=22222\n", PYTHONIOENCODING="ascii")
    assert result.code == 0
    assert result.out.isascii()
    assert " A  B  B  O  T  22000\n" in result.out


@pytest.mark.slow
def test_a_pipe_of_rubbish_does_no_harm(lists: list[str]) -> None:
    lines = b"\xff\xfe\n\x00\n" + b"x" * 100_000 + b"\n\x1b[A\nabase\n\x80\n22222"
    result = pipe("assist", *lists, lines=lines)
    assert (result.code, result.err) == (0, "")
    assert "Found in 1 guess." in result.out


def test_without_any_input_it_ends(talk: Talk) -> None:
    assert talk([]).code == 0


def test_a_game_at_a_terminal(lists: list[str]) -> None:
    with Terminal("assist", *lists, columns=60) as screen:
        assert "Thinking…" in screen.expect("Guess 1 [abate]:")
        screen.type()
        screen.expect("Reply to abate:")
        screen.type("crane")
        screen.expect("'crane' is no reply")
        screen.type(b"\xff\xc3\xfe")
        screen.expect("is no reply")
        screen.type("x" * 5000)
        screen.expect("That line is too long")
        screen.type("undo")
        screen.expect("abate is taken back.")
        screen.type("abbot 22000")
        assert "🟩🟩⬛⬛⬛" not in screen.expect("Guess 2 [")
        screen.type("abase=22222")
        screen.expect("Found in 2 guesses.")
        screen.expect("🟩🟩⬛⬛⬛\n🟩🟩🟩🟩🟩")
        assert screen.finish() == 0
        assert "48;5;40m A " in screen.raw


@pytest.mark.parametrize(
    ("before", "question", "key", "code"),
    first(
        2,
        [
            ([], "Guess 1 [", INTERRUPT, 130),
            (["abbot"], "Reply to abbot", END, 0),
            (["abbot"], "Reply to abbot", INTERRUPT, 130),
            ([], "Guess 1 [", END, 0),
            (["abbot", "22000"], "Guess 2 [", INTERRUPT, 130),
            (["abbot", "22000"], "Guess 2 [", END, 0),
            (["abbot=22000", "hotty=00000"], "undo takes the last", INTERRUPT, 130),
            (["abbot=22000", "hotty=00000"], "undo takes the last", END, 0),
        ],
    ),
)
def test_ctrl_c_and_ctrl_d_leave_from_every_question(
    before: list[str], question: str, key: str, code: int, lists: list[str]
) -> None:
    with Terminal("assist", *lists, "--max-guesses", "2") as screen:
        for line in before:
            screen.type(line)
        screen.expect(question)
        screen.expect(": ")
        screen.interrupt() if key == INTERRUPT else screen.press(key)
        assert screen.finish() == code
        assert "Traceback" not in screen.text
        assert screen.text.endswith("\n")


def test_the_default_game_says_at_once_that_it_thinks() -> None:
    with Terminal("assist") as screen:
        screen.expect("Thinking…")
        screen.press(INTERRUPT)
        assert screen.finish() == 130
        assert "Traceback" not in screen.text
