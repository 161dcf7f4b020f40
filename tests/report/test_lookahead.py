import pytest

from fewest import FewestError
from fewest.report.lookahead import lookahead
from fewest.setup import Setup
from fewest.watch import Progress, Watch
from tests.report.cases import legend, points


def test_lookahead_is_counted_at_every_depth_and_drawn_beside_what_theory_expects(setup: Setup) -> None:
    heard: list[Progress] = []
    figure = lookahead(setup, watch=Watch(heard.append), words=10, depth=2)
    assert heard == [Progress(0, 2, "depth 1"), Progress(1, 2, "depth 2"), Progress(2, 2)]
    axes = figure.axes[0]
    measured, every, alone = ([count for _, count in points(line)] for line in axes.lines)
    assert measured[0] == every[0] == alone[0] == 10
    assert measured[1] <= 10 + 10 * 10 * 10
    assert every[1] == pytest.approx(10 * alone[1])
    assert 10 < alone[1] <= 100
    assert axes.get_yscale() == "log"
    assert [text.partition(": ")[2] for text in legend(figure)] == ["", "N·(N·M)^k", "N·M^k"]
    numbers = f"N = 10 guesses, M = {alone[1] / 10:.1f}"
    assert f"\n10 of its 29 words, evenly spread; uniform prior\n{numbers}" in figure.get_suptitle()


def test_too_many_words_are_refused(setup: Setup) -> None:
    with pytest.raises(FewestError, match="has 29 words; lookahead needs 2 or more of them, not 30"):
        lookahead(setup, words=30)
    with pytest.raises(FewestError, match="mastermind has no list of words"):
        lookahead(Setup(game="mastermind"))
