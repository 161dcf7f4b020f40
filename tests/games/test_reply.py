"""Replies as objects: they read as replies, and equal their text, their squares and their number."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import Belief, Mastermind, Tree, Wordle, grow, strategy
from fewest.errors import TreeError
from fewest.games import Reply
from fewest.games.tabulated import Tabulated
from tests import samples

FRUIT = Wordle(["lemon", "mango", "apple", "peach"])
TABLE = Tabulated("pets", ["cat", "dog"], ["barks"], np.array([["no"], ["yes"]]))


@given(samples.beliefs(samples.wordles()), st.data())
def test_a_reply_is_its_number_its_text_and_its_squares(belief: Belief, data: st.DataObject) -> None:
    game = belief.game
    guess, secret = data.draw(st.sampled_from(game.guesses)), data.draw(st.sampled_from(game.secrets))
    reply = game.reply(guess, secret)
    number = game.reply_number(guess, secret)
    assert (reply, hash(reply), int(reply)) == (number, hash(number), number)
    assert str(reply) == f"{reply}" == game.squares(number)
    assert reply == reply.text == game.reply_text(number)
    assert (reply == game.win) == (guess == secret)
    assert {number: "found"}[reply] == "found"
    other = data.draw(st.integers(0, game.replies - 1))
    assert (reply == game.reply_text(other)) == (number == other)
    assert (reply != game.reply_text(other)) == (number != other)
    assert reply not in ("", "no such reply", None)
    again = pickle.loads(pickle.dumps(reply))
    assert (again, str(again)) == (reply, str(reply))
    assert repr(reply) == (f"<{reply}>" if str(reply) == reply.text else f"<{reply} {reply.text}>")


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        (FRUIT.reply("lemon", "mango"), "<⬛⬛🟨🟨🟨 00111>"),
        (Mastermind().reply("1123", "2114"), "<●○○ 1b2w>"),
        (TABLE.reply("barks", "dog"), "<yes>"),
    ],
)
def test_a_reply_shows_both_of_its_forms(reply: Reply, shown: str) -> None:
    assert repr(reply) == shown


def test_a_belief_and_a_tree_show_replies() -> None:
    belief = Belief.start(FRUIT)
    after = belief.after("lemon", FRUIT.reply("lemon", "mango"))
    assert repr(after.clues[0]) == "Clue(guess='lemon', reply=<⬛⬛🟨🟨🟨 00111>)"
    assert {str(reply) for reply, _ in belief.parts("lemon")} == {
        str(FRUIT.reply("lemon", word)) for word in FRUIT.secrets
    }
    tree = grow(strategy("entropy"), belief)
    for known in (tree, Tree.from_json(tree.to_json(), FRUIT)):
        for secret in FRUIT.secrets:
            node, clues = known.root, known.play(secret)
            for clue in clues:
                assert isinstance(clue.reply, Reply)
                assert node.guess == clue.guess
                assert node[clue.reply] is node[clue.reply.text] is node[int(clue.reply)]
                below = node[clue.reply]
                node = node if below is None else below
            assert below is None
    assert repr(tree.root) == f"<Node: {tree.opener}, 4 replies>"
    with pytest.raises(TreeError, match=r"^No secret leads to the reply 11111 after '\w+'\.$"):
        tree.root["11111"]
