"""The weight of each word by its rank."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fewest.errors import FewestError
from fewest.games import WordGame
from fewest.report.frame import DEFAULT_SETUP, LINE_STYLES, Plot, one_panel, styled
from fewest.setup import Setup
from fewest.watch import UNWATCHED, Watch
from fewest.words import middle_and_steepness, ranking

SHARE_BARS = 50
"""How many bars show the share of answers by rank."""


def prior(setup: Setup = DEFAULT_SETUP, watch: Watch = UNWATCHED) -> Plot:
    """Draw the weight of each word by its rank, the most frequent first."""
    game = setup.game()
    if not isinstance(game, WordGame):
        raise FewestError(f"{game.name} has no words that could be ranked by how frequent they are.")
    weights = setup.weights(game) or [Fraction(1)] * len(game.secrets)
    middle = None
    if setup.prior == "frequency":
        middle, _ = middle_and_steepness(game.words, setup.middle, setup.steepness)
    numbers = dict(zip(game.secrets, map(float, weights), strict=True))
    return draw(game.label, ranking(game.words), numbers, game.answers, setup.conditions, middle)


@styled
def draw(
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
    figure, axes = one_panel(f"How likely words are by how frequent they are, on {label}\n{conditions}")
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
        shares = [sum(word in known for word in words) / len(words) for words in some]
        styles: dict[str, Any] = {"align": "edge", "color": "0.88", "zorder": 1}
        label = f"share of answers among {width:,} words of similar rank"
        axes.bar([start + 0.5 for start in starts], shares, [len(words) for words in some], **styles, label=label)
    if middle is not None:
        inside = 1 <= middle <= last
        name = f"middle, rank {middle:,.0f}: weight 1/2" + ("" if inside else ", outside this picture")
        axes.axvline(middle, color="black", linestyle="dashed", linewidth=1.2, label=name)
    axes.set_xlim(1 - 0.02 * last, 1.02 * last)
    axes.set_ylim(-0.03 * max(weights.values()), 1.06 * max(weights.values()))
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set(xlabel=f"rank among {last:,} words, the most frequent first", ylabel="weight as the secret")
    figure.legend(loc="outside lower center", ncols=2, markerscale=2)
    return figure
