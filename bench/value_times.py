"""The time to value a typed word in today's game after one clue, and how often the value is exact.

python bench/value_times.py                  50 random positions after openers that people play
python bench/value_times.py --count 200

The secret is drawn by the belief `today`, the word from the curated answers.
"""

import argparse
import random
import time

from fewest.questions.value import value
from fewest.search.shipped_values import book
from fewest.setup import TODAY


def main() -> None:
    """Print how many values are exact, how many take at most a second, and the median and longest time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50, help="how many positions")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    draw = random.Random(asked.seed)
    start = TODAY.belief()
    shipped = book(start)
    assert shipped is not None
    game, openers = start.game, [*shipped.replies]
    game.prepare()
    rows = []
    for secret in draw.choices(start.words, start.probabilities, k=asked.count):
        opener, guess = draw.choice(openers), draw.choice(game.answers)
        belief = start.after(opener, game.reply(opener, secret))
        began = time.perf_counter()
        is_exact = value(TODAY, guess, belief=belief).expected is not None
        rows.append((time.perf_counter() - began, is_exact))
    exact = sum(is_exact for _, is_exact in rows)
    quick = sum(is_exact and seconds <= 1 for seconds, is_exact in rows)
    times = sorted(seconds for seconds, _ in rows)
    print(f"{len(rows)} words: {exact} exact, {quick} of them within a second; ", end="")
    print(f"median {times[len(times) // 2]:.2f} s, longest {times[-1]:.2f} s")


if __name__ == "__main__":
    main()
