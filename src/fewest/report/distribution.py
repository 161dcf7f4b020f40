"""The distribution of guesses, with one panel per strategy."""

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from fewest.checks import checked
from fewest.questions.compare import SHOWN_STRATEGIES, applicable_strategies
from fewest.report.frame import BLUE, DEFAULT_SETUP, LIGHT_BLUE, RED, TEXT_BOX, Plot, label_axes, panels_of, styled
from fewest.setup import Setup
from fewest.strategies import strategy
from fewest.trees.evaluation import Evaluation, evaluate
from fewest.trees.tree import Openers, grow
from fewest.watch import UNWATCHED, Watch


@styled
@checked
def distribution(
    setup: Setup = DEFAULT_SETUP, by: Sequence[str] = (), *, watch: Watch = UNWATCHED, opener: Openers = None
) -> Plot:
    """Draw the distribution of guesses, one panel per strategy; bars beyond the limit are hatched."""
    plays = [(name, strategy(name)) for name in by or applicable_strategies(setup, SHOWN_STRATEGIES)]
    belief = setup.belief()
    evaluations = []
    for done, (name, play) in enumerate(plays):
        watch.update(done, len(plays), name)
        tree = replace(grow(play, belief, opener, watch=watch.silent, answers=belief.game.answers), strategy=name)
        evaluations.append(evaluate(tree, max_guesses=setup.limit(belief.game)))
    watch.update(len(plays), len(plays))
    most = max(evaluation.worst for evaluation in evaluations)
    figure, panels = panels_of(len(evaluations), f"Guesses needed by answer ({belief.game.label})", 2)
    for axes, evaluation in zip(panels, evaluations, strict=True):
        head = evaluation.label.partition(" on ")[0]
        axes.set_title(textwrap.fill(f"{head}, {evaluation.opener}", 45), loc="left", pad=22)
        _bars(axes, evaluation, 0 if most > 15 else 8 if most > 7 else 9)
    panels[0].set_xticks(range(1, most + 1) if most <= 15 else range(0, most + 1, -(-most // 10)))
    panels[0].yaxis.set_major_locator(MaxNLocator(6, integer=True))
    panels[0].yaxis.set_major_formatter("{x:,.0f}")
    label_axes(panels, 2, "guesses needed", "number of answers")
    return figure


def _bars(axes: Axes, evaluation: Evaluation, fontsize: int) -> None:
    """Draw a bar for each number of guesses, with its count unless `fontsize` is 0, and a line at the mean."""
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
