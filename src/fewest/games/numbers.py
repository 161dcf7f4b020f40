"""Guessing a number: the smallest example of a game."""

from fewest import specs
from fewest.checks import checked
from fewest.errors import FewestError
from fewest.games.game import Game


class Numbers(Game):
    """A number from 1 to `most`; the reply says whether it is lower or higher than the guess."""

    name = "numbers"
    noun = "number"
    texts = ("lower", "higher", "found")
    win = 2

    @checked
    def __init__(self, most: int = 100) -> None:
        """Play with the numbers from 1 to `most`."""
        if not 1 <= most <= 10_000:
            raise FewestError(f"The largest number must be from 1 to 10,000, not {most:,}.")
        self.label = specs.write(self.name, most=most)
        self.guesses = self.secrets = tuple(str(number) for number in range(1, most + 1))

    @classmethod
    def count(cls, *, most: int = 100) -> int:
        """All numbers."""
        return most

    def reply_number(self, guess: str, secret: str) -> int:
        """Whether the secret is lower or higher."""
        return self.win if guess == secret else int(int(secret) > int(guess))
