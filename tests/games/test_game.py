import numpy as np
import pytest

from fewest import Belief, FewestError, Game
from tests.games.cases import every_game


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_hard_mode_is_refused_where_there_is_none(game: Game) -> None:
    if game.hard_mode:
        assert len(Belief.start(game, hard=True)) == len(game.secrets)
        return
    nothing = np.empty(0, np.int32)
    for ask in (
        lambda: Belief.start(game, hard=True),
        lambda: game.hard_rule(nothing),
        lambda: game.allowed_after(game.guesses[0], 0),
    ):
        with pytest.raises(FewestError, match=f"The game {game.name} has no hard mode"):
            ask()
