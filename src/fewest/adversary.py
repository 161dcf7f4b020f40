"""An adversary that has no secret: it answers so as to keep as many secrets possible as it can."""

import numpy as np

from fewest.belief import Belief, Clue
from fewest.errors import FewestError
from fewest.splits import split
from fewest.strategies.contract import Strategy


def answer(belief: Belief, guess: str) -> Belief:
    """What is known after the adversary's reply: the one that leaves most secrets.

    Of replies that leave as many, the one with the lowest number is given, and the win only if there is no other.
    """
    game = belief.game
    parts = belief.parts(guess)
    return max(parts, key=lambda each: (len(each[1]), each[0] != game.win, -each[0]))[1]


def won(belief: Belief) -> bool:
    """Whether the last reply was the win."""
    return bool(belief.clues) and belief.clues[-1].reply == belief.game.win


def beat(strategy: Strategy, belief: Belief, opener: str | None = None, limit: int = 100) -> list[Clue]:
    """Play a strategy against the adversary until it has to give in."""
    guess = opener
    start = len(belief.clues)
    while not won(belief):
        if len(belief.clues) - start >= limit:
            raise FewestError(f"The strategy {strategy.name} does not beat the adversary within {limit} guesses.")
        belief = answer(belief, strategy.choose(belief) if guess is None else guess)
        guess = None
    return list(belief.clues[start:])


def least(belief: Belief, opener: str | None = None) -> list[Clue]:
    """The shortest game that beats the adversary, with the first guess given or not; found by exact search.

    The adversary is predictable, so a game is a path: every guess leads to one belief. It gives in once the only secret
    left is guessed. Paths are tried in the order of their length, so the first that arrives is the shortest.
    """
    if opener is not None:
        belief = answer(belief, opener)
        if won(belief):
            return list(belief.clues[-1:])
    made = len(belief.clues) - (opener is not None)
    for length in range(len(belief) + 1):
        found = _path(belief, length, {})
        if found is not None:
            secret = found.words[0]
            return [*found.clues[made:], Clue(secret, belief.game.win)]
    raise AssertionError("guessing one secret after the other always ends")


def _path(belief: Belief, left: int, failed: dict[bytes, int]) -> Belief | None:
    """A belief of a single secret that the adversary can be led to with no more than some guesses, if there is one."""
    if len(belief) == 1:
        return belief
    key = belief.secrets.tobytes() + (b"" if belief.allowed is None else b"|" + belief.allowed.tobytes())
    if left == 0 or failed.get(key, 0) >= left:
        return None
    whole = split(belief)
    if left == 1:
        apart = np.flatnonzero(whole.largest == 1)
        if len(apart):
            return answer(belief, belief.game.guesses[whole.guesses[apart[0]]])
    else:
        useful = np.flatnonzero(whole.largest < len(belief))
        for at in useful[np.argsort(whole.largest[useful], kind="stable")].tolist():
            # No guess tells more secrets apart than there are replies.
            if whole.largest[at] > belief.game.replies ** (left - 1):
                break
            found = _path(answer(belief, belief.game.guesses[whole.guesses[at]]), left - 1, failed)
            if found is not None:
                return found
    failed[key] = left
    return None
