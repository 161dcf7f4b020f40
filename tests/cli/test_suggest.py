from pathlib import Path

import pytest

from fewest.strategies import DEFAULT
from tests.cli.running import ORIGINAL, Call, CallJson, assert_refused


def test_the_best_guesses_after_clues_are_shown(call: Call) -> None:
    result = call("suggest", "crane=01200", "sloth=bbbbb", "-n", "3", *ORIGINAL)
    assert (result.code, result.err) == (0, "")
    assert "Guess 3 of 6: 5 words fit (2.32 bits), original" in result.one_line
    assert "award diary dwarf guard quark" in result.out
    assert " C  R  A  N  E  ⬛🟨🟩⬛⬛" in result.out
    assert len(result.out.partition("worst part\n")[2].splitlines()) == 3


def test_openers_are_proposed_one_after_another(call: Call, call_json: CallJson) -> None:
    both = ("--opener", "salet", "--opener", "COURD")
    data = call_json("suggest", "crane=01200", *both, *ORIGINAL)
    assert [row["guess"] for row in data["suggestions"]] == ["courd"]
    assert_refused(
        call("suggest", "crane=01200", "moist=00100", *both),
        "--opener sets the first guesses, but this is guess 3; leave it out",
    )
    assert_refused(call("suggest", "crane=01200", *both, "--hard"), "'courd' is not allowed in hard mode")


@pytest.mark.usefixtures("nothing_known")
def test_without_an_exact_answer_the_default_strategy_is_used_and_named(call: Call, call_json: CallJson) -> None:
    data = call_json("suggest", *ORIGINAL)
    assert (data["strategy"], data["proved"]) == (DEFAULT, False)
    assert {row["expected"] for row in data["suggestions"]} == {None}
    assert f"Estimated by {DEFAULT}: " in " ".join(call("suggest", *ORIGINAL).out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["crane"], "'crane' is not a clue. Write the guess, an equals sign and the reply, as in crane=01200"),
        (["crane=01203"], "'01203' is not a reply. Use 0, 1 or 2"),
        (["crone1=01200"], "'crone1' is not an allowed guess in nyt-2023; did you mean"),
        (["crane=22221"], "Clue 1, crane=22221, cannot be right: no word of nyt-2023 gives that reply"),
        (["crane=22222"], "The game is won: 'crane' is the secret"),
        (["crane=00000", "--max-guesses", "1"], "No guesses left: the limit is 1"),
        (["crane=01200", "sloth=00000", "--hard"], "'sloth' is not allowed in hard mode"),
        (["-n", "0"], "Invalid value for '-n'|Invalid value for '--count'"),
        (["-s", "letters", "--opener", "soare", *ORIGINAL], "The strategy letters never guesses 'soare'"),
    ],
)
def test_invalid_clues_and_options_are_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call("suggest", *arguments), message)


def test_names_are_shown_as_they_are(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "[red]a:smile:[b].txt"
    path.write_text("ab\ncd\n")
    for command in (["suggest"], ["solve", "ab"], ["evaluate"], ["compare"]):
        assert path.name in "".join(call(*command, "--answers", str(path)).out.split())


def test_clues_in_letters_are_read_and_written(call: Call, call_json: CallJson) -> None:
    shown = [call("suggest", f"crane={reply}", "-n", "2").out for reply in ("01200", "BYGBB", "bygbb")]
    assert shown[0] == shown[1] == shown[2]
    assert " C  R  A  N  E  BYGBB\n" in call("suggest", "crane=01200", "-n", "1", "--reply-style", "gyb").out
    data = call_json("suggest", "crane=01200", "-n", "1", "--reply-style", "gyb")
    assert data["clues"][0]["reply"] == "BYGBB"
    refused = call("suggest", "--game", "mastermind", "--reply-style", "gyb")
    assert_refused(refused, "Replies in mastermind have no colours; leave out the style gyb")


KAZOO = ("crane=00100", "slate=00100", "koala=21100")
"""Clues that no answer of original fits."""


def test_todays_game_is_the_default(call: Call, call_json: CallJson) -> None:
    data = call_json("suggest", *KAZOO)
    assert (data["label"], data["suggestions"][0]["guess"]) == ("nyt-2023/guesses", "kazoo")
    assert data["title"] in " ".join(call("suggest", *KAZOO).out.split())
    refused = call("suggest", *KAZOO, *ORIGINAL)
    assert_refused(refused, "No answer of original fits .*, but 4 other allowed guesses do .*--secrets")
    wide = call_json("suggest", *KAZOO, *ORIGINAL, "--secrets", "guesses")
    assert (wide["label"], wide["remaining"]) == ("original/guesses", 4)


def test_common_words_go_first_within_a_margin_and_the_text_is_true(call: Call, call_json: CallJson) -> None:
    best = call_json("suggest", "crane=01200", *ORIGINAL, "--margin", "0")
    common = call_json("suggest", "crane=01200", *ORIGINAL, "--margin", "0.05")
    assert (best["proved"], common["proved"], common["exact"], common["margin"]) == (True, False, True, 0.05)
    first, least = common["suggestions"][0], best["suggestions"][0]
    assert least["expected"] < first["expected"] <= least["expected"] + 0.05
    shown = " ".join(call("suggest", "crane=01200", *ORIGINAL, "--margin", "0.05").out.split())
    assert f"Best of all: {least['guess']}, {least['expected']:.4f}; common words within" in shown
    among = " ".join(call("suggest", "crane=01200", *ORIGINAL, "--known-words", "500").out.split())
    assert "Proved among the 500 most frequent words and the likely secrets: guesses needed on average" in among


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-g", "mastermind", "--margin", "0.1"], "mastermind has no words; leave --margin"),
        (["-s", "entropy", "--margin", "0.1"], "cannot be combined with --strategy entropy"),
        (["--guess-from", "answers", "--known-words", "9"], "guess_from=answers"),
        (["--margin", "-1"], "-1.0 is not in the range 0 to 9999"),
        (["--known-words", "0"], "0 is too small; use 1 or more"),
        (["--opener", "xylyl", "--known-words", "9"], "'xylyl' is not among the 9 most frequent words"),
    ],
)
def test_an_invalid_preference_is_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call("suggest", *arguments), message)
