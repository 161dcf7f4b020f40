"""Phrases for readers, from numbers and words."""

import math
from collections.abc import Mapping, Sequence


def pluralise(number: int, noun: str, plural: str = "") -> str:
    """A number and a noun: 1 guess, 2,315 answers."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def fitting(count: int, likely: int, noun: str) -> str:
    """Say how many words fit, and how many of them are likely: 20 words fit, 3 likely."""
    return pluralise(count, f"{noun} fits", f"{noun}s fit") + (f", {likely:,} likely" if likely < count else "")


def capital(letter: str) -> str:
    """A letter in upper case, unless its upper case is longer than one letter."""
    return letter.upper() if len(letter.upper()) == 1 else letter


def listed(words: Sequence[str]) -> str:
    """Words joined by spaces, or by commas if a word contains a space."""
    return (", " if any(" " in word for word in words) else " ").join(words)


def listed_some(words: Sequence[str], most: int) -> str:
    """The first `most` words, and the number of the others."""
    return listed(words[:most]) + (f" and {len(words) - most:,} more" if len(words) > most else "")


def percent(chance: float, zero: str = "-") -> str:
    """A probability as a percentage, never rounded to 0% or 100%; `zero` is the text for 0."""
    if not 0.0005 <= chance < 0.995:
        return zero if chance == 0 else "100%" if chance == 1 else "<0.1%" if chance < 0.5 else ">99%"
    return f"{chance:.1%}" if chance < 0.0995 else f"{chance:.0%}"


def within(error: float) -> str:
    """Say how far off a value may be, rounded up to one digit.

    >>> within(1.2e-9)
    'within 2e-09'
    """
    power = math.floor(math.log10(error))
    return f"within {math.ceil(error / 10**power) * 10**power:.0e}"


def in_time(chance: float, noun: str) -> str:
    """Say the chance to find a secret in time, never rounded to 100%.

    >>> in_time(0.99996, "word")
    'more than 99.99% chance to find the word in time'
    """
    if chance == 1:
        return f"always finds the {noun} in time"
    more = "more than 99.99%" if chance >= 0.99995 else f"{chance:.2%}"
    return f"{more} chance to find the {noun} in time"


def rounded_weights(rounding: float) -> str:
    """Say that weights are rounded, and by how much."""
    return f"weights are rounded; the chance of each secret is {within(rounding)} of the exact chance"


def lowered(sentence: str) -> str:
    """A sentence that starts with a lower-case letter."""
    return f"{sentence[:1].lower()}{sentence[1:]}"


def came_before(past: Mapping[str, str]) -> str:
    """Say when words were the answer before; the day may be empty.

    >>> came_before({"guard": "2025-03-02", "cigar": ""})
    'Past answers among these: guard 2025-03-02, cigar (no date)'
    """
    return "Past answers among these: " + ", ".join(f"{word} {day or '(no date)'}" for word, day in past.items())
