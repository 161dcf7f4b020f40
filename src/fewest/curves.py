"""Curves of expected guesses by bits of uncertainty: smooth, monotone, fitted to games."""

import json
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewest.belief import Belief
from fewest.checks import check_fields, checked
from fewest.errors import FewestError
from fewest.games.game import CONSISTENT
from fewest.system.files import reading_json, write_file

FORMAT = "fewest-curve-1"
"""The format of saved curves."""

TABLE_STEP = 1 / 64
"""The distance in bits between two entries of a curve's lookup table."""

TABLE_MAX_BITS = 32
"""The bits of the last entry, enough for any word list."""

TABLE_BITS = np.linspace(0.0, TABLE_MAX_BITS, int(TABLE_MAX_BITS / TABLE_STEP) + 1)
"""The bits of every entry."""

REPLY_EFFICIENCY = 0.8
"""In games without a fitted curve, the assumed entropy of replies as a share of the greatest possible one."""

BUCKET_BITS = 0.5
"""The range of bits averaged into one knot; docs/information.md compares other values."""

ENTROPY, COUNT = UNCERTAINTIES = "entropy", "count"
"""How uncertainty is measured: by the entropy of a belief, or by log2 of its number of secrets, however likely."""

HARD, PAST = "/hard", "/past"
"""The suffixes of the names of curves for hard mode, and for games with past answers."""

Floats = NDArray[np.float64]
DATA = Path(__file__).with_name("words") / "data"


@dataclass(frozen=True, eq=False, repr=False)
class Curve:
    """Guesses needed by bits of uncertainty: smooth between the knots, linear after the last.

    >>> curve = Curve((0, 1, 3), (1, 1.5, 2))
    >>> curve(np.array([0, 1, 3, 5])).round(2).tolist()
    [1.0, 1.5, 2.0, 2.5]
    """

    bits: tuple[float, ...]
    """The knots, strictly increasing from 0."""
    guesses: tuple[float, ...]
    """The guesses at the knots, starting at 1: without uncertainty one guess is needed."""
    name: str = ""
    """The game that the curve was fitted to."""
    uncertainty: str = ENTROPY
    """What the bits measure, one of UNCERTAINTIES."""

    def __post_init__(self) -> None:
        """Refuse knots that are not monotone or do not start at (0, 1), and unknown measures of uncertainty."""
        check_fields(self)
        if self.uncertainty not in UNCERTAINTIES:
            raise FewestError(f"Uncertainty is measured by entropy or count, not {self.uncertainty!r}.")
        if len(self.bits) != len(self.guesses) or len(self.bits) < 2:
            raise FewestError("A curve needs at least two knots, each with its bits and its guesses.")
        rising = all(a < b for a, b in zip(self.bits, self.bits[1:], strict=False))
        falling = any(a > b for a, b in zip(self.guesses, self.guesses[1:], strict=False))
        finite = np.isfinite(self.bits).all() and np.isfinite(self.guesses).all()
        if not rising or falling or not finite or (self.bits[0], self.guesses[0]) != (0, 1):
            raise FewestError("A curve must start at 0 bits and 1 guess; bits must rise and guesses must not fall.")

    @cached_property
    def values(self) -> Floats:
        """The lookup table: the curve at multiples of TABLE_STEP bits."""
        return monotone_cubic(np.array(self.bits), np.array(self.guesses), TABLE_BITS)

    def __repr__(self) -> str:
        name = self.name or "no name"
        return f"<Curve: {name}, {len(self.bits)} knots, {self.guesses[-1]:.2f} guesses for {self.bits[-1]:.2f} bits>"

    def __call__(self, bits: Floats) -> Floats:
        """The guesses needed at some bits, by linear interpolation in the table."""
        return np.interp(bits, TABLE_BITS, self.values)

    @checked
    def save(self, path: Path | str, **more: Any) -> None:
        """Write the curve, and any extra fields, to a JSON file with one line per field."""
        data = {
            "format": FORMAT,
            "name": self.name,
            "uncertainty": self.uncertainty,
            "bits": self.bits,
            "guesses": self.guesses,
            **more,
        }
        lines = [f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in data.items()]
        write_file(path, "{\n" + ",\n".join(lines) + "\n}\n")

    @classmethod
    @checked
    def load(cls, path: Path | str) -> "Curve":
        """Read a curve from a JSON file."""
        with reading(path) as data:
            return cls.from_json(data)

    @classmethod
    def from_json(cls, data: Any) -> "Curve":
        """Make a curve from the fields of its file; those of earlier versions measure entropy."""
        bits, guesses = (tuple(map(float, data[key])) for key in ("bits", "guesses"))
        return cls(bits, guesses, str(data["name"]), data.get("uncertainty", ENTROPY))


def uncertainty_of(belief: Belief, measure: str) -> float:
    """The bits of uncertainty of a belief: its entropy, or log2 of its number of secrets."""
    return math.log2(len(belief)) if measure == COUNT else belief.entropy


@contextmanager
def reading(path: Path | str) -> Iterator[Any]:
    """Read the fields of a saved curve; any error in the block becomes a FewestError that names the file."""
    with reading_json(path, "a curve written by `fewest train`") as data:
        if data["format"] != FORMAT:
            raise FewestError(f"{path}: the format is {data['format']!r}, not {FORMAT!r}.")
        yield data


def curve_path(name: str) -> Path:
    """The path of a list's curve, which may not exist."""
    return DATA / f"{name.replace('/', '-')}.curve.json"


def shipped_curves() -> list[Curve]:
    """All shipped curves, in the order of their file names."""
    return [Curve.load(path) for path in sorted(DATA.glob(curve_path("*").name))]


def shipped_curve(belief: Belief) -> Curve:
    """The shipped curve for a belief.

    Editions and today's game have curves of their own; other word lists use that of the original. All other games use a
    straight line, where every guess gains REPLY_EFFICIENCY of the entropy of equally likely replies.
    """
    game = belief.game
    if game.learnt_on is None:
        bits_per_guess = REPLY_EFFICIENCY * math.log2(max(3, game.replies - 1))
        return Curve((0.0, bits_per_guess), (1.0, 2.0), "a straight line")
    lists = [game.learnt_on]
    if belief.weights is not None:  # today's game has a curve of its own, as its words are not equally likely
        lists.insert(0, game.label.removesuffix(CONSISTENT))
    rule = CONSISTENT if game.consistent else HARD if belief.hard else ""
    usual, past = _curves(tuple(lists), rule, DATA)
    return usual if past is None or belief.start_bits is None else _between(usual, past, belief.start_bits)


@lru_cache(maxsize=64)
def _curves(lists: tuple[str, ...], rule: str, folder: Path) -> tuple[Curve, Curve | None]:
    """The curve of the first list that has one, for this rule if possible, and its curve with past answers if any."""
    name = next(name for name in lists if curve_path(name).exists())
    name = f"{name}{rule}" if curve_path(f"{name}{rule}").exists() else name
    past = curve_path(f"{name}{PAST}")
    return Curve.load(curve_path(name)), Curve.load(past) if past.exists() else None


@lru_cache(maxsize=64)
def _between(usual: Curve, past: Curve, bits: float) -> Curve:
    """Mix two curves by the bits at the start of the game: fewer bits mean more weight for `past`.

    The last knot of each curve is the start of the games that it was fitted to.
    """
    share = min(max((usual.bits[-1] - bits) / (usual.bits[-1] - past.bits[-1]), 0.0), 1.0)
    if share in (0, 1):
        return past if share else usual
    values = usual.values + share * (past.values - usual.values)
    return Curve((*TABLE_BITS.tolist(),), (*values.tolist(),), past.name)


def monotone_cubic(x: Floats, y: Floats, at: Floats) -> Floats:
    """Monotone cubic interpolation, linear after the last point.

    The slope at a knot is the weighted harmonic mean of the slopes beside it (Fritsch and Butland, 1984).
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


def fit(
    bits: Floats,
    guesses: Floats,
    weights: Floats,
    bucket: float = BUCKET_BITS,
    name: str = "",
    uncertainty: str = ENTROPY,
) -> Curve:
    """Fit a curve to weighted samples of bits and guesses."""
    at, means, mass = bucket_means(bits, guesses, weights, bucket)
    if not len(at):
        raise FewestError("There is nothing to learn from a single secret; use two secrets or more.")
    levels = isotonic_regression(means.clip(min=1.0), mass)
    return Curve((0.0, *at.round(6).tolist()), (1.0, *levels.round(6).tolist()), name, uncertainty)


def bucket_means(
    bits: Floats, guesses: Floats, weights: Floats, bucket: float = BUCKET_BITS
) -> tuple[Floats, Floats, Floats]:
    """The mean bits and the mean guesses of the samples in each bucket above 0 bits, and their weight."""
    number = np.maximum(1, np.round(bits / bucket)).astype(np.intp)
    number[bits < 1e-6] = 0  # too small for the six digits that are saved
    mass = np.bincount(number, weights).astype(np.float64)
    used = np.flatnonzero(mass[1:] > 0) + 1
    at, means = (np.bincount(number, weights * values)[used] / mass[used] for values in (bits, guesses))
    return at, means, mass[used]


def isotonic_regression(values: Sequence[float] | Floats, weights: Sequence[float] | Floats) -> Floats:
    """The closest non-decreasing values by weighted least squares: pool adjacent violators."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        pool = (float(value), float(weight), 1)
        while pools and pools[-1][0] > pool[0]:
            level, mass, count = pools.pop()
            pool = ((level * mass + pool[0] * pool[1]) / (mass + pool[1]), mass + pool[1], count + pool[2])
        pools.append(pool)
    return np.concatenate([np.full(count, level) for level, _, count in pools])
