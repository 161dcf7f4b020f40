import os

import numpy as np
import pytest

from fewest import FewestError, Wordle
from fewest.errors import GuessError
from fewest.games.game import encode
from tests import samples
from tests.samples import TableGame


@pytest.mark.parametrize(
    ("replies", "size"), [(2, 1), (243, 1), (256, 1), (257, 2), (65_536, 2), (65_537, 4), (3**12, 4)]
)
def test_replies_take_as_few_bytes_as_they_can(replies: int, size: int) -> None:
    rows = np.array([[replies - 1, 0], [replies - 2, replies - 1]])
    game = TableGame(rows, replies, replies - 1)
    assert game.table.itemsize == size
    assert game.table.tolist() == rows.tolist()


def test_a_table_beyond_the_memory_is_refused_before_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", lambda name: 10)
    with pytest.raises(FewestError, match=r"a list \(20 guesses, 20 answers\).* GB.*; use shorter lists"):
        _ = samples.wordle(*(f"a{letter}" for letter in samples.LETTERS[:20])).table


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("crone", r"'crone' is not an allowed guess in a list; did you mean crane\?"),
        ("xxxxx", r"'xxxxx' is not an allowed guess in a list\."),
        ("", r"'' is not an allowed guess in a list\."),
    ],
)
def test_a_guess_that_is_none_is_refused_with_those_like_it(text: str, message: str) -> None:
    with pytest.raises(GuessError, match=message):
        samples.wordle("crane", "sloth").find_guess(text)


def test_symbols_are_numbered_in_order_and_repeats_are_marked() -> None:
    game = samples.wordle("ccab", "abba")
    assert game.symbols.tolist() == [[0, 1, 1, 0], [2, 2, 0, 1]]
    assert game.different_symbols.tolist() == [[0, 1, 3, 3], [2, 3, 0, 1]]


def test_more_letters_than_can_be_numbered_are_refused() -> None:
    letters = map(chr, (*range(0x4E00, 0xD000), *range(0x20000, 0x28F00)))
    words = [first + second for first, second in zip(letters, letters, strict=False)]
    assert encode(words[: 1 << 15]).max() == (1 << 16) - 1
    with pytest.raises(FewestError, match="different letters are too many"):
        encode(words)


def test_secrets_know_their_columns(original: Wordle) -> None:
    assert [original.guesses[column] for column in original.secret_guesses] == [*original.secrets]
    assert str(original) == "original (12,972 guesses, 2,315 answers)"
