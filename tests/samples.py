"""Games and beliefs for tests: drawn by hypothesis, and small ones made by hand."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fewest import Belief, Game, Suggestion, Wordle
from fewest.curves import Curve
from fewest.games.game import Indices, Table
from fewest.words import WordList

LETTERS = "".join(map(chr, range(0x4E00, 0x4E00 + 300)))
"""More letters than a byte can number."""

ANY_LENGTH = st.integers(2, 12)
"""The possible lengths of words."""

LIKELIHOODS = st.sampled_from([0.0, 1e-3, 0.5, 1.0, 1.0, 2.0, 7.0])
"""Weights with ties, zeros and very small values."""


def some_of(count: int) -> int:
    """The number of examples to run: all, an eighth or a tenth, as set in conftest.py."""
    share, least = {"all": (1, 0), "usual": (8, 10), "few": (10, 5)}[settings.get_current_profile_name()]
    return min(count, max(least, count // share))


def random_table(rng: np.random.Generator, secrets: int, others: int, used: int, replies: int = 243) -> "TableGame":
    """A table of random replies, with at most `used` replies to a guess besides the win."""
    win = replies - 1
    rows = rng.choice(rng.choice(win, used), (secrets, secrets + others))
    np.fill_diagonal(rows, win)
    return TableGame(rows, replies, win)


def small_beliefs(seed: int, count: int) -> Iterator[tuple[Belief, np.random.Generator]]:
    """Beliefs small enough for brute force, and what to draw questions about each from.

    Tables or words, weighted or not, in hard mode or not, after a clue or at the start.
    """
    for number in range(some_of(count)):
        rng = np.random.default_rng((seed, number))
        secrets, others = int(rng.integers(2, 12)), int(rng.integers(0, 7))
        hard = False
        game: Game
        if rng.random() < 0.4:
            game = random_table(rng, secrets, others, int(rng.integers(2, 5)), int(rng.choice([9, 243, 257, 70_000])))
        else:
            length, letters = int(rng.integers(2, 6)), list(LETTERS[: rng.integers(2, 7)])
            words = ["".join(rng.choice(letters, length)) for _ in range(secrets + others)]
            game, hard = wordle(*words[:secrets], guesses=tuple(words)), bool(rng.random() < 0.5)
        weights = rng.choice([0.5, 1, 1, 2, 3, 7], len(game.secrets)) if rng.random() < 0.5 else None
        belief = Belief.start(game, weights, hard=hard)
        if rng.random() < 0.4:
            column = int(rng.integers(len(game.guesses)))
            belief = belief.after(game.guesses[column], int(game.table[rng.integers(len(game.secrets)), column]))
        yield belief, rng


class TableGame(Game):
    """A game given by its table of replies, a row per secret; the first guesses are the secrets."""

    name = "table"
    hard_mode = True

    def __init__(self, cells: NDArray[np.int64], replies: int, win: int) -> None:
        """Make a game from a table in which only the column of a secret wins."""
        self.cells, self.replies, self.win = cells, replies, win
        self.label = self.fingerprint = "a table"
        self.guesses = tuple(f"{index:04d}" for index in range(cells.shape[1]))
        self.secrets = self.guesses[: cells.shape[0]]

    def reply_number(self, guess: str, secret: str) -> int:
        """Look it up."""
        return int(self.cells[int(secret), int(guess)])

    def fill(self, table: Table, secrets: Indices, guesses: Indices) -> None:
        """Copy the cells."""
        table[:] = self.cells[np.ix_(secrets, guesses)]

    def parse_reply(self, text: str) -> int:
        """A reply is written as its number."""
        return int(text)

    def reply_text(self, reply: int) -> str:
        """A reply is written as its number."""
        return str(reply)

    def allowed_after(self, guess: str, reply: int) -> NDArray[np.bool_]:
        """Nothing is forbidden."""
        return np.ones(len(self.guesses), np.bool_)


class InOrder:
    """A strategy that tries the possible secrets in their order."""

    name = "in-order"
    summary = "The first secret that is possible"

    def choose(self, belief: Belief) -> str:
        """The likeliest secret, or the first."""
        return belief.words[0]

    def suggest(self, belief: Belief, count: int = 10) -> list[Suggestion]:
        """No score."""
        return [Suggestion(self.choose(belief), 0, 0, 0, 0, 0)]


def wordle(*answers: str, guesses: tuple[str, ...] = (), name: str = "a list") -> Wordle:
    """Wordle on a few words, with some guesses that cannot be the answer."""
    return Wordle(WordList(name, tuple(sorted({*answers, *guesses})), tuple(sorted({*answers}))))


@cache
def edition(name: str) -> Wordle:
    """A shipped edition, whose table is made once for all tests."""
    return Wordle.edition(name)


@cache
def ending_in(letters: str) -> Wordle:
    """Wordle on every other answer of the first edition that ends with some letters."""
    return wordle(*[word for word in edition("original").answers if word.endswith(letters)][::2], name="like endings")


@st.composite
def wordles(draw: st.DrawFn, *, lengths: st.SearchStrategy[int] = ANY_LENGTH, most: int = 25) -> Wordle:
    """Wordle on words of few different letters, with many duplicates; sometimes with an alphabet beyond a byte."""
    length = draw(lengths)
    alphabet = LETTERS[: draw(st.integers(2, 5))]
    word = st.text(alphabet, min_size=length, max_size=length)
    answers = draw(st.lists(word, min_size=draw(st.sampled_from([1, most])), max_size=most))
    others = draw(st.lists(word, max_size=most))
    if draw(st.booleans()):
        others += [LETTERS[start : start + length] for start in range(0, len(LETTERS) - length + 1, length)]
        others.append(LETTERS[-length:])
    return wordle(*answers, guesses=tuple(others))


@st.composite
def table_games(draw: st.DrawFn) -> TableGame:
    """Tables of one-, two- and four-byte replies, of up to several hundred secrets and of any sizes of parts."""
    secrets = draw(st.one_of(st.integers(1, 60), st.integers(100, 400)))
    others = draw(st.integers(0, 70))
    replies = draw(st.sampled_from([2, 5, 15, 243, 256, 257, 729, 65_536, 65_537, 177_147]))
    used = draw(st.sampled_from([1, 3, 40, replies]))
    rng = np.random.default_rng(draw(st.integers(0, 1 << 32)))
    rows = rng.choice(rng.choice(replies, min(used, replies)), (secrets, secrets + others))
    win = draw(st.sampled_from([0, replies - 1]))
    rows[rows == win] = replies - 1 - win
    np.fill_diagonal(rows, win)
    return TableGame(rows, replies, win)


@st.composite
def beliefs(draw: st.DrawFn, games: st.SearchStrategy[Any], *, restrict: bool = False) -> Belief:
    """A belief with weights or without; with `restrict`, over some secrets and some guesses only."""
    game: Game = draw(games)
    count = len(game.secrets)
    weights = None
    if draw(st.booleans()):
        if count <= 25:
            weights = draw(st.lists(LIKELIHOODS, min_size=count, max_size=count).filter(any))
        else:
            weights = list(np.random.default_rng(draw(st.integers(0, 99))).random(count) ** 8)
    belief = Belief.start(game, weights)
    if not restrict:
        return belief
    rng = np.random.default_rng(draw(st.integers(0, 1 << 32)))
    keep = np.sort(rng.permutation(len(belief))[: draw(st.integers(1, len(belief)))])
    allowed = None
    if draw(st.booleans()):
        columns = rng.permutation(len(game.guesses))[: draw(st.integers(1, len(game.guesses)))]
        allowed = np.sort(columns).astype(np.int32)
    part = None if belief.weights is None else belief.weights[keep]
    return Belief(game, belief.secrets[keep], part, allowed)


@st.composite
def curves(draw: st.DrawFn) -> Curve:
    """Curves that rise more or less steeply, with flat stretches; their knots end anywhere up to 13 bits."""
    widths = draw(st.lists(st.sampled_from([0.01, 0.3, 0.5, 1.0, 2.0]), min_size=1, max_size=6))
    rises = [draw(st.sampled_from([0.0, 0.0, 1e-6, 0.1, 0.5, 3.0])) for _ in widths]
    bits, guesses = np.cumsum([0, *widths]).tolist(), np.cumsum([1, *rises]).tolist()
    return Curve(tuple(bits), tuple(guesses), "drawn")
