from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fewest import FewestError, Wordle, evaluate, grow, strategy
from fewest.learning.accuracy import Accuracy
from fewest.questions import plot
from fewest.questions.accuracy import accuracy
from fewest.questions.converge import converge
from fewest.questions.solve import solve
from fewest.questions.train import train
from fewest.setup import Setup
from fewest.watch import Progress, Watch
from tests.questions.checks import pressing_ctrl_c

pytest.importorskip("matplotlib")

from fewest.report import plots


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[Any, ...]]:
    """What is to be drawn by each kind of plot, instead of a drawing."""
    found: dict[str, tuple[Any, ...]] = {}

    def keep(name: str) -> Callable[..., str]:
        def draw(*given: Any) -> str:
            found[name] = given
            return name

        return draw

    kinds = ("expected_moves", "distribution", "bits", "openers", "convergence")
    for name in (*kinds, "belief", "split", "prior", "game", "lookahead"):
        monkeypatch.setattr(plots, name, keep(name))
    return found


def test_distributions_are_those_of_the_strategies(setup: Setup, asked: dict[str, Any], made_once: None) -> None:
    heard: list[Progress] = []
    plot.distribution(setup, Watch(heard.append), by=["entropy", "minimax"], opener="batch")
    (made,) = asked["distribution"]
    for found, name in zip(made, ("entropy", "minimax"), strict=True):
        wanted = evaluate(grow(strategy(name), setup.belief(), "batch"))
        assert (found.histogram, found.opener) == (wanted.histogram, "batch")
    assert heard == [Progress(0, 2, "entropy"), Progress(1, 2, "minimax"), Progress(2, 2)]
    plot.distribution(Setup(spec="numbers:most=9"))
    assert len(asked["distribution"][0]) == len(plot.DEFAULT_STRATEGIES) - 1


def test_bits_are_drawn_of_a_tree_and_of_some_secrets(setup: Setup, asked: dict[str, Any]) -> None:
    plot.bits(setup, secrets=["FINCH", "batch", "finch"], by="entropy")
    tree, belief, words = asked["bits"]
    assert tree.root == grow(strategy("entropy"), setup.belief()).root
    assert (tree.strategy, len(belief), words) == ("entropy", 29, ["finch", "batch"])
    with pytest.raises(FewestError):
        plot.bits(setup, secrets=["zzzzz"])


def test_positions_are_drawn_after_their_clues(setup: Setup, asked: dict[str, Any]) -> None:
    first = setup.game().secrets[0]
    clue = f"{first}=22222"
    plot.belief(setup.after(clue), top=3)
    belief, conditions, top = asked["belief"]
    assert (belief.words, conditions, top) == ([first], f"uniform prior, after {clue}", 3)
    plot.split(setup, texts=["FINCH", clue, "batch"])
    belief, guesses, conditions = asked["split"]
    assert (belief.words, guesses, conditions) == ([first], ["finch", "batch"], f"uniform prior, after {clue}")


def test_the_middle_is_that_of_the_frequency_prior_alone(asked: dict[str, Any]) -> None:
    plot.prior(Setup(prior="frequency", secrets="guesses"))
    label, ranks, weights, answers, conditions, middle = asked["prior"]
    assert (label, len(ranks), len(weights), len(answers)) == ("original/guesses", 12972, 12972, 2315)
    assert (conditions, middle) == ("frequency prior", pytest.approx(1.3 * 2315))
    assert weights[ranks[3009]] == pytest.approx(0.5, abs=0.001)
    plot.prior(Setup(prior="today"))
    assert asked["prior"][-1] is None


def test_a_game_is_drawn_as_solve_plays_it(setup: Setup, asked: dict[str, Any]) -> None:
    plot.game(setup, secret="FINCH", by="minimax", opener="batch")
    start, clues, name, _ = asked["game"]
    turns = solve(setup, ["finch"], by="minimax", opener="batch").games[0].turns
    assert [(clue.guess, start.game.reply_text(clue.reply)) for clue in clues] == [
        (turn.guess, turn.reply) for turn in turns
    ]
    assert (len(start), clues[0].guess, name) == (29, "batch", "minimax")


def test_lookahead_is_counted_afresh_at_every_depth(setup: Setup, asked: dict[str, Any]) -> None:
    heard: list[Progress] = []
    plot.lookahead(setup, Watch(heard.append), words=10, depth=2)
    label, valued, guesses, replies, conditions = asked["lookahead"]
    assert (label, guesses) == (setup.game().label, 10)
    assert valued[0] == 10 < valued[1] <= 10 + 10 * 10 * 10
    assert 1 < replies <= 10
    assert conditions == "10 of its 29 words, evenly spread; uniform prior"
    assert heard == [Progress(0, 2, "depth 1"), Progress(1, 2, "depth 2"), Progress(2, 2)]
    with pytest.raises(FewestError, match="has 29 words; lookahead needs 2 or more of them, not 30"):
        plot.lookahead(setup, words=30)


def test_what_was_learnt_is_drawn(setup: Setup, asked: dict[str, Any]) -> None:
    plot.expected_moves(setup)
    (learnt,) = asked["expected_moves"]
    assert learnt.curve.name == Wordle.from_files(setup.answers, setup.guesses).label
    assert learnt.conditions == "uniform prior"
    assert len(learnt.samples.bits) == len(learnt.samples.guesses) > 10


def test_a_curve_is_read_with_its_data(setup: Setup, asked: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "curve.json"
    made = train(setup, rounds=1, bucket=0.75)
    made.save(path)
    plot.expected_moves(Setup(), data=path)
    (learnt,) = asked["expected_moves"]
    assert (learnt.curve.bits, learnt.bucket, learnt.conditions) == (made.bits, 0.75, "uniform prior")
    with pytest.raises(FewestError, match="--data says which game was played"):
        plot.expected_moves(setup, data=path)


def test_openers_are_measured_or_read(setup: Setup, asked: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "accuracy.json"
    accuracy(setup, best=2, sample=3, memory=4).accuracy.save(path)
    plot.openers(Setup(), data=path)
    assert asked["openers"] == (Accuracy.load(path),)
    plot.openers(setup, estimators=["entropic"], best=2, sample=3)
    (made,) = asked["openers"]
    assert (len(made.best), len(made.sample), made.estimators) == (2, 3, ["entropic"])


def test_convergence_is_searched_or_read(setup: Setup, asked: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "steps.json"
    made = converge(setup, by="entropic", output=path, every_step=True)
    plot.convergence(Setup(), data=[path, path], optimum=2.5)
    read, optimum = asked["convergence"]
    assert [each.steps for each in read] == [[*made.steps]] * 2
    assert optimum == 2.5
    plot.convergence(setup, estimators=["entropic"])
    (found,), optimum = asked["convergence"]
    assert (found.estimator, found.optimal, optimum) == ("entropic", True, None)


def test_ctrl_c_ends_a_search_that_is_to_be_drawn(setup: Setup, asked: dict[str, Any]) -> None:
    with pytest.raises(KeyboardInterrupt):
        plot.convergence(setup, pressing_ctrl_c(), estimators=["entropic"])
    assert asked == {}


def test_data_say_what_was_measured(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    wrong: list[dict[str, Any]] = [{"estimators": ["entropic"]}, {"best": 0}, {"sample": 3}]
    for given in wrong:
        with pytest.raises(FewestError, match="the data are measured already"):
            plot.openers(Setup(), data=path, **given)
    with pytest.raises(FewestError, match="the data are measured already"):
        plot.convergence(Setup(), data=[path], seconds=1.0)
    with pytest.raises(FewestError, match="--data says which game was played"):
        plot.openers(setup, data=path)


def test_results_are_drawn_without_files(setup: Setup, asked: dict[str, Any]) -> None:
    learnt = train(setup, rounds=1)
    plot.expected_moves(data=learnt)
    (drawn,) = asked["expected_moves"]
    assert (drawn.curve, drawn.samples, drawn.conditions) == (learnt.curve, learnt.samples, setup.conditions)
    measured = accuracy(setup, best=2, sample=2, memory=4)
    plot.openers(data=measured)
    assert asked["openers"] == (measured.accuracy,)
    run = converge(setup, by="entropic", iterations=3)
    plot.convergence(data=[run], optimum=2.5)
    ((searched,), optimum) = asked["convergence"]
    assert (searched.label, searched.estimator, tuple(searched.steps)) == (run.label, "entropic", run.steps)
    assert (searched.optimal, searched.explore, searched.seed, optimum) == (run.optimal, run.explore, run.seed, 2.5)
