import re
import sys

import pytest

from fewest import Belief, Clue
from fewest.errors import Interrupted
from fewest.play.adversary import answer, shortest_win
from fewest.watch import Watch
from tests.cases import meeting
from tests.cli.running import Call, CallJson, Talk, assert_refused
from tests.cli.terminal import Partner
from tests.samples import edition

HINT = re.compile(r"Hint: (\w+); you can win in (\d+) guess(?:es)?\.\n")


@pytest.fixture
def duel(talk: Talk, lists: list[str]) -> Talk:
    """Play a small game."""
    return lambda lines, *options, words=lists: talk(lines, "duel", *words, *options)


def test_the_adversary_is_beaten_at_its_last_word(duel: Talk) -> None:
    assert duel(["HOTTY", " =abate", "aback", "never read"]).out == (
        "answers.txt + guesses.txt: the adversary has 6 words.\n"
        "Each reply keeps as many words alive as possible. Guess the last one to win.\n"
        "Type a guess, or hint, words, undo, help or quit.\n"
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
    call_json: CallJson,
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
    shortest = call_json("duel", "--shortest", *options, *hard)["games"][0]["guesses"]
    assert counts == [*range(shortest, 0, -1)]
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith(f"Beaten in {shortest} guesses with {shortest} hints.\n")


def test_a_hint_costs_once_wherever_it_is_asked_for(duel: Talk) -> None:
    lines = ["hint", "HINT", "hotty", "hint", "undo", "hint", "hotty", "hint", "abate", "aback"]
    result = duel(lines)
    assert result.out.count("Hint: abate; you can win in 2 guesses.") == 3
    assert result.out.endswith("Beaten in 3 guesses with 2 hints.\n")
    assert duel(["hint", "abate", "abhor"]).out.endswith("Beaten in 2 guesses with 1 hint.\n")
    assert "Hint: abhor; you can win in 1 guess.\n" in duel(["abate", "hint"]).out


def test_words_lists_the_words_left(duel: Talk) -> None:
    result = duel(["words", "abbot", "Words", "abase", "words"])
    listed = re.findall(r"Guess \d: words\n(.*)\n", result.out, re.IGNORECASE)
    assert listed == ["aback abase abate abbey abbot abhor", "aback abase", "aback"]
    many = duel(["words", "crane", "words"], words=["-e", "original"]).one_line
    start = Belief.start(edition("original"))
    assert f": words {' '.join(start.words[:100])} and 2,215 more Guess 1" in many
    assert f": words {' '.join(answer(start, 'crane').words[:100])} and 163 more Guess 2" in many


def test_guesses_are_taken_back(duel: Talk) -> None:
    result = duel(["undo", "abbot", "hotty", "undo", "UNDO", "undo", "abate", "abhor"])
    assert result.out.count("There is nothing to take back.\n") == 2
    assert "Took back hotty.\n A  B  B  O  T  🟩🟩⬛⬛⬛  2 words left\nGuess 2: UNDO\n" in result.out
    assert "Took back abbot.\nGuess 1: undo\n" in result.out
    assert result.out.endswith("Beaten in 2 guesses.\n")


@pytest.mark.parametrize("lines", [[], ["quit"], ["Q"], ["exit", "abbot"]])
def test_quitting_shows_the_words_left(lines: list[str], duel: Talk) -> None:
    assert duel(lines).out.endswith("Not beaten: the adversary still has 6 words, such as aback.\n")
    assert duel(["abbot", *lines]).out.endswith("Not beaten: the adversary still has 2 words, such as aback.\n")
    assert duel(["abate", *lines]).out.endswith("Not beaten: the adversary still has one word, abhor.\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (" ", "Type a guess, or help for other commands."),
        ("abat", "'abat' has 4 characters; guess a word of 5 letters."),
        ("=hint", "'hint' has 4 characters; guess a word of 5 letters."),
        ("abats", "'abats' is not an allowed guess in answers.txt + guesses.txt; did you mean abate"),
    ],
)
def test_an_invalid_guess_does_not_count(line: str, message: str, duel: Talk) -> None:
    result = duel([line, "abate", line, "abhor"])
    assert result.one_line.count(message) == 2
    assert result.out.endswith("Beaten in 2 guesses.\n")


@pytest.mark.parametrize("openers", [[], ["--opener", "abbot", "--opener", "hotty", "--opener", "abate"]])
def test_ctrl_c_shows_the_bounds_so_far(
    openers: list[str], call: Call, call_json: CallJson, lists: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(start: Belief, opener: str | None, watch: Watch) -> list[Clue]:
        if opener in ("abbot", "abate"):
            return shortest_win(start, opener)
        raise Interrupted(7)

    monkeypatch.setattr("fewest.questions.duel.shortest_win", stopped)
    result = call("duel", "--shortest", *lists, *openers)
    assert result.code == 130
    assert result.out.count("Beaten in 3 guesses starting with abbot, the fewest possible.\n") == bool(openers)
    which = " starting with hotty" if openers else ""
    assert result.out.endswith(f"Stopped: it takes 7 guesses or more{which}.\n")
    data = call_json("duel", "--shortest", *lists, *openers, code=130)
    assert data["at_least"] == 7
    assert [game["opener"] for game in data["games"]] == (["abbot"] if openers else [])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--solve", "--shortest"], "Choose one: --solve or --shortest"),
        (["--strategy", "minimax"], "--strategy needs --solve"),
        (["--shortest", "-s", "minimax"], "--strategy needs --solve"),
        (["--opener", "abbot"], "--opener and --json need --solve or --shortest"),
        (["--json"], "--opener and --json need --solve or --shortest"),
        (["--solve", "-s", "best"], "There is no strategy 'best'"),
        (["--solve", "--opener", "abats"], "'abats' is not an allowed guess in .*; did you mean abate"),
        (["--shortest", "--opener", "abbot", "--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["--prior", "frequency"], "No such option '--prior"),
        (["--secrets", "guesses"], "No such option '--secrets"),
        (["abbot"], "Unexpected: abbot"),
    ],
)
def test_invalid_arguments_are_refused(arguments: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("duel", *arguments, *lists), message)
