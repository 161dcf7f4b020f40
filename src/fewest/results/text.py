"""Blocks as text: plain, or in the colours of a terminal."""

import itertools
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from fewest.results.blocks import Bars, Block, Cell, Line, Style, Table, Tiles
from fewest.results.prose import capital
from fewest.system.files import plain

CODES: dict[Style, str] = {"": "", "bold": "1", "dim": "2", "red": "31", "green": "32"}
"""What each style is to a terminal (the codes of ECMA-48)."""

TILE_CODES = ("1;37;48;5;240", "1;30;48;5;184", "1;30;48;5;40")
"""A letter on grey, yellow and green."""

GAP, LONGEST_BAR = 2, 50
"""How many columns lie between those of a table, unless it gets too wide, and how long a bar is at most."""

LEAST_PROSE = 20
"""How wide the text in the last column of a table is at least."""

UNSPACED = ("Mn", "Me", "Cf")
"""Categories of characters that take no column of their own, such as marks on letters."""

ASCII = str.maketrans({"⬛": "0", "🟨": "1", "🟩": "2", "█": "#", "▏": "|", "→": ">", "±": "+-", "…": "..."})
"""What stands for symbols that a screen cannot show."""


def render(blocks: Iterable[Block], width: int | None = None, colours: bool = False, symbols: bool = True) -> str:
    """Blocks as text, a line break after each; given the width of a screen, long lines are broken between words.

    Where a screen has no symbols, such as squares, others stand for them. No text gives a command to the terminal:
    names may come from files that anybody has written.
    """
    shown = blocks if symbols else map(_in_ascii, blocks)
    lines = itertools.chain.from_iterable(_lines(block, width, colours) for block in shown)
    return "\n".join(lines if symbols else (line.translate(ASCII) for line in lines))


def _in_ascii(block: Block) -> Block:
    """A block whose text takes the room that it has without symbols."""
    match block:
        case Line():
            return Line(tuple((text.translate(ASCII), style) for text, style in block.spans))
        case Tiles():
            return replace(block, squares=block.squares.translate(ASCII))
        case Table():
            heads = tuple(head.translate(ASCII) for head in block.heads)
            return replace(block, heads=heads, rows=tuple(tuple(map(_cell_in_ascii, row)) for row in block.rows))
        case Bars():
            return block


def _cell_in_ascii(cell: Cell) -> Cell:
    return cell.translate(ASCII) if isinstance(cell, str) else replace(cell, squares=cell.squares.translate(ASCII))


def _lines(block: Block, width: int | None, colours: bool) -> Iterator[str]:
    match block:
        case Line():
            yield from _text(block, width, colours)
        case Tiles():
            yield _cell(block, colours)[1]
        case Table():
            for part in _parts(block, width, colours):
                yield from _table(part, width, colours)
        case Bars():
            yield from _bars(block, width, colours)


def paint(text: str, code: str, colours: bool) -> str:
    """A text in a style, where there are colours."""
    return f"\x1b[{code}m{text}\x1b[0m" if colours and code and text else text


def _text(line: Line, width: int | None, colours: bool) -> Iterator[str]:
    """A line, broken between words where it gets too long."""
    made, length = "", 0
    for text, style in line.spans:
        for piece in re.split(r"(\n|[^\S\n]+)", plain(text, keep="\n")):
            room = cell_width(piece)
            if piece == "\n" or (width is not None and length + room > width and made.strip()):
                yield made.rstrip()
                made, length = "", 0
                if not piece.strip():
                    continue
            made += paint(piece, CODES[style], colours) if piece.strip() else piece
            length += room
    yield made.rstrip()


def cell_width(text: str) -> int:
    """How many columns of a screen a text takes: squares take two each, marks on letters none."""
    return sum(
        0 if unicodedata.category(each) in UNSPACED else 2 if unicodedata.east_asian_width(each) in "WF" else 1
        for each in text
    )


def _cell(cell: Cell, colours: bool) -> tuple[str, str]:
    """A cell without and with its colours: how wide it is shows in the first."""
    if isinstance(cell, str):
        return (plain(cell),) * 2
    if cell.marks is None or not (colours or cell.both):
        return (plain(f"{cell.guess} {cell.squares}").strip(),) * 2
    letters = [f" {plain(capital(letter))} " for letter in cell.guess]
    painted = (paint(each, TILE_CODES[mark], colours) for each, mark in zip(letters, cell.marks, strict=True))
    after = f" {plain(cell.squares)}" if cell.both else ""
    return "".join(letters) + after, "".join(painted) + after


def _parts(table: Table, width: int | None, colours: bool) -> Iterator[Table]:
    """A table that may be divided, as parts that fit side by side: each begins with its first column."""
    if not table.divides or width is None or len(table.heads) == 1:
        yield table
        return
    widths = _widths(table, colours)
    first, room = 1, width - widths[0]
    while first < len(widths):
        end, used = first, 0
        while end < len(widths) and (end == first or used + GAP + widths[end] <= room):
            used += GAP + widths[end]
            end += 1
        rows = [(row[0], *row[first:end]) for row in table.rows if any(row[first:end])]
        yield Table((table.heads[0], *table.heads[first:end]), tuple(rows), table.left)
        first = end


def _widths(table: Table, colours: bool) -> list[int]:
    """How wide each column is."""
    cells = ([_cell(cell, colours)[0] for cell in row] for row in table.rows)
    heads = [max(_head_lines(head), key=cell_width) for head in table.heads]
    return [max(map(cell_width, column)) for column in zip(heads, *cells, strict=True)]


def _head_lines(head: str) -> list[str]:
    """The lines of a head."""
    return plain(head, keep="\n").split("\n")


def _table(table: Table, width: int | None, colours: bool) -> Iterator[str]:
    widths = _widths(table, colours)
    wide = width is None or sum(widths) + GAP * (len(widths) - 1) <= width
    gap = " " * (GAP if wide or table.prose else 1)
    if not wide and not table.prose:
        broken = replace(table, heads=tuple(head.replace(" ", "\n") for head in table.heads))
        if sum(_widths(broken, colours)) + len(widths) - 1 <= (width or 0) < sum(widths) + len(widths) - 1:
            table, widths = broken, _widths(broken, colours)
    left = {*range(table.left), *([len(widths) - 1] if table.prose else [])}
    heads = [_head_lines(head) for head in table.heads]
    height = max(map(len, heads))
    for at in range(height) if any(table.heads) else ():
        texts = [(*[""] * (height - len(head)), *head)[at] for head in heads]
        yield _row([(each, paint(each, CODES["bold"], colours)) for each in texts], widths, left, gap)
    before = sum(widths[:-1]) + GAP * (len(widths) - 1)
    for cells in table.rows:
        row = [_cell(cell, colours) for cell in cells]
        if not table.prose or wide:
            yield _row(row, widths, left, gap)
            continue
        first, *more = _text(Line(((row[-1][0], ""),)), max(LEAST_PROSE, (width or 0) - before), colours=False)
        yield _row([*row[:-1], (first, first)], widths, left, gap)
        yield from (" " * before + piece for piece in more)


def _row(cells: Sequence[tuple[str, str]], widths: Sequence[int], left: Collection[int], gap: str) -> str:
    """A row of a table."""
    made = []
    for at, (text, painted) in enumerate(cells):
        space = " " * (widths[at] - cell_width(text))
        made.append(painted + space if at in left else space + painted)
    return gap.join(made).rstrip()


def _bars(bars: Bars, width: int | None, colours: bool) -> Iterator[str]:
    most = max(bars.counts.values(), default=0) or 1
    room = max(5, min(LONGEST_BAR, (width or 80) - 16))
    longest = len(f"{most:,}")
    for guesses, count in bars.counts.items():
        bar = "█" * round(room * count / most) or "▏"
        code = CODES["red" if guesses > bars.limit else "green"]
        number = f"{guesses:>{len(str(max(bars.counts)))}}"
        yield f"{number}  {paint(bar, code, colours)}{' ' * (room - len(bar))}  {count:>{longest},}"
