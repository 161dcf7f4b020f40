"""Mastermind, Bulls and Cows, and Hit and Blow: count the right symbols of a code and the misplaced ones."""

import itertools
import math
import re
import string
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewest import _core, specs
from fewest.checks import checked
from fewest.errors import FewestError, ReplyError
from fewest.games.game import Game, Indices, Symmetry, Table
from fewest.games.presentation import Count, Keyboard, in_rows, require_text
from fewest.games.reply_table import columns_of
from fewest.system.threads import threads

MAX_CODES = 1 << 21

MOST_PLACES = 12

MOST_SYMBOLS = 36

DIGITS = string.digits + string.ascii_lowercase
"""The symbols of games with digits, in their order."""


Flags = NDArray[np.bool_]

SLACK = 1e-6
"""Codes that cost up to this much more per secret than the best may be best, because sums are rounded."""


class Anagrams(NamedTuple):
    """Guesses ordered by how often they have each symbol, so that those with the same symbols form a group."""

    columns: Indices
    """The columns of the guesses."""
    codes: NDArray[np.uint8]
    """The symbols, a row per place, with some room at the end."""
    starts: NDArray[np.uint32]
    """Where each group starts, and at the end the number of guesses."""
    counts: NDArray[np.uint8]
    """The number of each symbol in the guesses of each group, a row per symbol."""


class Pegs(Game):
    """Codes; a reply counts the symbols in the right place, and the other symbols that the secret has."""

    noun = "code"
    letters: ClassVar[tuple[str, str]]
    """The letters of the two counts in a reply, as in 1b2w."""
    dots: ClassVar[tuple[str, str]] = ("●", "○")
    """The dots that show the two counts, as in ●○○."""
    counted: ClassVar[tuple[str, str]]
    """The names of the two counts."""
    coloured: ClassVar[bool] = False
    """Whether the symbols stand for colours."""

    def __init__(
        self, label: str, alphabet: str, symbols: int, length: int, repeats: bool, *, guess_repeats: bool = False
    ) -> None:
        """Play with all codes over the first `symbols` of an alphabet, with or without repeated symbols.

        Guesses may repeat symbols if secrets may, or with `guess_repeats`.
        """
        if not 1 <= length <= MOST_PLACES or not 1 <= symbols <= len(alphabet):
            raise FewestError(
                f"{label}: choose 1 to {MOST_PLACES} places for a code, and 1 to {len(alphabet)} symbols."
            )
        alphabet = alphabet[:symbols]
        if not repeats and length > len(alphabet):
            raise FewestError(f"{label}: {len(alphabet)} different symbols are not enough for {length} places.")
        if codes_of(len(alphabet), length, repeats or guess_repeats) > MAX_CODES:
            raise FewestError(f"{label}: a game may have at most {MAX_CODES:,} codes; choose fewer places or symbols.")
        self.label, self.length, self.alphabet = label, length, alphabet
        every, different = itertools.product(alphabet, repeat=length), itertools.permutations(alphabet, length)
        self.guesses = self.secrets = tuple(map("".join, every if repeats else different))
        if guess_repeats and not repeats:
            self.guesses = tuple(map("".join, every))
        counts = [(right, more) for right in range(length + 1) for more in range(length + 1 - right)]
        self.pairs = [
            pair for pair in counts if pair != (length - 1, 1)
        ]  # (length - 1, 1) is impossible: the last symbol has no other place
        self.texts = [f"{right}{self.letters[0]}{more}{self.letters[1]}" for right, more in self.pairs]
        self.win = len(self.pairs) - 1

    def reply_number(self, guess: str, secret: str) -> int:
        """Count the symbols in the right place, and the others that the secret has."""
        right = sum(ours == theirs for ours, theirs in zip(guess, secret, strict=True))
        shared = sum(min(guess.count(symbol), secret.count(symbol)) for symbol in {*guess})
        return self.pairs.index((right, shared - right))

    @cached_property
    def counts(self) -> NDArray[np.uint8]:
        """The number of each symbol in each guess, a row per symbol."""
        return np.stack([(self.places == symbol).sum(axis=0, dtype=np.uint8) for symbol in range(len(self.alphabet))])

    def fill(self, table: Table, secrets: Indices, guesses: Indices) -> None:
        """Count in the core."""
        places, counts = self.places, self.counts
        if len(guesses) < len(self.guesses) or (np.diff(guesses) != 1).any():
            places, counts = columns_of(places, guesses), columns_of(counts, guesses)
        theirs = columns_of(self.places, self.secret_guesses[secrets])
        _core.fill_pegs_table(places, counts, theirs, table, threads())

    def distinct_guesses(self, secrets: Indices, made: Iterable[str], *, symmetric: bool) -> Indices | None:
        """Symbols that no secret has are interchangeable, and so are symbols that no guess has had yet."""
        possible, fresh = self._possible(secrets, made, symmetric)
        return self._distinct(possible.tobytes(), fresh.tobytes())

    def _possible(self, secrets: Indices, made: Iterable[str], symmetric: bool) -> tuple[Flags, Flags]:
        """Which symbols some secret has, and which of them no guess has had yet if the belief is symmetric."""
        possible = np.zeros(len(self.alphabet), np.bool_)
        possible[self.places[:, self.secret_guesses[secrets]]] = True
        fresh = possible & symmetric
        for guess in made:
            fresh[self.symbols[self.guess_index[guess]]] = False
        return possible, fresh

    def best_guesses(
        self, secrets: Indices, made: Iterable[str], costs: NDArray[np.float64], *, symmetric: bool
    ) -> Indices | None:
        """Count parts in the core, for codes with the same symbols at once."""
        if self.length > _core.MOST_PEG_PLACES or len(self.alphabet) > _core.MOST_PEG_SYMBOLS:
            return None
        possible, fresh = self._possible(secrets, made, symmetric)
        few = fresh.sum() > 1
        anagrams = self._anagrams(*((possible.tobytes(), fresh.tobytes()) if few else (b"", b"")))
        # Of codes that differ only in impossible symbols, keep those with the first of them.
        has = anagrams.counts[~possible] > 0
        groups = np.flatnonzero((has[1:] <= has[:-1]).all(axis=0))
        found = _core.best_codes(
            anagrams.codes,
            anagrams.starts,
            groups.astype(np.int32),
            columns_of(self.places, self.secret_guesses[secrets]),
            len(self.alphabet),
            costs,
            SLACK * len(secrets),
            threads(),
        )
        return np.sort(anagrams.columns[found])

    @cached_property
    def _anagrams(self) -> "Callable[[bytes, bytes], Anagrams]":
        """A cached function from the arguments of `_distinct`, or empty ones, to these guesses, or all, as anagrams."""

        @lru_cache(maxsize=64)
        def find(possible: bytes, fresh: bytes) -> Anagrams:
            distinct = self._distinct(possible, fresh) if possible else None
            columns = np.arange(len(self.guesses), dtype=np.int32) if distinct is None else distinct
            places = columns_of(self.places, columns)
            names = np.zeros(len(columns), np.int64)
            for symbol in range(len(self.alphabet)):
                names = names * (self.length + 1) + (places == symbol).sum(axis=0)
            order = np.argsort(names, kind="stable")
            starts = np.flatnonzero(np.diff(names[order], prepend=-1))
            codes = np.zeros((self.length, len(columns) + _core.CODES_AT_ONCE), np.uint8)
            codes[:, : len(columns)] = columns_of(places, order.astype(np.int32))
            return Anagrams(
                columns[order],
                codes,
                np.append(starts, len(columns)).astype(np.uint32),
                columns_of(self.counts, columns[order[starts]].astype(np.int32)),
            )

        return find

    @cached_property
    def _distinct(self) -> "Callable[[bytes, bytes], Indices | None]":
        """A cached function from the possible symbols, and the fresh ones among them, to one guess of each kind."""

        @lru_cache(maxsize=1024)
        def find(possible: bytes, fresh: bytes) -> Indices | None:
            is_possible, is_fresh = (np.frombuffer(flags, np.bool_) for flags in (possible, fresh))
            if is_possible.sum() >= len(self.alphabet) - 1 and is_fresh.sum() <= 1:
                return None
            # Number fresh symbols in the order in which they appear in a guess.
            names = np.where(is_possible, np.arange(len(is_possible)), len(is_possible)).astype(np.uint8)
            spelt = np.zeros(len(self.guesses), np.int64)
            seen = np.full(len(self.guesses), len(names) + 1, np.uint8)
            named: list[NDArray[np.uint8]] = []
            for place, symbols in enumerate(self.places):
                fresh_here = is_fresh.take(symbols)
                name = np.where(fresh_here, seen, names.take(symbols))
                for before in range(place):
                    np.copyto(name, named[before], where=fresh_here & (self.places[before] == symbols))
                seen += name == seen
                named.append(name)
                spelt *= 2 * len(names) + 1
                spelt += name
            return np.sort(np.unique(spelt, return_index=True)[1]).astype(np.int32)

        return find

    def symmetry(self) -> Symmetry:
        """All places and all symbols are interchangeable."""
        return Symmetry.full(self)

    @property
    def how_to_reply(self) -> str:
        """How to write the two counts."""
        return f"{self.example[1]}, or both numbers alone"

    def parse_reply(self, text: str) -> int:
        """Read 1b2w, 2w1b, 1,2 or 12, or dots."""
        require_text(text)
        text = "".join(text.split())
        first, second = (rf"(?P<{letter}>\d\d?){letter}[a-z]*" for letter in self.letters)
        bare = r"(?P<{}>\d\d?)[,;+/-](?P<{}>\d\d?)", r"(?P<{}>\d)(?P<{}>\d)"
        ways = (f"{first},?{second}", f"{second},?{first}", *(way.format(*self.letters) for way in bare))
        match = next(filter(None, (re.fullmatch(way, text, re.IGNORECASE) for way in ways)), None)
        if match is not None:
            right, more = (int(match[letter]) for letter in self.letters)
        elif text and not {*text} - {*self.dots, "-"}:
            right, more = map(text.count, self.dots)
        else:
            raise ReplyError(f"{text!r} is not a reply. Write both numbers, as in {self.texts[1]}.")
        if (right, more) not in self.pairs:
            raise ReplyError(f"{text!r} is not a reply: {right} and {more} are impossible with {self.length} places.")
        return self.pairs.index((right, more))

    def squares(self, reply: int) -> str:
        """Write a reply as dots."""
        self.require_reply(reply)
        return "".join(dot * count for dot, count in zip(self.dots, self.pairs[reply], strict=True)) or "-"

    def pegs(self, guess: str) -> tuple[int, ...] | None:
        """The place of each symbol in the alphabet, if symbols stand for colours."""
        return tuple(map(self.alphabet.index, guess)) if self.coloured else None

    def normalise(self, text: str) -> str:
        """Ignore case and spaces."""
        return "".join(text.lower().split())

    @cached_property
    def keyboard(self) -> Keyboard:
        """The symbols in their order, and a number for each count."""
        return Keyboard(
            rows=in_rows(self.alphabet),
            length=self.length,
            pegs=self.coloured,
            reply="counts",
            counts=tuple(Count(*names, self.length) for names in zip(self.counted, self.letters, strict=True)),
            texts=tuple(self.texts),
            win=self.texts[self.win],
        )


def codes_of(symbols: int, length: int, repeats: bool) -> int:
    """The number of codes."""
    return symbols**length if repeats else math.perm(symbols, length)


class Mastermind(Pegs):
    """A black peg for each colour in the right place, a white peg for each misplaced one.

    Colours are 1 to 9, then a to z.

    >>> game = Mastermind()
    >>> game.reply_text(game.reply("1123", "2114"))
    '1b2w'
    """

    name = "mastermind"
    letters = ("b", "w")
    counted = ("black", "white")
    coloured = True

    @checked
    def __init__(self, pegs: int = 4, colours: int = 6) -> None:
        """Play with a number of pegs and colours."""
        label = specs.write(self.name, pegs=pegs, colours=colours)
        super().__init__(label, string.digits[1:] + string.ascii_lowercase + "0", colours, pegs, True)

    @classmethod
    def count(cls, *, pegs: int = 4, colours: int = 6) -> int:
        """All codes."""
        return codes_of(min(colours, MOST_SYMBOLS), min(pegs, MOST_PLACES), True)


class BullsAndCows(Pegs):
    """Bulls for digits in the right place, cows for misplaced ones; all digits differ unless repeats=yes.

    >>> game = BullsAndCows()
    >>> game.reply_text(game.reply("0123", "3127"))
    '2b1c'
    """

    name = "bulls-and-cows"
    letters = ("b", "c")
    counted = ("bulls", "cows")

    @checked
    def __init__(self, length: int = 4, symbols: int = 10, repeats: bool = False) -> None:
        """Play with codes of some length: digits from 0, then letters."""
        label = specs.write(self.name, length=length, symbols=symbols, repeats=repeats)
        super().__init__(label, DIGITS, symbols, length, repeats)

    @classmethod
    def count(cls, *, length: int = 4, symbols: int = 10, repeats: bool = False) -> int:
        """All codes."""
        return codes_of(min(symbols, MOST_SYMBOLS), min(length, MOST_PLACES), repeats)


class HitAndBlow(Pegs):
    """Hits for digits in the right place, blows for misplaced ones; only guesses may repeat digits.

    >>> game = HitAndBlow()
    >>> game.reply_text(game.reply("0033", "3027"))
    '1h1b'
    """

    name = "hit-and-blow"
    letters = ("h", "b")
    counted = ("hits", "blows")

    @checked
    def __init__(self, length: int = 4, symbols: int = 10) -> None:
        """Play with codes of some length: digits from 0, then letters."""
        label = specs.write(self.name, length=length, symbols=symbols)
        super().__init__(label, DIGITS, symbols, length, False, guess_repeats=True)

    @classmethod
    def count(cls, *, length: int = 4, symbols: int = 10) -> int:
        """All codes."""
        return codes_of(min(symbols, MOST_SYMBOLS), min(length, MOST_PLACES), True)
