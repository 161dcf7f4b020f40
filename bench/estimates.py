"""How far the estimates of the default strategy are off: positions after one guess whose exact value is shipped.

python bench/estimates.py                       secrets as each belief draws them
python bench/estimates.py --past answers.csv    the answers of real games, a date and a word per line

A position is drawn by an opener of the shipped book and a secret. Its estimate is the best score of the default
strategy, its exact value that of the book.
"""

import argparse
import random
from itertools import pairwise
from pathlib import Path

import numpy as np

from fewest import Belief
from fewest.search.shipped_values import book
from fewest.setup import TODAY, Setup
from fewest.strategies.greedy import default_strategy
from fewest.words import EDITIONS

POSITIONS = 300
"""How many positions are drawn."""

SIZES = (2, 20, 60, 150, 400, 10_000)
"""The ranges of words left that are shown apart."""


def errors(
    start: Belief, secrets: list[str], draw: random.Random
) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    """The words left and the error of the estimate, for each position that is drawn."""
    shipped, game = book(start), start.game
    assert shipped is not None
    rows: dict[tuple[str, str], tuple[int, float]] = {}
    openers = [*shipped.replies]
    while len(rows) < POSITIONS:
        opener, secret = draw.choice(openers), draw.choice(secrets)
        reply = game.reply_text(game.reply(opener, secret))
        if reply not in shipped.replies[opener] or (opener, reply) in rows:
            continue
        part = start.after(opener, reply)
        estimate = float(default_strategy().scorer.scores(part)[1].min())
        rows[opener, reply] = len(part), estimate - shipped.values(part)[0].mean
    return np.array([*rows.values()])


def main() -> None:
    """Print a row per belief, and one per range of sizes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--past", type=Path, help="a file of answers of real games")
    parser.add_argument("--since", default="2025", help="only those from this date on")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print("| belief | words left | positions | mean error | mean of absolute errors | standard deviation |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, setup in {"today": TODAY, **{name: Setup(edition=name) for name in EDITIONS}}.items():
        start, draw = setup.belief(), random.Random(chosen.seed)
        if chosen.past is None:
            secrets = draw.choices(start.words, [chance for _, chance in start.ranked], k=100_000)
        else:
            lines = [line.split(",") for line in chosen.past.read_text().split()]
            secrets = [word for day, word in lines if day >= chosen.since and word in {*start.words}]
        found = errors(start, secrets, draw)
        for least, most in ((SIZES[0], SIZES[-1]), *pairwise(SIZES)):
            error = found[(found[:, 0] >= least) & (found[:, 0] < most), 1]
            if len(error):
                cells = f"{error.mean():+.4f} | {np.abs(error).mean():.4f} | {error.std():.4f}"
                print(f"| {name} | {least} to {most - 1:,} | {len(error)} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
