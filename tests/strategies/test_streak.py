"""A safe streak: first the chance to find the secret within the guess limit, then the number of guesses."""

import math
from collections import Counter

import numpy as np
import pytest

from fewest import Belief, FewestError
from fewest.questions.suggest import suggest
from fewest.setup import Setup
from fewest.strategies import AdviceOptions, WordPreference, advise
from fewest.strategies import advice as advice_module
from tests import oracles, samples

STREAK = WordPreference(margin=0.0, streak=True)


def position(seed: int) -> tuple[Belief, dict[str, int]]:
    """Secrets that are hard to tell apart, some of them unlikely, and their weights."""
    rng = np.random.default_rng(seed)
    game = samples.random_table(rng, int(rng.integers(6, 12)), int(rng.integers(0, 5)), int(rng.integers(2, 4)))
    weights = rng.choice([1, 2, 3, 40, 1000], len(game.secrets)).tolist()
    return Belief.start(game, [float(weight) for weight in weights]), dict(zip(game.secrets, weights, strict=True))


def oracle(belief: Belief, weights: dict[str, int]) -> oracles.InTime:
    """The recurrence of a position."""
    return oracles.InTime(belief.game.guesses, belief.words, belief.game.reply, weights)


def test_no_play_has_a_better_chance_or_the_same_chance_with_fewer_guesses() -> None:
    """Compare with the recurrence, under limits that some secrets miss, that cost guesses, or that do not bind."""
    kinds: Counter[str] = Counter()
    for seed in range(60):
        belief, weights = position(seed)
        perfect, total = oracle(belief, weights), sum(weights.values())
        limit = 3 + seed % 2
        pair = perfect.least_pair(belief.words, math.inf, limit)
        advice = advise(belief, AdviceOptions(limit, count=2, preference=STREAK))
        first = advice.suggestions[0]
        assert perfect.pair_through(first.guess, belief.words, math.inf, limit) == pair, seed
        assert advice.proved
        assert first.expected == pytest.approx(pair[1] / total)
        assert advice.in_time == pytest.approx(1 - pair[0] / total)
        assert (advice.in_time == 1) == (pair[0] == 0)
        kinds["missed" if pair[0] else "slower" if pair[1] > perfect.least(belief.words) else "free"] += 1
    assert min(kinds["missed"], kinds["slower"], kinds["free"]) > 5, kinds


def family(seed: int) -> tuple[Belief, dict[str, int]]:
    """Words that differ in their first letter and a few others to tell them apart, with weights."""
    rng, original = np.random.default_rng(seed), samples.edition("original")
    ending = ["ills", "ines", "ails"][seed % 3]
    words = [str(word) for word in rng.permutation([word for word in original.guesses if word[1:] == ending])[:8]]
    others = tuple(str(word) for word in rng.choice(original.answers, 8, replace=False))
    game = samples.wordle(*words, guesses=others)
    weights = rng.choice([2, 3, 40, 41], len(game.secrets)).tolist()
    return Belief.start(game, [float(weight) for weight in weights]), dict(zip(game.secrets, weights, strict=True))


def test_a_common_word_with_the_same_chance_goes_before_a_better_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice_module, "COMMON_WORDS", 8)
    preferred = Counter[float]()
    for seed in range(24):
        belief, weights = family(seed)
        game, total = belief.game, sum(weights.values())
        perfect = oracles.InTime(game.guesses, belief.words, oracles.reply, weights)
        useful = [guess for guess in game.guesses if len([*belief.parts(guess)]) > 1]
        pairs = {guess: perfect.pair_through(guess, belief.words, math.inf, 3) for guess in useful}
        missed, least = min(pairs.values())
        assert missed > 0
        known = {*np.array(game.guesses)[advice_module.known_words(belief)].tolist()}
        safest = {guess: pair[1] for guess, pair in pairs.items() if pair[0] == missed}
        for margin in (0.1, 5.0):
            near = {guess: cost for guess, cost in safest.items() if cost <= least + margin * total}
            goes_first = {cost for guess, cost in near.items() if guess in known} or {least}
            advice = advise(belief, AdviceOptions(3, preference=WordPreference(margin, streak=True)))
            first = advice.suggestions[0]
            assert pairs[first.guess] == (missed, min(goes_first)), (seed, margin)
            assert first.expected == pytest.approx(min(goes_first) / total)
            assert advice.in_time == pytest.approx(1 - missed / total)
            assert advice.proved == (min(goes_first) == least)
            if advice.best is not None:
                assert advice.best.expected == pytest.approx(least / total)
                preferred[margin] += 1
    assert min(preferred[0.1], preferred[5.0]) > 2, preferred


def test_the_chance_of_a_given_guess_is_stated() -> None:
    belief, weights = position(3)
    perfect = oracle(belief, weights)
    for limit in (1, 2, 3):
        for guess in belief.game.guesses[:4]:
            missed, _ = perfect.pair_through(guess, belief.words, math.inf, limit)
            advice = advise(belief, AdviceOptions(limit, among=[guess], preference=STREAK))
            assert advice.in_time == pytest.approx(1 - missed / sum(weights.values())), (guess, limit)


def test_a_safe_streak_gives_up_no_chance_with_two_guesses_left() -> None:
    for seed in range(20):
        belief, weights = position(seed)
        missed, _ = oracle(belief, weights).least_pair(belief.words, math.inf, 2)
        advice = advise(belief, AdviceOptions(2, preference=STREAK))
        assert advice.few_guesses_left
        assert advice.in_time == pytest.approx(1 - missed / sum(weights.values()))


def test_weights_that_the_search_must_round_do_not_round_the_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if weights are rounded coarsely, the chance and the mean are those of the suggested play."""
    monkeypatch.setattr("fewest.search.prover.LARGEST_COST", 1 << 16)
    for seed in range(12):
        belief, weights = position(seed)
        advice = advise(belief, AdviceOptions(3, preference=STREAK))
        missed, _ = oracle(belief, weights).least_pair(belief.words, math.inf, 3)
        assert advice.in_time is not None
        assert advice.in_time <= 1 - missed / sum(weights.values()) + 1e-12


def test_the_usual_advice_where_the_search_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup(edition="original", clues=("salet=00000",))
    monkeypatch.setattr(advice_module, "WORK_PER_SECOND", 1.0)
    usual = suggest(setup, count=3)
    found = suggest(setup, count=3, preference=WordPreference(streak=True))
    assert found.in_time is None
    assert found.streak
    assert "this is the usual advice" in found.why
    assert found.suggestions[0].guess == usual.suggestions[0].guess


def test_the_chance_is_stated() -> None:
    preference = WordPreference(streak=True)
    found = suggest(Setup(edition="original", clues=("salet=00000", "corni=00000")), preference=preference)
    assert found.why.startswith("Safest for a streak: always finds the word in time. ")
    clues = ("hatch=02222", "watch=02222", "latch=02222")
    lost = suggest(Setup(edition="original", clues=clues, max_guesses=4), preference=preference)
    assert lost.in_time == pytest.approx(1 / lost.remaining)
    assert f"{1 / lost.remaining:.2%} chance to find the word in time" in lost.why


def test_a_strategy_ranks_in_its_own_way() -> None:
    with pytest.raises(FewestError, match="--streak"):
        suggest(Setup(edition="original"), by="entropy", preference=WordPreference(streak=True))
