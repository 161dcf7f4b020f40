import ast
import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fewest import Belief, Wordle, _core, split
from fewest.curves import TABLE_STEP, Curve
from tests.cases import first
from tests.kernel_digest import digest

ROOT = Path(__file__).parents[1]


def run_with(instruction_set: str) -> "subprocess.CompletedProcess[str]":
    """Compute the digest in a process with a given instruction set."""
    environment = {**os.environ, "FEWEST_ISA": instruction_set}
    command = [sys.executable, "-m", "tests.kernel_digest"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@cache
def own_digest() -> str:
    """The digest of this process."""
    return digest()


@pytest.mark.parametrize("name", first(1, ["baseline", "avx2", "avx512", "vbmi2"]))
def test_every_instruction_set_works_out_the_same(name: str) -> None:
    result = run_with(name)
    if name != "baseline" and "is not an instruction set of this machine" in result.stderr:
        pytest.skip(f"this machine does not run {name}")
    assert result.stdout.split() == [name, own_digest()], result.stderr


def test_an_unknown_instruction_set_is_an_error() -> None:
    result = run_with("abacus")
    assert result.returncode == 1
    assert result.stderr.endswith("ValueError: FEWEST_ISA=abacus is not an instruction set of this machine\n")


def test_the_stub_names_what_the_core_offers() -> None:
    stub = ast.parse((ROOT / "src" / "fewest" / "_core.pyi").read_text(encoding="utf-8"))
    declared = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    offered = {name for name, value in vars(_core).items() if callable(value) and not isinstance(value, type)}
    assert declared == {name for name in offered if not name.startswith("_")}


@pytest.mark.parametrize("threads", first(2, [0, 2, 1, 7]))
def test_the_number_of_threads_makes_no_difference(original: Wordle, threads: int) -> None:
    secrets = np.arange(len(original.secrets), dtype=np.int32)
    scores, counts = np.empty((3, len(original.guesses))), np.empty((2, len(original.guesses)), np.uint32)
    _core.split(original.table, original.replies, original.win, secrets, None, None, scores, counts, threads)
    whole = split(Belief.start(original))
    assert np.array_equal(scores, [whole.entropy, whole.sum_of_squares, whole.hit])
    assert np.array_equal(counts, [whole.largest, whole.parts])
    curve = Curve((0, 1, 4, 12), (1, 1.5, 2.5, 4))
    for weights in (None, np.arange(1.0, len(secrets) + 1)):
        after, belief = np.empty(len(original.guesses)), Belief.start(original, weights)
        chances = None if belief.weights is None else belief.secret_chances
        known = (original.table, original.replies, original.win, belief.secrets, chances, None, scores, counts)
        _core.split(*known, threads, curve.values, TABLE_STEP, after)
        assert after.tolist() == np.asarray(split(belief, curve).after).tolist()
    table = np.empty_like(original.table)
    secret_places = np.ascontiguousarray(original.places[:, original.secret_guesses])
    _core.fill_reply_table(original.places, secret_places, table, threads)
    assert np.array_equal(table, original.table)
    turned = np.empty(table.shape[::-1], table.dtype)
    _core.fill_reply_table(original.places, secret_places, turned, threads, by_guess=True)
    assert np.array_equal(turned, original.table.T)
    column = np.empty((len(secrets), 1), table.dtype)
    for guess in range(0, len(original.guesses), 100):  # a single guess takes another path
        _core.fill_reply_table(np.ascontiguousarray(original.places[:, [guess]]), secret_places, column, threads)
        assert np.array_equal(column, original.table[:, [guess]])


def numbers(*shape: int, dtype: type = np.uint8) -> np.ndarray[Any, Any]:
    """An array of zeros."""
    return np.zeros(shape, dtype)


SPLIT: dict[str, Any] = {
    "table": numbers(4, 6),
    "replies": 9,
    "win": 8,
    "secrets": numbers(3, dtype=np.int32),
    "weights": None,
    "guesses": None,
    "scores": numbers(3, 6, dtype=np.float64),
    "counts": numbers(2, 6, dtype=np.uint32),
    "threads": 1,
}
CURVE: dict[str, Any] = {
    "curve": np.ones(3),
    "step": 0.5,
    "after": numbers(6, dtype=np.float64),
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"scores": numbers(3, 5, dtype=np.float64)}, "scores must be 3 by guesses"),
        ({"counts": numbers(2, 7, dtype=np.uint32)}, "counts must be 2 by guesses"),
        ({"guesses": numbers(2, dtype=np.int32)}, "scores must be 3 by guesses"),
        ({"weights": numbers(4, dtype=np.float64)}, "weights must have one number per secret"),
        ({"win": 9}, "win must be below replies"),
        ({"secrets": np.array([0, 4], np.int32)}, "a secret is not in the table"),
        ({"secrets": np.array([-1], np.int32)}, "a secret is not in the table"),
        ({"guesses": np.array([0, 1, 2, 3, 4, 6], np.int32)}, "a guess is not in the table"),
        ({"guesses": np.array([0, 1, 2, 3, 4, -1], np.int32)}, "a guess is not in the table"),
        (CURVE | {"after": None}, "give both curve and after, or neither"),
        (CURVE | {"curve": numbers(0, dtype=np.float64)}, "a curve needs values and a step above 0"),
        (CURVE | {"step": 0.0}, "a curve needs values and a step above 0"),
        (CURVE | {"step": float("nan")}, "a curve needs values and a step above 0"),
        (CURVE | {"after": numbers(5, dtype=np.float64)}, "after must have one number per guess"),
    ],
)
def test_a_split_that_would_leave_its_arrays_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.split(**SPLIT | change)


@pytest.mark.parametrize(
    "change",
    [
        {"table": numbers(4, 6, dtype=np.int64)},
        {"table": numbers(4, 12)[:, ::2]},
        {"secrets": numbers(3, dtype=np.int64)},
        {"weights": numbers(3, dtype=np.float32)},
        {"scores": numbers(3, 6, dtype=np.float32)},
        {"threads": -1},
        CURVE | {"curve": np.ones(3, np.float32)},
        CURVE | {"after": numbers(6, dtype=np.float32)},
    ],
)
def test_arrays_of_other_types_are_not_converted(change: dict[str, Any]) -> None:
    _core.split(**SPLIT)
    _core.split(**SPLIT | CURVE)
    with pytest.raises(TypeError):
        _core.split(**SPLIT | change)


@pytest.mark.parametrize(
    ("guesses", "secrets", "table", "error"),
    [
        (numbers(5, 3), numbers(4, 2), numbers(2, 3), ValueError),
        (numbers(13, 3), numbers(13, 2), numbers(2, 3), ValueError),
        (numbers(5, 3), numbers(5, 2), numbers(3, 2), ValueError),
        (numbers(5, 3), numbers(5, 2, dtype=np.uint16), numbers(2, 3), TypeError),
        (numbers(5, 3), numbers(5, 2), numbers(2, 3, dtype=np.int8), TypeError),
    ],
)
def test_words_and_tables_that_do_not_fit_are_refused(
    guesses: Any, secrets: Any, table: Any, error: type[Exception]
) -> None:
    with pytest.raises(error):
        _core.fill_reply_table(guesses, secrets, table, 1)
    with pytest.raises(error):
        _core.fill_reply_table(guesses, secrets, np.ascontiguousarray(table.T), 1, by_guess=True)


@pytest.mark.parametrize(
    ("guesses", "counts", "secrets", "table", "error"),
    [
        (numbers(13, 3), numbers(2, 3), numbers(13, 2), numbers(2, 3), ValueError),
        (numbers(4, 3), numbers(2, 3), numbers(5, 2), numbers(2, 3), ValueError),
        (numbers(4, 3), numbers(2, 4), numbers(4, 2), numbers(2, 3), ValueError),
        (numbers(4, 3), numbers(2, 3), numbers(4, 2), numbers(3, 3), ValueError),
        (numbers(4, 3), numbers(0, 3), numbers(4, 2), numbers(2, 3), ValueError),
        (numbers(4, 3), numbers(2, 3), numbers(4, 2), numbers(2, 3, dtype=np.uint16), TypeError),
    ],
)
def test_codes_and_tables_that_do_not_fit_are_refused(
    guesses: Any, counts: Any, secrets: Any, table: Any, error: type[Exception]
) -> None:
    with pytest.raises(error):
        _core.fill_pegs_table(guesses, counts, secrets, table, 1)


CODES: dict[str, Any] = {
    "codes": numbers(2, 1 + _core.CODES_AT_ONCE),
    "starts": np.array([0, 1], np.uint32),
    "groups": np.array([0], np.int32),
    "secrets": numbers(2, 3),
    "symbols": 9,
    "costs": np.arange(4.0),
    "slack": 0.0,
    "threads": 1,
}


@pytest.mark.parametrize(
    "wrong",
    [
        {"codes": numbers(9, 1 + _core.CODES_AT_ONCE), "secrets": numbers(9, 3)},
        {"symbols": _core.MOST_PEG_SYMBOLS + 1},
        {"secrets": numbers(3, 3)},
        {"secrets": np.full((2, 3), 9, np.uint8)},
        {"codes": numbers(2, 3)},
        {"starts": np.array([1, 0], np.uint32)},
        {"starts": np.array([0, 9], np.uint32)},
        {"groups": np.array([1], np.int32)},
        {"costs": np.arange(3.0)},
        {"secrets": numbers(2, 0), "costs": np.arange(1.0)},
    ],
)
def test_codes_that_do_not_fit_are_refused(wrong: dict[str, Any]) -> None:
    assert _core.best_codes(**CODES) == [0]
    with pytest.raises(ValueError, match=r"a code has|codes must|starts must|a group is|costs must"):
        _core.best_codes(**{**CODES, **wrong})


SEARCH: dict[str, Any] = {
    "table": np.array([[8, 1, 2, 0], [1, 8, 2, 1], [2, 2, 8, 2]], np.uint8),
    "secret_of_guess": np.array([0, 1, 2, -1], np.int32),
    "weights": np.ones(3, np.int64),
    "memory": 1024,
}
HARD: dict[str, Any] = {
    "guess_replies": numbers(4, 4),
    "hint_row": numbers(4, dtype=np.uint16),
    "hints": numbers(1, 9, dtype=np.uint32),
}
LETTERS = {name: array for name, array in HARD.items() if name != "guess_replies"} | {"letters": numbers(2, 4)}
ALL, NONE = np.arange(3, dtype=np.int32), np.empty(0, np.int32)
SIZES = "secret_of_guess must have a number per guess, weights one per secret"


def search_with(change: dict[str, Any]) -> _core.Search:
    """The search above with some arguments changed, those of hard mode too."""
    rule = {name: change[name] for name in change if name in HARD | LETTERS}
    others = {name: change[name] for name in change if name not in rule}
    return _core.make_search(**SEARCH | others, hard_mode=_core.HardModeTables(**rule) if rule else None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"table": numbers(0, 4), "weights": numbers(0, dtype=np.int64)}, "there is nothing to search"),
        ({"table": numbers(3, 0), "secret_of_guess": NONE}, "there is nothing to search"),
        ({"secret_of_guess": np.array([0, 1, 2], np.int32)}, SIZES),
        ({"weights": np.ones(4, np.int64)}, SIZES),
        ({"secret_of_guess": np.array([0, 1, 2, 3], np.int32)}, "a secret is not in the table"),
        ({"secret_of_guess": np.array([0, 1, -1, -1], np.int32)}, "every secret must be an allowed guess"),
        ({"weights": np.array([1, 0, 1])}, "a weight is out of range"),
        ({"weights": np.full(3, _core.IMPOSSIBLE // 2048)}, "the sum of the weights is too large"),
        ({"penalty": -1}, "the penalty is out of range"),
        ({"penalty": _core.IMPOSSIBLE // 4}, "the penalty is out of range"),
        (HARD | {"guess_replies": numbers(3, 4)}, "guess_replies must be guesses by guesses"),
        (HARD | {"hint_row": numbers(3, dtype=np.uint16)}, "hint_row must have a number per guess"),
        (HARD | {"hint_row": np.ones(4, np.uint16)}, "a row has no hints"),
        (HARD | {"hints": numbers(1, 8, dtype=np.uint32)}, "a reply has no hints"),
        (HARD | {"guess_replies": np.full((4, 4), 9, np.uint8)}, "a reply has no hints"),
        (HARD | {"guess_replies": None}, "give guess_replies or letters"),
        (HARD | {"letters": numbers(2, 4)}, "give guess_replies or letters"),
        (LETTERS | {"letters": numbers(2, 3)}, "letters must have a column per guess, with 1 to 12 letters"),
        (LETTERS | {"letters": numbers(0, 4)}, "letters must have a column per guess, with 1 to 12 letters"),
        (LETTERS | {"letters": numbers(13, 4)}, "letters must have a column per guess, with 1 to 12 letters"),
        (LETTERS | {"letters": numbers(3, 4)}, "a reply has no hints"),
        (LETTERS | {"letters": numbers(6, 4), "hints": numbers(1, 3**6, dtype=np.uint32)}, "a reply has no room"),
    ],
)
def test_a_search_that_would_leave_its_arrays_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        search_with(change)


@pytest.mark.parametrize(
    "change",
    [
        {"table": numbers(3, 4, dtype=np.int64)},
        {"secret_of_guess": np.array([0, 1, 2, -1])},
        {"weights": np.ones(3)},
        {"memory": -1},
        HARD | {"guess_replies": numbers(4, 4, dtype=np.uint16)},
        LETTERS | {"letters": numbers(2, 4, dtype=np.uint32)},
        HARD | {"hints": None},
        HARD | {"hint_row": None},
    ],
)
def test_a_search_converts_no_arrays_of_other_types(change: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        search_with(change)


def test_guesses_are_due_only_where_there_is_a_penalty() -> None:
    for penalty, target in ((0, 2), (0, 0), (9, -1)):
        search = _core.make_search(**SEARCH, penalty=penalty)
        with pytest.raises(ValueError, match="a target needs a penalty"):
            search.best(ALL, NONE, 5, _core.IMPOSSIBLE, target=target)
        with pytest.raises(ValueError, match="a target needs a penalty"):
            search.solve_guess(0, ALL, NONE, 5, _core.IMPOSSIBLE, target=target)


@pytest.mark.parametrize(
    ("guess", "position", "message"),
    [
        (0, (NONE, NONE, 5), "a position needs at least one secret"),
        (0, (ALL, NONE, 0), "at least one guess must be left"),
        (0, (np.array([0, 3], np.int32), NONE, 5), "a secret is not in the table"),
        (0, (np.array([-1], np.int32), NONE, 5), "a secret is not in the table"),
        (0, (np.array([0, 1, 2, 0], np.int32), NONE, 5), "a secret is in the position twice"),
        (4, (ALL, NONE, 5), "a guess is not in the table"),
        (-1, (ALL, NONE, 5), "a guess is not in the table"),
        (0, (ALL, np.array([4], np.int32), 5), "a guess is not in the table"),
        (0, (ALL, np.array([-1], np.int32), 5), "a guess is not in the table"),
    ],
)
def test_an_invalid_position_is_refused(guess: int, position: tuple[Any, Any, int], message: str) -> None:
    search = _core.make_search(**SEARCH)
    with pytest.raises(ValueError, match=message):
        search.solve_guess(guess, *position, _core.IMPOSSIBLE)
    if guess == 0:
        with pytest.raises(ValueError, match=message):
            search.best(*position, _core.IMPOSSIBLE)


def test_a_search_answers_counts_and_stops() -> None:
    search = _core.make_search(**SEARCH)
    assert search.nodes == 0
    assert search.best(ALL, NONE, _core.NO_LIMIT, _core.IMPOSSIBLE) == (5, 2, 0)
    assert search.solve_guess(3, ALL, NONE, _core.NO_LIMIT, _core.IMPOSSIBLE) == (6, 2, 3)
    assert search.best(ALL, NONE, 1, _core.IMPOSSIBLE) == (_core.IMPOSSIBLE, 0, -1)
    assert search.nodes > 0
    before = search.nodes
    stop = _core.StopToken()
    assert search.best(ALL, NONE, _core.NO_LIMIT, _core.IMPOSSIBLE, stop) == (5, 2, 0)
    assert search.nodes > before
    stop.stop()
    with pytest.raises(_core.Stopped, match="the search was stopped"):
        search.best(ALL, NONE, _core.NO_LIMIT, _core.IMPOSSIBLE, stop)
    with pytest.raises(_core.Stopped, match="the search was stopped"):
        search.solve_guess(3, ALL, NONE, _core.NO_LIMIT, _core.IMPOSSIBLE, stop)
    assert search.best(ALL, NONE, _core.NO_LIMIT, _core.IMPOSSIBLE) == (5, 2, 0), "no call stops another"


def test_a_token_is_stopped_by_itself_or_its_parent_and_stays_stopped() -> None:
    parent = _core.StopToken()
    child, other = _core.StopToken(parent), _core.StopToken(parent)
    grandchild = _core.StopToken(child)
    child.stop()
    assert [each.stopped for each in (parent, child, other, grandchild)] == [False, True, False, True]
    for each in (parent, other):
        each.check()
    for each in (child, grandchild):
        with pytest.raises(_core.Stopped):
            each.check()
    parent.stop()
    assert other.stopped
    assert _core.StopToken(parent).stopped


def test_a_token_keeps_its_parent_alive() -> None:
    child = _core.StopToken(_core.StopToken(seconds=0))
    gc.collect()
    assert child.stopped
    assert not _core.StopToken(_core.StopToken(seconds=3600)).stopped
    assert _core.StopToken(seconds=-1).stopped
    assert not _core.StopToken(seconds=float("inf")).stopped


def test_a_token_ends_a_search_after_the_same_work_every_time() -> None:
    """The least sufficient work, found by bisection: below it the search always stops, from it on never."""

    def suffices(work: float) -> bool:
        try:
            _core.make_search(**SEARCH).best(ALL, NONE, 4, _core.IMPOSSIBLE, _core.StopToken(work=work))
        except _core.Stopped:
            return False
        return True

    assert not suffices(0)
    least = next(work for work in range(1, 10_000) if suffices(work))
    assert [suffices(least + off) for off in (-1, 0, 1)] == [False, True, True]
    parent = _core.StopToken(work=least - 1)
    with pytest.raises(_core.Stopped):
        _core.make_search(**SEARCH).best(ALL, NONE, 4, _core.IMPOSSIBLE, _core.StopToken(parent))
    assert parent.stopped


def test_games_deeper_than_the_stack_are_refused() -> None:
    """Questions that all answer no: every guess only rules itself out."""
    for size in (2, 100, 500, 501, 20_000):
        table = np.zeros((min(size, 600), size), np.uint8)
        np.fill_diagonal(table, 1)
        secrets = np.arange(len(table), dtype=np.int32)
        secret_of_guess = np.full(size, -1, np.int32)
        secret_of_guess[: len(table)] = secrets
        weights = np.ones(len(table), np.int64)
        search = _core.make_search(table=table, secret_of_guess=secret_of_guess, weights=weights, memory=1 << 20)
        if len(table) > 500:
            with pytest.raises(_core.TooDeep, match="more than 500 guesses"):
                search.best(secrets, secrets[:0], _core.NO_LIMIT, _core.IMPOSSIBLE)
        else:
            assert search.best(secrets, secrets[:0], _core.NO_LIMIT, _core.IMPOSSIBLE)[:2] == (
                size * (size + 1) // 2,
                size,
            )
        assert search.best(secrets[:2], secrets[:0], _core.NO_LIMIT, _core.IMPOSSIBLE) == (3, 2, 0)


def test_one_question_that_divides_does_not_hide_how_deep_a_game_is() -> None:
    size = 1200
    table = np.zeros((size, size + 1), np.uint8)
    np.fill_diagonal(table[:, :size], 1)
    table[size // 2 :, size] = 1
    secrets = np.arange(size, dtype=np.int32)
    secret_of_guess = np.append(secrets, np.int32(-1))
    weights = np.ones(size, np.int64)
    search = _core.make_search(table=table, secret_of_guess=secret_of_guess, weights=weights, memory=1 << 20)
    with pytest.raises(_core.TooDeep):
        search.best(secrets, secrets[:0], _core.NO_LIMIT, _core.IMPOSSIBLE, _core.StopToken(seconds=100))


def test_a_search_keeps_its_arrays_itself() -> None:
    rule = {name: array.copy() for name, array in HARD.items()}
    search = search_with(rule | {"table": SEARCH["table"].copy()})
    expected = search.best(ALL, NONE, 4, _core.IMPOSSIBLE)
    rule.clear()
    gc.collect()
    [numbers(4, 4) + 255 for _ in range(100)]
    assert search.best(ALL, NONE, 4, _core.IMPOSSIBLE) == expected


def is_interrupted(run: Callable[[], object]) -> bool:
    """Whether Ctrl-C, a moment after some work begins, ends the work. On a busy machine it may be done before."""

    def press(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, press)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.002)
        run()
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        return True
    finally:
        signal.signal(signal.SIGALRM, before)
    return False


TRIES = 10
"""How often work is begun again that was done before Ctrl-C came."""


WORDS = np.arange(5 * 8192, dtype=np.uint8).reshape(5, -1) % 26
LONG_WORDS = np.arange(12 * 16384, dtype=np.uint8).reshape(12, -1) % 26
"""Words for which the core takes much longer than that moment: to split a belief, and to fill a reply table."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers here")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("by_guess", [False, True])
def test_a_reply_table_ends_with_ctrl_c(by_guess: bool, threads: int) -> None:
    unfilled = 2**32 - 1
    guesses = LONG_WORDS[:, :8192].copy()
    shape = LONG_WORDS.shape[1], guesses.shape[1]
    table = np.empty(shape[::-1] if by_guess else shape, np.uint32)
    for _ in range(TRIES):
        table.fill(unfilled)
        ended = is_interrupted(lambda: _core.fill_reply_table(guesses, LONG_WORDS, table, threads, by_guess))
        if ended and (table[-1] == unfilled).any():
            return
    pytest.fail("Ctrl-C never ended it.")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers here")
def test_a_split_ends_with_ctrl_c() -> None:
    count = WORDS.shape[1]
    table = np.random.default_rng(1).integers(0, 243, (count, count), np.uint8)
    secrets, scores, counts = np.arange(count, dtype=np.int32), np.empty((3, count)), np.empty((2, count), np.uint32)
    for _ in range(TRIES):
        counts.fill(0)
        ended = is_interrupted(lambda: _core.split(table, 243, 242, secrets, None, None, scores, counts, 1))
        if ended and (counts == 0).any():
            return
    pytest.fail("Ctrl-C never ended it.")
