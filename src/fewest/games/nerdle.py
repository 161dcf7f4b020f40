"""Nerdle: an equation of eight places, coloured as in Wordle."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fewest import specs
from fewest.checks import checked
from fewest.errors import FewestError
from fewest.games.coloured import Coloured
from fewest.games.presentation import DIGITS, Keyboard, default_keyboard

OPERATORS = "+-*/"

MOST_EQUATIONS = 17_723
"""The number of equations of 8 places."""

Integers = NDArray[np.int64]


class Nerdle(Coloured):
    """Equations such as 12+34=46, coloured as in Wordle.

    The left side uses + - * and /; * and / come first. Numbers have no leading zeros and operands are not 0. The result
    is a whole number, 0 or more.
    """

    name = "nerdle"
    noun = "equation"
    symbol = "place"

    @checked
    def __init__(self, places: int = 8) -> None:
        """Play with all equations of a length."""
        if not 5 <= places <= 8:
            raise FewestError(f"Nerdle has equations of 5 to 8 places, not {places}.")
        self.label = specs.write(self.name, places=places)
        found = tuple(sorted(equations(places)))
        super().__init__(found, found)

    @classmethod
    def count(cls, *, places: int = 8) -> int:
        """An upper bound: the number of the longest equations."""
        return MOST_EQUATIONS

    @cached_property
    def keyboard(self) -> Keyboard:
        """Digits, then operators."""
        return replace(default_keyboard(self), rows=(DIGITS, f"{OPERATORS}="))

    def normalise(self, text: str) -> str:
        """Remove spaces, and accept typographic signs."""
        return "".join(text.split()).translate(str.maketrans("×·÷:−", "**//-"))


def equations(places: int) -> Iterator[str]:
    """Every equation of a length."""
    for right in range(1, places - 3):
        left = places - 1 - right
        for count in range(2, (left + 1) // 2 + 1):
            for lengths in itertools.product(range(1, left + 1), repeat=count):
                if sum(lengths) + count - 1 == left:
                    numbers = [each.ravel() for each in np.meshgrid(*map(_numbers, lengths))]
                    for operators in itertools.product(OPERATORS, repeat=count - 1):
                        yield from _valid(numbers, operators, right)


def _numbers(length: int) -> Integers:
    """All operands with a number of digits."""
    return np.arange(10 ** (length - 1), 10**length, dtype=np.int64)


def _valid(numbers: list[Integers], operators: tuple[str, ...], digits: int) -> Iterator[str]:
    """The equations with these operands and operators whose result has `digits` digits."""
    above, below = np.zeros_like(numbers[0]), np.ones_like(numbers[0])  # the sum so far as a fraction
    term, divisor = numbers[0], below  # the current product
    for operator, number in [*zip(operators, numbers[1:], strict=True), ("+", numbers[0])]:
        if operator == "*":
            term = term * number
        elif operator == "/":
            divisor = divisor * number
        else:
            above, below = above * divisor + term * below, below * divisor
            term, divisor = number if operator == "+" else -number, np.ones_like(number)
    result = above // below
    least = 10 ** (digits - 1) if digits > 1 else 0
    for at in np.flatnonzero((above % below == 0) & (result >= least) & (result < 10**digits)):
        calculation = "".join(f"{number[at]}{sign}" for number, sign in zip(numbers, (*operators, "="), strict=True))
        yield f"{calculation}{result[at]}"
