"""Clues as people type them."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fewest import Belief, Clue, FewestError, Game, Wordle
from fewest.errors import ContradictionError, GuessError, HardModeError
from fewest.games import make_game
from fewest.games.tabulated import Tabulated
from fewest.play.clues import contradiction, culprits, follow, read_clues, read_grid, read_guess, suspects, switch_hard
from fewest.results.prose import capital
from tests import oracles
from tests.samples import TableGame, wordle, wordles


class Strict(TableGame):
    """A game without colours in which nothing is allowed after a clue but the first guess."""

    def allowed_after(self, guess: str, reply: int) -> NDArray[np.bool_]:
        """The first guess."""
        return np.array([each == 0 for each in range(len(self.guesses))], np.bool_)


@given(game=wordles(lengths=st.integers(2, 4), most=12), data=st.data())
def test_culprits_are_those_without_which_the_rest_fits(game: Wordle, data: st.DataObject) -> None:
    word, reply = st.sampled_from(game.guesses), st.integers(0, game.replies - 1)
    clues = data.draw(st.lists(st.builds(Clue, word, reply), min_size=1, max_size=4))
    secret = data.draw(st.sampled_from(game.secrets))
    honest = [Clue(clue.guess, game.reply(clue.guess, secret)) for clue in clues]
    for given_clues in (clues, [*honest[:-1], clues[-1]], [clues[0], *honest[1:]]):
        expected = {}
        for place in range(len(given_clues) - 1):
            others = [clue for at, clue in enumerate(given_clues) if at != place]
            left = sum(all(game.reply(*(each.guess, word)) == each.reply for each in others) for word in game.secrets)
            if left:
                expected[place] = left
        assert culprits(Belief.start(game), given_clues) == expected


def test_letters_without_a_single_capital_stay_as_they_are() -> None:
    assert "".join(map(capital, "aäßåжŉ漢")) == "AÄßÅЖŉ漢"


@given(game=wordles(lengths=st.integers(2, 6)), data=st.data())
def test_hard_mode_misses_nothing_exactly_if_it_allows_the_guess(game: Wordle, data: st.DataObject) -> None:
    word = st.sampled_from(game.guesses)
    secret, guess = data.draw(word), data.draw(word)
    clues = [Clue(each, game.reply(each, secret)) for each in data.draw(st.lists(word, max_size=3))]
    allowed = all(game.allowed_after(*clue)[game.find_guess(guess)] for clue in clues)
    assert (game.missing(clues, guess) == []) == allowed


@pytest.mark.parametrize(
    ("clues", "guess", "expected"),
    [
        ([], "crane", []),
        (["crane=01200"], "sloth", ["letter 3 must be A", "R must be used"]),
        (["crane=01200"], "arise", ["letter 3 must be A"]),
        (
            ["crane=01200", "ratal=12012"],
            "sloth",
            ["letter 2 must be A", "letter 3 must be A", "letter 5 must be L", "R must be used"],
        ),
        (["allay=11000"], "sloth", ["A must be used"]),
        (["allay=01100"], "sloth", ["L must be used 2 times"]),
        (["allay=02100"], "sloth", ["L must be used 2 times"]),
        (["allay=02000"], "sloth", []),
        (["allay=02100"], "crane", ["letter 2 must be L", "L must be used 2 times"]),
        (["allay=02000"], "crane", ["letter 2 must be L"]),
        (["crane=10000", "ccrrr=12000"], "ocean", ["C must be used 2 times"]),
    ],
)
def test_hard_mode_says_what_is_missing(clues: list[str], guess: str, expected: list[str]) -> None:
    game = wordle("crane", "sloth", "arise", "allay", "ocean", "ratal", "ccrrr")
    assert game.missing([Clue.parse(clue, game) for clue in clues], guess) == expected


def test_hard_mode_of_a_game_without_colours_says_what_it_can() -> None:
    game = Strict(np.array([[2, 0], [1, 2]]), 3, 2)
    clues = [Clue("0001", 0)]
    assert game.missing([], "0001") == []
    assert game.missing(clues, "0000") == []
    assert game.missing(clues, "0001") == ["it must use all hints of the replies"]


@given(game=wordles(lengths=st.integers(2, 4), most=12), data=st.data())
def test_suspects_are_the_fewest_places_that_make_a_reply_possible(game: Wordle, data: st.DataObject) -> None:
    belief = Belief.start(game)
    guess = data.draw(st.sampled_from(game.guesses))
    clue = Clue(guess, data.draw(st.integers(0, game.replies - 1)))
    wrong = suspects(belief, clue)
    marks = game.marks(clue.reply)
    replies = [game.marks(game.reply(guess, secret)) for secret in game.secrets]
    apart = Counter(tuple(at for at, mark in enumerate(marks) if mark != each[at]) for each in replies)
    fewest = [each for each in apart if len(each) == min(map(len, apart))]
    assert wrong in fewest
    assert apart[wrong] == max(apart[each] for each in fewest)  # all secrets are equally likely


@pytest.mark.parametrize(
    ("guesses", "grid", "secret", "replies"),
    [
        (["crane", "rebut"], None, None, ["01001", "22222"]),
        (["crane", "light"], None, "rebut", ["01001", "00002"]),
        (["crane=01001", "light=00002"], None, None, ["01001", "00002"]),
        (["crane", "light"], "⬛🟨⬛⬛🟨 ⬛⬛⬛⬛🟩", None, ["01001", "00002"]),
    ],
)
def test_a_game_is_read_however_it_is_written(
    guesses: list[str], grid: str | None, secret: str | None, replies: list[str]
) -> None:
    game = wordle("crane", "light", "rebut")
    assert [game.reply_text(reply) for _, reply in read_clues(game, guesses, grid, secret)] == replies


@pytest.mark.parametrize(
    "game",
    [
        wordle("crane", "light", "rebut"),
        make_game("mastermind:pegs=3,colours=3"),
        Tabulated("weather", ["ann", "bob", "cid"], ["day"], np.array([["no sun"], ["a bit"], ["rain"]])),
    ],
    ids=str,
)
def test_a_grid_is_read_as_it_is_shown(game: Game) -> None:
    """In any headline: 2/1 alone would be a reply of mastermind, and some replies contain spaces."""
    replies = [*range(game.replies)]
    rows = [game.squares(reply) for reply in replies]
    for grid in ("\n".join(["fewest 2/1", "", *rows]), "\\n".join(rows)):
        assert read_grid(game, grid) == replies
    assert read_grid(game, game.reply_text(1)) == [1]


@pytest.mark.parametrize(
    ("guesses", "grid", "secret", "message"),
    [
        ([], None, None, "There is nothing to analyse"),
        (["crane=01001"], None, "rebut", "You gave the replies, so leave the secret out."),
        (["crane"], "⬛🟨⬛⬛🟨", "rebut", "You gave the replies, so leave the secret out."),
        (["crane"], None, "sloth", "'sloth' is an allowed guess, but not an answer"),
        (["crane", "light=00002"], None, None, "'crane' has no reply, but 'light=00002' has one"),
        (["crane=01001"], "⬛🟨⬛⬛🟨", None, "The grid already has the replies"),
        (["crane", "light"], "⬛🟨⬛⬛🟨", None, "The grid has 1 row for 2 guesses"),
    ],
)
def test_an_invalid_game_is_refused(guesses: list[str], grid: str | None, secret: str | None, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        read_clues(wordle("crane", "light", "rebut", guesses=("sloth",)), guesses, grid, secret)


def contradicted(game: Game, *clues: str) -> tuple[ContradictionError, ContradictionError]:
    """The errors for the last of some clues: the one for a player, and the one for the page."""
    *before, last = (Clue.parse(clue, game) for clue in clues)
    start = Belief.start(game)
    told = contradiction(start, start.after_all(before), last)
    with pytest.raises(ContradictionError) as shown:
        follow(start, [(clue.guess, game.reply_text(clue.reply)) for clue in (*before, last)])
    assert (told.clue, told.others) == (shown.value.clue, shown.value.others)
    return told, shown.value


def test_a_contradiction_names_the_clue_and_those_without_which_the_rest_fits() -> None:
    words = wordle("crane", "light", "rebut", "sloth")
    told, shown = contradicted(words, "crane=00000", "light=10011", "rebut=00000")  # sloth shows a yellow T
    assert (told.clue, told.others, shown.tiles) == (2, {}, (4,))
    told, shown = contradicted(words, "crane=00000", "rebut=22222")
    assert (told.clue, told.others) == (1, {0: 1})
    assert "or clue 1, crane=00000 (1 word fits without it), or the word is missing from the list." in str(told)
    told, _ = contradicted(words, "crane=11111")
    assert (told.clue, told.others) == (0, {})
    told, _ = contradicted(wordle("crane", "light", guesses=("sloth",)), "sloth=22222")
    assert (told.clue, told.others) == (0, {})
    told, shown = contradicted(make_game("mastermind:pegs=2,colours=3"), "11=0b0w", "11=1b0w")
    assert (told.clue, told.others, shown.tiles) == (1, {0: 4}, ())
    assert str(told).endswith("(4 codes fit without it).")


@given(game=wordles(lengths=st.integers(2, 4), most=12), data=st.data())
def test_hard_mode_is_switched_as_if_it_had_been_on_from_the_start(game: Wordle, data: st.DataObject) -> None:
    secret = data.draw(st.sampled_from(game.secrets))
    guesses = data.draw(st.lists(st.sampled_from(game.guesses), max_size=3))
    clues = [Clue(guess, game.reply(guess, secret)) for guess in guesses if guess != secret]
    start = Belief.start(game)
    plain = [start.after_all(clues[:count]) for count in range(len(clues) + 1)]
    fits = all(
        oracles.allowed_in_hard_mode(clue.guess, before.guess, oracles.reply(before.guess, secret))
        for at, clue in enumerate(clues)
        for before in clues[:at]
    )
    if not fits:
        with pytest.raises(HardModeError, match=r"^Hard mode stays off: guess \d, \w+, broke it: "):
            switch_hard(plain)
        return
    hard = switch_hard(plain)
    assert hard[0].allowed is None
    for before, after, clue in zip(plain[1:], hard[1:], clues, strict=True):
        assert (after.hard, after.words, after.clues[-1]) == (True, before.words, clue)
        made = [(each.guess, oracles.reply(each.guess, secret)) for each in after.clues]
        assert after.allowed is not None
        assert [game.guesses[at] for at in after.allowed.tolist()] == [
            word for word in game.guesses if all(oracles.allowed_in_hard_mode(word, *each) for each in made)
        ]
    assert [(each.hard, each.allowed) for each in switch_hard(hard)] == [(False, None)] * len(plain)


def test_hard_mode_cannot_be_switched_where_there_is_none() -> None:
    code = make_game("mastermind:pegs=2,colours=3")
    with pytest.raises(FewestError, match=r"^The game mastermind has no hard mode; leave it out\.$"):
        switch_hard([Belief.start(code)])
    for game in (code, wordle("crane", "light")):
        with pytest.raises(FewestError, match="stricter than hard mode"):
            switch_hard([Belief.start(game.made_consistent())])


def test_no_clue_comes_after_the_game_is_won() -> None:
    start = Belief.start(wordle("crane", "light"))
    with pytest.raises(ContradictionError, match=r"^Clue 1 won the game; remove the clues after it\.$") as caught:
        follow(start, [("crane", "22222"), ("light", "00000")])
    assert (caught.value.clue, caught.value.tiles, caught.value.others) == (1, (), {})


@pytest.mark.parametrize(("text", "shown"), [("q" * 30, "q" * 30), ("q" * 31, "q" * 29 + "…"), ("lights", "lights")])
def test_a_guess_of_another_length_is_named_in_short(text: str, shown: str) -> None:
    with pytest.raises(GuessError, match=f"^'{shown}' has {len(text)} characters; guess a word of 5 letters"):
        read_guess(wordle("crane", "light"), text, [], hard=False)
