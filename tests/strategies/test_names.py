from pathlib import Path

import pytest

from fewest import SCORERS, STRATEGIES, Belief, FewestError, Greedy, Strategy, strategy
from fewest.curves import Curve
from fewest.scorers import expected_moves_by_mean
from fewest.strategies import CLASSIC, DEFAULT, ESTIMATORS, Lookahead, Optimal, Within, estimator
from tests import samples

GAME = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz"))


def as_greedy(play: Strategy) -> Greedy:
    """A strategy that is known to be greedy."""
    assert isinstance(play, Greedy)
    return play


def as_lookahead(play: Strategy) -> tuple[str, int, int, int]:
    """The options of a strategy that is known to look ahead."""
    assert isinstance(play, Lookahead)
    return play.estimator.name, play.depth, play.width, play.exact


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_name_alone_is_the_strategy_without_options(name: str) -> None:
    play = strategy(name)
    assert play is STRATEGIES[name]
    assert play is strategy(f"{name}:")
    assert play.name == name
    assert play.summary.endswith(".")
    assert "\n" not in play.summary


def test_what_there_is_by_name() -> None:
    assert (*STRATEGIES,) == (*CLASSIC, "lookahead", "optimal")
    assert (*SCORERS,) == CLASSIC
    assert ESTIMATORS == ("statistical", "entropic", "expected-moves")
    assert strategy() is STRATEGIES[DEFAULT]
    assert DEFAULT == "expected-moves"
    assert isinstance(strategy("optimal"), Optimal)
    for name in CLASSIC:
        assert strategy(name) == Greedy(SCORERS[name], secrets_first=True)
    assert as_lookahead(strategy("lookahead")) == ("expected-moves", 2, 20, 30)


@pytest.mark.parametrize("name", CLASSIC)
def test_ties_go_to_secrets_or_to_the_alphabet(name: str) -> None:
    assert strategy(f"{name}:ties=secrets") == Greedy(SCORERS[name], secrets_first=True)
    assert strategy(f"{name}:ties=alphabet") == Greedy(SCORERS[name], secrets_first=False)


def test_the_curve_of_expected_moves_can_be_read_at_the_mean() -> None:
    assert strategy("expected-moves:over=replies") == strategy("expected-moves")
    by_mean = as_greedy(strategy("expected-moves:over=mean,ties=alphabet"))
    assert by_mean.scorer.formula is expected_moves_by_mean
    assert by_mean.scorer.curve is SCORERS["expected-moves"].curve
    assert (by_mean.name, by_mean.secrets_first) == ("expected-moves", False)


def test_expected_moves_can_play_by_a_curve_of_a_file(tmp_path: Path) -> None:
    curve = Curve((0, 1, 3), (1, 2, 5), "mine")
    curve.save(path := tmp_path / "mine.json")
    for over in ("replies", "mean"):
        play = as_greedy(strategy(f"expected-moves:over={over},curve={path}"))
        whole, _ = play.scorer.scores(Belief.start(GAME))
        assert whole.curve is not None
        assert (whole.curve.bits, whole.curve.guesses, whole.curve.name) == (curve.bits, curve.guesses, "mine")
        assert (play.scorer.formula is expected_moves_by_mean) == (over == "mean")
    useless = Curve((0, 32), (1, 1))
    useless.save(path)
    first = strategy(f"expected-moves:curve={path}").suggest(Belief.start(GAME), 9)
    assert [each.score for each in first] == pytest.approx([1.8] * 5 + [2.0] * 2)


def test_lookahead_takes_its_options() -> None:
    assert as_lookahead(strategy("lookahead:depth=3,width=7,leaf=entropic,exact=0")) == ("entropic", 3, 7, 0)
    assert as_lookahead(strategy("lookahead:width=1")) == ("expected-moves", 2, 1, 30)


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_may_be_played_within_some_guesses(name: str) -> None:
    play = strategy(f"{name}:within=4")
    assert isinstance(play, Within)
    assert play.max_guesses == 4
    assert type(play.strategy) is type(STRATEGIES[name])
    assert (play.name, play.summary) == (name, STRATEGIES[name].summary)


def test_options_go_together_with_a_number_of_guesses() -> None:
    play = strategy("lookahead:depth=1,within=6,leaf=statistical")
    assert isinstance(play, Within)
    assert as_lookahead(play.strategy) == ("statistical", 1, 20, 30)
    by_alphabet = strategy("entropy:within=2,ties=alphabet")
    assert isinstance(by_alphabet, Within)
    assert by_alphabet.strategy == strategy("entropy:ties=alphabet")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("best", r"^There is no strategy 'best'; the strategies are letters, letters-adjusted, .*, optimal\.$"),
        ("", "There is no strategy ''; the strategies are"),
        ("Entropy", "There is no strategy 'Entropy'"),
        (":within=6", "There is no strategy ''"),
        ("entropy:depth=3", r"^entropy has no option 'depth'; its options are ties, within\.$"),
        ("entropy:,", "entropy has no option ''"),
        ("entropy:ties", "Ties go to possible secrets first or to the alphabet, not to ''"),
        ("entropy:ties=none", "Ties go to possible secrets first or to the alphabet, not to 'none'"),
        ("expected-moves:over=all", "The curve is read over the replies or at their mean, not over 'all'"),
        ("expected-moves:size=1", "its options are curve, over, ties, within"),
        ("expected-moves:curve=/no/such/file", r"/no/such/file: cannot be read \(No such file or directory\)"),
        ("lookahead:deep=3", "lookahead has no option 'deep'; its options are depth, width, leaf, exact, within"),
        ("lookahead:depth=x", "lookahead: depth must be a whole number, not 'x'"),
        ("lookahead:depth=-1", "lookahead: depth must be a whole number, not '-1'"),
        ("lookahead:depth=2.5", "lookahead: depth must be a whole number, not '2.5'"),
        ("lookahead:depth", "lookahead: depth must be a whole number, not ''"),
        ("lookahead:depth=1000000000", "lookahead: depth must be a whole number, not '1000000000'"),
        ("lookahead:depth=0", "Lookahead needs a depth and a width of at least 1"),
        ("lookahead:width=0", "Lookahead needs a depth and a width of at least 1"),
        ("lookahead:leaf=entropy", "There is no estimator 'entropy'; the estimators are statistical, entropic, expect"),
        ("optimal:depth=2", "optimal has no option 'depth'; its options are within"),
        ("optimal:within=0", "A game takes at least one guess; play within 1 or more"),
        ("letters:within=six", "letters: within must be a whole number, not 'six'"),
    ],
)
def test_what_is_no_strategy_is_answered_with_what_there_is(text: str, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        strategy(text)


def test_estimators_by_name() -> None:
    for name in ESTIMATORS:
        assert estimator(name) is SCORERS[name]
    for other in ("minimax", "lookahead", ""):
        with pytest.raises(FewestError, match=f"There is no estimator {other!r}; the estimators are statistical, "):
            estimator(other)
