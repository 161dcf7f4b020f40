"""Renders blocks as text, with or without terminal colours."""

import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fewest.results.blocks import Bar, Beside, Block, Cell, Columns, Keys, Line, Style, Table, Tiles
from fewest.results.prose import capital
from fewest.system.files import escape_controls

STYLE_CODES: dict[Style, str] = {"": "", "bold": "1", "dim": "2", "red": "31", "green": "32"}
"""The ECMA-48 code of each style."""

TILE_CODES = ("37;48;5;240", "30;48;5;184", "30;48;5;40")
"""The codes of grey, yellow and green tiles."""

PEG_CODES = (
    *("97;48;5;160", "97;48;5;25", "30;48;5;220", "97;48;5;28", "30;48;5;255", "97;48;5;235"),
    *("30;48;5;208", "97;48;5;91", "97;48;5;94", "30;48;5;80", "30;48;5;211", "97;48;5;60"),
)
"""The codes of pegs: red, blue, yellow, green, white, black, orange, purple, brown, cyan, pink and slate."""

COLOURLESS_KEYS = (" . ", "({})", "[{}]")
"""Grey, yellow and green keys without colours."""

COLUMN_GAP = 2
"""The space between the columns of a table, unless the table is too wide."""

MIN_CELL_BAR_WIDTH = 5
"""The minimum width of a column of bars; with less room, it is left out."""

MIN_PROSE_WIDTH = 20
"""The preferred minimum width of a column of text; with less room, the column gap shrinks, and then the column to half
of this."""

SIDE_GAP = 4
"""The space between blocks side by side."""

COLOUR_SEQUENCE = re.compile(r"\x1b\[[0-9;]*m")
"""An escape sequence that starts or ends a style."""

ZERO_WIDTH_CATEGORIES = ("Mn", "Me", "Cf")
"""Unicode categories of characters without width, such as combining marks."""

ASCII_REPLACEMENTS = str.maketrans(
    {"⬛": "0", "🟨": "1", "🟩": "2", "█": "#", "▏": "|", "→": ">", "±": "+-", "…": "..."}
)
"""Replacements for symbols that the output cannot show."""


def render(blocks: Iterable[Block], width: int | None = None, colours: bool = False, symbols: bool = True) -> str:
    """Render blocks as text; `width` wraps long lines, and without `symbols` the text is ASCII.

    Escape sequences are removed from all text, since names may come from untrusted files.
    """
    screen = _Screen(width, colours, symbols)
    return "\n".join(itertools.chain.from_iterable(map(screen.lines, blocks)))


def paint(text: str, code: str, colours: bool) -> str:
    """Add a style to text if colours are on."""
    return f"\x1b[{code}m{text}\x1b[0m" if colours and code and text else text


def cell_width(text: str) -> int:
    """The width of text on a screen: squares take two columns, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if unicodedata.category(character) in ZERO_WIDTH_CATEGORIES:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


@dataclass(frozen=True)
class _Layout:
    """A table with the widths of its columns and the gap between them."""

    table: Table
    widths: list[int]
    gap: int

    @property
    def least(self) -> int:
        """The least width: text in the last column may be wrapped."""
        last = min(self.widths[-1], MIN_PROSE_WIDTH) if self.table.prose else self.widths[-1]
        return sum(self.widths[:-1]) + last + self.gap * (len(self.widths) - 1)

    def row(self, cells: Sequence[tuple[str, str]]) -> str:
        """Align and join cells, each without colours and with them."""
        padded = []
        for at, (text, painted) in enumerate(cells):
            space = " " * (self.widths[at] - cell_width(text))
            padded.append(painted + space if self.table.is_left(at) else space + painted)
        return (" " * self.gap).join(padded).rstrip()


@dataclass(frozen=True)
class _Screen:
    """The output: its width, if limited, and whether it has colours and symbols."""

    width: int | None
    colours: bool
    symbols: bool

    def lines(self, block: Block) -> Iterator[str]:
        """The lines of a block."""
        match block:
            case Line():
                yield from self.wrapped(block.spans, self.width)
            case Tiles():
                note = f"{' ' * COLUMN_GAP}{self.paint(self.text(block.note), 'dim')}" if block.note else ""
                yield self.tiles(block, alone=True)[1] + note
            case Table():
                for part in self.divided(self.with_bars(block)):
                    yield from self.table(self.layout(part) or _Layout(part, self.widths(part), 1))
            case Columns():
                yield from self.columns(block)
            case Keys():
                yield from (self.keys(block, *row) for row in block.rows)
            case Beside():
                yield from self.beside(block)

    def text(self, text: str, keep: str = "") -> str:
        """Text without control characters and without symbols that the screen cannot show."""
        return escape_controls(text if self.symbols else text.translate(ASCII_REPLACEMENTS), keep=keep)

    def paint(self, text: str, style: Style) -> str:
        """Text in a style."""
        return paint(text, STYLE_CODES[style], self.colours)

    def wrapped(self, spans: Iterable[tuple[str, Style]], width: int | None) -> Iterator[str]:
        """Wrap text between words; words longer than the width stay whole."""
        pieces: list[tuple[str, Style]] = []
        length = 0
        for text, style in spans:
            for piece in filter(None, re.split(r"(\n|[^\S\n]+)", self.text(text, keep="\n"))):
                piece_width = cell_width(piece)
                too_wide = width is not None and length + piece_width > width
                if piece == "\n" or (too_wide and any(before.strip() for before, _ in pieces)):
                    yield self.joined(pieces)
                    pieces = []
                    length = 0
                    if not piece.strip():
                        continue
                pieces.append((piece, style))
                length += piece_width
        yield self.joined(pieces)

    def joined(self, pieces: Sequence[tuple[str, Style]]) -> str:
        """Join pieces in their styles, without trailing spaces."""
        end = max((number for number, (text, _) in enumerate(pieces, start=1) if text.strip()), default=0)
        runs = itertools.groupby(pieces[:end], key=lambda piece: piece[1])
        return "".join(self.paint("".join(text for text, _ in run), style) for style, run in runs)

    def cell(self, cell: Cell) -> tuple[str, str]:
        """A cell of a table, without colours (to measure its width) and with colours."""
        if isinstance(cell, str):
            return (self.text(cell),) * 2
        if isinstance(cell, Tiles):
            return self.tiles(cell)
        full, least = "█▏" if self.symbols else "#|"
        bar = full * round(cell.width * cell.share) or least
        space = " " * (cell.width - len(bar))
        return bar + space, self.paint(bar, cell.style) + space

    def tiles(self, tiles: Tiles, alone: bool = False) -> tuple[str, str]:
        """A guess with its reply, without and with colours.

        Without colours, a guess outside a table (`alone`) is spaced like tiles; inside a table it is compact.
        """
        squares = self.text(tiles.squares if self.symbols else tiles.reply)
        pegs = tiles.pegs if self.colours else None
        if pegs is None and (tiles.marks is None or not (self.colours or tiles.both or alone)):
            return (f"{self.text(tiles.guess)} {squares}".strip(),) * 2
        codes = [TILE_CODES[mark] for mark in tiles.marks or ()]
        if pegs is not None:
            codes = [PEG_CODES[peg % len(PEG_CODES)] for peg in pegs]
        letters = [f" {self.text(capital(letter))} " for letter in tiles.guess]
        styles = (f"{STYLE_CODES['bold']};{code}" for code in codes)
        painted = (paint(letter, style, self.colours) for letter, style in zip(letters, styles, strict=True))
        after = f" {squares}" if pegs is not None or tiles.both or tiles.spelt or not self.colours else ""
        return "".join(letters) + after, "".join(painted) + after

    def head(self, head: str) -> list[str]:
        """The lines of a column head."""
        return self.text(head, keep="\n").split("\n")

    def widths(self, table: Table) -> list[int]:
        """The width of each column."""
        cells = ([self.cell(cell)[0] for cell in row] for row in table.rows)
        heads = [max(self.head(head), key=cell_width) for head in table.heads]
        return [max(map(cell_width, column)) for column in zip(heads, *cells, strict=True)]

    def layout(self, table: Table) -> _Layout | None:
        """The widest layout that fits, perhaps with narrow gaps or one line per word of a head; None if none fits."""
        broken = replace(table, heads=tuple(head.replace(" ", "\n") for head in table.heads))
        for tried, gap in ((table, COLUMN_GAP), (table, 1), (broken, 1)):
            layout = _Layout(tried, self.widths(tried), gap)
            if self.width is None or layout.least <= self.width:
                return layout
        return None

    def with_bars(self, table: Table) -> Table:
        """A table whose bars fill the available width; without bars if there is too little room."""
        bars = {at for row in table.rows for at, cell in enumerate(row) if isinstance(cell, Bar)}
        if not bars or self.width is None:
            return table
        shortest = _with_bars_up_to(table, MIN_CELL_BAR_WIDTH)
        layout = _Layout(shortest, self.widths(shortest), COLUMN_GAP)
        if layout.least <= self.width:
            room = self.width - sum(layout.widths) - COLUMN_GAP * (len(layout.widths) - 1)
            return _with_bars_up_to(table, MIN_CELL_BAR_WIDTH + max(0, room // len(bars)))
        kept = [at for at in range(len(table.heads)) if at not in bars]
        return replace(
            table,
            heads=tuple(table.heads[at] for at in kept),
            rows=tuple(tuple(row[at] for at in kept) for row in table.rows),
            left=sum(at < table.left for at in kept),
        )

    def divided(self, table: Table) -> Iterator[Table]:
        """Split a table that is too wide into tables that fit, unless it has text or bars.

        Each of them repeats the left-aligned columns, or those that fit.
        """
        whole = table.prose or any(isinstance(cell, Bar) for row in table.rows for cell in row)
        if self.width is None or len(table.heads) == 1 or whole or self.layout(table) is not None:
            yield table
            return
        widths = self.widths(table)
        keys = max(1, min(table.left, len(widths) - 1))
        while keys > 1 and sum(widths[:keys]) + COLUMN_GAP * keys + max(widths[keys:]) > self.width:
            keys -= 1
        room = self.width - sum(widths[:keys]) - COLUMN_GAP * (keys - 1)
        first = keys
        while first < len(widths):
            end = first + 1
            while end < len(widths) and sum(widths[first : end + 1]) + COLUMN_GAP * (end + 1 - first) <= room:
                end += 1
            rows = [(*row[:keys], *row[first:end]) for row in table.rows]
            yield Table((*table.heads[:keys], *table.heads[first:end]), tuple(rows), keys)
            first = end

    def table(self, layout: _Layout) -> Iterator[str]:
        """The lines of a table; text in the last column wraps inside the column."""
        table, widths = layout.table, layout.widths
        heads = [self.head(head) for head in table.heads]
        height = max(map(len, heads))
        for at in range(height) if any(table.heads) else ():
            texts = [(*[""] * (height - len(head)), *head)[at] for head in heads]
            yield layout.row([(text, self.paint(text, "bold")) for text in texts])
        before = sum(widths[:-1]) + layout.gap * (len(widths) - 1)
        wraps = table.prose and self.width is not None and before + widths[-1] > self.width
        for cells in table.rows:
            row = [self.cell(cell) for cell in cells]
            if not wraps:
                yield layout.row(row)
                continue
            room = max(MIN_PROSE_WIDTH // 2, (self.width or 0) - before)
            first, *more = replace(self, colours=False).wrapped([(row[-1][0], "")], room)
            yield layout.row([*row[:-1], (first, first)])
            yield from (" " * before + piece for piece in more)

    def columns(self, columns: Columns) -> Iterator[str]:
        """The lines of columns of equal width, which fill the available width."""
        cells = [(self.text(text), self.paint(self.text(text), columns.style)) for text in columns.texts]
        width = max((cell_width(text) for text, _ in cells), default=0)
        count = max(1, ((self.width or 80) + COLUMN_GAP) // (width + COLUMN_GAP))
        layout = _Layout(Table((), (), left=count), [width] * count, COLUMN_GAP)
        for start in range(0, len(cells), count):
            yield layout.row(cells[start : start + count])

    def keys(self, keys: Keys, indent: int, letters: str) -> str:
        """A row of keys."""
        row = " " * indent
        for letter in letters:
            mark = keys.marks.get(letter)
            text = self.text(capital(letter))
            if mark is None:
                row += f" {text} "
            else:
                row += (
                    paint(f" {text} ", TILE_CODES[mark], True) if self.colours else COLOURLESS_KEYS[mark].format(text)
                )
        return row

    def beside(self, block: Beside) -> Iterator[str]:
        """The lines of both sides, side by side if there is room."""
        left, right = ([*itertools.chain.from_iterable(map(self.lines, side))] for side in (block.left, block.right))
        widths = [cell_width(COLOUR_SEQUENCE.sub("", line)) for line in left]
        room = max(widths, default=0) + SIDE_GAP
        if not right:
            yield from left
        elif (
            self.width is None or room + max(cell_width(COLOUR_SEQUENCE.sub("", line)) for line in right) <= self.width
        ):
            for line, used, beside in itertools.zip_longest(left, widths, right):
                yield (line or "") + (" " * (room - (used or 0)) + beside if beside else "")
        else:
            yield from (*left, "", *right)


def _with_bars_up_to(table: Table, length: int) -> Table:
    """A table whose bars have at most this length."""
    rows = (
        tuple(replace(cell, width=min(cell.width, length)) if isinstance(cell, Bar) else cell for cell in row)
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))
