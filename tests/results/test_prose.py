"""Phrases for readers."""

import pytest

from fewest.results.prose import capital, fitting, listed, percent, pluralise


@pytest.mark.parametrize(
    ("number", "noun", "plural", "said"),
    [
        (0, "guess", "guesses", "0 guesses"),
        (1, "guess", "guesses", "1 guess"),
        (2, "guess", "guesses", "2 guesses"),
        (1, "answer", "", "1 answer"),
        (2315, "answer", "", "2,315 answers"),
        (-1, "guess", "guesses", "-1 guesses"),
    ],
)
def test_things_are_counted(number: int, noun: str, plural: str, said: str) -> None:
    assert pluralise(number, noun, plural) == said


@pytest.mark.parametrize(
    ("letter", "large"), [("a", "A"), ("é", "É"), ("ß", "ß"), ("ŉ", "ŉ"), ("漢", "漢"), ("7", "7")]
)
def test_a_letter_is_upper_case_unless_that_has_two_letters(letter: str, large: str) -> None:
    assert capital(letter) == large


@pytest.mark.parametrize(
    ("words", "said"),
    [([], ""), (["a"], "a"), (["a", "b"], "a b"), (["a b", "c"], "a b, c"), (["a", "b c", "d"], "a, b c, d")],
)
def test_words_are_listed_so_that_they_can_be_told_apart(words: list[str], said: str) -> None:
    assert listed(words) == said


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0, "-"),
        (1e-9, "<0.1%"),
        (0.00049, "<0.1%"),
        (0.0005, "0.1%"),
        (0.0123, "1.2%"),
        (0.0994, "9.9%"),
        (0.0999, "10%"),
        (0.5, "50%"),
        (0.9949, "99%"),
        (0.995, ">99%"),
        (1 - 1e-12, ">99%"),
        (1, "100%"),
    ],
)
def test_a_chance_is_rounded_to_none_or_certain_only_if_it_is(chance: float, said: str) -> None:
    assert percent(chance) == said


@pytest.mark.parametrize(
    ("count", "likely", "said"),
    [(1, 1, "1 word fits"), (20, 3, "20 words fit, 3 likely"), (20, 20, "20 words fit")],
)
def test_likely_words_are_counted_beside_all_that_fit(count: int, likely: int, said: str) -> None:
    assert fitting(count, likely, "word") == said
