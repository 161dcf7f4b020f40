"""Games against the adversary, who has no secret."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fewest.belief import Belief, Clue
from fewest.errors import FewestError, Interrupted, OutOfTimeError
from fewest.games.game import Seen
from fewest.play.adversary import answer, play_against, shortest_win
from fewest.play.clues import read_guess, without_words
from fewest.results import Block, Result, line, render, table
from fewest.results.prose import counted
from fewest.setup import Setup
from fewest.strategies import DEFAULT, strategy
from fewest.watch import UNWATCHED, Watch

PATIENCE = 2.0
"""How many seconds a hint may search for the shortest game."""

PLAIN = "minimax"
"""The strategy that hints follow where that does not suffice: it leaves the adversary least."""


@dataclass(frozen=True)
class DuelTurn(Seen):
    """A guess, the adversary's reply, and how many secrets it still has."""

    remaining: int
    """How many secrets the adversary still has."""


@dataclass(frozen=True)
class DuelGame:
    """A game that beats the adversary."""

    opener: str
    given: bool
    """Whether the opener was given."""
    guesses: int
    """How many guesses it takes."""
    turns: tuple[DuelTurn, ...]
    """The guesses, in their order."""


@dataclass(frozen=True)
class Dueled(Result):
    """How the adversary is beaten."""

    label: str
    title: str
    noun: str
    hard: bool
    strategy: str | None
    """What played; null for the shortest games that there are."""
    least: bool
    """Whether there is no shorter game."""
    games: tuple[DuelGame, ...]
    """A game per opener."""
    at_least: int | None
    """If the search was ended: how many guesses the game that it was about takes at least."""
    stopped_at: str | None
    """The opener of that game, if one was given."""
    seconds: float

    def blocks(self) -> Iterator[Block]:
        """A table per game."""
        yield line(f"{self.strategy or 'The least'} on {self.title}, against the adversary", "dim")
        for game in self.games:
            rows = [(turn.tiles(), f"{turn.remaining:,}") for turn in game.turns]
            yield table(("guess", f"{self.noun}s left"), rows)
            which = f" from {game.opener}" if game.given else ""
            least = ", and in no fewer" if self.least else ""
            yield line(f"Beaten{which} in {counted(game.guesses, 'guess', 'guesses')}{least}.")
            yield line()
        if self.at_least is not None:
            which = f" from {self.stopped_at}" if self.stopped_at else ""
            yield line(f"Stopped: it takes {self.at_least} guesses or more{which}.")

    def __repr__(self) -> str:
        beaten = ", ".join(f"{game.opener} in {game.guesses}" for game in self.games) or "not beaten"
        return f"<Dueled: {beaten} on {self.label} by {self.strategy or 'the least'}>"


def duel(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    by: str | None = DEFAULT,
    openers: Sequence[str] = (),
) -> Dueled:
    """Beat the adversary by a strategy; without one, in as few guesses as there can be."""
    began = time.perf_counter()
    play = None if by is None else strategy(by)
    belief = setup.belief()
    game = belief.game
    firsts: list[str | None] = [game.guesses[belief.find_guess(word)] for word in openers]
    made: list[DuelGame] = []
    at_least = stopped_at = None
    for first in dict.fromkeys(firsts or [None]):
        try:
            found = shortest_win(belief, first, watch) if play is None else play_against(play, belief, first)
        except (Interrupted, OutOfTimeError) as ended:
            at_least, stopped_at = ended.so_far, first
            break
        turns = tuple(_turns(belief, found))
        made.append(DuelGame(found[0].guess, first is not None, len(found), turns))
    return Dueled(
        label=game.label,
        title=str(game),
        noun=game.noun,
        hard=setup.hard,
        strategy=None if play is None else play.name,
        least=play is None,
        games=tuple(made),
        at_least=at_least,
        stopped_at=stopped_at,
        seconds=round(time.perf_counter() - began, 3),
    )


def _turns(belief: Belief, clues: Sequence[Clue]) -> Iterator[DuelTurn]:
    for guess, reply in clues:
        belief = belief.after(guess, reply)
        yield DuelTurn(**vars(belief.game.seen(guess, reply)), remaining=len(belief))


@dataclass(frozen=True)
class DuelUnderWay(Result):
    """A game against the adversary so far."""

    label: str
    length: int
    replies: tuple[str, ...]
    """The reply to each guess, as the game writes it."""
    remaining: tuple[int, ...]
    """How many secrets the adversary had after each reply."""
    words: tuple[str, ...]
    """Some of those that it still has."""
    won: bool
    """Whether the adversary is beaten."""
    share: str
    """The game to show to others: no word of it."""

    def blocks(self) -> Iterator[Block]:
        """The replies, and what they left."""
        yield line(self.share)

    def __repr__(self) -> str:
        left = "beaten" if self.won else f"{self.remaining[-1]:,} left" if self.remaining else "not begun"
        return f"<DuelUnderWay: {counted(len(self.replies), 'guess', 'guesses')} on {self.label}, {left}>"


def play_duel(setup: Setup, guesses: Sequence[str], *, words: int, belief: Belief | None = None) -> DuelUnderWay:
    """A game against the adversary, replayed from its guesses."""
    belief = setup.belief() if belief is None else belief
    game, remaining = belief.game, []
    for place, text in enumerate(guesses):
        if belief.won:
            raise FewestError("The adversary is beaten; start another game.").about(place)
        try:
            belief = answer(belief, read_guess(game, text, belief.clues, belief.hard))
        except FewestError as error:
            raise error.about(place) from None
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


def board(beliefs: Sequence[Belief]) -> Iterator[Block]:
    """The guesses in the colours of their replies, and how many words each left to the adversary."""
    for belief in beliefs:
        left = "" if belief.won else f"{counted(len(belief), belief.game.noun)} left"
        yield belief.game.seen(*belief.clues[-1]).tiles(note=left)


def not_beaten(belief: Belief) -> str:
    """What a player is told who gives up."""
    words, noun = belief.words, belief.game.noun
    left = f"{len(words):,} {noun}s, such as {words[0]}" if len(words) > 1 else f"one {noun}, {words[0]}"
    return f"Not beaten: the adversary still has {left}."


def duel_hint(belief: Belief) -> str:
    """The next guess of a shortest game; where that takes too long to find, one that leaves as few words as any."""
    try:
        game = shortest_win(belief, watch=Watch().within(PATIENCE))
        return f"{game[0].guess}; {counted(len(game), 'guess from here suffices', 'guesses from here suffice')}"
    except FewestError:
        guess = strategy(PLAIN).choose(belief)
        return f"{guess}; it leaves {counted(len(answer(belief, guess)), belief.game.noun)}, as few as any guess"
