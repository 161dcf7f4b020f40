"""How likely each word is to be the secret, before the first guess."""

import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from fewest.errors import WordListError
from fewest.words.lists import WordList, normalise, read_lines

RANKED = Path(__file__).with_name("data") / "ranked.txt"
"""The words of all editions from the most frequent to the least: see data/README.md."""

MIDDLE = 1.3
"""At which rank, in lengths of the answer list, a word is half as likely as the first; see docs/information.md."""

STEEPNESS = 20.0
"""How steep the prior falls there: over how wide an interval of the logistic curve all ranks are spread."""

PAST_WEIGHT = Fraction(1, 10)
"""How much less likely a past answer is."""

OUTSIDE = Fraction(1, 50)
"""How much less likely a word outside the curated answers is today: on nyt-2023 that makes them 1.2 % of all."""

GRAIN = 10**6
"""Frequency weights are whole numbers of this part, so that they can be added up exactly, and never 0."""

MOST_DIGITS = 400
"""How many characters a weight may have."""

SEPARATORS = " \t,="
"""What stands between a word and its weight; secrets other than words may hold them too."""


def ranking(words: WordList) -> list[str]:
    """Every allowed guess from the most frequent to the least; words without a known frequency last, by the alphabet.

    >>> from fewest.words import edition
    >>> ranking(edition("original"))[:5]
    ['about', 'their', 'there', 'which', 'would']
    """
    known = _known(words)
    if not known:
        raise WordListError(f"No frequency is known of any word in {words.name}; give a file with their weights.")
    return known + sorted(set(words.guesses).difference(known))


def unranked(words: WordList, secrets: Sequence[str]) -> int:
    """Of how many secrets no frequency is known."""
    return len(set(secrets).difference(_known(words)))


def _known(words: WordList) -> list[str]:
    guesses = set(words.guesses)
    return [word for word in words.ranked or RANKED.read_text(encoding="utf-8").split() if word in guesses]


def frequency_weights(
    words: WordList, secrets: Sequence[str], middle: float | None = None, steepness: float | None = None
) -> list[Fraction]:
    """Weigh each secret by its rank r among the allowed guesses: 1 / (1 + e^(steepness (r - middle))).

    Nearly 1 for common words, nearly 0 for rare ones; without numbers, those that fit the lengths of the lists.
    """
    middle = MIDDLE * len(words.answers) if middle is None else middle
    steepness = STEEPNESS / len(words.guesses) if steepness is None else steepness
    if not math.isfinite(middle) or not 0 <= steepness < math.inf:
        raise WordListError("The middle of the prior must be a number, and its steepness one from 0 up.")
    rank = {word: place for place, word in enumerate(ranking(words), start=1)}
    return [Fraction(max(1, round(GRAIN * _logistic(steepness * (middle - rank[word])))), GRAIN) for word in secrets]


def today_weights(words: WordList, secrets: Sequence[str]) -> list[Fraction]:
    """Weigh each secret as today's game seems to pick it: the curated answers, the frequent ones a little more often.

    Any other allowed guess may come too, OUTSIDE times as often as its frequency says. Where no frequency is known, all
    words are taken for frequent.
    """
    try:
        frequent = frequency_weights(words, secrets)
    except WordListError:
        frequent = [Fraction(1)] * len(secrets)
    answers = set(words.answers)
    return [
        (1 + weight) / 2 if word in answers else weight * OUTSIDE
        for word, weight in zip(secrets, frequent, strict=True)
    ]


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -500 else 0.0


def read_weight(text: str) -> Fraction:
    """Read a weight: a whole number, a decimal or a fraction, taken exactly; a ValueError says that it is none.

    One that needs more digits than any float has is none either: they would take minutes to write down.
    """
    _, _, exponent = text.lower().partition("e")
    if len(text) > MOST_DIGITS or len(exponent.strip().lstrip("+-0")) > 3:
        raise ValueError("too many digits")
    try:
        weight = Fraction(text)
    except ZeroDivisionError:
        raise ValueError("no number") from None
    return weight


def discount(
    weights: Sequence[Fraction],
    secrets: Sequence[str],
    past: Path | str,
    factor: Fraction = PAST_WEIGHT,
    normalise: Callable[[str], str] = normalise,
) -> list[Fraction]:
    """Make the past answers in a file, a word per line, less likely by a factor; other words there do not matter."""
    if not 0 < factor <= 1:
        raise WordListError("The weight of past answers must be above 0 and at most 1: they may come again.")
    seen = {normalise(line.strip()) for line in read_lines(Path(past))}
    if seen.isdisjoint(secrets):
        raise WordListError(f"{past}: none of these words is a possible secret; write one past answer per line.")
    return [weight * factor if word in seen else weight for word, weight in zip(secrets, weights, strict=True)]


def read_weights(path: Path | str, words: Sequence[str], normalise: Callable[[str], str] = normalise) -> list[Fraction]:
    """Read a file with a word and its weight per line; every one of the words must have a weight above 0, once.

    A weight is a whole number, a decimal or a fraction, and taken exactly. Other words are passed over.
    """
    weights: dict[str, Fraction] = {}
    wanted = set(words)
    for number, line in enumerate(read_lines(Path(path)), start=1):
        if not (line := line.strip(SEPARATORS)):
            continue
        where = f"{path}, line {number}"
        found = re.fullmatch(f"(.+?)[{SEPARATORS}]+([^{SEPARATORS}]+)", line)
        word = normalise(found[1]) if found else ""
        if not found or (word not in wanted and {*word} & {*SEPARATORS}):
            raise WordListError(f"{where}: write a word and its weight, as in crane 0.25.")
        try:
            weight = read_weight(found[2])
        except ValueError:
            raise WordListError(f"{where}: {found[2]!r} is no weight; write a number such as 3 or 0.25.") from None
        if weight <= 0:
            raise WordListError(f"{where}: the weight of {word!r} must be above 0.")
        if word in weights:
            raise WordListError(f"{where}: {word!r} has a weight already.")
        if word in wanted:
            weights[word] = weight
    missing = [word for word in words if word not in weights]
    if missing:
        more = f" and {len(missing) - 1:,} more" if len(missing) > 1 else ""
        raise WordListError(f"{path}: no weight for {missing[0]!r}{more}; give every answer a weight.")
    return [weights[word] for word in words]
