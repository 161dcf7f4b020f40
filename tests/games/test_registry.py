"""The registry of games, including those of other packages."""

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

import fewest.games
import fewest.specs
from fewest import FewestError, Game, Setup, register_game
from fewest.games import ENTRY_POINT_GROUP, Nerdle, Numbers, games, make_game

OURS = ["wordle", "mastermind", "bulls-and-cows", "hit-and-blow", "nerdle", "jotto", "numbers", "table"]

Install = Callable[..., None]
"""Installs packages with games, given as names and entry points."""


class Coin(Game):
    """Heads or tails."""

    name = "coin"
    texts = ("no", "yes")
    win = 1

    def __init__(self, sides: int = 2) -> None:
        """Play with a coin of `sides` sides."""
        self.label = f"coin:sides={sides}"
        self.guesses = self.secrets = tuple(f"side {number}" for number in range(sides))

    def reply_number(self, guess: str, secret: str) -> int:
        """Whether the guess is the side."""
        return int(guess == secret)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Pretend that packages with games are installed."""
    module = ModuleType("coins")
    vars(module).update(Coin=Coin, amount=5)
    monkeypatch.setitem(sys.modules, "coins", module)

    def install(**values: str) -> None:
        points = [EntryPoint(name.replace("_", "-"), value, ENTRY_POINT_GROUP) for name, value in values.items()]
        found = {ENTRY_POINT_GROUP: points}
        monkeypatch.setattr(fewest.specs, "entry_points", lambda group: found.get(group, []))
        games.cache_clear()

    yield install
    games.cache_clear()


def test_every_game_of_ours_is_known_by_its_name() -> None:
    assert [name for name in games() if games()[name].__module__.startswith("fewest.")] == OURS
    for name in OURS:
        assert games()[name].name == name
        assert (games()[name].__doc__ or "").partition("\n")[0].endswith(".")


@pytest.mark.parametrize(
    ("text", "label", "secrets"),
    [
        ("mastermind", "mastermind:pegs=4,colours=6", 1296),
        ("mastermind:colours=3,pegs=2", "mastermind:pegs=2,colours=3", 9),
        ("bulls-and-cows", "bulls-and-cows:length=4,symbols=10,repeats=no", 5040),
        ("bulls-and-cows:length=2,symbols=3,repeats=yes", "bulls-and-cows:length=2,symbols=3,repeats=yes", 9),
        ("hit-and-blow:length=2,symbols=3", "hit-and-blow:length=2,symbols=3", 6),
        ("nerdle:places=5", "nerdle:places=5", 127),
        ("numbers", "numbers:most=100", 100),
        ("numbers:most=1", "numbers:most=1", 1),
        ("wordle", "original", 2315),
        ("wordle:edition=nyt-2022", "nyt-2022", 2309),
        ("jotto", "jotto:edition=original", 2315),
        ("jotto:edition=original/guesses", "jotto:edition=original/guesses", 12972),
    ],
)
def test_a_game_is_made_by_its_name_and_options(text: str, label: str, secrets: int) -> None:
    made = make_game(text)
    assert (made.label, len(made.secrets)) == (label, secrets)
    if made.name != "wordle":  # whose label is the edition's
        again = make_game(made.label)
        assert (again.label, again.fingerprint) == (made.label, made.fingerprint)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", f"There is no game 'chess'; the games are {', '.join(OURS)}."),
        ("numbers:least=3", "numbers has no option 'least'; its options are most."),
        ("numbers:most=many", "numbers: most must be a whole number, not 'many'."),
        ("numbers:most=0", "The largest number must be from 1 to 10,000, not 0."),
        ("nerdle:places=9", "Nerdle has equations of 5 to 8 places, not 9."),
        ("jotto:edition=new", "There is no edition 'new'; the editions are original, nyt-2022, nyt-2023."),
        ("table", "Name the file of the table, as in --game table:file=faults.csv."),
    ],
)
def test_unknown_games_are_refused_in_one_sentence(text: str, message: str, install: Install) -> None:
    install()
    with pytest.raises(FewestError) as caught:
        make_game(text)
    assert str(caught.value) == message


def test_another_package_brings_a_game_with_options(install: Install) -> None:
    install(coin="coins:Coin")
    assert [*games()] == [*OURS, "coin"]
    assert len(games()) == len(OURS) + 1
    assert games()["coin"] is Coin
    made = make_game("coin:sides=3")
    assert isinstance(made, Coin)
    assert made.secrets == ("side 0", "side 1", "side 2")
    assert made.table.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    with pytest.raises(FewestError, match="coin has no option 'edges'; its options are sides"):
        make_game("coin:edges=1")


def test_another_package_cannot_take_a_name_away(install: Install) -> None:
    install(nerdle="coins:Coin", numbers="missing:Numbers")
    assert [*games()] == OURS
    assert isinstance(make_game("nerdle:places=5"), Nerdle)
    assert isinstance(make_game("numbers"), Numbers)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("missing_package:Game", r"The game bad of missing_package:Game cannot be loaded \(No module named 'missing_p"),
        ("coins:Cent", r"The game bad of coins:Cent cannot be loaded \(module 'coins' has no attribute 'Cent'\)\."),
        ("coins:amount", r"The game bad from coins:amount is not a subclass of Game\."),
    ],
)
def test_a_game_that_cannot_be_loaded_is_an_error_only_when_asked_for(
    value: str, message: str, install: Install
) -> None:
    install(bad=value, coin="coins:Coin")
    assert [*games()] == [*OURS, "bad", "coin"]
    assert make_game("numbers:most=7").secrets[-1] == "7"
    assert make_game("coin").name == "coin"
    for asked in ("bad", "bad:sides=2"):
        with pytest.raises(FewestError, match=message):
            make_game(asked)
    with pytest.raises(FewestError, match=r"There is no game 'worse'; the games are .*, table, bad, coin"):
        make_game("worse")


def test_a_registered_game_is_known_by_its_name_everywhere(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fewest.games, "REGISTERED", {})
    install(coin="nowhere:Coin", other="coins:Coin")
    assert register_game(Coin) is Coin
    assert [*games()] == [*OURS, "coin", "other"]
    assert len(games()) == len(OURS) + 2
    assert games()["coin"] is Coin
    assert len(Setup(game="coin:sides=5").belief()) == 5

    class Another(Coin):
        """The same cell, run again."""

    register_game(Another)
    assert games()["coin"] is Another


def test_no_game_of_ours_is_replaced() -> None:
    class Wrong(Coin):
        """A game with the name of a built-in game."""

        name = "numbers"

    with pytest.raises(FewestError, match="numbers is a built-in game; give yours another name"):
        register_game(Wrong)
    assert games()["numbers"] is Numbers
