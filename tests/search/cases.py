"""Positions for tests of exact search, and the oracle with their values."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from fewest import Belief, Game, Tree, Wordle
from fewest.games.game import Indices
from fewest.search import Proof, Prover
from fewest.search.prover import IMPOSSIBLE, MEMORY
from tests import oracles, samples

Weight = int | float | Fraction

WEIGHTS: dict[str, list[Weight]] = {
    "few": [1, 2, 3],
    "many": [*range(1, 1000)],
    "fractions": [Fraction(1, 9), Fraction(2, 7), Fraction(3, 4), Fraction(5)],
    "floats": [0.5, 0.75, 1.0, 2.25, 10.0],
}


@dataclass(frozen=True, eq=False)
class Case:
    """A belief to search from, the weights of its secrets, and the guess limit."""

    belief: Belief
    weights: list[Weight] | None = None
    limit: int | None = None
    seed: tuple[int, int] | None = None

    def __repr__(self) -> str:
        """Code that makes the same case."""
        return f"random_case({self.seed})"

    def prover(self, memory: int = MEMORY) -> Prover:
        """A new prover."""
        return Prover(self.belief, self.weights, self.limit, memory)

    @property
    def guesses(self) -> list[str]:
        """The guesses that are allowed now."""
        belief = self.belief
        return [
            guess
            for guess in belief.game.guesses
            if not belief.hard
            or all(
                oracles.allowed_in_hard_mode(guess, clue.guess, digits(belief.game, clue.reply))
                for clue in belief.clues
            )
        ]

    @cached_property
    def scaled(self) -> dict[str, int]:
        """The weights of the secrets as whole numbers without a common divisor."""
        words = [self.belief.game.secrets[secret] for secret in self.belief.secrets]
        exact = [Fraction(weight) for weight in self.weights or [1] * len(words)]
        unit = Fraction(math.gcd(*(w.numerator for w in exact)), math.lcm(*(w.denominator for w in exact)))
        return {word: int(weight / unit) for word, weight in zip(words, exact, strict=True)}

    @cached_property
    def perfect(self) -> oracles.Perfect:
        """The oracle."""
        game, hard = self.belief.game, self.belief.hard
        reply = oracles.reply if isinstance(game, Wordle) else game.reply
        allowed = oracles.allowed_in_hard_mode if hard else None
        return oracles.Perfect(self.guesses, self.belief.words, reply, self.scaled, allowed)

    @property
    def left(self) -> float:
        """The guess limit."""
        return math.inf if self.limit is None else self.limit

    @cached_property
    def least(self) -> int:
        """The least cost from the belief on, as the prover writes it."""
        return written(self.perfect.least(self.belief.words, self.left))

    def through(self, guess: str) -> int:
        """The least cost with a given first guess."""
        return written(self.perfect.through(guess, self.belief.words, self.left))

    def cost(self, tree: Tree) -> int:
        """The cost of a tree, after checking that it is valid and keeps the limit."""
        tree.check()
        depths = tree.depths()
        assert max(depths.values()) <= self.left
        return sum(depth * self.scaled[word] for word, depth in depths.items())


def summary(proof: Proof) -> tuple[object, ...]:
    """The part of a proof that must not depend on how it was found."""
    return proof.best, proof.lower_bound, proof.settled, proof.openers, proof.tree, proof.weight


def digits(game: Game, reply: int) -> list[int]:
    """Grey 0, yellow 1 and green 2 for each letter."""
    return [int(digit) for digit in game.reply_text(reply)]


def written(cost: float) -> int:
    """A cost of the oracle as the prover writes it."""
    return IMPOSSIBLE if cost == math.inf else int(cost)


Random = np.random.Generator


def some(secrets: Indices, rng: Random) -> Indices:
    """A part of some secrets, of any size."""
    return np.sort(rng.permutation(secrets)[: rng.integers(1, len(secrets) + 1)])


def small_table(rng: Random, secrets: int, others: int) -> samples.TableGame:
    """A table of replies of any width; where there is but one besides the win, of few secrets."""
    used = int(rng.choice([1, 2, 2, 3, 3, 4, 12]))
    return samples.random_table(
        rng, min(secrets, 8) if used == 1 else secrets, others, used, int(rng.choice([3, 243, 257, 70_000]))
    )


def small_wordle(rng: Random, secrets: int, others: int) -> Wordle:
    """Wordle on words with repeated letters, or similar words such as light, might and night."""
    likeness = 1.5 if rng.random() < 0.5 else math.inf
    return alike_wordle(rng, secrets, others, int(rng.integers(2, 7)), int(rng.integers(2, 9)), likeness)


def alike_wordle(
    rng: Random, secrets: int, others: int, length: int, alphabet: int, changes: float = math.inf
) -> Wordle:
    """Wordle on words made from one word by changing this many letters on average."""
    letters = list("abcdefghijkl"[:alphabet])
    words = rng.choice(letters, (secrets + others, length))
    words = np.where(rng.random(words.shape) < changes / length, words, rng.choice(letters, length))
    texts = ["".join(word) for word in words]
    return samples.wordle(*texts[:secrets], guesses=tuple(texts))


def family_wordle(rng: Random) -> Wordle:
    """Wordle on words that differ in one letter, and guesses with several of these letters and some of the others.

    Rules for guesses matter here. On 289 of 300 lists, hard mode and the rule that guesses fit all clues change the
    cost of some opener; hard mode changes the cost of the best opener on 18 lists, the other rule on 29. Of 300 lists
    of random words (`small_wordle`) they change it for some opener on 2, and for the best on none.
    """
    length = int(rng.integers(3, 6))
    letters = list("abcdefgh"[: rng.integers(6, 9)])
    stem = rng.choice(list("axy"), length)
    secrets = np.tile(stem, (int(rng.integers(5, 9)), 1))
    secrets[:, rng.integers(length)] = [*letters, *letters][: len(secrets)]
    others = rng.choice(letters, (rng.integers(4, 9), length))
    for word in others:
        places = rng.permutation(length)[: rng.integers(1, 3)]
        word[places] = rng.permutation(stem)[: len(places)] if rng.random() < 0.6 else stem[places]
    return samples.wordle(*map("".join, secrets), guesses=tuple(map("".join, others)))


def random_case(seed: tuple[int, int]) -> Case:
    """A table or words, with or without weights, limit, hard mode and clues."""
    rng = np.random.default_rng(seed)
    make, hard = [(small_table, False), (small_wordle, False), (small_wordle, True)][rng.integers(3)]
    game: Game = make(rng, int(rng.integers(1, 15)), int(rng.integers(8)))
    if hard and rng.random() < 0.7:
        game = family_wordle(rng)
    belief = Belief.start(game, hard=hard)
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        column = rng.choice(len(game.guesses) if belief.allowed is None else belief.allowed)
        belief = belief.after(game.guesses[column], int(game.table[rng.choice(belief.secrets), column]))
    weights = None
    if (kind := rng.choice(["", *WEIGHTS])) != "":
        weights = [WEIGHTS[kind][place] for place in rng.choice(len(WEIGHTS[kind]), len(belief))]
    return Case(belief, weights, int(rng.integers(1, 7)) if rng.random() < 0.7 else None, seed)


def random_cases(seed: int, count: int) -> Iterator[tuple[Case, Random]]:
    """Some cases, and the data to draw calls from."""
    for number in range(samples.some_of(count)):
        yield random_case((seed, number)), np.random.default_rng((seed, number, 1))
