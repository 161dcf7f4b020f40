import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from fewest import Belief, FewestError, Wordle
from fewest.report.frame import BLUE
from fewest.report.split import split
from fewest.setup import Setup
from tests import samples
from tests.report.cases import GAME, LIKELY, WORDS, Given, bars, lay_out, written


def sizes_by_reply(guess: str) -> list[tuple[str, int]]:
    """The replies to a guess with their numbers of words, largest first, computed naively."""
    counts = Counter(GAME.reply(guess, word) for word in WORDS)
    return [(GAME.reply_text(reply), count) for reply, count in sorted(counts.items(), key=lambda e: (-e[1], e[0]))]


def test_a_split_has_a_bar_for_every_reply_and_a_panel_for_every_guess() -> None:
    figure = split(Given(), texts=["ABATE", "xylyl", "abate"])
    assert figure.get_suptitle() == f"How a guess splits 12 words ({GAME.label})\nuniform prior"
    for axes, guess in zip(figure.axes, ("abate", "xylyl"), strict=True):
        rows = sizes_by_reply(guess)
        counts = [count for _, count in rows]
        assert [bar.get_height() for bar in bars(axes)] == counts
        assert written(axes) == [f"{reply}: {count}" for reply, count in rows]
        bits = -sum(count / 12 * math.log2(count / 12) for count in counts)
        expected = sum(count**2 for count in counts) / 12
        assert axes.get_title("left") == (
            f"{guess}: {bits:.2f} bits, {len(rows)} part{'s' * (len(rows) > 1)},\n"
            f"{expected:.1f} left on average, {counts[0]} at worst"
        )


def test_the_expected_size_of_a_split_is_by_the_prior() -> None:
    parts = [(part.chance, len(part)) for _, part in LIKELY.parts("abate")]
    title = split(Given(start=LIKELY), texts=["abate"]).axes[0].get_title("left")
    assert f"{-sum(chance * math.log2(chance) for chance, _ in parts):.2f} bits" in title
    assert f"\n{sum(chance * size for chance, size in parts):.1f} left on average" in title


def test_the_largest_of_many_parts_are_dark_and_listed(original: Wordle) -> None:
    figure = split(Setup(), texts=["crane"])
    axes = figure.axes[0]
    counts = Counter(original.reply("crane", word) for word in original.secrets)
    rows = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    assert [bar.get_height() for bar in bars(axes)] == [count for _, count in rows]
    largest = [f"{original.reply_text(reply)}: {count}" for reply, count in rows[:8]]
    assert written(axes) == ["\n".join(["dark bars:", *largest])]
    assert [bar.get_facecolor() == to_rgba(BLUE) for bar in bars(axes)] == [True] * 8 + [False] * (len(rows) - 8)


def test_the_list_of_the_largest_parts_keeps_off_the_bars() -> None:
    table = samples.random_table(np.random.default_rng(0), 60, 0, 60)
    figure = split(Given(start=Belief.start(table)), texts=["0000"])
    lay_out(figure)
    axes = figure.axes[0]
    (names,) = axes.texts
    assert len(bars(axes)) > 30
    assert not any(bar.get_window_extent().overlaps(names.get_window_extent()) for bar in bars(axes))


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((), "Nothing to draw: name at least one guess"),
        (Wordle.edition("original").guesses[:21], "at most 20 guesses, not 21"),
    ],
)
def test_invalid_data_and_options_are_refused(texts: Sequence[str], message: str) -> None:
    with pytest.raises(FewestError, match=message):
        split(texts=texts)


@pytest.mark.parametrize("texts", [["abate", "aback=22222"], ["aback=22222", "abate"]])
def test_guesses_and_clues_come_in_any_order(texts: Sequence[str]) -> None:
    figure = split(Given(), texts=texts)
    assert figure.get_suptitle().endswith(f"1 word ({GAME.label})\nuniform prior, after aback=22222")
    assert [axes.get_title("left").partition(":")[0] for axes in figure.axes] == ["abate"]


def test_a_guess_that_holds_an_equals_sign_is_not_a_clue() -> None:
    figure = split(Setup(game="nerdle:places=5"), texts=["1+2=3"])
    assert figure.axes[0].get_title("left").startswith("1+2=3: ")
