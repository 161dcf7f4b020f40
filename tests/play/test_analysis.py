import math
import re
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import SCORERS, Belief, Clue, FewestError, Game, Wordle, scorers, split
from fewest.errors import ContradictionError, GuessError
from fewest.play.analysis import COACH_MARGIN, Analysis, analyse
from fewest.play.analysis_prose import PERFECT
from fewest.play.analysis_values import TIE_TOLERANCE, percentile
from fewest.questions.value import value
from fewest.setup import Setup
from fewest.strategies import NO_PREFERENCE, AdviceOptions, WordPreference, advice, advise
from tests import oracles, samples
from tests.cases import first
from tests.search.cases import digits, small_table, small_wordle

PATIENCE = 600.0
"""A budget in seconds that is enough for all games here."""

RHYMES = samples.wordle("bat", "cat", "hat", "rat", guesses=("bch", "zzz"))
"""The guess bch tells its four answers apart, zzz tells nothing."""


class Played(NamedTuple):
    """A game as it was played, and what made it."""

    start: Belief
    weights: dict[str, int]
    clues: list[Clue]


@st.composite
def played(draw: st.DrawFn) -> Played:
    """A small game of random guesses: weighted or not, hard or not, finished or not, from the start or later."""
    rng = np.random.default_rng(draw(st.integers(0, 1 << 32)))
    make, hard = draw(st.sampled_from([(small_table, False), (small_wordle, False), (small_wordle, True)]))
    game: Game = make(rng, draw(st.integers(1, 9)), draw(st.integers(0, 5)))
    weights = [int(each) for each in rng.choice([1, 1, 2, 3, 9], len(game.secrets))] if draw(st.booleans()) else None
    secret = str(rng.choice(game.secrets))
    start = belief = Belief.start(game, weights, hard=hard)
    for _ in range(draw(st.integers(1, 5))):
        likely = belief.words if draw(st.booleans()) else [game.guesses[at] for at in allowed(belief)]
        guess = str(rng.choice(likely))
        belief = belief.after(guess, game.reply(guess, secret))
        if belief.clues[-1].reply == game.win:
            break
    later = draw(st.integers(0, len(belief.clues) - 1))
    heavy = dict(zip(game.secrets, weights or [1] * len(game.secrets), strict=True))
    return Played(start.after_all(belief.clues[:later]), heavy, [*belief.clues[later:]])


def allowed(belief: Belief) -> list[int]:
    return list(range(len(belief.game.guesses))) if belief.allowed is None else belief.allowed.tolist()


class Position:
    """The true values of a belief, by brute force."""

    def __init__(self, belief: Belief, weights: dict[str, int]) -> None:
        game, self.weights, self.belief = belief.game, weights, belief
        self.reply = oracles.reply if isinstance(game, Wordle) else game.reply
        written: list[tuple[str, Any]] = [
            (guess, tuple(digits(game, reply)) if isinstance(game, Wordle) else reply) for guess, reply in belief.clues
        ]
        self.secrets = [
            word for word in game.secrets if all(self.reply(guess, word) == reply for guess, reply in written)
        ]
        rule = oracles.allowed_in_hard_mode if belief.hard else None
        self.guesses = [word for word in game.guesses if rule is None or all(rule(word, *clue) for clue in written)]
        self.perfect = oracles.Perfect(self.guesses, self.secrets, self.reply, weights, rule)

    def weight(self, secrets: list[str]) -> int:
        return sum(self.weights[secret] for secret in secrets)

    @property
    def value(self) -> Fraction:
        return Fraction(int(self.perfect.least(self.secrets)), self.weight(self.secrets))

    def through(self, guess: str) -> Fraction:
        return Fraction(int(self.perfect.through(guess, self.secrets)), self.weight(self.secrets))

    def chance(self, secret: str) -> Fraction:
        return Fraction(self.weights[secret] if secret in self.secrets else 0, self.weight(self.secrets))

    def bits(self, guess: str) -> float:
        masses: dict[Any, float] = {}
        for secret in self.secrets:
            reply = self.reply(guess, secret)
            masses[reply] = masses.get(reply, 0.0) + float(self.chance(secret))
        return oracles.entropy([*masses.values()])

    def percentile(self, guess: str, reply: int) -> Fraction:
        """The probability that a reply leaves more guesses than this one, plus half that of as many."""
        game = self.belief.game
        left = {}
        for secret in self.secrets:
            got = game.reply(guess, secret)
            left[secret] = (
                Fraction(0) if got == game.win else Position(self.belief.after(guess, got), self.weights).value
            )
        came = next(left[secret] for secret in self.secrets if game.reply(guess, secret) == reply)
        more = sum(self.chance(secret) for secret in self.secrets if left[secret] > came)
        return more + Fraction(sum(self.chance(secret) for secret in self.secrets if left[secret] == came)) / 2


@settings(max_examples=samples.some_of(250))
@given(played())
def test_every_value_is_that_of_brute_force(each: Played) -> None:
    found = analyse(each.start, each.clues, PATIENCE)
    assert found.exact
    assert [Clue(turn.guess, each.start.game.parse_reply(turn.reply)) for turn in found.turns] == each.clues
    belief = each.start
    for turn in found.turns:
        here = Position(belief, each.weights)
        belief = belief.after(turn.guess, turn.reply)
        after = Position(belief, each.weights)
        won = belief.game.parse_reply(turn.reply) == belief.game.win
        value, through, left = here.value, here.through(turn.guess), 0 if won else after.value
        assert (turn.exact, turn.left_exact) == (True, True)
        assert (turn.before, turn.after) == (len(here.secrets), len(after.secrets))
        assert turn.best_expected == pytest.approx(float(value), abs=TIE_TOLERANCE)
        assert turn.expected == pytest.approx(float(through), abs=TIE_TOLERANCE)
        assert turn.left == pytest.approx(float(left), abs=TIE_TOLERANCE)
        assert turn.lost == pytest.approx(float(through - value), abs=0.01 + TIE_TOLERANCE)
        assert turn.gained == pytest.approx(float(through - 1 - left), abs=0.01 + TIE_TOLERANCE)
        assert here.through(turn.best) == value
        assert turn.perfect == (through == value)
        assert (turn.best == turn.guess) == turn.perfect
        assert turn.percentile == pytest.approx(
            float(here.percentile(turn.guess, belief.game.parse_reply(turn.reply))), abs=1e-9
        )
        assert turn.hit == pytest.approx(float(here.chance(turn.guess)))
        assert turn.best_hit == pytest.approx(float(here.chance(turn.best)))
        assert turn.bits_expected == pytest.approx(here.bits(turn.guess), abs=1e-9)
        assert turn.best_bits == pytest.approx(here.bits(turn.best), abs=1e-9)
        assert (sorted(turn.words_before), sorted(turn.words_after)) == (sorted(here.secrets), sorted(after.secrets))
        replies = {secret: belief.game.reply(turn.guess, secret) for secret in here.secrets}
        sizes = [here.chance(each) * [*replies.values()].count(replies[each]) for each in here.secrets]
        assert turn.size_expected == pytest.approx(float(sum(sizes)))
        chance = Fraction(here.weight(after.secrets), here.weight(here.secrets))
        assert turn.bits_got == pytest.approx(-math.log2(chance), abs=1e-9)


@given(played(), st.sampled_from([0.0, 0.004, PATIENCE]))
def test_the_sums_agree_and_the_marks_keep_their_range(each: Played, seconds: float) -> None:
    found = analyse(each.start, each.clues, seconds)
    taken = len(found.turns) + found.left
    assert taken == pytest.approx(found.par + found.lost - found.gained, abs=1e-9)
    for name in ("lost", "gained"):
        shown = [f"{getattr(turn, name):.2f}" for turn in found.turns]
        assert [float(text) for text in shown] == [getattr(turn, name) for turn in found.turns]
        assert sum(map(Fraction, shown)) == Fraction(f"{getattr(found, name):.2f}")
    par, lost, gained = re.findall(r"~?(\d+\.\d\d) (?:for|lost by choices|gained|lost by bad)", found.equation)
    assert (float(par), float(lost), float(gained)) == (found.par, found.lost, abs(found.gained))
    assert found.exact == all(turn.exact and turn.best_exact and turn.left_exact for turn in found.turns)
    assert ("~" in str(found)) == (not found.exact)
    assert found.solved == (found.left == 0) == (each.clues[-1].reply == each.start.game.win)
    for turn in found.turns:
        assert turn.lost >= 0
        assert turn.lost <= 1 + TIE_TOLERANCE or each.start.hard
        assert 0 <= turn.skill <= PERFECT
        assert 0 <= turn.luck <= PERFECT
        assert turn.perfect == (turn.skill == PERFECT) == (turn.best == turn.guess)
        assert turn.lost == 0 or not turn.perfect
        if turn.bits_expected == 0 and turn.hit == 0:
            assert turn.skill == 0
            assert turn.gained == pytest.approx(0, abs=1e-9) or each.start.hard


@given(played())
def test_without_time_everything_but_one_secret_is_estimated(each: Played) -> None:
    found = analyse(each.start, each.clues, seconds=0)
    belief = each.start
    for turn in found.turns:
        whole, scores = SCORERS["expected-moves"].scores(belief)
        at = whole.guesses.tolist().index(belief.game.guess_index[turn.guess])
        assert turn.exact == (len(belief) == 1)
        assert turn.best_expected == pytest.approx(scores.min(), abs=TIE_TOLERANCE)
        if turn.exact:
            assert (turn.best, turn.best_expected) == (belief.words[0], 1)
            assert turn.expected == (1 if turn.guess == belief.words[0] else 2)
        if whole.parts[at] > 1:
            most = math.inf if belief.hard else 1 + turn.best_expected
            assert turn.expected == pytest.approx(min(most, scores[at]), abs=TIE_TOLERANCE)
        bits = {
            reply: (-1.0 if reply == belief.game.win else part.entropy, part.chance)
            for reply, part in belief.parts(turn.guess)
        }
        assert turn.percentile == pytest.approx(percentile(bits, belief.game.parse_reply(turn.reply)), abs=1e-9)
        belief = belief.after(turn.guess, turn.reply)
        assert turn.left_exact == (len(belief) == 1)


@given(played())
def test_the_line_is_how_the_solver_goes_on(each: Played) -> None:
    """It starts with the best guess, its replies are those of the secret, and each guess is advised or was made."""
    found = analyse(each.start, each.clues, PATIENCE)
    secret = found.secret or (found.turns[-1].words_after[0] if found.turns[-1].after == 1 else None)
    belief = each.start
    for turn in found.turns:
        assert bool(turn.line) == (secret is not None)
        here, game = belief, belief.game
        for at, step in enumerate(turn.line):
            assert game.parse_reply(step.reply) == game.reply(step.guess, str(secret))
            made = here.clues == tuple(clue for clue in [*each.start.clues, *each.clues][: len(here.clues)])
            preference = NO_PREFERENCE if game.frequency_places is None else WordPreference(COACH_MARGIN)
            options = AdviceOptions(game.max_guesses, 1, seconds=PATIENCE, preference=preference)
            assert step.guess == (turn.preferred if at == 0 else advise(here, options).suggestions[0].guess) or made
            here = here.after(step.guess, step.reply)
        if turn.line and len(turn.line) < 20:
            assert here.won
            assert turn.line[0].guess == turn.preferred
        belief = belief.after(turn.guess, turn.reply)


def test_a_game_worked_out_by_hand() -> None:
    """The guess bch takes two for all four; bat takes one, or leaves three that take two; cat then leaves two."""
    found = analyse(Belief.start(RHYMES), ["bat=022", "cat=022", "hat=222"], PATIENCE)
    assert [(each.guess, each.reply) for each in found.turns] == [
        ("bat", "022"),
        ("cat", "022"),
        ("hat", "222"),
    ]
    assert of(found, "before", "after") == [(4, 3), (3, 2), (2, 1)]
    assert of(found, "expected", "best_expected", "left") == [(2.5, 2, 2), (2, 2, 1.5), (1.5, 1.5, 0)]
    assert of(found, "lost", "gained") == [(0.5, -0.5), (0, -0.5), (0, 0.5)]
    assert of(found, "hit", "best_hit") == [(1 / 4, 0), (1 / 3, 1 / 3), (1 / 2, 1 / 2)]
    assert [each.best for each in found.turns] == ["bch", "cat", "hat"]
    assert [each.percentile for each in found.turns] == pytest.approx([3 / 8, 2 / 6, 1 / 2 + 1 / 4])
    assert of(found, "skill", "luck") == [(63, 37), (99, 33), (99, 74)]
    told, most = 2 - 0.75 * math.log2(3), math.log2(3) - 2 / 3
    assert [each.bits_expected for each in found.turns] == pytest.approx([told, most, 1])
    assert [each.bits_got for each in found.turns] == pytest.approx([2 - math.log2(3), math.log2(3) - 1, 1])
    assert [each.best_bits for each in found.turns] == pytest.approx([2, most, 1])
    assert (found.par, found.lost, found.gained, found.left) == (2, 0.5, -0.5, 0)
    assert (found.skill, found.luck) == (round((63 + 99 + 99) / 3), round((37 + 33 + 74) / 3))
    assert (found.solved, found.exact) == (True, True)


def of(found: Analysis, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(getattr(each, name) for name in names) for each in found.turns]


@pytest.mark.parametrize("seconds", [0.0, PATIENCE])
@pytest.mark.parametrize("hard", [False, True])
def test_a_guess_that_tells_nothing_has_no_skill(seconds: float, hard: bool) -> None:
    found = analyse(Belief.start(RHYMES, hard=hard), ["zzz=000", "bat=022", "bat=022"], seconds)
    wasted, told, again = found.turns
    assert (wasted.lost, wasted.skill, wasted.gained, wasted.luck) == (1, 0, 0, 50)
    assert (again.lost, again.skill, again.gained, again.luck) == (1, 0, 0, 50)
    assert told.luck < 50
    assert found.luck == told.luck, "a reply that is certain is neither lucky nor unlucky"


def test_where_hard_mode_forbids_the_best_guess_more_than_one_guess_may_be_lost() -> None:
    """The guess mat shows two letters that every guess must use after it: those that rhyme must be tried one by one."""
    answers = [first + "at" for first in "bcdfghkl"]
    game = samples.wordle(*answers, guesses=("bcd", "fgh", "kla", "mat"))
    clues = ["mat=022"]
    easy, hard = (analyse(Belief.start(game, hard=hard), clues, PATIENCE).turns[0] for hard in (False, True))
    assert (easy.exact, hard.exact) == (True, True)
    assert easy.lost == 1
    assert hard.expected == pytest.approx(1 + (1 + 8) / 2)
    assert hard.lost > 1
    assert (easy.skill, hard.skill) == (0, 0)


def test_the_one_secret_left_is_the_only_perfect_guess() -> None:
    found = analyse(Belief.start(RHYMES), ["bch=200", "cat=022", "bat=222"], seconds=0)
    first, wasted, last = found.turns
    assert (wasted.exact, wasted.expected, wasted.best, wasted.best_expected, wasted.best_hit) == (True, 2, "bat", 1, 1)
    assert (wasted.skill, wasted.luck, wasted.bits_expected, str(wasted.bits_got)) == (0, 50, 0, "0.0")
    assert (last.exact, last.expected, last.best, last.lost, last.gained) == (True, 1, "bat", 0, 0)
    assert (last.skill, last.luck) == (99, 50)
    assert found.skill == round((first.skill + 0) / 2), "guessing a known secret does not count, wasting a guess does"
    assert last.skill_text == "", "there was nothing to choose"
    assert wasted.mistake == "You already knew there is no C."
    assert found.luck == first.luck, "nothing depended on luck once the secret was known"


def table(*columns: list[int], secrets: int) -> samples.TableGame:
    """A game in which a secret tells nothing but whether it is the one; more guesses have the replies given."""
    rows = np.zeros((secrets, secrets + len(columns)), np.int64)
    np.fill_diagonal(rows, 31)
    for place, column in enumerate(columns):
        rows[:, secrets + place] = column
    return samples.TableGame(rows, 32, 31)


@pytest.mark.parametrize("hard", [False, True])
def test_an_estimate_loses_no_more_than_the_guess_itself_but_in_hard_mode(hard: bool) -> None:
    """One guess tells all 30 secrets apart, though by the curve they need more; another guess tells almost nothing."""
    start = Belief.start(table([*range(30)], [0] * 29 + [1], secrets=30), hard=hard)
    turn = analyse(start, [Clue("0031", 0)], seconds=0).turns[0]
    scores = SCORERS["expected-moves"].scores(start)[1]
    assert scores[31] > 1 + scores.min()
    assert (turn.best, turn.best_expected) == ("0030", scores.min())
    assert turn.expected == (scores[31] if hard else 1 + scores.min())


def test_luck_goes_by_guesses_where_they_are_exact_and_by_bits_where_not() -> None:
    """A reply leaves three secrets that must be tried one by one, or four that one guess tells apart: two each."""
    start = Belief.start(table([1, 1, 1, 2, 2, 2, 2], [0, 0, 0, 1, 2, 3, 4], secrets=7))
    few, many = (analyse(start, [Clue("0007", reply)], PATIENCE).turns[0] for reply in (1, 2))
    assert (few.left, many.left) == (2, 2)
    assert (few.percentile, many.percentile) == (0.5, 0.5)
    few, many = (analyse(start, [Clue("0007", reply)], seconds=0).turns[0] for reply in (1, 2))
    assert (few.percentile, many.percentile) == pytest.approx((4 / 7 + 3 / 14, 4 / 14))


@pytest.mark.parametrize("seconds", [0.0, PATIENCE])
def test_ties_with_the_best_are_perfect(seconds: float) -> None:
    start = Belief.start(RHYMES).after("bat", "022")
    tied = [
        analyse(start, [Clue(guess, RHYMES.reply(guess, "rat"))], seconds).turns[0] for guess in ("cat", "hat", "rat")
    ]
    assert [(each.best, each.skill, each.lost) for each in tied] == [(word, 99, 0) for word in ("cat", "hat", "rat")]


def test_ties_survive_weights_that_are_rounded() -> None:
    """Guess 9 delays four words of weight 1, guess 10 one word of weight 4, so both cost 4/21 guesses more.

    In billionths, four times 1/21 differs from 4/21.
    """
    weights = [1, 1, 1, 1, 4, 4, 4, 4, 1]
    game = table([1, 2, 3, 4, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 5, 6, 7, 8], secrets=9)
    found = [
        analyse(Belief.start(game, weights), [Clue(*clue)], PATIENCE).turns[0] for clue in (("0009", 1), ("0010", 5))
    ]
    assert [(each.best, each.skill, each.lost) for each in found] == [("0009", 99, 0), ("0010", 99, 0)]
    assert [each.expected for each in found] == pytest.approx([2 + 4 / 21] * 2, abs=1e-8)


@pytest.mark.usefixtures("nothing_known")
def test_where_time_is_up_the_estimate_stands_in(original: Wordle) -> None:
    """A search that is under way is stopped; what is known by then is not used."""
    start, clues = Belief.start(original), ["slate=00000"]
    late, none = analyse(start, clues, seconds=1e-6), analyse(start, clues, seconds=0)
    assert late == none
    assert of(late, "before", "exact", "after", "left_exact") == [(2315, False, 221, False)]


@pytest.mark.usefixtures("nothing_known")
def test_large_positions_are_estimated_and_small_ones_exact(original: Wordle, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Belief.start(original)
    monkeypatch.setattr(advice, "MAX_VALUED_SECRETS", 2_000)
    monkeypatch.setattr(advice, "SMALL_POSITION_SECRETS", 24)
    found = analyse(start, ["crane=01200", "sloth=00000", "diary=22222"])
    assert of(found, "before", "exact", "left_exact") == [(2315, False, True), (24, True, True), (5, True, True)]
    assert not found.exact
    monkeypatch.setattr(advice, "SMALL_POSITION_SECRETS", 23)
    found = analyse(start, ["crane=01200", "sloth=00000", "diary=22222"])
    assert of(found, "exact", "best_exact", "left_exact") == [(False,) * 3, (True, False, True), (True,) * 3]
    monkeypatch.setattr(advice, "MAX_VALUED_SECRETS", 23)
    found = analyse(start, ["crane=01200", "sloth=00000", "diary=22222"])
    assert of(found, "before", "exact", "left_exact") == [(2315, False, False), (24, False, True), (5, True, True)]


@pytest.mark.usefixtures("nothing_known")
def test_a_loss_compares_two_exact_or_two_estimated_values(original: Wordle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only its own value is exact, the loss is the difference of the estimates."""
    belief = Belief.start(original).after_all(["crane=01200"])
    monkeypatch.setattr(advice, "SMALL_POSITION_SECRETS", 23)
    for guess in ("sloth", "moist", "mamma"):
        turn = analyse(belief, [Clue(guess, original.reply(guess, "diary"))]).turns[0]
        whole, scores = SCORERS["expected-moves"].scores(belief)
        score = {original.guesses[column]: float(each) for column, each in zip(whole.guesses, scores, strict=True)}
        assert turn.exact
        assert not turn.best_exact
        assert turn.expected == value(Setup(), guess, belief=belief).expected
        assert turn.lost == pytest.approx(min(1.0, score[guess] - score[turn.best]), abs=0.01)


@pytest.mark.slow
def test_the_best_guess_is_the_one_that_is_advised(original: Wordle) -> None:
    """Also with few guesses left, and however long the search was."""
    start = Belief.start(original)
    clues = ["mamma=00000", "vivid=00020", "fuzzy=00000", "jazzy=00000"]
    beliefs = [start.after_all(clues[:made]) for made in range(5)]
    assert len(beliefs[-1]) > 1
    for seconds in (0.0, 1.0):
        for most in range(4, 7):
            turns = analyse(start, clues, seconds, max_guesses=most).turns
            for belief, turn in zip(beliefs[: most - 1], turns, strict=False):
                advised = advise(belief, AdviceOptions(most, 1, seconds=seconds)).suggestions[0].guess
                assert turn.best in (advised, turn.guess)
                assert turn.lost >= 0
                assert turn.best != turn.guess or turn.perfect


@pytest.mark.slow
@pytest.mark.parametrize(
    "preference", first(1, [WordPreference(0.05, 3000), WordPreference(0.1), WordPreference(known_words=1000)])
)
def test_the_preferred_guess_is_the_one_that_is_advised_and_changes_no_mark(
    original: Wordle, preference: WordPreference
) -> None:
    start = Belief.start(original)
    clues = ["crane=01001", "slate=00011", "rebut=22222"]
    plain, found = analyse(start, clues), analyse(start, clues, preference=preference)
    belief = start
    for before, turn in zip(plain.turns, found.turns, strict=True):
        advice = advise(belief, AdviceOptions(6, preference=preference))
        first = advice.suggestions[0]
        assert (turn.preferred, turn.preferred_exact) == (first.guess, first.expected is not None)
        assert turn.preferred_expected == pytest.approx(first.expected)
        assert turn.line[0].guess == (turn.guess if turn.perfect else first.guess)
        assert (turn.best, turn.expected, turn.lost, turn.skill) == (
            before.best,
            before.expected,
            before.lost,
            before.skill,
        )
        belief = belief.after(turn.guess, turn.reply)
    assert (found.skill, found.luck, found.equation) == (plain.skill, plain.luck, plain.equation)


@given(played())
def test_the_text_has_the_outcome_and_the_line_of_the_solver_where_it_differs(each: Played) -> None:
    found = analyse(each.start, each.clues, PATIENCE)
    text = str(found)
    assert f"\nSkill {found.skill}, luck {found.luck}\n" in text
    lines = re.findall(r"^The solver would play (.*) instead\.$", text, re.MULTILINE)
    better = [turn for turn in found.turns if turn.mistake and turn.line]
    assert lines == [", ".join(seen.guess.upper() for seen in turn.line) for turn in better]


def test_a_preferred_guess_is_estimated_like_your_own(original: Wordle) -> None:
    start = Belief.start(original).after("mamma", "00000")
    clues = ["slate=00011", "rebut=22222"]
    turn = analyse(start, clues, seconds=0, preference=WordPreference(0.3)).turns[0]
    assert turn.preferred is not None
    assert (turn.preferred_exact, turn.preferred != turn.best) == (False, True)
    reply = original.reply_text(original.reply(turn.preferred, "rebut"))
    other = analyse(start, [f"{turn.preferred}={reply}", "rebut=22222"], seconds=0).turns[0]
    assert turn.preferred_expected == pytest.approx(other.expected)


def test_a_last_guess_that_cannot_be_right_loses_its_chance() -> None:
    game = samples.wordle("abxxx", "acxxx", "adxxx", "aexxx", guesses=("bcdzz",))
    start = Belief.start(game)
    for guess, lost in (("bcdzz", 0.25), ("acxxx", 0.0)):
        turn = analyse(start, [Clue(guess, game.reply(guess, "aexxx"))], max_guesses=1).turns[0]
        assert turn.lost == pytest.approx(lost)
    clever = analyse(start, [Clue("bcdzz", game.reply("bcdzz", "aexxx"))], max_guesses=2).turns[0]
    assert (clever.best, clever.lost) == ("bcdzz", 0.0)


def test_one_split_serves_for_everything_in_a_position(original: Wordle, monkeypatch: pytest.MonkeyPatch) -> None:
    """A split of all secrets by all guesses is by far the slowest step."""
    sizes: list[int] = []

    def counting(belief: Belief, *rest: Any, **more: Any) -> Any:
        sizes.append(len(belief))
        return split(belief, *rest, **more)

    monkeypatch.setattr(scorers, "split_belief", counting)
    analyse(Belief.start(original), ["crane=01200", "sloth=00000"])
    assert sizes == [2315, 24, 5]


@pytest.mark.parametrize(
    ("clues", "kind", "message"),
    [
        ([], FewestError, "There is nothing to analyse"),
        (["bat=222", "cat=222"], FewestError, "The game was won before its last guess"),
        (["bat=222", "bat=222"], FewestError, "The game was won before its last guess"),
        (["bat=022", "bat=222"], ContradictionError, "Clue 2, bat=222, cannot be right"),
        (["bit=022"], GuessError, "'bit' is not an allowed guess"),
    ],
)
def test_invalid_games_are_refused(clues: list[str], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        analyse(Belief.start(RHYMES), clues)


def test_a_belief_that_has_won_and_a_guess_that_hard_mode_forbids_are_refused() -> None:
    with pytest.raises(FewestError, match="was won before its last guess"):
        analyse(Belief.start(RHYMES).after("bat", "222"), ["bat=222"])
    with pytest.raises(GuessError, match="'zzz' is not allowed in hard mode"):
        analyse(Belief.start(RHYMES, hard=True), ["bat=022", "zzz=000"])


@pytest.mark.parametrize("seconds", [-1.0, math.nan, math.inf, 86_401.0])
def test_impossible_seconds_are_refused(seconds: float) -> None:
    with pytest.raises(FewestError, match="Choose 0 to 86,400 seconds"):
        analyse(Belief.start(RHYMES), ["bat=022"], seconds)


def test_the_best_value_stays_proved_when_the_guess_is_estimated(original: Wordle) -> None:
    """The book knows the best second guess; without time nobody knows what another one takes."""
    start = Belief.start(original)
    best = advise(start.after("salet", "00000"), AdviceOptions(6, 1, seconds=0)).suggestions[0]
    assert best.expected is not None
    turn = analyse(start, ["salet=00000", "fuzzy=00000"], seconds=0).turns[1]
    assert (turn.best, turn.best_expected, turn.best_exact, turn.exact) == (best.guess, best.expected, True, False)
    assert turn.lost > 0
    assert f"told you little. {turn.preferred.upper()} would have saved about" in turn.skill_text
    same = analyse(start, ["salet=00000", f"{best.guess}=00000"], seconds=0).turns[1]
    assert (same.expected, same.exact, same.skill) == (best.expected, True, 99)


@pytest.mark.parametrize("guesses", ["crane slate rebut", "salet diner rebut", "adieu story rebut"])
def test_no_value_differs_from_that_of_the_assistant(original: Wordle, guesses: str) -> None:
    """Where `value` knows a guess exactly, so does the analysis; where `advise` proves the best, it is that."""
    setup = Setup(edition="original")
    start = Belief.start(original)
    clues = [f"{guess}={original.reply_text(original.reply(guess, 'rebut'))}" for guess in guesses.split()]
    first, again = analyse(start, clues), analyse(start, clues)
    assert first == again
    belief = start
    for turn in first.turns:
        said = value(setup, turn.guess, belief=belief)
        best = advise(belief, AdviceOptions(6, 1)).suggestions[0]
        if said.expected is not None:
            assert turn.exact
            assert turn.expected == pytest.approx(said.expected, abs=TIE_TOLERANCE)
        if best.expected is not None:
            assert turn.best_exact
            assert turn.best_expected == pytest.approx(best.expected, abs=TIE_TOLERANCE)
        belief = belief.after(turn.guess, turn.reply)


def test_an_unfinished_game_still_expects_what_perfect_play_takes() -> None:
    found = analyse(Belief.start(RHYMES), ["bat=022"], PATIENCE)
    assert (found.solved, found.left, found.turns[-1].left_exact) == (False, 2, True)
    assert (found.par, found.lost, found.gained) == (2, 0.5, -0.5)


def test_a_game_may_start_from_any_belief() -> None:
    start = Belief.start(RHYMES)
    whole = analyse(start, ["bat=022", "cat=022", "hat=222"], PATIENCE)
    rest = analyse(start.after("bat", "022"), [Clue("cat", RHYMES.parse_reply("022")), "hat=222"], PATIENCE)
    assert rest.turns == whole.turns[1:]


def test_hard_mode_with_many_guesses_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    for pairs, exact in ((36, True), (35, False)):
        monkeypatch.setattr(advice, "MAX_HARD_MODE_PAIRS", pairs)
        assert analyse(Belief.start(RHYMES, hard=True), ["bat=022"]).turns[0].exact == exact
        assert analyse(Belief.start(RHYMES), ["bat=022"]).turns[0].exact
