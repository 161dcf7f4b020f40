"""Splits a belief by every allowed guess, in the C++ core."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewest import _core
from fewest.belief import UNIFORM, Belief, as_belief
from fewest.checks import fit
from fewest.curves import COUNT, TABLE_STEP, Curve
from fewest.games.game import Indices, Table
from fewest.results import Block, Shown, line, table
from fewest.results.prose import pluralise
from fewest.system.threads import threads

Scores = NDArray[np.float64]
OPTIONAL_CURVE = Curve | None

Counts = NDArray[np.uint32]


@dataclass(frozen=True, eq=False, repr=False)
class Split(Shown):
    """A belief split by each guess; all arrays have one entry per allowed guess."""

    belief: Belief
    guesses: Indices
    """The columns of the guesses in the game's table, in alphabetical order."""
    entropy: Scores
    """The expected information of the reply, in bits."""
    sum_of_squares: Scores
    """The sum of the squared probabilities of the replies."""
    hit: Scores
    """The probability that the guess is the secret."""
    largest: Counts
    """The number of secrets of the largest part."""
    parts: Counts
    """The number of different replies."""
    curve: Curve | None = None
    """The expected number of guesses by bits of uncertainty."""
    after: Scores | None = None
    """The expected number of guesses after this one, by the curve."""

    def records(self) -> list[dict[str, Any]]:
        """A row per guess."""
        columns = {
            "guess": np.array(self.belief.game.guesses, object)[self.guesses],
            "bits": self.entropy,
            "hit": self.hit,
            "parts": self.parts,
            "largest": self.largest,
            "expected_size": self.sum_of_squares * len(self.belief),
        }
        rows = zip(*(column.tolist() for column in columns.values()), strict=True)
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def blocks(self) -> Iterator[Block]:
        """The guesses with the most expected information."""
        order = np.lexsort((-self.hit, -np.round(self.entropy, 9)))[:MAX_SHOWN]
        yield line(f"{pluralise(len(self.guesses), 'guess', 'guesses')}, {pluralise(len(self.belief), 'secret')}")
        names = self.belief.game.guesses
        yield table(
            ("guess", "bits", "hit", "parts", "worst part"),
            [
                (
                    names[self.guesses[at]],
                    f"{self.entropy[at]:.3f}",
                    f"{self.hit[at]:.2%}",
                    f"{self.parts[at]}",
                    f"{self.largest[at]:,}",
                )
                for at in order
            ],
        )

    def __repr__(self) -> str:
        return f"<Split of {self.belief!r} by {pluralise(len(self.guesses), 'guess', 'guesses')}>"


MAX_SHOWN = 10
"""How many guesses are shown."""


TILE_BYTES = 1 << 26
"""The size in bytes of the blocks of replies that are computed for games without a full table."""


FIRST_GUESSES = 2048
"""The size of the first block of guesses in the search for one that tells all secrets apart."""


def split(
    belief: Belief, curve: Curve | None = None, *, distinct: bool = False, until_all_apart: bool = False
) -> Split:
    """Split a belief by every allowed guess; a curve adds the expected number of guesses after each.

    With `distinct`, guesses known to make parts of the same sizes as an earlier guess are left out. With
    `until_all_apart`, guesses after one that tells all secrets apart may be left out.
    """
    belief = as_belief(belief, "split: belief")
    fit(curve, OPTIONAL_CURVE, "split: curve")
    chosen = belief.allowed
    if distinct and chosen is None:
        symmetric = belief.prior == UNIFORM
        made = [clue.guess for clue in belief.clues]
        chosen = belief.game.distinct_guesses(belief.secrets, made, symmetric=symmetric)
    return split_by(belief, chosen, curve, until_all_apart)


def split_by(
    belief: Belief, chosen: Indices | None, curve: Curve | None = None, until_all_apart: bool = False
) -> Split:
    """Split a belief by some guesses, or by all if `chosen` is None."""
    game = belief.game
    guesses = np.arange(len(game.guesses), dtype=np.int32) if chosen is None else chosen
    table = game.table_for(len(belief) * len(guesses))
    if table is not None:
        found = [_split(belief, table, belief.secrets, chosen, len(guesses), curve)]
    else:
        until_all_apart &= len(belief) <= game.replies
        width = max(1, TILE_BYTES // (len(belief) * game.reply_type.itemsize))
        ends = range(min(width, FIRST_GUESSES) if until_all_apart else width, len(guesses), width)
        places = np.arange(len(belief), dtype=np.int32)
        found = []
        for tile in np.split(guesses, ends):
            found.append(_split(belief, game.rows(belief.secrets, tile), places, None, len(tile), curve))
            if until_all_apart and found[-1][1][1].max() == len(belief):
                break
        guesses = guesses[: sum(len(counts[0]) for _, counts, _ in found)]
    scores, counts, after = (
        found[0] if len(found) == 1 else (np.concatenate(each, axis=-1) for each in zip(*found, strict=True))
    )
    entropy, sum_of_squares, hit = scores
    largest, count = counts
    return Split(belief, guesses, entropy, sum_of_squares, hit, largest, count, curve, None if curve is None else after)


def _split(
    belief: Belief, table: Table, secrets: Indices, guesses: Indices | None, count: int, curve: Curve | None
) -> tuple[Scores, Counts, Scores]:
    """Split a belief in the core: `secrets` are rows of the table, `guesses` columns (None for all)."""
    scores = np.empty((3, count), np.float64)
    counts = np.empty((2, count), np.uint32)
    after = np.empty(0 if curve is None else count, np.float64)
    _core.split(
        table,
        belief.game.replies,
        belief.game.win,
        secrets,
        None if belief.weights is None else belief.secret_chances,
        guesses,
        scores,
        counts,
        threads(),
        None if curve is None else curve.values,
        TABLE_STEP,
        None if curve is None else after,
        curve is not None and curve.uncertainty == COUNT,
    )
    return scores, counts, after
