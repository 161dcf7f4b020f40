from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import SCORERS, Belief, Clue, Strategy, evaluate, grow, strategy
from fewest.errors import TreeError
from fewest.trees.evaluation import mean_bits
from fewest.watch import Watch
from tests import samples
from tests.samples import InOrder


def count_guesses(play: Strategy, belief: Belief, secret: str) -> int:
    """Play until a secret is found, without a tree."""
    guess, count = play.choose(belief), 1
    while guess != secret:
        belief = belief.after(guess, belief.game.reply(guess, secret))
        guess, count = play.choose(belief), count + 1
    return count


@settings(max_examples=samples.some_of(40))
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
    chances = zip(belief.secrets, belief.secret_chances, strict=True)
    assert weighted.mean == pytest.approx(sum(p * counts[belief.game.secrets[secret]] for secret, p in chances))


def test_one_line_sums_up_an_evaluation() -> None:
    tree = grow(InOrder(), Belief.start(samples.wordle("ab", "cd", "ef", "gh"), hard=True))
    assert str(evaluate(tree, max_guesses=2)) == (
        "in-order in hard mode on a list (4 guesses, 4 answers): "
        "mean 2.5000, total 10, worst 4, 2 need more than 2 (1: 1, 2: 1, 3: 1, 4: 1)"
    )
    assert "need more" not in str(evaluate(tree))


def test_an_evaluation_refuses_secrets_that_the_tree_never_finds() -> None:
    game = samples.wordle("ab", "cd", "ef")
    tree = grow(strategy(), Belief.start(game, [1, 1, 0]))
    with pytest.raises(TreeError, match="The tree never finds 'ef', a possible secret"):
        evaluate(tree, Belief.start(game))


@settings(max_examples=samples.some_of(40))
@given(
    samples.beliefs(samples.wordles(lengths=st.integers(2, 4), most=15)),
    st.sampled_from([*map(strategy, SCORERS), InOrder()]),
    st.data(),
)
def test_a_tree_for_some_answers_is_played_as_if_any_secret_were_possible(
    belief: Belief, play: Strategy, data: st.DataObject
) -> None:
    answers = data.draw(st.lists(st.sampled_from(belief.words), min_size=1, unique=True))
    told: list[tuple[int, int | None]] = []
    tree = grow(play, belief, watch=Watch(lambda each: told.append((each.done, each.total))), answers=answers)
    whole = grow(play, belief)
    assert {word: len(tree.play(word)) for word in answers} == {
        word: count_guesses(play, belief, word) for word in answers
    }
    for word in answers:
        assert tree.play(word) == whole.play(word)
    reached = {clue for word in answers for clue in whole.play(word)}
    assert {Clue(node.guess, reply) for _, _, node in tree.walk() for reply in node.replies} == reached
    assert {*answers} <= {*tree.depths()} <= {*belief.words}
    assert {total for _, total in told} == {len(answers)}
    assert [done for done, _ in told] == sorted(done for done, _ in told)


@settings(max_examples=samples.some_of(40))
@given(samples.beliefs(samples.wordles(lengths=st.integers(2, 4), most=15)))
def test_the_bits_left_are_the_mean_over_all_games(belief: Belief) -> None:
    tree = grow(strategy("entropy"), belief)
    sums = [0.0] * 30
    for secret, chance in belief:
        here = belief
        for depth, clue in enumerate(tree.play(secret)):
            sums[depth] += chance * here.entropy
            here = here.after(*clue)
    found = mean_bits(tree, belief)
    assert found == pytest.approx(sums[: len(found)])
    assert not any(sums[len(found) :])
