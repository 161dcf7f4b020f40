"""What others have published, as data: a figure that we do not reach is a bug of ours, or a finding."""

import json
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Greedy, Scorer, evaluate, grow, strategy
from fewest.games import game as make_game
from fewest.optimal import Prover, prove, prove_least_worst
from fewest.words import frequency_weights
from tests import samples


def figures(kind: str) -> list[Any]:
    """All published figures of a kind."""
    return [
        pytest.param(figure, id=" ".join(map(str, [path.stem, *figure.values()])))
        for path in sorted((Path(__file__).parent / "published").glob("*.json"))
        for figure in json.loads(path.read_text()).get(kind, ())
    ]


@pytest.mark.parametrize("figure", figures("figures"))
def test_published_figures_are_reached(figure: dict[str, Any]) -> None:
    """Either the score of a guess, or what a strategy plays: its opener, total, mean, worst case and losses."""
    play = strategy(figure["strategy"])
    game = samples.edition(figure["edition"])
    weights = frequency_weights(game.words, game.secrets) if figure.get("prior") == "frequency" else None
    chances = None if weights is None else [float(weight) for weight in weights]
    belief = Belief.start(game, chances).after_all(figure.get("after", ()))
    if "score" in figure:
        ranking = play.suggest(belief, count=100)
        scores = {each.guess: each.score for each in play.suggest(belief, count=2000)}
        assert scores[figure["guess"]] == pytest.approx(figure["score"], abs=figure["within"])
        assert (ranking[0].guess == figure["guess"]) == figure.get("best", False)
        return
    tree = grow(play, belief, figure.get("from"), answers=game.answers)
    result = evaluate(tree)
    expected = {key: figure[key] for key in ("opener", "total", "worst", "losses") if key in figure}
    assert {key: getattr(result, key) for key in expected} == expected
    if "mean" in figure:
        assert result.mean == pytest.approx(figure["mean"], abs=figure["within"])
    assert result.mean <= figure.get("at_most", result.mean)


@pytest.mark.parametrize("figure", figures("exact"))
def test_published_exact_values_are_reached(figure: dict[str, Any]) -> None:
    """The total of perfect play after a first guess, null if there is none within the limit, and its worst case."""
    belief = Belief.start(samples.edition(figure["edition"]), hard=figure.get("hard", False))
    prover = Prover(belief, max_guesses=figure.get("max_guesses"), memory=1 << 27)
    proof = prove(prover, openers=[figure["opener"]])
    if figure["total"] is None:
        assert proof.tree is None
        return
    assert proof.tree is not None
    proof.tree.check()
    result = evaluate(proof.tree)
    assert (proof.best[0].cost, result.total, result.opener) == (figure["total"], figure["total"], figure["opener"])
    assert result.worst == figure.get("worst", result.worst) <= figure.get("max_guesses", result.worst)


@pytest.mark.parametrize("figure", figures("perfect"))
def test_published_values_of_games_are_reached(figure: dict[str, Any]) -> None:
    """Total or mean of perfect play, over all openers and without an opener given; null if there is none."""
    start = Belief.start(make_game(figure["game"]))
    if "least_worst" in figure:
        proof = prove_least_worst(start)
        assert proof.max_guesses == figure["least_worst"]
    else:
        proof = prove(Prover(start, max_guesses=figure.get("max_guesses")))
    if figure.get("total", 0) is None:
        assert proof.tree is None
        return
    assert proof.tree is not None
    proof.tree.check()
    result = evaluate(proof.tree)
    assert proof.best[0].cost == result.total == figure.get("total", result.total)
    assert result.worst == figure.get("worst", result.worst)
    assert result.mean == pytest.approx(figure.get("mean", result.mean), abs=0.0006)


@pytest.mark.parametrize("figure", figures("codes"))
def test_published_strategies_find_codes_as_fast(figure: dict[str, Any]) -> None:
    """To the guess: ties are broken as the authors break them, by what may be the secret, then by the least code."""
    most_parts = Greedy(Scorer("most-parts", lambda belief, split: split.parts.astype(float), largest_is_best=True))
    play = most_parts if figure["strategy"] == "most-parts" else strategy(figure["strategy"])
    result = evaluate(grow(play, Belief.start(make_game("mastermind:pegs=4,colours=6"))))
    assert (result.opener, result.total) == (figure["opener"], figure["total"])
    if "last" in figure:
        assert (result.worst, result.histogram[result.worst]) == (6, figure["last"])
    else:
        assert [count for _, count in sorted(result.histogram.items())] == figure["distribution"]
