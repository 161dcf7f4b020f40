"""The sentences of an analysis, and the marks they go by."""

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from fewest import Belief, Wordle
from fewest.play.analysis import Analysis, Turn, analyse
from fewest.play.analysis_prose import PERFECT, total, verdict, why
from fewest.results import render
from fewest.strategies import WordPreference
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
    assert "~" not in total(found) + verdict(found)
    first, *rest = found.turns
    guessed = replace(found, turns=(replace(first, exact=False, best_exact=False), *rest))
    assert total(guessed) == "3 guesses = ~2.00 for perfect play + ~0.50 lost by choices + ~0.50 lost by bad luck"
    unsure = replace(found, turns=(replace(first, left_exact=False), *rest))
    assert total(unsure) == "3 guesses = 2.00 for perfect play + 0.50 lost by choices + ~0.50 lost by bad luck"
    open_ended = replace(found, turns=(replace(first, left_exact=False),))
    assert total(open_ended).startswith("1 guess + ~2.00 still expected = 2.00 for perfect play + 0.50 lost by")
    assert verdict(open_ended) == "not found, 3 secrets left: perfect play takes ~2.00 more, skill 49, luck 37"


def test_the_sum_breaks_where_a_screen_is_narrow() -> None:
    whole = "3 guesses = 2.00 for perfect play + 0.50 lost by choices + 0.50 lost by bad luck"
    assert render(sample().blocks(), len(whole)).endswith(f"\n{whole}")
    assert render(sample().blocks(), len(whole) - 1).endswith(whole.replace(" luck", "\nluck"))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, "best would have told 2.0 bits instead of 1.0."),
        ({"best_bits": 1.04}, "best would have told 1.04 bits instead of 1.00."),
        (
            {"best_hit": 0.25},
            "best would have told 2.0 bits instead of 1.0 and would have hit with a chance of 25% instead of none.",
        ),
        (
            {"best_bits": 1.0, "best_hit": 0.5, "hit": 0.031},
            "best would have hit with a chance of 50% instead of 3.1%.",
        ),
        ({"best_bits": 0.5, "best_hit": 0.999}, "best would have hit with a chance of >99% instead of none."),
        ({"best_hit": 0.1, "hit": 0.2}, "best would have told 2.0 bits instead of 1.0."),
        ({"best_hit": 0.2501, "hit": 0.25}, "best would have told 2.0 bits instead of 1.0."),
        ({"best_bits": 1.001}, "best would have left what takes fewer guesses, with no more bits told."),
        ({"best_bits": 0.5}, "best would have left what takes fewer guesses, with no more bits told."),
        ({"best_bits": 0.0, "best_hit": 1.0}, "only best was left."),
    ],
)
def test_why_the_best_guess_was_better(change: dict[str, float], sentence: str) -> None:
    facts: dict[str, Any] = {"best": "best", "bits_expected": 1.0, "hit": 0.0, "best_bits": 2.0, "best_hit": 0.0}
    assert why(first_turn(**facts | change)) == sentence


@pytest.mark.parametrize(
    ("lost", "skill"),
    [(0, 99), (0.0049, 99), (0.0051, 98), (0.01, 97), (0.25, 74), (0.5, 49), (0.99, 1), (1, 0), (1.7, 0)],
)
def test_skill_is_what_is_lost_off_98(lost: float, skill: int) -> None:
    made = first_turn(expected=first_turn().best_expected + lost)
    assert made.skill == skill
    assert made.perfect == (lost == 0)
    assert bool(made.why) == (made.lost > 0) == (skill < PERFECT)
    assert (0 < lost < 0.005) == ("to the hundredth as few as the best, BCH." in made.skill_text)


@pytest.mark.parametrize(("share", "luck"), [(0, 0), (0.5, 50), (0.25, 25), (0.995, 99), (1, 99)])
def test_luck_is_the_percentile_as_a_mark(share: float, luck: int) -> None:
    assert first_turn(percentile=share).luck == luck


def test_what_is_lost_and_gained_is_the_difference_of_what_is_shown() -> None:
    """3.35 is 0.40 more than 2.95, and 0.06 more than 1 and 2.29."""
    made = first_turn(expected=3.3546, best_expected=2.9484, left=2.292)
    assert (made.lost, made.gained) == (0.4, 0.06)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"percentile": 0.9},
            "BAT left 3 words where 2.5 were to be expected, but the chance of a worse reply was 90%: lucky.",
        ),
        ({"percentile": 0.3}, "BAT left 3 words where 2.5 were to be expected: unlucky."),
        ({"percentile": 0.5}, "BAT left 3 words where 2.5 were to be expected: as usual."),
        ({"percentile": 0.9, "size_expected": 12.4}, "BAT left 3 words where 12 were to be expected: lucky."),
        (
            {"percentile": 0.1, "size_expected": 12.4},
            "BAT left 3 words where 12 were to be expected, but the chance of a better reply was 90%: unlucky.",
        ),
        (
            {"percentile": 0.55, "size_expected": 12.4},
            "BAT left 3 words where 12 were to be expected, and the chance of a better reply was 45%: as usual.",
        ),
        ({"left": 0, "percentile": 60 / 99}, "It was the word, with a chance of 25%: lucky."),
        ({"left": 0, "percentile": 59 / 99}, "It was the word, with a chance of 25%: as usual."),
        ({"left": 0, "percentile": 41 / 99}, "It was the word, with a chance of 25%: as usual."),
        ({"left": 0, "percentile": 40 / 99}, "It was the word, with a chance of 25%: unlucky."),
        ({"bits_expected": 0.0}, "Its reply was certain, and told nothing."),
        ({"bits_expected": 0.0, "hit": 1.0}, "No luck was needed."),
    ],
)
def test_the_sentence_of_luck_never_contradicts_its_mark(change: dict[str, Any], sentence: str) -> None:
    assert first_turn(**change).luck_text == sentence


@pytest.mark.parametrize(
    ("clues", "most", "secret", "sentence"),
    [
        (
            ["bat=022", "cat=022", "hat=222"],
            6,
            None,
            "HAT in 3 guesses, where perfect play takes 2.00 on average; well",
        ),
        (["bat=022", "cat=022"], 2, "rat", "Lost: RAT was not found in 2 guesses, where perfect play takes"),
        (["bat=022", "cat=022"], 2, None, "Lost: the word was not found in 2 guesses"),
        (["bat=022", "cat=022", "hat=022", "rat=222"], 3, None, "Lost: RAT was not found in 3, where"),
        (["bat=022"], 6, None, "Not finished: 3 words left after 1 guess, where perfect play takes"),
    ],
)
def test_the_verdict_is_a_sentence(clues: list[str], most: int, secret: str | None, sentence: str) -> None:
    found = analyse(Belief.start(RHYMES), clues, PATIENCE, max_guesses=most, secret=secret)
    assert found.summary.startswith(sentence)
    assert found.summary.endswith(".")
    assert (found.outcome == "won") == sentence.startswith("HAT")
    assert (f" X/{most}" in found.share) == (found.outcome != "won")


def test_the_text_names_the_preferred_guess_unless_it_was_made_or_is_the_best(original: Wordle) -> None:
    start = Belief.start(original).after("mamma", "00000")
    guesses = ("slate", "their", "rebut")
    clues = [f"{guess}={original.reply_text(original.reply(guess, 'rebut'))}" for guess in guesses]
    found = analyse(start, clues, seconds=0, preference=WordPreference(0.3))
    named = [turn for turn in found.turns if turn.preferred not in (turn.guess, turn.best)]
    assert 0 < len(named) < len(found.turns)
    shown = re.findall(r"^Of the words you prefer, (\w+) goes first: it takes ~([\d.]+)$", str(found), re.MULTILINE)
    assert shown == [(turn.preferred, f"{turn.preferred_expected:.2f}") for turn in named]
