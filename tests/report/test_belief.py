import math

import pytest

from fewest import FewestError
from fewest.report.belief import belief
from tests.report.cases import GAME, LIKELY, WORDS, Given, bars, tick_names, written


def test_a_belief_is_drawn_by_probability_with_the_others_as_one_bar() -> None:
    figure = belief(Given(start=LIKELY), top=4)
    axes = figure.axes[0]
    weights = dict(zip(WORDS, [9, 1, 1, 4, 1, 1, 2, 1, 1, 0.5, 1, 3], strict=True))
    percents = {word: 100 * weight / 25.5 for word, weight in weights.items()}
    assert tick_names(axes) == ["aback", "abbey", "botch", "bathe", "8 others"]
    *likely, others = bars(axes)
    assert [bar.get_width() for bar in likely] == pytest.approx([percents[name] for name in tick_names(axes)[:4]])
    assert others.get_width() == pytest.approx(100 - sum(bar.get_width() for bar in likely))
    assert others.get_hatch()
    assert written(axes) == ["35.3%", "15.7%", "11.8%", "7.84%", "29.4%"]
    assert axes.get_xlim()[1] > 35.3
    bits = -sum(percent / 100 * math.log2(percent / 100) for percent in percents.values())
    assert (
        figure.get_suptitle()
        == f"Chance of each possible word ({GAME.label}: 12 words, {bits:.2f} bits)\nuniform prior"
    )


def test_a_long_bar_of_others_is_cut_off_with_a_note() -> None:
    axes = belief(Given(), top=2).axes[0]
    assert [bar.get_width() for bar in bars(axes)] == pytest.approx([100 / 12, 100 / 12, 1000 / 12])
    assert axes.get_xlim()[1] < 10
    assert written(axes)[-1] == "83.3%, cut off →"


def test_few_words_are_all_drawn() -> None:
    assert tick_names(belief(Given(), top=12).axes[0]) == [*WORDS]
    figure = belief(Given(clues=("aback=22222",)))
    assert [bar.get_width() for bar in bars(figure.axes[0])] == [100]
    assert figure.get_suptitle().endswith("1 word, 0.00 bits)\nuniform prior, after aback=22222")


@pytest.mark.parametrize("top", [0, 201])
def test_too_many_bars_are_refused(top: int) -> None:
    with pytest.raises(FewestError, match=f"shows 1 to 200 of the likeliest secrets, not {top}"):
        belief(Given(), top=top)
