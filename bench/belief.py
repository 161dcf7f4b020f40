"""Compare today's belief with real games: the parameters that fit, bits per answer, and guesses.

python bench/belief.py past-answers.csv [--play]

The file has a date and a word per line. Everything except the weights of past answers is fitted to the games that
the editor picked before 2025, and scored on the games since. The weights of past answers are fitted to the first half
of the games since answers were first reused, and scored on the second half. --play also plays the games since 2025,
which takes some minutes.
"""

import argparse
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fewest import Belief, Wordle, evaluate, grow, strategy
from fewest.strategies import DEFAULT
from fewest.words import EDITIONS, edition, frequency_weights, ranking
from fewest.words.prior import (
    DAYS_PER_YEAR,
    FIRST_EDITION,
    INFLECTED_WEIGHT,
    OLD_PAST_WEIGHT,
    OLD_YEARS,
    PAST_WEIGHT,
    PICKS,
    PICKS_AFTER_PAST,
    RECENT_PAST_WEIGHT,
    PastAnswers,
    Picks,
    is_inflected,
)

Vector = NDArray[np.float64]
EDITOR = date(2022, 11, 7)
"""From this day an editor picks the answers; before, they came from a shuffled list."""
HELD_OUT = date(2025, 1, 1)
REUSE = date(2026, 2, 2)
"""From this day answers are reused."""

PLAYED = ("before", "fitted", "shipped", "shipped, past answers", "shipped, past answers with dates")
"""The beliefs to play with --play."""

Ages = Callable[[Vector], Vector]
"""Factors for past answers by age in days."""


@dataclass(frozen=True)
class Games:
    """Real games on a word list."""

    game: Wordle
    dates: NDArray[np.int64]
    picks: NDArray[np.int64]
    """The answer of each game, as the index of a guess."""
    kind: NDArray[np.int64]
    """By guess: 0 for an answer of the first edition, 1 for an added answer, 2 for another word."""
    inflected: NDArray[np.bool_]
    rank: Vector
    frequency: Vector

    def since(self, day: date) -> int:
        """The first game on or after a day."""
        return int(np.searchsorted(self.dates, day.toordinal()))

    def weigh(self, picks: Picks, inflected: float) -> Vector:
        """The weights without a discount for past answers."""
        slope = np.exp(-self.rank / picks.span)
        weights = np.choose(self.kind, [slope, picks.added * slope, picks.other * self.frequency])
        return np.where(self.inflected, inflected * weights, weights)

    def discounted(self, weights: Vector, past: Ages | None, game: int) -> Vector:
        """The weights before a game, with past answers discounted."""
        if past is None:
            return weights
        found = weights.copy()
        before = dict(zip(self.picks[:game].tolist(), self.dates[:game].tolist(), strict=True))
        seen = np.fromiter(before, np.int64)
        found[seen] *= past(self.dates[game] - np.fromiter(before.values(), np.float64))
        return found

    def bits(self, weights: Vector, span: range, past: Ages | None = None) -> float:
        """The mean bits of an answer."""
        chances = (self.discounted(weights, past, game) for game in span)
        found = [each[self.picks[game]] / each.sum() for game, each in zip(span, chances, strict=True)]
        return -float(np.mean(np.log2(found))) if min(found) > 0 else math.inf


def load(path: Path) -> Games:
    """Read the games."""
    game = Wordle.edition(f"{EDITIONS[-1]}/guesses")
    words = game.words
    past = [each for each in PastAnswers.load(path).read() if each.day is not None and each.word in game.guess_index]
    past.sort(key=lambda each: each.day or date.min)
    first, answers = {*edition(FIRST_EDITION).answers}, {*words.answers}
    kind = [2 if word not in answers else int(word not in first) for word in words.guesses]
    rank = {word: place for place, word in enumerate(ranking(words), start=1)}
    return Games(
        game,
        np.array([each.day.toordinal() for each in past if each.day is not None]),
        np.array([game.guess_index[each.word] for each in past]),
        np.array(kind),
        np.array([kind > 0 and is_inflected(word) for word, kind in zip(words.guesses, kind, strict=True)]),
        np.array([rank[word] for word in words.guesses], float),
        np.array([float(weight) for weight in frequency_weights(words, words.guesses)]),
    )


def climb(score: Callable[[Vector], float], start: Sequence[float]) -> Vector:
    """Minimise a score by steps along the axes."""
    point, step = np.array(start, float), np.full(len(start), 0.5)
    least = score(point)
    while step.max() > 1e-4:
        for axis in range(len(point)):
            for sign in (1, -1):
                tried = point.copy()
                tried[axis] += sign * step[axis]
                if (found := score(tried)) < least:
                    point, least = tried, found
                    step[axis] *= 1.5
                    break
            else:
                step[axis] /= 2
    return point


def fit(games: Games, span: range, flat: bool = False, plain: bool = False) -> tuple[Picks, float]:
    """The likeliest parameters of games without repeats; each kind of word counts once more than it occurred.

    `flat` ignores how frequent an answer is, `plain` whether a word is inflected.
    """
    kinds = [(games.kind == kind) & ~games.inflected for kind in range(3)]
    kinds += [] if plain else [games.inflected]

    def numbers(point: Vector) -> tuple[Picks, float]:
        added, other, fall, inflected = point.tolist()
        span = math.inf if flat or fall <= 0 else 1000 / fall
        return Picks(math.exp(added), math.exp(other), span), 1.0 if plain else math.exp(inflected)

    def score(point: Vector) -> float:
        weights = games.weigh(*numbers(point))
        used = np.concatenate([[0.0], np.cumsum(weights[games.picks])])
        left = weights.sum() - used[span.start : span.stop]
        likelihood = np.log(weights[games.picks[span.start : span.stop]] / left).sum()
        return -float(likelihood + sum(np.log(weights[kind].sum() / weights.sum()) for kind in kinds))

    return numbers(climb(score, [-3.0, -6.0, 0.2, -1.0]))


def one(factor: float) -> Ages:
    """The same factor for all past answers."""
    return lambda ages: np.full_like(ages, factor)


def by_age(old: float, recent: float) -> Ages:
    """One factor for old answers, another for recent ones."""
    return lambda ages: np.where(ages >= OLD_YEARS * DAYS_PER_YEAR, old, recent)


SHIPPED_PAST, SHIPPED_AGES = one(float(PAST_WEIGHT)), by_age(float(OLD_PAST_WEIGHT), float(RECENT_PAST_WEIGHT))


def unseen(games: Games, picks: Picks, game: int) -> Picks:
    """Average the picks over past answers, given how many answers of the first edition came before a game."""
    used = len({*games.picks[:game].tolist()} & {*np.flatnonzero(games.kind == 0).tolist()})
    left = 1 - used / int((games.kind == 0).sum()) * (1 - float(PAST_WEIGHT))
    return Picks(picks.added / left, picks.other / left, picks.span)


def old_belief(games: Games) -> Vector:
    """The belief before this fit."""
    return np.where(games.kind < 2, (1 + games.frequency) / 2, games.frequency / 50)


def parameters(name: str, picks: Picks, inflected: float) -> None:
    """Print a row of parameters."""
    print(f"| {name} | {picks.added:.3f} | {picks.other:.4f} | {picks.span:,.0f} | {inflected:.2f} |", flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="a date and a word per line")
    parser.add_argument("--play", action="store_true", help="also play the games since 2025")
    options = parser.parse_args()
    games = load(options.file)
    editor, held_out, reuse, end = *map(games.since, (EDITOR, HELD_OUT, REUSE)), len(games.picks)
    train = range(editor, held_out)
    known, flat = fit(games, train), fit(games, train, flat=True)
    no_past = unseen(games, flat[0], held_out), flat[1]

    print(f"{len(train)} games to fit, {end - held_out} held out, {end - reuse} of them since answers are reused\n")
    print("| parameters | added | other | span | inflected |\n| --- | --- | --- | --- | --- |")
    parameters("past answers known, fitted", *known)
    parameters("the same, fitted to all games before answers were repeated", *fit(games, range(editor, reuse)))
    parameters("past answers known, shipped", PICKS_AFTER_PAST, INFLECTED_WEIGHT)
    parameters("past answers unknown, fitted, as of the end of 2024", *no_past)
    parameters("the same fit, as of the last game", unseen(games, flat[0], end), flat[1])
    parameters("past answers unknown, shipped", PICKS, INFLECTED_WEIGHT)

    old = old_belief(games)
    shipped, shipped_known = games.weigh(PICKS, INFLECTED_WEIGHT), games.weigh(PICKS_AFTER_PAST, INFLECTED_WEIGHT)
    beliefs: list[tuple[str, Vector, Ages | None]] = [
        ("uniform over the answers", (games.kind < 2).astype(float), None),
        ("uniform over all guesses", np.ones(len(games.kind)), None),
        ("before", old, None),
        ("fitted", games.weigh(*no_past), None),
        ("fitted, as if no answer were used up", games.weigh(*flat), None),
        ("shipped", shipped, None),
        ("before, past answers times 0.1", old, one(0.1)),
        ("fitted, past answers", games.weigh(*known), SHIPPED_PAST),
        ("fitted without ranks, past answers", games.weigh(*flat), SHIPPED_PAST),
        ("fitted without inflection, past answers", games.weigh(*fit(games, train, plain=True)), SHIPPED_PAST),
        ("shipped, past answers", shipped_known, SHIPPED_PAST),
        ("shipped, past answers with dates", shipped_known, SHIPPED_AGES),
    ]
    print("\n| bits per answer | fitted games | since 2025 | until reuse | since reuse |\n" + "| --- " * 5 + "|")
    spans = (train, range(held_out, end), range(held_out, reuse), range(reuse, end))
    for name, weights, past in beliefs:
        print(f"| {name} | {' | '.join(f'{games.bits(weights, span, past):.3f}' for span in spans)} |", flush=True)

    half = (reuse + end) // 2
    first, second, both = range(reuse, half), range(half, end), range(reuse, end)
    heads = ("past answers", "fitted to the first half", "bits per answer, second half", "fitted to all")
    print(f"\n| {' | '.join(heads)} |\n" + "| --- " * len(heads) + "|")
    forms: tuple[tuple[str, Callable[..., Ages], list[float]], ...] = (
        ("one weight", one, [-3.0]),
        (f"older than {OLD_YEARS} years, and younger", by_age, [-2.0, -5.0]),
    )
    for name, form, start in forms:
        found = [fit_past(games, shipped_known, form, start, span) for span in (first, both)]
        texts = [", ".join(f"{each:.4f}" for each in numbers) for numbers in found]
        print(f"| {name} | {texts[0]} | {games.bits(shipped_known, second, form(*found[0])):.3f} | {texts[1]} |")

    if options.play:
        print("\n| guesses since 2025 | strategy | mean | worst | lost |\n" + "| --- " * 5 + "|")
        for name, weights, past in beliefs:
            if name in PLAYED:
                for by in (DEFAULT, f"{DEFAULT}:within=6"):
                    play(games, name, weights, past, held_out, by)


def fit_past(
    games: Games, weights: Vector, form: Callable[..., Ages], start: Sequence[float], span: range
) -> list[float]:
    """Fit the factors of past answers."""
    point = climb(lambda point: games.bits(weights, span, form(*np.exp(point))), start)
    return [float(each) for each in np.exp(point)]


def play(games: Games, name: str, weights: Vector, past: Ages | None, start: int, by: str) -> None:
    """Print the results of a strategy. Past answers are those before the month, because each tree covers a month."""
    months = [date.fromordinal(day).replace(day=1) if past else None for day in games.dates[start:].tolist()]
    histogram: Counter[int] = Counter()
    for month in dict.fromkeys(months):
        span = [game for game, of in enumerate(months, start=start) if of == month]
        answers = tuple(sorted({games.game.guesses[games.picks[game]] for game in span}))
        belief = Belief.start(games.game, games.discounted(weights, past, span[0]))
        histogram.update(evaluate(grow(strategy(by), belief, answers=answers)).histogram)
    count, total = histogram.total(), sum(guesses * times for guesses, times in histogram.items())
    lost = sum(times for guesses, times in histogram.items() if guesses > games.game.max_guesses)
    print(f"| {name} | `{by}` | {total / count:.4f} | {max(histogram)} | {lost} |", flush=True)


if __name__ == "__main__":
    main()
