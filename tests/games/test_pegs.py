from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import SCORERS, STRATEGIES, Belief, FewestError, Greedy, _core, grow, split
from fewest.errors import GuessError, ReplyError
from fewest.games import BullsAndCows, HitAndBlow, Mastermind, reply_table
from fewest.games.pegs import Pegs
from tests import samples

WORKED_BY_HAND = [
    ("1122", "1122", "4b0w"),
    ("1123", "2114", "1b2w"),
    ("1111", "1222", "1b0w"),
    ("1222", "2111", "0b2w"),
    ("1234", "4321", "0b4w"),
    ("1234", "1243", "2b2w"),
    ("1356", "2424", "0b0w"),
    ("5566", "6655", "0b4w"),
]


def count(guess: str, secret: str) -> tuple[int, int]:
    """Count right and misplaced pegs by removing them one after the other."""
    left, other, right = [*guess], [*secret], 0
    for place in reversed(range(len(guess))):
        if left[place] == other[place]:
            right += 1
            del left[place], other[place]
    more = 0
    for symbol in left:
        if symbol in other:
            other.remove(symbol)
            more += 1
    return right, more


@pytest.mark.parametrize(("guess", "secret", "reply"), WORKED_BY_HAND)
def test_replies_worked_out_by_hand(guess: str, secret: str, reply: str) -> None:
    game = Mastermind()
    assert game.reply_text(game.reply(guess, secret)) == reply
    assert game.pairs[game.reply(guess, secret)] == count(guess, secret)
    assert game.table[game.guess_index[secret], game.guess_index[guess]] == game.parse_reply(reply)


def test_only_guesses_repeat_digits_in_hit_and_blow() -> None:
    game = HitAndBlow()
    assert game.reply_text(game.reply("0033", "3027")) == "1h1b"
    assert game.reply_text(game.reply("0000", "1234")) == "0h0b"
    assert (len(game.guesses), len(game.secrets)) == (10**4, 10 * 9 * 8 * 7)
    assert {*game.secrets} == {*BullsAndCows().secrets}


@pytest.mark.parametrize(
    "game",
    [
        Mastermind(3, 4),
        Mastermind(1, 9),
        Mastermind(4, 2),
        BullsAndCows(3, 5),
        BullsAndCows(3, 3, True),
        HitAndBlow(3, 4),
    ],
    ids=str,
)
def test_every_pair_of_codes_is_counted(game: Pegs) -> None:
    replies = [[game.pairs.index(count(guess, secret)) for guess in game.guesses] for secret in game.secrets]
    assert game.table.tolist() == replies
    assert [[game.reply(guess, secret) for guess in game.guesses] for secret in game.secrets] == replies


def test_codes_are_all_there_are_and_in_order() -> None:
    assert Mastermind(2, 3).secrets == ("11", "12", "13", "21", "22", "23", "31", "32", "33")
    assert BullsAndCows(2, 3).secrets == ("01", "02", "10", "12", "20", "21")
    assert BullsAndCows(2, 2, True).secrets == ("00", "01", "10", "11")
    assert Mastermind(1, 36).secrets == tuple("123456789abcdefghijklmnopqrstuvwxyz0")
    assert BullsAndCows(1, 36).secrets == tuple("0123456789abcdefghijklmnopqrstuvwxyz")
    assert len(Mastermind(5, 4).secrets) == len([*product(range(4), repeat=5)])
    assert len(BullsAndCows(4, 5).secrets) == len([*permutations(range(5), 4)])


@pytest.mark.parametrize("length", range(1, 13))
def test_the_last_peg_cannot_stand_elsewhere(length: int) -> None:
    game = Mastermind(length, 2 if length > 1 else 3)
    assert len(game.pairs) == game.replies == (length + 1) * (length + 2) // 2 - 1
    assert game.pairs[game.win] == (length, 0)
    assert game.texts[game.win] == f"{length}b0w"


WAYS = ("{}b{}w", "{} B {} W", "{1}w{0}b", "{1} w, {0} b", "{},{}", "{0}-{1}", "{} black {} white", "{1}white,{0}black")


@given(st.sampled_from(WAYS), st.integers(1, 12), st.data())
def test_a_reply_is_read_however_it_is_written(way: str, length: int, data: st.DataObject) -> None:
    game = Mastermind(length, 1)
    reply = data.draw(st.integers(0, game.win))
    assert game.parse_reply(way.format(*game.pairs[reply])) == reply


@pytest.mark.parametrize("text", ["12", "1 2", "●○○", "○●○", "1b2c", "2C1B", "1 bull 2 cows", "1/2", "1+2"])
def test_bulls_and_cows_are_read_too(text: str) -> None:
    game = BullsAndCows()
    assert game.pairs[game.parse_reply(text)] == (1, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"'' is not a reply\. Write both numbers, as in 0b1w\."),
        ("123", "'123' is not a reply. Write both"),
        ("1b2b", "'1b2b' is not a reply. Write both"),
        ("●x", "'●x' is not a reply. Write both"),
        ("3b1w", "'3b1w' is not a reply: 3 and 1 are impossible with 4 places"),
        ("41", "'41' is not a reply: 4 and 1 are impossible with 4 places"),
        ("99b99w", "'99b99w' is not a reply: 99 and 99 are impossible with 4 places"),
        ("1" * 5000 + "b2w", "is not a reply. Write both"),
    ],
)
def test_an_invalid_reply_is_refused_in_one_sentence(text: str, message: str) -> None:
    game = Mastermind()
    assert not game.looks_like_reply(text)
    with pytest.raises(ReplyError, match=message):
        game.parse_reply(text)


def test_codes_are_read_with_spaces_and_either_case() -> None:
    game = Mastermind(3, 11)
    assert game.guesses[game.find_guess(" 1 A b\n")] == "1ab"
    for text in ("1ac", "1a", "1aba", ""):
        with pytest.raises(GuessError, match=f"'{text}' is not an allowed guess in mastermind:pegs=3,colours=11"):
            game.find_guess(text)


@pytest.mark.parametrize(
    ("make", "arguments", "message"),
    [
        (Mastermind, (0, 6), "mastermind:pegs=0,colours=6: choose 1 to 12 places for a code, and 1 to 36 symbols"),
        (
            Mastermind,
            (12, 36),
            r"pegs=12,colours=36: a game may have at most 2,097,152 codes; choose fewer places or symbols\.",
        ),
        (Mastermind, (4, 39), "choose 1 to 12 places for a code, and 1 to 36 symbols"),
        (BullsAndCows, (4, 3), "symbols=3,repeats=no: 3 different symbols are not enough for 4 places"),
    ],
)
def test_codes_that_cannot_be_are_refused(make: type, arguments: tuple[int, ...], message: str) -> None:
    with pytest.raises(FewestError, match=message):
        make(*arguments)


SOME_GAMES = (Mastermind(3, 4), Mastermind(4, 3), BullsAndCows(3, 6), BullsAndCows(2, 5, True))


@st.composite
def positions(draw: st.DrawFn) -> Belief:
    """A belief after up to three guesses, with or without weights."""
    game = draw(st.sampled_from(SOME_GAMES))
    rng = np.random.default_rng(draw(st.integers(0, 1 << 32)))
    weights = None if draw(st.booleans()) else rng.integers(1, 5, len(game.secrets)).tolist()
    belief = Belief.start(game, weights)
    if draw(st.booleans()):
        belief = belief.among(rng.choice(game.secrets, draw(st.integers(1, len(game.secrets))), replace=False))
    secret = belief.words[draw(st.integers(0, len(belief) - 1))]
    for _ in range(draw(st.integers(0, 3))):
        guess = draw(st.sampled_from(game.guesses))
        belief = belief.after(guess, game.reply(guess, secret))
    return belief


@given(positions())
def test_each_guess_divides_like_a_distinct_one_that_is_not_later(belief: Belief) -> None:
    game = belief.game
    found = split(belief, distinct=True).guesses.tolist()
    assert found == sorted(set(found))

    def parts(guess: str) -> list[tuple[int, float, bool]]:
        """The sizes and the chances of the parts, and which of them is the win."""
        return sorted((len(part), round(part.chance, 9), reply == game.win) for reply, part in belief.parts(guess))

    first: dict[str, int] = {}
    for column, guess in enumerate(game.guesses):
        first.setdefault(repr(parts(guess)), column)
    kinds = {repr(parts(game.guesses[column])) for column in found}
    assert kinds == set(first)
    assert all(column in found for column in first.values())


@given(positions(), st.sampled_from(["entropy", "minimax", "expected-size", "most-parts", "entropic"]))
def test_play_by_distinct_guesses_is_the_same(belief: Belief, name: str) -> None:
    strategy = STRATEGIES[name]
    assert isinstance(strategy, Greedy)
    for ties in ("secrets", "alphabet", "list-end"):
        play = Greedy(strategy.scorer, ties)
        assert play.choose(belief) == play.suggest(belief, count=1)[0].guess


@pytest.mark.parametrize("name", ["entropy", "expected-size", "most-parts"])
@given(belief=positions())
def test_the_best_guess_found_by_anagrams_is_the_same(name: str, belief: Belief) -> None:
    scorer = SCORERS[name]
    for ties in ("secrets", "alphabet"):
        play = Greedy(scorer, ties)
        expected = play.choose(belief)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(reply_table, "MAX_TABLE_BYTES", 0)
            assert play.choose(belief) == expected


@settings(max_examples=samples.some_of(12))
@given(
    st.sampled_from(
        [Mastermind(2, 5), Mastermind(3, 5), Mastermind(4, 3), Mastermind(4, 4), BullsAndCows(3, 6), HitAndBlow(3, 5)]
    ),
    st.sampled_from(["entropy", "expected-size", "most-parts"]),
)
def test_trees_found_by_anagrams_are_the_same(game: Pegs, name: str) -> None:
    expected = grow(Greedy(SCORERS[name]), Belief.start(game))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reply_table, "MAX_TABLE_BYTES", 0)
        found = grow(Greedy(SCORERS[name]), Belief.start(game))
    assert (found.total, found.to_json()) == (expected.total, expected.to_json())


@given(st.data())
def test_the_core_finds_every_code_whose_parts_cost_nearly_least(data: st.DataObject) -> None:
    rng = np.random.default_rng(data.draw(st.integers(0, 1 << 32)))
    places, symbols, size = (data.draw(st.integers(1, most)) for most in (8, 16, 150))
    secrets = rng.integers(0, symbols, (places, size), np.uint8)
    drawn = np.sort(rng.integers(0, symbols, (6, places), np.uint8), axis=1)
    anagrams = [np.array([rng.permutation(code) for _ in range(rng.integers(1, 20))]) for code in drawn]
    groups = np.flatnonzero(rng.random(len(anagrams)) < 0.8).astype(np.int32)
    starts = np.cumsum([0, *map(len, anagrams)]).astype(np.uint32)
    codes = np.zeros((places, int(starts[-1]) + _core.CODES_AT_ONCE), np.uint8)
    codes[:, : starts[-1]] = np.concatenate(anagrams).T
    costs = np.cumsum(np.cumsum(rng.integers(0, 3, size + 1))).astype(np.float64)
    costs -= costs[0]

    def cost(code: int) -> float:
        guess = "".join(map(chr, codes[:, code]))
        replies = Counter(count(guess, "".join(map(chr, secret))) for secret in secrets.T)
        return float(sum(costs[part] for part in replies.values()))

    slack = data.draw(st.sampled_from([0.5, 3.5]))
    found = _core.best_codes(codes, starts, groups, secrets, symbols, costs, slack, data.draw(st.integers(1, 2)))
    each = {code: cost(code) for group in groups for code in range(int(starts[group]), int(starts[group + 1]))}
    assert found == [code for code, paid in each.items() if paid <= min(each.values(), default=0) + slack]


def test_distinct_guesses_are_few() -> None:
    game = Mastermind(4, 6)
    start = Belief.start(game)
    assert [game.guesses[each] for each in split(start, distinct=True).guesses] == [
        *("1111", "1112", "1121", "1122", "1123", "1211", "1212", "1213"),
        *("1221", "1222", "1223", "1231", "1232", "1233", "1234"),
    ]
    after = start.after("1122", "0b0w")  # 1 and 2 are alike, and so are 3, 4, 5 and 6
    assert len(split(after, distinct=True).guesses) < 60
    assert len(split(Belief.start(game, range(1, 1297)), distinct=True).guesses) == 1296


def test_only_symbols_that_stand_for_colours_are_pegs() -> None:
    assert Mastermind().seen("1162", 0).pegs == (0, 0, 5, 1)
    assert Mastermind(pegs=2, colours=12).seen("ac", 0).pegs == (9, 11)
    assert BullsAndCows().seen("0123", 0).pegs is None
