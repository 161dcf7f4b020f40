from pathlib import Path

import numpy as np
import pytest
from matplotlib.collections import PathCollection

from fewest import Belief, FewestError
from fewest.curves import COUNT
from fewest.learning.training import Learnt, Samples, train
from fewest.questions.train import train as ask
from fewest.report.expected_moves import draw, expected_moves
from fewest.setup import Setup
from tests.report.cases import BELIEF, GAME, LIKELY, dots, lay_out, legend, points


@pytest.mark.parametrize("belief", [BELIEF, LIKELY], ids=["uniform", "weighted"])
def test_expected_moves_shows_positions_knots_and_curve(belief: Belief) -> None:
    curve, made = train(belief)
    seen = made[0].samples
    figure = draw(Learnt(curve, seen, 0.5, "an odd prior"))
    assert figure.get_suptitle().endswith(f"(learnt on {GAME.label})\nan odd prior")
    axes = figure.axes[0]
    assert axes.get_xlabel() == "uncertainty (bits)"
    assert axes.get_ylabel() == "guesses still needed on average,\nincluding the current one"
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
    smooth, empty, means = axes.lines
    buckets: dict[int, list[tuple[float, float, float]]] = {}
    for bits, guesses, weight in zip(seen.bits, seen.guesses, seen.weights, strict=True):
        if bits > 1e-6:
            buckets.setdefault(max(1, round(float(bits) / 0.5)), []).append((bits, guesses, weight))
    rows = [np.array(buckets[number]) for number in sorted(buckets)]
    assert np.allclose(points(means), [np.average(each[:, :2], axis=0, weights=each[:, 2]) for each in rows])
    assert legend(figure) == [
        f"{len(seen.bits)} positions (larger: more often)",
        "fitted curve (never falls)",
        "no data here",
        "means per 0.5 bits",
    ]
    at = np.asarray(smooth.get_xdata())
    assert (at[0], at[-1]) == (0.0, curve.bits[-1])
    known, guessed = (np.asarray(line.get_ydata()) for line in (smooth, empty))
    assert np.where(np.isnan(known), guessed, known).tolist() == curve(at).tolist()
    ends = [0.0, *(x for x, _ in points(means))]
    for x, is_known in zip(at, ~np.isnan(known), strict=True):
        below, above = max(end for end in ends if end <= x), min((end for end in ends if end >= x), default=np.inf)
        assert is_known == (above - below <= 1.0)


def test_positions_that_differ_by_rounding_are_one_dot() -> None:
    seen = Samples(np.array([1.0, 1.0 + 1e-13]), np.array([1.5, 1.5]), np.array([0.25, 0.5]))
    curve, _ = train(BELIEF)
    axes = draw(Learnt(curve, seen)).axes[0]
    assert dots(axes, 0) == [(1.0, 1.5)]


def test_a_curve_without_positions_is_drawn_with_its_knots() -> None:
    curve, _ = train(BELIEF)
    figure = draw(Learnt(curve))
    smooth, knots = figure.axes[0].lines
    assert points(knots) == list(zip(curve.bits, curve.guesses, strict=True))
    assert np.asarray(smooth.get_xdata())[-1] == curve.bits[-1]
    assert not figure.axes[0].collections
    assert legend(figure) == ["fitted curve (never falls)", "points of the curve"]
    assert figure.get_suptitle().endswith(f"(learnt on {GAME.label})")


def test_the_legend_of_many_positions_fits() -> None:
    curve, _ = train(BELIEF)
    many = np.linspace(0.1, 12, 14_855)
    figure = draw(Learnt(curve, Samples(many, 1 + many / 4, np.full(len(many), 1e-4)), 0.25))
    lay_out(figure)
    everything = figure.get_tightbbox()
    assert 0 <= everything.x0 < everything.x1 <= figure.get_size_inches()[0]


def test_a_curve_is_learnt_or_read_with_its_data(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "curve.json"
    made = ask(setup)
    made.save(path)
    figures = expected_moves(setup), expected_moves(data=made), expected_moves(Setup(), data=path)
    assert len({figure.get_suptitle() for figure in figures}) == 1
    learnt, given, read = (np.array(dots(figure.axes[0], 0)) for figure in figures)
    assert np.array_equal(learnt, given)
    assert np.allclose(learnt, read, atol=1e-5)
    with pytest.raises(FewestError, match="--data says which game was played"):
        expected_moves(setup, data=path)
    with pytest.raises(FewestError, match="--uncertainty has no effect with --data"):
        expected_moves(data=path, uncertainty=COUNT)


def test_a_curve_over_counts_says_so(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "curve.json"
    ask(setup, uncertainty=COUNT).save(path)
    for figure in (expected_moves(setup, uncertainty=COUNT), expected_moves(data=path)):
        assert figure.axes[0].get_xlabel() == "log₂ of the number of possible secrets"
