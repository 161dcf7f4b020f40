"""Slow and obvious reimplementations of what the package computes fast."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple


def reply(guess: str, secret: str) -> tuple[int, ...]:
    """Grey 0, yellow 1 and green 2 for each letter, by a rule for each letter alone.

    Ignore the green places. A letter is then yellow if the secret has more copies of it than the guess has before this
    place.
    """
    astray = [ours != theirs for ours, theirs in zip(guess, secret, strict=True)]
    digits = []
    for place, letter in enumerate(guess):
        before = sum(astray[i] and guess[i] == letter for i in range(place))
        there = sum(astray[i] and secret[i] == letter for i in range(len(secret)))
        digits.append(2 if not astray[place] else int(before < there))
    return tuple(digits)


def code(digits: Sequence[int]) -> int:
    """The code of a reply."""
    return int("".join(map(str, digits)), 3)


def allowed_in_hard_mode(candidate: str, guess: str, digits: Sequence[int]) -> bool:
    """Whether a guess keeps every green letter in place and every found letter as often as it was found."""
    greens_stay = all(candidate[i] == guess[i] for i, digit in enumerate(digits) if digit == 2)
    found = Counter(letter for letter, digit in zip(guess, digits, strict=True) if digit > 0)
    return greens_stay and all(candidate.count(letter) >= count for letter, count in found.items())


class Parts(NamedTuple):
    """The split of a guess."""

    entropy: float
    squares: float
    hit: float
    largest: int
    parts: int


def entropy(probabilities: Sequence[float]) -> float:
    """Bits of uncertainty."""
    return -math.fsum(p * math.log2(p) for p in probabilities if p > 0)


def split(replies: Sequence[int], probabilities: Sequence[float], win: int) -> Parts:
    """The split of a guess with these replies, for secrets of these probabilities."""
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


def interpolate(values: Sequence[float], step: float, bits: float) -> float:
    """Read a table with entries at 0, step, 2 * step and so on: straight lines between them, the last one beyond."""
    for place in range(len(values) - 1):
        low, high = place * step, (place + 1) * step
        if bits <= high:
            share = (bits - low) / step
            return (1 - share) * values[place] + share * values[place + 1]
    return values[-1]


def bits(probabilities: Sequence[float], uncertainty: str) -> float:
    """The uncertainty in bits: the entropy, or log2 of how many secrets there are."""
    return math.log2(len(probabilities)) if uncertainty == "count" else entropy(probabilities)


def after(
    replies: Sequence[int],
    probabilities: Sequence[float],
    win: int,
    curve: Callable[[float], float],
    uncertainty: str = "entropy",
) -> float:
    """The average value of a curve over the bits that the replies leave, 0 after the win."""
    total = 0.0
    for reply in {*replies} - {win}:
        part = [p for r, p in zip(replies, probabilities, strict=True) if r == reply]
        chance = math.fsum(part)
        total += chance * curve(bits([p / chance for p in part], uncertainty))
    return total


def monotone(x: Sequence[float], y: Sequence[float], at: float) -> float:
    """The cubic between two knots, given values and slopes; beyond the last knot, the last chord continues.

    The slope at an inner knot is a weighted harmonic mean of the slopes of the two chords beside it, or 0 if one of
    them does not rise. The weight of a chord is its own width plus twice the width of the other. At either end, the
    slope is that of the chord.
    """
    chords = [(y[i + 1] - y[i]) / (x[i + 1] - x[i]) for i in range(len(x) - 1)]
    if at > x[-1]:
        return y[-1] + (at - x[-1]) * chords[-1]
    slopes = [chords[0]]
    for i in range(1, len(x) - 1):
        before, behind = x[i] - x[i - 1], x[i + 1] - x[i]
        if min(chords[i - 1], chords[i]) <= 0:
            slopes.append(0.0)
        else:
            share = (before + 2 * behind) / (3 * (before + behind))
            slopes.append(1 / (share / chords[i - 1] + (1 - share) / chords[i]))
    slopes.append(chords[-1])
    i = max(place for place in range(len(x) - 1) if x[place] <= at)
    width = x[i + 1] - x[i]
    t = (at - x[i]) / width
    return (
        (1 + 2 * t) * (1 - t) ** 2 * y[i]
        + t * (1 - t) ** 2 * width * slopes[i]
        + t**2 * (3 - 2 * t) * y[i + 1]
        + t**2 * (t - 1) * width * slopes[i + 1]
    )


def never_falling(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The closest values that never fall (isotonic regression by the max-min formula).

    The value at i is the highest, over all first <= i, of the lowest mean of first to last, over all last >= i.
    """

    def mean(first: int, last: int) -> float:
        mass = math.fsum(weights[first : last + 1])
        return math.fsum(weights[i] * values[i] for i in range(first, last + 1)) / mass

    n = len(values)
    return [max(min(mean(first, last) for last in range(i, n)) for first in range(i + 1)) for i in range(n)]


def score(
    name: str,
    guess: str,
    words: Sequence[str],
    probabilities: Sequence[float],
    parts: Parts,
    after: float = math.nan,
) -> float:
    """The score of a guess by the scorer of that name; `after` is the average of its curve over the parts."""
    n = len(words)
    if name == "expected-moves":
        return 1 + after
    if name in ("letters", "letters-adjusted"):
        alike = all({*word} == {*words[0]} for word in words)
        if (name == "letters" or alike) and guess not in words:
            return -math.inf
        letters = {letter for letter in guess if name == "letters" or not all(letter in word for word in words)}
        return n * math.fsum(
            p for letter in letters for word, p in zip(words, probabilities, strict=True) if letter in word
        )
    if name == "expected-size":
        return n * parts.squares
    if name == "entropy":
        return parts.entropy
    if name == "most-parts":
        return parts.parts
    if name == "minimax":
        return parts.largest
    if parts.parts == 1:
        return math.inf
    if name == "entropic":
        steps = entropy(probabilities) / parts.entropy
    elif name == "statistical":  # the sum of squared probabilities is 1 / n for n equally likely secrets
        steps = math.log(math.fsum(p**2 for p in probabilities)) / math.log(parts.squares)
    else:
        raise KeyError(name)
    return parts.hit * 1 + (1 - parts.hit) * (1 + steps)


def played_by_letters(words: Sequence[str], opener: str, secret: str) -> list[str]:
    """The guesses of a published rule of letters, in a list that is both guesses and answers.

    A letter counts for each possible word with it, unless all have it. Of the best words the last in the list is
    guessed. If all possible words have the same letters, the last of them is guessed.
    """
    guesses, possible = [opener], [*words]
    while guesses[-1] != secret:
        told = reply(guesses[-1], secret)
        possible = [word for word in possible if reply(guesses[-1], word) == told]
        best, most = "", 0
        for word in possible if len({frozenset(word) for word in possible}) == 1 else words:
            holders = [sum(letter in other for other in possible) for letter in {*word}]
            score = sum(count for count in holders if count < len(possible))
            if score >= most:
                best, most = word, score
        guesses.append(best)
    return guesses


class Perfect:
    """The least cost of play from any position, by definition; math.inf if no strategy exists.

    A position costs its weight, because every secret takes the next guess, plus the costs of the parts of that guess,
    except the win. A guess that tells nothing is never needed, so the number of secrets is enough guesses. The only
    shortcut: all secrets except one take at least two guesses.

    A set of secrets is a number with a bit for each, the heaviest lowest.
    """

    def __init__(
        self,
        guesses: Collection[str],
        secrets: Collection[str],
        reply: Callable[[str, str], Hashable],
        weights: Mapping[str, int] | None = None,
        allowed: Callable[[str, str, Any], bool] | None = None,
    ) -> None:
        """Play by a rule for replies and, in hard mode, one that says whether a guess is allowed after a clue."""
        weights = weights or dict.fromkeys(secrets, 1)
        order = sorted(secrets, key=lambda secret: -weights[secret])
        self.bit = {secret: 1 << place for place, secret in enumerate(order)}
        self.weights = [weights[secret] for secret in order]
        self.guesses = frozenset(guesses)
        self.allowed = allowed
        self.replies: dict[str, dict[Hashable, int]] = {guess: defaultdict(int) for guess in guesses}
        for guess, sets in self.replies.items():
            for secret, bit in self.bit.items():
                sets[reply(guess, secret)] |= bit
        self._after: dict[tuple[str, Hashable], frozenset[str]] = {}
        self._known: dict[tuple[int, frozenset[str], float], float] = {}
        self._weights: dict[int, int] = {}

    def least(self, secrets: Collection[str], left: float = math.inf) -> float:
        """The least cost of a position with `left` guesses left."""
        return self._least(self._set(secrets), self.guesses, left)

    def through(self, guess: str, secrets: Collection[str], left: float = math.inf) -> float:
        """The least cost of a position with a given next guess."""
        return self._through(guess, self._set(secrets), self.guesses, left, math.inf)

    def least_worst(self, secrets: Collection[str]) -> int:
        """The least number of guesses that always suffices."""
        return next(left for left in range(1, len(secrets) + 1) if self.least(secrets, left) < math.inf)

    def _set(self, secrets: Collection[str]) -> int:
        return sum(self.bit[secret] for secret in secrets)

    def _weight(self, secrets: int) -> int:
        if secrets not in self._weights:
            self._weights[secrets] = sum(weight for place, weight in enumerate(self.weights) if secrets >> place & 1)
        return self._weights[secrets]

    def _floor(self, secrets: int) -> int:
        heaviest = (secrets & -secrets).bit_length() - 1
        return 2 * self._weight(secrets) - self.weights[heaviest]

    def _parts(self, guess: str, secrets: int) -> list[tuple[Hashable, int]]:
        """The part of each reply to a guess, except the win."""
        won = self.bit.get(guess, 0)
        sets = self.replies[guess].items()
        return [(reply, part) for reply, those in sets if (part := secrets & those) and part != won]

    def _least(self, secrets: int, guesses: frozenset[str], left: float) -> float:
        count = secrets.bit_count()
        if left < 1:
            return math.inf
        if count == 1:
            return self._weight(secrets)
        position = secrets, guesses, min(left, count)
        if position not in self._known:
            self._known[position] = self._search(*position)
        return self._known[position]

    def _search(self, secrets: int, guesses: frozenset[str], left: float) -> float:
        weight = self._weight(secrets)
        options = []
        for guess in guesses:
            parts = self._parts(guess, secrets)
            if parts[0][1] != secrets:
                options.append((weight + sum(self._floor(part) for _, part in parts), guess))
        best = math.inf
        for floor, guess in sorted(options):
            if floor >= best:
                break
            best = min(best, self._through(guess, secrets, guesses, left, best))
        return best

    def _through(self, guess: str, secrets: int, guesses: frozenset[str], left: float, enough: float) -> float:
        """The cost of a guess, or any number from `enough` on if the cost reaches it."""
        parts = self._parts(guess, secrets)
        cost: float = self._weight(secrets) + sum(self._floor(part) for _, part in parts)
        for reply, part in parts:
            if cost >= enough:
                break
            cost += self._least(part, self._allowed_after(guess, reply, guesses), left - 1) - self._floor(part)
        return cost if left >= 1 else math.inf

    def _allowed_after(self, guess: str, reply: Hashable, guesses: frozenset[str]) -> frozenset[str]:
        if self.allowed is None:
            return guesses
        clue = guess, reply
        if clue not in self._after:
            self._after[clue] = frozenset(other for other in self.guesses if self.allowed(other, *clue))
        return guesses & self._after[clue]


class InTime(Perfect):
    """The same with a target: the least weight of missed secrets, and the least cost of such play.

    A secret is missed if it takes more guesses than the target. Pairs add up over the parts, and the least pair is the
    best: the missed weight counts first.
    """

    def least_pair(self, secrets: Collection[str], left: float, target: int) -> tuple[float, float]:
        """The missed weight and the cost of a position."""
        self._pairs: dict[tuple[int, frozenset[str], float, int], tuple[float, float]] = {}
        return self._least_pair(self._set(secrets), self.guesses, left, target)

    def pair_through(self, guess: str, secrets: Collection[str], left: float, target: int) -> tuple[float, float]:
        """The same with a given next guess."""
        self._pairs = {}
        return self._pair_through(guess, self._set(secrets), self.guesses, left, target)

    def _least_pair(self, secrets: int, guesses: frozenset[str], left: float, target: int) -> tuple[float, float]:
        if left < 1:
            return math.inf, math.inf
        if secrets.bit_count() == 1:
            weight = self._weight(secrets)
            return (weight if target == 0 else 0), weight
        position = secrets, guesses, left, target
        if position not in self._pairs:
            useful = [guess for guess in guesses if self._parts(guess, secrets)[0][1] != secrets]
            found = [self._pair_through(guess, secrets, guesses, left, target) for guess in useful]
            self._pairs[position] = min(found, default=(math.inf, math.inf))
        return self._pairs[position]

    def _pair_through(
        self, guess: str, secrets: int, guesses: frozenset[str], left: float, target: int
    ) -> tuple[float, float]:
        weight = self._weight(secrets)
        missed, cost = (weight if target == 0 else 0.0), float(weight)
        for reply, part in self._parts(guess, secrets):
            after = self._least_pair(part, self._allowed_after(guess, reply, guesses), left - 1, target - 1)
            missed, cost = missed + after[0], cost + after[1]
        return (missed, cost) if left >= 1 else (math.inf, math.inf)


def variants(
    cells: Sequence[Sequence[str]], weights: Sequence[Fraction], unknown: Collection[str] = ("", "?")
) -> list[tuple[tuple[str, ...], int, Fraction]]:
    """The answers that each row of a table may give, the row, and the weight."""
    found = []
    for row, texts in enumerate(cells):
        choices = []
        for column, text in enumerate(texts):
            others: dict[str, Fraction] = defaultdict(Fraction)
            for other, weight in zip(cells, weights, strict=True):
                if other[column] not in unknown:
                    others[other[column]] += weight
            total = sum(others.values(), Fraction(0))
            shares = [(each, weight / total) for each, weight in others.items()]
            choices.append(shares if text in unknown else [(text, Fraction(1))])
        for chosen in product(*choices):
            share = math.prod((each for _, each in chosen), start=Fraction(1))
            found.append((tuple(text for text, _ in chosen), row, weights[row] * share))
    return found


def least_expected_cost(
    cells: Sequence[Sequence[str]],
    costs: Sequence[Fraction] | None = None,
    weights: Sequence[Fraction] | None = None,
    classes: Sequence[str] | None = None,
    at_once: int = 1,
    per_round: Fraction = Fraction(0),
) -> Fraction:
    """The cost of learning the class of a row of a table, as far as answers can tell, by brute force."""
    weights = [Fraction(1)] * len(cells) if weights is None else weights
    classes = [str(row) for row in range(len(cells))] if classes is None else classes
    weight_of: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    classes_of: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for answers, row, weight in variants(cells, weights):
        weight_of[answers] += weight
        classes_of[answers].add(classes[row])
    columns = range(len(cells[0]))
    questions = {
        chosen: Fraction(1) if costs is None else per_round + sum(costs[column] for column in chosen)
        for size in range(1, at_once + 1)
        for chosen in combinations(columns, size)
    }

    @cache
    def least(left: frozenset[tuple[str, ...]]) -> Fraction:
        if len({frozenset(classes_of[answers]) for answers in left}) == 1:
            return Fraction(0)
        weight = sum(weight_of[answers] for answers in left)
        tried = []
        for chosen, cost in questions.items():
            parts = defaultdict(set)
            for answers in left:
                parts[tuple(answers[column] for column in chosen)].add(answers)
            if len(parts) > 1:
                tried.append(cost * weight + sum(least(frozenset(part)) for part in parts.values()))
        return min(tried)

    return least(frozenset(weight_of)) / sum(weight_of.values())
