import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, FewestError
from fewest.learning.convergence import converge
from fewest.questions.converge import converge as ask
from fewest.report.convergence import convergence, draw
from fewest.setup import Setup
from tests import samples
from tests.questions.checks import pressing_ctrl_c
from tests.report.cases import ESTIMATORS, OTHER, SEARCH, legend, points


def test_convergence_is_a_line_per_search_from_brute_force_on() -> None:
    figure = draw([SEARCH, OTHER])
    (axes,) = figure.axes
    (above,) = axes.child_axes
    for panel in (axes, above):
        for line, run in zip(panel.lines, (SEARCH, OTHER), strict=False):
            assert points(line) == [(step.iteration, step.mean) for step in run.steps]
    low, high = axes.get_ylim()
    assert low < 3.5 < 3.7 < high < 4
    low, high = above.get_ylim()
    assert 4 < low < 1000.5 < high
    for panel in (axes, above):
        low, high = panel.get_xlim()
        assert low < 0 < 4 < high
    assert [text.get_text() for text in above.get_yticklabels()] == ["1,000.5"]
    assert above.texts[0].get_text() == "brute force, at iteration 0, takes 1,000.5 guesses"
    assert legend(figure)[:2] == [
        "entropic, optimistic about untried guesses: 3.5000 after 4 iterations",
        "statistical, optimistic about untried guesses: 3.6000 after 2 iterations",
    ]
    slow = replace(OTHER, steps=[*OTHER.steps[:2], replace(OTHER.steps[2], seconds=12.4)])
    assert legend(draw([slow]))[0].endswith(" after 2 iterations, 12 s")


@pytest.mark.parametrize(
    ("optimal", "optimum", "height", "said"),
    [
        (False, None, 3.5, "lowest so far, 3.5000 (not proved)"),
        (True, None, 3.5, "optimum, 3.5000"),
        (False, 3.25, 3.25, "optimum, 3.2500"),
        (False, 3.50004, 3.50004, "optimum, 3.5000"),
    ],
)
def test_the_optimum_is_drawn_where_it_is_known(optimal: bool, optimum: float | None, height: float, said: str) -> None:
    figure = draw([OTHER, replace(SEARCH, optimal=optimal)], optimum)
    assert [height, height] in [line.get_ydata() for line in figure.axes[0].lines[2:]]
    assert figure.axes[0].get_ylim()[0] < height
    assert legend(figure)[-1] == said


def test_a_search_without_iterations_is_drawn() -> None:
    run = converge(Belief.start(samples.wordle("ab")), ESTIMATORS[0])
    axes = draw([run]).axes[0]
    assert not axes.child_axes
    assert points(axes.lines[0]) == [(0.0, 1.0)]
    assert not axes.texts


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: draw([]), "Nothing to draw: a search has no steps"),
        (lambda: draw([replace(SEARCH, steps=[])]), "Nothing to draw: a search has no steps"),
        (lambda: draw([SEARCH, replace(SEARCH, label="b")]), "of different games: a list, b"),
        (lambda: draw([SEARCH], 3.6), "found a mean of 3.5000, so 3.6000 is not the optimum"),
        (
            lambda: draw([replace(SEARCH, steps=[replace(SEARCH.steps[0], mean=math.nan)])]),
            "some values are not numbers",
        ),
    ],
)
def test_invalid_data_and_options_are_refused(make: Any, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        make()


def test_convergence_is_searched_or_read(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "steps.json"
    made = ask(setup, by="entropic", output=path, every_step=True)
    steps = [(step.iteration, step.mean) for step in made.steps]
    for figure in (
        convergence(Setup(), data=[path]),
        convergence(data=[made]),
        convergence(setup, estimators=["entropic"]),
    ):
        assert points(figure.axes[0].lines[0]) == steps
        assert legend(figure)[-1] == f"optimum, {steps[-1][1]:.4f}"
    with pytest.raises(FewestError, match="--seconds has no effect with --data"):
        convergence(Setup(), data=[path], seconds=1.0)


def test_ctrl_c_ends_a_search_for_a_plot(setup: Setup) -> None:
    with pytest.raises(KeyboardInterrupt):
        convergence(setup, watch=pressing_ctrl_c(), estimators=["entropic"])
