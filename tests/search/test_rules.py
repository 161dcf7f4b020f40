"""Hard mode and guesses that fit all clues, on lists where these rules change what openers cost."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from fewest import Belief, Wordle
from fewest.search import Prover, prove
from fewest.search.prover import IMPOSSIBLE
from tests import oracles, samples
from tests.search.cases import family_wordle, written

Rule = Callable[[str, str, Sequence[int]], bool]
"""Whether the next guess is allowed after a guess and its reply."""


def fits(candidate: str, guess: str, digits: Sequence[int]) -> bool:
    """Whether a guess may be the secret."""
    return oracles.reply(guess, candidate) == tuple(digits)


RULES: dict[str, Rule] = {"hard": oracles.allowed_in_hard_mode, "consistent": fits}


def values(game: Wordle, allowed: Rule | None = None, left: float = math.inf) -> dict[str, int]:
    """The cost of each opener."""
    perfect = oracles.Perfect(game.guesses, game.secrets, oracles.reply, None, allowed)
    return {guess: written(perfect.through(guess, game.secrets, left)) for guess in game.guesses}


@pytest.mark.parametrize("name", RULES)
def test_costs_of_openers_match_the_rule(name: str) -> None:
    """Only lists where the rule changes the cost of some opener are counted."""
    count = max(30, samples.some_of(120))
    binding = optima = 0
    for number in range(count):
        rng = np.random.default_rng((17, number))
        game = family_wordle(rng)
        truth, free = values(game, RULES[name]), values(game)
        if truth == free:
            continue
        binding += 1
        optima += min(truth.values()) != min(free.values())
        start = Belief.start(game, hard=True) if name == "hard" else Belief.start(game.made_consistent())
        prover = Prover(start)
        made = {guess: prover.cost_of_guess(guess, start) for guess in game.guesses}
        assert made == truth, number
        assert prover.best(start)[0] == min(truth.values())
        limit = int(rng.integers(3, 6))
        tree = prove(Prover(start, max_guesses=limit), threads=1).tree
        limited = min(values(game, RULES[name], limit).values())
        assert (IMPOSSIBLE if tree is None else tree.total) == limited, (number, limit)
    assert binding >= 0.9 * count, f"{name} binds on {binding} of {count} lists"
    assert optima > 0, f"{name} changes the best of none of {count} lists"
