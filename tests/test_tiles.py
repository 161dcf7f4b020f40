"""Games with too many replies to store: replies computed tile by tile must be the same."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import get_args

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fewest import Belief, Game, Wordle, splits
from fewest.curves import Curve
from fewest.games import Jotto, make_game, reply_table
from fewest.scorers import SCORERS
from fewest.search import Prover, prove
from fewest.strategies.greedy import Greedy, GuessFrom, Ties
from tests import samples

NAMES = [
    "mastermind:pegs=2,colours=4",
    "mastermind:pegs=3,colours=3",
    "bulls-and-cows:length=3,symbols=5",
    "numbers:most=60",
    "nerdle:places=6",
]
CURVE = Curve((0, 1, 3, 8), (1, 1.5, 2.1, 3.9))
TILES = st.sampled_from([1, 7, 64, 300, 5000, 1 << 26])
"""The bytes of replies computed at once: less than a column, a few columns, or all."""


@contextmanager
def tiled(tile: int) -> Iterator[None]:
    """Keep no table, and use tiles of this size in bytes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reply_table, "MAX_TABLE_BYTES", 0)
        patch.setattr(splits, "TILE_BYTES", tile)
        patch.setattr(Game, "table", property(forbidden))
        yield


def forbidden(game: Game) -> None:
    """The table, which must not be requested if there are too many replies."""
    raise AssertionError("the whole table was asked for")


@cache
def named(name: str) -> Game:
    """A game, made once; of words, in few letters."""
    return make_game(name)


def anew(game: Game) -> Game:
    """The same game again, without a computed table."""
    if isinstance(game, samples.TableGame):
        return samples.TableGame(game.cells, game.replies, game.win)
    return type(game)(game.words) if isinstance(game, Wordle | Jotto) else make_game(game.label)


def again(belief: Belief) -> Belief:
    """The same belief about the same game."""
    return Belief(anew(belief.game), belief.secrets, belief.weights, belief.allowed, belief.hard, belief.clues)


def check_splits(belief: Belief, tile: int, curve: Curve | None) -> None:
    """Every number is the same to the last bit."""
    expected = splits.split(belief, curve)
    with tiled(tile):
        found = splits.split(again(belief), curve)
    for name in ("guesses", "entropy", "sum_of_squares", "hit", "largest", "parts", "after"):
        one, other = getattr(found, name), getattr(expected, name)
        assert (one is None and other is None) or (one.dtype == other.dtype and np.array_equal(one, other)), name


@settings(max_examples=samples.some_of(50))
@given(samples.beliefs(samples.table_games(), restrict=True), TILES, st.sampled_from([None, CURVE]))
def test_splits_of_any_table_are_the_same_in_tiles(belief: Belief, tile: int, curve: Curve | None) -> None:
    check_splits(belief, tile, curve)


@settings(max_examples=samples.some_of(50))
@given(samples.beliefs(samples.wordles(), restrict=True), TILES, st.sampled_from([None, CURVE]))
def test_splits_of_words_are_the_same_in_tiles(belief: Belief, tile: int, curve: Curve | None) -> None:
    check_splits(belief, tile, curve)


@pytest.mark.parametrize("name", ["entropy", "minimax", "expected-moves", "letters"])
@settings(max_examples=samples.some_of(60))
@given(
    belief=samples.beliefs(samples.table_games(), restrict=True) | samples.beliefs(samples.wordles(), restrict=True),
    tile=TILES,
    ties=st.sampled_from(get_args(Ties)),
    guess_from=st.sampled_from(get_args(GuessFrom)),
)
def test_the_guess_that_is_played_is_the_best_of_all_in_tiles_too(
    name: str, belief: Belief, tile: int, ties: Ties, guess_from: GuessFrom
) -> None:
    play = Greedy(SCORERS[name], ties, guess_from)
    ranked = play.rank(belief, play.scorer.scores(belief), count=1)
    assume(ranked)
    with tiled(tile), pytest.MonkeyPatch.context() as patch:
        patch.setattr(splits, "FIRST_GUESSES", 2)
        assert play.choose(again(belief)) == ranked[0].guess


def test_the_split_ends_where_all_secrets_are_told_apart() -> None:
    start = Belief.start(named("mastermind:pegs=3,colours=3"))
    belief = start.after("112", start.game.parse_reply("1b1w"))
    parts = splits.split(belief).parts
    first = int(np.argmax(parts == len(belief)))
    assert parts[first] == len(belief)
    assert 0 < first < len(parts) - 1
    for width in range(1, len(parts) + 1):
        with tiled(width * len(belief)):
            found = splits.split(again(belief), until_all_apart=True)
        assert len(found.guesses) == min((first // width + 1) * width, len(parts))
        assert np.array_equal(found.parts, parts[: len(found.parts)])


@pytest.mark.parametrize("limit", [None, 4])
@pytest.mark.parametrize("name", [*NAMES[:4], "wordle", "hard wordle"])
def test_proofs_are_the_same_in_tiles(name: str, limit: int | None) -> None:
    rng = np.random.default_rng(3)
    words = ["".join(rng.choice([*"abcdef"], 4)) for _ in range(80)]
    game = samples.wordle(*words[:40], guesses=tuple(words)) if name.endswith("wordle") else named(name)
    start = Belief.start(game, hard=name == "hard wordle")
    guess = game.guesses[len(game.guesses) // 2]
    for belief in (start, start.after(guess, game.reply(guess, game.secrets[0]))):
        proof = prove(Prover(belief, None, limit), top=3, threads=1)
        with tiled(100):
            found = prove(Prover(again(belief), None, limit), top=3, threads=1)
        assert (found.best, found.lower_bound, found.openers, found.nodes) == (
            proof.best,
            proof.lower_bound,
            proof.openers,
            proof.nodes,
        )
        assert (found.tree and found.tree.to_json()) == (proof.tree and proof.tree.to_json())


def test_a_table_is_kept_up_to_the_largest_size_and_not_beyond(monkeypatch: pytest.MonkeyPatch) -> None:
    """One byte per reply for up to 256 replies, then two."""
    small, wide = named("mastermind:pegs=2,colours=4"), samples.TableGame(np.zeros((3, 3), np.int64), 300, 299)
    for game, size in ((small, 16 * 16), (wide, 3 * 3 * 2)):
        monkeypatch.setattr(reply_table, "MAX_TABLE_BYTES", size)
        assert game.table_for(100) is not None
        monkeypatch.setattr(reply_table, "MAX_TABLE_BYTES", size - 1)
        assert game.table_for(100) is None


@given(samples.beliefs(samples.table_games(), restrict=True), st.data())
@settings(max_examples=samples.some_of(30))
def test_rows_and_columns_are_those_of_the_table(belief: Belief, data: st.DataObject) -> None:
    game, table = belief.game, belief.game.table
    column = data.draw(st.integers(0, len(game.guesses) - 1))
    expected = table[belief.secrets]
    some = expected if belief.allowed is None else expected[:, belief.allowed]
    with tiled(1):
        other = anew(game)
        found = (
            other.rows(belief.secrets),
            other.rows(belief.secrets, belief.allowed),
            other.column(belief.secrets, column),
        )
    kept = game.rows(belief.secrets), game.rows(belief.secrets, belief.allowed), game.column(belief.secrets, column)
    for one, two, three in zip(found, kept, (expected, some, expected[:, column]), strict=True):
        assert one.dtype == two.dtype == three.dtype
        assert np.array_equal(one, three)
        assert np.array_equal(two, three)
    assert all(each.flags.c_contiguous for each in (*found[:2], *kept[:2]))
