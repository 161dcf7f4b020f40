import math

import pytest

from fewest import Belief
from fewest.questions.solve import solve
from fewest.report.game import game
from tests.report.cases import BELIEF, GAME, LIKELY, Given, bars, tick_names, written


@pytest.mark.parametrize("belief", [BELIEF, LIKELY], ids=["uniform", "weighted"])
def test_a_game_is_drawn_as_bars_that_shrink(belief: Belief) -> None:
    likely = dict(zip(GAME.secrets, belief.secret_chances.tolist(), strict=True))
    turns = solve(Given(start=belief), ["booty"], by="minimax", opener="abate").games[0].turns
    clues = [(turn.guess, GAME.parse_reply(turn.reply)) for turn in turns]
    figure = game(Given(start=belief), secret="BOOTY", by="minimax", opener="abate")
    axes = figure.axes[0]
    left, notes = dict(likely), []
    counts = [len(left)]
    for guess, reply in clues:
        total = sum(left.values())
        chances: dict[int, float] = {}
        for word, chance in left.items():
            chances[GAME.reply(guess, word)] = chances.get(GAME.reply(guess, word), 0) + chance / total
        expected = -sum(chance * math.log2(chance) for chance in chances.values())
        left = {word: chance for word, chance in left.items() if GAME.reply(guess, word) == reply}
        counts.append(len(left))
        got = -math.log2(chances[reply])
        notes.append(f"{counts[-2]} → {counts[-1]}: {abs(expected):.2f} bits expected, {abs(got):.2f} gained")
    assert [round(bar.get_x() + bar.get_width(), 9) for bar in bars(axes)] == counts[:-1] + counts[1:]
    assert written(axes) == notes
    assert tick_names(axes) == [f"{guess}\n{GAME.reply_text(reply)}" for guess, reply in clues]
    assert axes.get_xscale() == "log"
    assert figure.get_suptitle() == f"How minimax finds booty in {len(turns)} guesses ({GAME.label})\nuniform prior"
