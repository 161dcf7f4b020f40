import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import FewestError, Game
from fewest.errors import GuessError
from fewest.games import BullsAndCows, Mastermind, Symmetry
from fewest.games.rules import MAX_PERMUTED_PLACES
from tests import samples
from tests.games.cases import every_game


def test_games_with_other_rules_have_other_fingerprints() -> None:
    games = (*every_game(), Mastermind(10, 1), BullsAndCows(1, 1, True), BullsAndCows(1, 1))
    assert len({game.fingerprint for game in games}) == len(games)


SYMMETRIC = [game for game in (*every_game(), Mastermind(6, 2), Mastermind(2, 36)) if game.symmetry() is not None]


def test_codes_are_symmetric_in_their_places_and_symbols() -> None:
    assert {game.name for game in SYMMETRIC} == {"mastermind", "bulls-and-cows"}
    orders = {game.symbols.shape[1]: len(renamings(game).moves) for game in SYMMETRIC}
    assert orders == {1: 1, 2: 2, 4: 24, 5: 120, 6: 720, 7: 1}
    assert max(orders) > MAX_PERMUTED_PLACES


def renamings(game: Game) -> Symmetry:
    """The symmetry of a game, which must have one."""
    symmetry = game.symmetry()
    assert symmetry is not None
    return symmetry


@settings(max_examples=samples.some_of(100))
@given(st.sampled_from(SYMMETRIC), st.data())
def test_a_renaming_changes_no_reply(game: Game, data: st.DataObject) -> None:
    moves, kinds = renamings(game)
    move = moves[data.draw(st.integers(0, len(moves) - 1))]
    names = np.arange(len(kinds))
    for kind in np.unique(kinds):
        alike = np.flatnonzero(kinds == kind)
        names[alike] = data.draw(st.permutations(alike.tolist()))
    row_of = {tuple(row): number for number, row in enumerate(game.symbols.tolist())}

    def rename(guess: int) -> str:
        renamed = np.empty_like(game.symbols[guess])
        renamed[move] = names[game.symbols[guess]]
        return game.guesses[row_of[tuple(renamed.tolist())]]

    for _ in range(5):
        guess, secret = (data.draw(st.integers(0, len(game.guesses) - 1)) for _ in range(2))
        assert game.reply(rename(guess), rename(secret)) == game.reply(game.guesses[guess], game.guesses[secret])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("crone", r"'crone' is not an allowed guess in a list; did you mean crane\?"),
        ("xxxxx", r"'xxxxx' is not an allowed guess in a list\."),
        ("", r"'' is not an allowed guess in a list\."),
    ],
)
def test_an_unknown_guess_is_refused_and_similar_words_are_named(text: str, message: str) -> None:
    with pytest.raises(GuessError, match=message):
        samples.wordle("crane", "sloth").find_guess(text)


def test_a_secret_is_found_by_any_spelling_and_other_guesses_are_refused() -> None:
    original = samples.edition("original")
    assert original.secrets[original.find_secret("BOUND")] == "bound"
    with pytest.raises(FewestError, match=r"not an answer of original\. Add --secrets guesses to allow"):
        original.find_secret("lound")
