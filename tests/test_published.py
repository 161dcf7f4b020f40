"""What others have published, as data: a figure that we do not reach is a bug of ours, or a finding."""

import json
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, evaluate, grow, strategy
from tests import samples

FIGURES = [
    pytest.param(figure, id=" ".join(map(str, [path.stem, *figure.values()])))
    for path in sorted((Path(__file__).parent / "published").glob("*.json"))
    for figure in json.loads(path.read_text())["figures"]
]


@pytest.mark.parametrize("figure", FIGURES)
def test_published_figures_are_reached(figure: dict[str, Any]) -> None:
    """Either the score of a guess, or what a strategy plays: its opener, total, mean and worst case."""
    play = strategy(figure["strategy"])
    belief = Belief.start(samples.edition(figure["edition"])).after_all(figure.get("after", ()))
    if "score" in figure:
        ranking = play.suggest(belief, count=100)
        scores = {each.guess: each.score for each in play.suggest(belief, count=2000)}
        assert scores[figure["guess"]] == pytest.approx(figure["score"], abs=figure["within"])
        assert (ranking[0].guess == figure["guess"]) == figure.get("best", False)
        return
    tree = grow(play, belief, figure.get("from"))
    result = evaluate(tree)
    expected = {key: figure[key] for key in ("opener", "total", "worst") if key in figure}
    assert {key: getattr(result, key) for key in expected} == expected
    if "mean" in figure:
        assert result.mean == pytest.approx(figure["mean"], abs=figure["within"])
