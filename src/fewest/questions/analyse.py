"""Analyses a finished game."""

from collections.abc import Sequence

from fewest.belief import Belief, Clue
from fewest.play import analysis
from fewest.play.analysis import Analysis
from fewest.play.clues import read_clues
from fewest.setup import Setup
from fewest.strategies.advice import EXACT_SECONDS
from fewest.watch import UNWATCHED, Watch


def analyse(
    setup: Setup,
    guesses: Sequence[str | Clue],
    watch: Watch = UNWATCHED,
    *,
    grid: str | None = None,
    secret: str | None = None,
    seconds: float = EXACT_SECONDS,
    belief: Belief | None = None,
) -> Analysis:
    """Analyse a game: guesses up to the secret, clues such as crane=01200, or guesses and a grid of squares.

    `secret` is needed for a lost game, whose guesses do not end with it.
    """
    start = setup.belief() if belief is None else belief
    given = [each for each in guesses if isinstance(each, Clue)]
    if len(given) < len(guesses) or not guesses:
        given = read_clues(start.game, [str(each) for each in guesses], grid, secret)
    return analysis.analyse(start, given, seconds, watch, max_guesses=setup.max_guesses)
