"""Solve Wordle and its family in the fewest guesses."""

try:
    from fewest import _core as _core
except ImportError as error:
    raise ImportError(
        "fewest is installed without its compiled core; build it by running 'pip install .' in the folder of its source"
        f" ({error})."
    ) from None

from fewest.belief import Belief, Clue
from fewest.errors import FewestError
from fewest.evaluation import Evaluation, evaluate
from fewest.games import Game, Wordle
from fewest.optimal import Proof, Prover, prove
from fewest.scorers import SCORERS, Scorer, scorer
from fewest.splits import Split, split
from fewest.strategies import STRATEGIES, Greedy, Strategy, Suggestion, strategy
from fewest.tree import Node, Tree, grow

__version__ = "0.1.0"

__all__ = [
    "SCORERS",
    "STRATEGIES",
    "Belief",
    "Clue",
    "Evaluation",
    "FewestError",
    "Game",
    "Greedy",
    "Node",
    "Proof",
    "Prover",
    "Scorer",
    "Split",
    "Strategy",
    "Suggestion",
    "Tree",
    "Wordle",
    "evaluate",
    "grow",
    "prove",
    "scorer",
    "split",
    "strategy",
]
