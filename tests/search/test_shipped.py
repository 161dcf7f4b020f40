"""The shipped tables and books: about the shipped words, without contradictions, and as published."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fewest import Belief, Prover
from fewest.games import WordGame
from fewest.search import shipped_values
from fewest.search.prover import IMPOSSIBLE, costs_of
from fewest.search.shipped_values import Book, OpenerTable, book_path, known_values, opener_table, table_path
from fewest.setup import Setup
from fewest.splits import split
from fewest.words import EDITIONS
from fewest.words.lists import EDITION_FACTS
from tests import samples
from tests.cases import first

TABLES = sorted(shipped_values.DATA.glob("*.openers"))
BOOKS = sorted(shipped_values.DATA.glob("*.book.json"))

PUBLISHED: dict[tuple[str, bool, int | None], dict[str, int]] = {
    ("original", False, None): {"salet": 7920},
    ("original", False, 6): {"salet": 7920},
    ("original", True, 6): {"salet": 8122},
    ("nyt-2023", False, None): {"tarse": 11219, "fuddy": 12355, "evict": 11850, "byres": 11700, "purry": 12038},
    ("nyt-2023", False, 6): {"tarse": 11219, "fuddy": 12356, "evict": 11851, "byres": 11702, "purry": 12039},
    ("original", True, None): {"salet": 8116},
    ("nyt-2023", True, 6): {"tarse": 11627, "plast": 11653, "least": 11654, "reast": 11654},
}
"""Totals by edition, hard mode and guess limit: within six guesses by Alex Selby, without a limit our own."""


def header_of(path: Path) -> dict[str, Any]:
    header: dict[str, Any] = json.loads(path.read_bytes().partition(b"\n")[0])
    return header


def table_of(path: Path) -> tuple[WordGame, OpenerTable, bool, int | None]:
    """A shipped table and what it is about."""
    header = header_of(path)
    for name in EDITIONS:
        game = samples.edition(name)
        hard, limit = header["hard"], header["max_guesses"]
        if table_path(game, hard, limit) == path:
            table = opener_table(game, hard, limit)
            assert table is not None, f"{path.name} is about other words"
            return game, table, hard, limit
    raise AssertionError(f"{path.name} is about no edition")


@pytest.mark.parametrize("path", first(3, TABLES), ids=lambda path: path.name)
def test_a_table_is_about_the_words_of_its_edition_and_cannot_be_contradicted(path: Path) -> None:
    game, table, hard, limit = table_of(path)
    header, costs = header_of(path), table.costs
    assert header["known"] == np.count_nonzero(costs)
    assert header["made_by"].startswith(f"fewest rank --edition {game.label}")
    least = costs[costs > 0].min()
    assert least == table.least if table.is_complete else least >= table.least == EDITION_FACTS[game.label].total
    belief = Belief.start(game, hard=hard)
    whole = split(belief)
    assert (whole.guesses == np.arange(len(costs))).all()
    bounds = Prover(belief, memory=1 << 20).least_costs(belief, whole) if not hard else np.zeros_like(costs)
    known_costs = costs > 0
    assert (costs[known_costs] >= bounds[known_costs]).all()
    highest = len(belief) * (limit or len(belief))
    assert ((costs <= highest) | (costs == IMPOSSIBLE)).all()
    plain = opener_table(game) if (hard, limit) != (False, None) else None
    if plain is not None:
        both = known_costs & (plain.costs > 0)
        assert (costs[both] >= plain.costs[both]).all(), "less freedom never costs less"


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_a_table_has_the_published_values(path: Path) -> None:
    game, table, hard, limit = table_of(path)
    for opener, cost in PUBLISHED.get((game.label, hard, limit), {}).items():
        assert table.costs[game.guess_index[opener]] in (cost, 0)
    if not hard and limit is None:
        facts = EDITION_FACTS[game.label]
        best = known_values(Belief.start(game))
        assert [(each.guess, each.cost) for each in best] == [(facts.opener, facts.total)]


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_a_random_opener_is_valued_anew(path: Path) -> None:
    game, table, hard, limit = table_of(path)
    if hard or game.label != "original":
        pytest.skip("that takes long; make proofs values some of every table")
    opener = game.guesses[int(np.random.default_rng(len(path.name)).choice(np.flatnonzero(table.costs)))]
    belief = Belief.start(game)
    assert Prover(belief, max_guesses=limit).cost_of_guess(opener, belief) == table.costs[game.guess_index[opener]]


def book_setup(path: Path) -> Setup:
    """What a book is about."""
    name = path.name.removesuffix(".book.json")
    if name.endswith("-guesses"):
        return Setup(edition=name.removesuffix("-guesses"), secrets="guesses", prior="today")
    return Setup(edition=name)


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.name)
def test_a_book_is_about_the_words_of_its_game_and_adds_up(path: Path) -> None:
    setup = book_setup(path)
    made, start = Book.load(path), setup.belief()
    assert made is not None
    assert (made.game, made.prior, book_path(start.game)) == (start.game.fingerprint, start.prior, path)
    table = opener_table(start.game) if setup.prior == "uniform" else None
    for opener, replies in made.replies.items():
        parts = {start.game.reply_text(reply): part for reply, part in start.parts(opener) if len(part) > 1}
        assert parts.keys() >= replies.keys()
        for reply, (guess, cost, weight) in replies.items():
            part = parts[reply]
            weights = costs_of(part)
            assert guess in start.game.guess_index
            assert abs(weight - weights.sum()) < len(part), "rounding may differ"
            assert 2 * weight - weights.max() - len(part) <= cost < 4 * weight
            (found,) = known_values(part)
            assert (found.guess, found.cost, found.mean) == (guess, cost, cost / weight)
        if table is not None and (total := table.value(start, opener)) and parts.keys() == replies.keys():
            singles = sum(len(part) == 1 for reply, part in start.parts(opener) if reply != start.game.win)
            assert len(start) + singles + sum(cost for _, cost, _ in replies.values()) == total.cost
