"""Predictions of estimators for openers, compared with the exact values."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.ticker import MaxNLocator

from fewest.checks import checked
from fewest.curves import Floats
from fewest.errors import FewestError
from fewest.learning.accuracy import Accuracy, error
from fewest.questions.accuracy import Measured, accuracy
from fewest.report.frame import (
    DEFAULT_SETUP,
    LINE_STYLES,
    Plot,
    label_axes,
    panels_of,
    refuse_with_data,
    styled,
    to_floats,
)
from fewest.setup import Setup
from fewest.watch import UNWATCHED, Watch

MOST_DOTS = 500
"""With more openers than this, their density is drawn instead of a dot for each."""

DENSITY_CELLS = 120
"""The number of cells of a density along each axis."""

DOTS: Any = {"s": 22, "edgecolor": "black", "linewidth": 0.5, "alpha": 0.7}
"""The style of dots."""


@checked
def openers(
    setup: Setup = DEFAULT_SETUP,
    *,
    watch: Watch = UNWATCHED,
    data: Path | str | Measured | None = None,
    estimators: Sequence[str] = (),
    best: int | None = None,
    sample: int | None = None,
) -> Plot:
    """Draw predictions of estimators against exact values of openers.

    `data` is a result of `accuracy` or its file; without it, the values are measured now.
    """
    if data is not None:
        refuse_with_data(setup, estimator=estimators, best=best, sample=sample)
        return draw(data.accuracy if isinstance(data, Measured) else Accuracy.load(data))
    best = 10 if best is None else best
    measured = accuracy(setup, watch=watch, estimators=estimators, best=best, sample=sample, memory=1024, otherwise=40)
    return draw(measured.accuracy)


@styled
def draw(accuracy: Accuracy) -> Plot:
    """Draw predicted against exact values of openers, one panel per estimator."""
    estimators = accuracy.estimators if accuracy.best + accuracy.sample else []
    if not estimators:
        raise FewestError("Nothing to draw: the data have no openers or no estimators.")
    title = f"Guesses needed by opener, predicted and exact ({accuracy.label})"
    figure, panels = panels_of(len(estimators), title, 3, shared=False)
    drawn = "all" if len(accuracy.sample) == accuracy.population else "at random"
    kinds = ((accuracy.sample, LINE_STYLES[0], drawn), (accuracy.best, LINE_STYLES[1], "best"))
    for axes, name in zip(panels, estimators, strict=True):
        values = to_floats([(opener.exact, opener.predicted[name]) for opener in accuracy.best + accuracy.sample])
        margin = 0.05 * float(np.ptp(values)) or 1.0
        ends = [float(values.min()) - margin, float(values.max()) + margin]
        axes.plot(ends, ends, color="black", linewidth=1.2, label="predicted = exact")
        errors = []
        for some, style, what in kinds:
            if some:
                exact, predicted = to_floats([(opener.exact, opener.predicted[name]) for opener in some]).T
                label = f"{len(some):,} openers, {what}"
                if len(some) > MOST_DOTS:
                    _draw_density(axes, exact, predicted, ends, label)
                else:
                    marks: Any = {"facecolor": style["color"], "marker": style["marker"]}
                    axes.scatter(exact, predicted, **DOTS, **marks, label=label)
                errors.append(f"{error(name, some).squared:.4f} {what}")
        axes.set_title(f"{name}\nmean squared error\n{', '.join(errors)}", loc="left", fontsize=10)
        axes.set(xlim=ends, ylim=ends, aspect="equal")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    label_axes(panels, 3, "exact value (guesses)", "predicted (guesses)")
    return figure


def _draw_density(axes: Axes, exact: Floats, predicted: Floats, ends: Sequence[float], label: str) -> None:
    """Draw how many openers lie in each cell: the darker, the more, on a logarithmic scale."""
    cells = np.linspace(ends[0], ends[1], DENSITY_CELLS + 1)
    counts, x, y = np.histogram2d(exact, predicted, [cells, cells])
    axes.pcolormesh(x, y, np.ma.masked_equal(counts.T, 0), norm=LogNorm(0.1), cmap="Blues", rasterized=True)
    axes.scatter([], [], marker="s", facecolor=LINE_STYLES[0]["color"], label=f"{label} (darker: more)")
