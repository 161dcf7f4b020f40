"""Symmetry of places and symbols in the search, compared with trying every renaming."""

import gc
import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from fewest import Belief, Game, _core, evaluate
from fewest.games import Symmetry, make_game
from fewest.search import Prover, prove
from fewest.search.prover import IMPOSSIBLE
from tests import samples
from tests.cases import first, meeting
from tests.search.cases import Case, Random, some, summary


class Wheel(Game):
    """Three symbols on a wheel, each a vowel or a consonant.

    A reply counts the right vowels, the right consonants, and the symbols that are one place further on in the secret.
    The wheel may be turned but not reversed, and only symbols of the same kind may be exchanged. A secret repeats no
    symbol.
    """

    name = "wheel"
    win = 64
    replies = 65

    def __init__(self) -> None:
        """Play with two vowels and three consonants."""
        self.label = self.name
        self.guesses = tuple(map("".join, itertools.product("aexyz", repeat=3)))
        self.secrets = tuple(guess for guess in self.guesses if len({*guess}) == 3)

    def reply_number(self, guess: str, secret: str) -> int:
        """Combine the three counts into a number."""
        right = [ours for ours, theirs in zip(guess, secret, strict=True) if ours == theirs]
        vowels = sum(symbol in "ae" for symbol in right)
        further = sum(guess[place] == secret[(place + 1) % 3] for place in range(3))
        return self.win if guess == secret else 16 * vowels + 4 * (len(right) - vowels) + further

    def reply_text(self, reply: int) -> str:
        """Write a reply as its number."""
        return str(reply)

    def symmetry(self) -> Symmetry:
        """Turns, and exchanges of vowels or of consonants."""
        return Symmetry(np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]], np.uint8), np.array([0, 0, 1, 1, 1], np.uint16))


SMALL = [
    "wheel",
    *(f"mastermind:pegs={pegs},colours={colours}" for pegs in (1, 2, 3) for colours in (1, 2, 3, 4)),
    *(f"bulls-and-cows:length={n},symbols={k}" for n in (1, 2, 3) for k in range(n, 6)),
    *(f"bulls-and-cows:length={n},symbols={k},repeats=yes" for n in (2, 3) for k in (2, 3)),
    *(f"hit-and-blow:length={n},symbols={k}" for n in (2, 3) for k in (3, 4)),
]
LARGER = [
    "mastermind:pegs=2,colours=7",
    "mastermind:pegs=3,colours=5",
    "mastermind:pegs=4,colours=3",
    "mastermind:pegs=6,colours=2",
    "mastermind:pegs=7,colours=2",  # more places than are tried in every order
    "bulls-and-cows:length=4,symbols=5",
    "bulls-and-cows:length=3,symbols=6",
]

THREE = ["mastermind:pegs=3,colours=4", "bulls-and-cows:length=3,symbols=5", "wheel"]


@cache
def named(name: str) -> Game:
    """A game, made once."""
    return Wheel() if name == "wheel" else make_game(name)


@cache
def renamings(game: Game) -> list[tuple[list[int], dict[str, str]]]:
    """Every way to move the places, with every way to exchange symbols, that a game allows."""
    symmetry = game.symmetry()
    assert symmetry is not None
    alphabet = sorted({*"".join(game.guesses)})
    kinds = dict(zip(alphabet, symmetry.kinds.tolist(), strict=True))
    exchanges = [
        dict(zip(alphabet, other, strict=True))
        for other in itertools.permutations(alphabet)
        if all(kinds[ours] == kinds[theirs] for ours, theirs in zip(alphabet, other, strict=True))
    ]
    return [*itertools.product(symmetry.moves.tolist(), exchanges)]


def renamed(guess: str, renaming: tuple[list[int], dict[str, str]]) -> str:
    """A guess with its places moved and its symbols exchanged."""
    moves, exchange = renaming
    symbols = dict(zip(moves, guess, strict=True))
    return "".join(exchange[symbols[place]] for place in range(len(guess)))


def orbits(game: Game, made: list[str]) -> set[frozenset[str]]:
    """Orbits of guesses under the renamings that fix the given guesses, by trying every renaming."""
    keeping = [each for each in renamings(game) if all(renamed(guess, each) == guess for guess in made)]
    sets: dict[str, frozenset[str]] = {}
    for guess in game.guesses:
        if guess not in sets:
            alike = frozenset(renamed(guess, each) for each in keeping)
            sets.update(dict.fromkeys(alike, alike))
    return {*sets.values()}


def found(prover: Prover, belief: Belief) -> set[frozenset[str]]:
    """The orbits as the prover numbers them."""
    ids, guesses = prover.orbit_ids(belief), belief.game.guesses
    return {frozenset(guesses[at] for at in np.flatnonzero(ids == each)) for each in np.unique(ids)}


def alone(game: Game) -> set[frozenset[str]]:
    """Every guess as an orbit of its own."""
    return {frozenset([guess]) for guess in game.guesses}


def without(game: Game, patch: pytest.MonkeyPatch, *arguments: Any) -> Prover:
    """A prover that does not use symmetry."""
    with patch.context() as within:
        within.setattr(type(game), "symmetry", lambda self: None)
        return Prover(*arguments)


def play_on(belief: Belief, rng: Random, guesses: int) -> Belief:
    """A belief after some more guesses."""
    for _ in range(guesses):
        guess, secret = rng.choice(belief.game.guesses), belief.game.secrets[rng.choice(belief.secrets)]
        belief = belief.after(str(guess), belief.game.reply(str(guess), secret))
    return belief


def questions(name: str, count: int) -> Iterator[tuple[Belief, Random]]:
    """Beliefs after none, one, two or three guesses."""
    for number in range(samples.some_of(count)):
        rng = np.random.default_rng(number)
        yield play_on(Belief.start(named(name)), rng, number % 4), rng


@pytest.mark.parametrize("name", first(18, [*SMALL, *LARGER]))
def test_orbits_match_those_of_all_renamings(name: str) -> None:
    game = named(name)
    start = Prover(Belief.start(game))
    for belief, _ in questions(name, 12):
        expected = orbits(game, [clue.guess for clue in belief.clues])
        for made in range(len(belief.clues) + 1):  # before the prover's root, and after it
            root = Belief.start(game).after_all(belief.clues[:made])
            assert found(Prover(root) if made else start, belief) == expected, belief.clues


@pytest.mark.parametrize(("name", "limit"), meeting(SMALL, [None, 3, 4, 5]))
def test_symmetry_changes_no_cost(name: str, limit: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without symmetry, first guesses and later positions cost the same; the least cost matches the oracle."""
    game = named(name)
    start = Belief.start(game)
    one, other = Prover(start, None, limit), without(game, monkeypatch, start, None, limit)
    assert found(other, start) == alone(game)
    for guess in game.guesses:
        assert one.cost_of_guess(guess, start) == other.cost_of_guess(guess, start)
    for orbit in orbits(game, []):
        for reply, part in start.parts(min(orbit)):
            if reply != game.win:
                assert one.best(part)[0] == other.best(part)[0]
    if len(start) <= 27:
        case = Case(start, None, limit)
        assert one.best(start)[0] == case.least
        assert [one.cost_of_guess(min(orbit), start) for orbit in orbits(game, [])] == [
            case.through(min(orbit)) for orbit in orbits(game, [])
        ]


@pytest.mark.parametrize(
    "name", first(4, [*LARGER, "wheel", "mastermind:pegs=3,colours=4", "bulls-and-cows:length=3,symbols=5"])
)
def test_symmetry_changes_no_cost_of_larger_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same after clues, some of them before the prover's root; with little memory results are searched again."""
    game = named(name)
    for belief, rng in questions(name, 12):
        root = Belief.start(game).after_all(belief.clues[: rng.integers(len(belief.clues) + 1)])
        limit = [None, 4, 5, 6][rng.integers(4)]
        left = None if limit is None else limit + len(belief.clues) - len(root.clues)
        one = Prover(root, None, left, int(rng.choice([64, 1 << 20])))
        other = without(game, monkeypatch, belief, None, limit)
        for guess in map(str, rng.choice(game.guesses, 6)):
            assert one.cost_of_guess(guess, belief) == other.cost_of_guess(guess, belief)
        assert one.best(belief)[0] == other.best(belief)[0]


@pytest.mark.parametrize(
    ("name", "limit"), [*meeting(SMALL, [None, 4, 5]), *first(0, [*itertools.product(LARGER, [None, 4, 5])])]
)
def test_proofs_search_one_opener_of_each_orbit_and_find_the_same(
    name: str, limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = named(name)
    start = Belief.start(game)
    proof = prove(Prover(start, None, limit), top=4, threads=1)
    assert summary(prove(Prover(start, None, limit, 1 << 12), top=4, threads=3)) == summary(proof)
    alike = orbits(game, [])
    assert proof.openers == proof.settled == len(alike)
    other = without(game, monkeypatch, start, None, limit)
    costs = sorted(cost for orbit in alike if (cost := other.cost_of_guess(min(orbit), start)) < IMPOSSIBLE)
    assert [each.cost for each in proof.best] == costs[:4]
    assert len({orbit for orbit in alike for each in proof.best if each.guess in orbit}) == len(proof.best)
    if proof.tree is None:
        assert not costs
        return
    proof.tree.check()
    assert evaluate(proof.tree).total == costs[0]
    assert limit is None or evaluate(proof.tree).worst <= limit
    everything = prove(Prover(start, None, limit), openers=game.guesses, threads=1)
    assert (everything.openers, everything.best[0].cost) == (len(game.guesses), costs[0])


@pytest.mark.parametrize("name", THREE)
@pytest.mark.parametrize("limit", [None, 4])
def test_unequal_weights_leave_no_symmetry(name: str, limit: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if a single secret weighs more."""
    game = named(name)
    start = Belief.start(game)
    for place in (0, 7, len(start) - 1):
        weights = [1] * len(start)
        weights[place] = 50
        one, other = Prover(start, weights, limit), without(game, monkeypatch, start, weights, limit)
        believed = Belief.start(game, weights)
        assert found(one, start) == found(Prover(believed), believed) == alone(game)
        assert [one.cost_of_guess(guess, start) for guess in game.guesses] == [
            other.cost_of_guess(guess, start) for guess in game.guesses
        ]
        assert one.best(start) == other.best(start)


@pytest.mark.parametrize("name", THREE)
def test_a_belief_with_fewer_secrets_than_the_clues_leave_has_no_symmetry(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A prover of some secrets, and one of all secrets that searches some, agree with a search without symmetry."""
    game = named(name)
    start = Belief.start(game)
    whole, asked = Prover(start), 0
    for belief, rng in questions(name, 60):
        part = replace(belief, secrets=some(belief.secrets, rng))
        if len(part) in (1, len(belief)):
            continue
        asked += len(part) > 10
        plain = without(game, monkeypatch, part)
        cost = plain.best(part)[0]
        for prover in (whole, Prover(part)):
            assert found(prover, part) == alone(game)
            assert prover.best(part)[0] == cost
            assert prove(prover, part, threads=1).openers == len(game.guesses)
            for guess in map(str, rng.choice(game.guesses, 5)):
                assert prover.cost_of_guess(guess, part) == plain.cost_of_guess(guess, part)
        assert Prover(part).best(part) == plain.best(part)
    assert asked
    assert whole.best(start)[0] == without(game, monkeypatch, start).best(start)[0]  # no wrong result was remembered


SEARCH: dict[str, Any] = {
    "table": np.array([[8, 1, 1], [1, 8, 1], [1, 1, 8]], np.uint8),
    "secret_of_guess": np.arange(3, dtype=np.int32),
    "weights": np.ones(3, np.int64),
    "memory": 1024,
}
SYMMETRY: dict[str, Any] = {
    "symbols": np.array([[0, 1], [1, 0], [2, 2]], np.uint16),
    "moves": np.array([[0, 1], [1, 0]], np.uint8),
    "kinds": np.zeros(3, np.uint16),
    "guesses_made": np.empty(0, np.int32),
}


def symmetric_search(**change: Any) -> _core.Search:
    """A small search whose symmetry may be changed."""
    return _core.make_search(**SEARCH, symmetry=_core.SymmetryTables(**SYMMETRY | change))


def array(numbers: list[Any], kind: type = np.uint8) -> np.ndarray[Any, Any]:
    """Numbers of a type."""
    return np.array(numbers, kind)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"symbols": array([[0, 1], [1, 0]], np.uint16)}, "symbols must have a row per guess"),
        ({"moves": array([[0], [0]])}, "moves a column per place"),
        ({"moves": np.empty((0, 2), np.uint8)}, "moves a column per place"),
        ({"kinds": array([0, 0], np.uint16)}, "a number is out of range"),
        ({"kinds": array([0, 3, 0], np.uint16)}, "a number is out of range"),
        ({"moves": array([[0, 1], [1, 2]])}, "a number is out of range"),
        ({"guesses_made": array([3], np.int32)}, "a number is out of range"),
        ({"guesses_made": array([-1], np.int32)}, "a number is out of range"),
        ({"moves": array([[0, 1], [1, 1]])}, "a move maps two places to one"),
        ({"moves": array([[1, 0]])}, "the moves must include the identity"),
        (
            {"symbols": np.zeros((3, 60), np.uint16), "moves": np.arange(60, dtype=np.uint8)[None]},
            "too many places and symbols",
        ),
    ],
)
def test_an_invalid_symmetry_is_refused(change: dict[str, Any], message: str) -> None:
    symmetric_search()
    with pytest.raises(ValueError, match=message):
        symmetric_search(**change)


def test_orbit_ids_are_asked_of_a_position_and_written_where_there_is_room() -> None:
    search = symmetric_search()
    secrets, nothing, room = np.arange(3, dtype=np.int32), np.empty(0, np.int32), np.empty(3, np.uint64)
    search.orbit_ids(secrets, nothing, room)
    assert room[0] == room[1] != room[2]
    search.orbit_ids(secrets[:2], nothing, room)
    assert len({*room.tolist()}) == 3
    with pytest.raises(ValueError, match="orbit_ids must have one number per guess"):
        search.orbit_ids(secrets, nothing, room[:2])
    with pytest.raises(ValueError, match="a guess is not in the table"):
        search.orbit_ids(secrets, np.array([3], np.int32), room)
    with pytest.raises(ValueError, match="a secret is not in the table"):
        search.orbit_ids(np.array([3], np.int32), nothing, room)


def test_a_search_keeps_its_own_reference_to_the_symbols() -> None:
    game = named("mastermind:pegs=3,colours=4")
    symmetry = game.symmetry()
    assert symmetry is not None
    secrets, weights = np.arange(64, dtype=np.int32), np.ones(64, np.int64)
    nothing, ids = np.empty(0, np.int32), np.empty((2, 64), np.uint64)
    tables = _core.SymmetryTables(
        symbols=game.symbols.copy(), moves=symmetry.moves, kinds=symmetry.kinds, guesses_made=nothing.copy()
    )
    search = _core.make_search(
        table=game.table, secret_of_guess=secrets, weights=weights, memory=1 << 12, symmetry=tables
    )
    del tables
    search.orbit_ids(secrets, nothing, ids[0])
    gc.collect()
    spoilt = [np.full_like(game.symbols, 3) for _ in range(100)]
    search.orbit_ids(secrets, nothing, ids[1])
    assert len(spoilt) == 100
    assert np.array_equal(*ids)
    assert len(np.unique(ids)) == 3
