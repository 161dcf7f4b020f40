"""Figures of results; a notebook shows them."""

import base64
import io
import textwrap
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fewest.belief import Belief, Clue
from fewest.curves import Floats
from fewest.errors import FewestError
from fewest.learning.accuracy import Accuracy, error
from fewest.learning.convergence import Convergence
from fewest.learning.training import Learnt
from fewest.results.prose import pluralise
from fewest.system.files import require_writable, write_file
from fewest.trees.evaluation import Evaluation, mean_bits
from fewest.trees.tree import Tree

try:
    import matplotlib
    from matplotlib import patheffects
    from matplotlib.axes import Axes
    from matplotlib.colors import to_rgb
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator, NullLocator
except ImportError:
    raise FewestError("Plots need the package matplotlib; install it with: pip install 'fewest[plots]'.") from None

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


class LineStyle(NamedTuple):
    """A colour, and a marker and a line to tell it apart without colours."""

    colour: str
    marker: str
    line: str


LINE_STYLES = (
    LineStyle("#0072B2", "o", "solid"),
    LineStyle("#D55E00", "s", "dashed"),
    LineStyle("#009E73", "^", "dashdot"),
    LineStyle("#CC79A7", "D", "dotted"),
    LineStyle("#E69F00", "v", "solid"),
    LineStyle("#56B4E9", "P", "dashed"),
)
"""The colour-blind safe colours of Okabe and Ito."""

TEXT_BOX: Any = {"facecolor": "white", "edgecolor": "none", "pad": 1}
TEXT_OUTLINE = patheffects.withStroke(linewidth=2.5, foreground="white")
"""Keeps text readable on top of lines."""

LIGHT_BLUE = LINE_STYLES[5].colour
BLUE = LINE_STYLES[0].colour
RED = LINE_STYLES[1].colour

NOTEBOOK_DPI = 88
"""The size of figures in a notebook, in dots of CSS per inch."""

MIN_SECONDS = 10
"""Searches that take less are drawn without their time, which says more about the machine."""

MEAN_TOLERANCE = 5e-5
"""The rounding error of a mean with four decimals."""


MAX_BARS = 200
"""The most bars, one above the other, of a figure."""

SHARE_BARS = 50
"""How many bars show the share of answers by rank."""

MAX_PANELS = 20
"""The most guesses that a figure compares."""

FEW_PARTS = 16
"""Up to how many parts all are labelled with their replies."""

LABELLED_PARTS = 8
"""Of more parts, how many of the largest are labelled."""


class Plot(Figure):
    """A figure that a notebook shows even without pyplot."""

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, str], dict[str, Any]]:
        """The picture, and the size in which to show it: it has more dots, for sharp screens.

        Unlike _repr_png_, this is heard even after pyplot has told notebooks how to show figures.
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
        raise FewestError(f"{path}: a plot is written as PNG or SVG; end the name in .png or .svg.")
    require_writable(path)


@matplotlib.rc_context(STYLE)
def render(figure: Figure, kind: str) -> bytes:
    """Render a figure as .png or .svg, reproducibly."""
    out = io.BytesIO()
    figure.savefig(out, format=kind.lstrip("."), metadata={"Date": None} if kind == ".svg" else {"Software": None})
    return out.getvalue()


def save(figure: Figure, path: Path | str) -> None:
    """Write a figure to a file atomically, in the format of its suffix."""
    require_path(path)
    write_file(path, render(figure, Path(path).suffix.lower()))


@matplotlib.rc_context(STYLE)
def expected_moves(learnt: Learnt) -> Plot:
    """Draw the positions played, by bits of uncertainty and guesses still needed, their means and the curve.

    Equal positions are one dot, whose size is their frequency. Files of earlier versions hold no positions.
    """
    curve, samples = learnt.curve, learnt.samples
    title = f"Guesses that some bits of uncertainty take, learnt on {curve.name or 'games'}"
    figure, axes = _one_panel(f"{title}\n{learnt.conditions}")
    label = "knots of the curve"
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
    at = np.linspace(0.0, curve.bits[-1], 500)
    axes.plot(at, curve(at), color="black", linewidth=2, label="the curve (it never falls)")
    marks: dict[str, Any] = {"color": RED, "marker": "s", "linestyle": "none", "markersize": 4}
    axes.plot(*learnt.means, **marks, label=label)
    axes.set_xlabel("uncertainty of the candidates (bits)")
    axes.set_ylabel("guesses still needed on average,\nthe current one included")
    figure.legend(loc="outside lower center", ncols=3, columnspacing=1.0, handletextpad=0.6)
    return figure


@matplotlib.rc_context(STYLE)
def distribution(evaluations: Sequence[Evaluation]) -> Plot:
    """Draw the distribution of guesses, a panel per evaluation; bars beyond the limit are hatched."""
    if not evaluations:
        raise FewestError("There is nothing to draw: name a strategy.")
    heads, _, places = zip(*(each.label.partition(" on ") for each in evaluations), strict=True)
    same_list = len({*places}) == 1
    most = max(each.worst for each in evaluations)
    figure, panels = _panels(
        len(evaluations), "Guesses that answers take" + (f" on {places[0]}" if same_list else ""), 2
    )
    for axes, head, each in zip(panels, heads, evaluations, strict=True):
        axes.set_title(textwrap.fill(f"{head if same_list else each.label}, {each.opener}", 45), loc="left", pad=22)
        _bars(axes, each, 0 if most > 15 else 8 if most > 7 else 9)
    panels[0].set_xticks(range(1, most + 1) if most <= 15 else range(0, most + 1, -(-most // 10)))
    panels[0].yaxis.set_major_locator(MaxNLocator(6, integer=True))
    panels[0].yaxis.set_major_formatter("{x:,.0f}")
    _label_axes(panels, 2, "guesses", "answers")
    return figure


def _bars(axes: Axes, evaluation: Evaluation, fontsize: int) -> None:
    """Draw a bar per number of guesses, with its count unless `fontsize` is 0, and a line at the mean."""
    lost = [guesses > evaluation.max_guesses for guesses in evaluation.histogram]
    counts = [*evaluation.histogram.values()]
    styles: dict[str, Any] = {
        "color": ["white" if beyond else LIGHT_BLUE for beyond in lost],
        "edgecolor": [RED if beyond else BLUE for beyond in lost],
        "hatch": ["////" if beyond else "" for beyond in lost],
    }
    bars = axes.bar([*evaluation.histogram], counts, **styles)
    if fontsize:
        texts = [f"{count:,}" if count else "" for count in counts]
        axes.bar_label(bars, texts, fontsize=fontsize, padding=3, bbox=TEXT_BOX)
    mean = f"mean {evaluation.mean:.4f}" + (f", {evaluation.losses:,} lost" if evaluation.losses else "")
    axes.axvline(evaluation.mean, color="black", linestyle="dashed", linewidth=1.2, label=mean)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0, borderpad=0.2, fontsize=10)
    axes.grid(axis="x", visible=False)
    axes.margins(y=0.12)


@matplotlib.rc_context(STYLE)
def bits(tree: Tree, belief: Belief, secrets: Sequence[str] = ()) -> Plot:
    """Draw the bits of uncertainty after each guess, for some secrets and on average over all.

    By default the secrets are `example_secrets`.
    """
    mode = " in hard mode" if tree.hard else ""
    figure, axes = _one_panel(f"Uncertainty left after each guess: {tree.strategy}{mode} on {tree.game.label}")
    names: dict[int, dict[tuple[float, str], str]] = {}
    for style, secret in zip(cycle(LINE_STYLES), secrets or example_secrets(tree), strict=False):
        here = belief
        left = [belief.entropy]
        for number, (guess, reply) in enumerate(tree.play(secret), 1):
            here = here.after(guess, reply)
            left.append(here.entropy)
            names.setdefault(number, {}).setdefault((here.entropy, guess), style.colour)
        kind: dict[str, Any] = {"color": style.colour, "marker": style.marker, "linestyle": style.line}
        axes.plot(range(len(left)), left, **kind, linewidth=1.6, label=f"{secret} ({_guesses(len(left) - 1)})")
    mean = mean_bits(tree, belief)
    what = f"mean of {len(belief):,} secrets" + (" by their prior" if belief.weights is not None else "")
    axes.plot(range(len(mean)), mean, color="0.72", linewidth=7, zorder=1.9, label=what)
    _label_guesses(axes, names, belief.entropy)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("guesses made")
    axes.set_ylabel("uncertainty left (bits)")
    figure.legend(loc="outside lower center", ncols=3)
    return figure


def _label_guesses(axes: Axes, names: dict[int, dict[tuple[float, str], str]], most: float) -> None:
    """Label points with their guesses: above the point if bits are left, else below.

    Labels do not overlap. A guess common to all games is written once.
    """
    below = max(sum(height == 0 for height, _ in each) for each in names.values())
    gap = 0.05 * max(most, 1.0) / (1 - 0.05 * min(below, 15))  # 5 % of the axis after it is extended
    for number, each in names.items():
        if len(each) > 1 and len({guess for _, guess in each}) == 1:
            each = {max(each): "0.2"}
        low, high = 0.0, 0.0
        for (height, guess), colour in sorted(each.items()):
            above = height > 0
            high = max(high, height)
            at = (number, high if above else low)
            high, low = (high + gap, low) if above else (high, low - gap)
            offset, ha, va = ((6, 3), "left", "bottom") if above else ((0, -6), "center", "top")
            dark = [0.7 * part for part in to_rgb(colour)]
            text = axes.annotate(guess, at, offset, textcoords="offset points", ha=ha, va=va, color=dark)
            text.set_path_effects([TEXT_OUTLINE])
    axes.set_ylim(bottom=-(below + 0.5) * gap)
    axes.set_yticks([tick for tick in axes.get_yticks() if 0 <= tick <= most])


def example_secrets(tree: Tree) -> list[str]:
    """The secrets that take the fewest, the median and the most guesses."""
    ranked = sorted(tree.depths().items(), key=lambda each: (each[1], each[0]))
    return list(dict.fromkeys(ranked[at][0] for at in (0, len(ranked) // 2, -1)))


@matplotlib.rc_context(STYLE)
def belief(belief: Belief, conditions: str = "", top: int = 30) -> Plot:
    """Draw the `top` likeliest secrets by probability, and all others as one hatched bar.

    A bar of the others that is far longer than the likeliest is cut off, with a note.
    """
    if not 1 <= top <= MAX_BARS:
        raise FewestError(f"A plot shows 1 to {MAX_BARS} of the likeliest, not {top:,}.")
    noun = belief.game.noun
    shown, others = belief.ranked[:top], belief.ranked[top:]
    size = f"{pluralise(len(belief), noun)}, {belief.entropy:.2f} bits"
    title = f"What the {noun} may be on {belief.game.label}: {size}\n{conditions}"
    figure, axes = _one_panel(title, 1.5 + 0.21 * (len(shown) + bool(others)))
    names = [word for word, _ in shown]
    percents = [100 * chance for _, chance in shown]
    bars = axes.barh(range(len(shown)), percents, color=LIGHT_BLUE, edgecolor=BLUE)
    axes.bar_label(bars, [f"{percent:.3g}%" for percent in percents], fontsize=9, padding=3)
    axes.set_xlim(0, 1.12 * percents[0])
    if others:
        rest = 100 * sum(chance for _, chance in others)
        cut = rest > 2 * percents[0]
        names.append(f"{pluralise(len(others), 'other')}")
        last = axes.barh(len(shown), rest, color="white", edgecolor=RED, hatch="////")
        if cut:
            at, ha, note = 0.98 * axes.get_xlim()[1], "right", f"{rest:.3g}%, beyond this picture →"
            axes.text(at, len(shown), note, ha=ha, va="center", fontsize=9, bbox=TEXT_BOX)
        else:
            axes.bar_label(last, [f"{rest:.3g}%"], fontsize=9, padding=3)
            axes.set_xlim(0, 1.12 * max(percents[0], rest))
    axes.set_yticks(range(len(names)), names, fontsize=9)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("probability (%)")
    axes.set_ylabel(f"{noun}s, likeliest first")
    return figure


@matplotlib.rc_context(STYLE)
def split(belief: Belief, guesses: Sequence[str], conditions: str = "") -> Plot:
    """Draw how many secrets each reply to a guess would leave, largest first, a panel per guess."""
    if not guesses:
        raise FewestError("There is nothing to draw: name a guess.")
    if len(guesses) > MAX_PANELS:
        raise FewestError(f"A plot compares at most {MAX_PANELS} guesses, not {len(guesses):,}.")
    game = belief.game
    size = f"{pluralise(len(belief), game.noun)} of {game.label}"
    parts = [sorted(belief.parts(guess), key=lambda each: (-len(each[1]), each[0])) for guess in guesses]
    figure, panels = _panels(len(guesses), f"Parts that a guess makes of {size}\n{conditions}", 2)
    most, largest = max(map(len, parts)), max(len(each[0][1]) for each in parts)
    few = most <= FEW_PARTS
    for axes, guess, some in zip(panels, guesses, parts, strict=True):
        sizes = [len(part) for _, part in some]
        expected = sum(part.chance * len(part) for _, part in some)
        axes.set_title(
            f"{guess}: {_information(belief, guess):.2f} bits, {pluralise(len(some), 'part')},\n"
            f"{expected:,.1f} left on average, {max(sizes):,} at worst",
            loc="left",
            fontsize=10,
        )
        labelled = len(some) if few else min(LABELLED_PARTS, len(some))
        colours = [BLUE] * labelled + [LIGHT_BLUE] * (len(some) - labelled)
        bars = axes.bar(range(1, len(sizes) + 1), sizes, color=colours)
        texts = [f"{game.reply_text(reply)}: {len(part):,}" for reply, part in some[:labelled]]
        if few:
            axes.bar_label(bars, texts, rotation=90, fontsize=9, padding=3)
        else:
            names = "\n".join(["the dark bars:", *texts])
            axes.text(0.99, 0.98, names, transform=axes.transAxes, ha="right", va="top", fontsize=9, bbox=TEXT_BOX)
        axes.grid(visible=False, axis="x")
    late = max(len(each[int(0.6 * most)][1]) if len(each) > 0.6 * most else 0 for each in parts)
    panels[0].set_ylim(0, 1.8 * largest if few else max(1.05 * largest, 5 * late))  # room for the labels
    panels[0].set_xlim(0.4, most + 0.6)
    panels[0].xaxis.set_major_locator(MaxNLocator(8, integer=True, min_n_ticks=1))
    panels[0].yaxis.set_major_locator(MaxNLocator(6, integer=True))
    panels[0].yaxis.set_major_formatter("{x:,.0f}")
    _label_axes(panels, 2, "replies, those that leave the most first", f"{game.noun}s left")
    return figure


def _information(belief: Belief, guess: str) -> float:
    """The expected information of the reply to a guess, in bits."""
    chances = np.array([part.chance for _, part in belief.parts(guess)])
    return max(0.0, -float((chances * np.log2(chances)).sum()))


@matplotlib.rc_context(STYLE)
def prior(
    label: str,
    ranking: Sequence[str],
    weights: dict[str, float],
    answers: Sequence[str],
    conditions: str = "",
    middle: float | None = None,
) -> Plot:
    """Draw the weight of each secret by its rank among all words, the most frequent first.

    The answers are marked apart from other secrets. `middle` is the rank where the weight is half, if there is one.
    """
    rank = {word: place for place, word in enumerate(ranking, 1)}
    known = set(answers)
    kinds = {
        "answers": [word for word in weights if word in known],
        "other guesses": [word for word in weights if word not in known],
    }
    figure, axes = _one_panel(f"How likely words are by how frequent they are, on {label}\n{conditions}")
    for (what, words), style, size in zip(kinds.items(), LINE_STYLES, (14, 5), strict=False):
        if words:
            axes.scatter(
                [rank[word] for word in words],
                [weights[word] for word in words],
                size,
                marker=style.marker,
                facecolor=style.colour,
                linewidth=0,
                rasterized=True,  # thousands of dots
                zorder=3 if what == "answers" else 2,
                label=f"{len(words):,} {what}",
            )
    last = len(ranking)
    if all(kinds.values()) and max(weights.values()) <= 1:
        width = max(1, last // SHARE_BARS)
        starts = range(0, last, width)
        some = [ranking[start : start + width] for start in starts]
        shares = [sum(word in known for word in each) / len(each) for each in some]
        styles: dict[str, Any] = {"align": "edge", "color": "0.88", "zorder": 1}
        label = f"share of answers among {width:,} words of similar rank"
        axes.bar([start + 0.5 for start in starts], shares, [len(each) for each in some], **styles, label=label)
    if middle is not None:
        inside = 1 <= middle <= last
        name = f"middle, rank {middle:,.0f}: weight 1/2" + ("" if inside else ", outside this picture")
        axes.axvline(middle, color="black", linestyle="dashed", linewidth=1.2, label=name)
    axes.set_xlim(1 - 0.02 * last, 1.02 * last)
    axes.set_ylim(-0.03 * max(weights.values()), 1.06 * max(weights.values()))
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xlabel(f"rank among {last:,} words, the most frequent first")
    axes.set_ylabel("weight as the secret")
    figure.legend(loc="outside lower center", ncols=2, markerscale=2)
    return figure


@matplotlib.rc_context(STYLE)
def game(start: Belief, clues: Sequence[Clue], strategy: str, conditions: str = "") -> Plot:
    """Draw one game: how many secrets were possible before each guess, how many its reply left, and the bits of it."""
    rules = start.game
    secret, noun = clues[-1].guess, rules.noun
    title = f"How {strategy} finds {secret} on {rules.label}: {_guesses(len(clues))}\n{conditions}"
    figure, axes = _one_panel(title, 2.0 + 0.55 * len(clues))
    before, after, notes = [], [], []
    here = start
    for guess, reply in clues:
        expected = _information(here, guess)
        before.append(len(here))
        here = here.after(guess, reply)
        after.append(len(here))
        got = max(0.0, -float(np.log2(here.chance)))
        notes.append(f"{before[-1]:,} → {after[-1]:,}: {expected:.2f} bits expected, {got:.2f} got")
    rows = range(len(clues))
    left = 0.8  # below 1, so that a bar of one word is seen
    styles: dict[str, Any] = {"left": left, "height": 0.5}
    widths = [[count - left for count in each] for each in (before, after)]
    axes.barh(rows, widths[0], color="white", edgecolor=BLUE, label=f"{noun}s possible before the guess", **styles)
    axes.barh(rows, widths[1], color=LIGHT_BLUE, edgecolor=BLUE, label="after its reply", **styles)
    for row, note in zip(rows, notes, strict=True):
        axes.text(left * 1.05, row - 0.28, note, va="bottom", fontsize=9, bbox=TEXT_BOX)
    axes.set_yticks(rows, [f"{guess}\n{rules.reply_text(reply)}" for guess, reply in clues])
    axes.set_ylim(len(clues) - 0.6, -0.75)
    axes.set_xscale("log")
    axes.set_xlim(left, 1.3 * max(before[0], 5))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.xaxis.set_minor_locator(NullLocator())
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(f"possible {noun}s (logarithmic)")
    axes.set_ylabel("guesses and replies")
    figure.legend(loc="outside lower center", ncols=2)
    return figure


@matplotlib.rc_context(STYLE)
def lookahead(label: str, valued: Sequence[int], guesses: int, replies: float, conditions: str = "") -> Plot:
    """Draw how many guesses lookahead without a beam values at each depth from 1 on, beside what theory expects.

    `replies` is the mean number of replies to a guess.
    """
    depths = range(1, len(valued) + 1)
    numbers = f"N = {guesses:,} guesses, M = {replies:.1f} replies to a guess on average, k = depth - 1"
    title = f"Guesses that full lookahead values on {label}\n{conditions}\n{numbers}"
    figure, axes = _one_panel(title, 6.0)
    every = [guesses * (guesses * replies) ** (depth - 1) for depth in depths]
    alone = [guesses * replies ** (depth - 1) for depth in depths]
    lines = (
        (valued, "measured: bounds cut guesses off, and small parts end early"),
        (every, "N·(N·M)^k: every guess after every reply, nothing cut off"),
        (alone, "N·M^k: every first guess, then one guess after each reply"),
    )
    for (counts, what), style in zip(lines, LINE_STYLES, strict=False):
        kind: dict[str, Any] = {"color": style.colour, "marker": style.marker, "linestyle": style.line}
        axes.plot(depths, counts, **kind, linewidth=1.6, label=what)
    for depth, count in zip(depths, valued, strict=True):
        text = axes.annotate(f"{count:,}", (depth, count), (6, -4), textcoords="offset points", va="top", color=BLUE)
        text.set_path_effects([TEXT_OUTLINE])
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value < 1e15 else f"{value:.0e}")
    axes.yaxis.set_minor_locator(NullLocator())
    axes.margins(x=0.15, y=0.1)
    axes.set_xticks(depths)
    axes.set_xlabel("depth (guesses looked ahead)")
    axes.set_ylabel("guesses valued (logarithmic)")
    figure.legend(loc="outside lower center")
    return figure


@matplotlib.rc_context(STYLE)
def openers(accuracy: Accuracy) -> Plot:
    """Draw predicted against exact values of openers, a panel per estimator."""
    estimators = accuracy.estimators if accuracy.best + accuracy.sample else []
    if not estimators:
        raise FewestError("There is nothing to draw: the data have no opener or no estimator.")
    title = f"Guesses that openers take on {accuracy.label}, predicted and exact"
    figure, panels = _panels(len(estimators), title, 3)
    exact = _to_floats([opener.exact for opener in accuracy.best + accuracy.sample])
    drawn = "all" if len(accuracy.sample) == accuracy.population else "at random"
    kinds = ((accuracy.sample, LINE_STYLES[0], drawn), (accuracy.best, LINE_STYLES[1], "best"))
    for axes, name in zip(panels, estimators, strict=True):
        ends = [exact.min(), exact.max()]
        axes.plot(ends, ends, color="black", linewidth=1.5, label="predicted = exact")
        errors = []
        for some, style, what in kinds:
            if some:
                predicted = _to_floats([opener.predicted[name] for opener in some])
                styles: dict[str, Any] = {"facecolor": style.colour + "99", "edgecolor": "black", "linewidth": 0.5}
                label = f"{len(some):,} openers, {what}"
                axes.scatter([opener.exact for opener in some], predicted, marker=style.marker, **styles, label=label)
                errors.append(f"{error(name, some).squared:.4f} {what}")
        axes.set_title(f"{name}\nmean squared error\n{', '.join(errors)}", loc="left", fontsize=10)
        axes.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    _label_axes(panels, 3, "exact value (guesses)", "predicted (guesses)")
    return figure


@matplotlib.rc_context(STYLE)
def convergence(runs: Sequence[Convergence], optimum: float | None = None) -> Plot:
    """Draw the best known mean by iterations, a line per search; improvements are marked.

    The optimum is drawn if given or proved. Brute force, at iteration 0, is far above the rest: it has a panel of its
    own, with the axis broken in between.
    """
    if not runs or not all(run.steps for run in runs):
        raise FewestError("There is nothing to draw: a search has no steps.")
    labels = sorted({str(run.label) for run in runs})
    if len(labels) > 1:
        raise FewestError(f"These searches are of different games: {', '.join(labels)}.")
    figure, axes = _one_panel(f"From brute force to optimal play on {labels[0]}", 5.0 + 0.25 * len(runs))
    seen: list[Floats] = []
    kinds: list[dict[str, Any]] = []
    for style, run in zip(cycle(LINE_STYLES), runs, strict=False):
        steps = _to_floats([(step.iteration, step.mean, step.seconds) for step in run.steps])
        better = [0, *(np.flatnonzero(np.diff(steps[:, 1])) + 1).tolist(), len(steps) - 1]
        iterations, mean, seconds = steps[-1]
        time = f", {seconds:.0f} s" if seconds >= MIN_SECONDS else ""
        label = f"{run.name}: {mean:.4f} after {iterations:,.0f} iterations{time}"
        kind: dict[str, Any] = {"color": style.colour, "marker": style.marker, "linestyle": style.line}
        kind |= {"drawstyle": "steps-post", "markevery": better, "markersize": 5}
        axes.plot(*steps.T[:2], **kind, label=label)
        seen.append(steps)
        kinds.append(kind)
    least = float(min(steps[:, 1].min() for steps in seen))
    if optimum is not None and least < optimum - MEAN_TOLERANCE:
        raise FewestError(f"A search found a mean of {least:.4f}, so {optimum:.4f} is not the optimum.")
    known = least if any(run.optimal for run in runs) else optimum
    verdict = f"lowest so far, {least:.4f}: not proved" if known is None else f"optimum, {known:.4f}"
    axes.axhline(least if known is None else known, color="black", linewidth=1.2, linestyle=(0, (1, 2)), label=verdict)
    _zoom(axes, seen, least if known is None else known)
    if max(float(steps[0, 1]) for steps in seen) > axes.get_ylim()[1]:
        _show_brute_force(axes, seen, kinds)
    axes.set_xlabel("iterations (logarithmic from 1 on)")
    axes.set_ylabel("best known mean (guesses)")
    figure.legend(loc="outside lower center")
    return figure


def _zoom(axes: Axes, seen: Sequence[Floats], floor: float) -> None:
    """Limit the axes to what follows brute force."""
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
    """Break the axis: a low panel above shows where the lines start."""
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


def _guesses(count: int) -> str:
    return "1 guess" if count == 1 else f"{count:,} guesses"


def _one_panel(title: str, height: float = 5.2) -> tuple[Plot, Axes]:
    """Make a figure with one panel."""
    figure, panels = _panels(1, title, 1)
    figure.set_figheight(height)
    return figure, panels[0]


def _panels(count: int, title: str, columns: int) -> tuple[Plot, list[Axes]]:
    """Make a figure with panels that share their axes."""
    columns = min(columns, count)
    rows = -(-count // columns)
    width, height = {1: (8.0, 5.2), 2: (8.0, 0.8 + 2.9 * rows), 3: (9.5, 1.2 + 3.4 * rows)}[columns]
    figure = Plot(figsize=(width, height), layout="constrained")
    figure.suptitle("\n".join(textwrap.fill(line, int(10 * width)) for line in title.split("\n") if line))
    every = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel().tolist()
    for spare in every[count:]:
        spare.remove()
    return figure, every[:count]


def _label_axes(panels: Sequence[Axes], columns: int, x: str, y: str) -> None:
    """Label the axes of the leftmost and the lowest panels."""
    for at, axes in enumerate(panels):
        if at % columns == 0:
            axes.set_ylabel(y)
        if at + columns >= len(panels):
            axes.set_xlabel(x)
            axes.tick_params(labelbottom=True)


def _to_floats(values: Sequence[Any]) -> Floats:
    """Convert values from a file; an error if they are not finite numbers."""
    try:
        numbers = np.array(values, np.float64)
    except (TypeError, ValueError):
        numbers = np.array([np.nan])
    if not np.isfinite(numbers).all():
        raise FewestError("The data hold something that is no number, so they cannot be drawn.")
    return numbers
