import json
import time
from pathlib import Path
from typing import Any

import pytest

from fewest import SCORERS, Belief, Wordle
from fewest.learning.convergence import Convergence, converge
from fewest.search import Prover, prove
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


def test_every_estimator_ends_with_the_proved_value(call: Call, alike: list[str]) -> None:
    data = data_of(call, *alike)
    best = prove(Prover(Belief.start(Wordle.from_files(alike[1])))).best[0]
    assert [each["estimator"] for each in data] == [*ESTIMATORS]
    for each in data:
        first, last = each["steps"][0], each["steps"][-1]
        assert (each["label"], each["optimal"]) == ("alike.txt", True)
        assert (first["iteration"], first["mean"]) == (0, (1 + 58) / 2)
        assert last["mean"] == last["lower_bound"] == pytest.approx(best.mean, rel=1e-12)
        assert last["iteration"] > 10


def test_json_holds_the_steps_that_improved_and_the_last(call: Call, alike: list[str]) -> None:
    [data] = data_of(call, *alike, "--estimator", "entropic", "--caution", "0.5")
    made = converge(Belief.start(Wordle.from_files(alike[1])), SCORERS["entropic"], 0.5)
    steps = [vars(step) for step in made.steps]
    better = [
        step for before, step in zip([None, *steps], steps, strict=False) if not before or step["mean"] < before["mean"]
    ]
    assert better[-1]["iteration"] < steps[-1]["iteration"]
    assert untimed(data["steps"]) == untimed([*better, steps[-1]])
    seconds = [step["seconds"] for step in data["steps"]]
    assert seconds == sorted(seconds)
    [other] = data_of(call, *alike, "--estimator", "entropic", "--caution", "3")
    assert untimed(other["steps"]) != untimed(data["steps"])


def test_samples_are_drawn_by_their_seed(call: Call, alike: list[str]) -> None:
    options = [*alike, "--estimator", "entropic", "--explore", "sample"]
    found = [data_of(call, *options, "--seed", seed)[0] for seed in ("1", "1", "2")]
    assert [(each["explore"], each["seed"], each["optimal"]) for each in found] == [
        ("sample", seed, True) for seed in (1, 1, 2)
    ]
    assert untimed(found[0]["steps"]) == untimed(found[1]["steps"]) != untimed(found[2]["steps"])
    made = converge(Belief.start(Wordle.from_files(alike[1])), SCORERS["entropic"], explore="sample", seed=1)
    assert untimed(found[0]["steps"][-1:]) == untimed([vars(made.steps[-1])])


@pytest.mark.parametrize("iterations", [0, 3])
def test_iterations_end_it(iterations: int, call: Call, alike: list[str]) -> None:
    [data] = data_of(call, *alike, "--estimator", "statistical", "--iterations", str(iterations))
    assert (data["steps"][-1]["iteration"], data["optimal"]) == (iterations, False)
    assert data["steps"][-1]["lower_bound"] < data["steps"][-1]["mean"]


def test_seconds_end_it(call: Call, alike: list[str]) -> None:
    began = time.monotonic()
    [data] = data_of(call, *alike, "--estimator", "statistical", "--seconds", "0.02")
    assert (time.monotonic() - began >= 0.02, data["optimal"]) == (True, False)
    [none] = data_of(call, *alike, "--estimator", "statistical", "--seconds", "0")
    assert [step["iteration"] for step in none["steps"]] == [0]


def test_a_mean_that_is_low_enough_ends_it(call: Call, alike: list[str], tmp_path: Path) -> None:
    [whole] = data_of(call, *alike, "--estimator", "entropic", "-o", str(tmp_path / "whole.json"))
    means = [step["mean"] for step in whole["steps"]]
    until = (means[1] + means[2]) / 2
    [data] = data_of(call, *alike, "--estimator", "entropic", "--until", str(until))
    steps = Convergence.load(tmp_path / "whole-entropic.json").steps
    last = next(step for step in steps if step.mean <= until)
    assert (data["steps"][-1]["iteration"], data["optimal"]) == (last.iteration, False)
    assert 0 < last.iteration < steps[-1].iteration


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
    options = [*alike, "--estimator", "entropic"]
    [data] = data_of(call, *options)
    lines = call("converge", *options).out.splitlines()
    last = data["steps"][-1]
    head = " ".join(" ".join(lines[:3]).split())
    assert head.startswith(
        "entropic on alike.txt (58 guesses, 58 answers, all equally likely): "
        f"{last['mean']:.4f} from {last['opener']}, proved optimal"
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
    stopped = " ".join(call("converge", *options, "--iterations", "1").out.split())
    assert "proved" not in stopped
    assert (
        f", none below {data['steps'][1]['lower_bound']:.4f} exploring: benefit of the doubt iteration seconds"
        in stopped
    )


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
