from typing import get_args

import pytest

from fewest import Belief, Wordle, grow, strategy
from fewest import evaluate as count_guesses
from fewest.strategies import DEFAULT
from fewest.strategies.greedy import GuessFrom
from tests.cli.running import Call, CallJson, assert_refused


def test_the_default_edition_is_played_by_default(original: Wordle, call: Call) -> None:
    result = call("evaluate")
    assert result.code == 0
    expected = count_guesses(grow(strategy(DEFAULT), Belief.start(original)))
    words = result.one_line
    assert (
        f"{DEFAULT} starting with {expected.opener} on original (12,972 guesses, 2,315 answers, all equally likely)"
        in words
    )
    assert f"mean {expected.mean:.4f} guesses, {expected.total:,} in total, worst {expected.worst} " in words
    assert "all found within 6 guesses" in words
    assert "under the prior" not in words


def test_another_language_is_played(call_json: CallJson) -> None:
    data = call_json("evaluate", "--language", "fil", "--length", "12")
    assert data["label"] == "fil-12"
    assert sum(data["histogram"].values()) == data["answers"] > 100


def test_the_answers_are_timed_by_tenths(call: Call, call_json: CallJson, lists: list[str]) -> None:
    plain, timed = (call_json("evaluate", *options, *lists) for options in ([], ["--timings"]))
    assert [timing["answers"] for timing in timed["timings"]][-1] == timed["answers"] == 6
    assert {key: timed[key] for key in ("total", "histogram")} == {key: plain[key] for key in ("total", "histogram")}
    assert not plain["timings"]
    assert "answers  seconds" in call("evaluate", "--timings", *lists).out


@pytest.mark.parametrize("name", [[], ["-s", "minimax"], ["-s", "minimax:ties=alphabet"]])
def test_guesses_can_be_limited_to_possible_answers(
    name: list[str], call_json: CallJson, lists: list[str], small: Wordle
) -> None:
    data = call_json("evaluate", "--guess-from", "answers", *name, *lists)
    given = name[1] if name else DEFAULT
    assert data["strategy"] == f"{given}{',' if ':' in given else ':'}guess_from=answers"
    assert data["opener"] in small.answers
    suggested = call_json("suggest", "--guess-from", "answers", *name, *lists)
    assert {row["guess"] for row in suggested["suggestions"]} == {*small.answers}


def test_guess_from_matches_the_options_of_strategies(call: Call, lists: list[str]) -> None:
    for choice in get_args(GuessFrom):
        assert call("evaluate", "--guess-from", choice, *lists).code == 0
    assert "'others'" in call("evaluate", "--guess-from", "others", *lists).err


def test_a_strategy_that_needs_all_guesses_says_so(call: Call, lists: list[str]) -> None:
    result = call("evaluate", "--guess-from", "answers", "-s", "optimal", *lists)
    assert_refused(result, "^fewest: optimal does not take --guess-from. Use one of letters, ")
