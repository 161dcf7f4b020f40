"""One game: the number of secrets that each reply leaves."""

from typing import Any

import numpy as np
from matplotlib.ticker import NullLocator

from fewest.checks import checked
from fewest.questions.solve import solve
from fewest.report.frame import BLUE, DEFAULT_SETUP, LIGHT_BLUE, TEXT_BOX, Plot, one_panel, styled
from fewest.report.split import information
from fewest.results.prose import pluralise
from fewest.setup import Setup
from fewest.trees.tree import Openers
from fewest.watch import UNWATCHED, Watch


@styled
@checked
def game(
    setup: Setup = DEFAULT_SETUP,
    *,
    watch: Watch = UNWATCHED,
    secret: str,
    by: str | None = None,
    opener: Openers = None,
) -> Plot:
    """Draw how a strategy, or `advise`, finds a secret.

    Each guess shows how many secrets were possible before it, how many its reply left, and the bits it gained.
    """
    turns = solve(setup, [secret], watch=watch, by=by, opener=opener).games[0].turns
    here = setup.belief()
    rules, noun = here.game, here.game.noun
    title = (
        f"How {by or 'fewest'} finds {turns[-1].guess} in {pluralise(len(turns), 'guess', 'guesses')} ({rules.label})"
    )
    figure, axes = one_panel(f"{title}\n{setup.conditions}", 2.0 + 0.55 * len(turns))
    before, after, notes = [], [], []
    for turn in turns:
        expected = information(here, turn.guess)
        before.append(len(here))
        here = here.after(turn.guess, rules.parse_reply(turn.reply))
        after.append(len(here))
        got = max(0.0, -float(np.log2(here.chance)))
        notes.append(f"{before[-1]:,} → {after[-1]:,}: {expected:.2f} bits expected, {got:.2f} gained")
    rows = range(len(turns))
    left = 0.8  # below 1, so that a bar for one word is visible
    styles: dict[str, Any] = {"left": left, "height": 0.5}
    widths = [[count - left for count in counts] for counts in (before, after)]
    axes.barh(rows, widths[0], color="white", edgecolor=BLUE, label=f"{noun}s possible before the guess", **styles)
    axes.barh(rows, widths[1], color=LIGHT_BLUE, edgecolor=BLUE, label="after its reply", **styles)
    for row, note in zip(rows, notes, strict=True):
        axes.text(left * 1.05, row - 0.28, note, va="bottom", fontsize=9, bbox=TEXT_BOX)
    axes.set_yticks(rows, [f"{turn.guess}\n{turn.reply}" for turn in turns])
    axes.set_ylim(len(turns) - 0.6, -0.75)
    axes.set_xscale("log")
    axes.set_xlim(left, 1.3 * max(before[0], 5))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.xaxis.set_minor_locator(NullLocator())
    axes.grid(axis="y", visible=False)
    axes.set(xlabel=f"possible {noun}s (logarithmic scale)", ylabel="guesses and replies")
    figure.legend(loc="outside lower center", ncols=2)
    return figure
