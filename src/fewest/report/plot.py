"""The functions that draw figures: `fewest.plot`."""

from fewest.report.belief import belief
from fewest.report.bits import bits
from fewest.report.convergence import convergence
from fewest.report.distribution import distribution
from fewest.report.expected_moves import expected_moves
from fewest.report.game import game
from fewest.report.lookahead import lookahead
from fewest.report.openers import openers
from fewest.report.prior import prior
from fewest.report.split import split

__all__ = [
    "belief",
    "bits",
    "convergence",
    "distribution",
    "expected_moves",
    "game",
    "lookahead",
    "openers",
    "prior",
    "split",
]
