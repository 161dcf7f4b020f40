"""Scores of a player who does not know the answer list: all allowed guesses are possible, frequent words likelier.

python bench/prior.py --edition original

Every row plays the curated answers from a belief over all allowed guesses; the first rows vary the strategy under the
default prior, the others the prior under one strategy. No time is measured, so the figures are the same everywhere.
"""

import argparse

from fewest import Belief, Wordle, evaluate, grow, strategy
from fewest.words import EDITIONS, frequency_weights
from fewest.words.prior import DEFAULT_MIDPOINT, DEFAULT_STEEPNESS

STRATEGIES = (
    "entropy:ties=alphabet",
    "entropy",
    "entropic",
    "expected-moves:over=mean",
    "expected-moves",
    "expected-moves:within=6",
    "lookahead:width=10",
    "lookahead:width=10,within=6",
)
MIDDLES = (0.7, 1.0, DEFAULT_MIDPOINT, 1.7, 2.2)
STEEPNESSES = (10.0, DEFAULT_STEEPNESS, 40.0)


def main() -> None:
    """Play and print a row for each choice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", choices=EDITIONS, default=EDITIONS[0])
    game = Wordle.edition(f"{parser.parse_args().edition}/guesses")
    print("| prior | strategy | mean | beyond six |\n| --- | --- | --- | --- |")
    play(game, "uniform", Belief.start(game), STRATEGIES[:2])
    play(game, "default", weighted(game, DEFAULT_MIDPOINT, DEFAULT_STEEPNESS), STRATEGIES)
    for midpoint in MIDDLES:
        for steepness in STEEPNESSES:
            name = f"midpoint {midpoint * len(game.answers):,.0f}, steepness {steepness / len(game.guesses):.5f}"
            play(game, name, weighted(game, midpoint, steepness), ("expected-moves", "expected-moves:within=6"))


def weighted(game: Wordle, midpoint: float, steepness: float) -> Belief:
    """A belief by word frequency. Both numbers are multiples of the lengths of the lists."""
    midpoint, steepness = midpoint * len(game.answers), steepness / len(game.guesses)
    weights = frequency_weights(game.words, game.secrets, midpoint, steepness)
    return Belief.start(game, [float(weight) for weight in weights])


def play(game: Wordle, prior: str, belief: Belief, names: tuple[str, ...]) -> None:
    """Print the score of each strategy."""
    for name in names:
        result = evaluate(grow(strategy(name), belief, answers=game.answers))
        print(f"| {prior} | {name} | {result.mean:.4f} | {result.losses} |", flush=True)


if __name__ == "__main__":
    main()
