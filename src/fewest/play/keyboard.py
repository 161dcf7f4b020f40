"""What is known of each letter, as on a keyboard."""

import math
from collections.abc import Sequence

from fewest.belief import Clue
from fewest.games.game import Game
from fewest.results import Keys

ROWS = ((0, "qwertyuiop"), (1, "asdfghjkl"), (3, "zxcvbnm"))
"""The keyboard where every letter is one of these; each row is moved to the right."""

MOST_KEYS = 60
"""Where the answers have more letters than these, only those that were tried are shown."""


def keyboard(game: Game, clues: Sequence[Clue]) -> Keys:
    """What is known of each letter: three rows as on a keyboard, or the letters of other alphabets in their order.

    Those are the letters of the answers; any others that were tried have a row of their own. Where replies have no
    colours, there is no row.
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
