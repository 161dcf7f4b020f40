"""What the blocks look like that sessions are shown by."""

from fewest.results import Beside, Block, Columns, Keys, Tiles, line, render, table
from fewest.results.html import render as render_html
from fewest.results.text import COLOUR_SEQUENCE, STYLE_CODES, TILE_CODES

KEYS = Keys(((0, "qw"), (1, "a")), {"q": 0, "a": 2})
BOARD = Tiles("ab", (0, 2), "⬛🟩", "02")
COMMAND = "\x1b[2J"


def test_a_text_keeps_its_empty_lines_and_is_broken_between_words() -> None:
    assert render([line("a b\n\nc d e")], 3) == "a b\n\nc d\ne"
    assert render([line("see "), line("see /a/very/long/path now")], 9) == "see\nsee\n/a/very/long/path\nnow"


def test_a_style_is_written_once_for_all_words_of_a_line() -> None:
    bold, dim = STYLE_CODES["bold"], STYLE_CODES["dim"]
    shown = render([line("one two ", "bold", ("three four ", "dim"))], 13, colours=True)
    assert shown == f"\x1b[{bold}mone two \x1b[0m\x1b[{dim}mthree\x1b[0m\n\x1b[{dim}mfour\x1b[0m"


def test_columns_are_as_many_as_fit() -> None:
    words = Columns(("one", "three", "five", "seven", "🟩🟩"))
    assert render([words], 80) == "one  three  five  seven  🟩🟩"
    assert render([words], 18) == "one    three  five\nseven  🟩🟩"
    assert render([words], 4) == "one\nthree\nfive\nseven\n🟩🟩"
    assert render([Columns(())], 80) == ""
    assert render([Columns(("a", "b"), "dim")], 80, colours=True) == "\x1b[2ma\x1b[0m  \x1b[2mb\x1b[0m"


def test_blocks_are_side_by_side_where_the_screen_is_wide_enough() -> None:
    both = Beside((BOARD, line("x")), (KEYS,))
    wide = f" A  B  ⬛🟩     .  W \nx{15 * ' '}[A]"
    assert render([both]) == render([both], 21) == wide
    assert render([both], 20) == " A  B  ⬛🟩\nx\n\n .  W \n [A]"
    assert render([Beside((BOARD,), (Keys((), {}),))], 10) == " A  B  ⬛🟩"
    assert render([both], symbols=False) == f" A  B  02     .  W \nx{13 * ' '}[A]"
    coloured = render([both], 16, colours=True)
    assert COLOUR_SEQUENCE.sub("", coloured) == f" A  B      Q  W \nx{11 * ' '}A "
    assert f"\x1b[{TILE_CODES[2]}m A \x1b[0m" in coloured


def test_a_note_stands_beside_a_guess() -> None:
    noted = Tiles("ab", (0, 2), "⬛🟩", "02", note="1 word left")
    assert render([noted]) == " A  B  ⬛🟩  1 word left"
    assert "1 word left" in render_html([noted])


def test_a_column_of_text_gets_narrow_before_it_leaves_the_screen() -> None:
    rows = [("1", "12,345", "one two three four")]
    assert render([table(("", "", ""), rows, prose=True)], 21) == "1 12,345 one two\n         three four"


def test_no_block_gives_a_command() -> None:
    blocks: list[Block] = [
        Columns((COMMAND,)),
        Keys(((0, COMMAND),), {}),
        Tiles(COMMAND, None, "", "", note=COMMAND),
        Beside((line(COMMAND),), (line(COMMAND),)),
    ]
    assert "\x1b" not in render(blocks)


def test_every_block_is_html() -> None:
    shown = render_html([Beside((BOARD,), (KEYS,)), Columns(("<a>", "b"), "bold")])
    assert "<a>" not in shown
    assert "&lt;a&gt;" in shown
    assert shown.count(">A</span>") == 2
    assert shown.count("<div") == shown.count("</div>")
