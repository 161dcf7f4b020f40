"""The shipped tables and books match the shipped words and published values, and have no contradictions."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fewest import Belief, Prover
from fewest.search import shipped_values
from fewest.search.prover import IMPOSSIBLE, costs_of
from fewest.search.shipped_values import (
    STARTS,
    Book,
    OpenerTable,
    book_path,
    known_openers,
    known_values,
    table_path,
)
from fewest.setup import TODAY, Setup
from fewest.splits import split
from fewest.strategies.advice import DEFAULT_MARGIN, known_words
from fewest.words import EDITIONS
from fewest.words.lists import EDITION_FACTS
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
    ("mastermind:pegs=4,colours=6", False, None): {"1123": 5625, "6446": 5702, "2465": 5673},
    ("bulls-and-cows:length=4,symbols=10,repeats=no", False, None): {"0123": 26274, "9375": 26274},
}
"""Totals by edition or game, hard mode and guess limit: within six guesses by Alex Selby, of Mastermind by Koyama and
Lai, of Bulls and Cows by many; the others our own."""

SETUPS = (*(Setup(edition=name) for name in EDITIONS), TODAY, Setup(game="mastermind"), Setup(game="bulls-and-cows"))
"""The games and priors of tables and books, apart from hard mode."""


def header_of(path: Path) -> dict[str, Any]:
    header: dict[str, Any] = json.loads(path.read_bytes().partition(b"\n")[0])
    return header


def table_of(path: Path) -> tuple[Belief, OpenerTable, int | None]:
    """A shipped table, and the start of its game."""
    header = header_of(path)
    for setup in SETUPS:
        game, limit = setup.make_game(), header["max_guesses"]
        if table_path(game, header["hard"], limit) == path:
            start = replace(setup, hard=header["hard"]).belief(game)
            table = known_openers(start, limit)
            assert table is not None, f"{path.name} is about other words or another prior"
            return start, table, limit
    raise AssertionError(f"{path.name} is about none of them")


@pytest.mark.parametrize("path", first(4, TABLES), ids=lambda path: path.name)
def test_a_table_is_about_the_words_of_its_edition_and_cannot_be_contradicted(path: Path) -> None:
    start, table, limit = table_of(path)
    header, costs = header_of(path), table.costs
    known_costs = costs > 0
    assert header["known"] == np.count_nonzero(costs)
    assert header["made_by"].startswith("python tools/build_values.py ")
    assert (table.lower[known_costs] == costs[known_costs]).all()
    assert costs[known_costs].min() == table.least, "the best opener is known, and no other can be better"
    assert table.weight == costs_of(start).sum()
    whole = split(start)
    assert (whole.guesses == np.arange(len(costs))).all()
    bounds = Prover(start, memory=1 << 20).least_costs(start, whole) if not start.hard else np.zeros_like(costs)
    assert (costs[known_costs] >= bounds[known_costs]).all()
    highest = table.weight * (limit or len(start))
    assert ((costs <= highest) | (costs == IMPOSSIBLE)).all()
    plain = known_openers(Belief.start(start.game)) if start.hard or limit else None
    if plain is not None:
        both = known_costs & (plain.costs > 0)
        assert (costs[both] >= plain.costs[both]).all(), "less freedom never costs less"


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_a_table_has_the_published_values(path: Path) -> None:
    start, table, limit = table_of(path)
    game = start.game
    for opener, cost in PUBLISHED.get((game.label, start.hard, limit), {}).items():
        assert table.costs[game.guess_index[opener]] in (cost, 0)
    facts = EDITION_FACTS.get(game.label)
    if facts is not None and not start.hard and limit is None:
        best = known_values(start)
        assert [(each.guess, each.cost) for each in best] == [(facts.opener, facts.total)]


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_a_random_opener_is_searched_again(path: Path) -> None:
    start, table, limit = table_of(path)
    if start.hard or not start.game.label.startswith(("original", "mastermind")):
        pytest.skip("that takes long; make proofs values some of every table")
    column = int(np.random.default_rng(len(path.name)).choice(np.flatnonzero(table.costs)))
    assert Prover(start, max_guesses=limit).cost_of_guess(start.game.guesses[column], start) == table.costs[column]


def book_setup(path: Path) -> Setup:
    """The start of the game of a book."""
    return next(setup for setup in SETUPS if book_path(setup.make_game()) == path)


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.name)
def test_a_book_is_about_the_words_of_its_game_and_adds_up(path: Path) -> None:
    setup = book_setup(path)
    made, start = Book.load(path), setup.belief()
    assert made is not None
    assert (made.game, made.prior, book_path(start.game)) == (start.game.fingerprint, start.prior, path)
    table = known_openers(start) if setup.prior == "uniform" else None
    for opener, replies in made.replies.items():
        parts = {start.game.reply_text(reply): part for reply, part in start.parts(opener) if len(part) > 1}
        assert parts.keys() >= replies.keys()
        for reply, (weight, guess, cost, *rest) in replies.items():
            part = parts[reply]
            weights = costs_of(part)
            assert guess in start.game.guess_index
            assert abs(weight - weights.sum()) < len(part), "rounding may differ"
            assert 2 * weight - weights.max() - len(part) <= cost < 5 * weight
            (found,) = known_values(part)
            assert (found.guess, found.cost, found.mean) == (guess, cost, cost / weight)
            with_margin = known_values(part, margin=DEFAULT_MARGIN)
            assert [(value.guess, value.cost) for value in with_margin] == [
                (guess, cost),
                *([(*rest,)] if rest else []),
            ]
            assert not rest or not known_words(part)[start.game.guess_index[guess]]
        if table is not None and (total := table.value(start, opener)) and parts.keys() == replies.keys():
            singles = sum(len(part) == 1 for reply, part in start.parts(opener) if reply != start.game.win)
            assert len(start) + singles + sum(cost for _, _, cost, *_ in replies.values()) == total.cost


def kinds_of(start: Belief, table: OpenerTable) -> list[int]:
    """The first opener of each orbit, best first; symbols and places may be exchanged."""
    kinds: dict[tuple[int, ...], int] = {}
    for column, guess in enumerate(start.game.guesses):
        kinds.setdefault(tuple(sorted(Counter(guess).values())), column)
    return sorted(kinds.values(), key=lambda column: table.costs[column])


@pytest.mark.parametrize("path", first(3, BOOKS), ids=lambda path: path.name)
def test_a_book_begins_with_the_best_openers(path: Path) -> None:
    start, book = book_setup(path).belief(), Book.load(path)
    table, whole = known_openers(start), split(start)
    assert book is not None
    assert table is not None
    best = table.best(start, STARTS, None, whole)
    if start.game.symmetry() is None:
        assert [*book.start] == [value.guess for value in best]
        assert len(book.start) >= STARTS
    else:
        assert [*book.start] == [start.game.guesses[first_of_kind] for first_of_kind in kinds_of(start, table)]
    for opener, facts in book.start.items():
        column = start.game.guess_index[opener]
        found = (whole.entropy[column], whole.hit[column], whole.parts[column], whole.largest[column])
        assert tuple(facts) == pytest.approx(found, rel=1e-9)
