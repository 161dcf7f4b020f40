import pickle
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, FewestError, Game, Prover, Wordle
from fewest.errors import GuessError, ReplyError
from fewest.games import BullsAndCows, Jotto, Mastermind, Nerdle, Numbers, Symmetry, Tabulated, make_game
from fewest.games.game import MAX_PERMUTED_PLACES, REPLY_STYLES, encode
from tests import samples
from tests.samples import TableGame


@cache
def every_game() -> tuple[Game, ...]:
    """A game of every kind, large and small."""
    answers = [["red", "no"], ["so so", "no"], ["red", "Yes"]]
    return (
        samples.edition("original"),
        Wordle(samples.edition("original").words, every_guess=True),
        Jotto(samples.edition("original").words),
        Jotto(samples.edition("nyt-2022").words, every_guess=True),
        Mastermind(),
        Mastermind(1, 1),
        Mastermind(5, 8),
        Mastermind(7, 4),
        BullsAndCows(),
        BullsAndCows(2, 30, True),
        BullsAndCows(5, 7),
        Nerdle(5),
        Nerdle(8),
        Numbers(1),
        Numbers(1000),
        Tabulated("a table", ["a b", "c", "d"], ["what colour", "c"], np.array(answers)),
    )


GAMES = st.sampled_from(range(len(every_game()))).map(lambda number: every_game()[number])


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
def test_what_is_no_reply_and_no_guess_is_refused_in_one_sentence(game: Game) -> None:
    for text in ("nonsense!", ""):
        with pytest.raises(ReplyError, match=f"'{text}' is no reply") as caught:
            game.parse_reply(text)
        assert str(caught.value).endswith(".")
        with pytest.raises(GuessError, match=f"'{text}' is not an allowed guess in") as refused:
            game.find_guess(text)
        assert str(refused.value).endswith((".", "?"))
    assert not game.looks_like_reply("nonsense!")


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_hard_mode_is_refused_where_there_is_none(game: Game) -> None:
    if game.hard_mode:
        assert len(Belief.start(game, hard=True)) == len(game.secrets)
        return
    nothing = np.empty(0, np.int32)
    for ask in (lambda: Belief.start(game, hard=True), lambda: game.hard_rule(nothing)):
        with pytest.raises(FewestError, match=f"There is no hard mode in {game.name}"):
            ask()


def test_games_with_other_rules_have_other_fingerprints() -> None:
    games = (*every_game(), Mastermind(10, 1), BullsAndCows(1, 1, True), BullsAndCows(1, 1))
    assert len({game.fingerprint for game in games}) == len(games)


SYMMETRIC = [game for game in (*every_game(), Mastermind(6, 2), Mastermind(2, 36)) if game.symmetry() is not None]


def test_codes_are_symmetric_in_their_places_and_symbols() -> None:
    assert {game.name for game in SYMMETRIC} == {"mastermind", "bulls-and-cows"}
    orders = {game.symbols.shape[1]: len(renamings(game).moves) for game in SYMMETRIC}
    assert orders == {1: 1, 2: 2, 4: 24, 5: 120, 6: 720, 7: 1}
    assert max(orders) > MAX_PERMUTED_PLACES


def renamings(game: Game) -> Symmetry:
    """The symmetry of a game that has one."""
    symmetry = game.symmetry()
    assert symmetry is not None
    return symmetry


@pytest.mark.parametrize("game", SYMMETRIC, ids=str)
def test_ways_to_move_places_can_follow_each_other(game: Game) -> None:
    moves, kinds = renamings(game)
    places = game.symbols.shape[1]
    assert kinds.shape == (int(game.symbols.max()) + 1,)
    known = {tuple(move) for move in moves.tolist()}
    assert len(known) == len(moves)
    assert tuple(range(places)) in known
    assert all(sorted(move) == [*range(places)] for move in known)
    rng = np.random.default_rng(places)
    for first, second in rng.choice(moves, (200, 2)):
        assert tuple(first[second].tolist()) in known


@settings(max_examples=samples.some_of(100))
@given(st.sampled_from(SYMMETRIC), st.data())
def test_a_renaming_changes_no_reply(game: Game, data: st.DataObject) -> None:
    moves, kinds = renamings(game)
    move = moves[data.draw(st.integers(0, len(moves) - 1))]
    names = np.arange(len(kinds))
    for kind in np.unique(kinds):
        alike = np.flatnonzero(kinds == kind)
        names[alike] = data.draw(st.permutations(alike.tolist()))
    row_of = {tuple(row): number for number, row in enumerate(game.symbols.tolist())}

    def rename(guess: int) -> str:
        renamed = np.empty_like(game.symbols[guess])
        renamed[move] = names[game.symbols[guess]]
        return game.guesses[row_of[tuple(renamed.tolist())]]

    for _ in range(5):
        guess, secret = (data.draw(st.integers(0, len(game.guesses) - 1)) for _ in range(2))
        assert game.reply(rename(guess), rename(secret)) == game.reply(game.guesses[guess], game.guesses[secret])


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
    monkeypatch.setattr("fewest.games.game.LITTLE_MEMORY", 400)
    monkeypatch.setattr("fewest.games.game.available_memory", lambda: 399)
    what = "the table of replies would take 0.0 GB, and this machine has 0.0 GB free; play a smaller game"
    with pytest.raises(FewestError, match=rf"^a list \(20 guesses, 20 answers\): {what}\.$"):
        game.prepare()
    monkeypatch.setattr("fewest.games.game.available_memory", lambda: 400)
    game.prepare()
    with pytest.raises(FewestError, match=r"^a list \(20 guesses, 20 answers\): exact search would take "):
        Prover(Belief.start(game))
    monkeypatch.setattr("fewest.games.game.available_memory", lambda: 1200)
    Prover(Belief.start(game))
    with pytest.raises(FewestError, match="exact search would take"):
        Prover(Belief.start(game, hard=True))
    monkeypatch.setattr("fewest.games.game.available_memory", lambda: None)
    Prover(Belief.start(game, hard=True))


@pytest.mark.parametrize("at_once", [1, 7, 50])
def test_a_table_filled_in_pieces_is_the_same(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz"))
    monkeypatch.setattr("fewest.games.game.MAX_FILLED", at_once)
    assert game.table.tolist() == [[game.reply(guess, secret) for guess in game.guesses] for secret in game.secrets]


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
        with pytest.raises(FewestError, match="'roman' is no way to write replies; choose digits or gyb"):
            game.seen(game.guesses[0], 0, "roman")


def test_a_secret_is_found_by_any_spelling_and_another_guess_is_none() -> None:
    original = samples.edition("original")
    assert original.secrets[original.find_secret("BOUND")] == "bound"
    with pytest.raises(FewestError, match="no answer of original; --secrets guesses allows it"):
        original.find_secret("lound")
