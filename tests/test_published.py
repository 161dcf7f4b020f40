"""Published figures as data. A figure that we do not reach is a bug, or a finding."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Greedy, Scorer, evaluate, grow, strategy
from fewest.games import make_game
from fewest.search import Prover, least_worst, prove
from fewest.words import frequency_weights
from tests import samples
from tests.cases import first

PUBLISHED = Path(__file__).parent / "published"


# Figures that take long are marked `slow`.


@dataclass(frozen=True)
class Play:
    """The results of a strategy after some clues: opener, total, mean, worst case and losses."""

    edition: str
    strategy: str
    prior: str | None = None
    after: tuple[str, ...] = ()
    first: str | None = None
    """The given opener."""
    opener: str | None = None
    """The opener of its choice."""
    total: int | None = None
    mean: float | None = None
    within: float | None = None
    """The precision of the mean."""
    at_most: float | None = None
    """A mean that we must reach."""
    worst: int | None = None
    losses: int | None = None
    slow: bool = False

    def __post_init__(self) -> None:
        """Require a claim, and a precision for a mean."""
        claims = (self.opener, self.total, self.mean, self.at_most, self.worst, self.losses)
        assert any(claim is not None for claim in claims), "nothing is claimed"
        assert (self.mean is None) == (self.within is None), "a mean needs a precision"
        assert self.prior in (None, "frequency"), "there is no such prior"


@dataclass(frozen=True)
class Score:
    """The score of a guess at the start, and whether it is the best."""

    edition: str
    strategy: str
    guess: str
    score: float
    within: float
    best: bool = False
    slow: bool = False


@dataclass(frozen=True)
class Exact:
    """The total of perfect play after a first guess, None if no strategy keeps the limit."""

    edition: str
    opener: str
    total: int | None
    worst: int | None = None
    max_guesses: int | None = None
    hard: bool = False
    slow: bool = False


@dataclass(frozen=True)
class Perfect:
    """The total or the mean of perfect play of a game over all openers."""

    game: str
    total: int | None = None
    mean: float | None = None
    impossible: bool = False
    """Whether no strategy keeps the limit."""
    worst: int | None = None
    max_guesses: int | None = None
    least_worst: int | None = None
    slow: bool = False

    def __post_init__(self) -> None:
        """Require a claim."""
        assert (self.total, self.mean, self.impossible) != (None, None, False), "nothing is claimed"


@dataclass(frozen=True)
class Codes:
    """The distribution of a strategy for Mastermind: codes found by each guess, or codes that need the sixth."""

    strategy: str
    opener: str
    total: int
    distribution: tuple[int, ...] | None = None
    last: int | None = None
    slow: bool = False

    def __post_init__(self) -> None:
        """Require one of the two."""
        assert (self.distribution is None) != (self.last is None), "nothing is claimed of the distribution"


Figure = Play | Score | Exact | Perfect | Codes
KINDS: dict[str, Callable[..., Figure]] = {
    "plays": Play,
    "scores": Score,
    "exact": Exact,
    "perfect": Perfect,
    "codes": Codes,
}
"""The contents of a file besides its source, by key."""


def read(text: str) -> list[Figure]:
    """All figures of a file; an unknown or missing key is an error."""
    content: dict[str, Any] = json.loads(text)
    assert content.pop("source"), "a figure needs a source"
    assert content, "there is no figure"
    assert {*content} <= {*KINDS}, f"unknown: {', '.join({*content} - {*KINDS})}"
    return [KINDS[kind](**frozen(figure)) for kind, figures in content.items() for figure in figures]


def frozen(figure: dict[str, Any]) -> dict[str, Any]:
    """The same with tuples for lists."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in figure.items()}


def figures(kind: type[Figure]) -> list[Any]:
    """All published figures of a kind."""
    return [
        pytest.param(
            figure,
            id=" ".join(map(str, [path.stem, *filter(None, vars(figure).values())])),
            marks=[pytest.mark.slow, pytest.mark.timeout(600)] if figure.slow else [],
        )
        for path in sorted(PUBLISHED.glob("*.json"))
        for figure in read(path.read_text(encoding="utf-8"))
        if isinstance(figure, kind)
    ]


@pytest.mark.parametrize("figure", figures(Score))
def test_published_scores_are_reached(figure: Score) -> None:
    ranking = strategy(figure.strategy).suggest(Belief.start(samples.edition(figure.edition)), count=2000)
    scores = {each.guess: each.score for each in ranking}
    assert scores[figure.guess] == pytest.approx(figure.score, abs=figure.within)
    assert (ranking[0].guess == figure.guess) == figure.best


@pytest.mark.parametrize("figure", first(2, figures(Play)))
def test_published_play_is_reached(figure: Play) -> None:
    game = samples.edition(figure.edition)
    weights = frequency_weights(game.words, game.secrets) if figure.prior == "frequency" else None
    chances = None if weights is None else [float(weight) for weight in weights]
    belief = Belief.start(game, chances).after_all(figure.after)
    result = evaluate(grow(strategy(figure.strategy), belief, figure.first, answers=game.answers))
    for claim in ("opener", "total", "worst", "losses"):
        assert getattr(figure, claim) in (None, getattr(result, claim)), claim
    assert figure.mean is None or result.mean == pytest.approx(figure.mean, abs=figure.within)
    assert figure.at_most is None or result.mean <= figure.at_most


@pytest.mark.parametrize("figure", figures(Exact))
def test_published_exact_values_are_reached(figure: Exact) -> None:
    belief = Belief.start(samples.edition(figure.edition), hard=figure.hard)
    prover = Prover(belief, max_guesses=figure.max_guesses, memory=1 << 27)
    proof = prove(prover, openers=[figure.opener])
    if figure.total is None:
        assert proof.tree is None
        return
    assert proof.tree is not None
    proof.tree.check()
    result = evaluate(proof.tree)
    assert (proof.best[0].cost, result.total, result.opener) == (figure.total, figure.total, figure.opener)
    assert figure.worst in (None, result.worst)
    assert figure.max_guesses is None or result.worst <= figure.max_guesses


@pytest.mark.parametrize("figure", first(6, figures(Perfect)))
def test_published_values_of_games_are_reached(figure: Perfect) -> None:
    """Over all openers and without an opener given."""
    start = Belief.start(make_game(figure.game))
    if figure.least_worst is not None:
        assert least_worst(start) == figure.least_worst
    proof = prove(Prover(start, max_guesses=figure.max_guesses or figure.least_worst, memory=1 << 27))
    if figure.impossible:
        assert proof.tree is None
        return
    assert proof.tree is not None
    proof.tree.check()
    result = evaluate(proof.tree)
    assert proof.best[0].cost == result.total
    assert figure.total in (None, result.total)
    assert figure.worst in (None, result.worst)
    assert figure.mean is None or result.mean == pytest.approx(figure.mean, abs=0.0006)


@pytest.mark.parametrize("figure", figures(Codes))
def test_published_strategies_find_codes_as_fast(figure: Codes) -> None:
    """To the guess: ties are broken as the authors break them, by what may be the secret, then by the least code."""
    most_parts = Greedy(Scorer("most-parts", lambda belief, split: split.parts.astype(float), largest_is_best=True))
    play = most_parts if figure.strategy == "most-parts" else strategy(figure.strategy)
    result = evaluate(grow(play, Belief.start(make_game("mastermind:pegs=4,colours=6"))))
    assert (result.opener, result.total) == (figure.opener, figure.total)
    if figure.distribution is None:
        assert (result.worst, result.histogram[result.worst]) == (6, figure.last)
    else:
        assert [count for _, count in sorted(result.histogram.items())] == [*figure.distribution]
