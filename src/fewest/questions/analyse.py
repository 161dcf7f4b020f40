"""Analyses a finished game."""

from collections.abc import Sequence
from dataclasses import replace

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
    replies: str | None = None,
    belief: Belief | None = None,
) -> Analysis:
    """Analyse a game: guesses up to the secret, clues such as crane=01200, or guesses and a grid of squares.

    `secret` is needed for a lost game, whose guesses do not end with it. `replies` is their style, see `Game.reply_as`.
    """
    start = setup.belief() if belief is None else belief
    game = start.game
    game.require_style(replies)
    given = [each for each in guesses if isinstance(each, Clue)]
    if len(given) < len(guesses) or not guesses:
        given = read_clues(game, [str(each) for each in guesses], grid, secret)
    found = analysis.analyse(start, given, seconds, watch, max_guesses=setup.max_guesses)
    found = replace(found, title=setup.title(game))
    if replies is None:
        return found
    seen = [game.seen(turn.guess, game.parse_reply(turn.reply), replies) for turn in found.turns]
    return replace(
        found, turns=tuple(replace(turn, **vars(as_seen)) for turn, as_seen in zip(found.turns, seen, strict=True))
    )
