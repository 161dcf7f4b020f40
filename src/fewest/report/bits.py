"""Bits of uncertainty after each guess."""

from collections.abc import Sequence
from itertools import cycle

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.ticker import MaxNLocator

from fewest.checks import checked
from fewest.play.clues import find_secret
from fewest.report.frame import DEFAULT_SETUP, LINE_STYLES, TEXT_BOX, Plot, one_panel, styled
from fewest.results.prose import pluralise
from fewest.setup import Setup
from fewest.strategies import DEFAULT, strategy
from fewest.trees.evaluation import mean_bits
from fewest.trees.tree import Openers, Tree, grow
from fewest.watch import UNWATCHED, Watch


@styled
@checked
def bits(
    setup: Setup = DEFAULT_SETUP,
    *,
    watch: Watch = UNWATCHED,
    secrets: Sequence[str] = (),
    by: str = DEFAULT,
    opener: Openers = None,
) -> Plot:
    """Draw the bits of uncertainty after each guess, for some secrets and averaged over all secrets.

    By default, the secrets are the `example_secrets`.
    """
    play = strategy(by)
    belief = setup.belief()
    words = dict.fromkeys(find_secret(belief.game, text) for text in secrets)
    tree = grow(play, belief, opener, watch=watch)
    mode = " in hard mode" if tree.hard else ""
    figure, axes = one_panel(f"Uncertainty left after each guess ({by}{mode}, {tree.game.label})")
    names: dict[int, dict[tuple[float, str], str]] = {}
    for style, secret in zip(cycle(LINE_STYLES), words or example_secrets(tree), strict=False):
        here = belief
        left = [belief.entropy]
        for number, (guess, reply) in enumerate(tree.play(secret), 1):
            here = here.after(guess, reply)
            left.append(here.entropy)
            names.setdefault(number, {}).setdefault((here.entropy, guess), style["color"])
        label = f"{secret} ({pluralise(len(left) - 1, 'guess', 'guesses')})"
        axes.plot(range(len(left)), left, **style, linewidth=1.6, label=label)
    mean = mean_bits(tree, belief)
    what = f"mean of {len(belief):,} secrets" + (", weighted by the prior" if belief.weights is not None else "")
    axes.plot(range(len(mean)), mean, color="0.72", linewidth=7, zorder=1.9, label=what)
    _label_guesses(axes, names, belief.entropy)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="guesses made", ylabel="uncertainty left (bits)")
    figure.legend(loc="outside lower center", ncols=3)
    return figure


def _label_guesses(axes: Axes, names: dict[int, dict[tuple[float, str], str]], most: float) -> None:
    """Label each point with its guess: above the point if bits are left, else below.

    Labels do not overlap. A guess that all games share is labelled once.
    """
    below = max(sum(height == 0 for height, _ in points) for points in names.values())
    gap = 0.05 * max(most, 1.0) / (1 - 0.05 * min(below, 15))  # 5 % of the axis after it is extended
    for number, points in names.items():
        if len(points) > 1 and len({guess for _, guess in points}) == 1:
            points = {max(points): "0.2"}
        low, high = 0.0, 0.0
        for (height, guess), colour in sorted(points.items()):
            above = height > 0
            high = max(high, height)
            place = (number, high if above else low)
            high, low = (high + gap, low) if above else (high, low - gap)
            offset, ha, va = ((6, 3), "left", "bottom") if above else ((0, -6), "center", "top")
            dark = [0.7 * part for part in to_rgb(colour)]
            axes.annotate(guess, place, offset, textcoords="offset points", ha=ha, va=va, color=dark, bbox=TEXT_BOX)
    axes.set_ylim(bottom=-(below + 0.5) * gap)
    axes.set_yticks([tick for tick in axes.get_yticks() if 0 <= tick <= most])


def example_secrets(tree: Tree) -> list[str]:
    """The secrets that take the fewest, the median and the most guesses."""
    ranked = sorted(tree.depths().items(), key=lambda item: (item[1], item[0]))
    return list(dict.fromkeys(ranked[place][0] for place in (0, len(ranked) // 2, -1)))
