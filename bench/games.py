"""How many guesses real games take by the advice that players get, and what it costs to prefer common words.

python bench/games.py past-answers.csv             a row for the best guess each time, and one for the default
python bench/games.py past-answers.csv --list 10   the guesses of the last ten games by default, too

The file has a date and a word per line. The belief is that of today's game, without past answers.
"""

import argparse
from datetime import date
from pathlib import Path

import numpy as np

from fewest import Belief, Tree, grow
from fewest.setup import TODAY
from fewest.strategies.advice import DEFAULT_MARGIN, Advised, WordPreference
from fewest.words.prior import PastAnswers


def main() -> None:
    """Print a row per margin."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="a date and a word per line")
    parser.add_argument("--since", type=date.fromisoformat, default=date(2025, 1, 1), help="the first day")
    parser.add_argument("--list", type=int, default=0, metavar="N", help="list the guesses of the last N games")
    chosen = parser.parse_args()
    start = TODAY.belief()
    answers = [
        past.word for past in PastAnswers.load(chosen.file).read() if past.day is not None and past.day >= chosen.since
    ]
    print(f"{len(answers)} games since {chosen.since}\n")
    print("| margin | first guess | mean | guesses 1 to 6, more | worst |\n" + "| --- " * 5 + "|")
    most = start.game.max_guesses
    trees = {margin: played(start, margin, answers) for margin in (0.0, DEFAULT_MARGIN)}
    guesses = {margin: guesses_of(tree, answers) for margin, tree in trees.items()}
    for margin, taken in guesses.items():
        counts = np.bincount(np.minimum(taken, most + 1), minlength=most + 2)[1:]
        histogram = ", ".join(map(str, counts.tolist()))
        print(f"| {margin} | {trees[margin].opener} | {taken.mean():.4f} | {histogram} | {taken.max()} |")
    more = guesses[DEFAULT_MARGIN] - guesses[0.0]
    error = more.std() / np.sqrt(len(answers))
    print(f"\nThe default takes {more.mean():+.4f} guesses, with a standard error of {error:.4f}.")
    for answer in answers[len(answers) - chosen.list :]:
        print(f"{answer}: {' '.join(clue.guess for clue in trees[DEFAULT_MARGIN].play(answer))}")


def played(start: Belief, margin: float, answers: list[str]) -> Tree:
    """The play by a margin, as far as these answers need it."""
    return grow(Advised(start.game.max_guesses, WordPreference(margin)), start, answers=answers)


def guesses_of(tree: Tree, answers: list[str]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """The guesses that each game takes."""
    depths = tree.depths()
    return np.array([depths[answer] for answer in answers])


if __name__ == "__main__":
    main()
