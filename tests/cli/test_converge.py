import json
from pathlib import Path
from typing import Any

import pytest

from fewest import SCORERS, Belief, Wordle
from fewest.learning.convergence import Convergence, converge
from fewest.questions.converge import improvements
from fewest.strategies import ESTIMATORS
from tests.cli.running import Call, assert_refused, interrupt


def data_of(call: Call, *arguments: str) -> list[dict[str, Any]]:
    """What a search says to programs, an entry per estimator."""
    result = call("converge", "--json", *arguments)
    assert (result.code, result.err) == (0, "")
    data: list[dict[str, Any]] = json.loads(result.out)
    return data


def untimed(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Steps without what differs from run to run."""
    return [{key: value for key, value in step.items() if key != "seconds"} for step in steps]


def test_every_estimator_searches_unless_one_is_named(call: Call, alike: list[str]) -> None:
    data = data_of(call, *alike, "--iterations", "0")
    assert [(each["estimator"], each["label"]) for each in data] == [(name, "alike.txt") for name in ESTIMATORS]
    assert {each["steps"][0]["mean"] for each in data} == {(1 + 58) / 2}


SAMPLE = {"explore": "sample", "iterations": 9}


@pytest.mark.parametrize(
    ("options", "given"),
    [
        (["--caution", "0.5", "--iterations", "40"], {"caution": 0.5, "iterations": 40}),
        (
            ["--explore", "sample", "--seed", "1", "--iterations", "9"],
            {"explore": "sample", "seed": 1, "iterations": 9},
        ),
        (
            ["--explore", "sample", "--seed", "2", "--iterations", "9"],
            {"explore": "sample", "seed": 2, "iterations": 9},
        ),
        (["--until", "29"], {"until": 29.0}),
        (["--iterations", "0"], {"iterations": 0}),
    ],
)
def test_options_are_passed_on(options: list[str], given: dict[str, Any], call: Call, alike: list[str]) -> None:
    [data] = data_of(call, *alike, "--estimator", "entropic", *options)
    made = converge(Belief.start(Wordle.from_files(alike[1])), SCORERS["entropic"], **given)
    assert untimed(data["steps"]) == untimed([vars(step) for step in improvements(made.steps)])
    assert not data["optimal"]


def test_seconds_end_it(call: Call, alike: list[str]) -> None:
    [data] = data_of(call, *alike, "--estimator", "statistical", "--seconds", "0")
    assert [step["iteration"] for step in data["steps"]] == [0]


@pytest.mark.slow
def test_all_steps_are_written_to_a_file_per_estimator(call: Call, alike: list[str], tmp_path: Path) -> None:
    named = [option for name in ("entropic", "statistical") for option in ("--estimator", name)]
    data = data_of(call, *alike, *named, "-o", str(tmp_path / "steps.json"))
    assert {path.name for path in tmp_path.glob("*.json")} == {"steps-entropic.json", "steps-statistical.json"}
    for each in data:
        loaded = Convergence.load(tmp_path / f"steps-{each['estimator']}.json")
        assert (loaded.label, loaded.estimator, loaded.optimal) == ("alike.txt", each["estimator"], True)
        assert [step.iteration for step in loaded.steps] == [*range(len(loaded.steps))]
        assert vars(loaded.steps[-1]) == each["steps"][-1]


def test_tables_show_how_far_it_came(call: Call, alike: list[str]) -> None:
    options = [*alike, "--estimator", "entropic", "--iterations", "20"]
    [data] = data_of(call, *options)
    lines = call("converge", *options).out.splitlines()
    last = data["steps"][-1]
    head = f"{last['mean']:.4f} from {last['opener']}, none below {last['lower_bound']:.4f}"
    assert " ".join(" ".join(lines[:4]).split()).startswith(
        f"entropic on alike.txt (58 guesses, 58 answers, all equally likely): {head} exploring: benefit of the doubt"
    )
    cells = [line.split() for line in lines[-len(data["steps"]) :]]
    assert [[row[0], *row[2:]] for row in cells] == [
        [
            f"{step['iteration']:,}",
            f"{step['mean']:.4f}",
            f"{step['lower_bound']:.4f}",
            step["opener"],
            f"{step['positions']:,}",
        ]
        for step in data["steps"]
    ]


@pytest.mark.parametrize("options", [["--prior", "frequency"], ["--hard"]])
def test_a_prior_and_hard_mode_end_with_the_proved_value_too(options: list[str], call: Call, lists: list[str]) -> None:
    proved = json.loads(call("prove", "--json", *lists, *options, "--max-guesses", "0").out)
    for each in data_of(call, *lists, *options):
        assert each["optimal"]
        assert each["steps"][-1]["mean"] == pytest.approx(proved["mean"], abs=1e-6)


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
        (["--iterations", "many"], "Invalid value for '--iterations'"),
        (["--seconds", "-1"], "Invalid value for '--seconds'"),
        (["--until", "low"], "Invalid value for '--until'"),
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
def test_an_interrupted_search_tells_how_far_it_came(tmp_path: Path) -> None:
    path = tmp_path / "steps.json"
    result = interrupt("converge", "--json", "--estimator", "entropic", "--output", str(path), after=4)
    assert (result.code in (0, 130), result.err) == (True, "")
    [data] = json.loads(result.out)
    last = data["steps"][-1]
    assert (data["optimal"], data["label"]) == (False, "original")
    assert last["iteration"] > 0
    assert 2 < last["lower_bound"] < 7920 / 2315 <= last["mean"] < 3.6
    assert vars(Convergence.load(tmp_path / "steps-entropic.json").steps[-1]) == last


@pytest.mark.slow
def test_an_interruption_ends_the_search_by_all_estimators() -> None:
    result = interrupt("converge", "--json", after=3)
    assert "Traceback" not in result.err
    assert [each["optimal"] for each in json.loads(result.out)] == [False]
