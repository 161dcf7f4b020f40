"""Renders blocks as text, with or without terminal colours."""

import itertools
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from fewest.results.blocks import Bar, Bars, Beside, Block, Cell, Columns, Keys, Line, Style, Table, Tiles
from fewest.results.prose import capital
from fewest.system.files import escape_controls

STYLE_CODES: dict[Style, str] = {"": "", "bold": "1", "dim": "2", "red": "31", "green": "32"}
"""The ECMA-48 code of each style."""

TILE_CODES = ("37;48;5;240", "30;48;5;184", "30;48;5;40")
"""The codes of grey, yellow and green tiles."""

COLOURLESS_KEYS = (" . ", "({})", "[{}]")
"""Grey, yellow and green keys without colours."""

COLUMN_GAP = 2
"""The space between the columns of a table, unless it is too wide."""

MAX_BAR_WIDTH = 50

MIN_CELL_BAR_WIDTH = 5
"""If less is left for a column of bars, it is left out."""

MIN_PROSE_WIDTH = 20
"""If less is left for a column of text, the column gap shrinks; at least half of this is used."""

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


_Kept = TypeVar("_Kept")


def render(blocks: Iterable[Block], width: int | None = None, colours: bool = False, symbols: bool = True) -> str:
    """Render blocks as text; `width` wraps long lines, and without `symbols` the text is ASCII.

    Escape sequences are removed from all text, since names may come from untrusted files.
    """
    blocks = blocks if symbols else map(_in_ascii, blocks)
    lines = itertools.chain.from_iterable(_lines(block, width, colours) for block in blocks)
    return "\n".join(lines if symbols else (line.translate(ASCII_REPLACEMENTS) for line in lines))


def _in_ascii(block: Block) -> Block:
    """Replace symbols before layout, since replacements have other widths."""
    match block:
        case Line():
            return Line(tuple((text.translate(ASCII_REPLACEMENTS), style) for text, style in block.spans))
        case Tiles():
            return replace(block, squares=block.reply)
        case Table():
            heads = tuple(head.translate(ASCII_REPLACEMENTS) for head in block.heads)
            return replace(block, heads=heads, rows=tuple(tuple(map(_cell_in_ascii, row)) for row in block.rows))
        case Beside():
            return Beside(tuple(map(_in_ascii, block.left)), tuple(map(_in_ascii, block.right)))
    return block


def _cell_in_ascii(cell: Cell) -> Cell:
    if isinstance(cell, Bar):
        return cell
    return cell.translate(ASCII_REPLACEMENTS) if isinstance(cell, str) else replace(cell, squares=cell.reply)


def _lines(block: Block, width: int | None, colours: bool) -> Iterator[str]:
    match block:
        case Line():
            yield from _wrapped(block, width, colours)
        case Tiles():
            note = (
                f"{' ' * COLUMN_GAP}{paint(escape_controls(block.note), STYLE_CODES['dim'], colours)}"
                if block.note
                else ""
            )
            yield _cell(block, colours, alone=True)[1] + note
        case Table():
            for part in _divided(block, width, colours):
                yield from _table(part, width, colours)
        case Bars():
            yield from _bars(block, width, colours)
        case Columns():
            yield from _columns(block, width, colours)
        case Keys():
            yield from (_keys(block, *row, colours) for row in block.rows)
        case Beside():
            yield from _beside(block, width, colours)


def paint(text: str, code: str, colours: bool) -> str:
    """Add a style to text, if colours are on."""
    return f"\x1b[{code}m{text}\x1b[0m" if colours and code and text else text


def _wrapped(line: Line, width: int | None, colours: bool) -> Iterator[str]:
    """Wrap a line between words; words longer than the screen stay whole."""
    pieces: list[tuple[str, Style]] = []
    length = 0
    for text, style in line.spans:
        for piece in filter(None, re.split(r"(\n|[^\S\n]+)", escape_controls(text, keep="\n"))):
            piece_width = cell_width(piece)
            too_wide = width is not None and length + piece_width > width
            if piece == "\n" or (too_wide and any(each.strip() for each, _ in pieces)):
                yield _paint_pieces(pieces, colours)
                pieces = []
                length = 0
                if not piece.strip():
                    continue
            pieces.append((piece, style))
            length += piece_width
    yield _paint_pieces(pieces, colours)


def _paint_pieces(pieces: Sequence[tuple[str, Style]], colours: bool) -> str:
    """Join pieces in their styles, without trailing spaces."""
    end = max((at for at, (text, _) in enumerate(pieces, start=1) if text.strip()), default=0)
    runs = itertools.groupby(pieces[:end], key=lambda piece: piece[1])
    return "".join(paint("".join(text for text, _ in run), STYLE_CODES[style], colours) for style, run in runs)


def cell_width(text: str) -> int:
    """The width of text on a screen: squares take two columns, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if unicodedata.category(character) in ZERO_WIDTH_CATEGORIES:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _cell(cell: Cell, colours: bool, alone: bool = False) -> tuple[str, str]:
    """A cell without colours, to measure its width, and with colours.

    Without colours, a guess outside a table (`alone`) is spaced like tiles, and one in a table is compact.
    """
    if isinstance(cell, str):
        return (escape_controls(cell),) * 2
    if isinstance(cell, Bar):
        bar = "█" * round(cell.width * cell.share) or "▏"
        space = " " * (cell.width - len(bar))
        return bar + space, paint(bar, STYLE_CODES["green"], colours) + space
    if cell.marks is None or not (colours or cell.both or alone):
        return (escape_controls(f"{cell.guess} {cell.squares}").strip(),) * 2
    letters = [f" {escape_controls(capital(letter))} " for letter in cell.guess]
    codes = (f"{STYLE_CODES['bold']};{TILE_CODES[mark]}" for mark in cell.marks)
    painted = (paint(each, code, colours) for each, code in zip(letters, codes, strict=True))
    after = f" {escape_controls(cell.squares)}" if cell.both or cell.spelt or not colours else ""
    return "".join(letters) + after, "".join(painted) + after


def _divided(table: Table, width: int | None, colours: bool) -> Iterator[Table]:
    """Split a table that divides or is too wide into tables that fit the width.

    Each repeats the first column, or as many of the first columns as tell the rows apart, if there is room for them.
    """
    if width is None or len(table.heads) == 1 or not (table.divides or _is_too_wide(table, width, colours)):
        yield table
        return
    widths = _widths(table, colours)
    keys = _key_columns(table)
    if sum(widths[:keys]) + COLUMN_GAP * keys + max(widths[keys:]) > width:
        keys = 1
    first = keys
    room = width - sum(widths[:keys]) - COLUMN_GAP * (keys - 1)
    while first < len(widths):
        end = first
        used = 0
        while end < len(widths) and (end == first or used + COLUMN_GAP + widths[end] <= room):
            used += COLUMN_GAP + widths[end]
            end += 1
        rows = [(*row[:keys], *row[first:end]) for row in table.rows if any(row[first:end]) or not any(row[keys:])]
        yield Table((*table.heads[:keys], *table.heads[first:end]), tuple(rows), table.left)
        first = end


def _key_columns(table: Table) -> int:
    """How many of the first columns tell all rows apart; 1 if all of them together do not."""
    for keys in range(1, len(table.heads)):
        if len({row[:keys] for row in table.rows}) == len(table.rows):
            return keys
    return 1


def _is_too_wide(table: Table, width: int, colours: bool) -> bool:
    """Whether a table of numbers does not fit, even with narrow gaps and a line for each word of a head."""
    if table.prose or any(isinstance(cell, Bar) for row in table.rows for cell in row):
        return False
    return sum(_widths(_with_broken_heads(table), colours)) + len(table.heads) - 1 > width


def _with_broken_heads(table: Table) -> Table:
    """The table with a line for each word of a head."""
    return replace(table, heads=tuple(head.replace(" ", "\n") for head in table.heads))


def _widths(table: Table, colours: bool) -> list[int]:
    """The width of each column."""
    cells = ([_cell(cell, colours)[0] for cell in row] for row in table.rows)
    heads = [max(_head_lines(head), key=cell_width) for head in table.heads]
    return [max(map(cell_width, column)) for column in zip(heads, *cells, strict=True)]


def _head_lines(head: str) -> list[str]:
    """The lines of a column head."""
    return escape_controls(head, keep="\n").split("\n")


def _with_bars(table: Table, width: int, colours: bool) -> Table:
    """A table whose bars are as long as there is room for; without them if there is too little."""
    bars = {at for row in table.rows for at, cell in enumerate(row) if isinstance(cell, Bar)}
    if not bars:
        return table

    def resized(row: tuple[Cell, ...], length: int) -> tuple[Cell, ...]:
        return tuple(replace(cell, width=min(cell.width, length)) if isinstance(cell, Bar) else cell for cell in row)

    least = replace(table, rows=tuple(resized(row, MIN_CELL_BAR_WIDTH) for row in table.rows))
    widths = _widths(least, colours)
    gaps = COLUMN_GAP * (len(widths) - 1)
    room = width - sum(widths) - gaps
    if room >= 0:
        return replace(table, rows=tuple(resized(row, MIN_CELL_BAR_WIDTH + room // len(bars)) for row in table.rows))
    if table.prose and sum(widths[:-1]) + gaps + MIN_PROSE_WIDTH <= width:
        return least

    def kept(row: tuple[_Kept, ...]) -> tuple[_Kept, ...]:
        return tuple(each for at, each in enumerate(row) if at not in bars)

    left = sum(at not in bars for at in range(table.left))
    return replace(table, heads=kept(table.heads), rows=tuple(map(kept, table.rows)), left=left)


def _table(table: Table, width: int | None, colours: bool) -> Iterator[str]:
    if width is not None:
        table = _with_bars(table, width, colours)
    widths = _widths(table, colours)
    fits = width is None or sum(widths) + COLUMN_GAP * (len(widths) - 1) <= width
    fixed = sum(widths[:-1]) + COLUMN_GAP * (len(widths) - 1)
    gap = " " * (COLUMN_GAP if fits or (table.prose and fixed + MIN_PROSE_WIDTH <= (width or 0)) else 1)
    if not fits and not table.prose:
        broken = _with_broken_heads(table)
        if sum(_widths(broken, colours)) + len(widths) - 1 <= (width or 0) < sum(widths) + len(widths) - 1:
            table = broken
            widths = _widths(table, colours)
    left = {*range(table.left), *([len(widths) - 1] if table.prose else [])}
    heads = [_head_lines(head) for head in table.heads]
    height = max(map(len, heads))
    for at in range(height) if any(table.heads) else ():
        texts = [(*[""] * (height - len(head)), *head)[at] for head in heads]
        yield _row([(each, paint(each, STYLE_CODES["bold"], colours)) for each in texts], widths, left, gap)
    before = sum(widths[:-1]) + len(gap) * (len(widths) - 1)
    for cells in table.rows:
        row = [_cell(cell, colours) for cell in cells]
        if not table.prose or fits:
            yield _row(row, widths, left, gap)
            continue
        first, *more = _wrapped(
            Line(((row[-1][0], ""),)), max(MIN_PROSE_WIDTH // 2, (width or 0) - before), colours=False
        )
        yield _row([*row[:-1], (first, first)], widths, left, gap)
        yield from (" " * before + piece for piece in more)


def _row(cells: Sequence[tuple[str, str]], widths: Sequence[int], left: Collection[int], gap: str) -> str:
    """Align and join the cells of a row."""
    padded = []
    for at, (text, painted) in enumerate(cells):
        space = " " * (widths[at] - cell_width(text))
        padded.append(painted + space if at in left else space + painted)
    return gap.join(padded).rstrip()


def _bars(bars: Bars, width: int | None, colours: bool) -> Iterator[str]:
    most = max(bars.counts.values(), default=0) or 1
    room = max(5, min(MAX_BAR_WIDTH, (width or 80) - 16))
    longest = len(f"{most:,}")
    for guesses, count in bars.counts.items():
        bar = "█" * round(room * count / most) or "▏"
        code = STYLE_CODES["red" if guesses > bars.limit else "green"]
        number = f"{guesses:>{len(str(max(bars.counts)))}}"
        yield f"{number}  {paint(bar, code, colours)}{' ' * (room - len(bar))}  {count:>{longest},}"


def _columns(columns: Columns, width: int | None, colours: bool) -> Iterator[str]:
    """Use as many columns as fit."""
    texts = [escape_controls(text) for text in columns.texts]
    lengths = [cell_width(text) for text in texts]
    room = width or 80
    most = (room + COLUMN_GAP) // (min(lengths, default=0) + COLUMN_GAP)
    for count in range(max(1, min(len(texts), most)), 0, -1):
        widths = [max(lengths[at::count], default=0) for at in range(count)]
        if sum(widths) + COLUMN_GAP * (count - 1) <= room:
            break
    cells = [(text, paint(text, STYLE_CODES[columns.style], colours)) for text in texts]
    for start in range(0, len(cells), count):
        yield _row(cells[start : start + count], widths, range(count), " " * COLUMN_GAP)


def _keys(keys: Keys, indent: int, letters: str, colours: bool) -> str:
    """A row of keys."""
    row = " " * indent
    for letter in letters:
        mark = keys.marks.get(letter)
        text = escape_controls(capital(letter))
        if mark is None:
            row += f" {text} "
        else:
            row += paint(f" {text} ", TILE_CODES[mark], True) if colours else COLOURLESS_KEYS[mark].format(text)
    return row


def _beside(block: Beside, width: int | None, colours: bool) -> Iterator[str]:
    left, right = (
        [*itertools.chain.from_iterable(_lines(each, width, colours) for each in side)]
        for side in (block.left, block.right)
    )
    widths = [cell_width(COLOUR_SEQUENCE.sub("", line)) for line in left]
    room = max(widths, default=0) + SIDE_GAP
    if not right:
        yield from left
    elif width is None or room + max(cell_width(COLOUR_SEQUENCE.sub("", line)) for line in right) <= width:
        for line, used, beside in itertools.zip_longest(left, widths, right):
            yield (line or "") + (" " * (room - (used or 0)) + beside if beside else "")
    else:
        yield from (*left, "", *right)
