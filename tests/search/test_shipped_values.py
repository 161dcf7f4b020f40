"""Shipped values are exact, and values for other words or priors are never used."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from fewest import Belief, Prover, Wordle
from fewest.search import shipped_values
from fewest.search.prover import IMPOSSIBLE
from fewest.search.shipped_values import (
    Book,
    OpenerTable,
    book_path,
    known_openers,
    known_ranking,
    known_values,
)
from fewest.splits import split
from fewest.strategies.advice import preferred
from fewest.strategies.optimal import best
from tests import samples
from tests.search.cases import Case, Weight, alike_wordle


@pytest.fixture(autouse=True)
def data(nothing_known: Path) -> Iterator[Path]:
    """An empty folder in place of the shipped data."""
    yield nothing_known
    shipped_values._read_table.cache_clear()
    shipped_values._read_book.cache_clear()


def small(seed: int = 0, secrets: int = 30) -> Wordle:
    """A game that is solved quickly."""
    return alike_wordle(np.random.default_rng(seed), secrets, 20, 4, 5)


def true_costs(belief: Belief, max_guesses: int | None = None) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """The cost of every guess, searched one by one."""
    prover = Prover(belief, max_guesses=max_guesses)
    return np.array([prover.cost_of_guess(guess, belief) for guess in belief.game.guesses])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("limit", [None, 4, 3])
@pytest.mark.parametrize("hard", [False, True])
def test_a_table_is_read_as_it_was_written(limit: int | None, hard: bool, weighted: bool) -> None:
    game = small()
    weights = [10**8 + place for place in range(len(game.secrets))] if weighted else None
    belief = Belief.start(game, weights, hard=hard)
    costs = true_costs(belief, limit)
    costs[::7] = 0
    lower = np.where(costs > 0, costs, 5 + np.arange(len(costs)))
    OpenerTable(costs, lower, 77, "by hand").save(belief, limit)
    table = known_openers(belief, limit)
    assert table is not None
    assert np.array_equal(table.costs, costs)
    assert np.array_equal(table.lower, lower)
    assert (table.least, table.weight, table.made_by, table.is_complete) == (5, 77, "by hand", False)
    assert known_openers(belief, limit) is table
    for values in (table.costs, table.lower):
        with pytest.raises(ValueError, match="read-only"):  # callers share the cached arrays
            values[0] = 1
    other_rule = Belief.start(game, weights, hard=not hard)
    other_prior = Belief.start(game, [1, *[2] * (len(game.secrets) - 1)], hard=hard)
    assert known_openers(other_rule, limit) is known_openers(belief, 5) is known_openers(other_prior, limit) is None


def test_a_table_of_other_words_is_not_used(data: Path) -> None:
    words = ["aab", "abb", "bab", "bbc", "ccc"]
    game, other = samples.wordle(*words, guesses=("abc",)), samples.wordle(*words, guesses=("abd",))
    assert game.label == other.label
    start = Belief.start(game)
    OpenerTable.of(true_costs(start), 9, 5).save(start)
    assert known_openers(start) is not None
    assert known_openers(Belief.start(other)) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: content + b"\0\0",
        lambda content: content[:-2] + b"\1\1",
        lambda content: content.replace(b"openers-2", b"openers-1"),
        lambda content: content.partition(b"\n")[0],
        lambda content: b"\n" + content,
        lambda content: b"[]\n" + content,
        lambda content: b"",
    ],
)
def test_a_damaged_table_is_not_used(damage: Callable[[bytes], bytes]) -> None:
    start = Belief.start(small())
    path = OpenerTable.of(true_costs(start), 9, len(start)).save(start)
    path.write_bytes(damage(path.read_bytes()))
    assert known_openers(start) is None


@pytest.mark.parametrize("seed", range(5))
def test_the_best_openers_are_those_of_exact_search(seed: int) -> None:
    game = small(seed, 8)
    belief = Belief.start(game)
    case = Case(belief)
    costs = np.array([case.through(guess) for guess in game.guesses])
    OpenerTable.of(costs, int(costs.min()), len(belief)).save(belief)
    found = known_values(belief, 5)
    assert [each.cost for each in found] == sorted(costs.tolist())[:5]
    assert [each.mean for each in found] == [each.cost / len(belief) for each in found]
    assert all(case.through(each.guess) == each.cost for each in found)
    some = [*game.guesses[::3]]
    assert [each.cost for each in known_values(belief, 3, some)] == sorted(costs[::3].tolist())[:3]
    assert {each.guess for each in known_values(belief, 99, some)} == {*some}


def test_a_part_of_a_table_proves_the_best_only_if_nothing_can_be_better() -> None:
    game = small()
    belief, costs = Belief.start(game), true_costs(Belief.start(game))
    order = np.argsort(costs, kind="stable")
    best, second = int(order[0]), int(order[np.searchsorted(costs[order], costs[order[0]], "right")])
    whole = split(belief)

    def first(least: int, *columns: int) -> list[str]:
        some = np.zeros_like(costs)
        some[[*columns]] = costs[[*columns]]
        table = OpenerTable.of(some, least, len(belief))
        value = table.value(belief, game.guesses[columns[0]])
        assert value is not None
        assert value.cost == costs[columns[0]]
        return [each.guess for each in table.best(belief, 9, None, whole)]

    least = int(costs.min())
    assert first(least, best, second) == [game.guesses[best], game.guesses[second]]
    assert first(least - 1, best, second) == first(least, second) == []
    table = OpenerTable.of(np.where(np.arange(len(costs)) == second, costs, 0), least, len(belief))
    assert [each.guess for each in table.best(belief, 9, [game.guesses[second]], whole)] == [game.guesses[second]]
    assert table.best(belief, 9, [game.guesses[best], game.guesses[second]], whole) == []
    assert table.value(belief, game.guesses[best]) is None


def test_only_the_start_of_the_same_prior_is_in_a_table() -> None:
    game = small()
    start = Belief.start(game)
    costs = true_costs(start)
    OpenerTable.of(costs, int(costs.min()), len(start)).save(start)
    assert known_values(start)
    for other in (
        Belief.start(game, [1.0, *[2.0] * (len(start) - 1)]),
        Belief.start(game, hard=True),
        start.after(game.secrets[0], game.reply(game.secrets[0], game.secrets[-1])),
        Belief(game, start.secrets[1:]),
    ):
        assert known_values(other) == []
        assert known_openers(other) is None


def test_a_ranking_is_known_if_every_opener_of_it_is() -> None:
    game = small()
    belief = Belief.start(game)
    free, limited = true_costs(belief), true_costs(belief, 3)
    limited[6] = IMPOSSIBLE
    limited[0] = 0
    OpenerTable.of(free, int(free.min()), len(belief)).save(belief)
    assert known_ranking(belief, None, None, 3) is None
    OpenerTable.of(limited, int(free.min()), len(belief)).save(belief, 3)
    shipped_values._read_table.cache_clear()
    assert known_ranking(belief, None, None, 3) is known_ranking(belief, None, 3, None) is None
    found = known_ranking(belief, None, None, None)
    assert found is not None
    ranking, weight = found
    assert [each.lower for each in ranking] == sorted(free.tolist())
    assert {each.within for each in ranking} == {None}
    assert weight == len(belief)
    some = known_ranking(belief, game.guesses[5:9], None, 3)
    assert some is not None
    assert {each.guess: (each.lower, each.within) for each in some[0]} == {
        game.guesses[at]: (free[at], limited[at]) for at in range(5, 9)
    }


def test_the_best_of_a_ranking_are_known_if_no_other_can_be_better() -> None:
    game = small()
    belief = Belief.start(game)
    costs = true_costs(belief)
    bound = int(np.sort(costs)[9])
    known = np.where(costs < bound, costs, 0)
    OpenerTable.of(known, bound, len(belief)).save(belief)
    count = int(np.count_nonzero(known))
    assert 1 < count < 10
    found = known_ranking(belief, top=count)
    assert found is not None
    assert [(each.lower, each.exact) for each in found[0]][: count + 1] == [
        *((cost, True) for cost in np.sort(costs)[:count].tolist()),
        (bound, False),
    ]
    assert known_ranking(belief, top=count + 1) is known_ranking(belief) is None


def test_a_ranking_under_two_limits_needs_both_costs_of_every_opener() -> None:
    game = small()
    belief = Belief.start(game)
    free, limited = true_costs(belief), true_costs(belief, 4)
    free[1] = 0
    OpenerTable.of(free, 1, len(belief)).save(belief)
    OpenerTable.of(limited, 1, len(belief)).save(belief, 4)
    assert known_ranking(belief, None, None, 4) is None
    assert known_ranking(belief, [game.guesses[0]], None, 4) is not None
    assert known_ranking(belief, None, 4, None) is not None


def book_of(game: Wordle, openers: list[str], weights: list[int] | None = None) -> Book:
    """A book by exact search, position by position, with the most common of the best guesses."""
    start = Belief.start(game, weights)
    assert start.prior is not None
    made = Book(game.fingerprint, start.prior, "by hand")
    for opener in openers:
        replies = made.replies[opener] = {}
        for reply, part in Belief.start(game).parts(opener):
            if len(part) > 1:
                exact = None if weights is None else [weights[secret] for secret in part.secrets]
                prover = Prover(part, exact)
                found = preferred(prover, part, best(prover, part), split(part))
                replies[game.reply_text(reply)] = [int(prover.weights.sum()), found.guess, found.cost]
    return made


@pytest.mark.parametrize("weighted", [False, True])
def test_a_book_knows_the_best_second_guess(weighted: bool) -> None:
    game = small()
    weights = [1 + place % 3 for place in range(len(game.secrets))] if weighted else None
    opener, other = game.guesses[0], game.guesses[1]
    made = book_of(game, [opener], weights)
    made.save(book_path(game))
    read = Book.load(book_path(game))
    assert read is not None
    assert read.replies[opener] == made.replies[opener]
    start = Belief.start(game, weights)
    for reply, part in start.parts(opener):
        found = known_values(part, 3)
        assert len(found) == (len(part) > 1)
        if found:
            exact: list[Weight] | None = None if weights is None else [weights[secret] for secret in part.secrets]
            case = Case(Belief.start(game).after(opener, reply), exact)
            assert case.through(found[0].guess) == case.least
            assert found[0].mean == pytest.approx(case.least / sum(case.scaled.values()))
            assert known_values(part, 3, [found[0].guess]) == found
            others = [guess for guess in game.guesses if guess != found[0].guess]
            assert known_values(part, 3, others) == []
    assert all(known_values(part) == [] for _, part in start.parts(other))
    assert known_values(start) == []


def test_a_book_of_other_words_another_prior_or_hard_mode_is_not_used() -> None:
    game = small()
    opener = game.guesses[0]
    book_of(game, [opener]).save(book_path(game))
    reply, part = max(Belief.start(game).parts(opener), key=lambda each: len(each[1]))
    assert known_values(part)
    weights = [1.0, *[2.0] * (len(game.secrets) - 1)]
    assert known_values(Belief.start(game, weights).after(opener, reply)) == []
    assert known_values(Belief.start(game, hard=True).after(opener, reply)) == []
    assert all(known_values(later) == [] for _, later in part.parts(game.guesses[1]))
    book_path(game).write_text(book_path(game).read_text().replace(game.fingerprint, "wordle-0123456789abcdef"))
    shipped_values._read_book.cache_clear()
    assert known_values(part) == []


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": "fewest-book-1"}', json.dumps({"format": "other"})])
def test_a_damaged_book_is_not_used(content: str) -> None:
    game = small()
    book_path(game).write_text(content)
    assert Book.load(book_path(game)) is None
    assert known_values(Belief.start(game).after(game.secrets[0], game.reply(game.secrets[0], game.secrets[1]))) == []
