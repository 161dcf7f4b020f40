"""An adversary that has no secret: it answers so as to keep as many secrets possible as it can."""

from dataclasses import dataclass, field, replace

import numpy as np

from fewest.belief import Belief, Clue, Indices
from fewest.errors import FewestError, Interrupted, OutOfTimeError
from fewest.splits import split
from fewest.trees.tree import Player
from fewest.watch import UNWATCHED, Progress, Watch

LONGEST = 200
"""How many guesses the search goes for."""


def answer(belief: Belief, guess: str) -> Belief:
    """What is known after the adversary's reply: the one that leaves most secrets.

    Of replies that leave as many, the one with the lowest number is given, and the win only if there is no other.
    """
    replies, counts = np.unique(belief.game.column(belief.secrets, belief.find_guess(guess)), return_counts=True)
    order = np.lexsort((replies, replies == belief.game.win, -counts))
    return belief.after(guess, int(replies[order[0]]))


def beat(strategy: Player, belief: Belief, opener: str | None = None) -> list[Clue]:
    """Play a strategy against the adversary until it has to give in."""
    start = len(belief.clues)
    if opener is not None:
        belief = answer(belief, opener)
    while not belief.won:
        guess = strategy.choose(belief)
        after = answer(belief, guess)
        if len(after) == len(belief) and not after.won:  # it would go on so
            raise FewestError(f"The strategy {strategy.name} guesses {guess!r} where that tells nothing.")
        belief = after
    return list(belief.clues[start:])


def least(
    belief: Belief,
    opener: str | None = None,
    watch: Watch = UNWATCHED,
) -> list[Clue]:
    """The shortest game that beats the adversary, with the first guess given or not; found by exact search.

    The adversary is predictable, so a game is a path: every guess leads to one belief. It gives in once the only secret
    left is guessed. Paths are tried in the order of their length, so the first that arrives is the shortest; before
    each length, how many guesses there must be at least is reported. Interrupted (a KeyboardInterrupt) and
    OutOfTimeError say so too: it is what they know so far.
    """
    start = len(belief.clues)
    if opener is not None:
        belief = answer(belief, opener)
    if belief.won:
        return list(belief.clues[start:])
    search = _Search(watch)
    for length in range(LONGEST):
        at_least = len(belief.clues) - start + length + 1
        try:
            watch.report(Progress(length, text=f"{opener or 'any opener'}: {at_least} guesses or more"))
            found = search.path(belief, length)
        except KeyboardInterrupt:
            raise Interrupted(at_least) from None
        except OutOfTimeError as error:
            raise OutOfTimeError(str(error), at_least) from None
        if found is not None:
            return list(answer(found, found.words[0]).clues[start:])
    raise FewestError(f"It takes more than {LONGEST} guesses to beat the adversary here; that is too long to search.")


@dataclass
class _Search:
    """A search for paths."""

    watch: Watch
    failed: dict[bytes, int] = field(default_factory=dict)
    """Beliefs from which no path was found, and with how many guesses that was tried."""

    def path(self, belief: Belief, left: int, columns: Indices | None = None) -> Belief | None:
        """A belief of one secret that the adversary can be led to with no more than some guesses, if there is any.

        Given columns, only those guesses are tried next.
        """
        if len(belief) == 1:
            return belief
        key = belief.secrets.tobytes() + (b"" if belief.allowed is None else b"|" + belief.allowed.tobytes())
        if self.failed.get(key, 0) >= left:
            return None
        self.watch.check()
        whole = split(belief if columns is None else replace(belief, allowed=columns))
        # What is left has no more parts by any guess, nor loses more to the largest of them, than what is here.
        most_parts, most_lost = int(whole.parts.max(initial=1)), int((len(belief) - whole.largest).max(initial=0))
        reach = 1
        for _ in range(left - 1):
            reach = min(reach * most_parts, reach + most_lost)
        useful = np.flatnonzero((whole.largest < len(belief)) & (whole.largest <= reach))
        for at in useful[np.argsort(whole.largest[useful], kind="stable")].tolist():
            after = answer(belief, belief.game.guesses[whole.guesses[at]])
            # To tell all secrets apart, a guess must have as many parts, hence no fewer here.
            last = whole.guesses[whole.parts >= len(after)] if left == 2 else None
            if last is not None and after.allowed is not None:
                last = np.intersect1d(last, after.allowed, assume_unique=True)
            found = self.path(after, left - 1, last)
            if found is not None:
                return found
        self.failed[key] = left
        return None
