import re
import sys

import pytest

from fewest import Belief, Wordle
from fewest.play.boards import Boards, choose, solve, suggest
from tests.cli.running import Call, CallJson, Result, Talk, assert_refused
from tests.cli.terminal import Partner
from tests.samples import edition

PLAIN = ["-e", "original", "--secrets", "answers", "--prior", "uniform"]
"""The original game: only its answers are possible, all equally likely."""

GUESS = re.compile(r"Guess (\d+) \[(\w+)\]: $")
REPLIES = re.compile(r"(?:Replies to (\w+) \(([\d ]+)\)|Reply of board (\d+) to (\w+)): $")


@pytest.fixture
def boards(talk: Talk, lists: list[str]) -> Talk:
    """Help with two boards of a small game."""

    def boards(lines: list[str], *options: str) -> Result:
        count = () if "--count" in options else ("--count", "2")
        return talk(lines, "boards", *count, *lists, "--secrets", "answers", "--prior", "uniform", *options)

    return boards


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
def test_following_the_proposals_plays_like_solving(
    options: list[str],
    secrets: list[str],
    at_once: bool,
    call: Call,
    call_json: CallJson,
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
            assert waiting == [board + 1 for board, secret in enumerate(secrets) if secret not in guesses[:-1]]
        replies = [small.reply_text(small.reply(guesses[-1], secrets[board - 1])) for board in waiting]
        return " ".join(replies if at_once else replies[:1])

    monkeypatch.setattr(sys, "stdin", Partner(lambda: capsys.readouterr().out, answer))
    result = call("boards", "--count", str(len(secrets)), *lists, *options)
    assert (result.code, result.err) == (0, "")
    assert f"boards found in {len(guesses)} of {len(secrets) + 5} guesses" in result.out
    solved = call_json("boards", *secrets, *lists, *options)
    assert [turn["guess"] for turn in solved["turns"]] == guesses


@pytest.mark.parametrize(
    "lines",
    [
        ["abbot", "22000 22200"],
        ["abbot", "22000", "22200"],
        ["abbot 22000 22200"],
        ["ABBOT  ggbbb", "🟩🟩🟩⬛️⬛️"],
        ["=abbot", "22000 gggxx"],
        ["hotty", "abbot 22000 22200"],
        ["abbot", "22020", "undo", "22000 22200"],
        ["abbot", "22020", "22000 22200"],
        ["abbot", "22000", "abbot 22200"],
        ["hotty 00000 00100", "undo", "abbot 22000 22200"],
        ["abbot", "22000", "11111", "22200"],
        ["abbot", "22000 22200 22200", "22000 22200"],
    ],
)
def test_guesses_and_replies_may_be_typed_in_many_ways_and_nothing_is_lost(lines: list[str], boards: Talk) -> None:
    result = boards([*lines, "boards"])
    assert result.code == 0
    last = result.out.rpartition("\nGuess 2 of 7: 2 boards open\n")[2]
    assert re.match(
        r"board       reply  words  bits *\n"
        r" +1  🟩🟩⬛⬛⬛      2  1\.00  aback abase\n"
        r" +2  🟩🟩🟩⬛⬛      1  0\.00  abbey *\n"
        r"abbey finishes board 2; tells the words of board 1 apart\.\n"
        r"Guess 2 \[abbey\]: boards\n",
        last,
    ), result.out
    assert "abbot  🟩🟩⬛⬛⬛ 2  🟩🟩🟩⬛⬛ 1\n" in last


def test_replies_alone_belong_to_the_proposed_guess(boards: Talk, small: Wordle) -> None:
    proposal = choose(Boards.start(Belief.start(small), 2))
    for lines in (["22200 22222"], ["", "22200", "22222"], ["22200", "22222"]):
        result = boards([*lines])
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
        ("words 3", "Board 3 is not open."),
        ("words many", "'words' is not an allowed guess"),
        ("boards", "There are no guesses yet."),
        ("undo", "There is nothing to take back."),
    ],
)
def test_an_invalid_guess_is_reported(line: str, message: str, boards: Talk) -> None:
    result = boards([line, line, "abbot 22000 22200", "abbey 22010 22222", "abase", "22222"])
    assert result.one_line.count(message) == 2
    assert result.one_line.endswith("Both boards found in 3 of 7 guesses.")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "What is the reply to abbot? Type undo to take the guess back."),
        ("crane", "Board 1: 'crane' is not a reply. Use 0, 1 or 2"),
        ("22000 220", "Board 2: '220' is not a reply. It needs 5 colours"),
        ("2 2 0 0 0", "You gave 5 replies, but only 2 boards need one; start with board 1."),
        ("11111", "Board 1: Clue 1, abbot=11111, cannot be right: no word of answers.txt + guesses.txt gives that"),
        ("22000 11111", "Board 2: Clue 1, abbot=11111, cannot be right"),
        ("boards", "There are no guesses yet."),
    ],
)
def test_a_wrong_reply_is_asked_for_again(line: str, message: str, boards: Talk) -> None:
    result = boards(["abbot", line, line, "22000 22200"])
    assert result.one_line.count(message) == 2
    assert result.out.count("Replies to abbot (1 2): ") == 3
    assert "Guess 2 of 7: 2 boards open" in result.out


def test_a_contradiction_names_the_board_and_the_guesses_before(boards: Talk) -> None:
    result = boards(["abbot 22000 22200", "abase", "22222 22200", "undo", "abase 22222 22001", "words"])
    assert (
        "Board 2: Clue 2, abase=22200, cannot be right: the only secret left after abbot=22200 does not give that"
    ) in result.one_line
    assert "Done: 1 abase" in result.out
    assert "Board 2, 1 word:\nabbey\n" in result.out


def test_a_guess_with_some_replies_is_not_left_by_accident(boards: Talk) -> None:
    result = boards(["abbot", "22000", "hotty"])
    assert "Some boards have already replied to abbot; type undo to take that back." in result.one_line
    assert result.out.endswith("Reply of board 2 to abbot: \n")


def test_replies_and_guesses_are_taken_back_one_by_one(boards: Talk) -> None:
    result = boards(["abbot 22000 22200", "abase", "22222", "undo", "undo", "undo", "undo"])
    places = [
        result.out.index(text)
        for text in (
            "Took back 1 reply to abase.",
            "Took back abase.",
            "Took back abbot and the replies to it.",
            "There is nothing to take back.",
        )
    ]
    assert places == sorted(places)
    assert "Took back 2 replies to abase." in boards(["abase", "22000 22000", "undo"], "--count", "3").out


def test_words_are_listed_on_request(boards: Talk, talk: Talk) -> None:
    result = boards(["words", "abbot 22000 22200", "words 1", "words 2", "WORDS 02", "abbot"])
    assert result.out.count("Board 1, 6 words:\naback abase abate abbey abbot abhor\n") == 1
    assert result.out.count("Board 1, 2 words:\naback abase\n") == 1
    assert result.out.count("Board 2, 1 word:\nabbey\n") == 2
    many = talk(["words 2"], "boards", *PLAIN)
    assert many.out.count("Board ") == 1
    assert re.search(r"Board 2, 2,315 words: aback (\w+ ){99}and 2,215 more ", many.one_line)


def test_proposals_equal_those_of_the_library(talk: Talk) -> None:
    result = talk(["crane 00000 01200 00100 10000"], "boards", *PLAIN)
    start = Boards.start(Belief.start(edition("original")), 4)
    tables = re.findall(r"guess  still needed +bits  boards found\n((?:\w{5}  .*\n)+)", result.out)
    for boards, shown in zip((start, start.after("crane", ["00000", "01200", "00100", "10000"])), tables, strict=True):
        assert [" ".join(line.split()) for line in shown.splitlines()] == [
            f"{best.guess} {best.score:.3f} {best.bits:.2f} {best.hits:.3f}" for best in suggest(boards, 5)
        ]
    assert f"Guess 1 [{choose(start)}]: " in result.out


def test_questions_number_the_boards(talk: Talk) -> None:
    result = talk(["crane", " ".join(["22222"] * 30), "00000", "00000"], "boards", *PLAIN, "--count", "32")
    assert "Replies to crane (32 boards, 1 first): " in result.out
    assert "Reply of board 31 to crane: 00000\nReply of board 32 to crane: " in result.out
    assert "Guess 2 of 37: 2 boards open\n" in result.out


def test_a_game_may_take_too_many_guesses(boards: Talk) -> None:
    result = boards([*["hotty 00000 00000"] * 7, "aback 22222 22222"])
    assert "Guess 7 of 7: 2 boards open" in result.out
    assert "Guess 8 of 7 (over the limit): 2 boards open" in result.out
    assert result.one_line.endswith("Both boards found in 8 guesses, over the limit of 7.")


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


def test_todays_game_is_the_default(call_json: CallJson) -> None:
    data = call_json("boards", "emoji", "aahed")
    assert (data["label"], data["turns"][-1]["remaining"]) == ("nyt-2023/guesses", [0, 0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["aback"], "You can play 2 to 32 boards at once, not 1"),
        (["--count", "33"], "Invalid value for '-n' / '--count'"),
        (["aback", "abase", "--count", "3"], "2 secrets cannot be on 3 boards; leave --count out"),
        (["aback", "abase", "--games", "5"], "Give secrets or --games, not both"),
        (["--seed", "5"], "--seed needs --games"),
        (["--json"], "--json needs secrets or --games"),
        (["aback", "hotty", "--secrets", "answers"], "'hotty' is an allowed guess, but not an answer of"),
        (["aback", "abase", "--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["--games", "5", "--count", "7", "--json"], "7 boards need 7 different answers, but there are 6"),
        (["--hard"], "No such option '--hard"),
    ],
)
def test_invalid_arguments_are_refused(arguments: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("boards", *arguments, *lists), message)
