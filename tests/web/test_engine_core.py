"""The core in WebAssembly computes the same as the native one, to the last digit, with the same amount of work."""

import json
import math
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewest import Belief, Wordle, _core
from fewest.curves import TABLE_STEP, Curve, shipped_curve
from fewest.search.prover import Prover, miss_penalty
from fewest.setup import TODAY
from fewest.strategies.advice import WORK_PER_SECOND
from tests.samples import edition, wordle
from tests.web import javascript
from tests.web.conftest import COMPILES

pytestmark = COMPILES

FIELDS = ("entropy", "sum_of_squares", "hit", "largest", "parts", "after")

Json = dict[str, Any]


def ask(wasm: Path, games: Sequence[Json]) -> Json:
    """The answers of the core in WebAssembly."""
    answers: Json = json.loads(javascript.run("engine_core.mjs", wasm, text=json.dumps(games)))
    return answers


def pack(array: NDArray[Any] | None) -> Json | None:
    return None if array is None else {"type": array.dtype.name, "bytes": b64encode(array.tobytes()).decode()}


class Asked:
    """A game on some words, and the questions for both cores."""

    def __init__(self, game: Wordle) -> None:
        """Start without questions."""
        self.game = game
        self.splits: list[Json] = []
        self.searches: list[Json] = []
        self.expected: Json = {"splits": [], "searches": []}

    def split(
        self,
        secrets: NDArray[np.int32],
        weights: NDArray[np.float64] | None,
        guesses: NDArray[np.int32] | None,
        curve: Curve | None,
    ) -> None:
        """Ask for the split of a belief."""
        game = self.game
        count = len(game.guesses) if guesses is None else len(guesses)
        scores, counts = np.empty((3, count)), np.empty((2, count), np.uint32)
        after = None if curve is None else np.empty(count)
        values = None if curve is None else curve.values
        rows = (game.table, game.replies, game.win, secrets, weights, guesses)
        _core.split(*rows, scores, counts, 1, values, TABLE_STEP, after)
        self.expected["splits"].append([*scores, *counts, after])
        arrays = {"secrets": secrets, "weights": weights, "guesses": guesses, "curve": values}
        packed = {name: pack(array) for name, array in arrays.items()}
        self.splits.append({"replies": game.replies, "win": game.win, "step": TABLE_STEP, **packed})

    def search(
        self,
        weights: NDArray[np.int64],
        asked: Sequence[Json],
        *,
        hard: bool = False,
        penalty: int = 0,
        for_tests: bool = False,
        memory: int = 1 << 20,
    ) -> None:
        """Ask one search several questions, one after the other."""
        game = self.game
        secret_of_guess = np.full(len(game.guesses), -1, np.int32)
        secret_of_guess[game.secret_guesses] = np.arange(len(game.secrets))
        columns = np.arange(len(game.guesses), dtype=np.int32)
        rule = game.restriction_rule(columns) if hard else None
        tables = None
        if rule is not None:
            seen = game.replies_between(columns)
            tables = _core.HardModeTables(guess_replies=seen, hint_row=rule.kind, hints=rule.hints)
        search = _core.make_search(
            table=game.table,
            secret_of_guess=secret_of_guess,
            weights=weights,
            memory=memory,
            hard_mode=tables,
            penalty=penalty,
            for_tests=for_tests,
        )
        self.expected["searches"].append([answer(search, **each) for each in asked])
        known = {"memory": memory, "penalty": penalty, "forTests": for_tests}
        packed = {"secretOfGuess": pack(secret_of_guess), "weights": pack(weights.astype(np.float64))}
        hard_mode = None
        if rule is not None:
            hard_mode = {"hintRow": pack(rule.kind), "hints": pack(rule.hints), "replies": rule.hints.shape[1]}
        questions = [{**each, "secrets": pack(each["secrets"]), "guesses": pack(each["guesses"])} for each in asked]
        self.searches.append({**known, **packed, "hardMode": hard_mode, "asked": questions})

    @property
    def question(self) -> Json:
        """The questions to the core in WebAssembly."""
        game = self.game
        return {"guesses": game.guesses, "secrets": game.secrets, "splits": self.splits, "searches": self.searches}

    def compare(self, told: Json) -> None:
        """Compare its answers with those of the native core."""
        assert b64decode(told["cells"]) == self.game.table.tobytes()
        for arrays, expected in zip(told["splits"], self.expected["splits"], strict=True):
            for name, array, native in zip(FIELDS, arrays, expected, strict=True):
                assert (array is None) == (native is None)
                if native is not None:
                    found = np.frombuffer(b64decode(array), native.dtype)
                    assert np.array_equal(found, native), (name, found, native)
        assert told["searches"] == self.expected["searches"]


def question(
    secrets: NDArray[np.int32], guess: int | None = None, made: Sequence[int] = (), **limits: int | float | None
) -> Json:
    """A question about a position."""
    usual = {"left": _core.NO_LIMIT, "bound": _core.IMPOSSIBLE, "target": _core.NO_LIMIT, "work": None}
    return {"secrets": secrets, "guess": guess, "guesses": np.array(made, np.int32), **usual, **limits}


def answer(
    search: _core.Search,
    secrets: NDArray[np.int32],
    guess: int | None,
    guesses: NDArray[np.int32],
    left: int,
    bound: int,
    target: int,
    work: float | None,
) -> Json:
    """The answer of the native core."""
    stop = _core.StopToken(work=math.inf if work is None else work)
    found: Json
    try:
        if guess is None:
            cost, depth, best = search.best(secrets, guesses, left, bound, stop, target)
        else:
            cost, depth, best = search.solve_guess(guess, secrets, guesses, left, bound, stop, target)
        found = {"cost": cost, "depth": depth, "guess": best}
    except _core.Stopped as error:
        found = {"error": "Stopped", "message": str(error)}
    except (_core.TooDeep, ValueError) as error:
        found = {"error": type(error).__name__.replace("ValueError", "Error"), "message": str(error)}
    return {"answer": found, "stopped": stop.stopped, "nodes": search.nodes}


def everything(game: Wordle) -> NDArray[np.int32]:
    return np.arange(len(game.secrets), dtype=np.int32)


def words(rng: np.random.Generator) -> Wordle:
    """Some words of the first edition, or random ones of one to five letters."""
    secrets, others = int(rng.integers(2, 90)), int(rng.integers(0, 200))
    if rng.random() < 0.6:
        drawn = rng.choice(edition("original").guesses, secrets + others, replace=False).tolist()
    else:
        length, letters = int(rng.integers(2, 6)), list("abcdéf")[: rng.integers(2, 7)]
        drawn = [*dict.fromkeys("".join(rng.choice(letters, length)) for _ in range(secrets + others))]
    return wordle(*drawn[:secrets], guesses=tuple(drawn))


def part_of(game: Wordle, rng: np.random.Generator) -> tuple[NDArray[np.int32], int]:
    """The secrets left after a random guess, and the guess."""
    guess = int(rng.integers(len(game.guesses)))
    replies = game.table[:, guess]
    return np.flatnonzero(replies == rng.choice(replies)).astype(np.int32), guess


def test_tables_and_splits_are_the_same_to_the_last_digit(wasm: Path) -> None:
    games = []
    curves = (None, Curve((0, 1, 3, 8), (1, 1.5, 2.1, 3.9)), shipped_curve(Belief.start(edition("original"))))
    for number in range(40):
        rng = np.random.default_rng((1, number))
        game = words(rng)
        asked = Asked(game)
        for curve in curves:
            secrets = rng.permutation(everything(game))[: rng.integers(1, len(game.secrets) + 1)]
            weights = rng.random(len(secrets)) ** 8 if rng.random() < 0.6 else None
            some = rng.permutation(len(game.guesses)).astype(np.int32)[: rng.integers(1, 200)]
            asked.split(secrets, weights, some if rng.random() < 0.5 else None, curve)
        games.append(asked)
    for size in (64, 65, 485, 486, 700):  # where another method of counting begins
        drawn = edition("original").guesses[:: 12972 // size][:size]
        game = wordle(*drawn, guesses=edition("original").guesses[1::37])
        asked = Asked(game)
        for curve in curves:
            asked.split(everything(game), None, None, curve)
            asked.split(everything(game), np.random.default_rng(size).random(len(game.secrets)), None, curve)
        games.append(asked)
    told = ask(wasm, [each.question for each in games])
    for asked, found in zip(games, told["answers"], strict=True):
        asked.compare(found)
    assert told["limits"] == [_core.IMPOSSIBLE, _core.NO_LIMIT]


def random_search(asked: Asked, rng: np.random.Generator) -> None:
    """Ask about random positions, with every rule now and then."""
    game, hard = asked.game, bool(rng.random() < 0.4)
    count = len(game.secrets)
    weights = rng.integers(1, 9, count) if rng.random() < 0.4 else np.ones(count, np.int64)
    limit = int(rng.integers(2, 7)) if rng.random() < 0.4 else None
    target = int(rng.integers(1, 5)) if rng.random() < 0.3 else None
    penalty = 0 if target is None else miss_penalty(weights, limit, target)
    assert penalty is not None
    questions = []
    for _ in range(4):
        limits: Json = {"left": _core.NO_LIMIT if limit is None else limit}
        if target is not None:
            limits["target"] = target
        if rng.random() < 0.4:
            limits["work"] = float(10 ** rng.uniform(2, 6.5))
        if rng.random() < 0.3:
            limits["bound"] = int(weights.sum() * rng.integers(1, 5))
        guess = int(rng.integers(len(game.guesses))) if rng.random() < 0.5 else None
        secrets, made = part_of(game, rng)
        if rng.random() < 0.5:
            questions.append(question(everything(game), guess, **limits))
        else:
            questions.append(question(secrets, guess, [made], **limits))
    asked.search(weights, questions, hard=hard, penalty=penalty, for_tests=bool(rng.random() < 0.5))


def test_searches_find_the_same_with_the_same_work(wasm: Path) -> None:
    games = []
    for number in range(60):
        rng = np.random.default_rng((2, number))
        asked = Asked(words(rng))
        random_search(asked, rng)
        games.append(asked)
    told = ask(wasm, [each.question for each in games])
    answers = [each["answer"] for game in told["answers"] for search in game["searches"] for each in search]
    assert any("cost" in each for each in answers)
    assert any(each.get("error") == "Stopped" for each in answers)
    assert told["reports"] > len(answers)  # of progress; engine_core.mjs checks each report
    for asked, found in zip(games, told["answers"], strict=True):
        asked.compare(found)


def test_salet_on_the_first_edition(wasm: Path) -> None:
    """The known optimum; a search that ends at its work limit stops at the same point."""
    asked, secrets = Asked(edition("original")), everything(edition("original"))
    salet = asked.game.guesses.index("salet")
    weights = np.ones(len(secrets), np.int64)
    asked.search(weights, [question(secrets, salet)], memory=1 << 24)
    assert asked.expected["searches"][0][0]["answer"]["cost"] == 7920
    for work in (10**6, 10**7, 3 * 10**7):
        asked.search(weights, [question(secrets, salet, work=work)], memory=1 << 24)
    told = [each[0] for each in asked.expected["searches"]]
    assert [each["stopped"] for each in told] == [False, True, True, True]
    assert len({each["nodes"] for each in told}) == len(told)
    asked.compare(ask(wasm, [asked.question])["answers"][0])


def test_a_position_of_todays_game(wasm: Path) -> None:
    """The search of `fewest suggest slate=00010`: all guesses for weighted secrets, with one second of work."""
    belief = replace(TODAY, clues=("slate=00010",)).belief()
    asked = Asked(wordle(*belief.words, guesses=belief.game.guesses))
    assert [belief.game.secrets[each] for each in belief.secrets] == [*asked.game.secrets]
    secrets = everything(asked.game)
    asked.split(secrets, belief.secret_chances, None, shipped_curve(belief))
    asked.search(Prover(belief).weights, [question(secrets, work=WORK_PER_SECOND)], memory=1 << 24)
    once, often = ask(wasm, [asked.question]), ask(wasm, [asked.question] * 4)
    for told in (*once["answers"], *often["answers"]):
        asked.compare(told)
    assert often["memory"] <= 1.1 * once["memory"] < 60e6  # freed memory is reused


def test_invalid_requests_raise_an_error_with_a_message(wasm: Path) -> None:
    asked = Asked(edition("original"))
    five = np.arange(5, dtype=np.int32)
    wrong = [question(five, -1), question(five[[0, 0]]), question(five[:0]), question(five, left=0)]
    wrong += [question(five + 2315), question(five, made=[12_972]), question(five, target=3)]
    asked.search(np.ones(len(asked.game.secrets), np.int64), [*wrong, question(five)])
    assert [each["answer"].get("error") for each in asked.expected["searches"][0]] == ["Error"] * len(wrong) + [None]
    asked.compare(ask(wasm, [asked.question])["answers"][0])
    unequal = {"guesses": ["crane", "ab"], "secrets": ["crane"], "splits": [], "searches": []}
    long = {"guesses": ["cranes"], "secrets": ["cranes"], "splits": [], "searches": []}
    assert ask(wasm, [unequal, long])["answers"] == [
        {"error": "Error", "message": "ab has 2 letters, not 5"},
        {"error": "Error", "message": "words must have 1 to 5 letters, so that a byte holds a reply"},
    ]
