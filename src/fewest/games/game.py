"""The interface of games."""

from collections.abc import Iterable
from copy import copy
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from fewest.checks import checked
from fewest.errors import FewestError
from fewest.games.presentation import REPLY_STYLES, Feedback, Presentation, Reply
from fewest.games.reply_table import ReplyTable, Table
from fewest.games.rules import Indices, Symmetry

__all__ = [
    "CONSISTENT",
    "REPLY_STYLES",
    "Feedback",
    "Game",
    "HardRule",
    "Indices",
    "Reply",
    "Symmetry",
    "Table",
]

CONSISTENT = "/consistent"
"""The label suffix of games in which every guess must fit all clues."""


class HardRule(NamedTuple):
    """Hard mode as arrays.

    Guess h is allowed after reply r to guess g if `hints[kind[g], r]` is a subset of `hints[kind[g], q]`, where q is
    the reply to g if h were the secret.
    """

    kind: NDArray[np.uint16]
    """The row of `hints` of each guess."""
    hints: NDArray[np.uint32]
    """The hints of a reply as bits, a row per kind and a column per reply."""
    seen: Table | None
    """The reply to each guess (row) if each guess (column) were the secret; None if `letters` are given instead."""
    letters: Table | None = None
    """The letters of each guess as numbers, a column per guess; exact search computes replies from them."""


class Game(ReplyTable, Presentation):
    """A game: its rules, the reply table, how guesses and replies are written, and which guesses clues allow.

    A reply is an integer from 0 to `replies` - 1; only the secret itself gets the reply `win`. Strategies use nothing
    but this class, so they can play every game. A new game sets the attributes of `Rules` that have no default and
    defines `reply`; see the example in docs/games.md.
    """

    def made_consistent(self) -> Self:
        """The same game with the rule that every guess must fit all clues (ultra-hard mode in Wordle)."""
        game = copy(self)
        game.label = f"{self.label}{CONSISTENT}"
        game.fingerprint = f"{self.fingerprint}{CONSISTENT}"
        game.consistent = True
        return game

    @checked
    def missing(self, clues: Iterable[tuple[str, int]], guess: str) -> list[str]:
        """The demands of the clues that a guess does not meet, as texts; empty if the guess is allowed."""
        if not self.consistent:
            return self.missing_in_hard_mode(clues, guess)
        word = self.guesses[self.find_guess(guess)]
        return [
            f"{earlier} would get {self.reply_text(self.reply_number(earlier, word))}, not {self.reply_text(reply)}"
            for earlier, reply in clues
            if self.reply_number(earlier, word) != reply
        ]

    def missing_in_hard_mode(self, clues: Iterable[tuple[str, int]], guess: str) -> list[str]:
        """The hard mode rules that a guess violates after some clues, as texts; empty if it is allowed."""
        column = self.find_guess(guess)
        kept = all(self.allowed_after(*clue)[column] for clue in clues)
        return [] if kept else ["it must use all hints of the replies"]

    @checked
    def allowed_after(self, guess: str, reply: int) -> NDArray[np.bool_]:
        """Which guesses a clue allows in hard mode, or if every guess must fit all clues."""
        if not self.consistent:
            return self.allowed_in_hard_mode(guess, reply)
        column = np.array([self.find_guess(guess)], np.int32)
        return np.asarray(self.replies_between(column)[0] == reply)

    def allowed_in_hard_mode(self, guess: str, reply: int) -> NDArray[np.bool_]:
        """Which guesses hard mode allows after a clue."""
        raise self.without_hard_mode()

    def restriction_rule(self, guesses: Indices) -> "HardRule":
        """The restriction of some guesses by clues as arrays, for exact search."""
        if not self.consistent:
            return self.hard_rule(guesses)
        replies = np.arange(self.replies, dtype=np.uint32)
        if self.replies > 1 << 16:
            raise FewestError(f"{self.label} has too many replies for exact search with that rule.")
        # Encode the set and the unset bits of a reply, so that only the same reply is a superset.
        shows = (replies | (~replies << np.uint32(16))).reshape(1, -1)
        seen = self.replies_between(guesses)
        if len(guesses) < len(self.guesses):
            seen = np.ascontiguousarray(seen[:, guesses])
        return HardRule(np.zeros(len(guesses), np.uint16), shows, seen)

    def hard_rule(self, guesses: Indices) -> "HardRule":
        """Hard mode among some guesses as arrays, for exact search."""
        raise self.without_hard_mode()

    def without_hard_mode(self) -> FewestError:
        """The error for games without hard mode."""
        return FewestError(f"The game {self.name} has no hard mode; leave it out.")
