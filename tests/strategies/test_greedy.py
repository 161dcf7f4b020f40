from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import SCORERS, Belief, Greedy, Scorer, Wordle, grow, split, strategy
from fewest.curves import TABLE_STEP, Curve, shipped_curve
from fewest.errors import GuessError
from fewest.strategies.greedy import Ties
from fewest.words import WordList
from tests import oracles, samples
from tests.cases import first

SMALL = samples.wordles(lengths=st.integers(2, 4), most=15)


def ranked(belief: Belief, name: str, secrets_first: bool = True) -> list[str]:
    """All guesses in order: best score; if tied within 1e-9 the likelier secret, unless told not to; the alphabet."""
    game, largest_is_best = belief.game, name in ("letters", "letters-adjusted", "entropy", "most-parts")
    words = [game.secrets[secret] for secret in belief.secrets]
    probabilities = belief.secret_chances.tolist()
    values = shipped_curve(Belief.start(game)).values.tolist()
    left = []
    for guess in game.guesses:
        replies = [game.reply(guess, word) for word in words]
        parts = oracles.split(replies, probabilities, game.win)
        after = oracles.after(
            replies, probabilities, game.win, lambda bits: oracles.interpolate(values, TABLE_STEP, bits)
        )
        score = oracles.score(name, guess, words, probabilities, parts, after)
        cost, likely = -score if largest_is_best else score, -parts.hit if secrets_first else 0
        left.append((cost, parts.parts == 1, likely, guess))
    ranking = []
    while left := [each for each in left if each[0] < float("inf")]:
        best = min(left)[0]
        chosen = min((each for each in left if each[0] <= best + 1e-9), key=lambda each: each[1:])
        ranking.append(chosen[3])
        left.remove(chosen)
    return ranking


@pytest.mark.parametrize("name", first(2, SCORERS))
@settings(max_examples=samples.some_of(25))
@given(belief=samples.beliefs(SMALL).filter(lambda belief: len(belief) > 1))
def test_suggestions_come_in_the_order_of_the_rule(name: str, belief: Belief) -> None:
    for play, secrets_first in ((strategy(name), True), (Greedy(SCORERS[name], ties="alphabet"), False)):
        found = play.suggest(belief, count=len(belief.game.guesses))
        expected = ranked(belief, name, secrets_first)
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
    ("scores", "weights", "expected", "by_alphabet"),
    [
        ([5, 5, 5, 5], None, "bb", "ab"),  # a possible secret before the alphabet
        ([5, 5, 5, 5], [1, 3, 2], "cc", "ab"),  # the likelier secret before the first
        ([6, 5, 5, 5], [1, 3, 2], "cc", "bb"),
        ([5, 5 - 2e-9, 5, 5], None, "bb", "bb"),
        ([5 - 2e-9, 5, 5, 5], None, "ab", "ab"),  # a better score before a possible secret
        ([5 - 5e-10, 5, 5, 5], None, "bb", "ab"),  # not so when they are tied
        ([5, 5 - 5e-10, 5, 5], None, "bb", "ab"),  # tied for the alphabet too
        ([4, 5, 5, 4], None, "dd", "ab"),
        ([5, 4, 5, 4], [1, 1, 2], "dd", "bb"),
    ],
)
def test_ties_are_broken_by_the_rule(
    scores: list[float], weights: list[float] | None, expected: str, by_alphabet: str
) -> None:
    game = samples.wordle("bb", "cc", "dd", guesses=("ab",))
    given = Scorer("given", lambda belief, split: np.array(scores, np.float64), largest_is_best=False)
    mirrored = Scorer("given", lambda belief, split: -np.array(scores, np.float64), largest_is_best=True)
    for each in (given, mirrored):
        assert Greedy(each).choose(Belief.start(game, weights)) == expected
        assert Greedy(each, ties="alphabet").choose(Belief.start(game, weights)) == by_alphabet


def test_a_useless_guess_loses_every_tie() -> None:
    game = samples.wordle("bb", "cc", "dd", guesses=("aa",))
    play = Greedy(Scorer("all alike", lambda belief, split: np.zeros(len(split.guesses))), ties="alphabet")
    assert [each.guess for each in play.suggest(Belief.start(game))] == ["bb", "cc", "dd", "aa"]
    assert grow(play, Belief.start(game)).total == 6


@given(samples.beliefs(SMALL, restrict=True))
def test_a_suggestion_has_the_statistics_of_the_split(belief: Belief) -> None:
    whole = split(belief)
    for each in strategy("minimax").suggest(belief):
        at = whole.guesses.tolist().index(belief.game.find_guess(each.guess))
        assert (each.bits, each.hit) == (whole.entropy[at], whole.hit[at])
        assert (each.parts, each.largest, each.score) == (whole.parts[at], whole.largest[at], whole.largest[at])


@pytest.mark.parametrize("name", first(5, SCORERS))
@settings(max_examples=10)
@given(belief=samples.beliefs(SMALL).filter(lambda belief: len(belief) > 1), data=st.data())
def test_suggestions_among_some_keep_their_order(name: str, belief: Belief, data: st.DataObject) -> None:
    among = data.draw(st.lists(st.sampled_from(belief.game.guesses), max_size=5))
    found = strategy(name).suggest(belief, count=4, among=among)
    assert [each.guess for each in found] == [guess for guess in ranked(belief, name) if guess in among][:4]


def test_a_guess_to_suggest_among_must_be_allowed() -> None:
    game = samples.wordle("abc", "abd", "xyz", guesses=("aaa",))
    one = Belief.start(game).after("xyz", "222")
    assert [each.guess for each in strategy("entropy").suggest(one, among=["aaa"])] == ["aaa"]
    with pytest.raises(GuessError, match="'zzz' is not an allowed guess"):
        strategy("entropy").suggest(one, among=["zzz"])
    with pytest.raises(GuessError, match="'xyz' is not allowed in hard mode"):
        strategy("entropy").suggest(Belief.start(game, hard=True).after("abc", "220"), among=["xyz"])


def test_ties_go_to_the_list_in_its_own_order(tmp_path: Path) -> None:
    answers, guesses = tmp_path / "answers.txt", tmp_path / "guesses.txt"
    answers.write_text("bb\nab\nba\n")
    guesses.write_text("xa\nbb\nax\nab\nba\n")
    alike = Scorer("all alike", lambda belief, split: np.zeros(len(split.guesses)))
    belief = Belief.start(Wordle.from_files(answers, guesses))
    expected = {
        "answer-list": ["bb", "ab", "ba", "xa", "ax"],
        "list": ["xa", "bb", "ax", "ab", "ba"],
        "list-end": ["ba", "ab", "ax", "bb", "xa"],
        "alphabet": ["ab", "ax", "ba", "bb", "xa"],
        "secrets": ["ab", "ba", "bb", "ax", "xa"],
    }
    for ties in get_args(Ties):
        assert [each.guess for each in Greedy(alike, ties).suggest(belief)] == expected[ties]
    guesses.write_text("xa\nax\nbb\n")  # answers missing from the guesses come first, followed by all other answers
    belief = Belief.start(Wordle.from_files(answers, guesses))
    assert [each.guess for each in Greedy(alike, "list").suggest(belief)] == ["bb", "ab", "ba", "xa", "ax"]


@settings(max_examples=samples.some_of(40))
@given(st.lists(st.permutations("abcd"), min_size=1, max_size=24, unique_by=tuple), st.integers(0, 8))
def test_letters_play_as_published(permutations: list[list[str]], others: int) -> None:
    """Words of the same letters, in any order, between words of other letters."""
    words = ["".join(letters) for letters in permutations]
    words = [*words[::2], *["abee", "beba", "caff", "dede", "faba", "ecce", "dafe", "bade"][:others], *words[1::2]]
    listed = WordList("any", tuple(sorted(words)), tuple(sorted(words)), given=tuple(words))
    tree = grow(strategy("letters-adjusted:ties=list-end"), Belief.start(Wordle(listed)), words[-1])
    for secret in words:
        assert [guess for guess, _ in tree.play(secret)] == oracles.played_by_letters(words, words[-1], secret)


@pytest.mark.parametrize("name", SCORERS)
@settings(max_examples=samples.some_of(15))
@given(belief=samples.beliefs(SMALL))
def test_where_only_answers_are_guessed_they_come_in_the_same_order(name: str, belief: Belief) -> None:
    some = strategy(f"{name}:guess_from=answers").suggest(belief, count=len(belief.game.guesses))
    everything = strategy(name).suggest(belief, count=len(belief.game.guesses))
    useful = [each for each in everything if each.guess in belief.words]
    assert {each.guess for each in some} == {each.guess for each in useful}
    assert [each.score for each in some] == [each.score for each in useful]


@pytest.mark.slow
def test_whole_games_of_possible_answers_only(original: Wordle) -> None:
    tree = grow(strategy("expected-size:guess_from=answers"), Belief.start(original))
    assert (tree.opener, tree.total, max(tree.depths().values())) == ("raise", 8391, 8)
    assert all(node.guess in original.answers for _, _, node in tree.walk())


@pytest.mark.slow
def test_any_answer_of_the_list_may_be_all_that_is_guessed(original: Wordle) -> None:
    alone = Wordle(replace(original.words, guesses=original.answers))
    tree = grow(strategy("letters-adjusted:guess_from=answer-list"), Belief.start(original), "later")
    assert tree.total == grow(strategy("letters-adjusted"), Belief.start(alone), "later").total == 8805
    assert max(tree.depths().values()) == 6


@pytest.mark.parametrize("name", [name for name, each in SCORERS.registered.items() if each.looks_at_parts])
@settings(max_examples=samples.some_of(40))
@given(belief=samples.beliefs(SMALL).filter(lambda belief: len(belief) > 1), from_list=st.booleans())
def test_looking_at_the_secrets_first_finds_the_same_guess(name: str, belief: Belief, from_list: bool) -> None:
    play = Greedy(SCORERS[name], guess_from="answer-list" if from_list else "guesses")
    assert play.choose(belief) == play.rank(belief, play.scorer.scores(belief), count=1)[0].guess


def test_where_a_secret_that_tells_all_apart_need_not_be_the_best(original: Wordle) -> None:
    belief = Belief.start(original)
    usual = SCORERS["expected-moves"]
    assert usual.is_best_to_tell_all_apart(belief)
    flat = Curve((0, 2, 8), (1, 1, 3))
    assert not replace(usual, curve=lambda game: flat).is_best_to_tell_all_apart(belief)
    assert not SCORERS["letters"].is_best_to_tell_all_apart(belief)
    weighted = Belief.start(original, range(1, 1 + len(original.secrets)))
    assert not usual.is_best_to_tell_all_apart(weighted)
