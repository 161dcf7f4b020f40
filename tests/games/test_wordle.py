import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Wordle
from fewest.errors import ReplyError
from tests import oracles, samples

WORKED_BY_HAND = [
    ("crane", "carer", "21101"),
    ("carer", "crane", "21110"),
    ("speed", "abide", "00101"),
    ("abide", "speed", "00011"),
    ("allee", "eagle", "11012"),
    ("eagle", "allee", "11012"),
    ("ninny", "annex", "10200"),
    ("annex", "ninny", "01200"),
    ("lolly", "hello", "01220"),
    ("hello", "lolly", "00221"),
]

GREY, YELLOW, GREEN = "0bBxX-.⬛⬜", "1yY🟨🟦", "2gG🟩🟧"


@pytest.mark.parametrize(("guess", "secret", "reply"), WORKED_BY_HAND)
def test_replies_worked_out_by_hand(guess: str, secret: str, reply: str) -> None:
    game = samples.wordle(guess, secret)
    assert game.reply_text(game.reply(guess, secret)) == reply
    assert game.table[game.secrets.index(secret), game.guesses.index(guess)] == int(reply, 3)
    assert oracles.code(oracles.reply(guess, secret)) == int(reply, 3)


@settings(max_examples=samples.some_of(100))
@given(samples.wordles())
def test_the_table_holds_the_reply_of_every_pair(game: Wordle) -> None:
    expected = [[oracles.code(oracles.reply(guess, secret)) for guess in game.guesses] for secret in game.secrets]
    assert game.table.tolist() == expected
    assert [[game.reply(guess, secret) for guess in game.guesses] for secret in game.secrets] == expected
    assert game.table.itemsize == (1 if game.length <= 5 else 2 if game.length <= 10 else 4)
    wins = [[reply == game.win for reply in row] for row in expected]
    assert wins == [[guess == secret for guess in game.guesses] for secret in game.secrets]


@pytest.mark.parametrize("length", range(2, 13))
def test_the_table_of_many_words_of_either_letter_width(length: int) -> None:
    """Enough words for several blocks of guesses and secrets, more than hypothesis would draw."""
    rng = np.random.default_rng(length)
    for letters in (samples.LETTERS[:4], samples.LETTERS):
        words = {"".join(rng.choice(list(letters), length)) for _ in range(150)}
        game = samples.wordle(*list(words)[:40], guesses=tuple(words))
        for _ in range(300):
            row, column = rng.integers(len(game.secrets)), rng.integers(len(game.guesses))
            digits = oracles.reply(game.guesses[column], game.secrets[row])
            assert game.table[row, column] == oracles.code(digits)


def test_case_and_composition_of_letters_make_no_difference() -> None:
    game = samples.wordle("große", "örtli", "crêpe", "façon", "σοφόσ")
    for word in game.guesses:
        for written in (word, word.upper().replace("SS", "ẞ"), word.replace("σ", "ς")):
            for form in ("NFC", "NFD"):
                text = unicodedata.normalize(form, written)
                assert game.guesses[game.find_guess(text)] == word
                assert game.reply(text, word) == game.reply(word, text) == game.win


@given(st.lists(st.sampled_from([*zip("012", (GREY, YELLOW, GREEN), strict=True)]), min_size=5, max_size=5), st.data())
def test_every_way_to_write_a_reply_is_read(places: list[tuple[str, str]], data: st.DataObject) -> None:
    game = samples.wordle("crane")
    written = "".join(data.draw(st.sampled_from(ways)) for _, ways in places)
    expected = int("".join(digit for digit, _ in places), 3)
    for text in (written, f" {written}\n", written.replace("⬛", "⬛\ufe0f").replace("⬜", "⬜\ufe0f")):
        assert game.parse_reply(text) == expected


@pytest.mark.parametrize("text", ["", "0120", "012000", "0120a", "01 20", "01203", "0120²", "0120٠", "crane", "🟥" * 5])
def test_an_invalid_reply_is_refused_by_name(text: str) -> None:
    with pytest.raises(ReplyError, match="is not a reply") as caught:
        samples.wordle("crane").parse_reply(text)
    assert repr(text) in str(caught.value)


@settings(max_examples=samples.some_of(40))
@given(samples.wordles(lengths=st.integers(2, 6), most=12), st.data())
def test_hard_mode_as_arrays_allows_what_the_rule_allows(game: Wordle, data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(range(len(game.guesses))), min_size=1, max_size=30, unique=True))
    columns = np.array(sorted(chosen), np.int32)
    words = [game.guesses[column] for column in columns]
    rule = game.hard_rule(columns)
    kind, hints, seen = rule.kind, rule.hints, game.replies_between(columns)[:, columns]
    assert rule.letters is not None
    assert rule.letters.T.tolist() == game.symbols[columns].tolist()
    for row, guess in enumerate(words):
        shows = hints[kind[row]]
        for secret in game.secrets:
            digits = oracles.reply(guess, secret)
            shown = shows[oracles.code(digits)]
            allowed = [shown & ~shows[seen[row, column]] == 0 for column in range(len(words))]
            assert allowed == [oracles.allowed_in_hard_mode(word, guess, digits) for word in words]
            assert allowed == game.allowed_after(guess, oracles.code(digits))[columns].tolist()
