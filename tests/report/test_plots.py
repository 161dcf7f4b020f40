import base64
import math
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from fewest import Belief, FewestError, Game, Tree, Wordle, evaluate, grow, strategy
from fewest.belief import Clue
from fewest.learning.accuracy import Accuracy, Opener, measure
from fewest.learning.convergence import Convergence, Iteration, converge
from fewest.learning.training import Learnt, Samples, record, train
from fewest.report import plots
from fewest.report.plots import Plot
from fewest.scorers import SCORERS
from tests import samples
from tests.cases import first
from tests.samples import InOrder

WORDS = ("aback", "abase", "abate", "abbey", "abbot", "abhor", "bathe", "batty", "beach", "bobby", "booty", "botch")
GAME = samples.wordle(*WORDS, guesses=("hotty", "xylyl"), name="twelve $}$ words")
BELIEF = Belief.start(GAME)
LIKELY = Belief.start(GAME, [9, 1, 1, 4, 1, 1, 2, 1, 1, 0.5, 1, 3])
ESTIMATORS = [SCORERS[name] for name in ("statistical", "entropic", "expected-moves")]

SEARCH = Convergence(
    "a list",
    "entropic",
    [Iteration(at, at / 10, mean, 2.0, "", "aback", 1) for at, mean in enumerate([1000.5, 3.7, 3.7, 3.5, 3.5])],
    optimal=False,
)
OTHER = replace(SEARCH, estimator="statistical", steps=[*SEARCH.steps[:2], replace(SEARCH.steps[2], mean=3.6)])
ACCURACY = Accuracy(
    "a list",
    best=[Opener("aback", 3.4, {"one": 3.3, "two": 3.5}), Opener("abase", 3.5, {"one": 3.0, "two": 3.5})],
    sample=[Opener("abate", 4.0, {"one": 6.0, "two": 4.1})],
    population=9,
    seed=0,
    seconds=1.0,
)


def draw(name: str) -> Plot:
    """Every kind of plot for a small game."""
    tree = grow(strategy("entropy"), BELIEF)
    if name == "expected-moves":
        curve, made = train(BELIEF)
        return plots.expected_moves(Learnt(curve, made[-1].samples, conditions="frequency prior (middle 1,500)"))
    if name == "distribution":
        return plots.distribution([evaluate(grow(play, BELIEF)) for play in (strategy("minimax"), InOrder())])
    if name == "bits":
        return plots.bits(tree, BELIEF)
    if name == "openers":
        return plots.openers(measure(BELIEF, ESTIMATORS, best=3, sample=5))
    if name == "belief":
        return plots.belief(LIKELY, "an odd prior", 5)
    if name == "split":
        return plots.split(BELIEF, ["abate", "xylyl"], "uniform prior")
    if name == "prior":
        weights = {word: 1 / place for place, word in enumerate(GAME.guesses, 1)}
        return plots.prior(GAME.label, GAME.guesses, weights, WORDS, "an odd prior", 3.0)
    if name == "game":
        return plots.game(BELIEF, [*tree.play("booty")], "entropy", "uniform prior")
    if name == "lookahead":
        return plots.lookahead(GAME.label, [12, 900, 5000], 12, 5.5, "all 12 words; uniform prior")
    return plots.convergence([replace(converge(BELIEF, each), label=GAME.label) for each in ESTIMATORS])


NAMES = (
    *("expected-moves", "distribution", "bits", "openers", "convergence"),
    *("belief", "split", "prior", "game", "lookahead"),
)
WITHOUT_LEGEND = ("belief", "split")


def points(line: Line2D) -> list[tuple[float, float]]:
    """The points of a line."""
    return list(zip(np.asarray(line.get_xdata()).tolist(), np.asarray(line.get_ydata()).tolist(), strict=True))


def dots(axes: Axes, at: int) -> list[tuple[float, float]]:
    """The points of a scatter."""
    return [(float(x), float(y)) for x, y in np.asarray(axes.collections[at].get_offsets())]


def legend(figure: Plot) -> list[str]:
    """The words of the figure's legend."""
    return [text.get_text() for text in figure.legends[0].get_texts()]


@pytest.mark.parametrize("name", NAMES)
def test_every_plot_says_what_it_shows_and_of_which_game(name: str) -> None:
    figure = draw(name)
    assert GAME.label in figure.get_suptitle()
    assert any(axes.get_xlabel() for axes in figure.axes)
    assert figure.axes[0].get_ylabel()
    units = f"{figure.axes[-1].get_xlabel()} {figure.axes[0].get_ylabel()}"
    assert any(unit in units for unit in ("guesses", "bits", "probability", "words left", "weight"))


@pytest.mark.parametrize("name", first(2, NAMES))
def test_the_same_data_give_the_same_bytes(name: str) -> None:
    first = plots.render(draw(name), ".svg")
    with matplotlib.rc_context({"svg.hashsalt": "other", "font.size": 20}):
        again = plots.render(draw(name), ".svg")
    assert first == again
    assert b"<dc:date>" not in first
    assert first.startswith(b"<?xml")


def lay_out(figure: Plot) -> None:
    """Put everything in its place."""
    with matplotlib.rc_context(plots.STYLE):
        figure.draw_without_rendering()


@pytest.mark.parametrize("name", first(4, NAMES))
def test_nothing_is_cut_off_and_no_legend_is_on_the_data(name: str) -> None:
    figure = draw(name)
    lay_out(figure)
    legends = [each for each in (*figure.legends, *(axes.get_legend() for axes in figure.axes)) if each]
    boxes = [each.get_window_extent() for each in (*figure.texts, *legends)]
    panels = [axes.get_window_extent() for axes in figure.axes]
    assert bool(legends) == (name not in WITHOUT_LEGEND)
    assert not any(panel.padded(-1).overlaps(box) for panel in panels for box in boxes)
    assert not any(one.padded(-1).overlaps(two) for one, two in combinations(boxes, 2))
    everything = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    assert 0 <= everything.x0 < everything.x1 <= width
    assert 0 <= everything.y0 < everything.y1 <= height


def test_drawing_leaves_the_settings_of_others_alone() -> None:
    before = {key: matplotlib.rcParams[key] for key in plots.STYLE}
    plots.render(plots.convergence([SEARCH]), ".png")
    assert {key: matplotlib.rcParams[key] for key in plots.STYLE} == before


def test_a_notebook_is_given_a_picture() -> None:
    figure = draw("bits")
    shown, sizes = figure._repr_mimebundle_()
    picture, size = base64.b64decode(shown["image/png"]), sizes["image/png"]
    assert shown["text/plain"].startswith("<Plot: Uncertainty left after each guess: ")
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert size["width"] < width
    assert size["width"] / size["height"] == pytest.approx(width / height, rel=0.01)


@pytest.mark.parametrize("belief", [BELIEF, LIKELY], ids=["uniform", "weighted"])
def test_expected_moves_shows_positions_knots_and_curve(belief: Belief) -> None:
    curve, made = train(belief)
    seen = made[0].samples
    figure = plots.expected_moves(Learnt(curve, seen, 0.5, "an odd prior"))
    assert figure.get_suptitle().endswith(f"learnt on {GAME.label}\nan odd prior")
    axes = figure.axes[0]
    assert axes.get_xlabel() == "uncertainty of the candidates (bits)"
    assert axes.get_ylabel() == "guesses still needed on average,\nthe current one included"
    masses: dict[tuple[float, float], float] = {}
    for bits, guesses, weight in zip(seen.bits, seen.guesses, seen.weights, strict=True):
        place = round(float(bits), 6), round(float(guesses), 6)
        masses[place] = masses.get(place, 0.0) + float(weight)
    assert np.allclose(sorted(dots(axes, 0)), sorted(masses), rtol=0, atol=1e-6)
    scatter = axes.collections[0]
    assert isinstance(scatter, PathCollection)
    sizes = np.asarray(scatter.get_sizes())
    known = np.array([masses[round(x, 6), round(y, 6)] for x, y in dots(axes, 0)])
    assert np.corrcoef(sizes, known)[0, 1] == pytest.approx(1.0)
    smooth, means = axes.lines
    buckets: dict[int, list[tuple[float, float, float]]] = {}
    for bits, guesses, weight in zip(seen.bits, seen.guesses, seen.weights, strict=True):
        if bits > 1e-6:
            buckets.setdefault(max(1, round(float(bits) / 0.5)), []).append((bits, guesses, weight))
    rows = [np.array(buckets[number]) for number in sorted(buckets)]
    assert np.allclose(points(means), [np.average(each[:, :2], axis=0, weights=each[:, 2]) for each in rows])
    assert legend(figure) == [
        f"{len(seen.bits)} positions (larger: more often)",
        "the curve (it never falls)",
        "means per 0.5 bits",
    ]
    at = np.asarray(smooth.get_xdata())
    assert (at[0], at[-1]) == (0.0, curve.bits[-1])
    assert np.asarray(smooth.get_ydata()).tolist() == curve(at).tolist()


def test_positions_that_differ_by_rounding_are_one_dot() -> None:
    seen = Samples(np.array([1.0, 1.0 + 1e-13]), np.array([1.5, 1.5]), np.array([0.25, 0.5]))
    curve, _ = train(BELIEF)
    axes = plots.expected_moves(Learnt(curve, seen)).axes[0]
    assert dots(axes, 0) == [(1.0, 1.5)]


def test_a_curve_without_positions_is_drawn_with_its_knots() -> None:
    curve, _ = train(BELIEF)
    figure = plots.expected_moves(Learnt(curve))
    smooth, knots = figure.axes[0].lines
    assert points(knots) == list(zip(curve.bits, curve.guesses, strict=True))
    assert np.asarray(smooth.get_xdata())[-1] == curve.bits[-1]
    assert not figure.axes[0].collections
    assert legend(figure) == ["the curve (it never falls)", "knots of the curve"]
    assert figure.get_suptitle().endswith(f"learnt on {GAME.label}")


def test_the_legend_of_many_positions_fits() -> None:
    curve, _ = train(BELIEF)
    many = np.linspace(0.1, 12, 14_855)
    figure = plots.expected_moves(Learnt(curve, Samples(many, 1 + many / 4, np.full(len(many), 1e-4)), 0.25))
    lay_out(figure)
    everything = figure.get_tightbbox()
    assert 0 <= everything.x0 < everything.x1 <= figure.get_size_inches()[0]


def test_the_distribution_has_a_bar_for_every_number_of_guesses() -> None:
    results = [evaluate(grow(play, BELIEF), max_guesses=2) for play in (strategy("minimax"), strategy(), InOrder())]
    assert results[2].losses
    figure = plots.distribution(results)
    assert len(figure.axes) == 3
    for axes, result in zip(figure.axes, results, strict=True):
        bars = [each for each in axes.patches if isinstance(each, Rectangle)]
        found = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in bars}
        assert found == result.histogram
        assert [bool(bar.get_hatch()) for bar in bars] == [guesses > 2 for guesses in result.histogram]
        assert [text.get_text() for text in axes.texts] == [f"{n}" if n else "" for n in result.histogram.values()]
        assert axes.lines[0].get_xdata() == [result.mean, result.mean]
        said = f"mean {result.mean:.4f}" + (f", {result.losses} lost" if result.losses else "")
        shown = axes.get_legend()
        assert shown
        assert [text.get_text() for text in shown.get_texts()] == [said]
        assert axes.get_title("left") == f"{result.label.split(' on ')[0]}, {result.opener}"


def test_distributions_on_several_games_name_them_all() -> None:
    results = [evaluate(grow(InOrder(), Belief.start(samples.wordle("ab", name=name)))) for name in ("one", "two")]
    figure = plots.distribution(results)
    titles = [axes.get_title("left") for axes in figure.axes]
    assert titles == [f"in-order on {name} (1 guesses, 1 answers), ab" for name in ("one", "two")]


def test_many_numbers_of_guesses_are_not_labelled_one_by_one() -> None:
    game = samples.wordle(*(f"{first}{second}" for first in "abcde" for second in "fghij"))
    axes = plots.distribution([evaluate(grow(InOrder(), Belief.start(game)))]).axes[0]
    assert len(axes.get_xticks()) < 15
    far = samples.random_table(np.random.default_rng(0), 30, 0, 1)
    axes = plots.distribution([evaluate(grow(InOrder(), Belief.start(far)))]).axes[0]
    assert len(axes.patches) == 30
    assert len(axes.get_xticks()) < 15
    assert not axes.texts


def left_by(game: Game, guesses: list[str], secret: str, likely: dict[str, float]) -> float:
    """The bits that are left after some guesses, worked out the plain way."""
    fits = [word for word in likely if all(game.reply(each, word) == game.reply(each, secret) for each in guesses)]
    total = sum(likely[word] for word in fits)
    return sum(-likely[word] / total * math.log2(likely[word] / total) for word in fits)


@pytest.mark.parametrize("belief", [BELIEF, LIKELY], ids=["uniform", "weighted"])
def test_bits_shrink_as_the_replies_say(belief: Belief) -> None:
    tree = grow(strategy("entropy"), belief)
    likely = dict(zip(GAME.secrets, belief.probabilities.tolist(), strict=True))
    games = {word: [clue.guess for clue in tree.play(word)] for word in WORDS}
    paths = {
        word: [left_by(GAME, guesses[:count], word, likely) for count in range(len(guesses) + 1)]
        for word, guesses in games.items()
    }
    axes = plots.bits(tree, belief, ["batty", "abhor"]).axes[0]
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


def annotations(axes: Axes) -> Iterator[Any]:
    """The words beside the points."""
    return (text for text in axes.texts if text.get_text())


def test_bits_of_a_quick_a_middling_and_a_slow_secret_are_shown_by_default() -> None:
    tree = grow(InOrder(), BELIEF)
    depths = tree.depths()
    quick, middle, slow = plots.example_secrets(tree)
    assert depths[quick] == min(depths.values())
    assert depths[slow] == max(depths.values())
    assert depths[middle] == sorted(depths.values())[len(depths) // 2]
    assert legend(plots.bits(tree, BELIEF))[:3] == [
        f"{word} ({depths[word]} guess{'es' if depths[word] > 1 else ''})" for word in (quick, middle, slow)
    ]


@pytest.mark.slow
def test_words_beside_the_points_keep_apart(original: Wordle) -> None:
    belief = Belief.start(original)
    tree = grow(strategy("entropy"), belief)
    figure = plots.bits(tree, belief, ["rebut", "light", "found", "crane", "fight", "night"])
    lay_out(figure)
    axes = figure.axes[0]
    boxes = [text.get_window_extent() for text in annotations(axes)]
    assert len(boxes) > 12
    assert not any(one.padded(-2).overlaps(two.padded(-2)) for one, two in combinations(boxes, 2))
    assert all(axes.bbox.y0 <= box.y0 and box.y1 <= axes.bbox.y1 for box in boxes)
    assert sum(text.get_text() == tree.opener for text in annotations(axes)) == 1


def bars(axes: Axes) -> list[Rectangle]:
    """The bars of a panel."""
    return [each for each in axes.patches if isinstance(each, Rectangle)]


def tick_names(axes: Axes) -> list[str]:
    """What is written beside horizontal bars."""
    return [text.get_text() for text in axes.get_yticklabels()]


def written(axes: Axes) -> list[str]:
    """The words in a panel."""
    return [text.get_text() for text in axes.texts]


def test_a_belief_is_drawn_by_probability_with_the_others_as_one_bar() -> None:
    figure = plots.belief(LIKELY, "an odd prior", 4)
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
    bits = -sum(each / 100 * math.log2(each / 100) for each in percents.values())
    assert figure.get_suptitle() == f"What the word may be on {GAME.label}: 12 words, {bits:.2f} bits\nan odd prior"


def test_others_that_are_far_likelier_together_are_cut_off_with_a_note() -> None:
    axes = plots.belief(BELIEF, top=2).axes[0]
    assert [bar.get_width() for bar in bars(axes)] == pytest.approx([100 / 12, 100 / 12, 1000 / 12])
    assert axes.get_xlim()[1] < 10
    assert written(axes)[-1] == "83.3%, beyond this picture →"


def test_few_words_are_all_drawn() -> None:
    assert tick_names(plots.belief(BELIEF, top=12).axes[0]) == [*WORDS]
    found = BELIEF.after("aback", GAME.win)
    figure = plots.belief(found)
    assert [bar.get_width() for bar in bars(figure.axes[0])] == [100]
    assert "1 word, 0.00 bits" in figure.get_suptitle()


def sizes_by_reply(guess: str) -> list[tuple[str, int]]:
    """The replies to a guess and how many words give them, the most first, worked out the plain way."""
    counts = Counter(GAME.reply(guess, word) for word in WORDS)
    return [(GAME.reply_text(reply), count) for reply, count in sorted(counts.items(), key=lambda e: (-e[1], e[0]))]


def test_a_split_has_a_bar_for_every_reply_and_a_panel_for_every_guess() -> None:
    figure = plots.split(BELIEF, ["abate", "xylyl"], "uniform prior")
    assert figure.get_suptitle() == f"Parts that a guess makes of 12 words of {GAME.label}\nuniform prior"
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
    title = plots.split(LIKELY, ["abate"]).axes[0].get_title("left")
    assert f"{-sum(chance * math.log2(chance) for chance, _ in parts):.2f} bits" in title
    assert f"\n{sum(chance * size for chance, size in parts):.1f} left on average" in title


def test_of_many_parts_the_largest_are_dark_and_listed(original: Wordle) -> None:
    figure = plots.split(Belief.start(original), ["crane"])
    axes = figure.axes[0]
    counts = Counter(original.reply("crane", word) for word in original.secrets)
    rows = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    assert [bar.get_height() for bar in bars(axes)] == [count for _, count in rows]
    largest = [f"{original.reply_text(reply)}: {count}" for reply, count in rows[:8]]
    assert written(axes) == ["\n".join(["the dark bars:", *largest])]
    assert [bar.get_facecolor() == to_rgba(plots.BLUE) for bar in bars(axes)] == [True] * 8 + [False] * (len(rows) - 8)


def test_the_list_of_the_largest_parts_keeps_off_the_bars() -> None:
    table = samples.random_table(np.random.default_rng(0), 60, 0, 60)
    figure = plots.split(Belief.start(table), ["0000"])
    lay_out(figure)
    axes = figure.axes[0]
    (names,) = axes.texts
    assert len(bars(axes)) > 30
    assert not any(bar.get_window_extent().overlaps(names.get_window_extent()) for bar in bars(axes))


def test_the_prior_marks_answers_middle_and_share() -> None:
    ranks = ["botch", "hotty", "aback", "xylyl"]
    weights = {"aback": 0.5, "botch": 1.0, "hotty": 0.75, "xylyl": 0.25}
    figure = plots.prior("a list", ranks, weights, ["aback", "botch"], "a prior", 2.5)
    axes = figure.axes[0]
    assert dots(axes, 0) == [(3, 0.5), (1, 1.0)]
    assert dots(axes, 1) == [(2, 0.75), (4, 0.25)]
    assert axes.lines[0].get_xdata() == [2.5, 2.5]
    assert [(bar.get_x(), bar.get_width(), bar.get_height()) for bar in bars(axes)] == [
        (0.5, 1, 1),
        (1.5, 1, 0),
        (2.5, 1, 1),
        (3.5, 1, 0),
    ]
    assert legend(figure)[:2] == ["2 answers", "2 other guesses"]
    assert "middle, rank 2: weight 1/2" in legend(figure)
    assert figure.get_suptitle().endswith("on a list\na prior")


def test_the_prior_of_answers_alone_has_one_kind_of_dot() -> None:
    figure = plots.prior("a list", ["botch", "hotty", "aback"], {"aback": 3.0, "botch": 7.0}, ["aback", "botch"])
    axes = figure.axes[0]
    assert len(axes.collections) == 1
    assert not bars(axes)
    assert not axes.lines
    assert axes.get_ylim()[1] > 7
    far = plots.prior("a list", ["botch"], {"botch": 0.9}, ["botch"], "", 500)
    assert legend(far)[-1] == "middle, rank 500: weight 1/2, outside this picture"
    assert far.axes[0].get_xlim()[1] < 2


@pytest.mark.parametrize("belief", [BELIEF, LIKELY], ids=["uniform", "weighted"])
def test_a_game_is_drawn_as_bars_that_shrink(belief: Belief) -> None:
    likely = dict(zip(GAME.secrets, belief.probabilities.tolist(), strict=True))
    clues = [Clue(guess, GAME.reply(guess, "booty")) for guess in ("abate", "bobby", "booty")]
    figure = plots.game(belief, clues, "a player", "a prior")
    axes = figure.axes[0]
    left, notes = dict(likely), []
    counts = [len(left)]
    for guess, reply in clues:
        total = sum(left.values())
        chances: dict[int, float] = {}
        for word, chance in left.items():
            chances[GAME.reply(guess, word)] = chances.get(GAME.reply(guess, word), 0) + chance / total
        expected = -sum(chance * math.log2(chance) for chance in chances.values())
        left = {word: chance for word, chance in left.items() if GAME.reply(guess, word) == reply}
        counts.append(len(left))
        got = -math.log2(chances[reply])
        notes.append(f"{counts[-2]} → {counts[-1]}: {abs(expected):.2f} bits expected, {abs(got):.2f} got")
    assert [round(bar.get_x() + bar.get_width(), 9) for bar in bars(axes)] == counts[:-1] + counts[1:]
    assert written(axes) == notes
    assert tick_names(axes) == [f"{guess}\n{GAME.reply_text(reply)}" for guess, reply in clues]
    assert axes.get_xscale() == "log"
    assert figure.get_suptitle() == f"How a player finds booty on {GAME.label}: 3 guesses\na prior"


def test_lookahead_is_drawn_beside_what_theory_expects() -> None:
    figure = plots.lookahead("a list", [10, 70, 500], 10, 4.0, "all 10 words")
    axes = figure.axes[0]
    measured, every, alone = axes.lines
    assert points(measured) == [(1, 10), (2, 70), (3, 500)]
    assert points(every) == [(1, 10), (2, 400), (3, 16000)]
    assert points(alone) == [(1, 10), (2, 40), (3, 160)]
    assert axes.get_yscale() == "log"
    assert [text.partition(":")[0] for text in legend(figure)] == ["measured", "N·(N·M)^k", "N·M^k"]
    assert "a list\nall 10 words\nN = 10 guesses, M = 4.0 replies" in figure.get_suptitle()


def test_openers_are_drawn_by_what_was_predicted_for_them() -> None:
    figure = plots.openers(ACCURACY)
    for axes, name in zip(figure.axes, ("one", "two"), strict=True):
        assert dots(axes, 0) == [(each.exact, each.predicted[name]) for each in ACCURACY.sample]
        assert dots(axes, 1) == [(each.exact, each.predicted[name]) for each in ACCURACY.best]
        assert points(axes.lines[0]) == [(3.4, 3.4), (4.0, 4.0)]
    assert figure.axes[0].get_title("left") == "one\nmean squared error\n4.0000 at random, 0.1300 best"
    assert legend(figure) == ["predicted = exact", "1 openers, at random", "2 openers, best"]
    assert legend(plots.openers(replace(ACCURACY, population=1)))[1] == "1 openers, all"
    assert legend(plots.openers(replace(ACCURACY, best=[]))) == ["predicted = exact", "1 openers, at random"]


def test_convergence_is_a_line_per_search_from_brute_force_on() -> None:
    figure = plots.convergence([SEARCH, OTHER])
    (axes,) = figure.axes
    (above,) = axes.child_axes
    for panel in (axes, above):
        for line, run in zip(panel.lines, (SEARCH, OTHER), strict=False):
            assert points(line) == [(step.iteration, step.mean) for step in run.steps]
    low, high = axes.get_ylim()
    assert low < 3.5 < 3.7 < high < 4
    low, high = above.get_ylim()
    assert 4 < low < 1000.5 < high
    for panel in (axes, above):
        low, high = panel.get_xlim()
        assert low < 0 < 4 < high
    assert [text.get_text() for text in above.get_yticklabels()] == ["1,000.5"]
    assert above.texts[0].get_text() == "brute force, at iteration 0, takes 1,000.5 guesses"
    assert legend(figure)[:2] == [
        "entropic, benefit of the doubt: 3.5000 after 4 iterations",
        "statistical, benefit of the doubt: 3.6000 after 2 iterations",
    ]
    slow = replace(OTHER, steps=[*OTHER.steps[:2], replace(OTHER.steps[2], seconds=12.4)])
    assert legend(plots.convergence([slow]))[0].endswith(" after 2 iterations, 12 s")


def test_both_ways_of_exploring_are_drawn_side_by_side() -> None:
    figure = plots.convergence([SEARCH, replace(SEARCH, explore="sample", seed=3)])
    assert [text.split(":")[0] for text in legend(figure)[:2]] == [
        "entropic, benefit of the doubt",
        "entropic, sampling (seed 3)",
    ]


@pytest.mark.parametrize(
    ("optimal", "optimum", "height", "said"),
    [
        (False, None, 3.5, "lowest so far, 3.5000: not proved"),
        (True, None, 3.5, "optimum, 3.5000"),
        (False, 3.25, 3.25, "optimum, 3.2500"),
        (False, 3.50004, 3.50004, "optimum, 3.5000"),
    ],
)
def test_the_optimum_is_drawn_where_it_is_known(optimal: bool, optimum: float | None, height: float, said: str) -> None:
    figure = plots.convergence([OTHER, replace(SEARCH, optimal=optimal)], optimum)
    assert [height, height] in [line.get_ydata() for line in figure.axes[0].lines[2:]]
    assert figure.axes[0].get_ylim()[0] < height
    assert legend(figure)[-1] == said


def test_a_search_that_was_over_at_once_is_drawn() -> None:
    run = converge(Belief.start(samples.wordle("ab")), ESTIMATORS[0])
    axes = plots.convergence([run]).axes[0]
    assert not axes.child_axes
    assert points(axes.lines[0]) == [(0.0, 1.0)]
    assert not axes.texts


STEP = SEARCH.steps[0]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: plots.distribution([]), "nothing to draw: name a strategy"),
        (lambda: plots.convergence([]), "nothing to draw: a search has no steps"),
        (lambda: plots.convergence([replace(SEARCH, steps=[])]), "nothing to draw: a search has no steps"),
        (lambda: plots.convergence([SEARCH, replace(SEARCH, label="b")]), "of different games: a list, b"),
        (lambda: plots.convergence([SEARCH], 3.6), "found a mean of 3.5000, so 3.6000 is not the optimum"),
        (lambda: plots.convergence([replace(SEARCH, steps=[replace(STEP, mean=math.nan)])]), "is no number"),
        (
            lambda: plots.convergence([replace(SEARCH, steps=[replace(STEP, explored="x", mean=math.inf)])]),
            "is no number",
        ),
        (lambda: plots.belief(BELIEF, top=0), "shows 1 to 200 of the likeliest, not 0"),
        (lambda: plots.belief(BELIEF, top=201), "shows 1 to 200 of the likeliest, not 201"),
        (lambda: plots.split(BELIEF, []), "nothing to draw: name a guess"),
        (lambda: plots.split(BELIEF, ["abate"] * 21), "compares at most 20 guesses, not 21"),
        (lambda: plots.openers(replace(ACCURACY, best=[], sample=[])), "no opener or no estimator"),
        (lambda: plots.openers(replace(ACCURACY, best=[Opener("a", 3.0, {})], sample=[])), "no opener or no estim"),
        (lambda: plots.openers(replace(ACCURACY, sample=[Opener("a", math.inf, {"one": 1, "two": 1})])), "is no num"),
        (lambda: plots.openers(replace(ACCURACY, sample=[Opener("a", 1, {"one": math.nan, "two": 1})])), "is no num"),
    ],
)
def test_what_cannot_be_drawn_is_refused(make: Any, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        make()


@pytest.mark.parametrize(("suffix", "start"), [("png", b"\x89PNG"), ("SVG", b"<?xml")])
def test_a_plot_is_written_in_the_format_of_its_suffix(suffix: str, start: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"plot.{suffix}"
    path.write_text("old")
    plots.save(plots.convergence([SEARCH]), path)
    assert path.read_bytes() == plots.render(plots.convergence([SEARCH]), f".{suffix.lower()}")
    assert path.read_bytes().startswith(start)
    assert [*tmp_path.iterdir()] == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "plot.svg", tmp_path / "link.svg"
    path.write_text("old")
    link.symlink_to(path)
    plots.save(plots.convergence([SEARCH]), link)
    assert link.is_symlink()
    assert path.read_bytes().startswith(b"<?xml")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("plot.pdf", r"plot\.pdf: a plot is written as PNG or SVG; end the name in \.png or \.svg"),
        ("plot", "plot: a plot is written as PNG or SVG"),
        ("missing/plot.png", r"missing/plot\.png: cannot be written \(there is no folder .*missing\)"),
        ("folder.png", r"folder\.png: cannot be written \(Is a directory\)"),
        (f"{'x' * 300}.png", r"cannot be written \(File name too long\)"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(FewestError, match=message):
        plots.save(plots.convergence([SEARCH]), tmp_path / name)
    assert [*tmp_path.iterdir()] == [tmp_path / "folder.png"]


def run(code: str) -> "subprocess.CompletedProcess[str]":
    """Run a few lines in a Python of their own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_without_matplotlib_a_sentence_says_how_to_get_it() -> None:
    result = run("import sys; sys.modules['matplotlib'] = None; import fewest.report.plots")
    last = result.stderr.splitlines()[-1]
    assert last == (
        "fewest.errors.FewestError: Plots need the package matplotlib; install it with: pip install 'fewest[plots]'."
    )


def test_neither_the_library_nor_the_command_line_loads_matplotlib() -> None:
    assert run("import sys, fewest, fewest.cli; sys.exit('matplotlib' in sys.modules)").returncode == 0


def test_trees_of_other_games_are_drawn_too() -> None:
    game = samples.random_table(np.random.default_rng(1), 20, 5, 6)
    belief = Belief.start(game)
    tree: Tree = grow(strategy("entropy"), belief)
    line = plots.bits(tree, belief, ["0003"]).axes[0].lines[0]
    assert np.allclose(points(line)[0], (0, math.log2(20)))
    assert record(tree, belief).bits.max() == pytest.approx(math.log2(20))
