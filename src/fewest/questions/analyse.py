"""Analyse a finished game."""

from collections.abc import Sequence
from dataclasses import replace

from fewest.belief import Belief, Clue
from fewest.checks import checked
from fewest.games.game import Feedback
from fewest.play import analysis
from fewest.play.analysis import LISTED_WORDS, Analysis
from fewest.play.clues import broken_rule
from fewest.play.game_parser import ParsedGame, read_game
from fewest.setup import Setup
from fewest.strategies.advice import DEFAULT_PREFERENCE, EXACT_SECONDS, WordPreference
from fewest.watch import UNWATCHED, Watch


@checked
def analyse(
    setup: Setup,
    guesses: Sequence[str | Clue] | str | ParsedGame,
    *,
    watch: Watch = UNWATCHED,
    grid: str | None = None,
    secret: str | None = None,
    seconds: float = EXACT_SECONDS,
    replies: str | None = None,
    words: int = LISTED_WORDS,
    belief: Belief | None = None,
    preference: WordPreference = DEFAULT_PREFERENCE,
) -> Analysis:
    """Analyse a game: guesses up to the secret, clues such as crane=01200, guesses and a grid of squares, or any text.

    A score with a star, such as 4/6*, means hard mode. A lost game needs `secret`, because its guesses do not end with
    it. `replies` is the style of replies (see `Game.reply_as`), `words` the most secrets to list at each turn, and
    `preference` says which guesses to name as better ones.
    """
    start = setup.belief() if belief is None else belief
    game = start.game
    game.require_style(replies)
    told = guesses if isinstance(guesses, ParsedGame) else read_told(setup, guesses, grid, secret, belief=start)
    if told.hard and not start.hard:
        setup = replace(setup, hard=True)
        start = replace(start, hard=True)
    found = analysis.analyse(
        start,
        told.clues,
        seconds,
        watch,
        max_guesses=setup.max_guesses,
        secret=told.secret,
        words=words,
        preference=preference,
    )
    title = f"{setup.title(game)}{', hard mode' if found.hard else ''}"
    named = [word for turn in found.turns for word in (turn.guess, turn.best, *turn.words_before)]
    found = replace(found, title=title, note=told.note, past=setup.came(game, dict.fromkeys(named)))
    if replies is None:
        return found

    def styled(each: Feedback) -> Feedback:
        return game.seen(each.guess, game.parse_reply(each.reply), replies)

    turns = (replace(turn, **vars(styled(turn)), line=tuple(map(styled, turn.line))) for turn in found.turns)
    return replace(found, turns=tuple(turns))


def read_told(
    setup: Setup,
    guesses: Sequence[str | Clue] | str,
    grid: str | None = None,
    secret: str | None = None,
    *,
    belief: Belief,
) -> ParsedGame:
    """Read a game in any form of `analyse`. If a guess broke hard mode, a note says which."""
    if not isinstance(guesses, str):
        given = [each for each in guesses if isinstance(each, Clue)]
        if guesses and len(given) == len(guesses):
            return ParsedGame(given, secret)
    written = guesses if isinstance(guesses, str) else [str(each) for each in guesses]
    game = belief.game
    told = read_game(game, written, grid, secret, setup.max_guesses)
    if not told.hard or not game.hard_mode or game.consistent:
        return told._replace(hard=False)
    broken = broken_rule(game, told.clues)
    note = f"The star in the score means hard mode, but {broken}. This analysis ignores hard mode."
    return told._replace(hard=not broken, note=note if broken else "")
