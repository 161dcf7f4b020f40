"""Solve Wordle and its family in the fewest guesses."""

from fewest.system.lazy import lazy_names

TYPE_CHECKING = False  # type checkers assume True; importing typing would take a while
if TYPE_CHECKING:
    from fewest._core import StopToken
    from fewest.belief import Belief, Clue
    from fewest.curves import Curve
    from fewest.errors import FewestError
    from fewest.games import BullsAndCows, Game, Mastermind, Symmetry, Wordle, register_game
    from fewest.questions.accuracy import accuracy
    from fewest.questions.analyse import analyse
    from fewest.questions.compare import compare
    from fewest.questions.converge import converge
    from fewest.questions.regret import regret
    from fewest.questions.reply import reply
    from fewest.questions.solve import solve
    from fewest.questions.suggest import suggest
    from fewest.questions.train import train
    from fewest.report import plot
    from fewest.scorers import SCORERS, Scorer, scorer
    from fewest.search import Proof, Prover, prove
    from fewest.setup import Setup
    from fewest.splits import Split, split
    from fewest.strategies import STRATEGIES, Greedy, Lookahead, Optimal, Strategy, Suggestion, strategy
    from fewest.trees.evaluation import Evaluation, evaluate
    from fewest.trees.tree import Node, Tree, grow, play_each
    from fewest.watch import Progress, Watch
    from fewest.words import frequency_weights

__version__ = "0.1.0"

__all__ = [
    "SCORERS",
    "STRATEGIES",
    "Belief",
    "BullsAndCows",
    "Clue",
    "Curve",
    "Evaluation",
    "FewestError",
    "Game",
    "Greedy",
    "Lookahead",
    "Mastermind",
    "Node",
    "Optimal",
    "Progress",
    "Proof",
    "Prover",
    "Scorer",
    "Setup",
    "Split",
    "StopToken",
    "Strategy",
    "Suggestion",
    "Symmetry",
    "Tree",
    "Watch",
    "Wordle",
    "accuracy",
    "analyse",
    "compare",
    "converge",
    "evaluate",
    "frequency_weights",
    "grow",
    "play_each",
    "plot",
    "prove",
    "register_game",
    "regret",
    "reply",
    "scorer",
    "solve",
    "split",
    "strategy",
    "suggest",
    "train",
]

if not TYPE_CHECKING:
    # Imported when they are first used, so that the program handles Ctrl-C from the start.
    _load = lazy_names(
        __name__,
        {
            "_core": ("StopToken",),
            "belief": ("Belief", "Clue"),
            "curves": ("Curve",),
            "errors": ("FewestError",),
            "games": ("BullsAndCows", "Game", "Mastermind", "Symmetry", "Wordle", "register_game"),
            "questions.accuracy": ("accuracy",),
            "questions.analyse": ("analyse",),
            "questions.compare": ("compare",),
            "questions.converge": ("converge",),
            "questions.regret": ("regret",),
            "questions.reply": ("reply",),
            "questions.solve": ("solve",),
            "questions.suggest": ("suggest",),
            "questions.train": ("train",),
            "report": ("plot",),
            "scorers": ("SCORERS", "Scorer", "scorer"),
            "search": ("Proof", "Prover", "prove"),
            "setup": ("Setup",),
            "splits": ("Split", "split"),
            "strategies": ("STRATEGIES", "Greedy", "Lookahead", "Optimal", "Strategy", "Suggestion", "strategy"),
            "trees.evaluation": ("Evaluation", "evaluate"),
            "trees.tree": ("Node", "Tree", "grow", "play_each"),
            "watch": ("Progress", "Watch"),
            "words": ("frequency_weights",),
        },
    )

    def __getattr__(name: str) -> object:
        try:
            return _load(name)
        except ImportError as error:
            if error.name != "fewest._core" and "_core" not in str(error):
                raise
            raise ImportError(
                "The compiled core of fewest is missing. Build it with 'pip install .' in the folder of the source "
                f"({error})."
            ) from None
