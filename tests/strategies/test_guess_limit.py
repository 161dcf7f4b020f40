import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import STRATEGIES, Belief, Greedy, Scorer, Wordle, evaluate, grow, strategy
from fewest.strategies import Within
from fewest.strategies.guess_limit import FINISH_SLACK, finish_in_two, finish_now
from tests import samples

SMALL = samples.wordles(lengths=st.integers(2, 6), most=20)

TRAP = samples.wordle(
    *(letter + "atch" for letter in "bchlmpw"), guesses=("blimp", "champ", "crwth", "whelp"), name="a trap"
)
"""Words that differ in one letter, and guesses that have several of these letters."""

PLAYED = [name for name in STRATEGIES if name != "letters"]


def allowed(belief: Belief) -> list[str]:
    """The guesses that are allowed now."""
    columns = range(len(belief.game.guesses)) if belief.allowed is None else belief.allowed.tolist()
    return [belief.game.guesses[column] for column in columns]


def chances(belief: Belief, left: int) -> dict[str, float]:
    """The chance of each guess to finish with one or two guesses left, computed secret by secret."""
    words = [belief.game.secrets[secret] for secret in belief.secrets]
    found = {}
    for guess in allowed(belief):
        likeliest: dict[int, float] = {}
        for word, p in zip(words, belief.secret_chances.tolist(), strict=True):
            reply = belief.game.reply(guess, word)
            if left == 2 or guess == word:
                likeliest[reply] = max(p, likeliest.get(reply, 0.0))
        found[guess] = math.fsum(likeliest.values())
    return found


@settings(max_examples=samples.some_of(40))
@given(samples.beliefs(SMALL, restrict=True) | samples.beliefs(samples.table_games(), restrict=True))
def test_chances_to_finish_agree_with_counting(belief: Belief) -> None:
    for left, found in ((1, finish_now(belief)), (2, finish_in_two(belief))):
        assert found.tolist() == pytest.approx([*chances(belief, left).values()], abs=1e-12)


@pytest.mark.parametrize("name", PLAYED)
def test_with_few_guesses_left_the_chance_to_finish_comes_first(name: str) -> None:
    for belief, _ in samples.small_beliefs(90, 40):
        plain = strategy(name)
        for left in (-1, 0, 1, 2, 3, 4):
            most = len(belief.clues) + left
            if most < 1:
                continue
            play = Within(plain, most)
            expected = plain.choose(belief)
            if left in (1, 2) and len(belief) > 1:
                odds = chances(belief, left)
                least = max(odds.values()) * (1 - FINISH_SLACK if left == 2 else 1)
                best = [guess for guess in odds if odds[guess] >= least]
                expected = plain.suggest(belief, 1, best)[0].guess
                assert {each.guess for each in play.suggest(belief, 3)} <= {*best}
                assert len(play.suggest(belief, 3)) == len(plain.suggest(belief, 3, best))
            elif len(belief) > 1:
                assert play.suggest(belief, 3) == plain.suggest(belief, 3)
            assert play.choose(belief) == expected


def test_guesses_that_are_given_are_only_valued() -> None:
    start = Belief.start(TRAP)
    for most in (1, 2, 3):
        play = strategy(f"entropy:within={most}")
        assert play.suggest(start, 5, ["batch", "blimp"]) == strategy("entropy").suggest(start, 5, ["batch", "blimp"])


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([500, 499, 1], "bb"),
        ([10**17 + 1, 10**17, 1], "bb"),  # no chance is given up for the strategy's preference
        ([500, 500, 1], "cc"),
        ([499, 500, 1], "cc"),
    ],
)
def test_on_the_last_guess_only_the_chance_counts(weights: list[float], expected: str) -> None:
    game = samples.wordle("bb", "cc", "dd", guesses=("aa",))
    play = Greedy(Scorer("given", lambda belief, split: np.array([1.0, 4.0, 3.0, 2.0])))
    start = Belief.start(game, weights)
    assert play.choose(start) == "aa"
    assert Within(play, 1).choose(start) == expected
    assert Within(play, 3).choose(start) == "aa"
    two = start.after("dd", game.reply("dd", "bb"))  # leaves bb and cc
    assert play.choose(two) == "aa"
    assert Within(play, 2).choose(two) == expected


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ({"abc": 400, "aaz": 300, "bcd": 299, "def": 1}, "aaa"),  # def is given up for the strategy's preference
        ({"abc": 400, "aaz": 300, "bcd": 297, "def": 3}, "bdz"),  # not when it is likelier
    ],
)
def test_a_little_of_the_chance_is_given_with_two_guesses_left(weights: dict[str, float], expected: str) -> None:
    """The guess bdz tells all four apart; aaa leaves bcd and def."""
    game = samples.wordle(*weights, guesses=("aaa", "bdz"))
    start = Belief.start(game, [weights[secret] for secret in game.secrets])
    assert (len([*start.parts("aaa")]), len([*start.parts("bdz")])) == (3, 4)
    liked = np.array([{"aaa": 1.0, "bdz": 2.0}.get(guess, 9.0) for guess in game.guesses])
    play = Greedy(Scorer("given", lambda belief, split: liked))
    assert play.choose(start) == "aaa"
    assert Within(play, 2).choose(start) == expected


@pytest.mark.parametrize("name", PLAYED)
def test_a_guess_limit_never_loses_more_games(name: str) -> None:
    """With two guesses left the best chance is taken, and before that nothing changes."""
    for belief, rng in samples.small_beliefs(91, 40):
        if name == "letters-adjusted" and not isinstance(belief.game, Wordle):
            continue  # it may prefer a useless guess
        even = Belief.start(belief.game, hard=belief.hard)
        most = int(rng.integers(2, 5))
        plain, within = grow(strategy(name), even), grow(Within(strategy(name), most), even)
        within.check()
        lost = evaluate(within, max_guesses=most).losses
        assert lost <= evaluate(plain, max_guesses=most).losses
        if most == 2 and len(even) > 1:
            assert lost == len(even) - round(max(chances(even, 2).values()) * len(even))


@pytest.mark.parametrize("most", [2, 3])
def test_a_strategy_that_considers_none_of_the_best_chances_still_plays(most: int) -> None:
    """The guesses with the best chances are not possible secrets, so letters never plays them."""
    start = Belief.start(TRAP)
    tree = grow(strategy(f"letters:within={most}"), start)
    assert {*tree.depths()} == {*start.words}
    assert tree.opener == strategy("letters").choose(start) == "batch"
    plain = evaluate(grow(strategy("letters"), start), max_guesses=most).losses
    assert evaluate(tree, max_guesses=most).losses <= plain
    found = strategy("letters:within=2").suggest(start, 3)
    assert found == strategy("letters").suggest(start, 3)
