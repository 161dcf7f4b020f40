"""Predictions of estimators for openers, compared with the exact values."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.ticker import MaxNLocator

from fewest.checks import checked
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
    figure, panels = panels_of(len(estimators), title, 3)
    exact = to_floats([opener.exact for opener in accuracy.best + accuracy.sample])
    drawn = "all" if len(accuracy.sample) == accuracy.population else "at random"
    kinds = ((accuracy.sample, LINE_STYLES[0], drawn), (accuracy.best, LINE_STYLES[1], "best"))
    for axes, name in zip(panels, estimators, strict=True):
        ends = [exact.min(), exact.max()]
        axes.plot(ends, ends, color="black", linewidth=1.5, label="predicted = exact")
        errors = []
        for some, style, what in kinds:
            if some:
                predicted = to_floats([opener.predicted[name] for opener in some])
                styles: dict[str, Any] = {"facecolor": style["color"] + "99", "edgecolor": "black", "linewidth": 0.5}
                label = f"{len(some):,} openers, {what}"
                axes.scatter(
                    [opener.exact for opener in some], predicted, marker=style["marker"], **styles, label=label
                )
                errors.append(f"{error(name, some).squared:.4f} {what}")
        axes.set_title(f"{name}\nmean squared error\n{', '.join(errors)}", loc="left", fontsize=10)
        axes.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    label_axes(panels, 3, "exact value (guesses)", "predicted (guesses)")
    return figure
