"""Blocks as text: plain, or in the colours of a terminal."""

import itertools
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from fewest.results.blocks import Bars, Beside, Block, Cell, Columns, Keys, Line, Style, Table, Tiles
from fewest.results.prose import capital
from fewest.system.files import plain

CODES: dict[Style, str] = {"": "", "bold": "1", "dim": "2", "red": "31", "green": "32"}
"""What each style is to a terminal (the codes of ECMA-48)."""

TILE_CODES = ("37;48;5;240", "30;48;5;184", "30;48;5;40")
"""A letter on grey, yellow and green."""

PLAIN_KEYS = (" . ", "({})", "[{}]")
"""A grey, yellow and green key where there are no colours."""

GAP, LONGEST_BAR = 2, 50
"""How many columns lie between those of a table, unless it gets too wide, and how long a bar is at most."""

NARROW = 20
"""A column of text that is narrower than this moves closer to the others; half of this it takes at least."""

APART = 4
"""How many columns lie between blocks that are side by side."""

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
"""What begins and ends a style."""

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
            return replace(block, squares=block.reply)
        case Table():
            heads = tuple(head.translate(ASCII) for head in block.heads)
            return replace(block, heads=heads, rows=tuple(tuple(map(_cell_in_ascii, row)) for row in block.rows))
        case Beside():
            return Beside(tuple(map(_in_ascii, block.left)), tuple(map(_in_ascii, block.right)))
    return block


def _cell_in_ascii(cell: Cell) -> Cell:
    return cell.translate(ASCII) if isinstance(cell, str) else replace(cell, squares=cell.reply)


def _lines(block: Block, width: int | None, colours: bool) -> Iterator[str]:
    match block:
        case Line():
            yield from _text(block, width, colours)
        case Tiles():
            note = f"{' ' * GAP}{paint(plain(block.note), CODES['dim'], colours)}" if block.note else ""
            yield _cell(block, colours, alone=True)[1] + note
        case Table():
            for part in _parts(block, width, colours):
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
    """A text in a style, where there are colours."""
    return f"\x1b[{code}m{text}\x1b[0m" if colours and code and text else text


def _text(line: Line, width: int | None, colours: bool) -> Iterator[str]:
    """A line, broken between words where it gets too long; a word that is longer than the screen is left whole."""
    made: list[tuple[str, Style]] = []
    length = 0
    for text, style in line.spans:
        for piece in filter(None, re.split(r"(\n|[^\S\n]+)", plain(text, keep="\n"))):
            wide = cell_width(piece)
            too_wide = width is not None and length + wide > width
            if piece == "\n" or (too_wide and any(each.strip() for each, _ in made)):
                yield _painted(made, colours)
                made, length = [], 0
                if not piece.strip():
                    continue
            made.append((piece, style))
            length += wide
    yield _painted(made, colours)


def _painted(pieces: Sequence[tuple[str, Style]], colours: bool) -> str:
    """Pieces of a line in their styles, without spaces at the end."""
    end = max((at for at, (text, _) in enumerate(pieces, start=1) if text.strip()), default=0)
    runs = itertools.groupby(pieces[:end], key=lambda piece: piece[1])
    return "".join(paint("".join(text for text, _ in run), CODES[style], colours) for style, run in runs)


def cell_width(text: str) -> int:
    """How many columns of a screen a text takes: squares take two each, marks on letters none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(each) in UNSPACED else 2 if unicodedata.east_asian_width(each) in "WF" else 1
        for each in text
    )


def _cell(cell: Cell, colours: bool, alone: bool = False) -> tuple[str, str]:
    """A cell without and with its colours: how wide it is shows in the first.

    Where there are no colours, a guess alone is written as on tiles, and one in a table in less room.
    """
    if isinstance(cell, str):
        return (plain(cell),) * 2
    if cell.marks is None or not (colours or cell.both or alone):
        return (plain(f"{cell.guess} {cell.squares}").strip(),) * 2
    letters = [f" {plain(capital(letter))} " for letter in cell.guess]
    codes = (f"{CODES['bold']};{TILE_CODES[mark]}" for mark in cell.marks)
    painted = (paint(each, code, colours) for each, code in zip(letters, codes, strict=True))
    after = f" {plain(cell.squares)}" if cell.both or not colours else ""
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
        rows = [(row[0], *row[first:end]) for row in table.rows if any(row[first:end]) or not any(row[1:])]
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
    fixed = sum(widths[:-1]) + GAP * (len(widths) - 1)
    gap = " " * (GAP if wide or (table.prose and fixed + NARROW <= (width or 0)) else 1)
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
    before = sum(widths[:-1]) + len(gap) * (len(widths) - 1)
    for cells in table.rows:
        row = [_cell(cell, colours) for cell in cells]
        if not table.prose or wide:
            yield _row(row, widths, left, gap)
            continue
        first, *more = _text(Line(((row[-1][0], ""),)), max(NARROW // 2, (width or 0) - before), colours=False)
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


def _columns(columns: Columns, width: int | None, colours: bool) -> Iterator[str]:
    """As many columns as fit on the screen."""
    texts = [plain(text) for text in columns.texts]
    lengths, room = [cell_width(text) for text in texts], width or 80
    most = (room + GAP) // (min(lengths, default=0) + GAP)
    for count in range(max(1, min(len(texts), most)), 0, -1):
        widths = [max(lengths[at::count], default=0) for at in range(count)]
        if sum(widths) + GAP * (count - 1) <= room:
            break
    cells = [(text, paint(text, CODES[columns.style], colours)) for text in texts]
    for start in range(0, len(cells), count):
        yield _row(cells[start : start + count], widths, range(count), " " * GAP)


def _keys(keys: Keys, indent: int, letters: str, colours: bool) -> str:
    """A row of keys."""
    made = " " * indent
    for letter in letters:
        mark, text = keys.marks.get(letter), plain(capital(letter))
        if mark is None:
            made += f" {text} "
        else:
            made += paint(f" {text} ", TILE_CODES[mark], True) if colours else PLAIN_KEYS[mark].format(text)
    return made


def _beside(block: Beside, width: int | None, colours: bool) -> Iterator[str]:
    left, right = (
        [*itertools.chain.from_iterable(_lines(each, width, colours) for each in side)]
        for side in (block.left, block.right)
    )
    widths = [cell_width(COLOURS.sub("", line)) for line in left]
    room = max(widths, default=0) + APART
    if not right:
        yield from left
    elif width is None or room + max(cell_width(COLOURS.sub("", line)) for line in right) <= width:
        for line, used, beside in itertools.zip_longest(left, widths, right):
            yield (line or "") + (" " * (room - (used or 0)) + beside if beside else "")
    else:
        yield from (*left, "", *right)
