"""An adversary without a secret: it always gives the reply that leaves the most secrets."""

from dataclasses import dataclass, field, replace

import numpy as np

from fewest.belief import Belief, Clue
from fewest.errors import FewestError, Interrupted, OutOfTimeError, StuckError
from fewest.games.game import Indices
from fewest.results.prose import pluralise
from fewest.splits import split
from fewest.strategies import strategy
from fewest.trees.tree import Player
from fewest.watch import UNWATCHED, Progress, Watch

MAX_DEPTH = 200
"""The depth, in guesses, at which the search gives up."""

HINT_SECONDS = 2.0
"""How long a hint may search for the shortest game."""

FALLBACK_STRATEGY = "minimax"
"""The strategy of hints if that search takes too long."""


def answer(belief: Belief, guess: str) -> Belief:
    """The belief after the adversary's reply.

    It gives the reply that leaves the most secrets; ties go to the lowest reply, and the win comes last.
    """
    replies, counts = np.unique(belief.game.column(belief.secrets, belief.find_guess(guess)), return_counts=True)
    order = np.lexsort((replies, replies == belief.game.win, -counts))
    return belief.after(guess, int(replies[order[0]]))


def play_against(player: Player, belief: Belief, opener: str | None = None) -> list[Clue]:
    """Play a strategy against the adversary to the win."""
    start = len(belief.clues)
    if opener is not None:
        belief = answer(belief, opener)
    while not belief.won:
        guess = player.choose(belief)
        after = answer(belief, guess)
        if len(after) == len(belief) and not after.won:  # the player would repeat this guess forever
            raise StuckError(player.name, guess)
        belief = after
    return list(belief.clues[start:])


def shortest_win(
    belief: Belief,
    opener: str | None = None,
    watch: Watch = UNWATCHED,
) -> list[Clue]:
    """The shortest game that beats the adversary, optionally from a given opener.

    The adversary is deterministic, so a game is a path of beliefs, and iterative deepening finds the shortest. Each
    depth is reported as a lower bound, which Interrupted and OutOfTimeError carry as `so_far`.
    """
    start = len(belief.clues)
    if opener is not None:
        belief = answer(belief, opener)
    if belief.won:
        return list(belief.clues[start:])
    search = _Search(watch)
    for length in range(MAX_DEPTH):
        lower_bound = len(belief.clues) - start + length + 1
        try:
            watch.report(Progress(length, text=f"{opener or 'any opener'}: {lower_bound} guesses or more"))
            found = search.path(belief, length)
        except KeyboardInterrupt:
            raise Interrupted(lower_bound) from None
        except OutOfTimeError as error:
            raise OutOfTimeError(str(error), lower_bound) from None
        if found is not None:
            return list(answer(found, found.words[0]).clues[start:])
    raise FewestError(
        f"Beating the adversary here takes more than {MAX_DEPTH} guesses, which is too many to search. "
        "Let a strategy play instead."
    )


def hint(belief: Belief) -> str:
    """The next guess of a shortest game; if finding it takes too long, a guess that leaves the fewest words."""
    try:
        game = shortest_win(belief, watch=Watch().within(HINT_SECONDS))
        return f"{game[0].guess}; you can win in {pluralise(len(game), 'guess', 'guesses')}"
    except FewestError:
        guess = strategy(FALLBACK_STRATEGY).choose(belief)
        return f"{guess}; it leaves {pluralise(len(answer(belief, guess)), belief.game.noun)}, the fewest possible"


@dataclass
class _Search:
    """Depth-first search for a path to a belief with one secret."""

    watch: Watch
    failed: dict[bytes, int] = field(default_factory=dict)
    """The depth to which each belief was searched without success."""

    def path(self, belief: Belief, left: int, columns: Indices | None = None) -> Belief | None:
        """A belief with one secret at most `left` guesses away, or None; `columns` restricts the next guess."""
        if len(belief) == 1:
            return belief
        key = belief.secrets.tobytes() + (b"" if belief.allowed is None else b"|" + belief.allowed.tobytes())
        if self.failed.get(key, 0) >= left:
            return None
        self.watch.check()
        whole = split(belief if columns is None else replace(belief, allowed=columns))
        # No later guess has more parts or removes more secrets than the best guess here; this limits `reach`.
        most_parts, most_lost = int(whole.parts.max(initial=1)), int((len(belief) - whole.largest).max(initial=0))
        reach = 1
        for _ in range(left - 1):
            reach = min(reach * most_parts, reach + most_lost)
        useful = np.flatnonzero((whole.largest < len(belief)) & (whole.largest <= reach))
        for at in useful[np.argsort(whole.largest[useful], kind="stable")].tolist():
            after = answer(belief, belief.game.guesses[whole.guesses[at]])
            # The last guess but one must put every secret into its own part, so it needs at least that many parts here.
            last = whole.guesses[whole.parts >= len(after)] if left == 2 else None
            if last is not None and after.allowed is not None:
                last = np.intersect1d(last, after.allowed, assume_unique=True)
            found = self.path(after, left - 1, last)
            if found is not None:
                return found
        self.failed[key] = left
        return None
