from dataclasses import replace
from pathlib import Path

import pytest

from fewest import Belief, Wordle, evaluate, grow, strategy
from fewest.questions.evaluate import evaluate_strategy
from fewest.setup import Setup
from tests.questions.checks import check, same


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("by", ["entropy", "expected-moves"])
def test_every_answer_is_played(setup: Setup, belief: Belief, by: str, hard: bool) -> None:
    start = Belief.start(belief.game, hard=hard)
    tree = grow(strategy(by), start, "conch")
    made = evaluate_strategy(replace(setup, hard=hard, max_guesses=3), by=by, opener="CONCH")
    taken = [len(tree.play(secret)) for secret in belief.game.secrets]
    assert (made.total, made.mean, made.worst) == (sum(taken), sum(taken) / len(taken), max(taken))
    assert made.histogram == {guesses: taken.count(guesses) for guesses in range(1, max(taken) + 1)}
    assert made.losses == sum(each > 3 for each in taken)
    assert (made.strategy, made.opener, made.hard, made.max_guesses) == (by, "conch", hard, 3)
    assert (made.guesses, made.answers, made.bits, made.prior_mean) == (73, 29, (), None)
    check(made)
    assert ("hard mode" in str(made)) == hard


def test_a_prior_weighs_the_mean(setup: Setup, belief: Belief, tmp_path: Path) -> None:
    weights = [1 + at % 5 for at in range(len(belief))]
    path = tmp_path / "weights.txt"
    path.write_text("".join(f"{word} {weight}\n" for word, weight in zip(belief.words, weights, strict=True)))
    made = evaluate_strategy(replace(setup, prior=str(path)), by="entropy")
    depths = grow(strategy("entropy"), Belief.start(belief.game, weights)).depths()
    total = sum(weight * depths[word] for word, weight in zip(belief.words, weights, strict=True))
    assert made.prior_mean is not None
    assert same(made.prior_mean, total / sum(weights))
    assert f"mean {made.prior_mean:.4f} under the prior" in str(made)


def test_where_every_guess_may_be_the_secret_the_answers_are_played(setup: Setup, belief: Belief) -> None:
    made = evaluate_strategy(replace(setup, secrets="guesses", prior="today"), by="entropy")
    game = Wordle(belief.game.words, every_guess=True)  # type: ignore[attr-defined]
    assert (made.answers, sum(made.histogram.values()), made.label) == (29, 29, game.label)
    assert made.prior_mean is None


def test_after_clues_those_are_played_that_are_left(setup: Setup, belief: Belief) -> None:
    left = belief.after("batch", "00022")
    made = evaluate_strategy(setup.after("batch=00022"), by="entropy")
    assert made.answers == sum(made.histogram.values()) == len(left) < len(belief)
    assert made.total == evaluate(grow(strategy("entropy"), left)).total


def test_a_belief_that_is_known_already_may_be_given(setup: Setup, belief: Belief) -> None:
    one, other = evaluate_strategy(setup, belief=belief), evaluate_strategy(setup)
    assert replace(one, seconds=0.0) == replace(other, seconds=0.0)
