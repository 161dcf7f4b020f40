"""The building blocks of output: lines, tiles, tables, bars and more."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Style = Literal["", "bold", "dim", "red", "green"]

HISTOGRAM_WIDTH = 50
"""The length of the longest bar of a histogram in characters."""


@dataclass(frozen=True)
class Line:
    """A line of text as pieces with styles."""

    spans: tuple[tuple[str, Style], ...]

    @property
    def text(self) -> str:
        """The text without styles."""
        return "".join(text for text, _ in self.spans)


@dataclass(frozen=True)
class Tiles:
    """A guess in the colours of its reply, or as coloured pegs; without colours, a guess and its reply as squares."""

    guess: str
    marks: tuple[int, ...] | None
    """The colour of each letter: 0 grey, 1 yellow, 2 green."""
    squares: str
    reply: str
    """The reply as text, for output without squares."""
    both: bool = False
    """Whether to show the squares in addition to the colours."""
    note: str = ""
    """Text beside the guess."""
    spelt: bool = False
    """Whether the squares are text that is shown in addition to the colours."""
    pegs: tuple[int, ...] | None = None
    """The peg of each symbol, counted from 0, if symbols stand for colours."""


@dataclass(frozen=True)
class Bar:
    """A bar in a column of bars, which fills the available width."""

    share: float
    """The length of the bar as a share of the longest possible bar, from 0 to 1."""
    width: int = 20
    """The length of the longest possible bar in characters; shorter on a narrow screen."""
    style: Style = "green"


Cell = str | Tiles | Bar


@dataclass(frozen=True)
class Table:
    """A table whose first `left` columns are left-aligned, the others right-aligned."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left: int = 1
    prose: bool = False
    """Whether the last column is text: left-aligned and wrapped."""

    def is_left(self, column: int) -> bool:
        """Whether a column is left-aligned."""
        return column < self.left or (self.prose and column == len(self.heads) - 1)


@dataclass(frozen=True)
class Columns:
    """Short texts in columns, filled row by row."""

    texts: tuple[str, ...]
    style: Style = ""


@dataclass(frozen=True)
class Keys:
    """A keyboard; each key has the colour of its letter."""

    rows: tuple[tuple[int, str], ...]
    """The indent and the letters of each row."""
    marks: Mapping[str, int]
    """The best mark of each letter that was guessed."""


@dataclass(frozen=True)
class Beside:
    """Blocks side by side, or one below the other on a narrow screen."""

    left: tuple["Block", ...]
    right: tuple["Block", ...]


Block = Line | Tiles | Table | Columns | Keys | Beside


def line(text: str = "", style: Style = "", *more: tuple[str, Style]) -> Line:
    """Make a line from one or more pieces."""
    return Line(((text, style), *more))


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell]], left: int = 1, *, prose: bool = False) -> Table:
    """Make a table."""
    return Table((*heads,), tuple((*row,) for row in rows), left, prose)


def bars(counts: Mapping[int, int], limit: int) -> Table:
    """Make a histogram of guesses; bars beyond the limit are red."""
    most = max(counts.values(), default=0) or 1
    return table(
        ("", "", ""),
        [
            (f"{guesses}", Bar(count / most, HISTOGRAM_WIDTH, "red" if guesses > limit else "green"), f"{count:,}")
            for guesses, count in counts.items()
        ],
        left=0,
    )
