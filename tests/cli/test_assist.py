import re
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from fewest import Belief, FewestError, Wordle, strategy
from fewest.questions import suggest as question
from tests.cases import first
from tests.cli.running import Call, Talk, as_today
from tests.cli.terminal import Partner
from tests.samples import edition

PROMPT = re.compile(r"Guess (\d+) \[(\w+)\]: $")
REPLY = re.compile(r"Reply to (\w+): $")


@pytest.fixture
def assist(talk: Talk, lists: list[str]) -> Talk:
    """Assist in a small game; the arguments are the lines to type, then options."""
    return lambda lines, *options: talk(lines, "assist", *as_today(*lists, *options))


@pytest.fixture
def follow(call: Call, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """Follow the proposals with true replies until the secret is found; return the guesses."""

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
    games = {secret: follow(small, secret, *as_today(*lists, *options)) for secret in small.guesses}
    assert all(guesses[-1] == secret for secret, guesses in games.items())
    if "--opener" in options:
        assert {guesses[0] for guesses in games.values()} == {"xylyl"}
    if not options:
        start = Belief.start(Wordle(small.words, every_guess=True), [1, 1, 1, 1, 1, 1, 0.02, 0.01])
        assert {guesses[0] for guesses in games.values()} == {strategy("optimal").choose(start)}


@pytest.mark.parametrize(
    "lines",
    [
        ["abbot=22000"],
        ["ABBOT = ggbbb"],
        ["abbot", "22000"],
        ["abbot 🟩🟩⬛️⬛️⬛️"],
        ["=abbot", "gg..."],
        ["hotty", "abbot=22000"],
        ["", "abbot", "22000"],
        ["abate=22200", "undo", "abbot", "undo", "abbot=22000"],
    ],
)
def test_a_clue_may_be_written_in_many_ways(lines: list[str], assist: Talk) -> None:
    result = assist([*lines, "words"])
    assert result.code == 0
    assert " A  B  B  O  T  🟩🟩⬛⬛⬛" in result.out
    last = result.out.rpartition("Guess 2 of 6: 2 words fit (1.00 bits)\n")[2]
    assert last.count("aback   50%  abase   50%") == 2
    assert "Guess 2 [aback]: words" in result.out


def test_a_reply_alone_belongs_to_the_proposed_guess(assist: Talk) -> None:
    for lines in (["22200"], ["", "22200"], ["2 2 2 0 0"], ["🟩🟩🟩⬛⬛"]):
        result = assist([*lines])
        assert " A  B  A  T  E  🟩🟩🟩⬛⬛" in result.out
        assert "Guess 2 of 6: 1 word fits\naback\n" in result.out


def test_another_guess_is_compared_with_the_proposed_one(assist: Talk) -> None:
    result = assist(["abbot", "undo", "", "undo", "abbot=22000"])
    assert len(re.findall(r"abbot needs \d\.\d{3} guesses from here, abate \d\.\d{3} \(exact\)\.", result.out)) == 1


def test_a_win_shows_a_grid_to_share(assist: Talk) -> None:
    today = date.today().isoformat()
    result = assist(["abbot=22000", "abase=22222", "never read"])
    assert result.code == 0
    assert result.out.endswith(
        " A  B  B  O  T  🟩🟩⬛⬛⬛\n A  B  A  S  E  🟩🟩🟩🟩🟩\n\nFound in 2 guesses.\n\n"
        f"fewest assist answers.txt + guesses.txt {today} 2/6\n\n🟩🟩⬛⬛⬛\n🟩🟩🟩🟩🟩\n"
    )
    assert f"{today} 1/9*\n" in assist(["abase=22222"], "--hard", "--max-guesses", "9").out
    assert "Found in 1 guess.\n" in assist(["abase=22222"]).out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("crane", "'crane' is not an allowed guess in answers.txt + guesses.txt"),
        ("abbott", "'abbott' is not an allowed guess in answers.txt + guesses.txt; did you mean abbot"),
        ("abbot=2200", "'2200' is not a reply. It needs 5 colours, one for each letter, not 4."),
        ("abbot=22003", "'22003' is not a reply. Use 0, 1 or 2"),
        ("2200", "'2200' is not a reply. It needs 5 colours"),
        ("=", "'' is not an allowed guess"),
        ("=22000", "'22000' is not an allowed guess"),
        ("abbot=11111", "Clue 1, abbot=11111, cannot be right: no word of answers.txt + guesses.txt gives that"),
    ],
)
def test_an_invalid_line_is_reported_and_loses_nothing(line: str, message: str, assist: Talk) -> None:
    result = assist([line, "undo", "abbot=22000", line, "undo", "abbot=22000", "abase", line, "abase", "22222"])
    assert result.code == 0
    assert message in result.one_line
    assert result.out.count("Found in 2 guesses.") == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "What was the reply to abbot? Type undo to take the guess back."),
        ("crane", "'crane' is not a reply. Use 0, 1 or 2"),
        ("220", "'220' is not a reply. It needs 5 colours"),
        ("22222 2", "'222222' is not a reply. It needs 5 colours"),
        ("11111", "Clue 1, abbot=11111, cannot be right: no word"),
        ("abbo=22000", "'abbo=22000' is not a reply"),
    ],
)
def test_a_wrong_reply_is_asked_for_again(line: str, message: str, assist: Talk) -> None:
    result = assist(["abbot", line, line, "22000"])
    assert result.one_line.count(message) == 2
    assert result.out.count("Reply to abbot: ") == 3
    assert "Guess 2 of 6: 2 words fit" in result.out


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ["abbot=22000", "abbey=22200"],
            "Check it, or clue 1, abbot=22000 (1 word fits without it), or the word is missing from the list. "
            "Type undo to take back the last clue.",
        ),
        (["abbot=22000", "abate=22202", "abhor=22000", "abbey=22200"], "at least two earlier clues are wrong"),
    ],
)
def test_a_contradiction_names_the_clue_to_check(lines: list[str], message: str, assist: Talk) -> None:
    result = assist([*lines, "undo"])
    assert message in result.one_line
    assert f"Took back {lines[-2]}" in result.out


def test_clues_and_guesses_are_taken_back_one_by_one(assist: Talk) -> None:
    result = assist(["abbot=22000", "abase", "undo", "undo", "undo", "xylyl=00000"])
    places = [
        result.out.index(text)
        for text in ("Took back abase.", "Took back abbot=22000.", "There is nothing to take back.", " X  Y  L")
    ]
    assert places == sorted(places)
    assert "Guess 2 of 6: 5 words fit" in result.out.partition(" X  Y  L")[2]


def test_hard_mode_is_switched_on_and_off(assist: Talk) -> None:
    result = assist(["abbot=22000", "hard", "hotty", "abase", "hard", "hotty", "undo", "hard", "hard"])
    assert result.out.count("Hard mode is on.") == result.out.count("Hard mode is off.") == 2
    broken = "'hotty' breaks hard mode: letter 1 must be A; letter 2 must be B. If you played it anyway, type hard to"
    assert broken in result.one_line
    assert "Guess 2 of 6, hard mode: 2 words fit" in result.out
    assert "Reply to hotty: " in result.out


def test_hard_mode_is_refused_after_a_guess_that_broke_it(assist: Talk) -> None:
    result = assist(["abbot=22000", "hotty=00000", "hard"])
    expected = "Hard mode stays off: guess 2, hotty, broke it: letter 1 must be A; letter 2 must be B."
    assert expected in result.one_line
    assert "Hard mode is on" not in result.out
    started = assist(["abbot=22000", "hotty=00000", "hard", "hotty=00000", "hard"], "--hard")
    assert "Hard mode is off." in started.out
    assert expected in started.one_line


def test_proposals_follow_the_given_strategy(assist: Talk) -> None:
    for options, head, column in (
        ([], "Proved", "expected"),
        (["--strategy", "entropy"], "Best by entropy", "score"),
        (["-s", "expected-moves"], "", "estimate"),
    ):
        out = assist([], *options).out
        assert head in out
        assert re.search(rf"^guess +{column}", out, re.MULTILINE)


def test_a_strategy_that_fails_is_replaced(assist: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    entropy = type(strategy("entropy"))
    for error, why in (
        (FewestError("It is too hard."), "It is too hard."),
        (MemoryError(), "there is not enough memory."),
    ):

        def fail(*_: object, error: Exception = error, **options: object) -> None:
            raise error

        with monkeypatch.context() as patched:
            patched.setattr(entropy, "suggest", fail)
            result = assist(["abbot=22000"], "--strategy", "entropy")
        assert f"entropy cannot propose a guess here: {why}" in result.out
        assert result.out.count("Proved") == 2
        with monkeypatch.context() as patched:
            patched.setattr(question, "advise", fail)
            result = assist(["", "22000", "aback=22222"])
        assert f"auto cannot propose a guess here: {why}" in result.out
        assert "Guess 1 [abbey]: " in result.out
        assert "Found in 2 guesses." in result.out


def test_an_opener_without_a_score_is_still_proposed(assist: Talk) -> None:
    result = assist(["", "00000"], "--opener", "XYLYL", "-s", "letters", "--secrets", "answers")
    assert "Guess 1 [xylyl]: \nReply to xylyl: 00000\n" in result.out


def test_all_words_are_listed_on_request(talk: Talk, alike: list[str]) -> None:
    result = talk(["words"], "assist", *alike, "--prior", "uniform")
    words = Path(alike[1]).read_text().split()
    assert len(words) == 58
    before, _, after = result.out.partition(": words\n")
    assert after.split()[:58] == sorted(words)
    assert sum(word in before.split() for word in words) <= 5
    assert "You play alike.txt (58 guesses, 58 answers, all equally likely).\n" in result.out
    assert "58 words fit (5.86 bits)\n" in result.out


def test_likely_words_are_named_where_there_are_many(talk: Talk, alike: list[str]) -> None:
    out = talk([], "assist", *as_today(*alike)).out
    assert re.search(r"^Likeliest: (\w+ \d\.\d%, ){3}\w+ \d\.\d% \('words' lists all\)$", out, re.MULTILINE)


def test_likely_words_come_first_and_the_others_are_counted(assist: Talk) -> None:
    assert (
        "Guess 1 of 6: 8 words fit, 6 likely (2.60 bits)\n"
        "abbey   17%  abbot   17%  aback   17%  abate   17%  abhor   17%  abase   17%\n"
        "2 more fit, but are unlikely ('words' lists all)\nProved"
    ) in assist([]).out
    assert "abase   17%\nUnlikely:\nhotty  xylyl\n" in assist(["words"]).out


def test_without_a_guess_left_the_last_clue_can_still_be_taken_back(assist: Talk) -> None:
    lines = ["xylyl=00000", "hotty=00000"]
    result = assist([*lines, "abbot", "undo", "hotty=00200", "hotty=01100", "words", ""], "--max-guesses", "2")
    assert "No guesses left: 2 words fit\n" in result.out
    assert "No guesses left: 1 word fits\n" in result.out
    assert "No guesses left: the limit is 2. Raise it with --max-guesses." in result.out
    assert "Took back hotty=00000." in result.out
    assert result.out.endswith(f"{date.today().isoformat()} X/2\n\n⬛⬛⬛⬛⬛\n⬛🟨🟨⬛⬛\n")
    assert result.out.count("Press Enter to end, or type undo to take back the last clue: ") == 4
    for line in ([], ["quit"]):
        assert assist([*lines, *line], "--max-guesses", "2").out.endswith(" X/2\n\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛\n")
    assert "No guesses left: 2 words fit\n" in assist(["abbot=22000"], "--max-guesses", "1").out
