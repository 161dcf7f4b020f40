"""The rule that every guess must fit all clues."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, FewestError, Game, Prover, grow
from fewest.errors import GuessError
from fewest.games import BullsAndCows, Jotto, Mastermind
from fewest.play.clues import read_guess
from fewest.questions.prove import prove
from fewest.questions.rank import rank
from fewest.questions.tree import opener_tree
from fewest.setup import Setup
from fewest.strategies import strategy
from fewest.trees.tree import Tree
from tests import samples

WORDS = ("batch", "bound", "catch", "conch", "finch", "found", "hatch", "hound", "latch", "match", "mound", "patch")


def some_games() -> list[Game]:
    """Small games: with and without symmetry, and with guesses that cannot be the secret."""
    words = samples.wordle(*WORDS[::2], guesses=tuple(WORDS))
    return [Mastermind(2, 4), Mastermind(3, 3), BullsAndCows(2, 5), words, Jotto(words.words)]


def least_cost(game: Game, secrets: list[str], allowed: list[str]) -> int:
    """The cost of perfect play, by brute force."""
    if len(secrets) == 1:
        return 1
    best = 10**9
    for guess in allowed:
        parts: dict[int, list[str]] = {}
        for secret in secrets:
            parts.setdefault(game.reply(guess, secret), []).append(secret)
        if len(parts) == 1:
            continue
        cost = len(secrets)
        for reply, part in parts.items():
            if reply != game.win:
                cost += least_cost(game, part, [each for each in allowed if game.reply(guess, each) == reply])
        best = min(best, cost)
    return best


@pytest.mark.parametrize("game", some_games(), ids=str)
def test_exact_play_costs_what_trying_everything_does(game: Game) -> None:
    strict = game.made_consistent()
    belief = Belief.start(strict)
    assert Prover(belief).best(belief)[0] == least_cost(game, [*game.secrets], [*game.guesses])


@settings(max_examples=samples.some_of(60))
@given(st.sampled_from(range(5)), st.data())
def test_guesses_are_allowed_that_give_the_replies_seen(number: int, data: st.DataObject) -> None:
    game = some_games()[number].made_consistent()
    secret = data.draw(st.sampled_from(game.secrets))
    belief = Belief.start(game)
    for _ in range(data.draw(st.integers(1, 3))):
        assert belief.allowed is None or len(belief.allowed)
        columns = np.arange(len(game.guesses)) if belief.allowed is None else belief.allowed
        guess = game.guesses[data.draw(st.sampled_from(columns.tolist()))]
        belief = belief.after(guess, game.reply(guess, secret))
    assert belief.allowed is not None
    fits = [all(game.reply(clue.guess, each) == clue.reply for clue in belief.clues) for each in game.guesses]
    assert belief.allowed.tolist() == np.flatnonzero(fits).tolist()
    for guess, fit in zip(game.guesses, fits, strict=True):
        assert (not game.missing(belief.clues, guess)) == fit


@pytest.mark.parametrize(
    ("opener", "total"), [("1233", 5660), ("1234", 5743), ("1122", 5752), ("1222", 5848), ("1111", 6359)]
)
def test_published_values_of_mastermind(opener: str, total: int) -> None:
    belief = Setup(game="mastermind", rule="consistent").belief()
    assert Prover(belief).cost_of_guess(opener, belief) == total


def test_the_rule_sets_no_limit(tmp_path: Path) -> None:
    """Nine words that differ in one letter need up to nine guesses; hard mode and max_guesses=6 limit them to six."""
    (tmp_path / "words.txt").write_text("\n".join(f"{letter}ound" for letter in "bfhmprswz"), encoding="utf-8")
    setup = Setup(answers=str(tmp_path / "words.txt"), rule="consistent")
    made = prove(setup)
    assert (made.max_guesses, made.total, made.worst) == (None, 45, 9)
    assert [each.total for each in rank(setup).openers] == [45] * 9
    assert max(opener_tree(setup, "wound", exact=True).depths.values()) == 9
    for limited in (replace(setup, max_guesses=6), replace(setup, rule="any", hard=True)):
        assert (prove(limited).max_guesses, prove(limited).possible) == (6, False)


def test_a_guess_that_does_not_fit_is_refused() -> None:
    setup = Setup(rule="consistent", clues=("crane=01200",))
    belief = setup.belief()
    with pytest.raises(GuessError, match="'moist' is not allowed: it does not fit crane=01200"):
        belief.find_guess("moist")
    with pytest.raises(FewestError, match="every guess must fit all clues: crane would get 00000, not 01200"):
        read_guess(belief.game, "moist", belief.clues, belief.hard)
    assert belief.find_guess("smart") == belief.game.guess_index["smart"]


def test_trees_keep_the_rule() -> None:
    game = Mastermind(3, 3).made_consistent()
    tree = grow(strategy("entropy"), Belief.start(game))
    tree.check()
    again = Tree.from_json(tree.to_json(), Setup.named(game.name, game.label).make_game())
    assert again.game.consistent
    again.check()
    assert (again.hard, game.label) == (False, "mastermind:pegs=3,colours=3/consistent")
    free = grow(strategy("entropy"), Belief.start(Mastermind(3, 4)))
    with pytest.raises(FewestError, match="does not fit"):
        Tree(Mastermind(3, 4).made_consistent(), free.root, "free").check()
