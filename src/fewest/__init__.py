"""Solve Wordle and its family in the fewest guesses."""

from fewest.system.lazy import lazy_names

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

if not TYPE_CHECKING:
    # Imported when they are first used, so that the program hears of Ctrl-C from the start.
    _load = lazy_names(
        __name__,
        {
            "belief": ("Belief", "Clue"),
            "errors": ("FewestError",),
            "games": ("Game", "Wordle"),
            "scorers": ("SCORERS", "Scorer", "scorer"),
            "search": ("Proof", "Prover", "prove"),
            "splits": ("Split", "split"),
            "strategies": ("STRATEGIES", "Greedy", "Strategy", "Suggestion", "strategy"),
            "trees.evaluation": ("Evaluation", "evaluate"),
            "trees.tree": ("Node", "Tree", "grow"),
        },
    )

    def __getattr__(name: str) -> object:
        try:
            return _load(name)
        except ImportError as error:
            if error.name != "fewest._core" and "_core" not in str(error):
                raise
            raise ImportError(
                "fewest is installed without its compiled core; build it by running 'pip install .' in the folder of "
                f"its source ({error})."
            ) from None
