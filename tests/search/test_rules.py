"""Hard mode and guesses that fit all clues, on lists where these rules change what openers cost."""

import math
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from fewest import Belief, Wordle
from fewest.search import Prover, prove
from fewest.search.prover import IMPOSSIBLE
from tests import oracles, samples
from tests.search.cases import family_wordle, written

Rule = Callable[[str, str, Sequence[int]], bool]
"""Whether a candidate is allowed after a guess and its reply."""


def fits(candidate: str, guess: str, digits: Sequence[int]) -> bool:
    """Whether a candidate may be the secret."""
    return oracles.reply(guess, candidate) == tuple(digits)


RULES: dict[str, Rule] = {"hard": oracles.allowed_in_hard_mode, "consistent": fits}


def without_multiplicity(candidate: str, guess: str, digits: Sequence[int]) -> bool:
    """Hard mode in which a letter that was found twice may come once."""
    greens_stay = all(candidate[i] == guess[i] for i, digit in enumerate(digits) if digit == 2)
    return greens_stay and all(guess[i] in candidate for i, digit in enumerate(digits) if digit > 0)


def yellows_move(candidate: str, guess: str, digits: Sequence[int]) -> bool:
    """Hard mode in which a yellow may not stay in its place."""
    moved = all(candidate[i] != guess[i] for i, digit in enumerate(digits) if digit == 1)
    return moved and oracles.allowed_in_hard_mode(candidate, guess, digits)


def greys_are_out(candidate: str, guess: str, digits: Sequence[int]) -> bool:
    """Hard mode in which no letter comes more often than it was found, once a copy of it was grey."""
    found = Counter(letter for letter, digit in zip(guess, digits, strict=True) if digit > 0)
    out = (candidate.count(guess[i]) <= found[guess[i]] for i, digit in enumerate(digits) if digit == 0)
    return all(out) and oracles.allowed_in_hard_mode(candidate, guess, digits)


def letters_fit(candidate: str, guess: str, digits: Sequence[int]) -> bool:
    """Fitting clues by the letters alone, however often they come."""
    moved = all(candidate[i] != guess[i] for i, digit in enumerate(digits) if digit == 1)
    found = {guess[i] for i, digit in enumerate(digits) if digit > 0}
    out = {*guess} - found
    return moved and not out & {*candidate} and without_multiplicity(candidate, guess, digits)


WRONG: dict[str, dict[str, Rule]] = {
    "hard": {"multiplicity": without_multiplicity, "yellows": yellows_move, "greys": greys_are_out, "fits": fits},
    "consistent": {"hard": oracles.allowed_in_hard_mode, "letters": letters_fit, "greys": greys_are_out},
}
"""Negative controls: rules that each of the tests must tell from the right one."""


def values(game: Wordle, allowed: Rule | None = None, left: float = math.inf) -> dict[str, int]:
    """What each opener costs."""
    perfect = oracles.Perfect(game.guesses, game.secrets, oracles.reply, None, allowed)
    return {guess: written(perfect.through(guess, game.secrets, left)) for guess in game.guesses}


@pytest.mark.parametrize("name", RULES)
def test_openers_cost_what_the_rule_makes_them_cost(name: str) -> None:
    """Only lists count where the rule changes what some opener costs, and every wrong rule is told from it."""
    count = max(30, samples.some_of(120))  # enough for every wrong rule
    binding = optima = 0
    uncaught = {**WRONG[name]}
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
        uncaught = {each: rule for each, rule in uncaught.items() if values(game, rule) == made}
        limit = int(rng.integers(3, 6))
        tree = prove(Prover(start, max_guesses=limit), threads=1).tree
        limited = min(values(game, RULES[name], limit).values())
        assert (IMPOSSIBLE if tree is None else tree.total) == limited, (number, limit)
    assert not uncaught, f"{[*uncaught]} would pass on {binding} lists"
    assert binding >= 0.9 * count, f"{name} binds on {binding} of {count} lists"
    assert optima > 0, f"{name} changes the best of none of {count} lists"
