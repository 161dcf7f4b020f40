"""Every guess can be typed, and every reply entered, written and read back."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import FewestError, Game
from fewest.errors import GuessError, ReplyError
from fewest.games import BullsAndCows, HitAndBlow, Jotto, Mastermind, Nerdle, Numbers, Wordle, games
from fewest.games.presentation import MAX_TEXTS, REPLY_STYLES, Keyboard, key_rows
from fewest.words import WordList, from_text
from tests.games.cases import every_game

WORDS = from_text("carer crane nacre größe", "four words")

PLAYED: list[Game] = [
    Wordle(WORDS),
    Jotto(WORDS),
    Mastermind(2, 12),
    BullsAndCows(3, 5),
    BullsAndCows(2, 4, repeats=True),
    HitAndBlow(2, 3),
    Nerdle(5),
    Numbers(12),
]


class Shouted(Game):
    """A game with guesses in capitals, a reply for each, and no declared input."""

    name = "shouted"
    win = 0

    def __init__(self, many: int) -> None:
        """Play with a number of replies."""
        self.label = f"shouted:many={many}"
        self.guesses = self.secrets = ("AB", "BA", "BB")
        self.texts = ["same", *(f"other {number}" for number in range(1, many))]

    def reply_number(self, guess: str, secret: str) -> int:
        """Whether the guess is the secret."""
        return int(guess != secret)


def test_every_game_of_the_program_is_here() -> None:
    assert {game.name for game in PLAYED} == {*games()} - {"table"}


@pytest.mark.parametrize("game", PLAYED, ids=str)
def test_every_guess_can_be_typed(game: Game) -> None:
    declared = game.keyboard
    keys = "".join(declared.rows)
    assert len({*keys}) == len(keys)
    if declared.length is None:
        assert len({*map(len, game.guesses)}) > 1
        return
    assert {*map(len, game.guesses)} == {declared.length}
    assert {symbol for guess in game.guesses for symbol in guess} <= {*keys}
    assert all(game.normalise(guess) == guess for guess in game.guesses)


def all_replies(keyboard: Keyboard) -> list[str]:
    """Every reply that can be entered, as text."""
    if keyboard.reply == "marks":
        return [*map("".join, itertools.product("012", repeat=keyboard.length or 0))]
    return [*keyboard.texts]


@pytest.mark.parametrize("game", PLAYED, ids=str)
@given(data=st.data())
def test_every_reply_can_be_entered_and_is_read_back(game: Game, data: st.DataObject) -> None:
    entries = all_replies(game.keyboard)
    assert len(entries) == len({*entries}) == game.replies
    guess, secret = data.draw(st.sampled_from(game.guesses)), data.draw(st.sampled_from(game.secrets))
    reply = game.reply(guess, secret)
    assert game.reply_text(reply) in entries
    entered = data.draw(st.sampled_from(entries))
    assert game.reply_text(game.parse_reply(entered)) == entered


@pytest.mark.parametrize("game", PLAYED, ids=str)
def test_the_win_is_the_reply_to_the_secret(game: Game) -> None:
    assert game.parse_reply(game.keyboard.win) == game.win


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (Mastermind, {}),
        (Mastermind, {"pegs": 3, "colours": 7}),
        (BullsAndCows, {"length": 3}),
        (BullsAndCows, {"length": 3, "symbols": 5, "repeats": True}),
        (HitAndBlow, {"length": 3, "symbols": 4}),
        (Numbers, {"most": 30}),
        (Nerdle, {}),
    ],
)
def test_guesses_are_counted_without_making_them(kind: Any, options: dict[str, Any]) -> None:
    assert kind.count(**options) == len(kind.create(**options).guesses)


def test_a_huge_number_of_codes_is_counted_at_once() -> None:
    assert Mastermind.count(pegs=999_999_999, colours=999_999_999) > 10**9


def test_a_game_that_declares_nothing_has_a_sensible_input() -> None:
    few, many = Shouted(3).keyboard, Shouted(MAX_TEXTS + 1).keyboard
    assert (few.rows, few.length, few.reply, few.win) == ((), 2, "texts", "same")
    assert few.texts == ("same", "other 1", "other 2")
    assert (many.reply, many.texts) == ("field", ())
    assert few.counts == many.counts == ()


def test_many_letters_are_written_into_a_field() -> None:
    letters = "".join(chr(0x4E00 + number) for number in range(100))
    words = WordList("signs", (letters[:50], letters[50:]), (letters[:50], letters[50:]))
    assert Wordle(words).keyboard.rows == ()


@given(st.text(st.characters(categories=["Ll", "Nd", "Sm"]), max_size=30))
def test_every_symbol_has_one_key(symbols: str) -> None:
    keys = "".join(key_rows(symbols))
    assert {*symbols} <= {*keys}
    assert len({*keys}) == len(keys)


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_replies_survive_being_written_and_read(game: Game) -> None:
    replies = range(game.replies)
    for write in (game.reply_text, game.squares):
        texts = [write(reply) for reply in replies]
        assert len({*texts}) == game.replies
        assert [game.parse_reply(text) for text in texts] == [*replies]
        assert [game.parse_reply(f" {text.upper()}\n") for text in texts] == [*replies]
    assert all(game.looks_like_reply(game.reply_text(reply)) for reply in (0, game.win))
    guess, reply = game.example
    assert game.find_guess(guess) >= 0
    assert 0 <= game.parse_reply(reply) < game.replies


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_invalid_replies_and_guesses_are_refused_in_one_sentence(game: Game) -> None:
    for text in ("nonsense!", ""):
        with pytest.raises(ReplyError, match=f"'{text}' is not a reply") as caught:
            game.parse_reply(text)
        assert str(caught.value).endswith(".")
        with pytest.raises(GuessError, match=f"'{text}' is not an allowed guess in") as refused:
            game.find_guess(text)
        assert str(refused.value).endswith((".", "?"))
    assert not game.looks_like_reply("nonsense!")


def test_coloured_replies_are_written_in_every_style_and_others_refuse() -> None:
    for game in every_game():
        replies = range(0, game.replies, max(1, game.replies // 50))
        assert all(game.reply_as(reply) == game.reply_text(reply) for reply in replies)
        for style, characters in REPLY_STYLES.items():
            if game.marks(game.win) is None:
                with pytest.raises(FewestError, match=f"^Replies in {game.name} have no colours.*{style}\\.$"):
                    game.reply_as(game.win, style)
                continue
            for reply in replies:
                text = game.reply_as(reply, style)
                assert [*map(characters.index, text)] == game.marks(reply)
                assert game.parse_reply(text) == game.parse_reply(text.lower()) == reply
                seen = game.seen(game.guesses[0], reply, style)
                assert (seen.reply, seen.squares, seen.tiles().spelt) == (text, text, True)
            assert not game.seen(game.guesses[0], 0).tiles().spelt
        with pytest.raises(FewestError, match="Unknown style 'roman' for replies; use digits or gyb"):
            game.seen(game.guesses[0], 0, "roman")
