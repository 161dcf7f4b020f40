"""The error of the estimates of the default strategy, for positions after the first guess.

python bench/estimates.py                                  secrets as each belief draws them
python bench/estimates.py --past answers.csv               the answers of real games, a date and a word per line
python bench/estimates.py --past answers.csv --known       with the past answers before each game known
python bench/estimates.py --past answers.csv --known 200   with only the last 200 known
python bench/estimates.py today --rule hard                only some beliefs, in hard mode or ultra-hard

An opener of the shipped book and a drawn secret give a position. Its estimate is the best score of the default
strategy; its exact value is shipped, or searched.
"""

import argparse
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewest import Belief, Prover
from fewest.search.shipped_values import book, known_values
from fewest.setup import TODAY, Setup
from fewest.strategies.greedy import default_strategy
from fewest.words import EDITIONS
from fewest.words.prior import PastAnswers

SIZES = (2, 20, 60, 150, 400, 10_000)
"""The ranges of words left, one row each."""

BELIEFS = {"today": TODAY, **{name: Setup(edition=name) for name in EDITIONS}}
RULES: dict[str, dict[str, Any]] = {"any": {}, "hard": {"hard": True}, "consistent": {"rule": "consistent"}}

Draw = Callable[[], tuple[Belief, str]]
"""Draws a start and a secret."""


def exact(part: Belief) -> float:
    """The exact expected guesses of a position."""
    values = known_values(part)
    if values:
        return values[0].mean
    prover = Prover(part)
    return prover.mean(prover.best(part)[0], part)


def estimate(part: Belief) -> float:
    """The estimate of the default strategy."""
    return float(default_strategy().scorer.scores(part)[1].min())


def drawn_by_belief(setup: Setup, draw: random.Random) -> Draw:
    """Draw secrets from the belief."""
    start = setup.belief()
    secrets = iter(draw.choices(start.words, start.probabilities, k=100_000))
    return lambda: (start, next(secrets))


def drawn_from_games(setup: Setup, draw: random.Random, games: list[str], since: str, known: int | None) -> Draw:
    """Draw real games since a date, with at most `known` past answers known."""
    usual = setup.belief()
    possible = {*usual.words}
    places = [at for at, game in enumerate(games) if game >= since and game.partition(",")[2] in possible]

    def one() -> tuple[Belief, str]:
        at = draw.choice(places)
        start = usual
        if known:
            past = PastAnswers("\n".join(games[max(0, at - known) : at]))
            start = replace(setup, past=past).belief(usual.game)
        return start, games[at].partition(",")[2]

    return one


def errors(draw_one: Draw, draw: random.Random, count: int) -> NDArray[np.float64]:
    """The words left and the error of the estimate for each drawn position."""
    shipped = book(TODAY.belief())
    assert shipped is not None
    rows: dict[tuple[str, int, str | None], tuple[int, float]] = {}
    openers = [*shipped.replies]
    while len(rows) < count:
        opener, (start, secret) = draw.choice(openers), draw_one()
        if opener not in start.game.guess_index:
            continue
        reply = start.game.reply(opener, secret)
        part = start.after(opener, reply)
        if len(part) > 1 and (opener, reply, start.prior) not in rows:
            rows[opener, reply, start.prior] = len(part), estimate(part) - exact(part)
    return np.array([*rows.values()])


def main() -> None:
    """Print a row per belief, and one per range of sizes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("beliefs", nargs="*", choices=[[], *BELIEFS], help=f"{', '.join(BELIEFS)}; by default all")
    parser.add_argument("--rule", choices=RULES, default="any")
    parser.add_argument("--past", type=Path, help="a file of answers of real games, in their order")
    parser.add_argument("--known", type=int, nargs="?", const=1_000_000, help="the number of known past answers")
    parser.add_argument("--positions", type=int, default=300, help="the number of positions")
    parser.add_argument("--since", default="2025", help="only games from this date on")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.known is not None and chosen.past is None:
        parser.error("--known belongs to --past FILE")
    print("| belief | words left | positions | mean error | mean of absolute errors | standard deviation |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in chosen.beliefs or BELIEFS:
        setup, draw = replace(BELIEFS[name], **RULES[chosen.rule]), random.Random(chosen.seed)
        if chosen.past is None:
            draw_one = drawn_by_belief(setup, draw)
        else:
            games = [line for line in chosen.past.read_text().split() if line[0].isdigit()]
            draw_one = drawn_from_games(setup, draw, games, chosen.since, chosen.known)
        found = errors(draw_one, draw, chosen.positions)
        for least, most in ((SIZES[0], SIZES[-1]), *pairwise(SIZES)):
            error = found[(found[:, 0] >= least) & (found[:, 0] < most), 1]
            if len(error):
                cells = f"{error.mean():+.4f} | {np.abs(error).mean():.4f} | {error.std():.4f}"
                print(f"| {name} | {least} to {most - 1:,} | {len(error)} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
