from pathlib import Path

import pytest

from fewest import FewestError
from fewest.questions.reply import reply
from fewest.setup import Setup
from tests import oracles
from tests.questions.checks import check


def test_every_secret_gives_the_reply_of_the_rules() -> None:
    made = reply(Setup(), "CRANE", ["train", "CARER", "lound", "train"])
    assert (made.label, made.guess) == ("original", "crane")
    assert [each.secret for each in made.replies] == ["train", "carer", "lound"]
    for each in made.replies:
        assert each.marks == oracles.reply("crane", each.secret)
        assert each.reply == "".join(map(str, each.marks))
    assert made.different == 3
    check(made)


@pytest.mark.parametrize(
    ("guess", "secrets", "different", "summary"),
    [
        ("lound", "bound pound mound", 1, "1 reply for 3 secrets: lound cannot tell them apart."),
        ("plumb", "bound pound mound", 3, "3 different replies for 3 secrets: plumb tells them all apart."),
        (
            "prong",
            "bound pound mound train",
            3,
            "3 different replies for 4 secrets: prong cannot tell apart bound mound.",
        ),
        (
            "fuzzy",
            "train bound pound brain",
            2,
            "2 different replies for 4 secrets: fuzzy cannot tell apart train brain; bound pound.",
        ),
    ],
)
def test_the_summary_says_which_secrets_a_guess_tells_apart(
    guess: str, secrets: str, different: int, summary: str
) -> None:
    made = reply(Setup(), guess, secrets.split())
    assert made.different == different == len({oracles.reply(guess, each) for each in secrets.split()})
    assert str(made).splitlines()[-1] == summary


def test_replies_are_written_in_letters() -> None:
    made = reply(Setup(), "crane", ["train"], replies="gyb")
    assert made.replies[0].reply == "BGGYB"
    assert str(made).splitlines()[1].split() == ["train", *"CRANE", "BGGYB"]
    assert Setup(clues=(f"crane={made.replies[0].reply}",)).belief().words[0] == "brain"


def test_other_games_reply_in_their_own_way(tmp_path: Path) -> None:
    pegs = reply(Setup(game="mastermind"), "1123", ["2114"])
    assert str(pegs).splitlines()[1].split() == ["2114", "1123", "●○○", "1b2w"]
    jotto = reply(Setup(game="jotto"), "crane", ["nacre", "lound"])
    assert [line.split() for line in str(jotto).splitlines()[1:-1]] == [
        ["nacre", "crane", "5"],
        ["lound", "crane", "1"],
    ]
    with pytest.raises(FewestError, match="Replies in jotto have no colours"):
        reply(Setup(game="jotto"), "crane", ["nacre"], replies="gyb")
    path = tmp_path / "faults.csv"
    path.write_text("fault,light\nwire,on\nfuse,off\n")
    table = Setup(game=f"table:file={path}")
    assert [each.reply for each in reply(table, "light", ["wire", "fuse"]).replies] == ["on", "off"]
    with pytest.raises(FewestError, match="'light' is an allowed guess, but never the secret"):
        reply(table, "wire", ["light"])


def test_words_outside_the_list_are_refused() -> None:
    for guess, secret, message in (
        ("zzzzz", "train", "'zzzzz' is not an allowed guess in original"),
        ("crane", "zzzzz", "'zzzzz' is not an allowed guess in original"),
        ("crane", "trai", "'trai' has 4 characters; guess a word of 5 letters"),
    ):
        with pytest.raises(FewestError, match=message):
            reply(Setup(), guess, [secret])
