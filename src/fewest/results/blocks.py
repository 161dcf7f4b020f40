"""The blocks that a result consists of when a person looks at it: lines, tables and bars."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Style = Literal["", "bold", "dim", "red", "green"]


@dataclass(frozen=True)
class Line:
    """A line of text, in pieces that each have a style."""

    spans: tuple[tuple[str, Style], ...]

    @property
    def text(self) -> str:
        """The line without its styles."""
        return "".join(text for text, _ in self.spans)


@dataclass(frozen=True)
class Tiles:
    """A guess in the colours of its reply; where there are no colours, the guess and the reply as squares."""

    guess: str
    marks: tuple[int, ...] | None
    """0 is a grey letter, 1 a yellow and 2 a green one."""
    squares: str
    both: bool = False
    """Whether the squares follow the colours too."""


Cell = str | Tiles


@dataclass(frozen=True)
class Table:
    """A table whose first `left` columns are flush left, the others flush right."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left: int = 1
    prose: bool = False
    """Whether the last column is text: flush left, and broken where the screen ends."""
    divides: bool = False
    """Whether columns that do not fit on the screen stand below, each row with its first column again."""


@dataclass(frozen=True)
class Bars:
    """How many secrets take each number of guesses; those beyond the limit are lost."""

    counts: Mapping[int, int]
    limit: int


Block = Line | Tiles | Table | Bars


def line(text: str = "", style: Style = "", *more: tuple[str, Style]) -> Line:
    """A line of text in one style, or of several pieces."""
    return Line(((text, style), *more))


def table(
    heads: Sequence[str], rows: Iterable[Sequence[Cell]], left: int = 1, *, prose: bool = False, divides: bool = False
) -> Table:
    """A table of such rows."""
    return Table((*heads,), tuple((*row,) for row in rows), left, prose, divides)
