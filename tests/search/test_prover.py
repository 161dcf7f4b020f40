import math
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from fewest import Belief, Game, Wordle, _core
from fewest._core import StopToken
from fewest.errors import FewestError, GuessError, Interrupted, TooDeepError
from fewest.games import Tabulated
from fewest.scorers import entropic
from fewest.search import Prover, Unfinished, least_worst, prove
from fewest.search.prover import IMPOSSIBLE, least_cost
from fewest.splits import split
from fewest.strategies import AdviceOptions, advise
from fewest.watch import Progress, Watch
from tests import oracles, samples
from tests.cases import first, meeting
from tests.search.cases import Case, Weight, alike_wordle, random_cases, some, summary, written


def assert_answers(cost: int, bound: int, truth: int) -> None:
    """Below the bound a cost is exact; otherwise it is a lower bound, and at least the bound."""
    assert cost == truth if cost < bound else bound <= cost <= truth


@pytest.fixture(params=[False, True], ids=["as sets are", "all sets as if large"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Search small sets as usual, and with the methods for large sets."""
    monkeypatch.setattr(Prover, "for_tests", request.param)


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("seed", range(6))
def test_costs_match_the_recurrence(seed: int) -> None:
    for case, _ in random_cases(seed, 200):
        prover = case.prover()
        cost, guess = prover.best(case.belief)
        assert cost == case.least
        assert {each: prover.cost_of_guess(each, case.belief) for each in case.guesses} == {
            each: case.through(each) for each in case.guesses
        }
        proof = prove(prover, threads=1)
        if cost == IMPOSSIBLE:
            assert (guess, proof.tree, proof.best) == (None, None, ())
        else:
            assert guess is not None
            assert proof.tree is not None
            assert case.through(guess) == cost == proof.lower_bound == proof.best[0].cost == case.cost(proof.tree)


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("seed", range(10, 14))
def test_a_cost_with_a_bound_is_exact_or_a_lower_bound(seed: int) -> None:
    """Repeated calls, so that remembered results must be right too."""
    for case, rng in random_cases(seed, 300):
        prover = case.prover(int(rng.choice([1, 64, 4096, 1 << 20])))
        belief, perfect, left = case.belief, case.perfect, case.left
        guesses = rng.integers(1, 6 * prover.weights.sum(), 5)
        for bound in map(int, rng.choice([case.least, case.least + 1, IMPOSSIBLE, *guesses], 12)):
            asked = belief if belief.hard else replace(belief, secrets=some(belief.secrets, rng))
            if rng.random() < 0.5:
                guess = str(rng.choice(case.guesses))
                truth = written(perfect.through(guess, asked.words, left))
                evenly = bool(rng.random() < 0.5)
                assert_answers(prover.cost_of_guess(guess, asked, bound, evenly=evenly), bound, truth)
            else:
                assert_answers(prover.best(asked, bound)[0], bound, written(perfect.least(asked.words, left)))


def test_a_second_limit_counts_the_guesses_that_lead_to_a_position() -> None:
    for case, rng in random_cases(22, 100):
        prover, belief, within = case.prover(), case.belief, int(rng.integers(2, 6))
        parts = [part for reply, part in belief.parts(str(rng.choice(case.guesses))) if reply != belief.game.win]
        for part in parts if not belief.hard and case.limit != 1 else []:
            guess = str(rng.choice(case.guesses))
            cost, limited = prover.costs_of_guess(guess, part, within)
            assert cost == written(case.perfect.through(guess, part.words, case.left - 1))
            left = min(within, case.left) - 1
            assert limited == (None if cost >= IMPOSSIBLE else written(case.perfect.through(guess, part.words, left)))
            bound = cost + int(rng.integers(-1, 2))
            bounded = prover.costs_of_guess(guess, part, within, bound)
            assert (bounded[1] is None) == (bounded[0] >= bound)


@pytest.mark.parametrize("seed", range(3))
def test_positions_that_follow_are_valued_as_if_they_came_first(seed: int) -> None:
    for case, rng in random_cases(seed, 150):
        prover, belief = case.prover(), case.belief
        parts = [after for reply, after in belief.parts(str(rng.choice(case.guesses))) if reply != belief.game.win]
        for after in parts if case.limit != 1 else []:
            weights = [case.scaled[after.game.secrets[secret]] for secret in after.secrets]
            first = Case(after, [*weights], None if case.limit is None else case.limit - 1)
            assert prover.best(after)[0] == min(IMPOSSIBLE, math.gcd(*weights) * first.least), case
            assert prover.covers(after)


SIZES = {
    "more secrets than are looked at one by one": (56, 5, 8, 1),
    "more secrets than are compared in pairs": (270, 0, 80, 1),
    "many secrets and few replies": (90, 0, 14, 2),
    "many guesses": (16, 320, 3, 0),
    "many secrets and guesses": (52, 305, 15, 52),
}
"""Numbers of secrets, of other guesses, of replies to a guess, and of guesses with two replies only."""


def large_table(sizes: tuple[int, int, int, int], strangers: int) -> samples.TableGame:
    """A table with two kinds of guesses, and useless guesses that are secrets told apart by the first guess."""
    secrets, others, used, coarse = sizes
    rng = np.random.default_rng(sizes)
    rows = rng.integers(0, used, (secrets, secrets + others))
    rows[:, secrets - coarse : secrets] %= 2
    rows = np.insert(rows, [secrets] * strangers, 0, axis=1)
    rows = np.insert(rows, [secrets] * strangers, 0, axis=0)
    rows[secrets:, 0] = np.arange(strangers)
    np.fill_diagonal(rows, 999)
    return samples.TableGame(rows, 1000, 999)


@pytest.mark.parametrize("weighted", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("sizes", first(1, [pytest.param(sizes, id=name) for name, sizes in SIZES.items()]))
def test_costs_of_large_positions_match_the_recurrence(sizes: tuple[int, int, int, int], weighted: bool) -> None:
    """With more than 256 replies to a guess, the search needs two bytes for each; the result is the same."""
    game, secrets = large_table(sizes, 0), sizes[0]
    weights = np.random.default_rng(secrets).integers(1, 4 if weighted else 2, secrets).tolist()
    perfect = oracles.Perfect(game.guesses, game.secrets, game.reply, dict(zip(game.secrets, weights, strict=True)))
    for limit in (None, 4):
        left = math.inf if limit is None else limit
        expected = perfect.least(game.secrets, left)
        through = [perfect.through(guess, game.secrets, left) for guess in game.secrets[-3:]]
        for strangers in (0, 300):
            start = Belief.start(large_table(sizes, strangers))
            belief = replace(start, secrets=start.secrets[:secrets])
            prover = Prover(start, [*weights, *[1] * strangers], limit)
            assert prover.best(belief)[0] == written(expected)
            assert [prover.cost_of_guess(guess, belief) for guess in game.secrets[-3:]] == [*map(written, through)]


@pytest.mark.parametrize("seed", first(2, [5, 14, 23, 29, 33, 34]))
def test_hard_mode_just_below_a_bound_reads_all_guesses_that_matter(seed: int) -> None:
    """Guesses ruled out by the bound are skipped; in these games some guesses outside the secrets matter."""
    game = alike_wordle(np.random.default_rng(seed), 30, 200, 4, 12, 2)
    case = Case(Belief.start(game, hard=True))
    for guess in game.guesses[::9]:
        cost = case.through(guess)
        assert case.prover().cost_of_guess(guess, case.belief, cost + 1) == cost
        assert case.prover().cost_of_guess(guess, case.belief, cost) == cost


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize(
    ("either_way", "weighted", "limit"), meeting([False, True], [False, True], [None, 5]), indirect=["either_way"]
)
def test_hard_mode_of_one_opener_after_the_other(weighted: bool, limit: int | None) -> None:
    """Many openers give the same hints, and share columns once these are frequent enough."""
    rng = np.random.default_rng(7)
    game = alike_wordle(rng, 90, 60, 5, 10, 2)
    weights: list[Weight] | None = [*map(int, rng.integers(1, 4, len(game.secrets)))] if weighted else None
    case = Case(Belief.start(game, hard=True), weights, limit)
    prover = case.prover()
    for guess in game.guesses[::2]:
        cost = case.through(guess)
        assert_answers(prover.cost_of_guess(guess, case.belief, cost), cost, cost)
        assert prover.cost_of_guess(guess, case.belief, cost + 1 if cost < IMPOSSIBLE else cost) == cost


def test_a_bound_above_every_cost_changes_nothing() -> None:
    belief = Belief.start(samples.edition("original")).after("crane", "00000")
    prover = Prover(belief)
    assert prover.cost_of_guess("moist", belief, 1 << 62) == Prover(belief).cost_of_guess("moist", belief)
    assert prover.best(belief, 1 << 62) == Prover(belief).best(belief)


def whole_search(game: Game, weight: int) -> _core.Search:
    """A search where all secrets have the same given weight."""
    secret_of_guess = np.full(len(game.guesses), -1, np.int32)
    secret_of_guess[game.secret_guesses] = np.arange(len(game.secrets))
    weights = np.full(len(game.secrets), weight, np.int64)
    return _core.make_search(table=game.table, secret_of_guess=secret_of_guess, weights=weights, memory=1 << 20)


@pytest.mark.parametrize("left", [_core.NO_LIMIT, 4, 3])
def test_equal_weights_multiply_the_cost(left: int) -> None:
    """The search without weights counts secrets where the search with weights sums them."""
    for seed in range(samples.some_of(25)):
        rng = np.random.default_rng(seed)
        sizes = int(rng.integers(3, 300)), int(rng.integers(100)), int(rng.integers(4, 60))
        game = samples.random_table(rng, *sizes, 256)
        secrets, nothing = np.arange(len(game.secrets), dtype=np.int32), np.empty(0, np.int32)
        answers = {weight: whole_search(game, weight).best(secrets, nothing, left, IMPOSSIBLE) for weight in (1, 2, 7)}
        cost = answers[1][0]
        assert {weight: answer[0] for weight, answer in answers.items()} == {
            weight: min(IMPOSSIBLE, weight * cost) for weight in answers
        }


@pytest.mark.parametrize("seed", range(30, 33))
def test_the_best_guess_does_not_depend_on_earlier_questions(seed: int) -> None:
    for case, rng in random_cases(seed, 100):
        belief, used = case.belief, case.prover(int(rng.choice([64, 1 << 20])))
        for _ in range(0 if belief.hard else 20):
            part = replace(belief, secrets=some(belief.secrets, rng))
            guess, bound = str(rng.choice(case.guesses)), int(rng.integers(1, case.least + 2))
            used.cost_of_guess(guess, part, bound)
            assert used.best(part) == case.prover(1 << 16).best(part), case
        assert summary(prove(used, threads=1)) == summary(prove(case.prover(), threads=2)), case


def rank(belief: Belief, guess: str) -> tuple[float, float, int]:
    """The sort key of guesses of the same cost: the score, then the chance to hit, then their order."""
    whole = split(belief)
    at = whole.guesses.tolist().index(belief.game.guess_index[guess])
    return round(float(entropic(belief, whole)[at]), 9), -float(whole.hit[at]), at


def test_the_best_openers_are_those_of_the_least_cost_in_the_order_of_ties() -> None:
    for case, rng in random_cases(40, 60):
        costs = [(case.through(guess), *rank(case.belief, guess), guess) for guess in case.guesses]
        expected = [(each[0], each[-1]) for each in sorted(costs) if each[0] < IMPOSSIBLE]
        top = int(rng.integers(1, len(costs) + 2))
        proof = prove(case.prover(), top=top, threads=int(rng.integers(1, 4)))
        assert [(each.cost, each.guess) for each in proof.best] == expected[:top], case
        assert all(each.mean == each.cost / proof.weight for each in proof.best)
        assert proof.openers == proof.settled == len(costs)
        openers = [str(guess) for guess in rng.permutation(case.guesses)[: rng.integers(1, len(costs) + 1)]]
        some = prove(case.prover(), openers=openers, top=top, threads=1)
        assert [(each.cost, each.guess) for each in some.best] == [each for each in expected if each[1] in openers][
            :top
        ]
        assert some.openers == len(openers)


def test_the_least_worst_case_is_found() -> None:
    for each, rng in random_cases(50, 60):
        belief = each.belief
        worst = each.perfect.least_worst(belief.words)
        assert least_worst(belief, threads=1) == worst
        limit = int(rng.integers(1, worst + 3))
        assert least_worst(belief, limit, threads=2) == min(limit, worst)
        opener = str(rng.choice(each.guesses))
        needed = next(n for n in range(1, 99) if each.perfect.through(opener, belief.words, n) < math.inf)
        assert least_worst(belief, openers=[opener], threads=1) == needed


class Impatient:
    """Interrupts a proof at some report, once."""

    def __init__(self, reports: int) -> None:
        self.left = reports
        self.last: Progress | None = None

    def __call__(self, status: Progress) -> None:
        self.last = status
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("reports", [1, 3])
def test_an_interrupted_proof_reports_its_results_so_far(original: Wordle, reports: int) -> None:
    belief = Belief.start(original).after("fuzzy", "00000")
    report, prover = Impatient(reports), Prover(belief)
    with pytest.raises(Interrupted) as interrupted:
        prove(prover, watch=Watch(report))
    proof = interrupted.value.so_far
    assert isinstance(proof, Unfinished)
    assert report.last is not None
    assert (report.last.done, report.last.total) == (proof.settled, proof.openers)
    assert proof.settled < proof.openers == len(original.guesses)
    assert 2 * len(belief) - 1 <= proof.lower_bound
    if proof.tree_so_far is not None:
        proof.tree_so_far.check()
        assert proof.tree_so_far.total == proof.best_so_far[0].cost >= proof.lower_bound
    assert prover.best(belief.after("salet", "00000"))[1] is not None


def test_a_search_past_its_deadline_stops_and_can_be_resumed(original: Wordle) -> None:
    start = Belief.start(original)
    prover = Prover(start, memory=1 << 24)
    with pytest.raises(_core.Stopped):
        prover.best(start, stop=StopToken(seconds=0.01))
    belief = start.after("salet", "00010").after("corni", "01100")
    with pytest.raises(_core.Stopped):
        prover.best(belief, stop=StopToken(work=0))
    assert prover.best(belief, stop=StopToken(seconds=600)) == Prover(start).best(belief)


def test_ctrl_c_ends_a_call_on_the_main_thread(original: Wordle, heeds_ctrl_c: None) -> None:
    """The whole game takes a minute, so the signal comes during the search."""
    start = Belief.start(original)
    prover = Prover(start)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        prover.best(start, stop=StopToken(seconds=100))
    timer.join()


def test_a_token_only_stops_its_own_call(original: Wordle) -> None:
    """Of calls on several threads some are stopped over and over; the others still return the right cost."""
    start = Belief.start(original).after("salet", "00000")
    prover, truth = Prover(start), Prover(start).best(start)
    done = threading.Event()

    def disturb() -> int:
        stops = 0
        while not done.is_set():
            token = StopToken()
            timer = threading.Timer(0.001, token.stop)
            timer.start()
            with suppress(_core.Stopped):
                prover.best(start, stop=token)
            timer.join()
            stops += 1
        return stops

    with ThreadPoolExecutor(2) as pool:
        disturbed = pool.submit(disturb)
        try:
            for opener in ("corni", "round", "crony", "nerdy"):
                assert pool.submit(prover.cost_of_guess, opener, start).result(60) >= truth[0]
            assert pool.submit(prover.best, start).result(60) == truth
        finally:
            done.set()
        assert disturbed.result(60) > 0


def test_a_proof_stopped_by_its_caller_raises(original: Wordle) -> None:
    start, token = Belief.start(original), StopToken()
    with pytest.raises(_core.Stopped):
        prove(Prover(start), watch=Watch(lambda progress: token.stop(), token))
    with pytest.raises(_core.Stopped):
        prove(Prover(start), watch=Watch(stop=StopToken(token)))
    with pytest.raises(_core.Stopped):
        Prover(start, stop=token)


def test_a_game_too_deep_for_exact_search_is_refused_in_a_sentence() -> None:
    size = 600
    names = [f"s{number}" for number in range(size)]
    game = Tabulated("deep", names, ["q"], np.full((size, 1), "same"))
    start = Belief.start(game)
    for ask in (lambda: Prover(start).best(start), lambda: prove(Prover(start))):
        with pytest.raises(TooDeepError, match=r"^deep: games can take more than 500 guesses"):
            ask()
    assert not advise(start, AdviceOptions(20, 1, seconds=2.0)).proved


def test_a_prover_covers_the_beliefs_that_can_follow_its_own(original: Wordle) -> None:
    start = Belief.start(original)
    after = start.after("crane", "01200")
    prover = Prover(after)
    assert prover.covers(after)
    assert prover.covers(after.after("sloth", "00000"))
    assert not prover.covers(start)
    assert not prover.covers(start.after("sloth", "00000"))
    assert not prover.covers(Belief.start(original, hard=True).after("crane", "01200"))
    assert not prover.covers(Belief.start(original, [1.0] * len(start)).after("crane", "01200"))
    assert not prover.covers(Belief.start(samples.wordle("crane", "sloth")))


def test_the_weights_of_a_belief_are_the_weights_of_the_search() -> None:
    game = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz"))
    likelihoods = [4.0, 0.0, 2.0, 1.0, 1.0]
    belief = Belief.start(game, likelihoods)
    prover = Prover(belief)
    cost, _ = prover.best(belief)
    exact = Case(replace(belief, weights=None), [4, 2, 1, 1])
    assert prover.mean(cost, belief) == pytest.approx(exact.least / 8)
    assert prover.missed_and_total(cost) == (0, exact.least)


@pytest.mark.parametrize("count", [0, 4, 6])
def test_every_secret_needs_a_weight(count: int) -> None:
    belief = Belief.start(samples.wordle("aab", "abb", "bab", "bbc", "ccc"))
    with pytest.raises(FewestError, match=f"{count} weights for 5 secrets; give one weight per secret"):
        Prover(belief, [1] * count)


def test_openers_must_be_allowed(original: Wordle) -> None:
    belief = Belief.start(original, hard=True).after("crane", "01200")
    with pytest.raises(GuessError, match="'zzzzz' is not an allowed guess"):
        prove(Prover(belief), openers=["zzzzz"])
    with pytest.raises(GuessError, match="'sloth' is not allowed in hard mode"):
        prove(Prover(belief), openers=["sloth"])


def test_a_game_without_hard_mode_cannot_be_searched_in_it() -> None:
    game = samples.random_table(np.random.default_rng(0), 4, 0, 2)
    with pytest.raises(FewestError, match="The game table has no hard mode"):
        Prover(Belief.start(game, hard=True))


def test_no_play_costs_less_than_two_guesses_for_all_secrets_but_the_heaviest() -> None:
    reached = 0
    for case, _ in random_cases(57, 60):
        prover = case.prover()
        weights = prover.weights_of(case.belief)
        bound = least_cost(int(weights.sum()), int(weights.max()))
        cost = prover.best(case.belief)[0]
        assert bound <= cost
        reached += bound == cost
    assert reached
