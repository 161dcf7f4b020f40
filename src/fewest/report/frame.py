"""The style, panels and output shared by all figures."""

import base64
import io
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from fewest.checks import fit
from fewest.curves import Floats
from fewest.errors import FewestError
from fewest.setup import Setup
from fewest.system.files import require_writable, write_file

try:
    import matplotlib
    from matplotlib import patheffects
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ImportError:
    raise FewestError("Plots need the package matplotlib; install it with: pip install 'fewest[plots]'.") from None

DEFAULT_SETUP = Setup()
"""The default game of figures: all answers of the first edition, equally likely."""

SUFFIXES = (".png", ".svg")
"""The supported file formats."""

STYLE: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": "0.3",
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 11,
    "figure.titlesize": 13,
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "grid.color": "0.9",
    "legend.frameon": False,
    "savefig.dpi": 150,
    "svg.fonttype": "path",
    "svg.hashsalt": "fewest",
    "text.parse_math": False,  # words and names may contain $
}
"""The matplotlib settings of all figures."""

styled = matplotlib.rc_context(STYLE)
"""Decorator that draws with these settings."""


LINE_STYLES: tuple[dict[str, Any], ...] = (
    {"color": "#0072B2", "marker": "o", "linestyle": "solid"},
    {"color": "#D55E00", "marker": "s", "linestyle": "dashed"},
    {"color": "#009E73", "marker": "^", "linestyle": "dashdot"},
    {"color": "#CC79A7", "marker": "D", "linestyle": "dotted"},
    {"color": "#E69F00", "marker": "v", "linestyle": "solid"},
    {"color": "#56B4E9", "marker": "P", "linestyle": "dashed"},
)
"""The colour-blind safe colours of Okabe and Ito. Markers and line styles distinguish them without colour."""

TEXT_BOX: Any = {"facecolor": "white", "edgecolor": "none", "pad": 1}
TEXT_OUTLINE = patheffects.withStroke(linewidth=2.5, foreground="white")
"""Keeps text readable on top of lines."""

BLUE: str = LINE_STYLES[0]["color"]
RED: str = LINE_STYLES[1]["color"]
LIGHT_BLUE: str = LINE_STYLES[5]["color"]

NOTEBOOK_DPI = 88
"""The size of figures in a notebook, in CSS pixels per inch."""


class Plot(Figure):
    """A figure of matplotlib that a notebook shows even without pyplot; `axes` lists its axes."""

    def save(self, path: Path | str) -> None:
        """Write the figure to a file atomically, in the format of its suffix: .png or .svg."""
        save(self, fit(path, Path | str, "Plot.save: path"))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, str], dict[str, Any]]:
        """The picture with the size to show it at; it has a higher resolution, for sharp screens.

        Unlike _repr_png_, this works even after pyplot has registered its own display of figures.
        """
        width, height = (round(NOTEBOOK_DPI * inches) for inches in self.get_size_inches())
        picture = base64.b64encode(render(self, ".png")).decode()
        return {"image/png": picture, "text/plain": repr(self)}, {"image/png": {"width": width, "height": height}}

    def __repr__(self) -> str:
        return f"<Plot: {' '.join(self.get_suptitle().split())}>"


def require_path(path: Path | str) -> None:
    """Check that a figure can be written to a file."""
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise FewestError(f"{path}: plots are PNG or SVG files. Use a name that ends with .png or .svg.")
    require_writable(path)


@styled
def render(figure: Figure, kind: str) -> bytes:
    """Render a figure as .png or .svg, reproducibly."""
    out = io.BytesIO()
    figure.savefig(out, format=kind.lstrip("."), metadata={"Date": None} if kind == ".svg" else {"Software": None})
    return out.getvalue()


def save(figure: Figure, path: Path | str) -> None:
    """Write a figure to a file atomically, in the format of its suffix."""
    require_path(path)
    write_file(path, render(figure, Path(path).suffix.lower()))


def one_panel(title: str, height: float = 5.2) -> tuple[Plot, Axes]:
    """Make a figure with one panel."""
    figure, panels = panels_of(1, title, 1)
    figure.set_figheight(height)
    return figure, panels[0]


def panels_of(count: int, title: str, columns: int, *, shared: bool = True) -> tuple[Plot, list[Axes]]:
    """Make a figure of several panels, which share their axes by default."""
    columns = min(columns, count)
    rows = -(-count // columns)
    width, height = {1: (8.0, 5.2), 2: (8.0, 0.8 + 2.9 * rows), 3: (9.5, 1.2 + 3.4 * rows)}[columns]
    figure = Plot(figsize=(width, height), layout="constrained")
    figure.suptitle("\n".join(textwrap.fill(line, int(10 * width)) for line in title.split("\n") if line))
    every = figure.subplots(rows, columns, sharex=shared, sharey=shared, squeeze=False).ravel().tolist()
    for spare in every[count:]:
        spare.remove()
    return figure, every[:count]


def label_axes(panels: Sequence[Axes], columns: int, x: str, y: str) -> None:
    """Label the axes of the leftmost and lowest panels."""
    for place, axes in enumerate(panels):
        if place % columns == 0:
            axes.set_ylabel(y)
        if place + columns >= len(panels):
            axes.set_xlabel(x)
            axes.tick_params(labelbottom=True)


def to_floats(values: Sequence[Any]) -> Floats:
    """Convert values from a file; an error if they are not finite numbers."""
    try:
        numbers = np.array(values, np.float64)
    except (TypeError, ValueError):
        numbers = np.array([np.nan])
    if not np.isfinite(numbers).all():
        raise FewestError("The data cannot be drawn, because some values are not numbers.")
    return numbers


def refuse_with_data(setup: Setup, **given: object) -> None:
    """Reject options that conflict with --data."""
    for name, value in given.items():
        if value is not None and value != ():
            raise FewestError(f"--{name} has no effect with --data, which is already measured; leave it out.")
    if setup != Setup():
        raise FewestError("--data says which game was played; leave out the options for the game.")
