from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import SCORERS, Belief, scorer, split
from fewest.curves import TABLE_STEP, UNCERTAINTIES, Curve, shipped_curve
from fewest.scorers import Scorer, expected_moves_by_mean
from fewest.splits import Scores, Split
from tests import oracles, samples
from tests.cases import first


@pytest.mark.parametrize("name", first(6, SCORERS))
@settings(max_examples=samples.some_of(40))
@given(belief=samples.beliefs(samples.wordles(lengths=st.integers(2, 6), most=15), restrict=True))
def test_scores_agree_with_the_obvious_formula(name: str, belief: Belief) -> None:
    game = belief.game
    whole, found = SCORERS[name].scores(belief)
    words = [game.secrets[secret] for secret in belief.secrets]
    probabilities = belief.secret_chances.tolist()
    values = shipped_curve(Belief.start(game)).values.tolist()
    for column, score in zip(whole.guesses, found, strict=True):
        guess = game.guesses[column]
        replies = [game.reply(guess, word) for word in words]
        parts = oracles.split(replies, probabilities, game.win)
        after = oracles.after(
            replies, probabilities, game.win, lambda bits: oracles.interpolate(values, TABLE_STEP, bits)
        )
        if len(words) > 1 or name not in ("entropic", "statistical"):
            assert score == pytest.approx(oracles.score(name, guess, words, probabilities, parts, after), abs=1e-9)
    assert not np.isnan(found).any()
    assert whole.guesses.tolist() == split(belief).guesses.tolist()


@settings(max_examples=samples.some_of(30))
@given(
    belief=samples.beliefs(samples.wordles(lengths=st.integers(2, 6), most=15), restrict=True),
    drawn=samples.curves(),
    uncertainty=st.sampled_from(UNCERTAINTIES),
)
def test_a_curve_can_be_read_at_the_mean_of_what_replies_leave(belief: Belief, drawn: Curve, uncertainty: str) -> None:
    game, curve = belief.game, replace(drawn, uncertainty=uncertainty)
    whole, found = Scorer("by mean", expected_moves_by_mean, estimates=True, curve=lambda game: curve).scores(belief)
    words = [game.secrets[secret] for secret in belief.secrets]
    probabilities = belief.secret_chances.tolist()
    values = curve.values.tolist()
    for column, score in zip(whole.guesses, found, strict=True):
        replies = [game.reply(game.guesses[column], word) for word in words]
        parts = oracles.split(replies, probabilities, game.win)
        left = oracles.bits(probabilities, uncertainty) - parts.entropy
        expected = parts.hit + (1 - parts.hit) * (1 + oracles.interpolate(values, TABLE_STEP, max(0.0, left)))
        assert score == pytest.approx(expected, abs=1e-9)


def test_a_scorer_asks_for_the_curve_of_the_game_that_is_played() -> None:
    """For four secrets with the same reply, the curve of this game expects 7 guesses, so 8 with the first."""
    game = samples.wordle("ab", "cd", "ef", "gh", guesses=("xy",))
    asked: list[Belief] = []

    def curve(played: Belief) -> Curve:
        asked.append(played)
        return Curve((0, 2), (1, 7))

    whole, found = Scorer("given", SCORERS["expected-moves"].formula, curve=curve).scores(Belief.start(game))
    assert found[game.guess_index["xy"]] == pytest.approx(8)
    assert [belief.game for belief in asked] == [game]
    assert whole.after is not None
    assert split(Belief.start(game)).after is None


def test_scores_worked_out_by_hand() -> None:
    """Both ab and ac tell the three secrets ab, ac and bd apart."""
    game = samples.wordle("ab", "ac", "bd", guesses=("ad", "xy"))
    belief = Belief.start(game)
    found = {name: dict(zip(game.guesses, each.scores(belief)[1], strict=True)) for name, each in SCORERS.items()}
    assert found["letters"] == {"ab": 4, "ac": 3, "bd": 3, "ad": -np.inf, "xy": -np.inf}
    assert found["letters-adjusted"] == {"ab": 4, "ac": 3, "bd": 3, "ad": 3, "xy": 0}
    assert found["expected-size"] == pytest.approx({"ab": 1, "ac": 1, "bd": 1, "ad": 5 / 3, "xy": 3})
    assert found["minimax"] == {"ab": 1, "ac": 1, "bd": 1, "ad": 2, "xy": 3}
    three = np.log2(3)
    assert found["entropy"] == pytest.approx({"ab": three, "ac": three, "bd": three, "ad": three - 2 / 3, "xy": 0})
    assert found["entropic"]["ab"] == pytest.approx(1 / 3 + 2 / 3 * 2)
    assert found["entropic"]["ad"] == pytest.approx(1 + three / (three - 2 / 3))
    assert found["statistical"]["ad"] == pytest.approx(1 + np.log(3) / np.log(9 / 5))
    assert found["entropic"]["xy"] == found["statistical"]["xy"] == np.inf
    in_vain, third = 1 + shipped_curve(Belief.start(game))(np.array([three]))[0], 1 / 3 + 2 / 3 * 2
    assert found["expected-moves"] == pytest.approx(
        {"ab": third, "ac": third, "bd": third, "ad": 1 + 2 / 3 * 1.5 + 1 / 3, "xy": in_vain}
    )
    by_mean = expected_moves_by_mean(belief, split(belief, Curve((0, 1, 2), (1, 2, 3))))
    assert by_mean.tolist() == pytest.approx([third, third, 1 + 1 + 2 / 3, third, 1 + 1 + three])


def test_a_letter_that_all_secrets_have_is_left_out_of_long_lists_too() -> None:
    """Counts, not sums of fractions: 70,000 times 1 / 70,000 is not 1."""
    letters = [chr(code) for code in range(0x4E00, 0x4E00 + 265)]
    game = samples.wordle(*("a" + first + second for first in letters for second in letters), guesses=("aaa",))
    guesses, numbers, counts = np.zeros(1, np.int32), np.zeros(1), np.ones(1, np.uint32)
    only_aaa = Split(Belief.start(game), guesses, numbers, numbers, numbers, counts, counts)
    assert game.guesses[0] == "aaa"
    assert SCORERS["letters-adjusted"].formula(Belief.start(game), only_aaa).tolist() == [0]


def test_a_scorer_is_registered_under_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fewest.scorers.SCORERS", registered := dict[str, Scorer]())

    @scorer("parts", largest_is_best=True, estimates=True, curve=shipped_curve)
    def parts(belief: Belief, split: Split) -> Scores:
        """How many replies there may be.

        More than this line is not the summary.
        """
        return split.parts.astype(np.float64)

    assert registered == {"parts": Scorer("parts", parts, largest_is_best=True, estimates=True, curve=shipped_curve)}
    assert registered["parts"].summary == "How many replies there may be."


def test_every_letter_counts_in_a_list_without_repeated_letters() -> None:
    belief = Belief.start(samples.wordle("ab", "bc"))
    whole, found = SCORERS["letters"].scores(belief)
    assert [belief.game.guesses[column] for column in whole.guesses] == ["ab", "bc"]
    assert found.tolist() == [3, 3]
