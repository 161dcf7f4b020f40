"""Games whose reply colours each symbol of a guess grey, yellow or green, as Wordle does."""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from fewest import _core
from fewest.errors import ReplyError
from fewest.games.game import Game, HardRule, Indices, Table
from fewest.games.presentation import require_text
from fewest.games.reply_table import columns_of
from fewest.results.prose import capital
from fewest.system.threads import threads

GREY, YELLOW, GREEN = 0, 1, 2

SQUARES = "⬛🟨🟩"
"""A square for grey, yellow and green."""

REPLY_CHARACTERS = ("0bBxX-.⬛⬜", "1yY🟨🟦", "2gG🟩🟧")
"""The characters for grey, yellow and green; blue and orange squares come from the colour-blind mode."""

DIGITS = {character: digit for digit, characters in enumerate(REPLY_CHARACTERS) for character in characters}


def fill_colours(game: Game, table: Table, secrets: Indices, guesses: Indices) -> None:
    """Fill a table with the colours of guesses, as numbers in base 3, on all cores."""
    ours, theirs = columns_of(game.places, guesses), columns_of(game.places, game.secret_guesses[secrets])
    _core.fill_reply_table(ours, theirs, table, threads())


class Coloured(Game):
    """A game with guesses of one length. A reply is written in base 3, the first symbol's digit highest."""

    usual: ClassVar[str] = ""
    """The preferred guess for `example`."""

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

    def reply_number(self, guess: str, secret: str) -> int:
        """Mark greens first; then, from left to right, a symbol is yellow while the secret has an unmatched copy."""
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

    def fill(self, table: Table, secrets: Indices, guesses: Indices) -> None:
        """Compute the replies in the core, on all cores."""
        fill_colours(self, table, secrets, guesses)

    def looks_like_reply(self, text: str) -> bool:
        """Whether a text consists only of reply characters."""
        return all(character in DIGITS or character == "\ufe0f" for character in text)

    def parse_reply(self, text: str) -> int:
        """Read digits (01200), letters (bygbb, with x, - or . for grey too) or squares.

        >>> from fewest import Wordle
        >>> game = Wordle.edition("original")
        >>> {game.parse_reply(text) for text in ("01200", "bygbb", "-YG..", "⬜🟨🟩⬛⬛")}
        {45}
        """
        require_text(text)
        text = text.strip().replace("\ufe0f", "")
        reply = 0
        for character in text:
            if character not in DIGITS:
                raise ReplyError(f"{text!r} is not a reply. Use 0, 1 or 2 for each {self.symbol}: grey, yellow, green.")
            reply = reply * 3 + DIGITS[character]
        if len(text) != self.length:
            needs = f"It needs {self.length} colours, one for each {self.symbol}, not {len(text)}"
            raise ReplyError(f"{text!r} is not a reply. {needs}.")
        return reply

    def marks(self, reply: int) -> list[int]:
        """The reply as grey (0), yellow (1) or green (2) for each symbol."""
        self.require_reply(reply)
        return [reply // 3**power % 3 for power in reversed(range(self.length))]

    def reply_text(self, reply: int) -> str:
        """Write a reply as digits."""
        return "".join(map(str, self.marks(reply)))

    def squares(self, reply: int) -> str:
        """Write a reply as coloured squares."""
        return "".join(SQUARES[digit] for digit in self.marks(reply))

    def allowed_in_hard_mode(self, guess: str, reply: int) -> NDArray[np.bool_]:
        """Hard mode: allow the guesses that, as the secret, would have shown at least the hints of this reply."""
        column = self.find_guess(guess)
        shows = hints(repeats(self.guesses[column]))
        shown = self._last_shown.get(column)
        if shown is None:
            seen = np.empty((len(self.guesses), 1), self.reply_type)
            _core.fill_reply_table(np.ascontiguousarray(self.places[:, [column]]), self.places, seen, threads())
            shown = shows[seen[:, 0]]
            self._last_shown.clear()
            self._last_shown[column] = shown
        return np.asarray((shows[reply] & ~shown) == 0)

    @cached_property
    def _last_shown(self) -> dict[int, NDArray[np.uint32]]:
        """The hints shown by the last guess for every secret; callers usually ask about the same guess again."""
        return {}

    def missing_in_hard_mode(self, clues: Iterable[tuple[str, int]], guess: str) -> list[str]:
        """The hints that a guess does not use: greens in place, and each symbol as often as it was found."""
        guess = self.normalise(guess)
        greens: dict[int, str] = {}
        needed: dict[str, int] = {}
        for earlier, reply in clues:
            counts: dict[str, int] = {}
            for place, (symbol, mark) in enumerate(zip(earlier, self.marks(reply), strict=True)):
                if mark == GREEN and guess[place] != symbol:
                    greens[place] = symbol
                counts[symbol] = counts.get(symbol, 0) + (mark != GREY)
            for symbol, count in counts.items():
                needed[symbol] = max(count, needed.get(symbol, 0))
        lacks = [f"{self.symbol} {place + 1} must be {capital(symbol)}" for place, symbol in sorted(greens.items())]
        for symbol, count in sorted(needed.items()):
            if guess.count(symbol) + sum(green == symbol for green in greens.values()) < count:
                lacks.append(f"{capital(symbol)} must be used" + (f" {count} times" if count > 1 else ""))
        return lacks

    def replies_between(self, guesses: Indices) -> Table:
        """Compute them in the core."""
        seen = np.empty((len(guesses), len(self.guesses)), self.reply_type)
        places = np.ascontiguousarray(self.places[:, guesses])
        _core.fill_reply_table(places, self.places, seen, threads(), by_guess=True)
        return seen

    def hard_rule(self, guesses: Indices) -> HardRule:
        """Hard mode as arrays. Guesses with the same pattern of repeated symbols share a kind."""
        places = np.ascontiguousarray(self.places[:, guesses])
        first = (places[:, None, :] == places[None, :, :]).argmax(axis=0)
        kinds, kind = np.unique(first.T, axis=0, return_inverse=True)
        shows = np.array([hints(tuple(same)) for same in kinds.tolist()])
        return HardRule(kind.reshape(-1).astype(np.uint16), shows, None, places)


def repeats(guess: str) -> tuple[int, ...]:
    """For each place of a guess, the first place of the same symbol.

    >>> repeats("carer")
    (0, 1, 2, 3, 2)
    """
    return tuple(map(guess.index, guess))


@lru_cache(maxsize=64)
def hints(same: tuple[int, ...]) -> NDArray[np.uint32]:
    """The hints of each reply as bits: hard mode allows guesses that show a superset of them.

    There is one bit per green, and one bit per copy found of each symbol. `same` is the result of `repeats`.
    """
    length, first = len(same), np.array(same)
    digits = np.arange(3**length)[:, None] // 3 ** np.arange(length)[::-1] % 3
    shown = np.zeros(3**length, np.uint32)
    for place in range(length):
        copies = np.flatnonzero(first == first[place])
        earlier = int((copies < place).sum())
        is_found = (digits[:, copies] != GREY).sum(axis=1) > earlier
        shown |= (digits[:, place] == GREEN).astype(np.uint32) << place
        shown |= is_found.astype(np.uint32) << (length + place)
    return shown
