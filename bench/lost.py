"""The chance to lose today's game with the advice of fewest: by default, and for a safe streak.

python bench/lost.py

Plays all games with likely words, and a sample of the others by weight. Takes about ten minutes.
"""

import argparse

import numpy as np

from fewest import grow
from fewest.setup import TODAY
from fewest.strategies.advice import DEFAULT_PREFERENCE, Advised, WordPreference

ADVICE = {"the default": DEFAULT_PREFERENCE, "a safe streak": WordPreference(streak=True)}
"""The kinds of advice to compare."""


def main() -> None:
    """Print a row for each kind of advice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--least", type=int, default=1000, help="play all words of at least this weight")
    parser.add_argument("--games", type=int, default=600, help="the number of games with other words")
    chosen = parser.parse_args()
    start = TODAY.belief()
    game, chances = start.game, start.secret_chances
    assert start.weights is not None
    words = np.array([game.secrets[secret] for secret in start.secrets])
    likely = np.flatnonzero(start.weights >= chosen.least)
    others = np.flatnonzero(start.weights < chosen.least)
    rest = float(chances[others].sum())
    drawn = np.random.default_rng(1).choice(others, chosen.games, p=chances[others] / rest)
    print(f"{len(likely):,} likely words; the others have a chance of {rest:.4%} together\n")
    print("| advice | likely words lost | their chance | others lost | chance to lose | standard error | mean |")
    print("| --- " * 7 + "|")
    for name, preference in ADVICE.items():
        tree = grow(Advised(game.max_guesses, preference), start, answers=words[[*likely, *drawn]].tolist())
        depths = tree.depths()
        taken = np.array([depths.get(word, 0) for word in words.tolist()])
        lost = float(chances[likely] @ (taken[likely] > game.max_guesses))
        share = float((taken[drawn] > game.max_guesses).mean())
        error = rest * np.sqrt(share * (1 - share) / len(drawn))
        mean = float(chances[likely] @ taken[likely]) + rest * float(taken[drawn].mean())
        counts = f"{np.count_nonzero(taken[likely] > game.max_guesses)} | {lost:.2e} | {share:.2%}"
        print(f"| {name} | {counts} | {lost + rest * share:.2e} | {error:.1e} | {mean:.4f} |", flush=True)


if __name__ == "__main__":
    main()
