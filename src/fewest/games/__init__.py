"""The games: what may be guessed, what may be looked for, and what is replied."""

from fewest.games.game import Game
from fewest.games.wordle import Wordle

__all__ = ["Game", "Wordle"]
