"""The signature of the exact search: the number of positions that one thread searches for fixed questions.

It only changes when the search does. A refactoring must leave it as it is; a change that is meant to alter it renews
tests/signature.json with `make signature` and says so in its commit message.
"""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from fewest import Belief, Prover, prove
from fewest.games import Numbers, make_game
from tests import samples

STORED = Path(__file__).with_suffix(".json")
MEMORY = 1 << 24

Question = Callable[[], tuple[Prover, list[str] | None]]


def original(clue: str = "", hard: bool = False) -> Belief:
    """The default edition, at the start or after a clue."""
    start = Belief.start(samples.edition("original"), hard=hard)
    return start.after_all([clue]) if clue else start


def uneven(belief: Belief) -> list[int]:
    """Weights of 1, 2 and 3."""
    return [1 + place % 3 for place in range(len(belief))]


def table(secrets: int, others: int, used: int) -> Belief:
    """A table of random replies; more than 256 of them to a guess take two bytes."""
    return Belief.start(samples.random_table(np.random.default_rng(secrets), secrets, others, used, 1000))


SOME = ["salet", "trace", "crony", "cloth"]

QUESTIONS: dict[str, Question] = {
    "some openers": lambda: (Prover(original("aback=00000"), memory=MEMORY), SOME),
    "little memory": lambda: (Prover(original("aback=00000"), memory=1 << 10), SOME),
    "all openers": lambda: (Prover(original("crane=01000"), memory=MEMORY), None),
    "weights": lambda: (Prover(b := original("crane=00000"), uneven(b), memory=MEMORY), ["moist", "toils"]),
    "a limit": lambda: (Prover(original("crane=00010"), max_guesses=3, memory=MEMORY), None),
    "a limit that is too low": lambda: (Prover(original("fuzzy=00000"), max_guesses=4, memory=MEMORY), ["salet"]),
    "hard mode": lambda: (Prover(original("salet=00001", hard=True), memory=MEMORY), None),
    "hard mode, weights and a limit": lambda: (
        Prover(b := original("salet=10000", hard=True), uneven(b), max_guesses=5, memory=MEMORY),
        None,
    ),
    "replies of two bytes": lambda: (Prover(table(600, 0, 500), memory=MEMORY), None),
    "replies of two bytes, weights": lambda: (Prover(b := table(500, 50, 450), uneven(b), memory=MEMORY), None),
    "few replies": lambda: (Prover(table(120, 40, 6), memory=MEMORY), None),
    "two replies": lambda: (Prover(Belief.start(Numbers(200)), memory=MEMORY), None),
    "symmetry of pegs": lambda: (Prover(Belief.start(make_game("mastermind:pegs=4,colours=4")), memory=MEMORY), None),
    "symmetry of digits": lambda: (Prover(Belief.start(make_game("bulls-and-cows:length=3")), memory=MEMORY), None),
}
"""A prover and the openers to ask about; default: all."""


def positions(name: str) -> int:
    """The number of positions searched for a question."""
    prover, openers = QUESTIONS[name]()
    proof = prove(prover, openers=openers, threads=1)
    return proof.nodes


if __name__ == "__main__":
    STORED.write_text(json.dumps({name: positions(name) for name in QUESTIONS}, indent=2) + "\n", encoding="utf-8")
    print(STORED.read_text(encoding="utf-8"), end="")
