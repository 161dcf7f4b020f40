import json
from dataclasses import replace
from typing import Any

import pytest

from fewest import Belief, FewestError, Prover, prove, strategy
from fewest.belief import MAX_LISTED
from fewest.questions.lists import Secret
from fewest.questions.suggest import Suggestions, propose, suggest
from fewest.results import render
from fewest.setup import TODAY, Setup
from fewest.strategies import AdviceOptions, Within, advise, classic, estimator_names
from fewest.words import PastAnswers
from tests.questions.checks import check

CLUE = "batch=00022"


@pytest.fixture
def left(belief: Belief) -> Belief:
    """The belief after a clue."""
    return belief.after_all([CLUE])


@pytest.mark.parametrize("count", [0, -1])
def test_one_guess_or_more_is_suggested(count: int, setup: Setup) -> None:
    with pytest.raises(FewestError, match=f"^Ask for at least one suggestion, not {count}\\.$"):
        suggest(setup, count=count)


def test_suggestions_describe_the_position(setup: Setup, left: Belief) -> None:
    made = suggest(setup.after(CLUE))
    assert (made.remaining, made.bits, made.turn, made.max_guesses) == (len(left), left.entropy, 2, 6)
    assert made.clues == (left.game.seen("batch", left.clues[0].reply),)
    assert made.secrets == tuple(Secret(*each) for each in left)
    assert f"Guess 2 of 6: {len(left)} words fit ({left.entropy:.2f} bits), {made.title}" in str(made)
    assert (made.label, made.title, made.hard, made.won) == (left.game.label, setup.title(left.game), False, False)
    check(made)


def test_the_best_guess_is_proved(setup: Setup, left: Belief) -> None:
    made = suggest(setup.after(CLUE), count=4)
    best = prove(Prover(left)).best[0]
    assert made.proved
    assert all(each.expected is not None for each in made.suggestions)
    assert "~" not in made.why
    assert made.estimates
    assert (made.suggestions[0].guess, made.suggestions[0].expected) == (best.guess, best.mean)
    assert [*made.suggestions] == advise(left, AdviceOptions(6, 4)).suggestions
    assert made.why.startswith("Proved: guesses needed on average")
    assert repr(made) == f"<Suggestions: {best.guess}, proved, {len(left)} left>"


@pytest.mark.parametrize("by", classic())
def test_by_a_strategy_guesses_are_ranked_as_it_ranks_them(setup: Setup, left: Belief, by: str) -> None:
    made = suggest(setup.after(CLUE), by=by, count=5)
    assert [*made.suggestions] == strategy(by).suggest(left, 5)
    assert (made.strategy, made.proved, made.estimates) == (by, False, by in estimator_names())
    assert made.why.startswith(f"Best by {by}: ")
    assert repr(made) == f"<Suggestions: {made.suggestions[0].guess}, by {by}, {len(left)} left>"


@pytest.mark.parametrize("by", classic())
def test_all_guesses_are_json_also_those_without_a_finite_score(setup: Setup, by: str) -> None:
    made = suggest(setup.after(CLUE), by=by, count=1000)
    json.dumps(made.to_json(), allow_nan=False)
    check(made)


def test_few_secrets_are_listed_and_many_when_asked_for(setup: Setup, belief: Belief) -> None:
    assert [each.word for each in suggest(setup).secrets] == belief.words[:MAX_LISTED]
    assert [each.word for each in suggest(setup, words=None).secrets] == belief.words
    assert [each.word for each in suggest(setup, words=3).secrets] == belief.words[:3]
    assert belief.words[0] not in str(suggest(setup)).split()  # too many that are all as likely


def test_an_opener_is_the_only_suggestion(setup: Setup, belief: Belief) -> None:
    made = suggest(setup, opener="CONCH", by="entropy")
    assert [*made.suggestions] == strategy("entropy").suggest(belief, 10, ["conch"])
    with pytest.raises(FewestError, match="--opener sets the first guesses, but this is guess 2; leave it out"):
        suggest(setup.after(CLUE), opener="conch")


def test_the_first_line_names_hard_mode(setup: Setup) -> None:
    normal, hard = (str(suggest(replace(setup.after(CLUE), hard=hard))) for hard in (False, True))
    assert "hard mode" not in normal
    assert "Guess 2 of 6, hard mode: " in hard


def test_with_few_guesses_left_those_count_that_finish_in_time(setup: Setup, left: Belief) -> None:
    made = suggest(replace(setup, max_guesses=3).after(CLUE))
    assert made.few_guesses_left
    assert made.why.startswith("Likeliest to finish in time. ")
    assert [*made.suggestions] == advise(left, AdviceOptions(3, 10)).suggestions


@pytest.mark.parametrize(
    ("setup_of", "message"),
    [
        ({"clues": ("batch=22222",)}, "The game is won: 'batch' is the secret"),
        ({"clues": (CLUE,), "max_guesses": 1}, "No guesses left: the limit is 1"),
    ],
)
def test_a_game_that_is_over_needs_no_guess(setup: Setup, setup_of: dict[str, Any], message: str) -> None:
    with pytest.raises(FewestError, match=message):
        suggest(replace(setup, **setup_of))


def test_at_once_the_default_strategy_answers(setup: Setup, left: Belief) -> None:
    made = suggest(setup, belief=left, count=3, words=2, seconds=0, partial=True)
    found = Within(strategy(), 6).suggest(left, 3)
    assert [each.guess for each in made.suggestions] == [each.guess for each in found]
    assert not made.proved
    assert made.can_improve
    assert [each.word for each in made.secrets] == left.words[:2]
    assert made.why.startswith("Estimated by ")
    check(made)


def test_at_once_a_won_game_and_a_last_secret_are_certain(setup: Setup, belief: Belief) -> None:
    won = suggest(setup, belief=belief.after("batch", "22222"), count=3, words=2, seconds=0, partial=True)
    assert (won.won, won.suggestions) == (True, ())
    assert repr(won) == f"<Suggestions: nothing, by {won.strategy}, 1 left>"
    check(won)
    alone = next(part for _, part in belief.parts("conch") if len(part) == 1 and not part.won)
    for by in (None, "entropy"):
        made: Suggestions = suggest(setup, belief=alone, count=1, words=2, by=by, seconds=0, partial=True)
        assert (made.suggestions[0].guess, made.suggestions[0].expected, made.proved) == (alone.words[0], 1.0, True)
        assert "Guess 2 of 6: 1 word fits (0.00 bits), " in str(made)


def test_a_short_table_says_what_its_numbers_are(left: Belief) -> None:
    def head(by: str | None) -> list[str]:
        return render(propose(Setup(), belief=left, count=3, by=by).brief()).splitlines()[1].split()

    assert [head(by)[:2] for by in (None, "expected-moves", "entropy")] == [
        ["guess", "expected"],
        ["guess", "estimate"],
        ["guess", "score"],
    ]


def test_at_once_no_guess_is_listed_that_tells_nothing(setup: Setup, left: Belief) -> None:
    count = len(left.game.guesses)
    useful = {guess for guess in left.game.guesses if len([*left.parts(guess)]) > 1}
    shown = suggest(setup, belief=left, count=count, words=0, by="entropy", seconds=0, partial=True).suggestions
    assert {each.guess for each in shown} == useful
    assert len(useful) < count == len(suggest(setup.after(CLUE), count=count, by="entropy").suggestions)


def test_the_proved_guess_without_past_answers_is_named_beside_estimates() -> None:
    setup = replace(TODAY, past=PastAnswers("2025-03-02,guard\nslate\n"))
    made = suggest(setup, count=50, words=0)
    proved = suggest(TODAY, count=1, words=0)
    assert not made.exact
    assert made.without_past == proved.suggestions[0]
    assert made.past == {"slate": ""}
    assert made.why.endswith(
        f"Without past answers: {made.without_past.guess}, {made.without_past.expected:.3f} (proved)."
    )
    assert suggest(setup.after("crane=01200"), count=1).without_past is None
    assert proved.without_past is None
