"""How guesses and replies are written, read and shown."""

from dataclasses import dataclass
from functools import cached_property

from fewest.errors import FewestError, ReplyError
from fewest.games.keyboard import Keyboard, default_keyboard
from fewest.games.rules import Rules
from fewest.results.blocks import Tiles

REPLY_STYLES = {"digits": "012", "gyb": "BYG"}
"""Ways to write coloured replies as text: the characters of grey (black), yellow and green."""


@dataclass(frozen=True)
class Feedback:
    """A guess and its reply, as plain data."""

    guess: str
    reply: str
    """The reply as the game writes it, such as 01200, or in the style that was asked for, such as BYGBB."""
    squares: str
    """The reply as squares, or as the game shows it; in the style that was asked for, if any."""
    marks: tuple[int, ...] | None
    """The colour of each letter: 0 grey, 1 yellow, 2 green; null where replies have no colours."""

    def tiles(self, both: bool = False, note: str = "") -> Tiles:
        """The guess in the colours of its reply, or with its squares; or with both. A note stands beside it.

        A coloured reply whose squares are text is in a style that was asked for, and always shown.
        """
        spelt = self.marks is not None and self.squares == self.reply
        return Tiles(self.guess, self.marks, self.squares, self.reply, both, note, spelt)

    def reply_alone(self) -> Tiles:
        """The reply as squares, without the guess."""
        return Tiles("", None, self.squares, self.reply)


class Presentation(Rules):
    """How people write the guesses and replies of a game, and how they see them."""

    @cached_property
    def keyboard(self) -> Keyboard:
        """What the input looks like: the keys of a guess, and how a reply is entered."""
        return default_keyboard(self)

    @property
    def example(self) -> tuple[str, str]:
        """A guess and a reply to show how they are written."""
        return self.guesses[len(self.guesses) // 2], self.reply_text(0)

    @property
    def how_to_reply(self) -> str:
        """How a reply is written, in a few words."""
        return ", ".join(self.texts[:6]) + ("…" if len(self.texts) > 6 else "")

    def looks_like_reply(self, text: str) -> bool:
        """Whether a text is meant as a reply, right or wrong."""
        try:
            self.parse_reply(text)
        except ReplyError:
            return False
        return True

    def parse_reply(self, text: str) -> int:
        """Read a reply as a person writes it."""
        known = {fold(known_text): number for number, known_text in enumerate(self.texts)}
        if fold(text) not in known:
            some = ", ".join(self.texts[:10]) + (" and so on" if len(self.texts) > 10 else "")
            raise ReplyError(f"{text!r} is no reply; replies are {some}.")
        return known[fold(text)]

    def reply_text(self, reply: int) -> str:
        """Write a reply so that parse_reply reads it."""
        return self.texts[reply]

    def squares(self, reply: int) -> str:
        """Write a reply as a person likes to see it."""
        return self.reply_text(reply)

    def marks(self, reply: int) -> list[int] | None:
        """The colour of each symbol of a guess: 0 grey, 1 yellow, 2 green; None in games without colours."""
        return None

    def reply_as(self, reply: int, style: str | None = None) -> str:
        """Write a reply as reply_text, or where it has colours in a style: `digits` (01200) or `gyb` (BYGBB).

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
        """Refuse a style that is unknown, or that needs colours where replies have none."""
        if style is not None and style not in REPLY_STYLES:
            raise FewestError(f"{style!r} is no way to write replies; choose {' or '.join(REPLY_STYLES)}.")
        if style is not None and self.marks(self.win) is None:
            raise FewestError(f"Replies in {self.name} have no colours, so they cannot be written as {style}.")

    def seen(self, guess: str, reply: int, style: str | None = None) -> Feedback:
        """A guess and its reply as plain data; see `reply_as` for styles."""
        marks = self.marks(reply)
        text = self.reply_as(reply, style)
        squares = self.squares(reply) if style is None else text
        return Feedback(guess, text, squares, None if marks is None else tuple(marks))

    def __str__(self) -> str:
        more = "" if len(self.answers) == len(self.secrets) else f", {len(self.secrets):,} possible"
        return f"{self.label} ({len(self.guesses):,} guesses, {len(self.answers):,} answers{more})"


def fold(text: str) -> str:
    """A reply without spaces and case, for comparison."""
    return "".join(text.split()).casefold()
