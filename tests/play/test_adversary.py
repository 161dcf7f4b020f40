from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, Clue, FewestError, Game, Wordle, strategy
from fewest.errors import OutOfTimeError
from fewest.play import adversary
from fewest.play.adversary import answer, hint, play_against, shortest_win
from fewest.strategies import classic
from fewest.trees.tree import Player
from fewest.watch import Progress, Watch
from tests import oracles, samples
from tests.cases import first
from tests.samples import InOrder, TableGame, beliefs, small_beliefs, table_games, wordle, wordles


def plain_answer(game: Game, words: Sequence[str], guess: str) -> tuple[int, list[str]]:
    """The adversary's reply and the words that it leaves, by plain counting."""
    counts = Counter(game.reply(guess, word) for word in words)
    most = max(counts.values())
    best = sorted(reply for reply, count in counts.items() if count == most)
    reply = next((each for each in best if each != game.win), game.win)
    return reply, [word for word in words if game.reply(guess, word) == reply]


def plain_allowed(belief: Belief, clues: Sequence[Clue]) -> list[str]:
    """The guesses allowed after all clues, including those of the belief."""
    game = belief.game
    if not (belief.hard and isinstance(game, Wordle)):
        return list(game.guesses)
    marked = [(guess, game.marks(reply)) for guess, reply in (*belief.clues, *clues)]
    return [word for word in game.guesses if all(oracles.allowed_in_hard_mode(word, *clue) for clue in marked)]


def plain_least(belief: Belief, opener: str | None = None) -> int:
    """The length of a shortest game, by trying all games of one guess, then of two, and so on."""
    games: list[tuple[list[str], tuple[Clue, ...]]] = [(sorted(belief.words), ())]
    length = 0
    while True:
        length += 1
        longer: dict[tuple[object, ...], tuple[list[str], tuple[Clue, ...]]] = {}
        for words, clues in games:
            for guess in plain_allowed(belief, clues) if clues or opener is None else [opener]:
                reply, left = plain_answer(belief.game, words, guess)
                if reply == belief.game.win:
                    return length
                made = (*clues, Clue(guess, reply))
                longer.setdefault((*left, "|", *plain_allowed(belief, made)), (left, made))
        games = list(longer.values())


def assert_a_game(belief: Belief, game: Sequence[Clue]) -> None:
    """Every guess is allowed, every reply is the adversary's, and only the last reply is the win."""
    words = sorted(belief.words)
    for number, (guess, reply) in enumerate(game):
        assert guess in plain_allowed(belief, game[:number])
        expected, words = plain_answer(belief.game, words, guess)
        assert reply == expected
        assert (reply == belief.game.win) == (number == len(game) - 1)
    assert words == [game[-1].guess]


@settings(max_examples=samples.some_of(150))
@given(beliefs(st.one_of(wordles(), table_games())), st.data())
def test_the_adversary_keeps_most(belief: Belief, data: st.DataObject) -> None:
    guess = data.draw(st.sampled_from(belief.game.guesses))
    after = answer(belief, guess)
    reply, left = plain_answer(belief.game, sorted(belief.words), guess)
    assert sorted(after.words) == left
    assert after.clues == (Clue(guess, reply),)
    assert after.won == (reply == belief.game.win) == (belief.words == [guess])


def test_of_tied_replies_the_lowest_is_given_and_never_the_win() -> None:
    """Four replies of one secret each, the win lowest of all."""
    game = TableGame(np.array([[0, 3, 2, 1], [2, 0, 1, 3], [3, 1, 0, 2], [1, 2, 3, 0]]), 4, 0)
    assert [answer(Belief.start(game), guess).clues[-1].reply for guess in game.guesses] == [1] * 4
    assert answer(answer(Belief.start(game), "0000"), "0003").won


def test_the_adversary_counts_secrets_whatever_their_weight() -> None:
    game = wordle("crane", "crate", "sloth", guesses=("slump",))
    assert answer(Belief.start(game, [1, 1, 100]), "slump").words == ["crane", "crate"]
    assert answer(Belief.start(game, [1, 0, 100]), "slump").words == ["crane"]


def test_the_shortest_games_are_those_that_breadth_first_search_finds() -> None:
    lengths = Counter[int]()
    for belief, rng in small_beliefs(seed=20, count=400):
        if belief.won:
            assert shortest_win(belief) == []
            continue
        opener = str(rng.choice(plain_allowed(belief, ()))) if rng.random() < 0.5 else None
        told: list[Progress] = []
        found = shortest_win(belief, opener, Watch(told.append))
        reports = [int(progress.text.split()[-4]) for progress in told]
        assert_a_game(belief, found)
        assert len(found) == plain_least(belief, opener), (belief, opener)
        assert opener in (None, found[0].guess)
        assert reports in ([], list(range(reports[0] if reports else 0, len(found) + 1)))
        lengths[len(found)] += 1
    assert len(lengths) >= 4


def test_a_single_secret_is_guessed_at_once() -> None:
    start = Belief.start(wordle("crane", guesses=("sloth",)))
    assert shortest_win(start) == [Clue("crane", 242)]
    assert shortest_win(start, "CRANE") == [Clue("crane", 242)]
    assert [clue.guess for clue in shortest_win(start, "sloth")] == ["sloth", "crane"]
    after = start.after("sloth", "00000")
    assert shortest_win(after) == play_against(InOrder(), after) == [Clue("crane", 242)]
    assert shortest_win(answer(start, "crane")) == play_against(InOrder(), answer(start, "crane")) == []


@pytest.mark.parametrize("name", [*classic(), "lookahead", "optimal"])
def test_every_strategy_beats_the_adversary(name: str) -> None:
    for belief, rng in small_beliefs(seed=30, count=15):
        if not belief.won:
            opener = str(rng.choice(plain_allowed(belief, ()))) if rng.random() < 0.5 else None
            game = play_against(strategy(name), belief, opener)
            assert_a_game(belief, game)
            assert game[0].guess == (opener or strategy(name).choose(belief))
            assert len(game) >= len(shortest_win(belief, opener))


def test_a_strategy_that_does_not_get_on_is_an_error() -> None:
    class Stubborn:
        name = "stubborn"

        def choose(self, belief: Belief) -> str:
            return "xylyl"

    stubborn: Player = Stubborn()
    start = Belief.start(wordle("crane", "sloth", guesses=("xylyl", "fuzzy")))
    with pytest.raises(FewestError, match=r"^The strategy stubborn is stuck: it guesses 'xylyl', which"):
        play_against(stubborn, start)
    assert [clue.guess for clue in play_against(InOrder(), start, "fuzzy")] == ["fuzzy", "crane", "sloth"]


def test_a_search_ends_when_its_time_is_over(original: Wordle) -> None:
    with pytest.raises(OutOfTimeError):
        shortest_win(Belief.start(original), watch=Watch().within(-1))
    assert len(shortest_win(Belief.start(wordle("crane")), watch=Watch().within(-1))) == 1


def test_a_game_that_is_too_long_to_search_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    belief = Belief.start(wordle("xyza", "xyzb", "xyzc", "xyzd"))
    monkeypatch.setattr(adversary, "MAX_DEPTH", 4)
    assert len(shortest_win(belief)) == 4
    monkeypatch.setattr(adversary, "MAX_DEPTH", 3)
    with pytest.raises(FewestError, match=r"^Beating the adversary here takes more than 3 guesses"):
        shortest_win(belief)


@pytest.mark.parametrize("hard", first(1, [False, True]))
def test_four_guesses_beat_the_adversary_of_the_original_game(hard: bool, original: Wordle) -> None:
    start = Belief.start(original, hard=hard)
    for opener in ("salet", "crane", None):
        game = shortest_win(start, opener)
        assert (len(game), game[-1].reply) == (4, original.win)
        sizes = [len(start), *(len(start.after_all(game[:made])) for made in range(1, 5))]
        assert all(before > after for before, after in pairwise(sizes[:-1]))
        assert_a_game(start, game)


def test_a_hint_is_the_next_guess_of_a_shortest_game() -> None:
    belief = Belief.start(samples.ending_in("ch"))
    shortest = shortest_win(belief)
    assert hint(belief) == f"{shortest[0].guess}; you can win in {len(shortest)} guesses"
    last = belief.after_all(shortest[:-1])
    assert hint(last) == f"{shortest[-1].guess}; you can win in 1 guess"


def test_where_that_takes_too_long_a_hint_leaves_few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adversary, "HINT_SECONDS", 0.0)
    game = samples.ending_in("ch")
    guess, _, said = hint(Belief.start(game)).partition("; ")
    left = {each: len(plain_answer(game, game.answers, each)[1]) for each in game.guesses}
    assert left[guess] == min(left.values())
    assert said == f"it leaves {left[guess]} words, the fewest possible"
