import json
from pathlib import Path
from typing import Any

import pytest

from fewest import SCORERS, Belief, Wordle
from fewest.learning.convergence import Convergence, converge
from fewest.questions.converge import improvements
from fewest.strategies import estimator_names
from tests.cli.running import Call, CallJson, assert_refused, interrupt


def untimed(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Steps without what differs from run to run."""
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


def test_tables_show_how_far_it_came(call: Call, call_json: CallJson, alike: list[str]) -> None:
    options = [*alike, "--estimator", "entropic", "--iterations", "20"]
    [data] = call_json("converge", *options)
    result = call("converge", *options)
    last = data["steps"][-1]
    head = f"{last['mean']:.4f} from {last['opener']}, none below {last['lower_bound']:.4f}"
    assert result.one_line.startswith(
        f"entropic on alike.txt (58 guesses, 58 answers, all equally likely): {head} exploring: benefit of the doubt"
    )
    cells = [line.split() for line in result.out.splitlines()[-len(data["steps"]) :]]
    for row, step in zip(cells, data["steps"], strict=True):
        means = [f"{step['mean']:.4f}", f"{step['lower_bound']:.4f}"]
        assert [row[0], *row[2:]] == [f"{step['iteration']:,}", *means, step["opener"], f"{step['positions']:,}"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--estimator", "minimax"], "There is no estimator 'minimax'; the estimators are statistical, entropic, "),
        (["--output", "steps.txt"], r"steps\.txt: the steps are written as JSON; end the name in \.json"),
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
        (["--explore", "sample", "--caution", "1"], "Caution belongs to --explore doubt"),
        (["--explore", "sample", "--seed", "-1"], "Invalid value for '--seed'"),
        (["--seed", "1"], "A seed belongs to --explore sample"),
    ],
)
def test_what_cannot_be_searched_is_refused(options: list[str], message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("converge", "--json", *lists, *options), message)


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--estimator", "entropic"], []], ids=["one estimator", "all estimators"])
def test_an_interrupted_search_tells_how_far_it_came(options: list[str], tmp_path: Path) -> None:
    result = interrupt("converge", "--json", *options, "--output", str(tmp_path / "steps.json"), after=4)
    assert (result.code in (0, 130), result.err) == (True, "")
    [data] = json.loads(result.out)
    last = data["steps"][-1]
    assert (data["optimal"], data["label"]) == (False, "original")
    assert last["iteration"] > 0
    assert 2 < last["lower_bound"] < 7920 / 2315 <= last["mean"] < 3.7
    assert vars(Convergence.load(tmp_path / f"steps-{data['estimator']}.json").steps[-1]) == last
