import pytest

from fewest import FewestError
from fewest.games import games
from fewest.play.catalogue import classic_strategies, editions, known_games
from fewest.strategies import STRATEGIES, classic, estimator_names
from fewest.words import EDITIONS, edition
from tests.questions.checks import check


def test_editions_are_those_that_are_shipped() -> None:
    made = editions()
    for found, name in zip(made.editions, EDITIONS, strict=True):
        shipped = edition(name)
        assert (found.label, found.length, found.max_guesses) == (name, 5, 6)
        assert (found.guesses, found.answers) == (len(shipped.guesses), len(shipped.answers))
        assert str(found) == f"{name}: {found.guesses:,} guesses, {found.answers:,} answers"
        assert found.to_json() in made.to_json()
    check(made)


def test_games_are_those_that_can_be_played() -> None:
    made = known_games()
    assert [each.game for each in made.games] == [*games()]
    for each in made.games:
        kind = games()[each.game]
        assert each.summary == (kind.__doc__ or "").splitlines()[0]
    assert {each.game: each.options for each in made.games}["mastermind"] == {"pegs": 4, "colours": 6}
    check(made)


def test_a_game_that_cannot_be_loaded_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(dict[str, object]):
        def __getitem__(self, name: str) -> object:
            raise FewestError("It cannot be loaded.")

    monkeypatch.setattr("fewest.play.catalogue.games", lambda: Broken(chess=None))
    (found,) = known_games().games
    assert (found.game, found.options, found.summary) == ("chess", {}, "It cannot be loaded.")


def test_strategies_are_the_classic_ones() -> None:
    found = classic_strategies()
    assert [each.name for each in found] == [*classic()]
    for each in found:
        assert each.summary == STRATEGIES[each.name].summary
        assert each.estimates == (each.name in estimator_names())
