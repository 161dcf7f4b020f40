import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, FewestError, Game, Prover
from fewest.games import make_game
from fewest.games.reply_table import encode
from tests import samples
from tests.games.cases import GAMES
from tests.samples import TableGame


@settings(max_examples=samples.some_of(150))
@given(GAMES, st.data())
def test_replies_of_many_pairs_at_once_are_those_of_each(game: Game, data: st.DataObject) -> None:
    rows = st.lists(st.integers(0, len(game.secrets) - 1), max_size=8)
    columns = st.lists(st.integers(0, len(game.guesses) - 1), max_size=8)
    secrets, guesses = (np.array(data.draw(some), np.int32) for some in (rows, columns))
    guesses = np.concatenate([guesses, game.secret_guesses[secrets[:2]]])
    table = np.full((len(secrets), len(guesses)), game.replies - 1, game.reply_type)
    game.fill(table, secrets, guesses)
    for row, secret in enumerate(secrets):
        for column, guess in enumerate(guesses):
            reply = game.reply(game.guesses[guess], game.secrets[secret])
            assert table[row, column] == reply
            assert 0 <= reply < game.replies
            assert (reply == game.win) == (game.guesses[guess] == game.secrets[secret])


@pytest.mark.parametrize(
    ("replies", "size"), [(2, 1), (243, 1), (256, 1), (257, 2), (65_536, 2), (65_537, 4), (3**12, 4)]
)
def test_replies_take_as_few_bytes_as_they_can(replies: int, size: int) -> None:
    rows = np.array([[replies - 1, 0], [replies - 2, replies - 1]])
    game = TableGame(rows, replies, replies - 1)
    assert game.table.itemsize == size
    assert game.table.tolist() == rows.tolist()


def test_a_table_beyond_the_memory_is_refused_before_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    game = samples.wordle(*(f"{first}{second}" for first in "abcde" for second in "abcd"))
    monkeypatch.setattr("fewest.games.reply_table.LITTLE_MEMORY", 400)
    monkeypatch.setattr("fewest.games.reply_table.available_memory", lambda: 399)
    what = "the table of replies would take 0.0 GB, and this machine has 0.0 GB free; play a smaller game"
    with pytest.raises(FewestError, match=rf"^a list \(20 guesses, 20 answers\): {what}\.$"):
        game.prepare()
    monkeypatch.setattr("fewest.games.reply_table.available_memory", lambda: 400)
    game.prepare()
    with pytest.raises(FewestError, match=r"^a list \(20 guesses, 20 answers\): exact search would take "):
        Prover(Belief.start(game))
    monkeypatch.setattr("fewest.games.reply_table.available_memory", lambda: 1200)
    Prover(Belief.start(game))
    with pytest.raises(FewestError, match="exact search would take"):
        Prover(Belief.start(game, hard=True))
    monkeypatch.setattr("fewest.games.reply_table.available_memory", lambda: None)
    Prover(Belief.start(game, hard=True))


@pytest.mark.parametrize("at_once", [1, 7, 50])
def test_a_table_filled_in_pieces_is_the_same(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz"))
    monkeypatch.setattr("fewest.games.reply_table.MAX_FILLED", at_once)
    assert game.table.tolist() == [[game.reply(guess, secret) for guess in game.guesses] for secret in game.secrets]


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


@pytest.mark.parametrize("spec", ["wordle", "mastermind:pegs=2,colours=3", "table:file=examples/elements.csv"])
def test_games_travel_without_their_tables(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    played = make_game(spec)
    table, columns = played.table, played.guess_index
    again = pickle.loads(pickle.dumps(played))
    assert not {"table", "guess_index"} & vars(again).keys()
    assert (again.guesses, again.secrets, again.fingerprint) == (played.guesses, played.secrets, played.fingerprint)
    assert np.array_equal(again.table, table)
    assert again.guess_index == columns
