"""Public functions answer wrong arguments with one sentence, and take what obviously could be meant."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fewest
from fewest import (
    SCORERS,
    Belief,
    FewestError,
    Game,
    Greedy,
    Prover,
    Setup,
    Split,
    Wordle,
    compare,
    grow,
    prove,
    reply,
    split,
    strategy,
    suggest,
)
from fewest.checks import checked, fit
from fewest.errors import ArgumentError
from tests import samples

WORDS = ["lemon", "mango", "apple", "peach"]
SETUP = Setup(answers=WORDS)
GAME = Wordle(WORDS)
PLAY = strategy("entropy")
SCOPE = {name: getattr(fewest, name) for name in fewest.__all__} | {"SETUP": SETUP, "GAME": GAME, "PLAY": PLAY}

A_SETUP = r"must be a Setup, such as Setup\(edition='original'\), not"
A_BELIEF = r"must be a Belief, such as Setup\(\)\.belief\(\), not"
A_STRATEGY = r"must be a strategy, such as strategy\('entropy'\), not"
A_NUMBER = "must be a whole number, not"

WRONG = [
    ("suggest(['entropy'])", rf"suggest: setup {A_SETUP} \['entropy'\]\."),
    ("suggest(None)", rf"suggest: setup {A_SETUP} None\."),
    ("suggest(SETUP, '3')", r"suggest: too many positional arguments; its arguments are setup, .*\."),
    ("suggest(SETUP, counts=3)", r"suggest: got an unexpected keyword argument 'counts'; its arguments are .*\."),
    ("suggest(SETUP, count='3')", rf"suggest: count {A_NUMBER} '3'\."),
    ("suggest(SETUP, count=True)", rf"suggest: count {A_NUMBER} True\."),
    ("suggest(SETUP, by=PLAY)", r"suggest: by must be a string, not <Greedy: entropy>\."),
    ("compare(['entropy'], SETUP)", rf"compare: setup {A_SETUP} \['entropy'\]\."),
    ("compare(SETUP, ['entropi'])", r"There is no strategy 'entropi'; the strategies are .*\."),
    ("compare(SETUP, openers=5)", r"compare: openers must be a list of strings, not 5\."),
    ("compare(SETUP.belief(), editions=['original'])", r"A belief already says .*; leave edition out, .*"),
    ("reply(SETUP, 'lemon', ['lemons'])", r"'lemons' has 6 characters; guess a word of 5 letters\."),
    ("reply('lemon', 'mango', SETUP)", rf"reply: setup {A_SETUP} 'lemon'\."),
    ("analyse(SETUP, 5)", r"analyse: guesses must be a list or a string or a ParsedGame, not 5\."),
    ("solve(SETUP)", r"solve: missing a required argument: 'secrets'; its arguments are .*\."),
    ("prove('lemon')", r"prove: prover must be a Prover, such as .*, or a Belief or Setup, not 'lemon'\."),
    ("prove(SETUP, top='best')", rf"prove: top {A_NUMBER} 'best'\."),
    ("grow('entropy', SETUP)", rf"grow: strategy {A_STRATEGY} 'entropy'\."),
    ("grow(SETUP.belief(), PLAY)", r"grow: strategy must be a strategy, such as .*, not <Belief: .*>\."),
    ("grow(Optimal, SETUP)", rf"grow: strategy {A_STRATEGY} the class Optimal\."),
    ("evaluate(SETUP)", r"evaluate: tree must be a Tree, such as grow\(strategy\(.*, not .*\."),
    ("split('lemon')", rf"split: belief {A_BELIEF} 'lemon'\."),
    ("PLAY.choose(None)", rf"Greedy\.choose: belief {A_BELIEF} None\."),
    ("Optimal().suggest(SETUP, '3')", rf"Optimal\.suggest: count {A_NUMBER} '3'\."),
    ("Greedy('entropy')", r"Greedy: scorer must be a Scorer, such as SCORERS\['entropy'\], not 'entropy'\."),
    ("strategy(5)", r"strategy: text must be a string, not 5\."),
    ("register_game(5)", r"register_game: kind must be a subclass of Game, not 5\."),
    (
        "Belief.start('original')",
        r"Belief\.start: game must be a Game, such as .*, not 'original'\.",
    ),
    ("Belief.start(GAME, 5)", r"Belief\.start: weights must be a list or a dict or an array, not 5\."),
    ("SETUP.belief().after('lemon', None)", r"Belief\.after: reply must be a whole number or a string, not None\."),
    ("SETUP.belief().among([5])", r"Belief\.among: words must be a list of strings, not \[5\]\."),
    ("SETUP.belief()['lemon']", r"A Belief is indexed by place, as in belief\[0\], not by 'lemon'\."),
    ("SETUP.belief().find_guess(None)", r"A guess must be a string, such as 'apple', not None\."),
    ("GAME.reply('lemon', 'lemons')", r"'lemons' is not an allowed guess in your list; did you mean lemon\?"),
    ("GAME.reply('lemon', 5)", r"A guess must be a string, such as 'apple', not 5\."),
    ("GAME.parse_reply(5)", r"A reply must be a string here, not 5\."),
    ("Mastermind().parse_reply(5)", r"A reply must be a string here, not 5\."),
    ("Mastermind('4')", rf"Mastermind: pegs {A_NUMBER} '4'\."),
    ("BullsAndCows(length=None)", rf"BullsAndCows: length {A_NUMBER} None\."),
    ("BullsAndCows().reply('0123', '9999')", r"'9999' is not an allowed guess in bulls-and-cows:.*"),
    ("Wordle.edition(5)", r"WordGame\.edition: name must be a string, not 5\."),
    ("Setup(game=Mastermind())", r"Setup takes a game by its name; use Setup\.of\(game\) for a Game\."),
    ("Setup(edition=5)", r"Setup: edition must be a string, not 5\."),
    ("Setup(hard='yes')", r"Setup: hard must be True or False, not 'yes'\."),
    ("Setup(clues=5)", r"clues: give a list of clues, not 5\."),
    ("Clue.parse('lemon=01200', 'original')", r"Clue\.parse: game must be a Game, .*, not 'original'\."),
    ("Tree.load(5)", r"Tree\.load: path must be a file name or a string, not 5\."),
    ("Curve.load(5)", r"Curve\.load: path must be a file name or a string, not 5\."),
    ("Prover('lemon')", rf"Prover: belief {A_BELIEF} 'lemon'\."),
    ("plot.belief(SETUP, top='x')", rf"belief: top {A_NUMBER} 'x'\."),
    ("GAME.reply_text(999)", r"999 is not a reply; replies in your list go from 0 to 242\."),
    ("GAME.squares(-1)", r"-1 is not a reply; .*\."),
    ("Mastermind().squares(14)", r"14 is not a reply; replies in mastermind:.* go from 0 to 13\."),
    ("GAME.allowed_after('lemon', '01200')", r"Game\.allowed_after: reply must be a whole number, not '01200'\."),
    ("Curve((0, 1), 5)", r"Curve: guesses must be a list of numbers, not 5\."),
    ("Tree(GAME, 'lemon', 'x')", r"Tree: root must be a Node, such as tree\.root, not 'lemon'\."),
    ("split(SETUP, curve=5)", r"split: curve must be a Curve, such as Curve\.load\('curve\.json'\), not 5\."),
    ("scorer('mine')(5)", r"scorer\('mine'\): the formula must be a function, not 5\."),
    ("prove(SETUP, store='x.db')", r"prove: store must be a Store of fewest\.search, not 'x\.db'\."),
    ("Prover(SETUP).best('lemon')", rf"Prover\.best: belief {A_BELIEF} 'lemon'\."),
    ("frequency_weights(GAME.words, ['zzzzz'])", r"'zzzzz' is not an allowed guess of your list; leave it out\."),
    ("suggest(SETUP, words=-1)", r"The number of listed secrets must be 0 or more, not -1\."),
    ("solve(SETUP, [])", r"There is nothing to solve: name at least one secret\."),
    ("train(SETUP, rounds=0)", r"Train for at least one round, not 0\."),
    ("converge(SETUP, by='entropic', iterations=-1)", r"iterations must be 0 or more, not -1\."),
    ("plot.lookahead(SETUP, depth=0)", r"The depth of lookahead must be 1 or more, not 0\."),
    ("plot.split(SETUP, 5)", r"split: texts must be a list of strings, not 5\."),
]


@pytest.mark.parametrize(("call", "sentence"), WRONG, ids=[call for call, _ in WRONG])
def test_a_wrong_call_gets_a_sentence(call: str, sentence: str) -> None:
    with pytest.raises(FewestError, match=f"^{sentence}$"):
        eval(call, SCOPE)


NAMES = [name for name in fewest.__all__ if callable(getattr(fewest, name)) and name not in ("FewestError", "Strategy")]


@pytest.mark.parametrize("name", [name for name in NAMES if name[0].islower() and name != "register_game"])
@pytest.mark.parametrize(
    "value", [None, 5.5, object(), b"words", {"a": 1}, [[]], Wordle], ids=lambda value: type(value).__name__
)
def test_no_function_shows_its_insides(name: str, value: object) -> None:
    with pytest.raises(FewestError) as caught:
        getattr(fewest, name)(value)
    assert re.fullmatch(r"[^\n]+[.?]", str(caught.value))
    with pytest.raises(TypeError):
        getattr(fewest, name)(*[value] * 30)


def test_what_could_be_meant_simply_works() -> None:
    belief = SETUP.belief()
    sources: Any = (SETUP, belief, GAME)
    for source in sources:
        assert suggest(source, count=1).to_json()["suggestions"] == suggest(SETUP, count=1).to_json()["suggestions"]
        assert prove(source).best == prove(Prover(belief)).best
        assert isinstance(split(source), Split)
        assert grow(PLAY, source).total == grow(PLAY, belief).total
    assert compare(SETUP, "entropy").rows[0].total == compare(SETUP, ["entropy"]).rows[0].total
    assert [each.secret for each in reply(SETUP, "lemon", "mango").replies] == ["mango"]
    array: Any = np.array(WORDS)
    assert reply(SETUP, "lemon", array).different == 4


@given(samples.wordles(), st.data())
def test_the_setup_of_a_belief_has_that_belief(game: Wordle, data: st.DataObject) -> None:
    weights = data.draw(st.none() | st.lists(st.integers(1, 9), min_size=len(game.secrets), max_size=len(game.secrets)))
    start = Belief.start(game, weights)
    guess, secret = data.draw(st.sampled_from(game.guesses)), data.draw(st.sampled_from(game.secrets))
    belief = start.after(guess, game.reply(guess, secret))
    setup = Setup.of(belief)
    assert setup is not None
    assert setup.belief() is belief
    assert [*setup.after(f"{secret}={game.reply_text(game.win)}").belief()] == [(secret, 1.0)]
    weighed = Belief.start(game, setup.weights(game))
    assert [*weighed] == [*belief]
    assert setup.title(game).endswith("all equally likely)" if weights is None else "weighted by your weights)")


@pytest.mark.parametrize(
    ("value", "wanted", "made"),
    [
        ("a", Sequence[str], ("a",)),
        (iter("ab"), Sequence[str], ("a", "b")),
        (pd.Series(["a", "b"]), Sequence[str], ("a", "b")),
        (np.int8(3), int, 3),
        (np.bool_(True), bool, True),
        (3, float, 3),
        (None, str | None, None),
        ("x", Literal["x", "y"], "x"),
        ({"a": 1}, Mapping[str, int], {"a": 1}),
        (Path("a"), Path | str, Path("a")),
        (len, Callable[..., int], len),
        (5, Any, 5),
        (5, "Unknown", 5),
    ],
)
def test_a_value_that_fits_is_taken(value: Any, wanted: Any, made: Any) -> None:
    assert fit(value, wanted, "f: x") == made


@pytest.mark.parametrize(
    ("value", "wanted", "what"),
    [
        (True, int, "a whole number"),
        ("3", float, "a number"),
        (1, bool, "True or False"),
        ("z", Literal["x", "y"], "'x' or 'y'"),
        ({"a": 1}, Sequence[str], "a list of strings"),
        ([1], Sequence[str] | None, "a list of strings"),
        (5, Mapping[str, int], "a dict"),
        (5, Callable[..., int], "a function"),
        (Game, Game, "a Game, such as Wordle.edition('original')"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(value: Any, wanted: Any, what: str) -> None:
    shown = "the class Game" if value is Game else repr(value)
    with pytest.raises(ArgumentError, match=f"^{re.escape(f'f: x must be {what}, not {shown}.')}$") as caught:
        fit(value, wanted, "f: x")
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, ValueError)


def test_an_annotation_for_type_checkers_alone_is_skipped() -> None:
    @checked
    def give(value: "Unknown") -> Any:  # type: ignore[name-defined]  # noqa: F821
        return value

    assert give(5) == 5


def test_scorers_are_taken_by_object() -> None:
    assert Greedy(SCORERS["entropy"]).choose(SETUP.belief()) == PLAY.choose(SETUP.belief())
