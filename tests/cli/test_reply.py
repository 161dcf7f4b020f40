import pytest

from tests.cli.running import Call, CallJson, assert_refused


def test_the_reply_to_a_guess_is_shown(call: Call) -> None:
    result = call("reply", "crane", "train")
    assert (result.code, result.err) == (0, "")
    assert [*result.out.splitlines()[1].split()][-2:] == ["⬛🟩🟩🟨⬛", "02210"]


def test_three_words_that_one_guess_cannot_tell_apart_and_another_can(call: Call, call_json: CallJson) -> None:
    words = ("bound", "pound", "mound")
    assert call("reply", "lound", *words).out.endswith("1 reply for 3 secrets: lound cannot tell them apart.\n")
    assert call("reply", "plumb", *words).out.endswith(
        "3 different replies for 3 secrets: plumb tells them all apart.\n"
    )
    data = call_json("reply", "plumb", *words, "--reply-style", "gyb")
    assert [(row["secret"], row["reply"]) for row in data["replies"]] == [
        ("bound", "BBGBY"),
        ("pound", "GBGBB"),
        ("mound", "BBGYB"),
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["crane"], "Missing argument 'SECRET"),
        (["crane", "zzzzz"], "'zzzzz' is not an allowed guess in nyt-2023"),
        (["crane", "train", "--prior", "frequency"], "No such option.*--prior"),
        (["crane", "train", "--reply-style", "roman"], "'roman' is not one of 'digits', 'gyb'"),
        (["1123", "2114", "--game", "mastermind", "--reply-style", "gyb"], "Replies in mastermind have no colours"),
    ],
)
def test_invalid_arguments_are_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call("reply", *arguments), message)
