"""Figures: each function computes or loads the data of one."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fewest.errors import FewestError
from fewest.learning.accuracy import Accuracy
from fewest.learning.convergence import Convergence
from fewest.learning.training import Learnt
from fewest.play.clues import find_secret
from fewest.questions.accuracy import accuracy
from fewest.questions.compare import applicable_strategies
from fewest.questions.converge import converge
from fewest.questions.train import train
from fewest.setup import Setup
from fewest.strategies import DEFAULT, estimator_names, strategy
from fewest.trees.evaluation import evaluate
from fewest.trees.tree import grow
from fewest.watch import UNWATCHED, Watch

if TYPE_CHECKING:
    from fewest.report.plots import Plot

DEFAULT_STRATEGIES = ("letters-adjusted", "minimax", "entropy", "expected-moves")
"""The strategies of `distribution` by default."""


def expected_moves(setup: Setup, watch: Watch = UNWATCHED, *, data: Path | None = None) -> "Plot":
    """Draw the expected number of guesses by bits of uncertainty, and the training data, from a file or computed."""
    from fewest.report import plots

    if data is not None:
        refuse_with_data(setup)
        return plots.expected_moves(Learnt.load(data))
    return plots.expected_moves(train(setup, watch).learnt)


def distribution(
    setup: Setup, watch: Watch = UNWATCHED, *, by: Sequence[str] = (), opener: str | None = None
) -> "Plot":
    """Draw the distribution of guesses, a panel per strategy."""
    from fewest.report import plots

    plays = [(name, strategy(name)) for name in by or applicable_strategies(setup, DEFAULT_STRATEGIES)]
    belief = setup.belief()
    evaluations = []
    for done, (name, play) in enumerate(plays):
        watch.update(done, len(plays), name)
        tree = replace(grow(play, belief, opener, watch.silent, answers=belief.game.answers), strategy=name)
        evaluations.append(evaluate(tree, max_guesses=setup.limit(belief.game)))
    watch.update(len(plays), len(plays))
    return plots.distribution(evaluations)


def bits(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    secrets: Sequence[str] = (),
    by: str = DEFAULT,
    opener: str | None = None,
) -> "Plot":
    """Draw the bits of uncertainty after each guess."""
    from fewest.report import plots

    play = strategy(by)
    belief = setup.belief()
    words = [find_secret(belief.game, text) for text in secrets]
    tree = replace(grow(play, belief, opener, watch), strategy=by)
    return plots.bits(tree, belief, list(dict.fromkeys(words)))


def openers(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    data: Path | None = None,
    estimators: Sequence[str] = (),
    best: int | None = None,
    sample: int | None = None,
) -> "Plot":
    """Draw predictions of estimators against exact values of openers, from a file or computed."""
    from fewest.report import plots

    if data is not None:
        refuse_with_data(setup, estimator=estimators, best=best, sample=sample)
        return plots.openers(Accuracy.load(data))
    best = 10 if best is None else best
    measured = accuracy(setup, watch, estimators=estimators, best=best, sample=sample, memory=1024, otherwise=40)
    return plots.openers(measured.accuracy)


def convergence(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    data: Sequence[Path] = (),
    estimators: Sequence[str] = (),
    seconds: float | None = None,
    optimum: float | None = None,
) -> "Plot":
    """Draw how `converge` approaches the optimum, from files or computed."""
    from fewest.report import plots

    if data:
        refuse_with_data(setup, estimator=estimators, seconds=seconds)
        return plots.convergence([Convergence.load(path) for path in data], optimum)
    names = estimator_names(estimators)
    limit = 20.0 if seconds is None else seconds
    belief = setup.belief()
    found = []
    for name in names:
        run = converge(setup, watch.within(limit), by=name, every_step=True, belief=belief)
        if run.interrupted:
            raise KeyboardInterrupt
        found.append(Convergence(run.label, run.estimator, [*run.steps], run.optimal, run.explore, run.seed))
    return plots.convergence(found, optimum)


def refuse_with_data(setup: Setup, **given: object) -> None:
    """Reject options that conflict with --data."""
    for name, value in given.items():
        if value is not None and value != ():
            raise FewestError(f"--data and --{name} exclude each other: the data are measured already.")
    if setup != Setup():
        raise FewestError("--data says which game was played; leave out the options that choose one.")
