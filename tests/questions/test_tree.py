from dataclasses import replace

import pytest

from fewest import Belief, FewestError, Prover, grow, prove, strategy
from fewest.errors import ReplyError
from fewest.questions.tree import grow_tree, opener_tree, tree_node
from fewest.setup import Setup
from tests import oracles
from tests.questions.checks import check, same


@pytest.mark.parametrize("hard", [False, True])
def test_a_strategy_is_written_down(setup: Setup, belief: Belief, hard: bool) -> None:
    start = Belief.start(belief.game, hard=hard)
    made = grow_tree(replace(setup, hard=hard), by="entropy", opener="conch")
    wanted = grow(strategy("entropy"), start, "conch")
    assert (made.root, made.hard, made.strategy) == (wanted.root, hard, "entropy")
    made.check()


def test_a_tree_that_takes_too_many_guesses_is_refused(setup: Setup) -> None:
    worst = max(grow_tree(setup).depths().values())
    grow_tree(replace(setup, max_guesses=worst))
    with pytest.raises(FewestError, match=f"the tree needs up to {worst} guesses, and the limit is {worst - 1}"):
        grow_tree(replace(setup, max_guesses=worst - 1))


def test_trees_of_an_opener_are_perfect_or_usual(setup: Setup, belief: Belief) -> None:
    best = opener_tree(setup, "conch", exact=True)
    assert best.proved
    assert best.tree.total == prove(Prover(belief), openers=["conch"]).best[0].cost
    assert opener_tree(setup, "conch").tree.root == grow(strategy(), belief, "conch").root
    with pytest.raises(FewestError, match="No strategy with this opener always finishes in time"):
        opener_tree(replace(setup, hard=True, max_guesses=2), "conch", exact=True)


def test_the_root_has_every_reply(setup: Setup, belief: Belief) -> None:
    tree = grow_tree(setup, opener="conch")
    made = tree_node(setup, "conch", secret="finch", words=3)
    depths = {secret: len(tree.play(secret)) for secret in belief.words}
    assert {branch.reply for branch in made.branches} == {
        "".join(map(str, oracles.reply("conch", word))) for word in depths
    }
    for branch in made.branches:
        words = [word for word in depths if "".join(map(str, oracles.reply("conch", word))) == branch.reply]
        assert (branch.count, branch.words) == (len(words), (*words[:3],))
        assert (branch.worst, branch.guess is None) == (max(depths[word] for word in words), branch.reply == "22222")
        assert same(branch.mean, sum(depths[word] for word in words) / len(words))
    assert [branch.count for branch in made.branches] == sorted((b.count for b in made.branches), reverse=True)
    assert (made.guess, made.opener, made.count, made.path) == ("conch", "conch", 29, ())
    assert (made.whole_total, made.whole_worst) == (sum(depths.values()), max(depths.values()))
    assert (made.mean, made.worst) == (made.whole_mean, made.whole_worst)
    assert made.histogram == {n: [*depths.values()].count(n) for n in range(1, made.worst + 1)}
    assert [(each.guess, each.reply) for each in made.secret_path] == [
        (clue.guess, tree.game.reply_text(clue.reply)) for clue in tree.play("finch")
    ]
    assert not made.proved
    check(made)


def test_replies_lead_down_to_the_win(setup: Setup) -> None:
    whole = opener_tree(setup, "conch")
    tree = whole.tree
    path = tree.play("finch")
    for depth in range(len(path) + 1):
        made = tree_node(
            setup, "conch", replies=[tree.game.reply_text(clue.reply) for clue in path[:depth]], grown=whole
        )
        assert [(each.guess, tree.game.parse_reply(each.reply)) for each in made.path] == path[:depth]
        assert made.guess == (path[depth].guess if depth < len(path) else None)
        assert made.secret_path == ()
        check(made)
    assert (made.count, made.branches, made.mean, made.guess) == (1, (), len(path), None)
    assert str(made).endswith(
        f"found: 1 secret, mean {len(path):.4f}, worst {len(path)}\nreply  secrets  then  mean  worst"
    )


@pytest.mark.parametrize(("replies", "at"), [(["abc"], 0), (["22222", "22222"], 1), (["22220"], 0)])
def test_a_reply_that_leads_nowhere_is_named_by_its_place(setup: Setup, replies: list[str], at: int) -> None:
    with pytest.raises(ReplyError) as caught:
        tree_node(setup, "conch", replies=replies)
    assert caught.value.clue == at
