from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, FewestError, Setup, regret
from fewest._core import Stopped, StopToken
from fewest.watch import Watch
from tests import oracles, samples
from tests.search.cases import small_wordle


@settings(max_examples=samples.some_of(120))
@given(st.integers(0, 1 << 32), st.booleans(), st.booleans())
def test_every_regret_is_that_of_brute_force(seed: int, is_weighted: bool, hard: bool) -> None:
    rng = np.random.default_rng(seed)
    game = small_wordle(rng, int(rng.integers(2, 9)), int(rng.integers(0, 5)))
    weights = [int(each) for each in rng.choice([1, 1, 2, 3, 9], len(game.secrets))] if is_weighted else None
    heavy = dict(zip(game.secrets, weights or [1] * len(game.secrets), strict=True))
    start = belief = Belief.start(game, weights, hard=hard)
    secret = str(rng.choice(game.secrets))
    guesses = list[str]()
    while not belief.won and len(guesses) < 4:
        allowed = [at for at in range(len(game.guesses)) if belief.allowed is None or at in belief.allowed]
        guesses.append(game.guesses[int(rng.choice(allowed))])
        belief = belief.after(guesses[-1], game.reply(guesses[-1], secret))
    found = regret(Setup(), guesses, secret, belief=start)
    assert [move.guess for move in found.moves] == guesses
    left, words = list(game.secrets), list(game.guesses)
    for move in found.moves:
        assert move.remaining == len(left)
        perfect = _perfect(words, left, heavy, hard)
        weight = sum(heavy[word] for word in left)
        through = Fraction(int(perfect.through(move.guess, left)), weight)
        least = Fraction(int(perfect.least(left)), weight)
        assert (move.expected, move.best_expected) == (float(through), float(least))
        assert move.regret == float(through) - float(least)
        assert perfect.through(move.best, left) == perfect.least(left)
        assert (move.best == move.guess) == (through == least)
        got = oracles.reply(move.guess, secret)
        left = [word for word in left if oracles.reply(move.guess, word) == got]
        words = [word for word in words if not hard or oracles.allowed_in_hard_mode(word, move.guess, got)]
    assert found.total == pytest.approx(sum(move.regret for move in found.moves))


def _perfect(words: Sequence[str], secrets: Sequence[str], weights: dict[str, int], hard: bool) -> oracles.Perfect:
    return oracles.Perfect(words, secrets, oracles.reply, weights, oracles.allowed_in_hard_mode if hard else None)


def test_a_game_whose_first_values_are_shipped() -> None:
    setup = Setup(edition="original")
    found = regret(setup, ["crane", "sloth"], "rebut")
    assert [(move.best, round(move.regret, 4)) for move in found.moves] == [("salet", 0.0043), ("rosit", 0.1475)]
    assert regret(setup.after("crane=01001"), ["sloth"], "rebut").moves == found.moves[1:]


def test_wrong_games_are_named_in_a_sentence(setup: Setup) -> None:
    for guesses, secret, told in [
        ([], "finch", "Give the guesses as a list"),
        (["batch", "batch"], "batch", "'batch' was already found; leave 'batch' out."),
        (["zzzzz"], "finch", "'zzzzz' is not an allowed guess"),
        (["batch"], "zzzzz", "'zzzzz' is not an allowed guess"),
    ]:
        with pytest.raises(FewestError, match=told):
            regret(setup, guesses, secret)
    with pytest.raises(FewestError, match="'finch' does not fit the clues of the setup"):
        regret(setup.after("batch=22222"), ["finch"], "finch")


def test_it_can_be_stopped(setup: Setup) -> None:
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        regret(setup, ["batch"], "finch", watch=Watch(stop=stop))
