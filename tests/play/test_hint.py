import pytest

from fewest import Belief
from fewest.play.hint import hint
from fewest.strategies import NO_PREFERENCE, AdviceOptions, advise
from tests import samples
from tests.questions.checks import check


@pytest.mark.parametrize("limit", [2, 6])
def test_a_hint_is_what_every_adviser_says(limit: int) -> None:
    left = Belief.start(samples.ending_in("ch")).after("batch", "00022")
    best = advise(left, AdviceOptions(limit, count=1)).suggestions[0]
    made = hint(left, limit)
    assert (made.guess, made.bits, made.hit, made.mean) == (best.guess, best.bits, best.hit, best.expected)
    assert (made.noun, made.remaining, made.how) == ("word", len(left), "proved")
    assert f"{len(left)} words fit." in str(made)
    assert ("cannot be the word itself" in str(made)) == (best.hit == 0)
    check(made)


@pytest.mark.usefixtures("nothing_known")
def test_an_unproved_hint_names_its_estimator() -> None:
    start = Belief.start(samples.edition("original"))
    best = advise(start, AdviceOptions(6, count=1))
    made = hint(start, 6, preference=NO_PREFERENCE)
    assert made.how == f"estimated by {best.strategy.name}"
    assert made.mean == best.suggestions[0].score
    check(made)


def test_the_only_word_that_fits_is_named() -> None:
    left = Belief.start(samples.ending_in("ch")).after("batch", "22222")
    assert str(hint(left, 6)) == "Hint: batch, the only word that fits."
    check(hint(left, 6))
