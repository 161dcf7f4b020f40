import pytest

from tests.cli.running import Call, CallJson, assert_refused

SMALL = ("--game", "bulls-and-cows:length=2,symbols=4")


def test_the_best_pairs_are_found_and_a_pair_is_valued(call: Call, call_json: CallJson) -> None:
    data = call_json("openings", *SMALL, "--prove", "-n", "3")
    assert data["proved"]
    assert len(data["openings"]) == 3
    best = data["openings"][0]
    valued = call_json("openings", *best["guesses"], *SMALL)
    assert valued["openings"] == [best]
    assert call("openings", *SMALL, "--fixed", "1", "-n", "1").out.splitlines()[0].startswith("Fixed first guesses on")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["salet", "--fixed", "2"], "--fixed is for finding the best guesses; leave it out to value your own"),
        (["salet", "--prove"], "--prove is for finding the best guesses"),
        (["zzzzz"], "'zzzzz' is not an allowed guess in original"),
        (["--fixed", "3", "--prove"], "--prove is possible for at most 2 fixed guesses"),
        (["--fixed", "0"], "Invalid value for '--fixed'"),
        (["--hard"], "No such option.*--hard"),
    ],
)
def test_conflicting_options_are_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call("openings", *arguments), message)
