"""Results as text: nothing is lost, lines fit the screen if they can, and names cannot control the terminal."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest.results import Bar, Beside, Block, Cell, Columns, Keys, Line, Table, Tiles, bars, line, render, table
from fewest.results.prose import capital
from fewest.results.text import (
    COLOUR_SEQUENCE,
    COLUMN_GAP,
    MIN_PROSE_WIDTH,
    PEG_CODES,
    STYLE_CODES,
    TILE_CODES,
    cell_width,
)
from fewest.system.files import escape_controls, is_plain
from tests.results.drawn import COUNTS, NAMES, WIDTHS, blocks, columns, keys, lines, tables

GUESS = Tiles("crane", (0, 1, 2, 0, 0), "⬛🟨🟩⬛⬛", "01200")
BOARD = Tiles("ab", (0, 2), "⬛🟩", "02")
KEYS = Keys(((0, "qw"), (1, "a")), {"q": 0, "a": 2})


def unpainted(text: str) -> str:
    """A text without its colours."""
    return COLOUR_SEQUENCE.sub("", text)


def written(cell: Cell, colours: bool) -> str:
    """The text that a cell must show, without spaces."""
    if isinstance(cell, str):
        return squeezed(escape_controls(cell))
    if isinstance(cell, Bar):
        return "█" * round(cell.width * cell.share) or "▏"
    is_pegs = cell.pegs is not None and colours
    if not is_pegs and (cell.marks is None or not (colours or cell.both)):
        return squeezed(escape_controls(f"{cell.guess} {cell.squares}"))
    capitals = "".join(escape_controls(each.upper() if len(each.upper()) == 1 else each) for each in cell.guess)
    return squeezed(capitals + (escape_controls(cell.squares) if is_pegs or cell.both or cell.spelt else ""))


def squeezed(text: str) -> str:
    """A text without its spaces."""
    return "".join(text.split())


def widths_of(made: Table, colours: bool) -> list[int]:
    """How wide each column is."""

    def room(cell: Cell) -> int:
        return cell_width(unpainted(render([table([""], [[cell]])], colours=colours)).strip("\n"))

    return [max([cell_width(head), *(room(row[at]) for row in made.rows)]) for at, head in enumerate(made.heads)]


@given(lines(), WIDTHS, st.booleans())
def test_a_line_keeps_every_word_in_its_order(made: Line, width: int | None, colours: bool) -> None:
    text = unpainted(render([made], width, colours))
    assert text.split() == made.text.split()
    if width is None:
        assert text == made.text.rstrip()


@given(lines(), st.integers(1, 60), st.booleans())
def test_a_line_is_broken_between_words_before_it_gets_too_wide(made: Line, width: int, colours: bool) -> None:
    rows = unpainted(render([made], width, colours)).split("\n")
    for row in rows:
        assert cell_width(row) <= width or len(row.split()) == 1
    for row, after in pairwise(rows):
        assert cell_width(f"{row} {after.split()[0]}") > width  # the next word had no room


@pytest.mark.parametrize("text", ["a\nb", "a\n\nb", "a\n\n\nb c\nd", "\na", "a\n  b"])
@pytest.mark.parametrize("width", [None, 40])
def test_line_breaks_stay_where_they_are(text: str, width: int | None) -> None:
    assert render([line(text)], width) == text


@pytest.mark.parametrize("style", STYLE_CODES)
def test_styles_are_colours_on_a_terminal_and_nothing_elsewhere(style: str) -> None:
    made = Line((("crane", style), (" is best", "")))  # type: ignore[arg-type]
    assert render([made]) == "crane is best"
    code = STYLE_CODES[style]  # type: ignore[index]
    first = f"\x1b[{code}mcrane\x1b[0m" if code else "crane"
    assert render([made], colours=True) == f"{first} is best"


def test_an_empty_line_is_kept() -> None:
    assert render([line("a"), line(), line("b", "bold")], 80, colours=False) == "a\n\nb"
    assert render([]) == ""


def test_tiles_are_coloured_or_have_squares() -> None:
    letters = [
        f"\x1b[1;{TILE_CODES[mark]}m {letter} \x1b[0m" for letter, mark in zip("CRANE", (0, 1, 2, 0, 0), strict=True)
    ]
    assert render([GUESS]) == " C  R  A  N  E  ⬛🟨🟩⬛⬛"
    assert render([table(("guess",), [(GUESS,)])]) == "guess\ncrane ⬛🟨🟩⬛⬛"
    assert render([GUESS], colours=True) == "".join(letters)
    both = replace(GUESS, both=True)
    assert render([both]) == " C  R  A  N  E  ⬛🟨🟩⬛⬛"
    assert render([both], colours=True) == "".join(letters) + " ⬛🟨🟩⬛⬛"
    assert render([both], symbols=False) == " C  R  A  N  E  01200"
    assert render([GUESS], symbols=False) == " C  R  A  N  E  01200"


def test_tiles_without_colours_have_their_reply() -> None:
    for colours in (False, True):
        assert render([Tiles("1122", None, "2 black", "2b0w")], colours=colours) == "1122 2 black"
        assert render([Tiles("1122", None, "", "")], colours=colours) == "1122"


def test_pegs_are_coloured_on_a_terminal_alone_and_keep_their_symbols() -> None:
    pegs = Tiles("1123", None, "●●○", "2b1w", pegs=(0, 0, 1, 2))
    painted = "".join(
        f"\x1b[1;{PEG_CODES[peg]}m {symbol} \x1b[0m" for symbol, peg in zip("1123", (0, 0, 1, 2), strict=True)
    )
    assert render([pegs], colours=True) == f"{painted} ●●○"
    assert render([pegs]) == "1123 ●●○"
    assert render([pegs], symbols=False) == "1123 2b1w"
    assert len({*PEG_CODES}) == 12


@given(tables(), WIDTHS, st.booleans())
def test_no_cell_of_a_table_is_lost(made: Table, width: int | None, colours: bool) -> None:
    text = unpainted(render([made], width, colours))
    found = squeezed(text)
    for cell in (cell for row in made.rows for cell in row):
        if made.prose and isinstance(cell, str):
            assert all(squeezed(word) in text for word in cell.split())
        else:
            assert written(cell, colours) in found


@given(tables(), st.booleans())
def test_a_table_has_a_line_for_its_heads_and_for_each_row(made: Table, colours: bool) -> None:
    wanted = [made.heads] if any(made.heads) else []
    rows = unpainted(render([made], colours=colours)).split("\n")
    assert [*map(squeezed, rows)] == [
        "".join(written(cell, colours) for cell in row) for row in (*wanted, *made.rows)
    ] or not (wanted or made.rows)


def width_of(made: Table, width: int, colours: bool) -> int:
    """The width of a table on a screen of some width."""
    return max(map(cell_width, unpainted(render([made], width, colours)).split("\n")))


SPARE = st.integers(0, 12)
"""How much wider the screen is than necessary."""


@given(tables(kinds=("plain",)), SPARE, st.booleans())
def test_a_table_fits_the_screen_if_possible(made: Table, spare: int, colours: bool) -> None:
    broken = replace(made, heads=tuple(max(head.split(" "), key=cell_width) for head in made.heads))
    width = sum(widths_of(broken, colours)) + len(made.heads) - 1 + spare
    assert width_of(made, width, colours) <= width


@given(tables(), WIDTHS)
def test_no_line_of_a_table_ends_in_spaces(made: Table, width: int | None) -> None:
    assert not any(row.endswith(" ") for row in render([made], width).split("\n"))


@given(tables(kinds=("prose",)), SPARE, st.booleans())
def test_text_in_the_last_column_is_broken_where_the_screen_ends(made: Table, spare: int, colours: bool) -> None:
    before = sum(widths_of(made, colours)[:-1]) + COLUMN_GAP * (len(made.heads) - 1)
    width = before + max(MIN_PROSE_WIDTH, cell_width(made.heads[-1])) + spare
    assert width_of(made, width, colours) <= width


@given(tables(kinds=("plain",)), SPARE, st.booleans())
def test_a_divided_table_fits_unless_two_columns_alone_do_not(made: Table, spare: int, colours: bool) -> None:
    first, *others = widths_of(made, colours)
    width = first + max([COLUMN_GAP + each for each in others], default=0) + spare
    assert width_of(made, width, colours) <= width


def test_a_divided_table_repeats_the_columns_of_names() -> None:
    made = table(("list", "play", "mean", "worst"), [("one", "fast", "3.4644", "6"), ("one", "slow", "3.5732", "5")], 2)
    assert render([made], 18).split("\n") == [
        *["list  play    mean", "one   fast  3.4644", "one   slow  3.5732"],
        *["list  play  worst", "one   fast      6", "one   slow      5"],
    ]  # fmt: skip
    assert render([made], 12).split("\n")[:3] == ["list  play", "one   fast", "one   slow"]


def test_columns_stand_below_each_other() -> None:
    made = table(("guess", "bits", "such as"), [("crane", "5.74", "a b"), ("it", "10.00", "c")], prose=True)
    assert render([made]).split("\n") == ["guess   bits  such as", "crane   5.74  a b", "it     10.00  c"]


def test_a_wide_table_first_narrows_its_gaps_and_then_breaks_its_heads() -> None:
    made = table(("guess", "worst part"), [("crane", "24"), ("slate", "1,000")])
    assert render([made], 17).split("\n") == ["guess  worst part", "crane          24", "slate       1,000"]
    assert render([made], 16).split("\n") == ["guess worst part", "crane         24", "slate      1,000"]
    assert render([made], 15).split("\n") == ["      worst", "guess  part", "crane    24", "slate 1,000"]


def test_a_table_of_one_column_is_not_divided() -> None:
    assert render([table(("guess",), [("crane",)])], 3) == "guess\ncrane"


@given(COUNTS, st.integers(0, 40), st.none() | st.integers(30, 120), st.booleans(), st.booleans())
def test_a_histogram_has_a_line_for_each_number(
    counts: dict[int, int], limit: int, width: int | None, colours: bool, symbols: bool
) -> None:
    rows = render([bars(counts, limit)], width, colours, symbols).split("\n") if counts else []
    shown = [unpainted(row).split() for row in rows]
    assert [(int(cells[0]), int(cells[-1].replace(",", ""))) for cells in shown] == [*counts.items()]
    if colours:
        assert ["\x1b[31m" in row for row in rows] == [guesses > limit for guesses in counts]
    if width is not None:
        assert all(cell_width(unpainted(row)) <= width for row in rows)


def test_a_bar_is_as_long_as_its_count() -> None:
    assert render([bars({}, 2)]) == ""
    rows = render([bars({1: 0, 2: 5, 3: 10}, 2)], 80).split("\n")
    assert [row.count("█") for row in rows] == [0, 25, 50]
    assert "▏" in rows[0]
    assert render([bars({1: 0, 2: 5}, 2)], 26, symbols=False) == f"1  |{' ' * 19}  0\n2  {'#' * 20}  5"


@given(columns(), WIDTHS, st.booleans())
def test_columns_keep_every_text_and_fit_unless_one_alone_does_not(
    made: Columns, width: int | None, colours: bool
) -> None:
    rows = unpainted(render([made], width, colours)).split("\n")
    assert " ".join(rows).split() == [*made.texts]
    widest = max(map(cell_width, made.texts), default=0)
    assert max(map(cell_width, rows)) <= max(80 if width is None else width, widest)


@given(keys(), st.booleans())
def test_keys_show_every_letter_and_what_is_known_of_it(made: Keys, colours: bool) -> None:
    text = render([made], colours=colours)
    for (indent, letters), row in zip(made.rows, text.split("\n"), strict=False):
        assert unpainted(row).startswith(" " * indent)
        if not colours:
            shown = [(" {} ", " . ", "({})", "[{}]")[made.marks.get(each, -1) + 1] for each in letters]
            wanted = "".join(form.format(capital(each)) for form, each in zip(shown, letters, strict=True))
            assert row == " " * indent + wanted


@given(st.lists(blocks(NAMES), max_size=4), WIDTHS, st.booleans())
def test_names_cannot_control_the_terminal(made: list[Block], width: int | None, colours: bool) -> None:
    text = render(made, width, colours)
    assert is_plain(unpainted(text).replace("\n", ""))
    if not colours:
        assert is_plain(text.replace("\n", ""))


@given(st.lists(blocks(), max_size=4), st.integers(1, 100))
def test_a_screen_without_symbols_gets_ascii_of_the_same_width(made: list[Block], width: int) -> None:
    text = render(made, width, symbols=False)
    assert not {*text} & {*"⬛🟨🟩█▏→±…"}
    for block in made:
        if isinstance(block, Line):
            rows = render([block], width, symbols=False).split("\n")
            assert all(cell_width(row) <= width or len(row.split()) == 1 for row in rows)


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("crane", 5), ("⬛🟨", 4), ("漢", 2), ("e\u0301", 1), ("…→±", 3), ("\u2b1b\ufe0f", 2)]
)
def test_the_width_of_a_text_is_that_on_a_screen(text: str, width: int) -> None:
    assert cell_width(text) == width


WORDS = "bound found mound pound"
WITH_BARS = table(
    ("reply", "secrets", "", "such as"), [("a", "4", Bar(1.0), WORDS), ("b", "1", Bar(0.25), WORDS)], prose=True
)


def test_bars_in_a_table_fill_the_width() -> None:
    full = render([WITH_BARS])
    assert full.splitlines()[1:] == [
        f"a            4  {'█' * 20}  {WORDS}",
        f"b            1  {'█' * 5}{' ' * 15}  {WORDS}",
    ]
    narrowest = len(full.splitlines()[1]) - 15
    for width in range(narrowest, narrowest + 30):
        lines = render([WITH_BARS], width).splitlines()
        longest = min(20, 5 + width - narrowest)
        assert [line.count("█") for line in lines] == [0, longest, round(longest / 4)]
        assert max(map(len, lines)) <= width
        assert all(line.endswith(WORDS) for line in lines[1:])
    assert render([WITH_BARS], symbols=False).count("#") == 25


def test_bars_are_left_out_on_a_narrow_screen() -> None:
    fixed = len("reply  secrets  █████  ")
    for width in range(10, 60):
        shown = render([WITH_BARS], width)
        assert ("█" in shown) == (width >= fixed + MIN_PROSE_WIDTH)
        assert shown.split().count("pound") == 2
    without = replace(WITH_BARS, heads=("reply", "secrets", "such as"), rows=(("a", "4", WORDS), ("b", "1", WORDS)))
    assert render([WITH_BARS], fixed + MIN_PROSE_WIDTH - 1) == render([without], fixed + MIN_PROSE_WIDTH - 1)


def test_a_bar_is_green_and_never_vanishes() -> None:
    made = table(("", ""), [("a", Bar(0.001, 8))])
    assert render([made]) == "a  ▏"
    assert render([made], colours=True) == f"a  \x1b[{STYLE_CODES['green']}m▏\x1b[0m"


def test_a_reply_in_letters_stands_beside_its_colours() -> None:
    spelt = replace(GUESS, squares="BYGBB", reply="BYGBB", spelt=True)
    made = [table(["guess"], [[spelt]])]
    assert render(made).splitlines()[1] == "crane BYGBB"
    assert unpainted(render(made, colours=True)).splitlines()[1] == " C  R  A  N  E  BYGBB"


def test_a_style_is_written_once_for_all_words_of_a_line() -> None:
    bold, dim = STYLE_CODES["bold"], STYLE_CODES["dim"]
    shown = render([line("one two ", "bold", ("three four ", "dim"))], 13, colours=True)
    assert shown == f"\x1b[{bold}mone two \x1b[0m\x1b[{dim}mthree\x1b[0m\n\x1b[{dim}mfour\x1b[0m"


def test_the_number_of_columns_depends_on_the_width() -> None:
    words = Columns(("one", "three", "five", "seven", "🟩🟩"))
    assert render([words], 80) == "one    three  five   seven  🟩🟩"
    assert render([words], 19) == "one    three  five\nseven  🟩🟩"
    assert render([words], 4) == "one\nthree\nfive\nseven\n🟩🟩"
    assert render([Columns(("a", "b"), "dim")], 80, colours=True) == "\x1b[2ma\x1b[0m  \x1b[2mb\x1b[0m"


def test_blocks_are_side_by_side_where_the_screen_is_wide_enough() -> None:
    both = Beside((BOARD, line("x")), (KEYS,))
    wide = f" A  B  ⬛🟩     .  W \nx{15 * ' '}[A]"
    assert render([both]) == render([both], 21) == wide
    assert render([both], 20) == " A  B  ⬛🟩\nx\n\n .  W \n [A]"
    assert render([Beside((BOARD,), (Keys((), {}),))], 10) == " A  B  ⬛🟩"
    assert render([both], symbols=False) == f" A  B  02     .  W \nx{13 * ' '}[A]"
    coloured = render([both], 16, colours=True)
    assert unpainted(coloured) == f" A  B      Q  W \nx{11 * ' '}A "
    assert f"\x1b[{TILE_CODES[2]}m A \x1b[0m" in coloured


def test_a_column_of_text_shrinks_to_the_screen() -> None:
    rows = [("1", "12,345", "one two three four")]
    assert render([table(("", "", ""), rows, prose=True)], 21) == "1 12,345 one two\n         three four"
