"""Priors: the weight of each word as the secret."""

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewest.checks import checked
from fewest.errors import WordListError
from fewest.words.lists import WordList, edition, normalise, read_lines

RANKED = Path(__file__).with_name("data") / "ranked.txt"
"""The words of all editions by descending frequency: see data/README.md."""

DEFAULT_MIDPOINT = 1.3
"""The rank with weight 1/2, as a multiple of the number of answers; tuned in docs/information.md."""

DEFAULT_STEEPNESS = 20.0
"""The steepness at that rank: the interval of the logistic curve that all ranks span."""

FIRST_EDITION = "original"
"""The edition whose answers today's game still picks most often."""


@dataclass(frozen=True)
class Picks:
    """The fitted model of how today's game picks answers (docs/belief.md); an answer of FIRST_EDITION weighs 1."""

    added: float
    """The weight of an answer added by a later edition."""
    other: float
    """The factor on the frequency weight of a word that is not an answer."""
    span: float
    """The number of ranks over which the weight of an answer falls by a factor of e."""


PICKS = Picks(added=0.13, other=0.01, span=40_000)
"""The fit if past answers are unknown: most answers of the first edition have already come, frequent ones first."""

PICKS_AFTER_PAST = Picks(added=0.06, other=0.0014, span=4000)
"""The fit if past answers are known, and discounted separately."""

INFLECTED_WEIGHT = 0.15
"""The factor on the weight of plurals and past tenses, unless they are answers of FIRST_EDITION."""

PAST_WEIGHT = Fraction("0.034")
"""The factor on the weight of a past answer without a date, fitted to the games since answers repeat."""

OLD_PAST_WEIGHT, RECENT_PAST_WEIGHT = Fraction("0.16"), Fraction("0.006")
"""The factors for past answers with a date: at least OLD_YEARS ago, and more recent."""

OLD_YEARS = 4

WEIGHT_SCALE = 10**6
"""Weights of these priors are positive multiples of 1 / WEIGHT_SCALE."""

MAX_WEIGHT_LENGTH = 400
"""The most characters of a weight."""

DAYS_PER_YEAR = 365.25

DATED = re.compile(r"""(?:(\d{4}-\d\d-\d\d)[,;\s]+(.+)|(.+?)[,;\s]+(\d{4}-\d\d-\d\d))""")
"""A line with a date and a past answer, in either order."""

HEADING = re.compile(r"(?i)\W*(date|day|word|answer|solution)\W.*")
"""A first line that names the columns of a table of past answers."""

PAST_SEPARATORS = " \t,;"
"""Characters that a past answer may contain only if it is a secret of the game."""

SEPARATORS = " \t,="
"""Characters between a word and its weight; secrets of other games may contain them too."""


def ranking(words: WordList) -> list[str]:
    """The allowed guesses by descending frequency; those without a frequency last, in alphabetical order.

    >>> from fewest.words import edition
    >>> ranking(edition("original"))[:5]
    ['about', 'their', 'there', 'which', 'would']
    """
    known = _known(words)
    if not known:
        raise WordListError(f"No word of {words.name} has a known frequency; use a file of weights.")
    return known + sorted(set(words.guesses).difference(known))


def unranked(words: WordList, secrets: Sequence[str]) -> int:
    """The number of secrets without a known frequency."""
    return len(set(secrets).difference(_known(words)))


def _known(words: WordList) -> list[str]:
    guesses = set(words.guesses)
    return [word for word in words.ranked or RANKED.read_text(encoding="utf-8").split() if word in guesses]


def midpoint_and_steepness(
    words: WordList, midpoint: float | None = None, steepness: float | None = None
) -> tuple[float, float]:
    """The midpoint and the steepness of the frequency prior, or their defaults, which depend on the word list."""
    midpoint = DEFAULT_MIDPOINT * len(words.answers) if midpoint is None else midpoint
    steepness = DEFAULT_STEEPNESS / len(words.guesses) if steepness is None else steepness
    if not math.isfinite(midpoint) or not 0 <= steepness < math.inf:
        raise WordListError("The midpoint must be a number, and the steepness 0 or more.")
    return midpoint, steepness


@checked
def frequency_weights(
    words: WordList, secrets: Sequence[str], midpoint: float | None = None, steepness: float | None = None
) -> list[Fraction]:
    """Weigh each secret by its rank r among the allowed guesses: 1 / (1 + e^(steepness (r - midpoint))).

    `midpoint_and_steepness` gives their defaults.
    """
    curve = midpoint_and_steepness(words, midpoint, steepness)
    return _as_fractions(_frequency_millionths(_ranks(words, secrets), *curve))


def _ranks(words: WordList, secrets: Sequence[str]) -> NDArray[np.float64]:
    """The rank of each secret among the allowed guesses by descending frequency, from 1."""
    rank = {word: place for place, word in enumerate(ranking(words), start=1)}
    found = [*map(rank.get, secrets)]
    if None in found:
        wrong = secrets[found.index(None)]
        raise WordListError(f"{wrong!r} is not an allowed guess of {words.name}; leave it out.")
    return np.array(found, np.float64)


def _frequency_millionths(rank: NDArray[np.float64], midpoint: float, steepness: float) -> NDArray[np.float64]:
    """The weight of each rank in whole millionths, at least one."""
    with np.errstate(over="ignore"):  # the weight is then 0 or 1
        return _millionths(1 / (1 + np.exp(-steepness * (midpoint - rank))))


def today_weights(words: WordList, secrets: Sequence[str], *, past_known: bool = False) -> list[Fraction]:
    """Weigh each secret as today's game seems to pick it; known past answers must be discounted separately.

    An answer of FIRST_EDITION at rank r weighs e^(-r / span), other answers `added` times that, and other words `other`
    times their frequency weight. Inflected words of the last two kinds weigh INFLECTED_WEIGHT times that. If the list
    has no answer of FIRST_EDITION, all answers count as such and no word as inflected. Without known frequencies all
    words count as frequent.
    """
    picks = PICKS_AFTER_PAST if past_known else PICKS
    try:
        rank = _ranks(words, secrets)
        frequency = _frequency_millionths(rank, *midpoint_and_steepness(words)) / WEIGHT_SCALE
    except WordListError:
        rank, frequency = np.zeros(len(secrets)), np.ones(len(secrets))
    answers = set(words.answers)
    first = answers.intersection(edition(FIRST_EDITION).answers)
    slope = np.exp(-rank / picks.span)
    weights = np.where(_are_in(answers, secrets), picks.added * slope, picks.other * frequency)
    if first:
        weights[[*map(is_inflected, secrets)]] *= INFLECTED_WEIGHT
    return _as_fractions(_millionths(np.where(_are_in(first or answers, secrets), slope, weights)))


def _are_in(words: set[str], secrets: Sequence[str]) -> NDArray[np.bool_]:
    """Whether each secret is one of some words."""
    return np.array([*map(words.__contains__, secrets)], np.bool_)


def _millionths(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round weights to whole millionths, at least one."""
    return np.maximum(1, np.rint(WEIGHT_SCALE * weights))


def _as_fractions(millionths: NDArray[np.float64]) -> list[Fraction]:
    """Fractions from millionths; equal ones are made once, which is faster because many rare words weigh the same."""
    made: dict[int, Fraction] = {}
    whole: list[int] = millionths.astype(np.int64).tolist()
    return [made.get(each) or made.setdefault(each, Fraction(each, WEIGHT_SCALE)) for each in whole]


def in_millionths(weight: float | Fraction) -> Fraction:
    """Round a weight to whole millionths, at least one, so that sums are exact and short.

    >>> in_millionths(Fraction("0.0123456"))
    Fraction(6173, 500000)
    """
    return Fraction(max(1, round(WEIGHT_SCALE * weight)), WEIGHT_SCALE)


def is_inflected(word: str) -> bool:
    """Whether an English word looks like a plural or a past tense.

    >>> [word for word in ("words", "asked", "glass", "virus", "oasis") if is_inflected(word)]
    ['words', 'asked']
    """
    return word.endswith("ed") or (word.endswith("s") and not word.endswith(("ss", "us", "is")))


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


@dataclass(frozen=True)
class Past:
    """A past answer."""

    word: str
    day: date | None = None


@dataclass(frozen=True)
class PastAnswers:
    """Past answers as text: a word per line, or a date and a word, as in 2024-12-31,lemur."""

    text: str
    source: str = ""
    """The name of the file, for messages."""

    @classmethod
    def load(cls, path: Path | str) -> "PastAnswers":
        """Read a file."""
        return cls("\n".join(read_lines(Path(path))), str(path))

    def read(self, normalise: Callable[[str], str] = normalise, secrets: Collection[str] = ()) -> list[Past]:
        """Parse the answers in order, skipping a heading; an error names an invalid line."""
        answers = []
        for number, line in enumerate(self.text.splitlines(), start=1):
            where = f"{self.source}, line {number}" if self.source else f"Line {number}"
            dated = DATED.fullmatch(line.strip())
            day, text = (None, line.strip()) if dated is None else (dated[1] or dated[4], dated[2] or dated[3])
            word = normalise(text)
            if not word or (number == 1 and HEADING.fullmatch(text)):
                continue
            if {*word} & {*PAST_SEPARATORS} and word not in secrets:
                raise WordListError(f"{where}: write a word, or a date and a word, as in 2024-12-31,lemur.")
            try:
                answers.append(Past(word, None if day is None else date.fromisoformat(day)))
            except ValueError:
                raise WordListError(f"{where}: {day} is not a date; write it as in 2024-12-31.") from None
        return answers

    def last_days(
        self, normalise: Callable[[str], str] = normalise, secrets: Collection[str] = ()
    ) -> dict[str, date | None]:
        """The date when each word was last the answer; None if it is not known."""
        last: dict[str, date | None] = {}
        for answer in self.read(normalise, secrets):
            if answer.word not in last or (answer.day or date.min) > (last[answer.word] or date.min):
                last[answer.word] = answer.day
        return last

    def describe(self) -> str:
        """Describe the default factor of `discount`."""
        if not any(answer.day for answer in self.read()):
            return f"past answers {float(PAST_WEIGHT):g} times as likely"
        old, recent = float(OLD_PAST_WEIGHT), float(RECENT_PAST_WEIGHT)
        return f"past answers {recent:g} times as likely, {old:g} after {OLD_YEARS} years"


def discount(
    weights: Sequence[Fraction],
    secrets: Sequence[str],
    past: PastAnswers,
    factor: Fraction | None = None,
    normalise: Callable[[str], str] = normalise,
) -> list[Fraction]:
    """Multiply the weights of past answers by an exact factor.

    The default is the fitted factor: PAST_WEIGHT, or for dated answers one by their age at the last date.
    """
    if factor is not None and not 0 < factor <= 1:
        raise WordListError("The weight of past answers must be above 0 and at most 1.")
    last = past.last_days(normalise, secrets)  # the last date of a word counts
    if last.keys().isdisjoint(secrets):
        where = f"{past.source}: none" if past.source else "None"
        raise WordListError(f"{where} of these words is a possible secret; write one past answer per line.")
    days = [day for day in last.values() if day is not None]
    old = max(days).toordinal() - OLD_YEARS * DAYS_PER_YEAR if days else 0.0

    def factor_of(word: str) -> Fraction:
        if factor is not None:
            return factor
        day = last[word]
        if day is None:
            return PAST_WEIGHT
        return OLD_PAST_WEIGHT if day.toordinal() <= old else RECENT_PAST_WEIGHT

    return [weight * factor_of(word) if word in last else weight for word, weight in zip(secrets, weights, strict=True)]


def read_weights(path: Path | str, words: Sequence[str], normalise: Callable[[str], str] = normalise) -> list[Fraction]:
    """Read a file with a word and its weight per line; each of `words` needs a weight above 0.

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
            raise WordListError(f"{where}: {found[2]!r} is not a weight; write a number such as 3 or 0.25.") from None
        if weight <= 0:
            raise WordListError(f"{where}: the weight of {word!r} must be above 0.")
        if word in weights:
            raise WordListError(f"{where}: {word!r} already has a weight.")
        if word in wanted:
            weights[word] = weight
    return _in_order(str(path), weights, words)


def _in_order(source: str, weights: Mapping[str, Fraction], words: Sequence[str]) -> list[Fraction]:
    """The weights of some words; an error if one is missing."""
    missing = [word for word in words if word not in weights]
    if missing:
        more = f" and {len(missing) - 1:,} more" if len(missing) > 1 else ""
        raise WordListError(f"{source}: no weight for {missing[0]!r}{more}; give every answer a weight.")
    return [weights[word] for word in words]


Weight = int | float | Fraction

Weights = Mapping[str, Weight] | Iterable[Weight]
"""Weights by word, or in the order of the words: a dict, a list, an array, or a Series of pandas."""


def exact_weight(weight: Weight) -> Fraction:
    """A weight as an exact fraction; a float counts as the decimal number that prints it."""
    if isinstance(weight, Fraction):
        return weight
    number: Any = weight
    return Fraction(int(number) if isinstance(number, Integral) else repr(float(number)))


@dataclass(frozen=True)
class OwnPrior:
    """A prior given in Python."""

    weights: tuple[Fraction, ...]
    words: tuple[str, ...] | None = None
    """The word of each weight; None if the weights are in the order of the list of words."""

    @classmethod
    def of(cls, given: Weights) -> "OwnPrior":
        """Check weights by word or in order; those of a pandas Series count by word if its index has words."""
        pairs: Sequence[tuple[Any, Any]]
        items: Any = getattr(given, "items", None)
        if isinstance(given, str | bytes) or not hasattr(given, "__iter__"):
            raise WordListError(f"prior: give weights as a dict, a list or an array, not {given!r}.")
        pairs = [*items()] if callable(items) else [*enumerate(given, start=1)]
        by_word = isinstance(given, Mapping) or any(isinstance(key, str) for key, _ in pairs)
        for number, (key, weight) in enumerate(pairs, start=1):
            if by_word and not isinstance(key, str):
                raise WordListError(f"prior: {key!r} is not text; give each word as a string.")
            if not isinstance(weight, Real) or not 0 < float(weight) < math.inf:
                what = f"the weight of {key!r}" if by_word else f"weight {number}"
                raise WordListError(f"prior: {what} must be a number above 0, not {weight!s:.30}.")
        words = tuple(key for key, _ in pairs) if by_word else None
        return cls(tuple(exact_weight(weight) for _, weight in pairs), words)

    def weigh(
        self, secrets: Sequence[str], order: Sequence[str] | None, normalise: Callable[[str], str] = normalise
    ) -> list[Fraction]:
        """The weight of each secret; other words are ignored. `order` is that of weights without words."""
        words = self.words
        if words is None:
            if order is None:
                raise WordListError("prior: the words come from a file, so give a dict of words and weights.")
            if len(order) != len(self.weights):
                raise WordListError(
                    f"prior: {len(self.weights):,} weights for {len(order):,} words; give one weight per word, or a "
                    "dict of words and weights."
                )
            words = tuple(order)
        weights: dict[str, Fraction] = {}
        for word, weight in zip(map(normalise, words), self.weights, strict=True):
            if word in weights:
                raise WordListError(f"prior: {word!r} already has a weight.")
            weights[word] = weight
        return _in_order("prior", weights, secrets)
