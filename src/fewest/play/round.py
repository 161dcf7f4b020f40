"""A game against a secret."""

import secrets
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256

from fewest.belief import Clue
from fewest.errors import FewestError
from fewest.games.game import Feedback, Game
from fewest.play.clues import read_guess, share
from fewest.results import Block


def draw_secret(game: Game, seed: int | None = None, day: date | None = None) -> str:
    """Draw an answer: the daily one, the one of a seed, or a random one."""
    if day is not None:
        return draw(game, f"daily {day.isoformat()}")
    return secrets.choice(game.answers) if seed is None else draw(game, f"seed {seed}")


def draw(game: Game, seed: str) -> str:
    """Draw an answer, the same for the same seed on every machine and in every version."""
    number = int.from_bytes(sha256(f"fewest {seed} {game.series}".encode()).digest())
    return game.answers[number % len(game.answers)]


@dataclass
class Round:
    """A game in progress."""

    game: Game
    secret: str
    max_guesses: int
    hard: bool = False
    clues: list[Clue] = field(default_factory=list)

    @property
    def won(self) -> bool:
        """Whether the secret was guessed."""
        return bool(self.clues) and self.clues[-1].reply == self.game.win

    @property
    def over(self) -> bool:
        """Whether the game is won or no guesses are left."""
        return self.won or len(self.clues) == self.max_guesses

    @property
    def turns(self) -> list[Feedback]:
        """The guesses and their replies as plain data."""
        return [self.game.seen(*clue) for clue in self.clues]

    def take(self, text: str) -> None:
        """Take a guess; an error explains why it is not allowed."""
        if self.over:
            raise FewestError("The game is over; start another.")
        guess = read_guess(self.game, text, self.clues, self.hard or self.game.consistent)
        self.clues.append(Clue(guess, self.game.reply(guess, self.secret)))

    def share(self, title: str, mark: str = "") -> list[Block]:
        """The game as text to share, without its words."""
        return share(title, self.turns, self.won, self.max_guesses, f"{'*' if self.hard else ''}{mark}")
