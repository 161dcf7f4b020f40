import pytest

from fewest.questions.openings import openings
from fewest.setup import Setup
from tests.questions.checks import check


def test_given_guesses_are_valued() -> None:
    made = openings(Setup(edition="nyt-2022"), guesses=["parse", "clint"])
    check(made)
    shown = str(made).splitlines()
    assert shown[2].split() == ["parse", "clint", "3.5803", "8,267", "8,302", "1,078"]
    assert shown[-1].startswith("Exact values")


@pytest.mark.parametrize(
    ("prove", "verdict"),
    [
        (True, "Proved the best: "),
        (False, "Only the 2 openings with the lowest lower bounds were searched; others may be better"),
    ],
)
def test_the_verdict_says_what_is_known_of_other_openings(prove: bool, verdict: str) -> None:
    setup = Setup(game="bulls-and-cows:length=2,symbols=4")
    made = openings(setup, fixed=2, count=2, width=3, tries=2, prove=prove)
    check(made)
    assert str(made).splitlines()[-1].startswith(verdict)
    assert made.proved is prove


def test_with_a_prior_there_are_no_totals() -> None:
    made = openings(Setup(prior="frequency"), guesses=["salet", "courd"])
    check(made)
    assert "total" not in str(made)
    assert made.weighted
    assert 3.2 < made.openings[0].mean < 3.7
