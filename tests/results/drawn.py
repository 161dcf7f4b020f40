"""Hypothesis strategies for blocks of every kind."""

from typing import get_args

from hypothesis import strategies as st

from fewest.results import Beside, Block, Cell, Columns, Keys, Line, Style, Table, Tiles, bars

EVIL = ("\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\r", "\u202e", "\u2028", "\x00", "\x08", "<b>&amp;\"'</b>")
"""Texts in names that could control a terminal or a browser."""

PLAIN = st.text(st.sampled_from("abcxyz09.,-~é漢⬛…±→"), min_size=1, max_size=9)
"""Words without spaces, of narrow and of wide characters."""

KINDS = ("plain", "prose")
"""Tables of short cells, and tables that end in text."""

COUNTS = st.dictionaries(st.integers(0, 40), st.integers(0, 10**6), max_size=8)
"""How many secrets take each number of guesses."""

STYLES = st.sampled_from(get_args(Style))

NAMES = st.lists(st.sampled_from(EVIL) | PLAIN, min_size=1, max_size=4).map("".join)
"""Arbitrary text, as from a file."""


@st.composite
def tiles(draw: st.DrawFn, names: st.SearchStrategy[str] = PLAIN) -> Tiles:
    """A guess of any letters, with or without colours."""
    guess = draw(names)
    marks = tuple(draw(st.integers(0, 2)) for _ in guess) if draw(st.booleans()) else None
    squares, reply, note = draw(names | st.just("⬛🟨🟩")), draw(names), draw(st.just("") | names)
    pegs = tuple(draw(st.integers(0, 40)) for _ in guess) if marks is None and draw(st.booleans()) else None
    return Tiles(guess, marks, squares, reply, draw(st.booleans()), note, draw(st.booleans()), pegs)


@st.composite
def lines(draw: st.DrawFn, names: st.SearchStrategy[str] = PLAIN) -> Line:
    """Some words in one or more styles; each piece begins with a space, so that it starts a new word."""
    texts = draw(st.lists(st.lists(names, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=3))
    return Line(tuple((text if not at else f" {text}", draw(STYLES)) for at, text in enumerate(texts)))


@st.composite
def tables(draw: st.DrawFn, names: st.SearchStrategy[str] = PLAIN, kinds: tuple[str, ...] = KINDS) -> Table:
    """A table of any shape, with several kinds of cells."""
    columns, kind = draw(st.integers(1, 6)), draw(st.sampled_from(kinds))
    cell: st.SearchStrategy[Cell] = st.just("") | names | names.map(lambda name: f"{name} {name}") | tiles(names)
    rows = draw(st.lists(st.tuples(*[cell] * columns), max_size=5))
    heads = draw(st.tuples(*[st.just("") | names | names.map(lambda name: f"{name} {name}")] * columns))
    if kind == "prose":
        rows = [(*row[:-1], " ".join(draw(st.lists(names, max_size=12)))) for row in rows]
    return Table(heads, tuple(rows), draw(st.integers(0, columns)), kind == "prose")


def columns(names: st.SearchStrategy[str] = PLAIN) -> st.SearchStrategy[Columns]:
    """Many short texts."""
    return st.builds(Columns, st.lists(names, max_size=20).map(tuple), STYLES)


@st.composite
def keys(draw: st.DrawFn, names: st.SearchStrategy[str] = PLAIN) -> Keys:
    """A keyboard of any letters, some of them marked."""
    rows = tuple((draw(st.integers(0, 3)), draw(names)) for _ in range(draw(st.integers(0, 3))))
    letters = sorted({letter for _, row in rows for letter in row})
    return Keys(rows, {letter: draw(st.integers(0, 2)) for letter in letters if draw(st.booleans())})


def blocks(names: st.SearchStrategy[str] = PLAIN) -> st.SearchStrategy[Block]:
    """A block of any kind, or some side by side."""
    simple = (
        lines(names)
        | tiles(names)
        | tables(names)
        | st.builds(bars, COUNTS, st.integers(0, 40))
        | columns(names)
        | keys(names)
    )
    sides = st.lists(simple, max_size=2).map(tuple)
    return simple | st.builds(Beside, sides, sides)


WIDTHS = st.none() | st.integers(1, 120)
