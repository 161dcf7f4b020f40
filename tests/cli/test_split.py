import pytest

from tests.cli.running import ORIGINAL, Call, CallJson, assert_refused


def test_which_words_a_guess_tells_apart(call_json: CallJson) -> None:
    for among in (["--among", "bound,pound,mound"], ["--among", "bound", "--among", "pound,mound"]):
        data = call_json("split", "plumb", *among, *ORIGINAL)
        assert (data["remaining"], [part["words"] for part in data["parts"]]) == (3, [["bound"], ["mound"], ["pound"]])
        data = call_json("split", "lound", *among, *ORIGINAL)
        assert [part["words"] for part in data["parts"]] == [["bound", "mound", "pound"]]
    data = call_json("split", "mound", "plumb=bbgyb", "--among", "bound,pound,mound", *ORIGINAL)
    assert (data["remaining"], data["hit"]) == (1, 1.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["crane", "--top", "3", "--json"], "--top has no effect on JSON, which has every reply"),
        (["crane", "--top", "0"], "0 is too small; use 1 or more"),
        (
            ["crane", "--among", "bound,lound", *ORIGINAL],
            "'lound' is an allowed guess, but not an answer of original",
        ),
        (["crane", "--among", "bound,"], "'' is not an allowed guess"),
        (["crane", "slate=22222", "--among", "bound,pound"], "none of the 2 possible secrets gives that reply"),
        (["1122", "--game", "mastermind", "--reply-style", "digits"], "Replies in mastermind have no colours"),
    ],
)
def test_invalid_arguments_are_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call("split", *arguments), message)
