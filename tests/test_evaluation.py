from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import SCORERS, Belief, Strategy, evaluate, grow, strategy
from fewest.errors import TreeError
from tests import samples
from tests.samples import InOrder


def count_guesses(play: Strategy, belief: Belief, secret: str) -> int:
    """Play until a secret is found, without a tree."""
    guess, count = play.choose(belief), 1
    while guess != secret:
        belief = belief.after(guess, belief.game.reply(guess, secret))
        guess, count = play.choose(belief), count + 1
    return count


@settings(max_examples=40)
@given(
    samples.beliefs(samples.wordles(lengths=st.integers(2, 4), most=15)),
    st.sampled_from([*map(strategy, SCORERS), InOrder()]),
    st.integers(1, 6),
)
def test_an_evaluation_is_what_counting_gives(belief: Belief, play: Strategy, most: int) -> None:
    counts = {word: count_guesses(play, belief, word) for word in belief.words}
    result = evaluate(grow(play, belief), max_guesses=most)
    times = Counter(counts.values())
    assert result.histogram == {guesses: times[guesses] for guesses in range(1, max(times) + 1)}
    assert result.total == sum(counts.values())
    assert result.mean == pytest.approx(result.total / len(counts))
    assert result.worst == max(counts.values())
    assert result.losses == sum(count > most for count in counts.values())
    assert result.secrets == len(counts)
    weighted = evaluate(grow(play, belief), belief)
    chances = zip(belief.secrets, belief.probabilities, strict=True)
    assert weighted.mean == pytest.approx(sum(p * counts[belief.game.secrets[secret]] for secret, p in chances))


def test_one_line_sums_up_an_evaluation() -> None:
    tree = grow(InOrder(), Belief.start(samples.wordle("ab", "cd", "ef", "gh"), hard=True))
    assert str(evaluate(tree, max_guesses=2)) == (
        "in-order in hard mode on a list (4 guesses, 4 answers): "
        "mean 2.5000, total 10, worst 4, 2 beyond 2 (1: 1, 2: 1, 3: 1, 4: 1)"
    )
    assert "beyond" not in str(evaluate(tree))


def test_a_tree_is_not_weighed_by_secrets_that_it_never_finds() -> None:
    game = samples.wordle("ab", "cd", "ef")
    tree = grow(strategy(), Belief.start(game, [1, 1, 0]))
    with pytest.raises(TreeError, match="The tree never finds 'ef', which is possible"):
        evaluate(tree, Belief.start(game))
