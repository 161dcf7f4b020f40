"""Sample games of every kind."""

from functools import cache

import numpy as np
from hypothesis import strategies as st

from fewest import Game, Wordle
from fewest.games import BullsAndCows, Jotto, Mastermind, Nerdle, Numbers, Tabulated
from tests import samples


@cache
def every_game() -> tuple[Game, ...]:
    """A game of every kind, large and small."""
    answers = [["red", "no"], ["so so", "no"], ["red", "Yes"]]
    return (
        samples.edition("original"),
        Wordle(samples.edition("original").words, every_guess=True),
        Jotto(samples.edition("original").words),
        Jotto(samples.edition("nyt-2022").words, every_guess=True),
        Mastermind(),
        Mastermind(1, 1),
        Mastermind(5, 8),
        Mastermind(7, 4),
        BullsAndCows(),
        BullsAndCows(2, 30, True),
        BullsAndCows(5, 7),
        Nerdle(5),
        Nerdle(8),
        Numbers(1),
        Numbers(1000),
        Tabulated("a table", ["a b", "c", "d"], ["what colour", "c"], np.array(answers)),
    )


GAMES = st.sampled_from(range(len(every_game()))).map(lambda number: every_game()[number])
