"""Small data for every figure, and functions that read the contents of a figure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from fewest import Belief, Game
from fewest.learning.accuracy import Accuracy, Opener, measure
from fewest.learning.convergence import Convergence, Iteration, converge
from fewest.learning.training import Learnt, train
from fewest.report import convergence, expected_moves, frame, openers, plot
from fewest.report.frame import Plot
from fewest.scorers import SCORERS
from fewest.setup import Setup
from tests import samples

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


@dataclass(frozen=True)
class Given(Setup):
    """A setup for an existing belief."""

    start: Belief = BELIEF
    numbers: Sequence[float] | None = None
    """The weights of the secrets."""

    def make_game(self, words: object = None) -> Game:
        """The game of the belief."""
        return self.start.game

    def weights(self, game: Game) -> list[Fraction] | None:
        """The weights as fractions."""
        return None if self.numbers is None else [*map(Fraction, self.numbers)]

    def belief(self, game: Game | None = None) -> Belief:
        """The belief after the clues."""
        return self.start.after_all(self.clues)


def draw(name: str) -> Plot:
    """Every kind of plot for a small game."""
    if name == "expected_moves":
        curve, made = train(BELIEF)
        return expected_moves.draw(Learnt(curve, made[-1].samples, conditions="frequency prior (midpoint 1,500)"))
    if name == "openers":
        return openers.draw(measure(BELIEF, ESTIMATORS, best=3, sample=5))
    if name == "convergence":
        return convergence.draw([replace(converge(BELIEF, scorer), label=GAME.label) for scorer in ESTIMATORS])
    options: dict[str, dict[str, Any]] = {
        "belief": {"top": 5},
        "bits": {"by": "entropy"},
        "distribution": {"by": ["minimax", "letters"]},
        "game": {"secret": "booty", "by": "entropy"},
        "lookahead": {"depth": 2},
        "split": {"texts": ["abate", "xylyl"]},
    }
    figure: Plot = getattr(plot, name)(Given(start=LIKELY, numbers=[*range(1, 13)]), **options.get(name, {}))
    return figure


NAMES = plot.__all__


def points(line: Line2D) -> list[tuple[float, float]]:
    """The points of a line."""
    return list(zip(np.asarray(line.get_xdata()).tolist(), np.asarray(line.get_ydata()).tolist(), strict=True))


def dots(axes: Axes, at: int) -> list[tuple[float, float]]:
    """The points of a scatter."""
    return [(float(x), float(y)) for x, y in np.asarray(axes.collections[at].get_offsets())]


def legend(figure: Plot) -> list[str]:
    """The words of the figure's legend."""
    return [text.get_text() for text in figure.legends[0].get_texts()]


def lay_out(figure: Plot) -> None:
    """Lay out a figure."""
    with matplotlib.rc_context(frame.STYLE):
        figure.draw_without_rendering()


def annotations(axes: Axes) -> Iterator[Any]:
    """The words beside the points."""
    return (text for text in axes.texts if text.get_text())


def bars(axes: Axes) -> list[Rectangle]:
    """The bars of a panel."""
    return [each for each in axes.patches if isinstance(each, Rectangle)]


def tick_names(axes: Axes) -> list[str]:
    """The labels of horizontal bars."""
    return [text.get_text() for text in axes.get_yticklabels()]


def written(axes: Axes) -> list[str]:
    """The words in a panel."""
    return [text.get_text() for text in axes.texts]
