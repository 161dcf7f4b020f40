"""HTML for notebooks: it says the same as the text, and names never become tags."""

import re
from xml.etree.ElementTree import Element, fromstring

from hypothesis import given
from hypothesis import strategies as st

from fewest.results import Bar, Block, Cell, Line, Table, Tiles, bars, html, table
from fewest.results.html import PEG_COLOURS, STYLES, TILE_STYLES
from fewest.system.files import escape_controls, is_plain
from tests.results.drawn import NAMES, blocks, lines, tables

TAGS = {"div", "p", "span", "br", "table", "thead", "tbody", "tr", "th", "td"}


def read(text: str) -> Element:
    """HTML as a tree; an error if a tag is not closed in its order."""
    return fromstring(text.replace("<br>", "<br/>").replace("&nbsp;", ""))


def squeezed(text: str) -> str:
    """A text without its spaces."""
    return "".join(text.split())


def written(cell: Cell) -> str:
    """The text that a cell must show, without spaces."""
    if isinstance(cell, str):
        return squeezed(escape_controls(cell))
    if isinstance(cell, Bar):
        return ""
    capitals = (each.upper() if len(each.upper()) == 1 else each for each in cell.guess)
    return squeezed(
        escape_controls((cell.guess if cell.marks is cell.pegs is None else "".join(capitals)) + cell.squares)
    )


@given(st.lists(blocks(NAMES), max_size=4))
def test_no_name_is_ever_a_tag(made: list[Block]) -> None:
    elements = [*read(html.render(made)).iter()]
    assert {element.tag for element in elements} <= TAGS
    assert {name for element in elements for name in element.attrib} <= {"class", "style"}
    assert is_plain("".join(elements[0].itertext()))


@given(lines(NAMES))
def test_a_line_says_what_it_says(made: Line) -> None:
    assert squeezed("".join(read(html.render([made])).itertext())) == squeezed(escape_controls(made.text))


@given(tables(NAMES))
def test_a_table_has_every_cell_in_its_order(made: Table) -> None:
    wanted = [
        *(squeezed(escape_controls(head)) for head in made.heads if any(made.heads)),
        *(written(cell) for row in made.rows for cell in row),
    ]
    cells = [cell for cell in read(html.render([made])).iter() if cell.tag in ("td", "th")]
    assert [squeezed("".join(cell.itertext())) for cell in cells] == wanted


def test_every_style_has_its_css() -> None:
    for style, shown in STYLES.items():
        found = html.render([Line((("crane", style),))])  # type: ignore[arg-type]
        assert (
            found
            == f'<div class="fewest"><p>{f"""<span style="{shown}">crane</span>""" if style else "crane"}</p></div>'
        )


def test_an_empty_line_has_a_height() -> None:
    assert html.render([Line(())]) == '<div class="fewest"><p>&nbsp;</p></div>'


def test_tiles_have_their_colours() -> None:
    found = html.render([Tiles("abß", (0, 1, 2), "⬛🟨🟩", "012")])
    assert [found.index(style) for style in TILE_STYLES] == sorted(found.index(style) for style in TILE_STYLES)
    assert "".join(read(found).itertext()) == "ABß ⬛🟨🟩"


def test_pegs_have_their_colours() -> None:
    found = html.render([Tiles("123", None, "●○", "1b1w", pegs=(1, 0, 12))])
    assert found.index(PEG_COLOURS[1][0]) < found.index(PEG_COLOURS[0][0])
    assert found.count(PEG_COLOURS[0][0]) == 2  # the thirteenth peg has the first colour again
    assert "".join(read(found).itertext()) == "123 ●○"


def test_numbers_are_flush_right_and_text_flush_left() -> None:
    found = html.render([table(("game", "options", "what"), [("a", "b", "c")], prose=True)])
    assert [found.partition(f'">{each}</td>')[0].rpartition(":")[2] for each in "abc"] == ["left", "right", "left"]
    found = html.render([table(("guess", "bits"), [("a", "b")])])
    assert [found.partition(f'">{each}</td>')[0].rpartition(":")[2] for each in "ab"] == ["left", "right"]


def test_bars_beyond_the_limit_are_red_and_as_long_as_their_count() -> None:
    found = html.render([bars({2: 5, 3: 10, 4: 0}, 2)])
    assert [found.count(f"width:{width}px") for width in (150, 300, 0)] == [1, 1, 1]
    assert (found.count("#c0392b"), found.count("#538d4e")) == (2, 1)


def test_a_bar_in_a_table_is_as_long_as_its_share() -> None:
    shown = html.render([table(("", ""), [("a", Bar(1.0)), ("b", Bar(0.25))])])
    assert re.findall(r"width:(\d+)px", shown) == ["120", "30"]
