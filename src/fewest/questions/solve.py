"""Play a strategy against given secrets."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fewest.belief import Belief
from fewest.checks import checked
from fewest.errors import FewestError
from fewest.games.game import Feedback
from fewest.play.clues import find_secret
from fewest.questions.suggest import require_no_preference
from fewest.results import Block, Cell, Result, line, table
from fewest.results.prose import pluralise
from fewest.setup import Setup
from fewest.splits import split
from fewest.strategies import DEFAULT_PREFERENCE, Advised, WordPreference, strategy
from fewest.trees.tree import Openers, Opening, Player
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True)
class SolvedTurn(Feedback):
    """A guess, with its expected and actual information."""

    remaining: int
    """The number of possible secrets after the reply."""
    bits_expected: float
    """The expected information of the reply, in bits."""
    bits_got: float
    """The actual information of the reply, in bits."""


@dataclass(frozen=True)
class SolvedGame:
    """A game against one secret."""

    secret: str
    turns: tuple[SolvedTurn, ...]
    """The guesses in order."""
    guesses: int
    """The number of guesses."""
    won: bool
    """Whether the secret is found within the limit."""


@dataclass(frozen=True, repr=False)
class Solved(Result, rows="games"):
    """Games against some secrets."""

    label: str
    title: str
    strategy: str
    hard: bool
    max_guesses: int
    games: tuple[SolvedGame, ...]
    """A game per secret."""

    def blocks(self) -> Iterator[Block]:
        """A table per secret."""
        by = "advice of fewest suggest" if self.strategy == Advised.name else self.strategy
        hard = ", hard mode" if self.hard else ""
        yield line(f"{by} on {self.title}{hard}", "dim")
        for game in self.games:
            heads = ("guess", "secrets left", "bits expected", "bits got")
            yield table(heads, [_cells(turn) for turn in game.turns])
            limit = pluralise(self.max_guesses, "guess", "guesses")
            verdict = "found in" if game.won else f"not found within {limit}; it needs"
            yield line(f"{game.secret}: {verdict} {game.guesses}")
            yield line()


def _cells(turn: SolvedTurn) -> tuple[Cell, ...]:
    return turn.tiles(both=True), f"{turn.remaining:,}", f"{turn.bits_expected:.2f}", f"{turn.bits_got:.2f}"


@checked
def solve(
    setup: Setup,
    secrets: Sequence[str],
    *,
    watch: Watch = UNWATCHED,
    by: str | None = None,
    opener: Openers = None,
    replies: str | None = None,
    preference: WordPreference = DEFAULT_PREFERENCE,
) -> Solved:
    """Play a strategy, or the advice of `advise`, against secrets; `replies` is a style, see `Game.reply_as`."""
    if not secrets:
        raise FewestError("There is nothing to solve: name at least one secret.")
    start = setup.belief()
    game = start.game
    game.require_style(replies)
    limit = setup.limit(game)
    if by is not None:
        require_no_preference(by, preference)
    play: Player = Advised(limit, preference) if by is None else strategy(by)
    words = [find_secret(game, secret) for secret in secrets]
    opening = Opening(game, opener, len(start.clues))
    first = opening.guess(start) or play.choose(start)
    games = []
    for number, word in enumerate(words):
        watch.update(number, len(words))
        turns = tuple(_turns(play, opening, start, first, word, replies))
        games.append(SolvedGame(word, turns, len(turns), len(turns) <= limit))
    return Solved(game.label, setup.title(game), play.name, setup.hard, limit, tuple(games))


def _turns(
    play: Player, opening: Opening, belief: Belief, guess: str, secret: str, replies: str | None
) -> Iterator[SolvedTurn]:
    """Play until the secret is found."""
    game = belief.game
    while True:
        whole = split(belief)
        expected = whole.entropy[whole.guesses == belief.find_guess(guess)]
        reply = game.reply(guess, secret)
        belief = belief.after(guess, reply)
        yield SolvedTurn(
            **vars(game.seen(guess, reply, replies)),
            remaining=len(belief),
            bits_expected=float(expected[0]),
            bits_got=max(0.0, -math.log2(belief.chance)),
        )
        if reply == game.win:
            return
        guess = opening.guess(belief) or play.choose(belief)
