import pytest

from fewest.results.text import cell_width
from tests.cli.running import ORIGINAL, Call, CallJson, assert_refused


def test_each_reply_has_a_bar_within_the_screen(
    call: Call, call_json: CallJson, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = [part["count"] for part in call_json("split", "crane", *ORIGINAL)["parts"]]
    for columns in (80, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = call("split", "crane", *ORIGINAL).out.splitlines()
        rows = lines[-len(counts) :]
        assert max(map(cell_width, lines)) <= columns
        longest = rows[0].count("█")
        assert longest >= 10
        assert [row.count("█") for row in rows] == [round(longest * count / counts[0]) for count in counts]
    monkeypatch.setenv("COLUMNS", "60")
    lines = call("split", "crane", *ORIGINAL).out.splitlines()
    assert max(map(cell_width, lines)) <= 60


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
        (["crane", "--top", "3", "--json"], "--top is for people; JSON has every reply"),
        (["crane", "--top", "0"], "0 is not in the range"),
        (
            ["crane", "--among", "bound,lound", *ORIGINAL],
            "'lound' is an allowed guess but no answer of original",
        ),
        (["crane", "--among", "bound,"], "'' is not an allowed guess"),
        (["crane", "slate=22222", "--among", "bound,pound"], "none of the 2 possible secrets gives that reply"),
        (["1122", "--game", "mastermind", "--replies", "digits"], "Replies in mastermind have no colours"),
    ],
)
def test_what_cannot_be_split_so_is_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call("split", *arguments), message)
