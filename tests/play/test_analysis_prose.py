"""The sentences of an analysis, and the marks they go by."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from fewest import Belief, Clue, Mastermind, Wordle
from fewest.play.analysis import COACH_MARGIN, Analysis, Turn, analyse
from fewest.play.analysis_prose import PERFECT, overlooked, skill, total
from fewest.results import render
from fewest.search.prover import IMPOSSIBLE
from fewest.search.shipped_values import known_openers
from fewest.setup import TODAY
from fewest.strategies import AdviceOptions, WordPreference, advise
from fewest.strategies.advice import known_words
from tests import samples

RHYMES = samples.wordle("bat", "cat", "hat", "rat", guesses=("bch", "zzz"))
"""The guess bch tells its four answers apart, zzz tells nothing."""

PATIENCE = 600.0


@cache
def sample() -> Analysis:
    """A game that took three guesses: the first was not the best, its reply not lucky."""
    return analyse(Belief.start(RHYMES), ["bat=022", "cat=022", "hat=222"], PATIENCE)


def first_turn(**changes: Any) -> Turn:
    """The first guess of that game, with other facts."""
    return replace(sample().turns[0], **changes)


def test_a_mark_is_on_all_that_depends_on_an_estimate() -> None:
    found = sample()
    assert "~" not in total(found)
    first, *rest = found.turns
    guessed = replace(found, turns=(replace(first, exact=False, best_exact=False), *rest))
    assert total(guessed) == "3 guesses = ~2.00 for perfect play + ~0.50 lost by choices + ~0.50 lost by bad luck"
    unsure = replace(found, turns=(replace(first, left_exact=False), *rest))
    assert total(unsure) == "3 guesses = 2.00 for perfect play + 0.50 lost by choices + ~0.50 lost by bad luck"
    open_ended = replace(found, turns=(replace(first, left_exact=False),))
    assert total(open_ended).startswith("1 guess + ~2.00 still expected = 2.00 for perfect play + 0.50 lost by")


def test_the_sum_breaks_where_a_screen_is_narrow() -> None:
    whole = "3 guesses = 2.00 for perfect play + 0.50 lost by choices + 0.50 lost by bad luck"
    assert render(sample().blocks(), len(whole)).endswith(f"\n{whole}")
    assert render(sample().blocks(), len(whole) - 1).endswith(whole.replace(" luck", "\nluck"))


LOSS = {"guess": "corny", "preferred": "horny", "best": "horny", "best_expected": 2.0, "preferred_expected": 2.0}
"""A guess that loses 0.3, and the one that would have saved them."""

TELLS = {"bits_expected": 2.0, "preferred_bits": 2.0, "hit": 0.1, "preferred_hit": 0.1}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, "HORNY would have saved 0.30 guesses."),
        ({"exact": False}, "HORNY would have saved about 0.30 guesses."),
        ({"preferred_bits": 2.1}, "HORNY tells more words apart and would have saved 0.30 guesses."),
        ({"expected": 2.04, "preferred_bits": 2.1}, "HORNY would have saved 0.04 guesses."),
        ({"expected": 2.02}, "About as good as HORNY."),
        ({"expected": 2.004}, "A tie with HORNY."),
        ({"expected": 2.0, "best": "corny"}, "A tie with HORNY."),
        ({"expected": 2.0, "best": "corny", "preferred": "corny"}, "The best guess."),
        (
            {"expected": 2.0, "best": "corny", "preferred": "corny", "best_exact": False},
            "The best guess by estimate.",
        ),
        ({"expected": 2.01, "preferred": "corny", "preferred_expected": 2.01}, "The best common word."),
        ({"expected": 2.004, "preferred": "corny", "preferred_expected": 2.004}, "A tie with HORNY."),
        ({"expected": 2.05, "preferred_expected": 2.1, "best": "other"}, ""),
        ({"expected": 2.0, "best": "corny", "before": 1}, ""),
        (
            {"expected": 3.0, "preferred_hit": 1.0},
            "There was only one word left. HORNY would have saved a whole guess.",
        ),
        (
            {"hit": 0.0},
            "HORNY fitted all clues; CORNY could not be the word. HORNY would have saved 0.30 guesses.",
        ),
        (
            {"hit": 0.0, "preferred_hit": 0.0, "bits_expected": 1.4},
            "It could not be the word, and it told you little. HORNY would have saved 0.30 guesses.",
        ),
        (
            {"preferred_hit": 0.4},
            "HORNY was likelier: 40%, against 10% for CORNY. HORNY would have saved 0.30 guesses.",
        ),
        (
            {"bits_expected": 1.4},
            "A gamble: a 10% chance to be the word, but little to learn if it was not. "
            "HORNY would have saved 0.30 guesses.",
        ),
        (
            {"bits_expected": 1.4, "hit": 0.01, "preferred_hit": 0.0},
            "A long shot (1.0%) that told you little. HORNY would have saved 0.30 guesses.",
        ),
        (
            {"overlooked": "You already knew there is no C."},
            "You already knew there is no C. HORNY would have saved 0.30 guesses.",
        ),
        ({"overlooked": "You already knew there is no C.", "expected": 2.04}, "HORNY would have saved 0.04 guesses."),
        (
            {"preferred_expected": 2.06, "best": "other", "expected": 2.3},
            "HORNY would have saved 0.24 guesses (OTHER, the best of all, would have saved 0.30).",
        ),
        ({"preferred_expected": 2.04, "best": "other"}, "HORNY would have saved 0.26 guesses."),
    ],
)
def test_a_coach_names_the_mistake_the_alternative_and_what_it_would_have_saved(
    change: dict[str, Any], sentence: str
) -> None:
    assert first_turn(**{"expected": 2.3} | LOSS | TELLS | change).skill_text == sentence


@pytest.mark.parametrize(
    ("clues", "guess", "other", "sentence"),
    [
        (["crane=00000"], "corny", "holds", "You already knew there is no C, R or N."),
        (["crane=00000"], "moral", "fuzzy", "You already knew there is no R or A."),
        (["crane=00000"], "crown", "carol", "You already knew there is no N."),
        (["crane=01000"], "tress", "river", "You already knew that R is not the second letter."),
        (["crane=01001"], "irate", "rebut", "You already knew there is no A."),
        (["eerie=10000", "level=00010"], "fiend", "jumpy", "You already knew there is no I."),
        (["speed=00100"], "theme", "worst", "You already knew that E is not the third letter."),
        (["speed=00100"], "breed", "worst", "You already knew there is no D."),
        (["speed=00100"], "three", "worst", "You already knew that E is not the fourth letter."),
        (["crane=02000"], "moist", "fruit", ""),
        (["crane=00000"], "crane", "moist", "You had already guessed CRANE."),
        ([], "crane", "slate", ""),
    ],
)
def test_an_ignored_clue_is_named_unless_the_other_guess_ignores_it_too(
    original: Wordle, clues: list[str], guess: str, other: str, sentence: str
) -> None:
    given = [(clue[:5], original.parse_reply(clue[6:])) for clue in clues]
    assert overlooked(original, [Clue(*clue) for clue in given], guess, other) == sentence


def test_games_without_colours_have_no_letters_to_name() -> None:

    game = Mastermind(pegs=2, colours=3)
    clues = [Clue("11", 0)]
    assert overlooked(game, clues, "12", "23") == ""
    assert overlooked(game, clues, "11", "23") == "You had already guessed 11."


@pytest.mark.parametrize(
    ("lost", "mark"),
    [(0, 99), (0.0049, 99), (0.0051, 98), (0.01, 98), (0.05, 97), (0.25, 86), (0.5, 63), (0.99, 1), (1, 0), (1.7, 0)],
)
def test_skill_goes_by_what_is_lost(lost: float, mark: int) -> None:
    made = first_turn(expected=first_turn().best_expected + lost)
    assert made.skill == mark
    assert made.perfect == (lost == 0)
    assert bool(made.lost > 0) == (mark < PERFECT)


def test_openers_within_a_twentieth_of_the_best_score_97_or_more() -> None:
    """Checked for every opener of the shipped table; openers that lose more than 0.07 score less."""
    table = known_openers(TODAY.belief())
    assert table is not None
    costs = table.costs[(table.costs > 0) & (table.costs < IMPOSSIBLE)]
    lost = (costs - table.least) / table.weight
    marks = np.array([skill(float(loss)) for loss in lost])
    assert (lost <= 0.05).sum() > 5
    assert (marks[lost <= 0.05] >= 97).all()
    assert (marks[lost > 0.07] < 97).all()
    assert (np.diff(marks[np.argsort(lost)]) <= 0).all()


@pytest.mark.parametrize(("share", "luck"), [(0, 0), (0.5, 50), (0.25, 25), (0.995, 99), (1, 99)])
def test_luck_is_the_percentile_as_a_mark(share: float, luck: int) -> None:
    assert first_turn(percentile=share).luck == luck


def test_lost_and_gained_are_differences_of_the_shown_numbers() -> None:
    """3.35 is 0.40 more than 2.95, and 0.06 more than 1 and 2.29."""
    made = first_turn(expected=3.3546, best_expected=2.9484, left=2.292, preferred_expected=2.9584)
    assert (made.lost, made.gained, made.saved) == (0.4, 0.06, 0.39)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"percentile": 0.9}, "Lucky."),
        ({"percentile": 0.3}, "Unlucky."),
        ({"percentile": 0.5}, ""),
        ({"percentile": 0.9, "size_expected": 12.4}, "Lucky: 3 words left, 12 is average."),
        ({"percentile": 0.3, "size_expected": 1.94}, "Unlucky: 3 words left, 1.9 is average."),
        ({"percentile": 0.1, "size_expected": 12.4}, "Unlucky."),
        ({"percentile": 0.55, "size_expected": 12.4}, ""),
        ({"left": 0, "percentile": 60 / 99, "hit": 0.2, "expected": 2.0}, "Lucky: a 20% chance."),
        ({"left": 0, "percentile": 60 / 99, "hit": 0.2, "overlooked": "You knew."}, "It paid off."),
        ({"left": 0, "percentile": 60 / 99, "hit": 0.4, "expected": 2.0}, ""),
        ({"left": 0, "percentile": 59 / 99, "hit": 0.2}, ""),
        ({"bits_expected": 0.0}, ""),
        ({"bits_expected": 0.0, "hit": 1.0}, ""),
    ],
)
def test_luck_is_a_short_sentence_that_never_contradicts_its_mark(change: dict[str, Any], sentence: str) -> None:
    assert first_turn(**change).luck_text == sentence


@pytest.mark.parametrize(
    ("clues", "most", "secret", "sentence"),
    [
        (
            ["bat=022", "cat=022", "hat=222"],
            6,
            None,
            "HAT in 3 guesses (perfect play needs 2.00 on average): well played.",
        ),
        (["bat=022", "cat=022"], 2, "rat", "Lost: RAT was not found in 2 guesses (perfect play needs"),
        (["bat=022", "cat=022"], 2, None, "Lost: the word was not found in 2 guesses"),
        (["bat=022", "cat=022", "hat=022", "rat=222"], 3, None, "Lost: RAT was not found in 3 (perfect"),
        (["bat=022"], 6, None, "Not finished: 3 words left after 1 guess (perfect play needs"),
    ],
)
def test_the_verdict_is_a_sentence(clues: list[str], most: int, secret: str | None, sentence: str) -> None:
    found = analyse(Belief.start(RHYMES), clues, PATIENCE, max_guesses=most, secret=secret)
    assert found.summary.startswith(sentence)
    assert found.summary.endswith(".")
    assert (found.outcome == "won") == sentence.startswith("HAT")
    assert (f" X/{most}" in found.share) == (found.outcome != "won")


def test_a_common_word_is_named_instead_of_a_rare_one(original: Wordle) -> None:
    """The same as suggest names first if that is a common word, else a common word that may need a few more guesses."""
    start = Belief.start(original).after("crane", "01001")
    found = analyse(start, ["slate=00011"]).turns[0]
    wide = advise(start, AdviceOptions(6, 1, preference=WordPreference(COACH_MARGIN))).suggestions[0]
    assert (found.preferred, found.preferred_expected) == (wide.guess, wide.expected)
    assert known_words(start)[start.find_guess(found.preferred)]
    assert f"You already knew there is no A. {found.preferred.upper()} would have saved" in found.skill_text
    strict = analyse(start, ["slate=00011"], preference=WordPreference(0.0)).turns[0]
    assert (strict.preferred, strict.skill, strict.lost) == (strict.best, found.skill, found.lost)
