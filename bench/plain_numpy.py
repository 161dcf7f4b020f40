"""A simple evaluation of entropy play in plain numpy, as a baseline."""

import json
import sys

import numpy as np
from numpy.typing import NDArray

from fewest.words import edition

REPLIES = 243


def reply_table(guesses: NDArray[np.uint32], secrets: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """The table of replies, a row per guess: first greens, then yellows from left to right while copies are left."""
    places = guesses.shape[1]
    table = np.empty((len(guesses), len(secrets)), np.uint8)
    for row, guess in enumerate(guesses):
        taken = secrets == guess
        green = taken.copy()
        code = np.zeros(len(secrets), np.uint8)
        for i in range(places):
            free = (secrets == guess[i]) & ~taken & ~green[:, i, None]
            yellow = free.any(axis=1)
            first = free.argmax(axis=1)
            taken[yellow, first[yellow]] = True
            code = code * 3 + np.where(green[:, i], 2, yellow).astype(np.uint8)
        table[row] = code
    return table


def main(name: str) -> None:
    """Play every answer and print the mean."""
    words = edition(name)
    guesses, secrets = (
        np.array(part).view(np.uint32).reshape(len(part), -1) for part in (words.guesses, words.answers)
    )
    table = reply_table(guesses, secrets)
    position = {word: index for index, word in enumerate(words.guesses)}
    own = np.array([position[word] for word in words.answers])
    offsets = (np.arange(len(guesses)) * REPLIES)[:, None]

    def choose(belief: NDArray[np.intp]) -> int:
        counts = np.bincount((table[:, belief] + offsets).ravel(), minlength=len(guesses) * REPLIES)
        p = counts.reshape(len(guesses), REPLIES) / len(belief)
        bits = -(p * np.log2(p, out=np.zeros_like(p), where=p > 0)).sum(axis=1)
        tied = np.flatnonzero(bits >= bits.max() - 1e-9)
        possible = tied[np.isin(tied, own[belief])]
        return int(possible[0] if len(possible) else tied[0])

    total = 0
    todo = [np.arange(len(secrets))]
    while todo:
        belief = todo.pop()
        total += len(belief)
        guess = int(own[belief[0]]) if len(belief) == 1 else choose(belief)
        replies = table[guess, belief]
        todo += [belief[replies == reply] for reply in np.unique(replies) if reply != REPLIES - 1]
    print(json.dumps({"mean": total / len(secrets), "total": total}))


if __name__ == "__main__":
    main(sys.argv[1])
