"""Fixtures of all tests."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from fewest import Wordle
from fewest.cli import main
from fewest.decisions.questions import suggest_questions
from fewest.games import Game
from fewest.games.game import CONSISTENT, Table
from fewest.games.reply_table import ReplyTable
from fewest.games.word_game import WordGame
from fewest.setup import Setup
from fewest.words import EDITIONS, WordList, today_weights
from tests import samples
from tests.cli.running import Call, Result

gc.disable()  # until the tests are collected, which creates many objects and no garbage: that halves the time


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Collect garbage from now on, except among what the collection of tests has left."""
    gc.freeze()
    gc.enable()


settings.register_profile(
    "all", deadline=None, derandomize=True, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("usual", settings.get_profile("all"), max_examples=8)
settings.register_profile("few", settings.get_profile("all"), max_examples=20)
settings.load_profile(os.environ.get("FEWEST_EXAMPLES", "usual"))
"""Deterministic examples without deadlines: all of them in `make test-slow`, few in `make sanitize`."""

# Hypothesis also draws constants from the source of the modules loaded so far, so that the examples of a test would
# depend on the tests before it.
providers._get_local_constants = lambda: providers._local_constants


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip tests of schemathesis in `make test`, because importing it takes seconds."""
    needs = collection_path.name == "test_schema.py"
    return True if needs and not config.pluginmanager.hasplugin("schemathesis") else None


@pytest.fixture(scope="session")
def original() -> Wordle:
    """The default edition."""
    return samples.edition("original")


@pytest.fixture
def nothing_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the shipped values of openers and second guesses by an empty folder."""
    monkeypatch.setattr("fewest.search.shipped_values.DATA", tmp_path)
    return tmp_path


@pytest.fixture(scope="session", autouse=True)
def _tables_made_once() -> Iterator[None]:
    """Share one reply table between all games on the same words: today's has 220 million cells."""
    made: dict[tuple[type[WordGame], str], Table] = {}
    compute: Callable[[WordGame], Table] = vars(ReplyTable)["table"].func

    def table(game: WordGame) -> Table:
        if game.words.name not in EDITIONS:
            return compute(game)
        key = (type(game), game.fingerprint.removesuffix(CONSISTENT))
        if key not in made:
            made[key] = compute(game)
        return made[key]

    shared = cached_property(table)
    shared.__set_name__(WordGame, "table")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WordGame, "table", shared)
        yield


@pytest.fixture(scope="session", autouse=True)
def _patient_decisions() -> Iterator[None]:
    """Remove the time limit for the next question of a table, for busy machines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(suggest_questions.__kwdefaults__ or {}, "seconds", 600.0)
        yield


GAME_OF = Setup._make_game
GAMES = cache(lambda setup: GAME_OF(setup, None))
TODAYS_WEIGHTS = cache(today_weights)


@pytest.fixture
def made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache the games of the shipped editions and today's weights."""

    def game(setup: Setup, words: WordList | None) -> Game:
        is_shipped = words is None and setup.has_words and ":" not in setup.game and not setup.has_own_words
        made: Game = GAMES(setup.without_belief()) if is_shipped else GAME_OF(setup, words)
        return made

    monkeypatch.setattr(Setup, "_make_game", game)
    monkeypatch.setattr("fewest.setup.today_weights", TODAYS_WEIGHTS)


@pytest.fixture
def heeds_ctrl_c() -> Iterator[None]:
    """Handle Ctrl-C, which processes in the background ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def call(made_once: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run the command line through its entry point, but in this process."""

    def call(*arguments: str) -> Result:
        monkeypatch.setattr(sys, "argv", ["fewest", *arguments])
        code: object = 0
        try:
            main()
        except SystemExit as end:
            code = end.code
        out, err = capsys.readouterr()
        assert code is None or isinstance(code, int)
        return Result(code or 0, out, err)

    return call


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Drop the traceback of an exception that is a parameter, which would keep its frames alive."""
    for value in getattr(getattr(item, "callspec", None), "params", {}).values():
        if isinstance(value, BaseException):
            value.__traceback__ = value.__context__ = value.__cause__ = None
