import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import SCORERS, STRATEGIES, Belief, FewestError, Greedy, Scorer, split, strategy
from tests import oracles, samples

SMALL = samples.wordles(lengths=st.integers(2, 4), most=15)


def ranked(belief: Belief, name: str) -> list[str]:
    """All guesses by the rule: best score; if tied within 1e-9 the likelier secret; then the alphabet."""
    game, largest_is_best = belief.game, name in ("letters", "letters-adjusted", "entropy")
    words = [game.secrets[secret] for secret in belief.secrets]
    probabilities = belief.probabilities.tolist()
    left = []
    for guess in game.guesses:
        parts = oracles.split([game.reply(guess, word) for word in words], probabilities, game.win)
        score = oracles.score(name, guess, words, probabilities, parts)
        left.append((-score if largest_is_best else score, -parts.hit, guess))
    ranking = []
    while left := [each for each in left if each[0] < float("inf")]:
        best = min(left)[0]
        chosen = min((each for each in left if each[0] <= best + 1e-9), key=lambda each: each[1:])
        ranking.append(chosen[2])
        left.remove(chosen)
    return ranking


@pytest.mark.parametrize("name", SCORERS)
@settings(max_examples=25)
@given(belief=samples.beliefs(SMALL).filter(lambda belief: len(belief) > 1))
def test_suggestions_come_in_the_order_of_the_rule(name: str, belief: Belief) -> None:
    play = strategy(name)
    found = play.suggest(belief, count=len(belief.game.guesses))
    expected = ranked(belief, name)
    assert [each.guess for each in found] == expected
    assert play.choose(belief) == expected[0]
    assert [each.guess for each in play.suggest(belief, count=3)] == expected[:3]


@pytest.mark.parametrize("name", SCORERS)
def test_the_one_secret_left_is_guessed(name: str) -> None:
    game = samples.wordle("abc", "abd", "xyz", guesses=("aaa",))
    for belief in (Belief.start(game).after("abc", "000"), Belief.start(game, [0, 0, 2])):
        assert strategy(name).choose(belief) == "xyz"
        assert [each.guess for each in strategy(name).suggest(belief)] == ["xyz"]


@pytest.mark.parametrize(
    ("scores", "weights", "expected"),
    [
        ([5, 5, 5, 5], None, "bb"),  # a possible secret before the alphabet
        ([5, 5, 5, 5], [1, 3, 2], "cc"),  # the likelier secret before the first
        ([5, 5 - 2e-9, 5, 5], None, "bb"),
        ([5 - 2e-9, 5, 5, 5], None, "aa"),  # a better score before a possible secret
        ([5 - 5e-10, 5, 5, 5], None, "bb"),  # not so when they are tied
        ([4, 5, 5, 4], None, "dd"),
    ],
)
def test_ties_are_broken_by_the_rule(scores: list[float], weights: list[float] | None, expected: str) -> None:
    game = samples.wordle("bb", "cc", "dd", guesses=("aa",))
    play = Greedy(Scorer("given", lambda belief, split: np.array(scores, np.float64), largest_is_best=False))
    assert play.choose(Belief.start(game, weights)) == expected
    mirrored = Greedy(Scorer("given", lambda belief, split: -np.array(scores, np.float64), largest_is_best=True))
    assert mirrored.choose(Belief.start(game, weights)) == expected


@given(samples.beliefs(SMALL, restrict=True))
def test_a_suggestion_tells_what_the_split_says(belief: Belief) -> None:
    whole = split(belief)
    for each in strategy("minimax").suggest(belief):
        at = whole.guesses.tolist().index(belief.game.find_guess(each.guess))
        assert (each.bits, each.hit) == (whole.entropy[at], whole.hit[at])
        assert (each.parts, each.largest, each.score) == (whole.parts[at], whole.largest[at], whole.largest[at])


def test_an_unknown_strategy_is_answered_with_those_that_exist() -> None:
    with pytest.raises(FewestError, match="no strategy 'best'; the strategies are letters, letters-adjusted, "):
        strategy("best")
    assert all(strategy(name).name == name and strategy(name).summary.endswith(".") for name in STRATEGIES)
