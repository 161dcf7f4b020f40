"""Blocks as HTML, for notebooks."""

import itertools
from collections.abc import Iterable
from html import escape

from fewest.results.blocks import Bar, Beside, Block, Cell, Columns, Keys, Line, Style, Table, Tiles
from fewest.results.prose import capital
from fewest.system.files import escape_controls

STYLES = {"": "", "bold": "font-weight:bold", "dim": "opacity:.7", "red": "color:#c00", "green": "color:#080"}

TILE_STYLES = ("background:#585858;color:#fff", "background:#c9b458;color:#000", "background:#6aaa64;color:#000")
"""The styles of grey, yellow and green tiles."""

PEG_COLOURS = (
    *(("#c62828", "#fff"), ("#1a5fb4", "#fff"), ("#f6d32d", "#000"), ("#1e7a3c", "#fff"), ("#f2f0ea", "#000")),
    *(("#2b2b2b", "#fff"), ("#f29a2e", "#000"), ("#7b3fa0", "#fff"), ("#7a4a21", "#fff"), ("#5ec8d8", "#000")),
    *(("#f0a6c0", "#000"), ("#5b6670", "#fff")),
)
"""The background and text colours of pegs, the same as on the page."""

BAR_COLOURS = {"red": "#c0392b", "green": "#538d4e"}

PIXELS = 6
"""The width of one character of a bar."""


def render(blocks: Iterable[Block]) -> str:
    """Render blocks as HTML."""
    return f'<div class="fewest">{"".join(map(_block, blocks))}</div>'


def _block(block: Block) -> str:
    match block:
        case Line():
            return f"<p>{''.join(_span(*span) for span in block.spans) or '&nbsp;'}</p>"
        case Tiles():
            note = f" {_span(block.note, 'dim')}" if block.note else ""
            return f"<div>{_cell(block)}{note}</div>"
        case Table():
            heads = "".join(_column(block, number, head, "th") for number, head in enumerate(block.heads))
            rows = "".join(
                f"<tr>{''.join(_column(block, *cell) for cell in enumerate(row))}</tr>" for row in block.rows
            )
            head = f"<thead><tr>{heads}</tr></thead>" if any(block.heads) else ""
            return f"<table>{head}<tbody>{rows}</tbody></table>"
        case Columns():
            return f"<p>{' '.join(_span(text, block.style) for text in block.texts)}</p>"
        case Keys():
            return "".join(_keys(block, *row) for row in block.rows)
        case Beside():
            sides = "".join(f"<div>{''.join(map(_block, side))}</div>" for side in (block.left, block.right))
            return f'<div style="display:flex;flex-wrap:wrap;gap:2em">{sides}</div>'


def _escaped(text: str) -> str:
    """Escape tags and control characters."""
    return escape(escape_controls(text, keep="\n"))


def _span(text: str, style: Style) -> str:
    shown = _escaped(text).replace("\n", "<br>")
    return f'<span style="{STYLES[style]}">{shown}</span>' if style else shown


def _column(table: Table, number: int, cell: Cell, tag: str = "td") -> str:
    return f'<{tag} style="text-align:{"left" if table.is_left(number) else "right"}">{_cell(cell)}</{tag}>'


def _cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return _escaped(cell)
    if isinstance(cell, Bar):
        width = PIXELS * cell.width * cell.share
        return f'<div style="background:{BAR_COLOURS[cell.style]};height:1em;width:{width:.0f}px"></div>'
    if cell.pegs is not None:
        pegs = "".join(itertools.starmap(_symbol, zip(cell.guess, map(_peg, cell.pegs), strict=True)))
        return f"{pegs} {_escaped(cell.squares)}".strip()
    if cell.marks is None:
        return _escaped(f"{cell.guess} {cell.squares}").strip()
    tiles = "".join(map(_tile, cell.guess, cell.marks))
    return f"{tiles} {_escaped(cell.squares)}".strip()


def _keys(keys: Keys, indent: int, letters: str) -> str:
    tiles = "".join(_tile(letter, keys.marks.get(letter)) for letter in letters)
    return f'<div style="padding-left:{indent}ch">{tiles}</div>'


def _tile(letter: str, mark: int | None) -> str:
    """A letter on its colour, if it has one."""
    return _symbol(letter, "" if mark is None else f"{TILE_STYLES[mark]};")


def _peg(number: int) -> str:
    """The style of a peg."""
    background, ink = PEG_COLOURS[number % len(PEG_COLOURS)]
    return f"background:{background};color:{ink};border-radius:1em;"


def _symbol(letter: str, style: str) -> str:
    """A letter in a style."""
    return f'<span style="{style}padding:0 .4em;margin-right:1px;font-weight:bold">{_escaped(capital(letter))}</span>'
