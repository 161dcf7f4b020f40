"""Words that people know go before better ones within a margin; the most common wins ties."""

import math
from fractions import Fraction

import numpy as np
import pytest

from fewest import Belief, FewestError, Prover, Wordle
from fewest._core import StopToken
from fewest.belief import LIKELY_FRACTION
from fewest.games import make_game
from fewest.questions.suggest import suggest
from fewest.setup import Setup
from fewest.splits import split
from fewest.strategies import AdviceOptions, WordPreference, advise
from fewest.strategies import advice as advice_module
from fewest.strategies.advice import COMMON_WORDS, DEFAULT_MARGIN, Advised, preferred
from fewest.strategies.guess_limit import FINISH_SLACK, finish_in_two
from fewest.strategies.optimal import best
from fewest.words import ranking
from tests import samples
from tests.cases import meeting


def some_words(seed: int) -> Wordle:
    """A small list of words, common ones and others."""
    rng, original = np.random.default_rng(seed), samples.edition("original")
    answers = rng.choice(
        [word for word in original.secrets if word[1:3] in ("oa", "ou", "la", "ra")], 30, replace=False
    )
    others = rng.choice([word for word in original.guesses if word not in answers], 150, replace=False)
    return samples.wordle(*sorted(map(str, answers)), guesses=tuple(sorted(map(str, others))))


def position(seed: int, weighted: bool) -> Belief:
    """A position on such a list: the largest part of a guess."""
    game = some_words(seed)
    weights = np.random.default_rng((seed, 1)).choice([1.0, 0.5, 0.01], len(game.secrets)) if weighted else None
    start = Belief.start(game, weights)
    guess = game.guesses[7 * seed % len(game.guesses)]
    return max((part for reply, part in start.parts(guess) if reply != game.win), key=len)


def means(belief: Belief) -> dict[str, Fraction]:
    """The value of every guess, the most common first."""
    prover = Prover(belief)
    assert isinstance(belief.game, Wordle)
    return {
        guess: Fraction(prover.cost_of_guess(guess, belief), int(prover.weights.sum()))
        for guess in ranking(belief.game.words)
        if belief.allowed is None or belief.game.guess_index[guess] in belief.allowed
    }


@pytest.mark.parametrize(
    ("seed", "margin", "weighted"), meeting(range(3), [0.0, 0.05, 0.3, 5.0], [False, True], together=2)
)
def test_the_best_known_word_within_the_margin_goes_first(
    seed: int, margin: float, weighted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice_module, "COMMON_WORDS", 25)
    belief = position(seed, weighted)
    values = means(belief)
    least = min(values.values())
    # A useless guess is never made, even with a large margin.
    useful = [guess for guess in values if len([*belief.parts(guess)]) > 1]
    top = belief[0][1]
    known = {*[*values][:25], *(word for word, chance in belief if chance >= LIKELY_FRACTION * top)}
    near = [guess for guess in useful if guess in known and values[guess] <= least + Fraction(str(margin))]
    if not margin or not near:
        near = [guess for guess in useful if values[guess] == least]
    wanted = min(near, key=lambda guess: values[guess])  # the most common of several
    for count in (1, 4, 12):
        advice = advise(belief, AdviceOptions(99, count, preference=WordPreference(margin)))
        first = advice.suggestions[0]
        assert first.guess == wanted
        assert first.expected == float(values[wanted])
        assert advice.exact
        assert advice.proved == (values[wanted] == least)
        if not advice.proved:
            assert advice.best is not None
            assert advice.best.expected == float(least)
    assert Advised(99, WordPreference(margin)).choose(belief) == wanted


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_a_useless_common_word_is_never_preferred(seconds: float) -> None:
    start = Belief.start(samples.wordle("dizzy", "fizzy", "fuzzy", guesses=("there",)))
    assert isinstance(start.game, Wordle)
    assert ranking(start.game.words)[0] == "there"
    found = advise(start, AdviceOptions(99, preference=WordPreference(5.0), seconds=seconds)).suggestions
    assert found[0].guess != "there"


@pytest.mark.parametrize(
    ("seed", "known_words", "weighted"), meeting(range(3), [1, 40, 10_000], [False, True], together=2)
)
def test_only_known_words_and_likely_secrets_are_suggested(seed: int, known_words: int, weighted: bool) -> None:
    belief = position(seed, weighted)
    assert isinstance(belief.game, Wordle)
    top = belief[0][1]
    likely = {word for word, chance in belief if chance >= LIKELY_FRACTION * top}
    words = {*ranking(belief.game.words)[:known_words]} | likely
    values = {guess: value for guess, value in means(belief).items() if guess in words}
    for count in (1, 5):
        advice = advise(belief, AdviceOptions(99, count, preference=WordPreference(known_words=known_words)))
        assert {each.guess for each in advice.suggestions} <= words
        assert advice.proved
        assert advice.suggestions[0].expected == pytest.approx(min(values.values()), abs=1e-8)


def test_a_game_is_always_finished_with_known_words() -> None:
    game = some_words(1)
    for secret in game.secrets[::5]:
        belief, play = Belief.start(game), Advised(99, WordPreference(0.1, 5))
        while not belief.won:
            guess = play.choose(belief)
            belief = belief.after(guess, game.reply(guess, secret))
        assert len(belief.clues) < 12


def test_with_few_guesses_left_known_words_are_those_likeliest_to_finish() -> None:
    belief = position(1, weighted=False)
    preference = WordPreference(known_words=40)
    advice = advise(belief, AdviceOptions(len(belief.clues) + 2, preference=preference))
    among = preference.guesses(belief)
    assert among is not None
    chances = finish_in_two(belief)
    best = max(chances[belief.game.guess_index[guess]] for guess in among)
    assert advice.few_guesses_left
    assert {each.guess for each in advice.suggestions} <= {*among}
    assert best < chances.max() * (1 - FINISH_SLACK), "other words would do better"
    assert chances[belief.game.guess_index[advice.suggestions[0].guess]] >= best * (1 - FINISH_SLACK)


@pytest.mark.parametrize("margin", [0.0, 0.02])
def test_estimates_prefer_common_words_too_and_prove_nothing(margin: float) -> None:
    game = samples.edition("original")
    belief = Belief.start(game).after("fuzzy", "00000")
    plain = advise(belief, AdviceOptions(6, 200, seconds=0))
    advice = advise(belief, AdviceOptions(6, 1, seconds=0, preference=WordPreference(margin)))
    least = min(each.score for each in plain.suggestions)
    common = ranking(game.words)[: COMMON_WORDS if margin else None]
    near = {each.guess: each.score for each in plain.suggestions if each.score <= least + margin + 1e-9}
    best = min((round(near[word], 9), place, word) for place, word in enumerate(common) if word in near)
    assert advice.suggestions[0].guess == best[-1]
    assert not advice.exact
    assert not advice.proved
    assert (advice.best is None) == (advice.suggestions[0].score <= least + 1e-9)


def test_a_search_that_is_stopped_keeps_the_best(original: Wordle) -> None:
    belief, gone = Belief.start(original).after("crane", "01200"), StopToken()
    prover = Prover(belief)
    first = best(prover, belief)
    assert preferred(prover, belief, first, split(belief), margin=1).guess != first.guess
    gone.stop()
    assert preferred(prover, belief, first, split(belief), margin=1, stop=gone) == first


def test_players_get_a_common_word_that_is_almost_as_good_unless_they_want_the_best(original: Wordle) -> None:
    start = Belief.start(original)
    usual, strict = (suggest(Setup(), preference=preference) for preference in (WordPreference(), WordPreference(0)))
    assert suggest(Setup()) == usual
    assert strict.suggestions[0].guess == "salet"
    assert usual.suggestions[0].guess in ranking(original.words)[:COMMON_WORDS]
    assert usual.margin == DEFAULT_MARGIN
    assert f"Best of all: salet, {strict.suggestions[0].expected:.4f}" in usual.why
    assert Advised(6).choose(start) == "salet", "a strategy is strict"
    pegs = Belief.start(make_game("mastermind:pegs=2,colours=3"))
    assert advise(pegs, AdviceOptions(9, preference=WordPreference())).preference.margin == 0


def test_a_preference_is_refused_where_no_word_is_common() -> None:
    for preference in (WordPreference(0.1), WordPreference(known_words=3)):
        with pytest.raises(FewestError, match=r"^mastermind has no words; leave --margin and"):
            advise(Belief.start(make_game("mastermind:pegs=2,colours=3")), AdviceOptions(9, preference=preference))
        with pytest.raises(FewestError, match=r"^No word of .* has a known frequency"):
            advise(Belief.start(samples.wordle("xqxqx", "qxqxq", "xxqqx")), AdviceOptions(9, preference=preference))


def test_an_opener_must_be_a_known_word(original: Wordle) -> None:
    start = Belief.start(original)
    with pytest.raises(FewestError, match="'xylyl' is not among the 10 most frequent words; raise"):
        advise(start, AdviceOptions(6, among=["xylyl"], preference=WordPreference(known_words=10)))
    assert (
        advise(start, AdviceOptions(6, among=["about"], preference=WordPreference(known_words=10))).suggestions[0].guess
        == "about"
    )


@pytest.mark.parametrize(("margin", "known"), [(-1, None), (math.nan, None), (math.inf, None), (0, 0), (0, -3)])
def test_an_invalid_preference_is_refused(margin: float, known: int | None) -> None:
    with pytest.raises(FewestError, match=r"The margin must be|--known-words must be"):
        WordPreference(margin, known)
