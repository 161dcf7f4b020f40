"""Priors: the weight of each word as the secret."""

import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from fewest.errors import WordListError
from fewest.words.lists import WordList, normalise, read_lines

RANKED = Path(__file__).with_name("data") / "ranked.txt"
"""The words of all editions by descending frequency: see data/README.md."""

DEFAULT_MIDDLE = 1.3
"""The rank with weight 1/2, as a multiple of the number of answers; tuned in docs/information.md."""

DEFAULT_STEEPNESS = 20.0
"""The steepness at that rank: the interval of the logistic curve that all ranks span."""

PAST_WEIGHT = Fraction(1, 10)
"""The factor on the weight of a past answer."""

NON_ANSWER_WEIGHT = Fraction(1, 50)
"""The factor on the weight of words that are not curated answers; on nyt-2023 they make up 1.2 %."""

WEIGHT_SCALE = 10**6
"""Frequency weights are multiples of 1 / WEIGHT_SCALE, so that sums are exact, and never 0."""

MAX_WEIGHT_LENGTH = 400
"""The most characters of a weight."""

SEPARATORS = " \t,="
"""Characters between a word and its weight; secrets of other games may contain them too."""


def ranking(words: WordList) -> list[str]:
    """The allowed guesses by descending frequency; those of unknown frequency last, in alphabetical order.

    >>> from fewest.words import edition
    >>> ranking(edition("original"))[:5]
    ['about', 'their', 'there', 'which', 'would']
    """
    known = _known(words)
    if not known:
        raise WordListError(f"No frequency is known of any word in {words.name}; give a file with their weights.")
    return known + sorted(set(words.guesses).difference(known))


def unranked(words: WordList, secrets: Sequence[str]) -> int:
    """The number of secrets of unknown frequency."""
    return len(set(secrets).difference(_known(words)))


def _known(words: WordList) -> list[str]:
    guesses = set(words.guesses)
    return [word for word in words.ranked or RANKED.read_text(encoding="utf-8").split() if word in guesses]


def middle_and_steepness(
    words: WordList, middle: float | None = None, steepness: float | None = None
) -> tuple[float, float]:
    """The middle and the steepness of the frequency prior; their defaults depend on the lengths of the lists."""
    middle = DEFAULT_MIDDLE * len(words.answers) if middle is None else middle
    steepness = DEFAULT_STEEPNESS / len(words.guesses) if steepness is None else steepness
    if not math.isfinite(middle) or not 0 <= steepness < math.inf:
        raise WordListError("The middle of the prior must be a number, and its steepness one from 0 up.")
    return middle, steepness


def frequency_weights(
    words: WordList, secrets: Sequence[str], middle: float | None = None, steepness: float | None = None
) -> list[Fraction]:
    """Weigh each secret by its rank r among the allowed guesses: 1 / (1 + e^(steepness (r - middle))).

    `middle_and_steepness` gives their defaults.
    """
    middle, steepness = middle_and_steepness(words, middle, steepness)
    rank = {word: place for place, word in enumerate(ranking(words), start=1)}
    return [
        Fraction(max(1, round(WEIGHT_SCALE * _logistic(steepness * (middle - rank[word])))), WEIGHT_SCALE)
        for word in secrets
    ]


def today_weights(words: WordList, secrets: Sequence[str]) -> list[Fraction]:
    """Weigh each secret as today's game seems to pick it: curated answers, the frequent ones a little more often.

    Other guesses have NON_ANSWER_WEIGHT times their frequency weight. Without known frequencies all words count as
    frequent.
    """
    try:
        frequent = frequency_weights(words, secrets)
    except WordListError:
        frequent = [Fraction(1)] * len(secrets)
    answers = set(words.answers)
    return [
        (1 + weight) / 2 if word in answers else weight * NON_ANSWER_WEIGHT
        for word, weight in zip(secrets, frequent, strict=True)
    ]


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -500 else 0.0


def read_weight(text: str) -> Fraction:
    """Parse a whole number, a decimal or a fraction exactly; raises ValueError.

    Refuses exponents beyond those of floats, whose digits would take minutes to write.
    """
    _, _, exponent = text.lower().partition("e")
    if len(text) > MAX_WEIGHT_LENGTH or len(exponent.strip().lstrip("+-0")) > 3:
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
    """Multiply the weights of the past answers in a file, a word per line, by a factor."""
    if not 0 < factor <= 1:
        raise WordListError("The weight of past answers must be above 0 and at most 1: they may come again.")
    seen = {normalise(line.strip()) for line in read_lines(Path(past))}
    if seen.isdisjoint(secrets):
        raise WordListError(f"{past}: none of these words is a possible secret; write one past answer per line.")
    return [weight * factor if word in seen else weight for word, weight in zip(secrets, weights, strict=True)]


def read_weights(path: Path | str, words: Sequence[str], normalise: Callable[[str], str] = normalise) -> list[Fraction]:
    """Read a file with a word and its weight per line; each of `words` needs one weight above 0.

    Other words are ignored.
    """
    weights: dict[str, Fraction] = {}
    wanted = set(words)
    for number, line in enumerate(read_lines(Path(path)), start=1):
        line = line.strip(SEPARATORS)
        if not line:
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
