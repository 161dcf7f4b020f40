"""What the package works out fast, worked out again the slow and obvious way."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


def reply(guess: str, secret: str) -> tuple[int, ...]:
    """Grey 0, yellow 1 and green 2 for each letter, as a closed rule.

    A letter out of its place is yellow when fewer copies of it stand out of their place before it in the guess than
    the secret has out of theirs.
    """
    astray = [ours != theirs for ours, theirs in zip(guess, secret, strict=True)]
    digits = []
    for place, letter in enumerate(guess):
        before = sum(astray[i] and guess[i] == letter for i in range(place))
        there = sum(astray[i] and secret[i] == letter for i in range(len(secret)))
        digits.append(2 if not astray[place] else int(before < there))
    return tuple(digits)


def code(digits: Sequence[int]) -> int:
    """The number that a reply is coded as."""
    return int("".join(map(str, digits)), 3)


def allowed_in_hard_mode(candidate: str, guess: str, digits: Sequence[int]) -> bool:
    """Whether a candidate keeps every green letter in place and every found letter as often as it was found."""
    greens_stay = all(candidate[i] == guess[i] for i, digit in enumerate(digits) if digit == 2)
    found = Counter(letter for letter, digit in zip(guess, digits, strict=True) if digit > 0)
    return greens_stay and all(candidate.count(letter) >= count for letter, count in found.items())


class Parts(NamedTuple):
    """What one guess does to a belief."""

    entropy: float
    squares: float
    hit: float
    largest: int
    parts: int


def entropy(probabilities: Sequence[float]) -> float:
    """Bits of uncertainty."""
    return -math.fsum(p * math.log2(p) for p in probabilities if p > 0)


def split(replies: Sequence[int], probabilities: Sequence[float], win: int) -> Parts:
    """What a guess does that gets these replies from secrets of these probabilities."""
    masses = {
        reply: math.fsum(p for r, p in zip(replies, probabilities, strict=True) if r == reply) for reply in set(replies)
    }
    return Parts(
        entropy=entropy(list(masses.values())),
        squares=math.fsum(mass**2 for mass in masses.values()),
        hit=masses.get(win, 0.0),
        largest=max(Counter(replies).values()),
        parts=len(masses),
    )


def score(name: str, guess: str, words: Sequence[str], probabilities: Sequence[float], parts: Parts) -> float:
    """The score of a guess by the scorer of that name."""
    n = len(words)
    if name in ("letters", "letters-adjusted"):
        if name == "letters" and guess not in words:
            return -math.inf
        letters = {letter for letter in guess if name == "letters" or not all(letter in word for word in words)}
        return n * math.fsum(
            p for letter in letters for word, p in zip(words, probabilities, strict=True) if letter in word
        )
    if name == "expected-size":
        return n * parts.squares
    if name == "entropy":
        return parts.entropy
    if name == "minimax":
        return parts.largest
    if parts.parts == 1:
        return math.inf
    if name == "entropic":
        steps = entropy(probabilities) / parts.entropy
    elif name == "statistical":  # the sum of squared probabilities is 1 / n for n secrets that are all as likely
        steps = math.log(math.fsum(p**2 for p in probabilities)) / math.log(parts.squares)
    else:
        raise KeyError(name)
    return parts.hit * 1 + (1 - parts.hit) * (1 + steps)
