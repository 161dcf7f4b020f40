import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, Clue, Wordle, strategies
from fewest.errors import Interrupted
from fewest.play.adversary import answer, play_against, shortest_win
from fewest.watch import Watch
from tests import samples
from tests.cases import first, meeting
from tests.cli.running import ESCAPE, Call, Result, assert_refused
from tests.cli.terminal import END, INTERRUPT, Partner, Terminal, pipe, typed
from tests.samples import edition

OPENERS = ["salet", "crane"]

HINT = re.compile(r"Hint: (\w+); (\d+) guess(?:es)? from here suffices?\.\n")

Duel = Callable[..., Result]
"""Runs fewest duel in this process: the lines that are typed, then options."""


@pytest.fixture
def duel(call: Call, monkeypatch: pytest.MonkeyPatch, lists: list[str]) -> Duel:
    """Play a small game."""

    def duel(lines: list[str | bytes], *options: str, words: list[str] = lists) -> Result:
        monkeypatch.setattr(sys, "stdin", typed(*lines))
        result = call("duel", *words, *options)
        assert (result.code, result.err) == (0, "")
        assert ESCAPE not in result.out
        return result

    return duel


def told(result: Result) -> str:
    """What a session has written, on one line."""
    return " ".join(result.out.split())


def test_the_adversary_is_beaten_at_its_last_word(duel: Duel) -> None:
    assert duel(["HOTTY", " =abate", "aback", "never read"]).out == (
        "answers.txt + guesses.txt: the adversary has 6 words.\n"
        "It has no secret; every reply keeps as many words as possible. Guess the last.\n"
        "Type a guess; hint, words, undo, help and quit do what they say.\n"
        "Guess 1: HOTTY\n"
        " H  O  T  T  Y  ⬛⬛⬛⬛⬛  2 words left\n"
        "Guess 2: =abate\n"
        " H  O  T  T  Y  ⬛⬛⬛⬛⬛  2 words left\n"
        " A  B  A  T  E  🟩🟩🟩⬛⬛  1 word left\n"
        "Guess 3: aback\n"
        " H  O  T  T  Y  ⬛⬛⬛⬛⬛  2 words left\n"
        " A  B  A  T  E  🟩🟩🟩⬛⬛  1 word left\n"
        " A  B  A  C  K  🟩🟩🟩🟩🟩\n"
        "Beaten in 3 guesses.\n"
    )


@pytest.mark.parametrize(("words", "hard"), meeting(["lists", "alike", "mixed", "original"], [[], ["--hard"]]))
def test_following_the_hints_is_a_shortest_game(
    words: str,
    hard: list[str],
    call: Call,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ["-e", "original"] if words == "original" else request.getfixturevalue(words)
    counts: list[int] = []

    def follow(said: str) -> str:
        hint = HINT.search(said)
        if hint is None:
            return "hint"
        counts.append(int(hint[2]))
        return hint[1]

    monkeypatch.setattr(sys, "stdin", Partner(lambda: capsys.readouterr().out, follow))
    result = call("duel", *options, *hard)
    shortest = len(json.loads(call("duel", "--least", "--json", *options, *hard).out)["games"][0]["turns"])
    assert counts == [*range(shortest, 0, -1)]
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith(f"Beaten in {shortest} guesses with {shortest} hints.\n")


def test_a_hint_costs_once_wherever_it_is_asked_for(duel: Duel) -> None:
    lines: list[str | bytes] = ["hint", "HINT", "hotty", "hint", "undo", "hint", "hotty", "hint", "abate", "aback"]
    result = duel(lines)
    assert result.out.count("Hint: abate; 2 guesses from here suffice.") == 3
    assert result.out.endswith("Beaten in 3 guesses with 2 hints.\n")
    assert duel(["hint", "abate", "abhor"]).out.endswith("Beaten in 2 guesses with 1 hint.\n")
    assert "Hint: abhor; 1 guess from here suffices.\n" in duel(["abate", "hint"]).out


def test_words_are_those_that_are_left(duel: Duel) -> None:
    result = duel(["words", "abbot", "Words", "abase", "words"])
    listed = re.findall(r"Guess \d: words\n(.*)\n", result.out, re.IGNORECASE)
    assert listed == ["aback abase abate abbey abbot abhor", "aback abase", "aback"]
    many = told(duel(["words", "crane", "words"], words=["-e", "original"]))
    start = Belief.start(edition("original"))
    assert f": words {' '.join(start.words[:100])} and 2,215 more Guess 1" in many
    assert f": words {' '.join(answer(start, 'crane').words[:100])} and 163 more Guess 2" in many


def test_guesses_are_taken_back(duel: Duel) -> None:
    result = duel(["undo", "abbot", "hotty", "undo", "UNDO", "undo", "abate", "abhor"])
    assert result.out.count("There is nothing to take back.\n") == 2
    assert "hotty is taken back.\n A  B  B  O  T  🟩🟩⬛⬛⬛  2 words left\nGuess 2: UNDO\n" in result.out
    assert "abbot is taken back.\nGuess 1: undo\n" in result.out
    assert result.out.endswith("Beaten in 2 guesses.\n")


def test_help_explains_every_command(duel: Duel) -> None:
    out = duel(["help", "?"]).out
    for word in ("abbot", "hint", "words", "undo", "help", "quit", "=hint"):
        assert out.count(f"\n{word} ") == 2


@pytest.mark.parametrize("lines", [[], ["quit"], ["Q"], ["exit", "abbot"]])
def test_whoever_leaves_is_told_what_is_left(lines: list[str | bytes], duel: Duel) -> None:
    assert duel(lines).out.endswith("Not beaten: the adversary still has 6 words, such as aback.\n")
    assert duel(["abbot", *lines]).out.endswith("Not beaten: the adversary still has 2 words, such as aback.\n")
    assert duel(["abate", *lines]).out.endswith("Not beaten: the adversary still has one word, abhor.\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (" ", "Type a guess; help tells what else."),
        ("=", "'' has 0 characters; guess a word of 5 letters."),
        ("abat", "'abat' has 4 characters; guess a word of 5 letters."),
        ("=hint", "'hint' has 4 characters; guess a word of 5 letters."),
        ("abats", "'abats' is not an allowed guess in answers.txt + guesses.txt; did you mean abate"),
        ("abate=22000", "'abate=22000' has 11 characters; guess"),
        ("\x1b[31mabats\x07", "'abats' is not an allowed guess"),
        ("a" * 900, f"'{'a' * 29}…' has 900 characters"),
        ("a" * 99_999, "That line is too long"),
        (b"ab\xff\xfe\xff", "is not an allowed guess"),
    ],
)
def test_what_is_no_guess_costs_nothing(line: str | bytes, message: str, duel: Duel) -> None:
    result = duel([line, "abate", line, "abhor"])
    assert told(result).count(message) == 2
    assert result.out.endswith("Beaten in 2 guesses.\n")


def test_hard_mode_says_what_is_missing(duel: Duel) -> None:
    lines: list[str | bytes] = ["abbot", "hotty", "abase", "undo", "xylyl", "abase", "hotty", "aback"]
    result = duel(lines, "--hard")
    assert "the adversary has 6 words, hard mode.\n" in result.out
    assert result.out.count("'hotty' breaks hard mode: letter 1 must be A; letter 2 must be B.\n") == 1
    assert "'xylyl' breaks hard mode: letter 1 must be A; letter 2 must be B.\n" in result.out
    assert "'hotty' breaks hard mode: letter 1 must be A; letter 2 must be B; letter 3 must be A." in told(result)
    assert result.out.endswith("Beaten in 3 guesses.\n")
    assert "breaks hard mode" not in duel(lines).out


def test_words_that_are_commands_can_be_guessed(duel: Duel, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("hint\nhelp\nquit\nundo\n")
    result = duel(["=undo", "=QUIT", "= help"], words=["--answers", str(path)])
    assert result.out.endswith(" H  E  L  P  🟩🟩🟩🟩\nBeaten in 3 guesses.\n")


def assert_game(data: dict[str, object], start: Belief, expected: list[Clue]) -> None:
    """A game in JSON is the expected one."""
    game, belief, turns = start.game, start, list[dict[str, object]]()
    for guess, reply in expected:
        belief = belief.after(guess, reply)
        squares = game.squares(reply)
        turns.append({"guess": guess, "reply": game.reply_text(reply), "squares": squares, "remaining": len(belief)})
    for turn in turns:
        turn["marks"] = game.marks(game.parse_reply(str(turn["reply"])))
    assert {name: data[name] for name in ("opener", "guesses", "turns")} == {
        "opener": expected[0].guess,
        "guesses": len(expected),
        "turns": turns,
    }


@pytest.mark.parametrize("name", [None, "minimax", "entropy", "lookahead:depth=2,width=3", "optimal"])
@pytest.mark.parametrize("hard", [False, True])
def test_a_strategy_beats_it_as_in_the_library(name: str | None, hard: bool, call: Call, mixed: list[str]) -> None:
    options = [*mixed, *(["--strategy", name] if name else []), *(["--hard"] if hard else [])]
    start = Belief.start(Wordle.from_files(mixed[1], mixed[3]), hard=hard)
    play = strategies.strategy(name or strategies.DEFAULT)
    result = call("duel", "--solve", "--json", *options)
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    del data["seconds"]
    [game] = data.pop("games")
    assert_game(game, start, play_against(play, start))
    expected = {"label": start.game.label, "hard": hard, "strategy": play.name, "least": False, "at_least": None}
    assert {name: data[name] for name in expected} == expected


@pytest.mark.parametrize("mode", ["--solve", "--least"])
def test_every_opener_has_its_game(mode: str, call: Call) -> None:
    start = Belief.start(edition("original"))
    given = [part for word in ("SALET", "crane", "salet") for part in ("--opener", word)]
    data = json.loads(call("duel", mode, *given, "-e", "original", "--json").out)
    games = [
        play_against(strategies.strategy(), start, word) if mode == "--solve" else shortest_win(start, word)
        for word in OPENERS
    ]
    for found, expected in zip(data["games"], games, strict=True):
        assert_game(found, start, expected)
    assert (data["label"], data["least"], data["at_least"]) == ("original", mode == "--least", None)
    assert data["strategy"] == (None if mode == "--least" else strategies.DEFAULT)
    assert mode == "--solve" or [len(game) for game in games] == [4, 4]  # as the README says
    out = call("duel", mode, *given, "-e", "original").out
    first = "The least" if mode == "--least" else strategies.DEFAULT
    assert told(Result(0, out, "")).startswith(f"{first} on original (12,972 guesses, 2,315 answers), against the adv")
    ends = [f"Beaten from {word} in {len(game)} guesses" for word, game in zip(OPENERS, games, strict=True)]
    ends = [f"{end}, and in no fewer." if mode == "--least" else f"{end}." for end in ends]
    assert [line for line in out.splitlines() if line.startswith("Beaten")] == ends
    rows = [line.split() for line in out.splitlines() if re.search("[⬛🟨🟩]{5}", line)]
    turns = [turn for game in data["games"] for turn in game["turns"]]
    assert rows == [[turn["guess"], turn["squares"], f"{turn['remaining']:,}"] for turn in turns]


@pytest.mark.parametrize("openers", [[], ["--opener", "abbot", "--opener", "hotty", "--opener", "abate"]])
def test_ctrl_c_shows_what_is_known(
    openers: list[str], call: Call, lists: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(start: Belief, opener: str | None, watch: Watch) -> list[Clue]:
        if opener in ("abbot", "abate"):
            return shortest_win(start, opener)
        raise Interrupted(7)

    monkeypatch.setattr("fewest.questions.duel.shortest_win", stopped)
    result = call("duel", "--least", *lists, *openers)
    assert result.code == 130
    assert result.out.count("Beaten from abbot in 3 guesses, and in no fewer.\n") == bool(openers)
    which = " from hotty" if openers else ""
    assert result.out.endswith(f"Stopped: it takes 7 guesses or more{which}.\n")
    result = call("duel", "--least", "--json", *lists, *openers)
    data = json.loads(result.out)
    assert (result.code, result.err, data["at_least"]) == (130, "", 7)
    assert [game["opener"] for game in data["games"]] == (["abbot"] if openers else [])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--solve", "--least"], "Choose one: --solve or --least"),
        (["--strategy", "minimax"], "A strategy belongs to --solve"),
        (["--least", "-s", "minimax"], "A strategy belongs to --solve"),
        (["--opener", "abbot"], "An opener and JSON belong to --solve or --least"),
        (["--json"], "An opener and JSON belong to --solve or --least"),
        (["--solve", "-s", "best"], "There is no strategy 'best'"),
        (["--solve", "--opener", "abats"], "'abats' is not an allowed guess in .*; did you mean abate"),
        (["--least", "--opener", "abbot", "--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["--edition", "original"], "Choose one word list"),
        (["--prior", "frequency"], "No such option '--prior"),
        (["--secrets", "guesses"], "No such option '--secrets"),
        (["abbot"], "Got unexpected extra argument"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("duel", *arguments, *lists), message)


def test_a_strategy_that_goes_round_in_circles_is_refused(
    call: Call, lists: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(strategies.strategy("minimax")), "choose", lambda self, belief: "xylyl")
    refused = call("duel", "--solve", "-s", "minimax", *lists)
    assert_refused(refused, "The strategy minimax guesses 'xylyl' where that tells nothing")


@pytest.mark.parametrize(
    "words", ["größe\nmaßen\nspaße\nflöße\n", "漢字\n字漢\n漢漢\n", "abcdefghijkl\nlkjihgfedcba\n", "ab\n"]
)
def test_any_words_will_do(words: str, call: Call, duel: Duel, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text(words, encoding="utf-8")
    options = ["--answers", str(path)]
    shortest = shortest_win(Belief.start(Wordle.from_files(path)))
    guesses = f"{len(shortest)} guess{'es' if len(shortest) > 1 else ''}"
    assert f"Beaten in {guesses}, and in no fewer.\n" in call("duel", "--least", *options).out
    assert duel([guess for guess, _ in shortest], words=options).out.endswith(f"Beaten in {guesses}.\n")


@settings(max_examples=samples.some_of(25))
@given(
    st.lists(
        st.one_of(
            st.sampled_from(["", "hint", "words", "undo", "help", "=hint", "abbot", "hotty", "=abase", "ABBEY"]),
            st.text(max_size=8),
            st.binary(max_size=8),
        ),
        max_size=12,
    ),
    st.booleans(),
)
def test_no_lines_break_a_session(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str | bytes], hard: bool
) -> None:
    path = tmp_path_factory.mktemp("words") / "answers.txt"
    path.write_text("aback\nabase\nabate\nabbey\nabbot\nabhor\nhotty\n")
    clean = [line.encode(errors="replace") if isinstance(line, str) else line for line in lines]
    with pytest.MonkeyPatch.context() as monkeypatch:
        from fewest.cli import main

        arguments = ["fewest", "duel", "--answers", str(path), *(["--hard"] if hard else [])]
        monkeypatch.setattr(sys, "argv", arguments)
        monkeypatch.setattr(sys, "stdin", typed(*clean))
        with pytest.raises(SystemExit) as end:
            main()
    assert end.value.code in (None, 0)


@pytest.mark.slow
def test_a_pipe_of_rubbish_does_no_harm(lists: list[str]) -> None:
    lines = b"\xff\xfe\n\x00\n" + b"x" * 100_000 + b"\n\x1b[A\nabate\n\x80\nabhor"
    result = pipe("duel", *lists, lines=lines, PYTHONIOENCODING="ascii")
    assert (result.code, result.err) == (0, "")
    assert result.out.isascii()
    assert result.out.endswith(" A  B  A  T  E  22000  1 word left\n A  B  H  O  R  22222\nBeaten in 2 guesses.\n")


@pytest.mark.slow
def test_a_game_at_a_terminal(lists: list[str]) -> None:
    with Terminal("duel", *lists, "--hard") as screen:
        screen.expect("Guess 1:")
        screen.type("abbo")
        screen.expect("'abbo' has 4 characters; guess a word of 5 letters.")
        screen.type(b"\xff\xc3\xfe")
        screen.expect("guess a word of 5 letters.")
        screen.type("x" * 5000)
        screen.expect("That line is too long")
        screen.expect("Guess 1:")
        screen.type("abbot")
        assert "🟩" not in screen.expect("2 words left")
        screen.expect("Guess 2:")
        screen.type("hotty")
        screen.expect("'hotty' breaks hard mode")
        screen.type("hint")
        screen.expect("Thinking…")
        screen.expect("Hint: aback; 2 guesses from here suffice.")
        screen.type("aback")
        screen.expect("1 word left")
        screen.type("abase")
        screen.expect("Beaten in 3 guesses with 1 hint.")
        assert screen.finish() == 0
        assert "48;5;40m A " in screen.raw


@pytest.mark.slow
@pytest.mark.parametrize(("before", "key", "code"), first(1, [(["abbot"], INTERRUPT, 130), ([], END, 0)]))
def test_ctrl_c_and_ctrl_d_leave(before: list[str], key: str, code: int, lists: list[str]) -> None:
    with Terminal("duel", *lists) as screen:
        for line in before:
            screen.type(line)
        screen.expect(f"Guess {len(before) + 1}: ")
        screen.interrupt() if key == INTERRUPT else screen.press(key)
        assert screen.finish() == code
        assert "Traceback" not in screen.text
        assert ("Not beaten" in screen.text) == (key == END)
