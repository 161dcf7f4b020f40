"""The keyboard: what is known about each letter."""

import math
from collections.abc import Sequence

from fewest.belief import Clue
from fewest.games.game import Game
from fewest.results import Keys

ROWS = ((0, "qwertyuiop"), (1, "asdfghjkl"), (3, "zxcvbnm"))
"""The rows of an English keyboard, each with its indentation."""

MOST_KEYS = 60
"""If the answers have more letters than this, only letters that were tried are shown."""


def keyboard(game: Game, clues: Sequence[Clue]) -> Keys:
    """What is known about each letter, in the rows of a keyboard; other alphabets are in alphabetical order.

    The rows show the letters of the answers; other letters that were tried get an extra row. Games without colours have
    no rows.
    """
    if game.marks(game.win) is None:
        return Keys((), {})
    best: dict[str, int] = {}
    for guess, reply in clues:
        for letter, mark in zip(guess, game.marks(reply) or (), strict=True):
            best[letter] = max(mark, best.get(letter, 0))
    letters = set().union(*game.answers)
    rows = [*ROWS]
    if not letters <= set("".join(row for _, row in ROWS)):
        known = sorted(letters) if len(letters) <= MOST_KEYS else []
        width = max(10, math.ceil(len(known) / 3)) if len(known) <= 39 else 13
        rows = [(0, "".join(known[start : start + width])) for start in range(0, len(known), width)]
    if others := sorted(set(best).difference(*(row for _, row in rows))):
        rows.append((0, "".join(others)))
    return Keys(tuple(rows), best)
