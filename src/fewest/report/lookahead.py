"""The number of guesses that a full lookahead evaluates."""

from collections.abc import Sequence

from matplotlib.ticker import NullLocator

from fewest.belief import Belief
from fewest.checks import checked
from fewest.errors import FewestError
from fewest.games import WordGame
from fewest.report.frame import BLUE, DEFAULT_SETUP, LINE_STYLES, TEXT_OUTLINE, Plot, one_panel, styled
from fewest.setup import Setup
from fewest.splits import split as split_by_all
from fewest.strategies import Lookahead, strategy
from fewest.watch import UNWATCHED, Watch
from fewest.words import WordList

DEFAULT_WORDS = 130
"""The default number of words of `lookahead`, which takes some seconds at depth 3."""


@styled
@checked
def lookahead(
    setup: Setup = DEFAULT_SETUP, *, watch: Watch = UNWATCHED, words: int | None = None, depth: int = 3
) -> Plot:
    """Draw how many guesses a lookahead without a beam evaluates at each depth, beside what theory predicts.

    It uses some answers, spread evenly over the list.
    """
    if depth < 1:
        raise FewestError(f"The depth of lookahead must be 1 or more, not {depth}.")
    belief, taken = _few_words(setup, words)
    depths, valued = range(1, depth + 1), []
    for plies in depths:
        watch.update(plies - 1, depth, f"depth {plies}")
        play = strategy(f"lookahead:depth={plies},width=all,exact=0")
        assert isinstance(play, Lookahead)
        play.choose(belief)
        valued.append(play.evaluations)
    watch.update(depth, depth)
    guesses, replies = len(belief.game.guesses), float(split_by_all(belief).parts.mean())
    numbers = f"N = {guesses:,} guesses, M = {replies:.1f} replies to a guess on average, k = depth - 1"
    title = f"Guesses evaluated by full lookahead ({belief.game.label})\n{taken}; {setup.conditions}\n{numbers}"
    figure, axes = one_panel(title, 6.0)
    every = [guesses * (guesses * replies) ** (plies - 1) for plies in depths]
    alone = [guesses * replies ** (plies - 1) for plies in depths]
    lines: tuple[tuple[Sequence[float], str], ...] = (
        (valued, "measured; bounds rule out many guesses"),
        (every, "every guess after every reply, without bounds: N·(N·M)^k"),
        (alone, "every first guess, then one guess after each reply: N·M^k"),
    )
    for (counts, what), style in zip(lines, LINE_STYLES, strict=False):
        axes.plot(depths, counts, **style, linewidth=1.6, label=what)
    for plies, count in zip(depths, valued, strict=True):
        text = axes.annotate(f"{count:,}", (plies, count), (6, -4), textcoords="offset points", va="top", color=BLUE)
        text.set_path_effects([TEXT_OUTLINE])
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value < 1e15 else f"{value:.0e}")
    axes.yaxis.set_minor_locator(NullLocator())
    axes.margins(x=0.15, y=0.1)
    axes.set_xticks(depths)
    axes.set(xlabel="depth (guesses looked ahead)", ylabel="guesses evaluated (logarithmic scale)")
    figure.legend(loc="outside lower center")
    return figure


def _few_words(setup: Setup, count: int | None) -> tuple[Belief, str]:
    """A belief whose secrets and guesses are answers spread evenly over the list, and a phrase that says how many."""
    whole = setup.belief()
    game, total = whole.game, len(whole)
    if not isinstance(game, WordGame):
        raise FewestError(f"{game.name} has no list of words; choose a word game.")
    count = min(total, DEFAULT_WORDS) if count is None else count
    if not 2 <= count <= total:
        raise FewestError(f"{game.label} has {total:,} words; lookahead needs 2 or more of them, not {count:,}.")
    places = [number * total // count for number in range(count)]
    chosen = tuple(game.secrets[whole.secrets[place]] for place in places)
    few = type(game)(WordList(game.label, chosen, chosen))
    belief = Belief.start(few, None if whole.weights is None else whole.weights[places], hard=setup.hard)
    taken = f"all {total:,} words" if count == total else f"{count:,} of its {total:,} words, evenly spread"
    return belief, taken
