"""Measure the exact regret of simple players: how many guesses each of their moves wastes on average.

python bench/regret.py plays the same drawn secrets with every player, and prints a table for docs/skill.md.
"""

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

from fewest import Belief, Setup, strategy
from fewest.questions.regret import regret

Choose = Callable[[Belief, random.Random], str]


@dataclass(frozen=True)
class Player:
    """A way to choose guesses."""

    name: str
    choose: Choose


def by_strategy(name: str) -> Choose:
    """Play by a strategy of fewest; equal positions get equal guesses, so each is computed once."""
    known: dict[tuple[object, ...], str] = {}
    chosen = strategy(name)

    def choose(belief: Belief, _: random.Random) -> str:
        key = (*belief.clues,)
        if key not in known:
            known[key] = chosen.choose(belief)
        return known[key]

    return choose


PLAYERS = [
    Player("any word that fits", lambda belief, rng: rng.choice(belief.words)),
    Player("the first word in the alphabet that fits", lambda belief, _: min(belief.words)),
    *(Player(f"`{name}`", by_strategy(name)) for name in ("letters", "minimax", "entropy")),
]


def play(player: Player, start: Belief, secret: str, rng: random.Random) -> list[str]:
    """The guesses of one game, up to the secret."""
    belief, guesses = start, list[str]()
    while not belief.won:
        guess = player.choose(belief, rng)
        guesses.append(guess)
        belief = belief.after(guess, belief.game.reply(guess, secret))
    return guesses


def main() -> None:
    """Print a row per player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="original")
    arguments = parser.parse_args()
    setup = Setup(edition=arguments.edition)
    start = setup.belief()
    secrets = random.Random(arguments.seed).sample(start.words, arguments.games)
    print("| player | guesses | regret | of that, first guess | worst move |\n| --- | --- | --- | --- | --- |")
    for player in PLAYERS:
        rng = random.Random(f"{arguments.seed}, {player.name}")
        games = [regret(setup, play(player, start, secret, rng), secret, belief=start) for secret in secrets]
        guesses, total = (fmean(values) for values in ([len(each.moves) for each in games], [g.total for g in games]))
        first = fmean(each.moves[0].regret for each in games)
        worst = max((move for each in games for move in each.moves), key=lambda move: move.regret)
        row = (player.name, f"{guesses:.2f}", f"{total:.3f}", f"{first:.3f}", f"{worst.guess}, {worst.regret:.2f}")
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
