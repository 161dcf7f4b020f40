"""The likeliest secrets of a position."""

from fewest.checks import checked
from fewest.errors import FewestError
from fewest.report.frame import BLUE, LIGHT_BLUE, RED, TEXT_BOX, Plot, one_panel, styled
from fewest.results.prose import pluralise
from fewest.setup import TODAY, Setup
from fewest.watch import UNWATCHED, Watch

MAX_BARS = 200
"""The maximum number of bars in a figure."""


@styled
@checked
def belief(setup: Setup = TODAY, *, watch: Watch = UNWATCHED, top: int = 30) -> Plot:
    """Draw the `top` likeliest secrets of a position by probability, and all others as one hatched bar.

    If the bar of the others is much longer than the longest one, it is cut off, with a note.
    """
    if not 1 <= top <= MAX_BARS:
        raise FewestError(f"A plot shows 1 to {MAX_BARS} of the likeliest secrets, not {top:,}.")
    belief = setup.belief()
    noun = belief.game.noun
    shown, others = [*belief][:top], [*belief][top:]
    size = f"{pluralise(len(belief), noun)}, {belief.entropy:.2f} bits"
    title = f"Chance of each possible {noun} ({belief.game.label}: {size})\n{setup.conditions}"
    figure, axes = one_panel(title, 1.5 + 0.21 * (len(shown) + bool(others)))
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
            edge, note = 0.98 * axes.get_xlim()[1], f"{rest:.3g}%, cut off →"
            axes.text(edge, len(shown), note, ha="right", va="center", fontsize=9, bbox=TEXT_BOX)
        else:
            axes.bar_label(last, [f"{rest:.3g}%"], fontsize=9, padding=3)
            axes.set_xlim(0, 1.12 * max(percents[0], rest))
    axes.set_yticks(range(len(names)), names, fontsize=9)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.set(xlabel="probability (%)", ylabel=f"{noun}s, likeliest first")
    return figure
