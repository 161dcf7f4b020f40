"""Guesses by bits of uncertainty: positions, their means and the curve."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewest.checks import checked
from fewest.curves import COUNT, ENTROPY, Floats
from fewest.learning.training import Learnt
from fewest.questions.train import Trained, train
from fewest.report.frame import DEFAULT_SETUP, LIGHT_BLUE, RED, Plot, one_panel, refuse_with_data, styled
from fewest.setup import Setup
from fewest.watch import UNWATCHED, Watch


@checked
def expected_moves(
    setup: Setup = DEFAULT_SETUP,
    *,
    watch: Watch = UNWATCHED,
    data: Path | str | Trained | None = None,
    uncertainty: str | None = None,
) -> Plot:
    """Draw the expected number of guesses by bits of uncertainty, and the training data.

    `data` is a result of `train` or its file; without it, the curve is learnt now.
    """
    if data is not None:
        refuse_with_data(setup, uncertainty=uncertainty)
        return draw(data.learnt if isinstance(data, Trained) else Learnt.load(data))
    return draw(train(setup, watch=watch, uncertainty=uncertainty or ENTROPY).learnt)


def _without_data(learnt: Learnt, bits: Floats) -> NDArray[np.bool_]:
    """Which numbers of bits lie between two means that are more than two buckets apart, or beyond the last one."""
    if learnt.samples is None:
        return np.zeros(len(bits), np.bool_)
    ends = np.array([0.0, *learnt.means[0], np.inf])
    after = np.searchsorted(ends, bits)
    wide = ends[after] - ends[np.maximum(after - 1, 0)] > 2 * learnt.bucket
    empty: NDArray[np.bool_] = wide & (ends[after] != bits)
    return empty


@styled
def draw(learnt: Learnt) -> Plot:
    """Draw the positions played by bits of uncertainty and guesses still needed, their means and the curve.

    Equal positions are one dot, sized by frequency. Files of earlier versions have no positions.
    """
    curve, samples = learnt.curve, learnt.samples
    title = f"Guesses needed by bits of uncertainty (learnt on {curve.name or 'games'})"
    figure, axes = one_panel(f"{title}\n{learnt.conditions}")
    label = "points of the curve"
    if samples is not None:
        label = f"means per {learnt.bucket:g} bits"
        pairs = np.column_stack([samples.bits, samples.guesses]).round(6)
        places, which = np.unique(pairs, axis=0, return_inverse=True)
        frequency = np.bincount(which.ravel(), samples.weights)
        axes.scatter(
            places[:, 0],
            places[:, 1],
            8 + 300 * frequency,
            facecolor=LIGHT_BLUE + "80",
            edgecolor="0.35",
            linewidth=0.5,
            label=f"{len(samples.bits):,} positions (larger: more often)",
        )
    bits = np.linspace(0.0, curve.bits[-1], 500)
    guesses, empty = curve(bits), _without_data(learnt, bits)
    lines: dict[str, Any] = {"color": "black", "linewidth": 2}
    axes.plot(bits, np.where(empty, np.nan, guesses), **lines, label="fitted curve (never falls)")
    if empty.any():
        axes.plot(bits, np.where(empty, guesses, np.nan), **lines, linestyle="dotted", label="no data here")
    marks: dict[str, Any] = {"color": RED, "marker": "s", "linestyle": "none", "markersize": 4}
    axes.plot(*learnt.means, **marks, label=label)
    axes.set(
        xlabel="log₂ of the number of possible secrets" if curve.uncertainty == COUNT else "uncertainty (bits)",
        ylabel="guesses still needed on average,\nincluding the current one",
    )
    figure.legend(loc="outside lower center", ncols=3, columnspacing=1.0, handletextpad=0.6)
    return figure
