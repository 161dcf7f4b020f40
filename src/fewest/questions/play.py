"""Play against a random secret."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from fewest.belief import Belief
from fewest.errors import about_clue
from fewest.play.round import Round, draw_secret
from fewest.results import Block, Result, line, render
from fewest.setup import Setup


@dataclass(frozen=True, repr=False)
class Played(Result):
    """A game in progress."""

    label: str
    length: int
    max_guesses: int
    replies: tuple[str, ...]
    """The reply to each guess, such as 01200."""
    won: bool
    over: bool
    """Whether the game is won, lost or given up."""
    secret: str | None
    """The secret; null until the game is over."""
    share: str
    """The game as text to share, without words."""

    def blocks(self) -> Iterator[Block]:
        """The replies, and the secret once the game is over."""
        yield line(self.share)
        if self.secret:
            yield line(f"It was {self.secret}.")


def play(
    setup: Setup,
    guesses: Sequence[str],
    *,
    seed: int | None = None,
    day: date | None = None,
    give_up: bool = False,
    belief: Belief | None = None,
) -> Played:
    """Replay a game from its seed, or from the date of a daily game, and its guesses."""
    game = setup.make_game() if belief is None else belief.game
    played = Round(game, draw_secret(game, seed, day), setup.limit(game), setup.hard)
    for place, text in enumerate(guesses):
        with about_clue(place):
            played.take(text)
    over = played.over or give_up
    return Played(
        label=game.label,
        length=len(game.guesses[0]),
        max_guesses=played.max_guesses,
        replies=tuple(turn.reply for turn in played.turns),
        won=played.won,
        over=over,
        secret=played.secret if over else None,
        share=render(
            played.share(f"fewest {game.title} #{seed}" if day is None else f"fewest daily {game.title} {day}")
        ),
    )
