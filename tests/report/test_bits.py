import math
from itertools import combinations

import numpy as np
import pytest

from fewest import Belief, FewestError, Game, grow, strategy
from fewest.report.bits import bits, example_secrets
from tests.report.cases import BELIEF, GAME, LIKELY, WORDS, Given, annotations, lay_out, legend, points


def left_by(game: Game, guesses: list[str], secret: str, likely: dict[str, float]) -> float:
    """The bits left after some guesses, computed naively."""
    fits = [word for word in likely if all(game.reply(each, word) == game.reply(each, secret) for each in guesses)]
    total = sum(likely[word] for word in fits)
    return sum(-likely[word] / total * math.log2(likely[word] / total) for word in fits)


@pytest.mark.parametrize("belief", [BELIEF, LIKELY], ids=["uniform", "weighted"])
def test_bits_shrink_with_each_reply(belief: Belief) -> None:
    tree = grow(strategy("entropy"), belief)
    likely = dict(zip(GAME.secrets, belief.secret_chances.tolist(), strict=True))
    games = {word: [clue.guess for clue in tree.play(word)] for word in WORDS}
    paths = {
        word: [left_by(GAME, guesses[:count], word, likely) for count in range(len(guesses) + 1)]
        for word, guesses in games.items()
    }
    axes = bits(Given(start=belief), secrets=["BATTY", "abhor", "batty"], by="entropy").axes[0]
    *lines, mean = axes.lines
    for word, line in zip(("batty", "abhor"), lines, strict=True):
        assert np.allclose(points(line), [*enumerate(paths[word])])
        assert line.get_label() == f"{word} ({len(games[word])} guesses)"
    deepest = max(map(len, games.values()))
    average = [
        sum(likely[word] * path[count] for word, path in paths.items() if count < len(path))
        for count in range(deepest + 1)
    ]
    assert np.allclose(points(mean), [*enumerate(average)])
    assert mean.get_linewidth() > 3 * max(line.get_linewidth() for line in lines)
    written = {(round(text.xy[0]), text.get_text()) for text in annotations(axes)}
    assert written == {(number, guess) for word in ("batty", "abhor") for number, guess in enumerate(games[word], 1)}


def test_bits_of_a_quick_a_middling_and_a_slow_secret_are_shown_by_default() -> None:
    tree = grow(strategy("letters"), BELIEF)
    depths = tree.depths()
    quick, middle, slow = example_secrets(tree)
    assert depths[quick] == min(depths.values())
    assert depths[slow] == max(depths.values())
    assert depths[middle] == sorted(depths.values())[len(depths) // 2]
    assert legend(bits(Given(), by="letters"))[:3] == [
        f"{word} ({depths[word]} guess{'es' if depths[word] > 1 else ''})" for word in (quick, middle, slow)
    ]
    with pytest.raises(FewestError, match="zzzzz"):
        bits(Given(), secrets=["zzzzz"])


@pytest.mark.slow
def test_labels_do_not_overlap() -> None:
    figure = bits(secrets=["rebut", "light", "found", "crane", "fight", "night"], by="entropy")
    lay_out(figure)
    axes = figure.axes[0]
    boxes = [text.get_window_extent() for text in annotations(axes)]
    assert len(boxes) > 12
    assert not any(one.padded(-2).overlaps(two.padded(-2)) for one, two in combinations(boxes, 2))
    assert all(axes.bbox.y0 <= box.y0 and box.y1 <= axes.bbox.y1 for box in boxes)
    assert sum(text.get_text() == "soare" for text in annotations(axes)) == 1
