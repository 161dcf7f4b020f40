"""The keyboard on the screen."""

import re

from fewest import Clue, Wordle
from fewest.play.keyboard import keyboard
from fewest.results import render
from fewest.results.text import COLOUR_SEQUENCE, TILE_CODES
from tests.samples import wordle


def keys(game: Wordle, clues: list[Clue]) -> list[str]:
    """The rows of a keyboard without colours."""
    return render([keyboard(game, clues)]).split("\n")


def coloured_keys(game: Wordle, clues: list[Clue]) -> list[str]:
    """The rows of a keyboard in colours, without their codes."""
    return COLOUR_SEQUENCE.sub("", render([keyboard(game, clues)], colours=True)).split("\n")


def test_the_keyboard_shows_what_is_known_of_each_letter() -> None:
    game = wordle("crane", "eerie", "elegy")
    clues = [Clue.parse(text, game) for text in ("eerie=10001", "crane=01200")]
    assert keys(game, clues) == [
        " Q  W (E)(R) T  Y  U  .  O  P ",
        " [A] S  D  F  G  H  J  K  L ",
        "    Z  X  .  V  B  .  M ",
    ]
    assert coloured_keys(game, clues)[0] == " Q  W  E  R  T  Y  U  I  O  P "
    styles = re.findall(r"\x1b\[([0-9;]+)m (.) \x1b\[0m", render([keyboard(game, clues)], colours=True))
    grey, yellow, green = TILE_CODES
    assert {key: style for style, key in styles} == (
        {"E": yellow, "R": yellow, "A": green, "I": grey, "C": grey, "N": grey}
    )


def words_of_new_letters(count: int) -> list[str]:
    """Words of five letters, no letter twice."""
    return ["".join(map(chr, range(0x4E00 + start, 0x4E05 + start))) for start in range(0, count, 5)]


def test_other_alphabets_have_their_letters_in_order() -> None:
    game = wordle("größe", "мирно", "cigar", guesses=("zebra",))
    rows = keys(game, [Clue("größe", game.parse_reply("01200"))])
    assert rows == [" A  C  .  .  I (R) . [Ö] И  М ", " Н  О  Р "]
    rows = keys(game, [Clue("zebra", game.parse_reply("01200"))])
    assert rows == [" A  C (E) G  I  .  ß  Ö  И  М ".replace(" A ", " . "), " Н  О  Р ", "[B] . "]
    for count, widths in ((30, [10, 10, 10]), (35, [12, 12, 11]), (40, [13, 13, 13, 1]), (60, 4 * [13] + [8])):
        many = wordle(*words_of_new_letters(count))
        assert [len(row.split()) for row in coloured_keys(many, [])] == widths


def test_of_very_many_letters_only_those_that_were_tried_are_shown() -> None:
    many = wordle(*words_of_new_letters(65))
    guess = many.guesses[0]
    assert coloured_keys(many, []) == [""]
    assert "".join(keys(many, [Clue(guess, 0)])).split() == ["."] * 5
    assert "".join(coloured_keys(many, [Clue(guess, many.win)])).split() == [*guess]


def test_a_letter_that_no_answer_has_gets_a_row_of_its_own() -> None:
    game = wordle("crane", guesses=("größe",))
    rows = keys(game, [Clue("größe", game.reply("größe", "crane"))])
    assert rows[0] == " Q  W [E][R] T  Y  U  I  O  P "
    assert rows[3] == " .  . "
