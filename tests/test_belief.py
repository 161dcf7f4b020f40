import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import SCORERS, Belief, Clue, FewestError, Wordle, grow, strategy
from fewest.errors import ContradictionError, GuessError, ReplyError
from tests import oracles, samples


def as_dict(belief: Belief) -> dict[str, float]:
    """The probability of each secret that is possible."""
    words = [belief.game.secrets[secret] for secret in belief.secrets]
    return dict(zip(words, belief.secret_chances.tolist(), strict=True))


def filtered(probabilities: dict[str, float], guess: str, digits: Sequence[int]) -> dict[str, float]:
    """The secrets that give such a reply, their probabilities scaled to 1."""
    kept = {word: p for word, p in probabilities.items() if oracles.reply(guess, word) == digits}
    return {word: p / math.fsum(kept.values()) for word, p in kept.items()}


@given(samples.beliefs(samples.wordles()), st.data())
def test_clues_leave_the_secrets_that_would_reply_so(belief: Belief, data: st.DataObject) -> None:
    game = belief.game
    expected = as_dict(belief)
    secret = data.draw(st.sampled_from(sorted(expected)))
    clues = []
    after = belief
    for guess in data.draw(st.lists(st.sampled_from(game.guesses), max_size=3)):
        digits = oracles.reply(guess, secret)
        clues.append(Clue(guess, oracles.code(digits)))
        expected = filtered(expected, guess, digits)
        after = after.after(*clues[-1])
        assert as_dict(after) == pytest.approx(expected)
    assert after.clues == tuple(clues)
    written = [f"{guess.upper()}={game.reply_text(reply)}" for guess, reply in clues]
    for same in (belief.after_all(clues), belief.after_all(written)):
        assert as_dict(same) == pytest.approx(expected)
    assert after.entropy == pytest.approx(oracles.entropy([*expected.values()]), abs=1e-9)
    assert after.words == sorted(after.words, key=lambda word: (-as_dict(after)[word], word))
    assert dict(zip(after.words, after.probabilities, strict=True)) == as_dict(after)
    assert len(after) == len(expected)


@given(samples.beliefs(samples.wordles()), st.data())
def test_parts_are_what_each_reply_would_leave(belief: Belief, data: st.DataObject) -> None:
    guess = data.draw(st.sampled_from(belief.game.guesses))
    parts = dict(belief.parts(guess))
    assert [*parts] == sorted({oracles.code(oracles.reply(guess, word)) for word in as_dict(belief)})
    for reply, part in parts.items():
        after = belief.after(guess, reply)
        assert as_dict(part) == pytest.approx(as_dict(after))
        assert part.clues == (*belief.clues, Clue(guess, reply))
        likely = math.fsum(p for word, p in as_dict(belief).items() if word in as_dict(part))
        assert part.chance == after.chance == pytest.approx(likely)
    assert belief.chance == 1
    assert math.fsum(part.chance for part in parts.values()) == pytest.approx(1)


@given(samples.wordles(lengths=st.integers(2, 6)), st.data())
def test_hard_mode_allows_what_uses_every_clue(game: Wordle, data: st.DataObject) -> None:
    secret = data.draw(st.sampled_from(game.secrets))
    belief = Belief.start(game, hard=True)
    expected = [*game.guesses]
    for _ in range(data.draw(st.integers(1, 3))):
        guess = data.draw(st.sampled_from(expected))
        digits = oracles.reply(guess, secret)
        expected = [word for word in expected if oracles.allowed_in_hard_mode(word, guess, digits)]
        belief = belief.after(guess, oracles.code(digits))
        assert belief.allowed is not None
        assert [game.guesses[column] for column in belief.allowed] == expected
        assert {*belief.words} <= {*expected}
        refused = [word for word in game.guesses if word not in expected]
        if refused:
            with pytest.raises(GuessError, match="is not allowed in hard mode"):
                belief.after(refused[0], 0)
        assert dict(belief.parts(guess)).keys() == {oracles.code(digits)}


@pytest.mark.parametrize(
    ("clue", "allowed"),
    [
        ("crane=02200", "bravo grail trail wrath"),  # greens stay where they are
        ("elder=10001", "bluer eerie steer where"),  # a yellow is used, and the r as well
        ("geese=01100", "eerie elegy steer tepee where"),  # as often as it was found
        ("eerie=20001", "eerie elegy"),  # a green counts among those found
        ("fjord=00000", "bluer bravo eerie eight elegy grail steer tepee trail where wrath"),  # greys may come again
    ],
)
def test_hard_mode_worked_out_by_hand(clue: str, allowed: str) -> None:
    words = ("bluer", "bravo", "eerie", "eight", "elegy", "grail", "steer", "tepee", "trail", "where", "wrath")
    game = samples.wordle(*words, guesses=("crane", "elder", "geese", "fjord"))
    guess, reply = Clue.parse(clue, game)
    found = [game.guesses[column] for column in np.flatnonzero(game.allowed_after(guess, reply))]
    assert [word for word in found if word in words] == allowed.split()
    assert guess in found


def test_hard_mode_names_the_clues_that_a_guess_leaves_unused(original: Wordle) -> None:
    belief = Belief.start(original, hard=True).after("crane", "01200")
    with pytest.raises(GuessError, match="'sloth' is not allowed in hard mode: it must use all hints of crane=01200"):
        belief.after("sloth", "00000")
    assert len(Belief.start(original).after_all(["crane=01200", "sloth=00000"])) == 5


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        (
            ["crane=22221"],
            r"^Clue 1, crane=22221, cannot be right: no word of original gives that reply. Check the reply; the",
        ),
        (
            ["crane=01200", "sloth=22222", "nope"],
            r"^Clue 2, sloth=22222, cannot be right: none of the 24 secrets left after crane=01200 gives that reply",
        ),
    ],
)
def test_a_contradiction_names_the_first_clue_that_cannot_be_true(
    original: Wordle, clues: list[str], message: str
) -> None:
    with pytest.raises(ContradictionError, match=message):
        Belief.start(original).after_all(clues)


@pytest.mark.parametrize("text", ["crane", "crane 01200", "", "01200"])
def test_a_text_that_is_not_a_clue_is_refused(original: Wordle, text: str) -> None:
    with pytest.raises(ReplyError, match=r"is not a clue\. Write the guess, an equals sign and the reply"):
        Clue.parse(text, original)


@given(st.text() | st.from_regex(r"[a-z]{4,6}=[0-3]{4,6}", fullmatch=True))
def test_any_text_is_a_clue_or_refused(original: Wordle, text: str) -> None:
    try:
        guess, reply = Clue.parse(text, original)
    except FewestError:
        return
    assert guess in original.guesses
    assert 0 <= reply < original.replies


def test_a_clue_is_read_as_a_person_writes_it(original: Wordle) -> None:
    assert Clue.parse(" Crane = ⬛🟨🟩⬛⬛ ", original) == Clue("crane", int("01200", 3))
    with pytest.raises(GuessError, match="'xrane' is not an allowed guess"):
        Clue.parse("xrane=01200", original)


@pytest.mark.parametrize("reply", [-1, 243, 1000])
def test_a_number_that_is_not_a_reply_is_refused(original: Wordle, reply: int) -> None:
    with pytest.raises(ReplyError, match=f"{reply} is not a reply; replies in original go from 0 to 242"):
        Belief.start(original).after("crane", reply)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0], "1 weights for 3 secrets; give one weight per secret"),
        ([1.0] * 4, "4 weights for 3 secrets"),
        ([[1.0] * 3], "weights for 3 secrets"),
        ([0.0] * 3, "Weights must be 0 or more, and at least one above 0"),
        ([1.0, -1.0, 1.0], "Weights must be 0 or more"),
        ([1.0, math.nan, 1.0], "Weights must be 0 or more"),
        ([1.0, math.inf, 1.0], "Weights must be 0 or more"),
    ],
)
def test_invalid_weights_are_refused(weights: list[float], message: str) -> None:
    with pytest.raises(FewestError, match=message):
        Belief.start(samples.wordle("ab", "cd", "ef"), weights)


def test_weights_are_scaled_and_zeros_are_impossible() -> None:
    belief = Belief.start(samples.wordle("ab", "cd", "ef", "gh"), [1, 0, 3, 4])
    assert as_dict(belief) == {"ab": 1 / 8, "ef": 3 / 8, "gh": 4 / 8}
    assert [*belief] == [("gh", 4 / 8), ("ef", 3 / 8), ("ab", 1 / 8)]
    assert (belief.words, belief.probabilities) == (["gh", "ef", "ab"], [4 / 8, 3 / 8, 1 / 8])
    assert (belief[0], belief[-1], len(belief)) == (("gh", 4 / 8), ("ab", 1 / 8), 3)
    assert "ef" in belief
    assert "cd" not in belief


@pytest.mark.parametrize("name", SCORERS)
@pytest.mark.parametrize(
    "weights", [[1, 1e-25, 1e-25, 1e-13], [1e308] * 4, [1e300, 1e-300, 1, 1], [5e-324] * 4, [1, 1e-9, 1e-16, 1e-200]]
)
def test_no_weights_are_too_uneven_to_play_by(name: str, weights: list[float]) -> None:
    belief = Belief.start(samples.wordle("abc", "abd", "bca", "cde", guesses=("xyz",)), weights)
    assert belief.secret_chances.sum() == pytest.approx(1)
    assert (belief.secret_chances > 0).all()
    assert 0 <= belief.entropy <= 2
    assert {*grow(strategy(name), belief).depths()} == {*belief.words}


@pytest.mark.parametrize(
    ("weights", "likely"), [([80, 10, 9, 0.6, 0.4], 3), ([99, 1], 1), ([10, 1], 2), ([1, 1, 1], 3), (None, 4)]
)
def test_secrets_are_likely_from_a_tenth_of_the_likeliest_on(weights: list[float] | None, likely: int) -> None:
    words = ["aaa", "bbb", "ccc", "ddd", "eee"][: len(weights or "four")]
    belief = Belief.start(samples.wordle(*words), weights)
    assert belief.likely == likely
    assert belief.words[:likely] == [words[place] for place in np.flatnonzero(belief.are_likely)]


def test_a_belief_is_shown_with_its_clues_and_few_words(original: Wordle) -> None:
    start = Belief.start(original, hard=True)
    assert repr(start) == "<Belief: 2,315 secrets of original, hard mode>"
    assert str(start).splitlines()[-1].endswith(" and 2,295 more")
    belief = start.after("crane", "01200").after("guard", "02220")
    assert repr(belief) == "<Belief: 2 secrets of original after crane=01200 guard=02220, hard mode>"
    assert str(belief).splitlines() == [
        " C  R  A  N  E  ⬛🟨🟩⬛⬛",
        " G  U  A  R  D  ⬛🟩🟩🟩⬛",
        "2 secrets (1.00 bits), original (12,972 guesses, 2,315 answers)",
        "quark quart",
    ]
    assert "<b" not in belief._repr_html_().replace("<br", "")
    assert "quark" in belief._repr_html_()


def test_a_belief_knows_what_was_believed_at_the_start() -> None:
    game = samples.wordle("aab", "abb", "bab", "bbc", "ccc")
    uniform, weighted = Belief.start(game), Belief.start(game, [1, 2, 3, 4, 5])
    assert uniform.prior == uniform.after("aab", "222").prior == Belief.start(game, hard=True).prior == "uniform"
    assert weighted.prior == weighted.after("aab", "222").prior == Belief.start(game, [0.1, 0.2, 0.3, 0.4, 0.5]).prior
    others: list[list[float]] = [[2, 1, 3, 4, 5], [1, 2, 3, 4, 5.00001], [0, 2, 3, 4, 5], [1, 1, 1, 1, 1]]
    assert len({uniform.prior, weighted.prior, *(Belief.start(game, each).prior for each in others)}) == 6
    assert Belief(game, uniform.secrets).prior is None


def test_a_belief_among_some_secrets_is_another_one(original: Wordle) -> None:
    start = Belief.start(original)
    among = start.among(["pound", "BOUND", "mound", "bound"])
    assert (among.words, among.weights, among.game) == (["bound", "mound", "pound"], None, original)
    assert among.prior not in (None, start.prior)
    assert among.prior == start.among(["bound", "mound", "pound"]).prior != start.among(["bound", "mound"]).prior
    assert start.among(original.secrets) is start
    assert among.after("plumb", "BBGBY").words == ["bound"]
    later = start.after("plumb", "bbgyb").among(["mound"])
    assert (later.words, later.prior, len(later.clues)) == (["mound"], None, 1)
    uneven = Belief.start(original, range(len(original.secrets))).among(["bound", "mound"])
    places = [original.secrets.index(word) for word in ("bound", "mound")]
    assert uneven.secret_chances.tolist() == pytest.approx([place / sum(places) for place in places])


def test_impossible_secrets_are_refused(original: Wordle) -> None:
    start = Belief.start(original)
    for words, message in (
        ([], "at least one"),
        (["lound"], "'lound' is an allowed guess, but not an answer of original"),
        (["bound", "zzzzz"], "'zzzzz' is not an allowed guess"),
    ):
        with pytest.raises(FewestError, match=message):
            start.among(words)
    with pytest.raises(FewestError, match="'crane' is not among the 3 possible secrets"):
        start.among(["bound", "mound", "pound"]).among(["crane"])
    with pytest.raises(FewestError, match="none of the 3 possible secrets gives that reply"):
        start.among(["bound", "mound", "pound"]).after("plumb", "22222")


def test_clues_that_fit_no_answer_tell_which_other_words_fit(original: Wordle) -> None:
    clues = ["crane=00100", "slate=00100", "koala=21100"]
    fits = [
        word
        for word in original.guesses
        if all(oracles.reply(clue[:5], word) == tuple(map(int, clue[6:])) for clue in clues)
    ]
    assert not {*fits} & {*original.secrets}
    with pytest.raises(ContradictionError) as caught:
        Belief.start(original).after_all(clues)
    assert str(caught.value) == (
        f"No answer of original fits {' '.join(clues)}, but {len(fits)} other allowed guesses do (such as "
        f"{', '.join(fits[:3])}). Add --secrets guesses to allow all guesses as secrets."
    )
    assert caught.value.unlisted


def test_the_error_for_a_contradiction_says_that_the_list_may_lack_the_word() -> None:
    wide = Belief.start(Wordle.edition("original/guesses"))
    with pytest.raises(ContradictionError, match=r"the word may also be missing from the list\.$"):
        wide.after("crane", "22221")
    with pytest.raises(ContradictionError, match=r"gives that reply\. Check the replies; the word may also be missing"):
        wide.after("crane", "01200").after("sloth", "22222")
    some = Belief.start(Wordle.edition("original")).among(["bound", "pound"])
    with pytest.raises(ContradictionError, match="none of the 2 possible secrets gives that reply"):
        some.after("crane", "01200")
