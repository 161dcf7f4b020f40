"""The blocks that everything consists of that a person looks at: lines, tiles, tables, bars and the like."""

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
    reply: str
    """The reply as text, for screens without squares."""
    both: bool = False
    """Whether the squares follow the colours too."""
    note: str = ""
    """What is said beside it."""


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


@dataclass(frozen=True)
class Columns:
    """Many short texts in columns, row by row."""

    texts: tuple[str, ...]
    style: Style = ""


@dataclass(frozen=True)
class Keys:
    """Letters as on a keyboard, in the colours of what is known of each."""

    rows: tuple[tuple[int, str], ...]
    """Each row: by how many columns it is moved to the right, and its letters."""
    marks: Mapping[str, int]
    """The best mark that each letter has got; letters that were not tried have none."""


@dataclass(frozen=True)
class Beside:
    """Blocks side by side; on a narrow screen one below the other, with an empty line between."""

    left: tuple["Block", ...]
    right: tuple["Block", ...]


Block = Line | Tiles | Table | Bars | Columns | Keys | Beside


def line(text: str = "", style: Style = "", *more: tuple[str, Style]) -> Line:
    """A line of text in one style, or of several pieces."""
    return Line(((text, style), *more))


def table(
    heads: Sequence[str], rows: Iterable[Sequence[Cell]], left: int = 1, *, prose: bool = False, divides: bool = False
) -> Table:
    """A table of such rows."""
    return Table((*heads,), tuple((*row,) for row in rows), left, prose, divides)
