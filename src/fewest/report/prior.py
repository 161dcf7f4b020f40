"""The weight of each word by its frequency rank."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from fewest.checks import checked
from fewest.errors import FewestError
from fewest.games import WordGame
from fewest.report.frame import LINE_STYLES, Plot, one_panel, styled
from fewest.setup import FREQUENT, Setup
from fewest.watch import UNWATCHED, Watch
from fewest.words import midpoint_and_steepness, ranking

SHARE_BARS = 50
"""The number of bars that show the share of answers by rank."""


@styled
@checked
def prior(setup: Setup = FREQUENT, *, watch: Watch = UNWATCHED) -> Plot:
    """Draw the weight of each word by its frequency rank.

    Answers and other secrets look different. A line marks the rank where the weight is a half, if there is one.
    """
    game = setup.make_game()
    if not isinstance(game, WordGame):
        raise FewestError(f"{game.name} has no words to rank by frequency; choose a word game.")
    exact = setup.weights(game)
    weights = (
        dict.fromkeys(game.secrets, 1.0) if exact is None else dict(zip(game.secrets, map(float, exact), strict=True))
    )
    words_by_rank = ranking(game.words)
    rank = {word: place for place, word in enumerate(words_by_rank, 1)}
    known = {*game.answers}
    kinds = {
        "answers": [word for word in weights if word in known],
        "other guesses": [word for word in weights if word not in known],
    }
    figure, axes = one_panel(f"Weight of each word by its frequency ({game.label})\n{setup.conditions}")
    for (what, words), style, size in zip(kinds.items(), LINE_STYLES, (14, 5), strict=False):
        if words:
            axes.scatter(
                [rank[word] for word in words],
                [weights[word] for word in words],
                size,
                marker=style["marker"],
                facecolor=style["color"],
                linewidth=0,
                rasterized=True,  # as a picture, because thousands of dots would make a large file
                zorder=3 if what == "answers" else 2,
                label=f"{len(words):,} {what}",
            )
    last = len(words_by_rank)
    if all(kinds.values()) and max(weights.values()) <= 1:
        _draw_shares(axes, [word in known for word in words_by_rank])
    if setup.prior == "frequency":
        midpoint, _ = midpoint_and_steepness(game.words, setup.midpoint, setup.steepness)
        inside = 1 <= midpoint <= last
        name = f"midpoint, rank {midpoint:,.0f}: weight 1/2" + ("" if inside else " (not shown)")
        axes.axvline(midpoint, color="black", linestyle="dashed", linewidth=1.2, label=name)
    axes.set_xlim(1 - 0.02 * last, 1.02 * last)
    axes.set_ylim(-0.03 * max(weights.values()), 1.06 * max(weights.values()))
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set(xlabel=f"frequency rank (1 is the most frequent of {last:,} words)", ylabel="weight")
    figure.legend(loc="outside lower center", ncols=2, markerscale=2)
    return figure


def _draw_shares(axes: Axes, is_answer: Sequence[bool]) -> None:
    """Draw the share of answers among words of similar rank."""
    width = max(1, len(is_answer) // SHARE_BARS)
    starts = range(0, len(is_answer), width)
    parts = [is_answer[start : start + width] for start in starts]
    axes.bar(
        [start + 0.5 for start in starts],
        [sum(part) / len(part) for part in parts],
        [len(part) for part in parts],
        align="edge",
        color="0.88",
        zorder=1,
        label=f"share of answers among {width:,} words of similar rank",
    )
