"""Exact values are exact for all weights, compared with a brute force in fractions.

The weights span twenty orders of magnitude, more than costs can hold. Then values are said to hold within an error, and
must; positions deeper in the game, whose own weights fit, are exact again.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fewest import Belief, Game, Tree
from fewest.errors import FewestError
from fewest.questions.analyse import analyse
from fewest.questions.evaluate import evaluate_strategy
from fewest.questions.prove import prove
from fewest.questions.solve import solve
from fewest.questions.suggest import suggest
from fewest.questions.tree import grow_tree
from fewest.questions.value import value
from fewest.search import Prover
from fewest.search import prove as search
from fewest.search.prover import LARGEST_TOTAL
from fewest.setup import Setup
from fewest.strategies import Lookahead, Optimal, strategy
from tests import oracles

WORDS = ["".join(letters) for letters in product("abcdefgh", "xyz")]
"""Word families: a guess leaves many words that differ only in weight."""

PLAYERS = ("optimal", "lookahead", "lookahead:depth=1,exact=99")
"""Strategies that play optimally where few secrets are left."""


@dataclass(frozen=True)
class Played:
    """A setup in files, the exact weight of each answer, and the secret of the game so far."""

    setup: Setup
    weights: dict[str, Fraction]
    secret: str

    @cached_property
    def game(self) -> Game:
        """Make the game."""
        return self.setup.make_game()

    @cached_property
    def perfect(self) -> oracles.Perfect:
        """The brute force, with whole weights of any size."""
        unit = min(self.weights.values())
        scale = math.lcm(*((weight / unit).denominator for weight in self.weights.values()))
        whole = {word: int(weight / unit * scale) for word, weight in self.weights.items()}
        return oracles.Perfect(self.game.guesses, self.game.secrets, oracles.reply, whole)

    def weight(self, belief: Belief) -> int:
        """The whole weight of the secrets left."""
        return self.perfect._weight(self.perfect._set(belief.words))

    def tolerance(self, belief: Belief) -> float:
        """The largest error of the best guess, in guesses: 0 unless costs cannot hold the weights."""
        weights = [self.weights[word] for word in belief.words]
        unit = Fraction(
            math.gcd(*(weight.numerator for weight in weights)),
            math.lcm(*(weight.denominator for weight in weights)),
        )
        fits = sum(weights) / unit < LARGEST_TOTAL
        return 0.0 if fits else 2 * len(weights) ** 2 / (LARGEST_TOTAL - 3 * len(weights))

    def least(self, belief: Belief) -> Fraction:
        """The mean of perfect play."""
        return Fraction(int(self.perfect.least(belief.words)), self.weight(belief))

    def through(self, guess: str, belief: Belief) -> Fraction:
        """The mean of perfect play with a given next guess."""
        return Fraction(int(self.perfect.through(guess, belief.words)), self.weight(belief))

    def check_guess(self, guess: str, belief: Belief) -> None:
        """Check that a guess is optimal, or within the stated error if weights are rounded."""
        assert self.through(guess, belief) - self.least(belief) <= self.tolerance(belief)

    def check_value(self, found: float, wanted: Fraction, belief: Belief) -> None:
        """Check that a value is correctly rounded, or within the stated error."""
        tolerance = self.tolerance(belief)
        assert found == float(wanted) if not tolerance else abs(found - float(wanted)) <= tolerance

    def check_tree(self, tree: Tree) -> None:
        """Every guess of a tree is optimal."""
        todo = [(tree.root, self.setup.belief())]
        while todo:
            node, belief = todo.pop()
            self.check_guess(node.guess, belief)
            todo += [(child, belief.after(node.guess, reply)) for reply, child in node.replies.items() if child]


TINY = st.builds(lambda digit, zeros: Fraction(digit, 10**zeros), st.integers(1, 9), st.sampled_from(range(21)))
NEAR_1 = st.builds(lambda more: 1 + Fraction(more, 10**7), st.integers(-3, 3))


@st.composite
def games(draw: st.DrawFn, folder: Path) -> Played:
    """A list of words with weights that span twenty orders of magnitude, and some clues."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=5, max_size=8, unique=True))
    answers = words[: draw(st.sampled_from((3, 5, 6, 7, 8)))]
    weights = {word: draw(st.sampled_from((TINY, TINY, NEAR_1)).flatmap(lambda kind: kind)) for word in answers}
    (folder / "answers").write_text("\n".join(answers))
    (folder / "guesses").write_text("\n".join(words))
    (folder / "prior").write_text("\n".join(f"{word} {weight}" for word, weight in weights.items()))
    files: dict[str, Any] = {name: str(folder / name) for name in ("answers", "guesses", "prior")}
    setup, secret = Setup(**files, max_guesses=99), draw(st.sampled_from(answers))
    game = setup.make_game()
    for guess in words[-1 : -1 - draw(st.sampled_from((0, 0, 1, 2))) : -1]:
        if guess != secret:
            setup = setup.after(f"{guess}={game.reply_text(game.reply(guess, secret))}")
    return Played(setup, weights, secret)


EXAMPLES = settings(
    max_examples=2 * settings().max_examples, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@EXAMPLES
@given(data=st.data())
def test_a_proof_is_exact_or_refused(data: st.DataObject, tmp_path: Path) -> None:
    each = data.draw(games(tmp_path))
    start = each.setup.belief()
    if each.tolerance(start):
        with pytest.raises(FewestError, match="These weights have too many digits to be added up exactly"):
            prove(each.setup)
        with pytest.raises(FewestError, match="These weights have too many digits"):
            search(Prover(start, rounds=True))
        return
    found, proof = prove(each.setup, top=2), search(Prover(start), top=2)
    assert found.total is not None
    assert Fraction(found.total, found.weight) == each.least(start)
    assert [(row.opener, row.total) for row in found.openers] == [(row.guess, row.cost) for row in proof.best]
    for row in found.openers:
        assert Fraction(row.total, found.weight) == each.through(row.opener, start)
    assert found.tree is not None
    each.check_tree(found.tree)


@EXAMPLES
@given(data=st.data())
def test_advice_is_exact_within_its_stated_error(data: st.DataObject, tmp_path: Path) -> None:
    each = data.draw(games(tmp_path))
    start = each.setup.belief()
    if start.won:
        return
    for found in (suggest(each.setup), suggest(each.setup, by="optimal")):
        assert found.proved
        assert (found.tolerance > 0) == (each.tolerance(start) > 0)
        assert found.tolerance <= each.tolerance(start)
        assert ("Proved within" in found.why) == (found.tolerance > 0)
        each.check_guess(found.suggestions[0].guess, start)
        known = [row for row in found.suggestions if row.expected is not None]
        for row in known:
            each.check_value(row.expected or 0, each.through(row.guess, start), start)
        if not found.tolerance:
            values = [each.through(row.guess, start) for row in known]
            assert values == sorted(values)
    word = found.suggestions[-1].guess
    valued = value(each.setup, word)
    each.check_value(valued.mean, each.through(word, start), start)
    assert valued.tolerance == found.tolerance
    assert ("(proved within" in str(valued)) == (found.tolerance > 0)


@EXAMPLES
@given(data=st.data())
def test_play_is_optimal_from_the_start_and_deep_in_a_game(data: st.DataObject, tmp_path: Path) -> None:
    each = data.draw(games(tmp_path))
    start = each.setup.belief()
    if start.won:
        return
    by = data.draw(st.sampled_from((None, *PLAYERS)))
    (game,) = solve(each.setup, [each.secret], by=by).games
    belief = start
    for turn in game.turns:
        each.check_guess(turn.guess, belief)
        belief = belief.after(turn.guess, turn.reply)
    if by is None:
        return
    tree = grow_tree(each.setup, by=by)
    each.check_tree(tree)
    kept: Any = strategy(by)
    assert isinstance(kept, Optimal | Lookahead)
    for _, part in start.parts(data.draw(st.sampled_from(each.game.guesses))):  # one player, position by position
        each.check_guess(kept.choose(part), part)
    if not each.setup.clues:
        depths, total = tree.depths(), sum(each.weights.values())
        wanted = sum(weight * depths[word] for word, weight in each.weights.items()) / total
        mean = evaluate_strategy(each.setup, by=by).prior_mean
        assert mean == pytest.approx(float(wanted), rel=1e-14)
        assert wanted - each.least(start) <= len(start) * each.tolerance(start)


@EXAMPLES
@given(data=st.data())
def test_an_analysis_values_every_guess_exactly(data: st.DataObject, tmp_path: Path) -> None:
    each = data.draw(games(tmp_path))
    start = each.setup.belief()
    if start.won:
        return
    others = data.draw(st.lists(st.sampled_from(each.game.guesses), max_size=2))
    found = analyse(each.setup, [*(guess for guess in others if guess != each.secret), each.secret])
    belief = start
    for turn in found.turns:
        through, least = each.through(turn.guess, belief), each.least(belief)
        each.check_value(turn.expected, through, belief)
        each.check_value(turn.best_expected, least, belief)
        each.check_guess(turn.best, belief)
        assert turn.sure
        if not each.tolerance(belief):
            assert turn.perfect == (through == least)
        belief = belief.after(turn.guess, turn.reply)
    assert (found.tolerance > 0) >= (each.tolerance(start) > 0)


def weighed(folder: Path, weights: dict[str, str]) -> Setup:
    """A list of words with a weight each."""
    (folder / "answers").write_text("\n".join(weights))
    (folder / "prior").write_text("\n".join(f"{word} {weight}" for word, weight in weights.items()))
    return Setup(answers=str(folder / "answers"), prior=str(folder / "prior"))


def test_weights_that_were_rounded_at_the_start_are_not_played_later(tmp_path: Path) -> None:
    setup = weighed(tmp_path, {"bank": "1e-13", "beat": "1e-13", "been": "1e-10", "blow": "1"})
    for by in PLAYERS:
        assert [turn.guess for turn in solve(setup, ["been"], by=by).games[0].turns] == ["blow", "been"]
        assert grow_tree(setup, by=by).depths() == {"blow": 1, "been": 2, "bank": 3, "beat": 3}
    first = suggest(setup.after("blow=2000")).suggestions[0]
    assert (first.guess, first.expected, first.tolerance) == ("been", 1004 / 1002, 0)
    assert suggest(setup).why.startswith("Proved within 2e-09: ")


@pytest.mark.parametrize(
    ("about", "zymic", "first"), [(4999996, 5000004, "zymic"), (5000004, 4999996, "about"), (1, 1, "about")]
)
def test_the_more_common_word_goes_first_of_exact_ties_only(about: int, zymic: int, first: str, tmp_path: Path) -> None:
    setup = weighed(tmp_path, {"about": str(about), "zymic": str(zymic)})
    found = suggest(setup)
    assert found.proved
    assert analyse(setup, ["about", "zymic"]).turns[0].perfect == (first == "about")
    assert found.suggestions[0].guess == first
    assert found.suggestions[0].expected == (2 * (about + zymic) - max(about, zymic)) / (about + zymic)
