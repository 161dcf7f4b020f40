from typing import Any

import pytest

from fewest import FewestError
from fewest.report.lookahead import draw, lookahead
from fewest.setup import Setup
from fewest.watch import Progress, Watch
from tests.report.cases import legend, points


def test_lookahead_is_drawn_beside_what_theory_expects() -> None:
    figure = draw("a list", [10, 70, 500], 10, 4.0, "all 10 words")
    axes = figure.axes[0]
    measured, every, alone = axes.lines
    assert points(measured) == [(1, 10), (2, 70), (3, 500)]
    assert points(every) == [(1, 10), (2, 400), (3, 16000)]
    assert points(alone) == [(1, 10), (2, 40), (3, 160)]
    assert axes.get_yscale() == "log"
    assert [text.partition(":")[0] for text in legend(figure)] == ["measured", "N·(N·M)^k", "N·M^k"]
    assert "a list\nall 10 words\nN = 10 guesses, M = 4.0 replies" in figure.get_suptitle()


def test_lookahead_is_counted_afresh_at_every_depth(setup: Setup, asked: dict[str, Any]) -> None:
    heard: list[Progress] = []
    lookahead(setup, Watch(heard.append), words=10, depth=2)
    label, valued, guesses, replies, conditions = asked["lookahead"]
    assert (label, guesses) == (setup.game().label, 10)
    assert valued[0] == 10 < valued[1] <= 10 + 10 * 10 * 10
    assert 1 < replies <= 10
    assert conditions == "10 of its 29 words, evenly spread; uniform prior"
    assert heard == [Progress(0, 2, "depth 1"), Progress(1, 2, "depth 2"), Progress(2, 2)]
    with pytest.raises(FewestError, match="has 29 words; lookahead needs 2 or more of them, not 30"):
        lookahead(setup, words=30)
    with pytest.raises(FewestError, match="mastermind has no list of words"):
        lookahead(Setup(spec="mastermind"))
