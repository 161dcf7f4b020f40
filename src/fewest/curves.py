"""How many guesses some bits of uncertainty take: a smooth curve that never falls, learnt from games."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.system.files import write_file

FORMAT = "fewest-curve-1"
"""What a saved curve calls itself."""

STEP = 1 / 64
"""How many bits lie between two entries of the table that stands for a curve."""

TOLD = 0.8
"""What part of the bits that replies could tell they do tell, in games that nothing was learnt from."""

MOST_BITS = 32
"""Where that table ends; no list has as many words."""

BUCKET = 0.5
"""How many bits are averaged into one knot; docs/information.md has others."""

Floats = NDArray[np.float64]
DATA = Path(__file__).with_name("words") / "data"


@dataclass(frozen=True, eq=False)
class Curve:
    """Guesses still needed by bits of uncertainty: smooth between its knots, a straight line after the last.

    >>> curve = Curve((0, 1, 3), (1, 1.5, 2))
    >>> curve(np.array([0, 1, 3, 5])).round(2).tolist()
    [1.0, 1.5, 2.0, 2.5]
    """

    bits: tuple[float, ...]
    """The knots, from 0 up."""
    guesses: tuple[float, ...]
    """What they take, from 1 up: with no uncertainty one guess is left."""
    name: str = ""
    """What it was learnt from."""

    def __post_init__(self) -> None:
        """Refuse what is no curve."""
        if len(self.bits) != len(self.guesses) or len(self.bits) < 2:
            raise FewestError("A curve needs two knots or more, each with its bits and its guesses.")
        rising = all(a < b for a, b in zip(self.bits, self.bits[1:], strict=False))
        falling = any(a > b for a, b in zip(self.guesses, self.guesses[1:], strict=False))
        finite = np.isfinite(self.bits).all() and np.isfinite(self.guesses).all()
        if not rising or falling or not finite or (self.bits[0], self.guesses[0]) != (0, 1):
            raise FewestError("A curve starts with 1 guess for 0 bits, and neither bits nor guesses ever fall.")

    @cached_property
    def values(self) -> Floats:
        """The curve at 0, STEP, 2 STEP and so on bits."""
        at = np.linspace(0.0, MOST_BITS, int(MOST_BITS / STEP) + 1)
        return monotone(np.array(self.bits), np.array(self.guesses), at)

    def __call__(self, bits: Floats) -> Floats:
        """How many guesses some bits take, by straight lines between the entries of the table."""
        return np.interp(bits, np.arange(len(self.values)) * STEP, self.values)

    def save(self, path: Path | str, **more: Any) -> None:
        """Write the curve to a JSON file, with more that there is to say about it."""
        data = {"format": FORMAT, "name": self.name, "bits": self.bits, "guesses": self.guesses, **more}
        write_file(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path | str) -> "Curve":
        """Read a curve from a JSON file."""
        try:
            data = json.loads(Path(path).read_bytes())
            if data["format"] != FORMAT:
                raise FewestError(f"{path}: the format is {data['format']!r}, not {FORMAT!r}.")
            bits, guesses = (tuple(map(float, data[key])) for key in ("bits", "guesses"))
            return cls(bits, guesses, str(data["name"]))
        except OSError as error:
            raise FewestError(f"{path}: cannot be read ({error.strerror or error}).") from None
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            if isinstance(error, FewestError):
                raise
            raise FewestError(f"{path}: not a curve as `fewest train` writes it ({error}).") from None


@cache
def _load(name: str) -> Curve:
    return Curve.load(DATA / f"{name}.curve.json")


def shipped(game: Game) -> Curve:
    """The curve that was learnt on an edition; games on other lists get that of the original.

    Other games get a straight line: a reply tells most of what one could that may be any but the win.
    """
    if game.learnt_on is None:
        told = TOLD * math.log2(max(3, game.replies - 1))
        return Curve((0.0, told), (1.0, 2.0), "a straight line")
    return _load(game.learnt_on)


def monotone(x: Floats, y: Floats, at: Floats) -> Floats:
    """The smooth curve through some points that rises where they rise and nowhere overshoots; straight after the last.

    Cubics whose slope at a knot is the weighted harmonic mean of the slopes beside it (Fritsch and Butland, 1984).
    """
    width, rise = np.diff(x), np.diff(y) / np.diff(x)
    slopes = np.concatenate([rise[:1], rise[:-1], rise[-1:]])
    if len(x) > 2:
        before, after = rise[:-1], rise[1:]
        one, two = 2 * width[1:] + width[:-1], width[1:] + 2 * width[:-1]
        flat = (before <= 0) | (after <= 0)
        safe = np.where(flat, 1.0, 0.0)
        slopes[1:-1] = np.where(flat, 0.0, (one + two) / (one / (before + safe) + two / (after + safe)))
    segment = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(x) - 2)
    t = (at - x[segment]) / width[segment]
    a, b = slopes[segment] * width[segment], slopes[segment + 1] * width[segment]
    step = y[segment + 1] - y[segment]
    inside = y[segment] + a * t + (3 * step - 2 * a - b) * t**2 + (a + b - 2 * step) * t**3
    return np.where(at > x[-1], y[-1] + rise[-1] * (at - x[-1]), inside)


def fit(bits: Floats, guesses: Floats, weights: Floats, bucket: float = BUCKET, name: str = "") -> Curve:
    """Fit a curve to what beliefs of some bits have taken, each counted with its weight."""
    number = np.maximum(1, np.round(bits / bucket)).astype(np.intp)
    number[bits < 1e-6] = 0  # with so few there is as good as no uncertainty, and no digit to write them with
    mass = np.bincount(number, weights).astype(np.float64)
    used = np.flatnonzero(mass[1:] > 0) + 1
    if not len(used):
        raise FewestError("There is nothing to learn where there is no uncertainty; play with two secrets or more.")
    means = [np.bincount(number, weights * values)[used] / mass[used] for values in (bits, guesses)]
    levels = never_falling(means[1].clip(min=1.0), mass[used])
    return Curve((0.0, *means[0].round(6).tolist()), (1.0, *levels.round(6).tolist()), name)


def never_falling(values: Sequence[float] | Floats, weights: Sequence[float] | Floats) -> Floats:
    """The closest values, by weighted squares, that never fall: neighbours in the wrong order share their mean."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        pool = (float(value), float(weight), 1)
        while pools and pools[-1][0] > pool[0]:
            level, mass, count = pools.pop()
            pool = ((level * mass + pool[0] * pool[1]) / (mass + pool[1]), mass + pool[1], count + pool[2])
        pools.append(pool)
    return np.concatenate([np.full(count, level) for level, _, count in pools])
