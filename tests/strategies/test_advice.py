"""The rule for advice gives the same answer for every command, count and repetition."""

import numpy as np
import pytest

from fewest import Belief, Wordle, strategy
from fewest._core import Stopped, StopToken
from fewest.strategies import AdviceOptions, Optimal, Within, advise, guess_limit, worth_proving
from fewest.strategies.advice import MAX_HARD_MODE_PAIRS, Advised
from fewest.strategies.guess_limit import finish_in_two, finish_now
from fewest.strategies.optimal import SMALL_POSITION_SECRETS
from fewest.watch import Watch
from tests import samples
from tests.cases import first
from tests.search.cases import Case, random_cases


@pytest.mark.parametrize("seed", range(3))
def test_the_first_is_never_beaten_and_others_have_their_values(seed: int) -> None:
    for drawn, rng in random_cases(seed, 60):
        belief, case = drawn.belief, Case(drawn.belief)
        advice = advise(belief, AdviceOptions(99, int(rng.integers(1, 6))))
        assert (advice.proved, advice.few_guesses_left) == (True, False)
        values = [case.through(shown.guess) for shown in advice.suggestions]
        assert values[0] == case.least, drawn
        assert values[1:] == sorted(values[1:])
        assert [shown.expected for shown in advice.suggestions] == [value / len(belief) for value in values]


def positions(game: Wordle, hard: bool) -> list[Belief]:
    """Positions of games by several openers, also with few guesses left."""
    rng, found = np.random.default_rng(5), []
    for opener in ("crane", "fuzzy"):
        belief = Belief.start(game, hard=hard)
        for guess in (opener, "sloth", "pudgy", "mambo", "vixen"):
            if hard and len(belief.clues):
                guess = belief.words[-1]
            parts = [part for reply, part in belief.parts(guess) if reply != game.win]
            if not parts:
                break
            belief = max(parts, key=len) if rng.random() < 0.5 else parts[int(rng.integers(len(parts)))]
            if not worth_proving(belief):
                continue
            found.append(belief)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("hard", first(1, [False, True]))
def test_the_answer_does_not_depend_on_how_many_are_shown(original: Wordle, hard: bool) -> None:
    found = positions(original, hard)
    assert len({len(belief.clues) for belief in found}) >= 3
    for belief in found:
        for most in {6, len(belief.clues) + 2}:
            shown = {count: advise(belief, AdviceOptions(most, count)) for count in (1, 4)}
            assert len({advice.suggestions[0] for advice in shown.values()}) == 1
            assert len({advice.proved for advice in shown.values()}) == 1
            assert Advised(most).choose(belief) == shown[1].suggestions[0].guess


def test_perfect_play_is_what_is_advised(original: Wordle) -> None:
    for belief in positions(original, hard=False):
        advised = advise(belief, AdviceOptions(99, 1)).suggestions[0]
        (best,) = Optimal().suggest(belief, 1)
        assert (Optimal().choose(belief), best.expected) == (best.guess, advised.expected)


def test_with_few_guesses_left_only_the_chance_to_finish_counts() -> None:
    game = samples.wordle("abxxx", "acxxx", "adxxx", "aexxx", guesses=("bcdzz",))
    start = Belief.start(game, [4, 1, 1, 1])
    for most, chances in ((1, finish_now(start)), (2, finish_in_two(start))):
        advice = advise(start, AdviceOptions(most))
        assert advice.few_guesses_left
        assert advice.proved
        assert {each.guess for each in advice.suggestions} == {
            guess for guess, chance in zip(game.guesses, chances, strict=True) if chance == chances.max()
        }
    assert advise(start, AdviceOptions(1)).suggestions[0].guess == "abxxx"
    assert advise(start, AdviceOptions(2)).suggestions[0].guess == "bcdzz"
    assert not advise(start, AdviceOptions(3)).few_guesses_left
    assert [each.guess for each in advise(start, AdviceOptions(1, 5, ["adxxx"])).suggestions] == ["adxxx"]


def test_nothing_is_late_where_one_secret_is_left_or_the_chances_take_too_much_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = samples.wordle("abxxx", "acxxx", guesses=("bcdzz",))
    start = Belief.start(game)
    assert [advise(start, AdviceOptions(most)).few_guesses_left for most in (1, 2, 3)] == [True, True, False]
    assert not advise(start.after("abxxx", game.reply("abxxx", "acxxx")), AdviceOptions(2)).few_guesses_left
    monkeypatch.setattr(guess_limit, "MAX_FINISH_TABLE", game.replies * len(game.guesses))
    assert advise(start, AdviceOptions(2)).few_guesses_left
    monkeypatch.setattr(guess_limit, "MAX_FINISH_TABLE", game.replies * len(game.guesses) - 1)
    assert not advise(start, AdviceOptions(2)).few_guesses_left


def test_the_last_guess_is_the_likeliest() -> None:
    """Even if it is only slightly likelier, and a less likely secret would gain much more."""
    for belief, _ in samples.small_beliefs(92, 60):
        if len(belief) > 1:
            first = advise(belief, AdviceOptions(len(belief.clues) + 1)).suggestions[0].guess
            assert dict(belief)[first] == belief.secret_chances.max()
    close = Belief.start(samples.wordle("abxxx", "acxxx", "adxxx"), [1, 1 + 1e-12, 1])
    assert [each.guess for each in advise(close, AdviceOptions(1)).suggestions] == ["acxxx"]


@pytest.mark.usefixtures("nothing_known")
def test_advice_falls_back_where_exact_play_takes_too_much_work(original: Wordle) -> None:
    start = Belief.start(original)
    assert not worth_proving(start)
    advice = advise(start, AdviceOptions(6, 3))
    assert (advice.proved, advice.suggestions) == (False, strategy().suggest(start, 3))
    hurried = start.after("slate", "00000")
    assert worth_proving(hurried)
    for seconds in (0.0, 1e-6):
        advice = advise(hurried, AdviceOptions(6, 3, seconds=seconds))
        assert (advice.proved, advice.strategy) == (False, strategy())
        assert advice.suggestions == strategy().suggest(hurried, 3)
        last = advise(hurried, AdviceOptions(3, 3, seconds=seconds))
        assert last.few_guesses_left
        assert last.suggestions == Within(strategy(), 3).suggest(hurried, 3)


def test_values_that_take_too_much_work_are_estimated_beside_a_first_that_is_proved(original: Wordle) -> None:
    """The best guess gets its budget first, so it does not depend on how many others are shown."""
    belief = Belief.start(original).after("crane", "00010")
    enough = next(
        seconds
        for seconds in (2.0**power for power in range(-20, 5))
        if advise(belief, AdviceOptions(6, 1, seconds=seconds)).proved
    )
    advice = advise(belief, AdviceOptions(6, 10, seconds=enough))
    assert advice.suggestions[0] == advise(belief, AdviceOptions(6, 10, seconds=64 * enough)).suggestions[0]
    assert len(advice.suggestions) == 10


def test_more_time_makes_larger_positions_worth_while(original: Wordle) -> None:
    belief = Belief.start(original).after("fuzzy", "00000")
    assert len(belief) > SMALL_POSITION_SECRETS
    assert [worth_proving(belief, seconds) for seconds in (0.0, 1.0, 100.0)] == [False, False, True]
    hard = Belief.start(original, hard=True).after("fuzzy", "01000")
    assert hard.allowed is not None
    assert len(hard) <= SMALL_POSITION_SECRETS
    assert worth_proving(hard) == (len(hard.allowed) ** 2 <= MAX_HARD_MODE_PAIRS)


def test_one_secret_takes_one_guess(original: Wordle) -> None:
    belief = Belief.start(original).after_all(["crane=01200", "sloth=00000", "guard=22222"])
    (only,) = advise(belief, AdviceOptions(6)).suggestions
    assert (only.guess, only.expected) == ("guard", 1.0)


def test_a_stopped_watch_ends_advice(original: Wordle) -> None:
    belief, gone = Belief.start(original).after("crane", "00000"), StopToken()
    gone.stop()
    with pytest.raises(Stopped):
        advise(belief, AdviceOptions(6), watch=Watch(stop=gone))
