"""The progress of `converge` towards the optimum."""

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from fewest.checks import checked
from fewest.curves import Floats
from fewest.errors import FewestError
from fewest.learning.convergence import Convergence
from fewest.questions.converge import Converged, converge
from fewest.report.frame import (
    DEFAULT_SETUP,
    LINE_STYLES,
    TEXT_BOX,
    Plot,
    one_panel,
    refuse_with_data,
    styled,
    to_floats,
)
from fewest.setup import Setup
from fewest.strategies import estimator_names
from fewest.watch import UNWATCHED, Watch

MIN_SECONDS = 10
"""The time of shorter searches is left out, since it says more about the machine than about the search."""

MEAN_TOLERANCE = 5e-5
"""The rounding error of a mean with four decimals."""


@checked
def convergence(
    setup: Setup = DEFAULT_SETUP,
    *,
    watch: Watch = UNWATCHED,
    data: Sequence[Path | str | Converged] = (),
    estimators: Sequence[str] = (),
    seconds: float | None = None,
    optimum: float | None = None,
) -> Plot:
    """Draw how `converge` approaches the optimum.

    `data` are results of `converge` or their files; without them, the searches are made now.
    """
    if data:
        refuse_with_data(setup, estimator=estimators, seconds=seconds)
        runs = [run if isinstance(run, Converged) else Convergence.load(run) for run in data]
        return draw(runs, optimum)
    names = estimator_names(estimators)
    limit = 20.0 if seconds is None else seconds
    belief = setup.belief()
    searches = []
    for name in names:
        run = converge(setup, watch=watch.within(limit), by=name, every_step=True, belief=belief)
        if run.interrupted:
            raise KeyboardInterrupt
        searches.append(run)
    return draw(searches, optimum)


@styled
def draw(runs: Sequence[Convergence], optimum: float | None = None) -> Plot:
    """Draw the best known mean by iteration, one line per search, with marks at improvements.

    The optimum is drawn if it is given or proved. Brute force, at iteration 0, is far above the rest, so it has a panel
    of its own above a broken axis.
    """
    if not runs or not all(run.steps for run in runs):
        raise FewestError("Nothing to draw: a search has no steps.")
    labels = sorted({str(run.label) for run in runs})
    if len(labels) > 1:
        raise FewestError(f"These searches are of different games: {', '.join(labels)}.")
    figure, axes = one_panel(f"Best play found, starting from brute force ({labels[0]})", 5.0 + 0.25 * len(runs))
    seen: list[Floats] = []
    kinds: list[dict[str, Any]] = []
    for style, run in zip(cycle(LINE_STYLES), runs, strict=False):
        steps = to_floats([(step.iteration, step.mean, step.seconds) for step in run.steps])
        better = [0, *(np.flatnonzero(np.diff(steps[:, 1])) + 1).tolist(), len(steps) - 1]
        iterations, mean, seconds = steps[-1]
        time = f", {seconds:.0f} s" if seconds >= MIN_SECONDS else ""
        label = f"{run.name}: {mean:.4f} after {iterations:,.0f} iterations{time}"
        kind = style | {"drawstyle": "steps-post", "markevery": better, "markersize": 5}
        axes.plot(*steps.T[:2], **kind, label=label)
        seen.append(steps)
        kinds.append(kind)
    least = float(min(steps[:, 1].min() for steps in seen))
    if optimum is not None and least < optimum - MEAN_TOLERANCE:
        raise FewestError(f"A search found a mean of {least:.4f}, so {optimum:.4f} is not the optimum.")
    known = least if any(run.optimal for run in runs) else optimum
    verdict = f"lowest so far, {least:.4f} (not proved)" if known is None else f"optimum, {known:.4f}"
    axes.axhline(least if known is None else known, color="black", linewidth=1.2, linestyle=(0, (1, 2)), label=verdict)
    _zoom(axes, seen, least if known is None else known)
    if max(float(steps[0, 1]) for steps in seen) > axes.get_ylim()[1]:
        _show_brute_force(axes, seen, kinds)
    axes.set(xlabel="iterations (logarithmic from 1 on)", ylabel="best known mean (guesses)")
    figure.legend(loc="outside lower center")
    return figure


def _zoom(axes: Axes, seen: Sequence[Floats], floor: float) -> None:
    """Limit the axes to the steps after brute force."""
    after = max(float(steps[min(1, len(steps) - 1), 1]) for steps in seen)
    room = max(after - floor, 0.02)
    top = after + 0.2 * room
    end = max(1.0, *(float(steps[-1, 0]) for steps in seen))
    axes.set_xscale("symlog", linthresh=1, linscale=0.3)
    axes.set_xlim(-0.05, 1.1 * end)
    axes.set_ylim(floor - 0.08 * room, top)
    ticks = [0, *(step * 10**power for power in range(9) for step in ((1, 2, 5) if end < 2000 else (1,)))]
    axes.set_xticks([tick for tick in ticks if tick <= end])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.xaxis.set_minor_locator(NullLocator())


def _show_brute_force(axes: Axes, seen: Sequence[Floats], kinds: Sequence[dict[str, Any]]) -> None:
    """Break the axis, and show the start of the lines in a low panel above it."""
    brute = [float(steps[0, 1]) for steps in seen]
    above = axes.inset_axes((0, 1.04, 1, 0.16), sharex=axes)
    for steps, kind in zip(seen, kinds, strict=True):
        above.plot(*steps.T[:2], **kind)
    above.set_ylim(0.9 * min(brute), 1.1 * max(brute))
    above.set_yticks(sorted({*brute}), [f"{value:,.1f}" for value in sorted({*brute})])
    above.tick_params(labelbottom=False, bottom=False)
    above.spines["bottom"].set_visible(False)
    note = f"brute force, at iteration 0, takes {max(brute):,.1f} guesses"
    above.text(0.99, 0.5, note, transform=above.transAxes, ha="right", va="center", fontsize=10, bbox=TEXT_BOX)
    slash: dict[str, Any] = {"marker": [(-1, -0.6), (1, 0.6)], "markersize": 9, "linestyle": "none", "color": "0.3"}
    above.plot([0], [0], transform=above.transAxes, **slash, clip_on=False)
    axes.plot([0], [1], transform=axes.transAxes, **slash, clip_on=False)
