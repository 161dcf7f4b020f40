import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import SCORERS, Belief, FewestError, Scorer, Split, Wordle
from fewest.belief import LIKELY_FRACTION
from fewest.curves import TABLE_STEP, shipped_curve
from fewest.errors import ContradictionError, ReplyError
from fewest.play.boards import Boards, choose, draw, evaluate, reason, solve, suggest
from fewest.splits import Scores
from fewest.strategies.advice import NO_PREFERENCE, WordPreference, known_words
from fewest.strategies.greedy import TIE_TOLERANCE
from fewest.watch import Watch
from tests import oracles, samples
from tests.samples import beliefs, wordle, wordles

GAMES = wordles(lengths=st.integers(2, 5), most=12)


@st.composite
def starts(draw: st.DrawFn) -> tuple[Boards, list[str]]:
    """Boards without clues, and their secrets."""
    belief = draw(beliefs(GAMES))
    count = draw(st.integers(2, 5))
    return Boards.start(belief, count), draw(st.lists(st.sampled_from(belief.words), min_size=count, max_size=count))


def told(belief: Belief, guess: str) -> tuple[float, float, float]:
    """The guesses left on a board after a guess, its bits and its chance to win, by the plain formulas."""
    game = belief.game
    words, probabilities = [game.secrets[at] for at in belief.secrets], belief.secret_chances.tolist()
    replies = [oracles.code(oracles.reply(guess, word)) for word in words]
    values = shipped_curve(Belief.start(game)).values.tolist()
    after = oracles.after(replies, probabilities, game.win, lambda bits: oracles.interpolate(values, TABLE_STEP, bits))
    parts = oracles.split(replies, probabilities, game.win)
    return after, parts.entropy, parts.hit


@settings(max_examples=samples.some_of(25))
@given(starts(), st.data())
def test_suggestions_are_plain_sums_over_the_open_boards(start: tuple[Boards, list[str]], data: st.DataObject) -> None:
    boards, secrets = start
    for guess in data.draw(st.lists(st.sampled_from(boards.game.guesses), max_size=2)):
        boards = boards.guess_all(guess, secrets)
    left = [boards.beliefs[board] for board in boards.open]
    found = suggest(boards, count=1000)
    if not left:
        assert found == []
        return
    assert sorted(each.guess for each in found) == list(boards.game.guesses)
    useful = {}
    for each in found:
        sums = [sum(parts) for parts in zip(*(told(belief, each.guess) for belief in left), strict=True)]
        assert (each.score, each.bits, each.hits) == pytest.approx(sums, abs=1e-8)
        useful[each.guess] = any(
            each.guess in belief.words or len({oracles.reply(each.guess, word) for word in belief.words}) > 1
            for belief in left
        )
    known = list(dict.fromkeys(belief.words[0] for belief in left if len(belief) == 1))
    assert [each.guess for each in found[: len(known)]] == known
    keys = [
        (not useful[each.guess], round(each.score / TIE_TOLERANCE), -each.hits, each.guess)
        for each in found[len(known) :]
    ]
    assert keys == sorted(keys)
    assert suggest(boards, count=1) == found[:1]
    assert choose(boards) == found[0].guess


def plain_reason(boards: Boards, guess: str) -> list[str]:
    """What a guess does on each open board, by counting words."""
    found = []
    for board in boards.open:
        belief = boards.beliefs[board]
        parts: dict[object, list[float]] = {}
        for word, chance in belief:
            parts.setdefault(oracles.reply(guess, word), []).append(chance)
        hit = sum(chance for word, chance in belief if word == guess)
        before, after = belief[0][1], sum(map(max, parts.values()))
        if hit >= 0.05:
            sure = "sure" if hit == pytest.approx(1) else "almost" if hit >= 0.95 else "may"
            found.append(f"{sure} {board + 1}")
        if before < 0.95 <= after:
            found.append(f"apart {board + 1}")
    return found


@settings(max_examples=samples.some_of(25))
@given(starts(), st.data())
def test_a_reason_names_the_boards_that_are_finished_or_told_apart(
    start: tuple[Boards, list[str]], data: st.DataObject
) -> None:
    boards, secrets = start
    for guess in data.draw(st.lists(st.sampled_from(boards.game.guesses), max_size=2)):
        boards = boards.guess_all(guess, secrets)
    for guess in boards.game.guesses:
        said: list[str] = []
        for part in reason(boards, guess).split("; "):
            kind = "almost" if "almost" in part else "may" if " if " in part else "sure"
            if part.startswith("tells"):
                kind = "apart"
            if not part.startswith("leaves"):
                said += [f"{kind} {number}" for number in re.findall(r"\d+", part)]
        expected = plain_reason(boards, guess)
        if any(item.startswith("almost") for item in expected):
            expected = [item.replace("sure", "almost") for item in expected]
        assert sorted(said) == sorted(expected)


def test_a_reason_is_said_in_words() -> None:
    game = wordle("stair", "stain", "stars", "point", "moist", "light", "night", "fight", "might", guesses=("fungi",))
    start = Boards.start(Belief.start(game), 4)
    now = start.guess_all("moist", ["stair", "light", "stain", "night"])
    assert reason(start, "fungi") == "leaves about 2 words on each board"
    assert reason(now, "stain") == "finishes board 1 or 3 if one is STAIN; tells the words of boards 1 and 3 apart"
    assert reason(now, "fungi") == "tells the words of boards 1, 2, 3 and 4 apart"
    assert reason(now, "moist") == "leaves about 2 words on board 1 and 2 words on board 3"
    assert reason(now.guess_all("stain", ["stair", "light", "stain", "night"]), "stair").startswith("finishes board 1")


@given(starts(), st.data())
def test_solving_always_finishes_and_the_replies_are_right(
    start: tuple[Boards, list[str]], data: st.DataObject
) -> None:
    boards, secrets = start
    openers = data.draw(st.lists(st.sampled_from(boards.game.guesses), max_size=3))
    turns = solve(boards, secrets, openers)
    guesses = [guess for guess, _ in turns]
    assert guesses[0] == (openers[0] if openers else choose(boards))
    assert {*secrets} <= {*guesses}
    assert turns[-1][1].open == []
    for number, (guess, after) in enumerate(turns):
        for board, secret in enumerate(secrets):
            made = guesses[: min(number, guesses.index(secret)) + 1]
            expected = [(each, oracles.code(oracles.reply(each, secret))) for each in made]
            assert list(after.beliefs[board].clues) == expected
            assert after.done(board) == (secret in made)
            assert secret in after.beliefs[board].words
        if number + 1 < len(turns):
            is_known = all(len(after.beliefs[board]) == 1 for board in after.open)
            is_fixed = number + 1 < len(openers) and not is_known
            assert turns[number + 1][0] == (openers[number + 1] if is_fixed else choose(after))
            assert guess not in guesses[number + 1 :] or guess in openers


def test_known_secrets_come_first_by_board_and_the_same_one_only_once() -> None:
    game = wordle("abcd", "abce", "wxyz", "wxyv", guesses=("dezv", "qqqq"))
    start = Boards.start(Belief.start(game), 4)
    boards = start.guess_all("dezv", ["wxyz", "abcd", "wxyz", "abce"])
    assert boards.known == ["wxyz", "abcd", "abce"]
    assert [each.guess for each in suggest(boards)][:3] == ["wxyz", "abcd", "abce"]
    guesses = [guess for guess, _ in solve(start, ["wxyz", "abcd", "wxyz", "abce"], "dezv")]
    assert guesses == ["dezv", "wxyz", "abcd", "abce"]


def test_of_tied_guesses_the_one_that_finishes_more_boards_goes_first() -> None:
    game = wordle("ab", "cd", guesses=("aa", "dd"))
    found = suggest(Boards.start(Belief.start(game), 2))
    assert [each.guess for each in found] == ["ab", "cd", "aa", "dd"]
    weighted = suggest(Boards.start(Belief.start(game, [1, 3]), 2))
    assert [each.guess for each in weighted] == ["cd", "ab", "aa", "dd"]
    assert [each.hits for each in weighted] == [1.5, 0.5, 0, 0]


def test_within_the_margin_known_words_go_first(original: Wordle) -> None:
    places = original.frequency_places
    assert places is not None
    boards = Boards.start(Belief.start(original), 2).guess_all("crane", ["cigar", "rebut"])
    known = np.any([known_words(belief) for belief in boards.beliefs], axis=0)
    plain = suggest(boards, count=len(original.guesses), preference=NO_PREFERENCE)
    for margin in (0.05, 0.3):
        found = suggest(boards, count=len(original.guesses), preference=WordPreference(margin))
        most = plain[0].score + 2 * margin  # for each board
        near = [each for each in plain if each.score <= most and known[original.guess_index[each.guess]]]
        assert found == [*near, *(each for each in plain if each not in near)]
        assert (
            suggest(boards, preference=WordPreference(margin))[0].guess
            == choose(boards, WordPreference(margin))
            == found[0].guess
        )
    assert found[0].guess != plain[0].guess


@pytest.mark.slow
def test_only_words_that_people_know_and_likely_secrets_are_proposed(original: Wordle) -> None:
    places = original.frequency_places
    assert places is not None
    start = Belief.start(original, [10.0 if word == "fjord" else 0.1 for word in original.secrets])
    boards = Boards.start(start, 2).guess_all("crane", ["fjord", "proud"])
    preference = WordPreference(known_words=500)
    likely = {word for belief in boards.beliefs for word, chance in belief if chance >= LIKELY_FRACTION * belief[0][1]}
    common = {word for word, place in zip(original.guesses, places.tolist(), strict=True) if place < 500}
    wanted = [each for each in suggest(boards, count=len(original.guesses)) if each.guess in likely | common]
    assert suggest(boards, count=len(original.guesses), preference=preference) == wanted
    assert {"fjord"} <= likely - common
    guesses = [
        guess for guess, _ in solve(Boards.start(Belief.start(original), 2), ["fjord", "proud"], preference=preference)
    ]
    assert guesses[0] in common | {*original.secrets}  # all answers are equally likely
    assert guesses[0] != choose(Boards.start(Belief.start(original), 2), NO_PREFERENCE)
    assert {*guesses} >= {"fjord", "proud"}


def test_a_guess_that_tells_nothing_is_never_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if a curve prefers it, because the game would never end."""

    def few_parts(belief: Belief, split: Split) -> Scores:
        return split.parts.astype(np.float64)

    monkeypatch.setitem(SCORERS.registered, "expected-moves", Scorer("few parts", few_parts))
    game = wordle("abcd", "abce", "abcf", guesses=("qqqq",))
    start = Boards.start(Belief.start(game), 2)
    assert suggest(start)[-1].guess == "qqqq"
    assert len(solve(start, ["abcf", "abce"])) == 3
    assert "qqqq" in [guess for guess, _ in solve(start, ["abcf", "abce"], "qqqq")]


def test_a_reply_that_cannot_be_is_told_by_its_board() -> None:
    game = wordle("crane", "crate", "sloth")
    start = Boards.start(Belief.start(game), 3)
    with pytest.raises(ContradictionError, match=r"^Board 2: Clue 1, crane=11111, cannot be right: no word of a list"):
        start.after("crane", ["22222", "11111", "00000"])
    boards = start.after("CRANE", ["22222", "22202", 0])
    assert (boards.open, boards.done(0), boards.done(1)) == ([1, 2], True, False)
    assert boards.known == ["crate", "sloth"]
    with pytest.raises(
        ContradictionError, match=r"^Board 3: Clue 2, crate=22222, cannot be right: the only secret left after"
    ):
        boards.after("crate", [None, "22222", "22222"])
    with pytest.raises(ReplyError, match=r"^Board 3: '2220' is not a reply"):
        boards.after("crate", [None, "22222", "2220"])
    with pytest.raises(ReplyError, match=r"^Board 1: 243 is not a reply"):
        start.after("crate", [243, 0, 0])
    with pytest.raises(FewestError, match=r"^Board 2 is still open; give its reply\.$"):
        boards.after("crate", [None, None, 0])
    with pytest.raises(FewestError, match=r"^2 replies for 3 boards; give one for each\.$"):
        boards.after("crate", ["22222", "00000"])
    with pytest.raises(FewestError, match=r"^'crane!' is not an allowed guess"):
        start.after("crane!", ["22222", "22222", "22222"])
    assert boards.after("crate", ["not even read", "22222", "00020"]).open == [2]


@pytest.mark.parametrize("count", [-1, 0, 1, 33])
def test_no_boards_and_too_many_are_refused(count: int) -> None:
    with pytest.raises(FewestError, match=f"^You can play 2 to 32 boards at once, not {count}"):
        Boards.start(Belief.start(wordle("ab", "cd")), count)


def test_there_is_no_hard_mode() -> None:
    with pytest.raises(FewestError, match="Several boards have no hard mode"):
        Boards.start(Belief.start(wordle("ab", "cd"), hard=True), 2)


def test_an_evaluation_is_reproducible_and_counts_what_is_played() -> None:
    words = ["".join(each) for each in np.random.default_rng(1).choice([*"abcdefg"], (80, 4))]
    start = Boards.start(Belief.start(wordle(*words)), 3)
    seen: list[tuple[int, int | None]] = []
    found = evaluate(start, 30, 7, watch=Watch(lambda each: seen.append((each.done, each.total))))
    assert evaluate(start, 30, 7) == found
    assert evaluate(start, 30, 8) != found
    assert seen == [(done, 30) for done in range(31)]
    taken = [len(solve(start, secrets)) for secrets in draw(start, 30, 7)]
    assert found.mean == pytest.approx(sum(taken) / 30)
    assert found.histogram == {each: taken.count(each) for each in range(min(taken), max(taken) + 1)}
    assert (found.opener, found.max_guesses, found.secrets) == (choose(start), 8, 30)
    opened = evaluate(start, 30, 7, opener=words[5].upper())
    assert opened.opener == words[5]
    assert opened.total == sum(len(solve(start, secrets, words[5])) for secrets in draw(start, 30, 7))


def test_games_are_drawn_from_the_answers_that_are_possible() -> None:
    words = wordle("crane", "crate", "sloth", "light", guesses=("xylyl", "aahed")).words
    belief = Belief.start(Wordle(words, every_guess=True), [1, 1, 0, 1, 1, 1])  # of aahed crane crate light sloth xylyl
    games = draw(Boards.start(belief, 3), 50, 0)
    assert {word for secrets in games for word in secrets} == {"crane", "light", "sloth"}
    assert all(len({*secrets}) == 3 for secrets in games)
    assert games[:10] == draw(Boards.start(belief, 3), 10, 0)
    with pytest.raises(FewestError, match=r"^4 boards need 4 different answers, but there are 3\.$"):
        evaluate(Boards.start(belief, 4), 1)
    with pytest.raises(FewestError, match="at least one game"):
        evaluate(Boards.start(belief, 2), 0)


@pytest.mark.parametrize(("count", "limit"), [(2, 7), (4, 9), (8, 13), (16, 21), (32, 37)])
def test_there_are_five_guesses_more_than_boards(count: int, limit: int) -> None:
    assert Boards.start(Belief.start(wordle("ab", "cd")), count).limit == limit


@pytest.mark.slow
def test_quordle_on_the_original_list(original: Wordle) -> None:
    found = evaluate(Boards.start(Belief.start(original), 4), 60, seed=3)
    assert found.losses == 0
    assert found.mean < 7.1
