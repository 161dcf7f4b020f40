"""Guesses needed in real games with the advice of fewest: the cost of common words and of a safe streak.

python bench/games.py past-answers.csv             a row for the best guess each time, the default, and a safe streak
python bench/games.py past-answers.csv --list 10   also the guesses of the last ten games

The file has a date and a word per line. The belief is that of today's game, without past answers.
"""

import argparse
from datetime import date
from pathlib import Path

import numpy as np

from fewest import Belief, Tree, grow
from fewest.setup import TODAY
from fewest.strategies.advice import DEFAULT_PREFERENCE, NO_PREFERENCE, Advised, WordPreference
from fewest.words.prior import PastAnswers

DEFAULT = "common words first, the default"

ADVICE = {"the best guess": NO_PREFERENCE, DEFAULT: DEFAULT_PREFERENCE, "a safe streak": WordPreference(streak=True)}
"""The kinds of advice to compare."""


def main() -> None:
    """Print a row for each kind of advice."""
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
    print("| advice | first guess | mean | more than the best guess | guesses 1 to 6, more | worst |")
    print("| --- " * 6 + "|")
    most = start.game.max_guesses
    trees = {name: played(start, preference, answers) for name, preference in ADVICE.items()}
    guesses = {name: guesses_of(tree, answers) for name, tree in trees.items()}
    for name, taken in guesses.items():
        counts = np.bincount(np.minimum(taken, most + 1), minlength=most + 2)[1:]
        more = taken - guesses["the best guess"]
        costs = f"{more.mean():+.4f}, standard error {more.std() / np.sqrt(len(answers)):.4f}"
        histogram = ", ".join(map(str, counts.tolist()))
        print(f"| {name} | {trees[name].opener} | {taken.mean():.4f} | {costs} | {histogram} | {taken.max()} |")
    for answer in answers[len(answers) - chosen.list :]:
        print(f"{answer}: {' '.join(clue.guess for clue in trees[DEFAULT].play(answer))}")


def played(start: Belief, preference: WordPreference, answers: list[str]) -> Tree:
    """The play by a preference, limited to the branches of these answers."""
    return grow(Advised(start.game.max_guesses, preference), start, answers=answers)


def guesses_of(tree: Tree, answers: list[str]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """The number of guesses of each game."""
    depths = tree.depths()
    return np.array([depths[answer] for answer in answers])


if __name__ == "__main__":
    main()
