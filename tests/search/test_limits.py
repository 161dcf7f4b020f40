"""Whether a position can be finished within a limit, on similar words where it often cannot."""

import numpy as np
import pytest

from fewest import Belief, Wordle
from fewest._core import StopToken
from fewest.search import Prover
from fewest.search.prover import IMPOSSIBLE
from tests import samples
from tests.cases import first
from tests.search.cases import Case, Random, alike_wordle


def families(rng: Random) -> Wordle:
    """Wordle on families of similar words, such as light, might and night, and on words that tell them apart."""
    length, alphabet = int(rng.integers(3, 6)), int(rng.integers(5, 12))
    letters = list("abcdefghijkl"[:alphabet])
    words = []
    for _ in range(rng.integers(1, 4)):
        stem, place = rng.choice(letters, length), rng.choice(length, rng.integers(1, 3))
        for _ in range(rng.integers(3, 10)):
            stem[place] = rng.choice(letters, len(place))
            words.append("".join(stem))
    words = sorted(set(words))
    others = ["".join(rng.choice(letters, length)) for _ in range(rng.integers(2, 25))]
    return samples.wordle(*words, guesses=(*words, *others))


def cases(seed: int, count: int, hard: bool) -> list[tuple[Case, Random]]:
    """Each game with a limit that some or all guesses cannot keep."""
    found = []
    for number in range(samples.some_of(count)):
        rng = np.random.default_rng((seed, number, hard))
        game = families(rng) if rng.random() < 0.7 else alike_wordle(rng, 20, 10, 4, 6, 1.5)
        start = Belief.start(game, hard=hard)
        weights = rng.integers(1, 9, len(start)).tolist() if rng.random() < 0.3 else None
        worst = Case(start, weights).perfect.least_worst(start.words)
        found.append((Case(start, weights, max(1, worst + int(rng.integers(-1, 2)))), rng))
    return found


@pytest.mark.parametrize(
    ("seed", "hard"), first(1, [(0, True), (1, False), (0, False), (1, True), (2, False), (2, True)])
)
def test_exactly_the_positions_that_cannot_be_finished_are_refuted(seed: int, hard: bool) -> None:
    """One prover values all openers in turn, so that refutations found for one must hold for the next."""
    impossible = 0
    for case, rng in cases(seed, 300, hard):
        prover = case.prover()
        for guess in rng.permutation(case.guesses):
            bound = int(rng.choice([IMPOSSIBLE, case.least, case.least + 1]))
            cost, truth = prover.cost_of_guess(guess, case.belief, bound), case.through(guess)
            assert cost == truth if cost < bound else bound <= cost <= truth
            impossible += truth == IMPOSSIBLE
        assert prover.best(case.belief)[0] == case.least
        assert prover.cost_of_guess(case.guesses[0], case.belief) == case.through(case.guesses[0])
    assert impossible > 100


@pytest.mark.parametrize("hard", [False, True])
def test_searching_parts_in_turns_gives_the_same(hard: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first turn is too short for most parts, and sets of four secrets are tried with the best of many guesses."""
    monkeypatch.setattr(Prover, "for_tests", True)
    impossible = 0
    for case, rng in cases(3, 150, hard):
        prover = case.prover()
        for guess in rng.permutation(case.guesses)[:6]:
            truth = case.through(guess)
            assert prover.cost_of_guess(guess, case.belief) == truth
            impossible += truth == IMPOSSIBLE
    assert impossible > 20


def one_family(rng: Random) -> Wordle:
    """Words that differ in a place or two, and others that share some of their letters in place."""
    length, letters = int(rng.integers(4, 6)), list("abcdefghijklmn"[: rng.integers(8, 14)])
    stem = rng.choice(letters, length)
    places = rng.choice(length, rng.integers(1, 3), replace=False)
    words, others = set(), []
    for _ in range(rng.integers(6, 12)):
        word = stem.copy()
        word[places] = rng.choice(letters, len(places))
        words.add("".join(word))
    for _ in range(rng.integers(4, 20)):
        word = rng.choice(letters, length)
        keep = rng.random(length) < rng.choice([0.2, 0.4, 0.6])
        word[keep] = stem[keep]
        others.append("".join(word))
    return samples.wordle(*sorted(words), guesses=(*sorted(words), *others))


@pytest.mark.parametrize("number", [1000, 1138])
def test_a_set_that_fails_in_hard_mode_may_succeed_with_other_allowed_guesses(number: int) -> None:
    """Two of 2,443 random games in which a guess that one opener forbids is what saves another."""
    rng = np.random.default_rng((778, 1, number))
    start = Belief.start(one_family(rng), hard=True)
    worst = Case(start).perfect.least_worst(start.words)
    for limit in (worst, worst + 1):
        case = Case(start, None, limit)
        prover = case.prover()
        for guess in rng.permutation(case.guesses):
            assert prover.cost_of_guess(guess, case.belief) == case.through(guess)


@pytest.mark.slow
def test_openers_that_hard_mode_cannot_finish_are_refuted_soon() -> None:
    """A search for the cheapest play would take minutes for each."""
    start = Belief.start(samples.edition("nyt-2023"), hard=True)
    prover = Prover(start, max_guesses=6)
    openers = ["pooed", "jatos", "aahed"]
    work = StopToken(work=3e9)
    assert [prover.cost_of_guess(opener, start, stop=work) for opener in openers] == [IMPOSSIBLE] * 3
