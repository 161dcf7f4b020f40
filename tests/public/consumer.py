"""A script of someone who uses fewest: `mypy --strict` reads it against the installed wheel, and it runs there."""

import fewest
from fewest import (
    Belief,
    Clue,
    Evaluation,
    FewestError,
    Game,
    Mastermind,
    Proof,
    Prover,
    Setup,
    Strategy,
    Suggestion,
    Tree,
    Wordle,
    evaluate,
    grow,
    prove,
    scorer,
    split,
    strategy,
    suggest,
)
from fewest.games import make_game


def first_words(belief: Belief) -> list[str]:
    """The first words that are possible."""
    return belief.words[:3]


game: Game = make_game("mastermind:pegs=3,colours=3")
start: Belief = Belief.start(game)
play: Strategy = strategy("entropy")
best: list[Suggestion] = play.suggest(start, 3)
tree: Tree = grow(play, start)
found: Evaluation = evaluate(tree)
mean: float = found.mean
proof: Proof = prove(Prover(start))
bits: float = float(split(start).entropy.max())
clue: Clue = Clue.parse("crane=01200", Setup(edition="original").make_game())
wordle: type[Game] = Wordle
codes: Game = Mastermind(2, 3)
advice = suggest(Setup(clues=("crane=01200",)))
text: str = advice.to_json_text()
number: int = advice.remaining
version: str = fewest.__version__

try:
    strategy("best")
except FewestError as error:
    message: str = str(error)

print(version, first_words(start), best[0].guess, mean, bits, number, len(text) > 0, scorer is not None, clue.guess)
