import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from fewest import FewestError, Tree, evaluate
from fewest.questions.check import check as ask
from fewest.questions.prove import prove
from fewest.questions.tree import grow_tree
from fewest.search.resources import Resources
from fewest.setup import Setup
from tests.questions.checks import check, same
from tests.questions.conftest import Place


def test_a_tree_is_played_by_the_plain_rules(place: Place, setup: Setup) -> None:
    made = ask(setup, place.tree)
    tree = Tree.load(place.tree, place.game)
    result = evaluate(tree)
    taken = [len(tree.play(secret)) for secret in place.game.secrets]
    assert (made.total, made.worst, made.mean) == (sum(taken), max(taken), sum(taken) / len(taken))
    assert made.histogram == {guesses: taken.count(guesses) for guesses in range(1, max(taken) + 1)}
    assert (made.opener, made.strategy, made.hard, made.valid) == (tree.opener, tree.strategy, False, True)
    assert (made.file, made.label, made.summary) == (str(place.tree), place.game.label, result.summary)
    assert (made.prior_mean, made.max_guesses) == (None, 6)
    check(made)


def test_under_a_prior_the_mean_is_weighted(place: Place, setup: Setup, tmp_path: Path) -> None:
    weights = {word: Fraction(1 + at, 3) for at, word in enumerate(place.game.secrets)}
    path = tmp_path / "weights.txt"
    path.write_text("".join(f"{word} {weight}\n" for word, weight in weights.items()), encoding="utf-8")
    made = ask(replace(setup, prior=str(path)), place.tree)
    depths = Tree.load(place.tree, place.game).depths()
    mean = sum(weight * depths[word] for word, weight in weights.items()) / sum(weights.values())
    assert made.prior_mean is not None
    assert same(made.prior_mean, float(mean))
    assert f"mean {float(mean):.4f} under the prior" in str(made)


def test_a_tree_knows_its_own_game(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    grow_tree(Setup(game="numbers:most=9")).save(path)
    assert ask(Setup(game="numbers:most=9"), path).label == "numbers:most=9"
    assert ask(Setup(), path).label == "numbers:most=9"


def test_a_tree_of_own_words_says_that_its_guesses_fit_all_clues(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    strict = replace(setup, rule="consistent")
    tree = prove(strict, resources=Resources(threads=1, memory=1)).tree
    assert tree is not None
    tree.save(path)
    for given in (setup, strict):
        assert ask(given, path).label == strict.make_game().label
    free = grow_tree(setup, opener=tree.game.guesses[:2])  # the second does not fit most replies to the first
    path.write_text(json.dumps(free.to_json()), encoding="utf-8")
    with pytest.raises(FewestError, match="was made for a different game or list"):
        ask(strict, path)
    path.write_text(json.dumps(free.to_json() | {"fingerprint": tree.game.fingerprint}), encoding="utf-8")
    with pytest.raises(FewestError, match="does not fit"):
        ask(setup, path)


def test_a_tree_of_something_else_is_refused(place: Place, setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    grow_tree(Setup(game="numbers:most=9")).save(path)
    with pytest.raises(FewestError, match="a tree of numbers, not of jotto"):
        ask(Setup(game="jotto"), path)
    with pytest.raises(FewestError, match="was made for a different game or list"):
        ask(replace(setup, secrets="guesses"), place.tree)
    with pytest.raises(FewestError, match="The tree already says what can be the secret"):
        ask(Setup(secrets="guesses"), place.tree)
    with pytest.raises(FewestError, match="cannot be read"):
        ask(setup, tmp_path / "missing.json")
