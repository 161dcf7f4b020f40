"""Games that colour each symbol of a guess: grey, yellow or green, as Wordle does."""

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from fewest import _core
from fewest.errors import ReplyError
from fewest.games.game import Game, HardRule, Places, Table
from fewest.system.threads import threads

GREY, YELLOW, GREEN = 0, 1, 2

SQUARES = "⬛🟨🟩"
"""A square for grey, yellow and green."""

WAYS_TO_WRITE = ("0bBxX-.⬛⬜", "1yY🟨🟦", "2gG🟩🟧")
"""Every character that is read as grey, yellow and green; blue and orange are the squares of the colour-blind mode."""

DIGITS = {character: digit for digit, characters in enumerate(WAYS_TO_WRITE) for character in characters}


def fill_colours(game: Game, table: Table, secrets: Places, guesses: Places) -> None:
    """Write the colours of some guesses for some secrets into a table, as numbers in base 3, on all cores."""
    ours, theirs = game.places[:, guesses], game.places[:, game.secret_guesses[secrets]]
    _core.fill_reply_table(np.ascontiguousarray(ours), np.ascontiguousarray(theirs), table, threads())


class Coloured(Game):
    """A game with guesses of one length. A reply is written in base 3, the first symbol's digit highest."""

    symbol: ClassVar[str]
    """What a guess consists of: letters, or something else."""

    usual: ClassVar[str] = ""
    """A guess to show how they are written, where it is allowed."""

    hard_mode = True
    max_guesses = 6
    how_to_reply = "0 grey, 1 yellow, 2 green; or bygbb, or squares"

    def __init__(self, guesses: tuple[str, ...], secrets: tuple[str, ...]) -> None:
        """Play with these guesses and secrets."""
        self.guesses, self.secrets = guesses, secrets
        self.length = len(guesses[0])
        self.replies = 3**self.length
        self.win = self.replies - 1

    @property
    def example(self) -> tuple[str, str]:
        """A guess, and a reply with all three digits."""
        guess = self.usual if self.usual in self.guess_index else self.guesses[len(self.guesses) // 2]
        return guess, ("01200" * 3)[: self.length]

    def reply(self, guess: str, secret: str) -> int:
        """Greens first; then, left to right, a symbol is yellow while the secret has an unmatched copy of it."""
        guess, secret = self.normalise(guess), self.normalise(secret)
        unmatched = [theirs for ours, theirs in zip(guess, secret, strict=True) if ours != theirs]
        reply = 0
        for ours, theirs in zip(guess, secret, strict=True):
            digit = GREY
            if ours == theirs:
                digit = GREEN
            elif ours in unmatched:
                digit = YELLOW
                unmatched.remove(ours)
            reply = reply * 3 + digit
        return reply

    def fill(self, table: Table, secrets: Places, guesses: Places) -> None:
        """Let the core work out the replies on all cores."""
        fill_colours(self, table, secrets, guesses)

    def looks_like_reply(self, text: str) -> bool:
        """Whether a text is written with nothing but what replies are written with."""
        return all(each in DIGITS or each == "\ufe0f" for each in text)

    def parse_reply(self, text: str) -> int:
        """Read digits (01200), letters (bygbb, with x, - or . for grey too) or squares.

        >>> from fewest import Wordle
        >>> game = Wordle.edition("original")
        >>> {game.parse_reply(text) for text in ("01200", "bygbb", "-YG..", "⬜🟨🟩⬛⬛")}
        {45}
        """
        text = text.strip().replace("\ufe0f", "")
        reply = 0
        for character in text:
            if character not in DIGITS:
                raise ReplyError(f"{text!r} is no reply: {character!r} is none of 0 1 2, b y g, x - . or a square.")
            reply = reply * 3 + DIGITS[character]
        if len(text) != self.length:
            has = f"{len(text)} place{'' if len(text) == 1 else 's'}"
            needs = f"the {self.noun}s have {self.length} {self.symbol}s"
            raise ReplyError(f"{text!r} is no reply: it has {has}, {needs}.")
        return reply

    def marks(self, reply: int) -> list[int]:
        """The reply as grey (0), yellow (1) or green (2) for each symbol."""
        return [reply // 3**power % 3 for power in reversed(range(self.length))]

    def reply_text(self, reply: int) -> str:
        """Write a reply as digits."""
        return "".join(map(str, self.marks(reply)))

    def squares(self, reply: int) -> str:
        """Write a reply as coloured squares."""
        return "".join(SQUARES[digit] for digit in self.marks(reply))

    def allowed_after(self, guess: str, reply: int) -> NDArray[np.bool_]:
        """Hard mode: greens stay where they are, and every symbol found is used again as often as it was found."""
        symbols = self.places[:, self.find_guess(guess)]
        allowed = np.ones(len(self.guesses), np.bool_)
        found: dict[int, int] = {}
        for place, (symbol, digit) in enumerate(zip(symbols, self.marks(reply), strict=True)):
            if digit == GREEN:
                allowed &= self.places[place] == symbol
            if digit != GREY:
                found[symbol] = found.get(symbol, 0) + 1
        for symbol, count in found.items():
            allowed &= (self.places == symbol).sum(axis=0, dtype=np.uint8) >= count
        return allowed

    def hard_rule(self, guesses: Places) -> HardRule:
        """Hard mode as arrays. A kind is which symbols of a guess are the same.

        What a reply shows is a bit for each green, and as many bits of a symbol as copies of it were found.
        """
        places = np.ascontiguousarray(self.places[:, guesses])
        seen = np.empty((len(guesses), len(guesses)), self.reply_type)
        _core.fill_reply_table(places, places, seen, threads())
        first = (places[:, None, :] == places[None, :, :]).argmax(axis=0)  # the place where a symbol stands first
        kinds, kind = np.unique(first.T, axis=0, return_inverse=True)
        digits = np.arange(self.replies)[:, None] // 3 ** np.arange(self.length)[::-1] % 3
        hints = np.zeros((len(kinds), self.replies), np.uint32)
        for row, same in enumerate(kinds):
            for place in range(self.length):
                copies = np.flatnonzero(same == same[place])
                earlier = int((copies < place).sum())
                found = (digits[:, copies] != GREY).sum(axis=1) > earlier
                hints[row] |= (digits[:, place] == GREEN).astype(np.uint32) << place
                hints[row] |= found.astype(np.uint32) << (self.length + place)
        return HardRule(np.ascontiguousarray(seen.T), kind.reshape(-1).astype(np.uint16), hints)
