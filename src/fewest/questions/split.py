"""Split a position by a guess: every reply, and the secrets that it leaves."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from fewest.belief import Belief
from fewest.games.game import Feedback
from fewest.play.clues import read_guess
from fewest.results import Bar, Block, Result, line, table
from fewest.results.prose import listed, pluralise
from fewest.setup import Setup

MAX_LISTED_SECRETS = 500
"""The most secrets listed for a reply."""


@dataclass(frozen=True)
class Part(Feedback):
    """A reply and the secrets that it leaves."""

    count: int
    """The number of secrets left."""
    chance: float
    """The probability of the reply."""
    words: tuple[str, ...]
    """The secrets left, likeliest first, up to a maximum."""


@dataclass(frozen=True, repr=False)
class Parts(Result, rows="parts"):
    """A position split by a guess."""

    label: str
    title: str
    """The game and the prior, for people: the list with its sizes, and how likely each secret is."""
    guess: str
    remaining: int
    """The number of possible secrets before the guess."""
    bits: float
    """The expected information of the reply, in bits."""
    hit: float
    """The probability that the guess is the secret."""
    expected_size: float
    """The expected number of secrets left."""
    largest: int
    """The largest number of secrets left."""
    parts: tuple[Part, ...]
    """All possible replies, likeliest first."""

    def blocks(self, top: int | None = None) -> Iterator[Block]:
        """A row per reply, or only for the `top` likeliest."""
        yield line(self.title, "dim")
        yield line(
            self.guess,
            "bold",
            (f" splits {pluralise(self.remaining, 'secret')} into {pluralise(len(self.parts), 'part')}: ", ""),
            (f"{self.bits:.3f} bits, {self.expected_size:.1f} secrets left on average, {self.largest:,} at worst", ""),
        )
        shown, others = self.parts[:top], self.parts[len(self.parts) if top is None else top :]
        rows = [
            (
                part.tiles(),
                f"{part.count:,}",
                Bar(part.count / self.largest),
                f"{part.chance:.2%}",
                _examples(part),
            )
            for part in shown
        ]
        yield table(("reply", "secrets", "", "chance", "such as"), rows, prose=True)
        if others:
            left = pluralise(sum(part.count for part in others), "secret")
            yield line(f"and {pluralise(len(others), 'more reply', 'more replies')} with {left}", "dim")


def _examples(part: Part) -> str:
    return listed(part.words[:5]) + (" …" if part.count > 5 else "")


def split(setup: Setup, guess: str, *, replies: str | None = None, belief: Belief | None = None) -> Parts:
    """Split a position by a guess; `replies` is the style of replies, see `Game.reply_as`."""
    belief = setup.belief() if belief is None else belief
    game = belief.game
    game.require_style(replies)
    guess = read_guess(game, guess, belief.clues, belief.hard)
    parts = sorted(belief.parts(guess), key=lambda each: (-each[1].chance, each[0]))
    chances = [part.chance for _, part in parts]
    return Parts(
        label=game.label,
        title=setup.title(game),
        guess=guess,
        remaining=len(belief),
        bits=max(0.0, -math.fsum(chance * math.log2(chance) for chance in chances)),
        hit=math.fsum(part.chance for reply, part in parts if reply == game.win),
        expected_size=math.fsum(part.chance * len(part) for _, part in parts),
        largest=max(len(part) for _, part in parts),
        parts=tuple(
            Part(
                **vars(game.seen(guess, reply, replies)),
                count=len(part),
                chance=part.chance,
                words=tuple(part.words[:MAX_LISTED_SECRETS]),
            )
            for reply, part in parts
        ),
    )
