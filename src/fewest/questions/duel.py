"""Play against the adversary, which has no secret."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fewest.belief import Belief, Clue
from fewest.errors import FewestError, Interrupted, OutOfTimeError, about_clue
from fewest.games.game import Feedback
from fewest.play.adversary import answer, play_against, shortest_win
from fewest.play.clues import read_guess, without_words
from fewest.results import Block, Result, line, render, table
from fewest.results.prose import pluralise
from fewest.setup import Setup
from fewest.strategies import DEFAULT, strategy
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True)
class DuelTurn(Feedback):
    """A guess, the adversary's reply, and the number of secrets left."""

    remaining: int
    """The number of secrets the adversary has left."""


@dataclass(frozen=True)
class DuelGame:
    """A game that beats the adversary."""

    opener: str
    given: bool
    """Whether the opener was given."""
    guesses: int
    """The number of guesses."""
    turns: tuple[DuelTurn, ...]
    """The guesses in order."""


@dataclass(frozen=True, repr=False)
class Dueled(Result, rows="games"):
    """Games that beat the adversary."""

    label: str
    title: str
    noun: str
    hard: bool
    strategy: str | None
    """The strategy; null for shortest games."""
    shortest: bool
    """Whether the games are proved shortest."""
    games: tuple[DuelGame, ...]
    """A game per opener."""
    at_least: int | None
    """If the search was stopped, a lower bound on the guesses of the unfinished game."""
    stopped_at: str | None
    """The opener of the unfinished game, if given."""
    seconds: float

    def blocks(self) -> Iterator[Block]:
        """A table per game."""
        yield line(f"{self.strategy or 'Best play'} on {self.title}, against the adversary", "dim")
        for game in self.games:
            rows = [(turn.tiles(), f"{turn.remaining:,}") for turn in game.turns]
            yield table(("guess", f"{self.noun}s left"), rows)
            which = f" starting with {game.opener}" if game.given else ""
            shortest = ", the fewest possible" if self.shortest else ""
            yield line(f"Beaten in {pluralise(game.guesses, 'guess', 'guesses')}{which}{shortest}.")
            yield line()
        if self.at_least is not None:
            which = f" starting with {self.stopped_at}" if self.stopped_at else ""
            yield line(f"Stopped: it takes {self.at_least} guesses or more{which}.")


def duel(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    by: str | None = DEFAULT,
    openers: Sequence[str] = (),
) -> Dueled:
    """Beat the adversary by a strategy, or without one in as few guesses as possible."""
    began = time.perf_counter()
    play = None if by is None else strategy(by)
    belief = setup.belief()
    game = belief.game
    first_guesses: list[str | None] = [game.guesses[belief.find_guess(word)] for word in openers]
    games: list[DuelGame] = []
    at_least = None
    stopped_at = None
    for first in dict.fromkeys(first_guesses or [None]):
        try:
            found = shortest_win(belief, first, watch) if play is None else play_against(play, belief, first)
        except (Interrupted, OutOfTimeError) as ended:
            at_least = ended.so_far
            stopped_at = first
            break
        turns = tuple(_turns(belief, found))
        games.append(DuelGame(found[0].guess, first is not None, len(found), turns))
    return Dueled(
        label=game.label,
        title=str(game),
        noun=game.noun,
        hard=setup.hard,
        strategy=None if play is None else play.name,
        shortest=play is None,
        games=tuple(games),
        at_least=at_least,
        stopped_at=stopped_at,
        seconds=round(time.perf_counter() - began, 3),
    )


def _turns(belief: Belief, clues: Sequence[Clue]) -> Iterator[DuelTurn]:
    for guess, reply in clues:
        belief = belief.after(guess, reply)
        yield DuelTurn(**vars(belief.game.seen(guess, reply)), remaining=len(belief))


@dataclass(frozen=True, repr=False)
class DuelUnderWay(Result):
    """A game against the adversary so far."""

    label: str
    length: int
    replies: tuple[str, ...]
    """The reply to each guess, such as 01200."""
    remaining: tuple[int, ...]
    """The number of secrets left after each reply."""
    words: tuple[str, ...]
    """Some of the secrets left."""
    won: bool
    """Whether the adversary is beaten."""
    share: str
    """The game as text to share, without words."""

    def blocks(self) -> Iterator[Block]:
        """The text to share."""
        yield line(self.share)


def play_duel(setup: Setup, guesses: Sequence[str], *, words: int, belief: Belief | None = None) -> DuelUnderWay:
    """Replay a game against the adversary from its guesses."""
    belief = setup.belief() if belief is None else belief
    game = belief.game
    remaining = []
    for place, text in enumerate(guesses):
        if belief.won:
            raise FewestError("The adversary is beaten; start another game.").about(place)
        with about_clue(place):
            belief = answer(belief, read_guess(game, text, belief.clues, belief.hard))
        remaining.append(len(belief))
    turns = [game.seen(*clue) for clue in belief.clues]
    head = f"fewest duel {game.title} {len(turns) if belief.won else '…'}"
    return DuelUnderWay(
        label=game.label,
        length=len(game.guesses[0]),
        replies=tuple(turn.reply for turn in turns),
        remaining=tuple(remaining),
        words=tuple(belief.words[:words]),
        won=belief.won,
        share=render(without_words(head, turns)),
    )
