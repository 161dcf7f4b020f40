"""What a guess would do: every reply that may come, and what it leaves."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from fewest.belief import Belief
from fewest.games.game import Seen
from fewest.play.clues import read_guess
from fewest.results import Block, Result, line, table
from fewest.results.prose import counted, listed
from fewest.setup import Setup

WORDS = 500
"""How many secrets of a reply are listed."""


@dataclass(frozen=True)
class Part(Seen):
    """What one reply would leave."""

    count: int
    """How many secrets it would leave."""
    chance: float
    """How likely it is."""
    words: tuple[str, ...]
    """The secrets that it would leave, the likelier first, but not too many."""


@dataclass(frozen=True)
class Parts(Result):
    """What a guess would do to a position."""

    label: str
    guess: str
    remaining: int
    """How many secrets are possible before it."""
    bits: float
    """How many bits the reply tells on average."""
    hit: float
    """How likely the guess is to be the secret."""
    expected_size: float
    """How many secrets stay possible on average."""
    largest: int
    """How many stay possible at worst."""
    parts: tuple[Part, ...]
    """Every reply that may come, the likeliest first."""

    def blocks(self) -> Iterator[Block]:
        """A row per reply."""
        yield line(
            self.guess,
            "bold",
            (f" splits {counted(self.remaining, 'secret')} into {counted(len(self.parts), 'part')}: ", ""),
            (f"{self.bits:.3f} bits, {self.expected_size:.1f} secrets left on average, {self.largest:,} at worst", ""),
        )
        rows = [(part.tiles(), f"{part.count:,}", f"{part.chance:.2%}", _some(part)) for part in self.parts]
        yield table(("reply", "secrets", "chance", "such as"), rows, prose=True)

    def __repr__(self) -> str:
        return f"<Parts: {self.guess}, {self.bits:.3f} bits, {counted(len(self.parts), 'part')}>"


def _some(part: Part) -> str:
    return listed(part.words[:5]) + (" …" if part.count > 5 else "")


def split(setup: Setup, guess: str, *, belief: Belief | None = None) -> Parts:
    """Split what is known by a guess."""
    belief = setup.belief() if belief is None else belief
    game, guess = belief.game, read_guess(belief.game, guess, belief.clues, belief.hard)
    parts = sorted(belief.parts(guess), key=lambda each: (-each[1].chance, each[0]))
    chances = [part.chance for _, part in parts]
    return Parts(
        label=game.label,
        guess=guess,
        remaining=len(belief),
        bits=max(0.0, -math.fsum(chance * math.log2(chance) for chance in chances)),
        hit=math.fsum(part.chance for reply, part in parts if reply == game.win),
        expected_size=math.fsum(part.chance * len(part) for _, part in parts),
        largest=max(len(part) for _, part in parts),
        parts=tuple(
            Part(
                **vars(game.seen(guess, reply)),
                count=len(part),
                chance=part.chance,
                words=tuple(part.words[:WORDS]),
            )
            for reply, part in parts
        ),
    )
