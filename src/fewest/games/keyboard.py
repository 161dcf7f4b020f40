"""What the input of a game looks like, for faces that draw it: how a guess is typed and how a reply is entered."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from fewest.games.presentation import Presentation

QWERTY = ("qwertyuiop", "asdfghjkl", "zxcvbnm")

DIGITS = "1234567890"

KEYS_PER_ROW = 11

MAX_KEYS = 60
"""With more symbols than this a guess is written into a field, as are guesses of different lengths."""

MAX_TEXTS = 200
"""With more replies than this a reply is written into a field, unless it has marks or counts."""


@dataclass(frozen=True)
class Count:
    """A number of a reply, such as the black pegs of 1b2w."""

    name: str
    """What is counted, such as black."""
    letter: str
    """What follows the number in the reply as text, such as b."""
    most: int
    """The largest number."""


@dataclass(frozen=True)
class Keyboard:
    """How guesses are typed and replies are entered.

    A reply is a mark per symbol (`marks`: digits from 0 to 2), some numbers (`counts`), one of some texts (`texts`), or
    if there are too many of these any text that the game reads (`field`).
    """

    rows: tuple[str, ...]
    """The symbols of guesses in rows of keys; none if a guess is written into a field."""
    length: int | None
    """The number of symbols of every guess; null if they differ."""
    pegs: bool
    """Whether symbols stand for colours."""
    reply: Literal["marks", "counts", "texts", "field"]
    """How a reply is entered."""
    counts: tuple[Count, ...]
    """The numbers of a reply, in the order in which it writes them."""
    texts: tuple[str, ...]
    """Every reply as text, unless it has marks or there are too many."""
    win: str
    """The reply to the secret itself."""


def key_rows(symbols: str) -> tuple[str, ...]:
    """Some symbols as rows of keys: letters as on a typewriter, other symbols in their order below them.

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
    """The input of a game that says nothing more about it: its symbols as keys, and its replies as they are written."""
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
