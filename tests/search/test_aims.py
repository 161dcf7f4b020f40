"""Aims with missed secrets, compared with the recurrence on positions of every kind."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, FewestError, Wordle
from fewest.games import BullsAndCows, Mastermind, make_game
from fewest.questions.prove import prove as ask_prove
from fewest.questions.rank import rank as ask_rank
from fewest.search import Prover, Store, prove
from fewest.search import prover as prover_module
from fewest.search.prover import IMPOSSIBLE, LARGEST_COST, MEMORY
from fewest.search.resources import Aim
from fewest.setup import Setup
from fewest.watch import Watch
from tests import oracles, samples
from tests.cases import meeting
from tests.search.cases import Case, Weight, random_cases

TARGETS = range(1, 6)


def oracle(case: Case) -> oracles.InTime:
    """The recurrence of a case."""
    game, hard = case.belief.game, case.belief.hard
    reply = oracles.reply if isinstance(game, Wordle) else game.reply
    allowed = oracles.allowed_in_hard_mode if hard else None
    return oracles.InTime(case.guesses, case.belief.words, reply, case.scaled, allowed)


def prover_of(case: Case, target: int, memory: int = MEMORY) -> Prover:
    """A new prover."""
    return Prover(case.belief, case.weights, case.limit, memory, target=target)


def written(pair: tuple[float, float], prover: Prover) -> int:
    """The prover's cost for a pair of the oracle: missed weight and guesses."""
    return IMPOSSIBLE if pair[0] == math.inf else int(pair[0]) * prover.penalty + int(pair[1])


@pytest.mark.parametrize(("seed", "for_tests"), meeting(range(3), [False, True]))
def test_few_late_secrets_then_few_guesses_match_the_recurrence(
    seed: int, for_tests: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Prover, "for_tests", for_tests)
    missed = 0
    for case, rng in random_cases(40 + seed, 300):
        target = int(rng.choice(TARGETS))
        prover, perfect = prover_of(case, target, int(rng.choice([64, MEMORY]))), oracle(case)
        truth = written(perfect.least_pair(case.belief.words, case.left, target), prover)
        for guess in rng.choice(case.guesses, 3):
            through = written(perfect.pair_through(guess, case.belief.words, case.left, target), prover)
            bound = int(rng.choice([IMPOSSIBLE, truth, truth + 1, truth + prover.penalty]))
            cost = prover.cost_of_guess(guess, case.belief, bound)
            assert cost == through if cost < bound else bound <= cost <= through, (case, target)
        assert prover.best(case.belief)[0] == truth, (case, target)
        proof = prove(prover, threads=1)
        if truth == IMPOSSIBLE:
            assert proof.tree is None
            continue
        assert proof.tree is not None
        proof.tree.check()
        depths = proof.tree.depths()
        assert max(depths.values()) <= case.left
        weight = sum(case.scaled[word] for word, depth in depths.items() if depth > target)
        total = sum(case.scaled[word] * depth for word, depth in depths.items())
        assert prover.missed_and_total(truth) == (weight, total) == prover.missed_and_total(proof.best[0].cost), case
        missed += weight > 0
    assert missed > 0


@settings(max_examples=samples.some_of(60))
@given(st.data())
def test_late_secrets_match_the_recurrence_when_guesses_must_fit_all_clues(data: st.DataObject) -> None:
    """With symmetry and without, weights and a limit."""
    game = data.draw(st.sampled_from([Mastermind(2, 4), Mastermind(3, 3), BullsAndCows(2, 5)]))
    belief = Belief.start(game.made_consistent())
    drawn = data.draw(st.none() | st.lists(st.integers(1, 5), min_size=len(belief), max_size=len(belief)))
    weights: list[Weight] | None = None if drawn is None else [*drawn]
    limit, target = data.draw(st.none() | st.integers(1, 7)), data.draw(st.integers(1, 5))
    by_word = dict(zip(belief.words, Case(belief, weights).scaled.values(), strict=True))
    perfect = oracles.InTime(
        game.guesses, belief.words, game.reply, by_word, lambda other, guess, reply: game.reply(guess, other) == reply
    )
    prover = Prover(belief, weights, limit, target=target)
    left = math.inf if limit is None else limit
    truth = written(perfect.least_pair(belief.words, left, target), prover)
    assert prover.best(belief)[0] == truth
    tree = prove(prover, threads=1).tree
    assert (IMPOSSIBLE if tree is None else prover.cost_of(tree)) == truth


LIGHT = [1], [1, 2, 3], [1, 2, 100, 101], [5, 6, 7, 1000, 1000]
HEAVY = [1, 2, 3], [1, 100, 101], [30, 40, 101], [70, 71], [70, 72, 101]


@st.composite
def families(draw: st.DrawFn, weights_of: Sequence[list[int]]) -> Case:
    """Words that differ in a place or two, and a few that tell them apart, with weights from one of some lists."""
    length, letters = draw(st.integers(3, 5)), "abcdefghijklmn"
    word = st.text(letters, min_size=length, max_size=length)
    words = set()
    for stem in draw(st.lists(word, min_size=1, max_size=2)):
        places = draw(st.lists(st.integers(0, length - 1), min_size=1, max_size=2, unique=True))
        fillers = st.text(letters, min_size=len(places), max_size=len(places))
        for filler in draw(st.lists(fillers, min_size=5, max_size=8, unique=True)):
            letters_of = dict(zip(places, filler, strict=True))
            words.add("".join(letters_of.get(place, stem[place]) for place in range(length)))
    others = draw(st.sets(word, max_size=6))
    start = Belief.start(samples.wordle(*sorted(words), guesses=(*sorted(words | others),)), hard=draw(st.booleans()))
    weight = st.sampled_from(draw(st.sampled_from(weights_of)))
    limit = draw(st.none() | st.none() | st.integers(3, 7))
    weights: list[Weight] = [*draw(st.lists(weight, min_size=len(start), max_size=len(start)))]
    return Case(start, weights, limit)


@pytest.mark.parametrize("for_tests", [False, True])
@pytest.mark.parametrize("few_missed", [False, True])
def test_the_lightest_of_many_similar_words_are_missed(
    for_tests: bool, few_missed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `few_missed`, play that misses more than costs can hold is impossible."""
    monkeypatch.setattr(Prover, "for_tests", for_tests)
    if few_missed:
        monkeypatch.setattr(prover_module, "miss_penalty", lambda *_: None)
        monkeypatch.setattr(prover_module, "FEW_MISSED", 64)
    seen = set()

    @settings(max_examples=samples.some_of(100))
    @given(families(HEAVY if few_missed else LIGHT), st.sampled_from([1, 1, 1, 2]), st.data())
    def follows_the_recurrence(case: Case, fewer: int, data: st.DataObject) -> None:
        target = max(1, case.perfect.least_worst(case.belief.words) - fewer)
        prover, perfect = Prover(case.belief, case.weights, case.limit, target=target, few_missed=True), oracle(case)
        most = IMPOSSIBLE // prover.penalty

        def truth(pair: tuple[float, float]) -> int:
            return IMPOSSIBLE if pair[0] >= most else written(pair, prover)

        least = perfect.least_pair(case.belief.words, case.left, target)
        for guess in data.draw(st.lists(st.sampled_from(case.guesses), max_size=4)):
            through = truth(perfect.pair_through(guess, case.belief.words, case.left, target))
            room = data.draw(st.sampled_from([0, 1, 2, prover.penalty, IMPOSSIBLE]))
            bound = min(truth(least) + room, IMPOSSIBLE)
            cost = prover.cost_of_guess(guess, case.belief, bound)
            assert cost == through if cost < bound else bound <= cost <= through, (guess, bound)
        cost, best = prover.best(case.belief)
        assert cost == truth(least) if truth(least) < IMPOSSIBLE else cost >= IMPOSSIBLE
        if cost < IMPOSSIBLE:
            assert best is not None
            assert truth(perfect.pair_through(best, case.belief.words, case.left, target)) == cost
        seen.add((target, 0 < least[0] < most, most <= least[0] < math.inf))

    follows_the_recurrence()
    assert any(target > 2 and missed for target, missed, _ in seen)
    assert not few_missed or any(too_many for _, _, too_many in seen)


def test_the_target_counts_the_guesses_before_a_position() -> None:
    """Guesses already made count towards the target; once it is passed, the penalty is charged and the mean decides."""
    for case, rng in random_cases(45, 240):
        target = int(rng.integers(1, 4))
        prover, plain, perfect = prover_of(case, target), case.prover(), oracle(case)
        belief = case.belief
        for made in range(1, 4):
            guess = str(rng.choice(belief.game.guesses if belief.allowed is None else belief_guesses(belief)))
            parts = [part for reply, part in belief.parts(guess) if reply != belief.game.win]
            if not parts or (case.limit is not None and made >= case.limit):
                break
            belief = parts[rng.integers(len(parts))]
            if not belief.hard:  # the same secrets, before and after the guesses
                for at, here in enumerate((replace(case.belief, secrets=belief.secrets), belief)):
                    horizon = case.left - made * at, target - made * at
                    if horizon[1] >= 0:
                        pair = perfect.least_pair(belief.words, *horizon)
                        assert prover.best(here)[0] == written(pair, prover), (case, target, made)
            cost, truth = prover.best(belief)[0], plain.best(belief)[0]
            if made > target or truth == IMPOSSIBLE:
                assert cost == truth
            elif made == target:
                assert cost == truth + prover.penalty * int(plain.weights_of(belief).sum())
            else:
                assert cost >= truth


def belief_guesses(belief: Belief) -> list[str]:
    """The guesses that hard mode allows."""
    assert belief.allowed is not None
    return [belief.game.guesses[guess] for guess in belief.allowed]


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_and_a_store_change_nothing(threads: int, tmp_path: Path) -> None:
    start = Belief.start(make_game("mastermind:pegs=3,colours=5"))
    alone = prove(Prover(start, target=3), top=4, threads=1)
    for _ in range(2):
        with Store(tmp_path / "store.db") as store:
            again = prove(Prover(start, target=3), top=4, threads=threads, store=store)
        assert again.best == alone.best
    assert again.resumed == again.openers
    with Store(tmp_path / "store.db") as store, pytest.raises(FewestError, match="its target is 3, not 2"):
        prove(Prover(start, target=2), store=store)


@pytest.mark.parametrize("text", ["mean", "worst", "within:1", "within:1000"])
def test_aims_have_names(text: str) -> None:
    assert str(Aim.read(text)) == text


@pytest.mark.parametrize(
    "text", ["", "within", "within:", "within:-1", "within:0", "within:1001", "within:\u00b2", "Mean"]
)
def test_other_names_are_refused(text: str) -> None:
    with pytest.raises(FewestError):
        Aim.read(text)


def test_invalid_targets_and_weights_are_refused() -> None:
    start = Belief.start(make_game("mastermind:pegs=2,colours=3"))
    with pytest.raises(FewestError, match="The target must be 1 guess or more, not 0"):
        Prover(start, target=0)
    weights = [10**6 + place for place in range(len(start))]
    with pytest.raises(FewestError, match="These weights are too large for this aim"):
        Prover(start, weights, target=2)
    assert Prover(start, weights[:1] * len(start), target=2).penalty < 1000


def test_weights_with_many_digits_are_rounded_for_an_aim_within_the_stated_error() -> None:
    """Weights are rounded as finely as the penalty allows, and only on request."""
    rng = np.random.default_rng(5)
    game = samples.random_table(rng, 40, 10, 6)
    weights = rng.integers(1, 10**7, 40)
    belief = Belief.start(game, weights.astype(float))
    with pytest.raises(FewestError, match="too large for this aim"):
        Prover(belief, target=3)
    for limit in (None, 5):
        prover = Prover(belief, max_guesses=limit, target=3, rounds=True)
        shares = prover.weights / prover.weights.sum() - weights / weights.sum()
        assert 0 < abs(shares).max() == pytest.approx(prover.rounding)
        assert prover.rounding < 2 / prover.weights.sum()
        assert LARGEST_COST / 2 < prover.penalty * (prover.weights.sum() + 1) < LARGEST_COST
        assert not prover.covers(belief.after(game.guesses[0], game.reply(game.guesses[0], game.secrets[1])))
        given = Prover(belief, prover.weights.tolist(), max_guesses=limit, target=3)
        assert given.rounding == 0
        assert prover.best(belief) == given.best(belief)
    assert Prover(Belief.start(game, weights.astype(float) % 7 + 1), target=3, rounds=True).rounding == 0


def test_a_result_says_that_weights_are_rounded(tmp_path: Path) -> None:
    prior = tmp_path / "prior.txt"
    words = [*samples.edition("original").secrets]
    prior.write_text("".join(f"{word} {10**6 + place}\n" for place, word in enumerate(words)), encoding="utf-8")
    setup = Setup(edition="original", prior=str(prior), clues=("crane=00000",))
    proved = ask_prove(setup, openers=["moist"], aim="within:3")
    assert proved.rounding > 0
    assert "weights are rounded; the chance of each secret is within" in str(proved)
    assert ask_rank(setup, openers=["moist"], aim="within:3").rounding == proved.rounding
    assert ask_prove(replace(setup, prior="uniform"), openers=["moist"], aim="within:3").rounding == 0
    in_time = ask_prove(setup, openers=["moist", "toils"], aim="within:6")
    limited = ask_prove(replace(setup, max_guesses=6), openers=["moist", "toils"])
    assert (in_time.rounding, in_time.missed, in_time.missed_weight) == (0, 0, 0)
    assert (in_time.opener, in_time.total) == (limited.opener, limited.total)
    assert ask_rank(setup, openers=["moist"], aim="within:6").openers[0].missed_weight == 0
    stopped = ask_prove(setup, watch=Watch(deadline=0.0), openers=["moist"], aim="within:3")
    assert stopped.opener is None
    assert "rounded" not in str(stopped)  # play that misses little is searched first, with exact weights


def test_the_fewest_missed_words_of_original_after_tenor() -> None:
    """The published example of exact-play.md; its tree asks for the best play of every part."""
    found = ask_prove(Setup(edition="original"), openers=["tenor"], aim="within:4")
    assert (found.missed, found.total) == (17, 8101)
