import json
from pathlib import Path

import pytest

from fewest import FewestError, Prover, prove
from fewest.questions.converge import converge, improvements, require_json
from fewest.setup import Setup
from fewest.watch import Progress, Watch
from fewest.words import edition
from tests.questions.checks import check, same


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    """A list that needs more than a few iterations."""
    path = tmp_path / "answers.txt"
    path.write_text("\n".join(word for word in edition("original").answers if word.endswith("ch")), encoding="utf-8")
    return Setup(answers=str(path))


def test_a_search_that_ends_has_found_what_a_proof_finds(setup: Setup) -> None:
    belief = setup.belief()
    made = converge(setup, by="entropic", every_step=True)
    best = prove(Prover(belief)).best[0]
    last = made.steps[-1]
    assert made.optimal
    assert same(last.mean, best.mean)
    assert same(last.lower_bound, best.mean)
    assert [step.iteration for step in made.steps] == [*range(len(made.steps))]
    assert (made.label, made.title, made.estimator) == (belief.game.label, setup.title(belief.game), "entropic")
    assert not made.interrupted
    check(made)
    assert f"{best.mean:.4f} starting with {last.opener}, proved optimal" in str(made)


def test_only_better_plays_and_the_last_are_kept(setup: Setup) -> None:
    every = converge(setup, by="entropic", every_step=True, iterations=30).steps
    kept = converge(setup, by="entropic", iterations=30).steps
    assert [step.iteration for step in kept] == [step.iteration for step in improvements(every)]
    means = [step.mean for step in kept[:-1]]
    assert means == sorted({*means}, reverse=True)
    assert kept[-1].iteration == 30
    assert all(any(step.mean >= better.mean for better in kept if better.iteration <= step.iteration) for step in every)


def test_a_search_that_is_ended_early_proves_nothing(setup: Setup) -> None:
    made = converge(setup, by="entropic", iterations=2)
    assert not made.optimal
    assert "lower bound" in str(made)
    check(made)


def test_after_ctrl_c_it_says_how_far_it_came(setup: Setup) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.done == 3:
            raise KeyboardInterrupt

    made = converge(setup, watch=Watch(interrupt), by="entropic", every_step=True)
    assert made.interrupted
    assert not made.optimal
    assert made.steps[-1].iteration == 3
    assert "stopped, lower bound" in str(made)


def test_all_steps_are_written_to_a_file(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "steps.json"
    every = converge(setup, by="entropic", iterations=9, output=path, every_step=True).steps
    data = json.loads(path.read_text(encoding="utf-8"))
    assert [step["iteration"] for step in data["steps"]] == [step.iteration for step in every]
    require_json(path)
    with pytest.raises(FewestError, match=r"steps.txt: the file is written as JSON"):
        require_json(tmp_path / "steps.txt")


def test_caution_and_seed_belong_to_one_way_each(setup: Setup) -> None:
    with pytest.raises(FewestError, match="--caution needs --explore doubt"):
        converge(setup, by="entropic", explore="sample", caution=1.0)
    with pytest.raises(FewestError, match="--seed needs --explore sample"):
        converge(setup, by="entropic", seed=1)
