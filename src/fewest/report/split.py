"""The sizes of the parts that guesses split the secrets into."""

from collections.abc import Sequence

import numpy as np
from matplotlib.ticker import MaxNLocator

from fewest.belief import Belief
from fewest.checks import checked
from fewest.errors import FewestError
from fewest.play.clues import read_guess
from fewest.report.frame import BLUE, DEFAULT_SETUP, LIGHT_BLUE, TEXT_BOX, Plot, label_axes, panels_of, styled
from fewest.results.prose import pluralise
from fewest.setup import Setup
from fewest.watch import UNWATCHED, Watch

MAX_PANELS = 20
"""The maximum number of guesses in a figure."""

FEW_PARTS = 16
"""Up to this number of parts, each is labelled with its reply."""

LABELLED_PARTS = 8
"""The number of the largest parts to label, if there are more parts."""


@styled
@checked
def split(setup: Setup = DEFAULT_SETUP, texts: Sequence[str] = (), *, watch: Watch = UNWATCHED) -> Plot:
    """Draw how many secrets each reply to a guess would leave, largest first, one panel per guess.

    `texts` are the guesses, and clues in addition to those of the setup.
    """
    game = setup.make_game()
    clues = [text for text in texts if "=" in text and game.normalise(text) not in game.guess_index]
    setup = setup.after(*clues)
    belief = setup.belief(game)
    guesses = [*dict.fromkeys(read_guess(game, text, belief.clues, belief.hard) for text in texts if text not in clues)]
    if not guesses:
        raise FewestError("Nothing to draw: name at least one guess.")
    if len(guesses) > MAX_PANELS:
        raise FewestError(f"A plot compares at most {MAX_PANELS} guesses, not {len(guesses):,}.")
    size = f"{pluralise(len(belief), game.noun)} ({game.label})"
    parts = [sorted(belief.parts(guess), key=lambda item: (-len(item[1]), item[0])) for guess in guesses]
    figure, panels = panels_of(len(guesses), f"How a guess splits {size}\n{setup.conditions}", 2)
    most, largest = max(map(len, parts)), max(len(some[0][1]) for some in parts)
    few = most <= FEW_PARTS
    for axes, guess, some in zip(panels, guesses, parts, strict=True):
        sizes = [len(part) for _, part in some]
        expected = sum(part.chance * len(part) for _, part in some)
        axes.set_title(
            f"{guess}: {information(belief, guess):.2f} bits, {pluralise(len(some), 'part')},\n"
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
            names = "\n".join(["dark bars:", *texts])
            axes.text(0.99, 0.98, names, transform=axes.transAxes, ha="right", va="top", fontsize=9, bbox=TEXT_BOX)
        axes.grid(visible=False, axis="x")
    late = max(len(some[int(0.6 * most)][1]) if len(some) > 0.6 * most else 0 for some in parts)
    panels[0].set_ylim(0, 1.8 * largest if few else max(1.05 * largest, 5 * late))  # room for the labels
    panels[0].set_xlim(0.4, most + 0.6)
    panels[0].xaxis.set_major_locator(MaxNLocator(8, integer=True, min_n_ticks=1))
    panels[0].yaxis.set_major_locator(MaxNLocator(6, integer=True))
    panels[0].yaxis.set_major_formatter("{x:,.0f}")
    label_axes(panels, 2, "replies, largest part first", f"{game.noun}s left")
    return figure


def information(belief: Belief, guess: str) -> float:
    """The expected information from the reply to a guess, in bits."""
    chances = np.array([part.chance for _, part in belief.parts(guess)])
    return max(0.0, -float((chances * np.log2(chances)).sum()))
