from typing import Any

import pytest

from fewest import SCORERS, Belief, Wordle
from fewest.learning.convergence import converge
from fewest.questions.converge import improvements
from fewest.strategies import estimator_names
from tests.cli.running import Call, CallJson, assert_refused


def untimed(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The steps without values that differ from run to run."""
    return [{key: value for key, value in step.items() if key != "seconds"} for step in steps]


@pytest.mark.parametrize("option", ["--iterations", "--seconds"])
def test_every_estimator_searches_unless_one_is_named(option: str, call_json: CallJson, alike: list[str]) -> None:
    data = call_json("converge", *alike, option, "0")
    assert [search["estimator"] for search in data] == estimator_names()
    assert {search["label"] for search in data} == {"alike.txt"}
    assert {step["mean"] for search in data for step in search["steps"]} == {(1 + 58) / 2}


@pytest.mark.parametrize(
    "given",
    [
        {"caution": 0.5, "iterations": 40},
        {"explore": "sample", "seed": 1, "iterations": 9},
        {"explore": "sample", "seed": 2, "iterations": 9},
        {"until": 29.0},
    ],
)
def test_options_are_passed_on(given: dict[str, Any], call_json: CallJson, alike: list[str]) -> None:
    options = [part for name, value in given.items() for part in (f"--{name}", str(value))]
    [data] = call_json("converge", *alike, "--estimator", "entropic", *options)
    search = converge(Belief.start(Wordle.from_files(alike[1])), SCORERS["entropic"], **given)
    assert untimed(data["steps"]) == untimed([vars(step) for step in improvements(search.steps)])
    assert not data["optimal"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--estimator", "minimax"], "Unknown estimator 'minimax'. Use one of statistical, entropic, "),
        (["--output", "steps.txt"], r"steps\.txt: the file is written as JSON, so its name must end in \.json"),
        (
            ["--output", "missing/steps.json"],
            r"missing/steps-statistical\.json: cannot be written \(there is no folder",
        ),
        (["--iterations", "-1"], "Invalid value for '--iterations'"),
        (["--seconds", "-1"], "Invalid value for '--seconds'"),
        (["--until", "-1"], "Invalid value for '--until'"),
        (["--caution", "-1"], "Invalid value for '--caution'"),
        (["--caution", "101"], "Invalid value for '--caution'"),
        (["--explore", "guess"], "Invalid value for '--explore'"),
        (["--explore", "sample", "--caution", "1"], "--caution needs --explore doubt"),
        (["--explore", "sample", "--seed", "-1"], "Invalid value for '--seed'"),
        (["--seed", "1"], "--seed needs --explore sample"),
    ],
)
def test_invalid_options_are_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("converge", "--json", *lists, *options), message)
