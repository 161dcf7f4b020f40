"""How guesses and replies are written, typed, read and shown."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self

from fewest.errors import ArgumentError, FewestError, ReplyError
from fewest.games.rules import Rules
from fewest.results.blocks import Tiles

REPLY_STYLES = {"digits": "012", "gyb": "BYG"}
"""Ways to write coloured replies as text: the characters of grey (black), yellow and green."""

QWERTY = ("qwertyuiop", "asdfghjkl", "zxcvbnm")

DIGITS = "1234567890"

KEYS_PER_ROW = 11

MAX_KEYS = 60
"""With more symbols than this, guesses are typed into a field, as are guesses of different lengths."""

MAX_TEXTS = 200
"""With more replies than this, a reply is typed into a field, unless it has marks or counts."""


class Reply(int):
    """The reply to a guess: it prints as squares, and equals its text, its squares and its number.

    >>> from fewest import Wordle
    >>> reply = Wordle.edition("original").reply("crane", "rebut")
    >>> print(reply)
    ⬛🟨⬛⬛🟨
    >>> reply, reply == "01001", reply == "bybby", int(reply)
    (<⬛🟨⬛⬛🟨 01001>, True, True, 28)
    """

    game: "Presentation"

    def __new__(cls, number: int, game: "Presentation") -> Self:
        """Make the reply with a number in a game."""
        reply = int.__new__(cls, number)
        reply.game = game
        return reply

    @property
    def text(self) -> str:
        """The reply as the game writes it, such as 01001 or 1b2w."""
        return self.game.reply_text(int(self))

    def __str__(self) -> str:
        """The reply as squares, or as the game shows it."""
        return self.game.squares(int(self))

    def __repr__(self) -> str:
        return f"<{self}>" if str(self) == self.text else f"<{self} {self.text}>"

    def __eq__(self, other: object) -> bool:
        """Whether this is the same reply: a reply, a number, or a text that the game reads as a reply."""
        if not isinstance(other, str):
            return int.__eq__(self, other)
        try:
            return self.game.parse_reply(other) == int(self)
        except ReplyError:
            return False

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def __reduce__(self) -> tuple[type[Self], tuple[int, "Presentation"]]:
        return type(self), (int(self), self.game)


@dataclass(frozen=True)
class Feedback:
    """A guess and its reply, as plain data."""

    guess: str
    reply: str
    """The reply as the game writes it, such as 01200, or in the requested style, such as BYGBB."""
    squares: str
    """The reply as squares, or as the game shows it, or in the requested style."""
    marks: tuple[int, ...] | None
    """The colour of each letter: 0 grey, 1 yellow, 2 green; null where replies have no colours."""
    pegs: tuple[int, ...] | None
    """The peg of each symbol of the guess, counted from 0; null where symbols do not stand for colours."""

    def tiles(self, both: bool = False, note: str = "") -> Tiles:
        """The guess in the colours of its reply, or with its squares, or with both; a note goes beside it.

        A reply in a requested text style is always shown.
        """
        spelt = self.marks is not None and self.squares == self.reply
        return Tiles(self.guess, self.marks, self.squares, self.reply, both, note, spelt, self.pegs)

    def reply_alone(self) -> Tiles:
        """The reply as squares, without the guess."""
        return Tiles("", None, self.squares, self.reply)


@dataclass(frozen=True)
class Count:
    """A number of a reply, such as the black pegs of 1b2w."""

    name: str
    """What is counted, such as black."""
    letter: str
    """What follows the number in the reply as text, such as b."""
    most: int
    """The largest possible number."""


@dataclass(frozen=True)
class Keyboard:
    """How guesses are typed and replies are entered.

    A reply is entered as a mark per symbol (`marks`: digits from 0 to 2), as numbers (`counts`), as one of a few texts
    (`texts`), or as free text if there are too many (`field`).
    """

    rows: tuple[str, ...]
    """The symbols of guesses in rows of keys; empty if guesses are typed into a field."""
    length: int | None
    """The number of symbols of every guess; null if they differ."""
    pegs: bool
    """Whether symbols stand for colours."""
    reply: Literal["marks", "counts", "texts", "field"]
    """How a reply is entered: as marks from 0 to 2, as numbers, as one of `texts`, or in a text field."""
    counts: tuple[Count, ...]
    """The numbers of a reply, in the order in which they are written."""
    texts: tuple[str, ...]
    """Every reply as text, unless it has marks or there are too many."""
    win: str
    """The reply that wins."""


class Presentation(Rules):
    """How people write the guesses and replies of a game, and how they see them."""

    @cached_property
    def keyboard(self) -> Keyboard:
        """The keys for guesses, and how replies are entered."""
        return default_keyboard(self)

    @property
    def example(self) -> tuple[str, str]:
        """An example of a guess and a reply."""
        return self.guesses[len(self.guesses) // 2], self.reply_text(0)

    @property
    def how_to_reply(self) -> str:
        """How a reply is written, in a few words."""
        return ", ".join(self.texts[:6]) + ("…" if len(self.texts) > 6 else "")

    def reply(self, guess: str, secret: str) -> Reply:
        """The reply to a guess; in word games any allowed guess may be the secret here."""
        word = self.guesses[self.find_guess(guess)]
        sought = self.guesses[self.find_guess(secret)] if self.has_words else self.secrets[self.find_secret(secret)]
        return Reply(self.reply_number(word, sought), self)

    def looks_like_reply(self, text: str) -> bool:
        """Whether a text is meant as a reply, valid or not."""
        try:
            self.parse_reply(text)
        except ReplyError:
            return False
        return True

    def parse_reply(self, text: str) -> int:
        """Parse a reply as a person writes it."""
        require_text(text)
        known = {fold(known_text): number for number, known_text in enumerate(self.texts)}
        if fold(text) not in known:
            some = ", ".join(self.texts[:10]) + (" and so on" if len(self.texts) > 10 else "")
            raise ReplyError(f"{text!r} is not a reply. Use one of {some}.")
        return known[fold(text)]

    def reply_text(self, reply: int) -> str:
        """Write a reply in the form that `parse_reply` reads."""
        self.require_reply(reply)
        return self.texts[reply]

    def squares(self, reply: int) -> str:
        """Write a reply for display."""
        return self.reply_text(reply)

    def marks(self, reply: int) -> list[int] | None:
        """The colour of each symbol of a guess: 0 grey, 1 yellow, 2 green; None in games without colours."""
        return None

    def pegs(self, guess: str) -> tuple[int, ...] | None:
        """The peg of each symbol of a guess, counted from 0; None where symbols do not stand for colours."""
        return None

    def reply_as(self, reply: int, style: str | None = None) -> str:
        """Write a reply like `reply_text`, or a coloured one in a style: `digits` (01200) or `gyb` (BYGBB).

        >>> from fewest import Wordle
        >>> game = Wordle.edition("original")
        >>> game.reply_as(45, "gyb"), game.parse_reply("BYGBB")
        ('BYGBB', 45)
        """
        self.require_style(style)
        marks = self.marks(reply)
        if style is None or marks is None:
            return self.reply_text(reply)
        return "".join(REPLY_STYLES[style][mark] for mark in marks)

    def require_style(self, style: str | None) -> None:
        """Raise an error if a style is unknown, or if the replies of this game have no colours."""
        if style is not None and style not in REPLY_STYLES:
            raise FewestError(f"Unknown style {style!r} for replies; use {' or '.join(REPLY_STYLES)}.")
        if style is not None and self.marks(self.win) is None:
            raise FewestError(f"Replies in {self.name} have no colours; leave out the style {style}.")

    def seen(self, guess: str, reply: int, style: str | None = None) -> Feedback:
        """A guess and its reply as plain data; see `reply_as` for styles."""
        marks = self.marks(reply)
        text = self.reply_as(reply, style)
        squares = self.squares(reply) if style is None else text
        return Feedback(guess, text, squares, None if marks is None else tuple(marks), self.pegs(guess))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def __str__(self) -> str:
        more = "" if len(self.answers) == len(self.secrets) else f", {len(self.secrets):,} possible"
        return f"{self.label} ({len(self.guesses):,} guesses, {len(self.answers):,} answers{more})"


def require_text(text: str) -> None:
    """Raise an error unless a reply is text."""
    if not isinstance(text, str):
        raise ArgumentError(f"A reply must be a string here, not {text!r:.60}.")


def fold(text: str) -> str:
    """A reply without spaces and in one case, for comparison."""
    return "".join(text.split()).casefold()


def key_rows(symbols: str) -> tuple[str, ...]:
    """Arrange symbols in rows of keys: letters as on a keyboard, digits above them, other symbols below.

    >>> key_rows("abcé"), key_rows("+1=2")
    (('qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'é'), ('12', '+='))
    """
    given = {*symbols}
    letters = "".join(QWERTY)
    rows = list(QWERTY) if given & {*letters} else []
    if digits := "".join(digit for digit in DIGITS if digit in given):
        rows.insert(0, digits)
    others = "".join(sorted(given - {*letters} - {*DIGITS}))
    return (*rows, *in_rows(others))


def in_rows(symbols: str) -> tuple[str, ...]:
    """Symbols in their order as rows of keys."""
    return tuple(symbols[begin : begin + KEYS_PER_ROW] for begin in range(0, len(symbols), KEYS_PER_ROW))


def default_keyboard(game: "Presentation") -> Keyboard:
    """The default input of a game: its symbols as keys, and its replies as it writes them."""
    lengths = {len(guess) for guess in game.guesses}
    length = lengths.pop() if len(lengths) == 1 else None
    symbols = {symbol for guess in game.guesses for symbol in guess} if length else set()
    typed = symbols and len(symbols) <= MAX_KEYS and not any(symbol.isspace() or symbol.isupper() for symbol in symbols)
    marks = game.marks(game.win)
    reply: Literal["marks", "texts", "field"] = "field"
    texts: tuple[str, ...] = ()
    if length is not None and marks is not None and len(marks) == length:
        reply = "marks"
    elif game.replies <= MAX_TEXTS:
        reply, texts = "texts", tuple(map(game.reply_text, range(game.replies)))
    return Keyboard(
        rows=key_rows("".join(symbols)) if typed else (),
        length=length,
        pegs=False,
        reply=reply,
        counts=(),
        texts=texts,
        win=game.reply_text(game.win),
    )
