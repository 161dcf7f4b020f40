from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from fewest import SCORERS, Belief, FewestError, Prover, Scorer, Wordle, evaluate, grow, strategy
from fewest.search.prover import costs_of
from fewest.strategies import Lookahead, estimator_names
from tests import samples
from tests.search.cases import Case

TIE = 1e-9


@dataclass
class Naive:
    """A simple lookahead without bounds: every guess within the width, every reply to its end."""

    estimator: Scorer
    depth: int
    width: int
    exact: int
    costs: dict[str, int] = field(default_factory=dict)

    def ranked(self, belief: Belief, among: list[str] | None = None) -> list[tuple[str, float]]:
        """The searched guesses and their values, best first; possible secrets win ties."""
        secrets = [belief.game.secrets[secret] for secret in belief.secrets]
        self.costs = dict(zip(secrets, costs_of(belief).tolist(), strict=True))
        hits = dict(belief)
        values = {guess: self.through(belief, guess, self.depth) for guess in self.promising(belief, among)}
        return [(guess, values[guess]) for guess in by_rule(values, hits)]

    def promising(self, belief: Belief, among: list[str] | None = None) -> Iterator[str]:
        """The guesses that the estimator ranks best."""
        hits = dict(belief)
        scores = {guess: score for guess, score in self.scores(belief).items() if np.isfinite(score)}
        if among is not None:
            scores = {guess: score for guess, score in scores.items() if guess in among}
        yield from by_rule(scores, hits)[: self.width]

    def scores(self, belief: Belief) -> dict[str, float]:
        """The estimate for every guess."""
        whole, scores = self.estimator.scores(belief)
        return {
            belief.game.guesses[column]: score for column, score in zip(whole.guesses, scores.tolist(), strict=True)
        }

    def through(self, belief: Belief, guess: str, depth: int) -> float:
        """The value of a guess."""
        if depth == 1:
            return self.scores(belief)[guess]
        win = belief.game.win
        return 1 + sum(part.chance * self.value(part, depth - 1) for reply, part in belief.parts(guess) if reply != win)

    def value(self, belief: Belief, depth: int) -> float:
        """The value of a belief."""
        if len(belief) == 1:
            return 1.0
        if len(belief) <= self.exact:
            case = Case(belief, [self.costs[belief.game.secrets[secret]] for secret in belief.secrets])
            return case.least / sum(case.scaled.values())
        if depth == 1:
            return min(self.scores(belief).values())
        return min(self.through(belief, guess, depth) for guess in self.promising(belief))


def by_rule(values: dict[str, float], hits: dict[str, float]) -> list[str]:
    """The least first; of those within 1e-9 of it the likeliest secret; then the alphabet."""
    left, order = dict(values), []
    while left:
        least = min(left.values())
        tied = [guess for guess, value in left.items() if value <= least + TIE]
        order.append(min(tied, key=lambda guess: (-hits.get(guess, 0.0), guess)))
        del left[order[-1]]
    return order


def random_plies(rng: np.random.Generator) -> tuple[Lookahead, Naive]:
    """Any options."""
    estimator = SCORERS[str(rng.choice(estimator_names()))]
    depth = int(rng.integers(1, 4))
    width, exact = int(rng.choice([1, 2, 3, 5] if depth == 3 else [1, 2, 4, 30])), int(rng.choice([0, 0, 1, 2, 3, 5]))
    return Lookahead(estimator, depth, width, exact), Naive(estimator, depth, width, exact)


def check(play: Lookahead, naive: Naive, belief: Belief, count: int, among: list[str] | None = None) -> None:
    """Suggestions have the values of a search without bounds, and come in the order of the rule.

    The exact search counts probabilities in billionths, so that with weights what is tied may seem not to be.
    """
    expected = naive.ranked(belief, among)
    values = dict(expected)
    found = play.suggest(belief, count, among)
    assert [each.score for each in found] == pytest.approx([value for _, value in expected[:count]], abs=4 * TIE)
    assert [each.score for each in found] == pytest.approx([values[each.guess] for each in found], abs=TIE)
    if belief.weights is None or play.exact < 2:
        assert [each.guess for each in found] == [guess for guess, _ in expected[:count]]
    if among is None:
        assert play.choose(belief) == play.suggest(belief, 1)[0].guess


def test_values_match_a_search_without_bounds() -> None:
    for belief, rng in samples.small_beliefs(80, 400):
        play, naive = random_plies(rng)
        if len(belief) > max(1, play.exact):
            for count in {1, min(2, play.width), play.width}:
                check(play, naive, belief, count)


def test_values_match_where_positions_two_plies_deep_are_large() -> None:
    """With few replies the parts stay large, so the width at the second ply matters."""
    for number in range(samples.some_of(60)):
        rng = np.random.default_rng((86, number))
        secrets = int(rng.integers(12, 28))
        weights = rng.integers(1, 9, secrets).tolist() if number % 3 == 0 else None
        belief = Belief.start(samples.random_table(rng, secrets, 12, 3), weights)
        estimator, width = SCORERS[estimator_names()[number % len(estimator_names())]], number % 4 + 1
        check(Lookahead(estimator, 3, width, 0), Naive(estimator, 3, width, 0), belief, width)


def test_it_looks_among_the_guesses_that_it_is_given() -> None:
    for belief, rng in samples.small_beliefs(81, 200):
        play, naive = random_plies(rng)
        if len(belief) > max(1, play.exact):
            among = rng.permutation([*naive.scores(belief)])[: rng.integers(1, 4)].tolist()
            check(play, naive, belief, 1, among)


def test_small_positions_are_played_exactly() -> None:
    for belief, rng in samples.small_beliefs(82, 150):
        play = Lookahead(SCORERS[str(rng.choice(estimator_names()))], int(rng.integers(1, 4)), 1, 12)
        case = Case(belief, costs_of(belief).tolist())
        assert case.through(play.choose(belief)) == case.least
        assert case.cost(grow(play, belief)) == case.least


@pytest.mark.parametrize("estimator", estimator_names())
def test_lookahead_finds_every_secret(estimator: str) -> None:
    for belief, rng in samples.small_beliefs(83, 40):
        play = Lookahead(SCORERS[estimator], int(rng.integers(1, 4)), int(rng.integers(1, 5)), int(rng.integers(0, 4)))
        tree = grow(play, belief)
        tree.check()
        assert {*tree.depths()} == {*belief.words}
        assert tree.strategy == "lookahead"


@pytest.mark.parametrize("exact", [0, 1, 30])
def test_the_one_secret_left_is_the_only_suggestion(exact: int) -> None:
    game = samples.wordle("abc", "abd", "xyz", guesses=("aaa",))
    play = Lookahead(SCORERS["expected-moves"], exact=exact)
    for belief in (Belief.start(game).after("abc", "000"), Belief.start(game, [0, 0, 2])):
        assert play.choose(belief) == "xyz"
        assert [(each.guess, each.score) for each in play.suggest(belief)] == [("xyz", 1.0)]
        assert [(each.guess, each.score) for each in play.suggest(belief, among=["aaa"])] == [("aaa", 2.0)]


def test_one_ply_is_what_the_estimator_plays(original: Wordle) -> None:
    belief = Belief.start(original).after("raise", "00000")
    for name in estimator_names():
        greedy, play = strategy(name), Lookahead(SCORERS[name], depth=1, exact=0)
        assert play.suggest(belief, 5) == greedy.suggest(belief, 5)
        assert play.choose(belief) == greedy.choose(belief)


@pytest.mark.parametrize("estimator", estimator_names())
def test_a_ply_more_finds_better_guesses(original: Wordle, estimator: str) -> None:
    belief = Belief.start(original).after("slate", "00000")
    totals = [evaluate(grow(Lookahead(SCORERS[estimator], depth, 10, 0), belief)).total for depth in (1, 2)]
    assert totals[0] > totals[1] >= Prover(belief).best(belief)[0]


@pytest.mark.parametrize("name", [name for name in SCORERS if name not in estimator_names()])
def test_lookahead_refuses_scorers_that_are_not_estimators(name: str) -> None:
    with pytest.raises(
        FewestError, match=f"'{name}' does not estimate a number of guesses, so lookahead cannot use it"
    ):
        Lookahead(SCORERS[name])


def test_without_a_beam_every_guess_is_looked_at() -> None:
    for belief, _ in samples.small_beliefs(86, 30):
        widest = Lookahead(SCORERS["entropic"], 2, len(belief.game.guesses), 0)
        every = strategy("lookahead:depth=2,width=all,leaf=entropic,exact=0")
        assert isinstance(every, Lookahead)
        assert every.suggest(belief, 3) == widest.suggest(belief, 3)
        assert every.evaluations == widest.evaluations


def test_one_ply_values_every_guess_once() -> None:
    play = strategy("lookahead:depth=1,width=all,exact=0")
    assert isinstance(play, Lookahead)
    game = samples.wordle("abc", "bcd", "cde", "def", guesses=("aaa", "fff"))
    play.suggest(Belief.start(game))
    assert play.evaluations == len(game.guesses)
