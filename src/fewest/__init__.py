"""Solve Wordle and its family in the fewest guesses."""

from importlib import import_module

TYPE_CHECKING = False  # what checks types takes it for True; typing itself takes a while to import
if TYPE_CHECKING:
    from fewest.belief import Belief, Clue
    from fewest.errors import FewestError
    from fewest.games import Game, Wordle
    from fewest.scorers import SCORERS, Scorer, scorer
    from fewest.search import Proof, Prover, prove
    from fewest.splits import Split, split
    from fewest.strategies import STRATEGIES, Greedy, Strategy, Suggestion, strategy
    from fewest.trees.evaluation import Evaluation, evaluate
    from fewest.trees.tree import Node, Tree, grow

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

_MODULES = {
    "belief": ("Belief", "Clue"),
    "errors": ("FewestError",),
    "trees.evaluation": ("Evaluation", "evaluate"),
    "games": ("Game", "Wordle"),
    "search": ("Proof", "Prover", "prove"),
    "scorers": ("SCORERS", "Scorer", "scorer"),
    "splits": ("Split", "split"),
    "strategies": ("STRATEGIES", "Greedy", "Strategy", "Suggestion", "strategy"),
    "trees.tree": ("Node", "Tree", "grow"),
}
"""Where each public name is: imported when it is first used, so that the program hears of Ctrl-C from the start."""


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        for module, names in _MODULES.items():
            if name in names:
                try:
                    value = globals()[name] = getattr(import_module(f"fewest.{module}"), name)
                except ImportError as error:
                    if error.name != "fewest._core" and "_core" not in str(error):
                        raise
                    raise ImportError(
                        "fewest is installed without its compiled core; build it by running 'pip install .' in the "
                        f"folder of its source ({error})."
                    ) from None
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
