import re
import unicodedata
from fractions import Fraction
from functools import cache

import pytest

from fewest.errors import GuessError
from fewest.games import Nerdle
from fewest.games.nerdle import OPERATORS

COUNTS = {5: 127, 6: 206, 7: 6_661, 8: 17_723}


@cache
def nerdle(places: int) -> Nerdle:
    """The game, made once for all tests."""
    return Nerdle(places)


def value(calculation: str) -> Fraction:
    """Evaluate a calculation, with a stack for products."""
    numbers, operators = re.split(r"[-+*/]", calculation), [*re.sub(r"\d", "", calculation)]
    terms = [Fraction(numbers[0])]
    for operator, number in zip(operators, map(Fraction, numbers[1:]), strict=True):
        if operator in "+-":
            terms.append(number if operator == "+" else -number)
        else:
            terms[-1] = terms[-1] * number if operator == "*" else terms[-1] / number
    return sum(terms, Fraction(0))


def holds(text: str) -> bool:
    """Whether a text is an equation that the game allows, from its rules alone."""
    left, _, right = text.partition("=")
    if not re.fullmatch(r"[1-9]\d*([-+*/][1-9]\d*)+", left) or not re.fullmatch(r"0|[1-9]\d*", right):
        return False
    return value(left) == int(right)


@pytest.mark.parametrize("places", COUNTS)
def test_every_equation_is_right_and_listed_once_in_order(places: int) -> None:
    game = nerdle(places)
    assert len(game.guesses) == COUNTS[places]
    assert game.secrets == game.guesses == tuple(sorted({*game.guesses}))
    assert {len(equation) for equation in game.guesses} == {places}
    assert [equation for equation in game.guesses if not holds(equation)] == []


@pytest.mark.parametrize("places", [5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_no_equation_is_missing(places: int) -> None:
    """Compare with every equation that brute force finds for this number of places."""
    found = set()
    for right in range(1, places - 3):
        for left in calculations(places - 1 - right):
            if left[-1].isdigit() and (result := value(left)).denominator == 1 and len(str(result)) == right:
                found.add(f"{left}={result}")
    assert {equation for equation in found if holds(equation)} == {*nerdle(places).guesses}


def calculations(length: int, before: str = "") -> list[str]:
    """Every calculation of this length from digits and operators; no number starts with 0."""
    if length == 0:
        return [before] if not before.isdigit() else []
    digits = "0123456789" if before[-1:].isdigit() else "123456789"
    operators = OPERATORS if before[-1:].isdigit() else ""
    return [text for sign in digits + operators for text in calculations(length - 1, before + sign)]


def test_signs_are_read_as_people_write_them() -> None:
    game = nerdle(8)
    for text in ("6 * 8 / 3 = 16", "6×8÷3=16", "6·8:3=16", " 6*8/3=16\n", unicodedata.normalize("NFD", "6×8÷3=16")):
        assert game.guesses[game.find_guess(text)] == "6*8/3=16"
    assert game.guesses[game.find_guess("48−32=16")] == "48-32=16"
    with pytest.raises(GuessError, match=r"'12\+34=47' is not an allowed guess in nerdle:places=8; did you mean "):
        game.find_guess("12+34=47")
