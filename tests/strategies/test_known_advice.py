"""Advice from shipped values is the same as from exact search, but instant."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fewest import Belief, Prover, Wordle
from fewest.learning.accuracy import measure
from fewest.play.analysis import analyse
from fewest.questions.accuracy import accuracy
from fewest.questions.rank import rank
from fewest.questions.suggest import suggest
from fewest.scorers import SCORERS
from fewest.search import shipped_values
from fewest.search.prover import IMPOSSIBLE, costs_of
from fewest.search.resources import Resources
from fewest.search.shipped_values import OpenerTable, book_path, table_path
from fewest.setup import Setup
from fewest.strategies import AdviceOptions, Optimal, WordPreference, advise
from fewest.strategies.greedy import default_strategy
from fewest.words import edition
from tests.search.test_shipped_values import book_of, true_costs

Costs = np.ndarray[tuple[int], np.dtype[np.int64]]
WORDS = edition("original")
SHIPPED = shipped_values.DATA


@pytest.fixture
def setup(tmp_path: Path, nothing_known: Path) -> Setup:
    """29 answers that end alike, and 44 more guesses."""
    answers, guesses = tmp_path / "answers.txt", tmp_path / "guesses.txt"
    answers.write_text("\n".join([word for word in WORDS.answers if word.endswith("ch")][::2]), encoding="utf-8")
    guesses.write_text("\n".join(WORDS.guesses[::300]), encoding="utf-8")
    return Setup(answers=str(answers), guesses=str(guesses))


@pytest.fixture
def game(setup: Setup) -> Wordle:
    made = setup.make_game()
    assert isinstance(made, Wordle)
    return made


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make any search fail."""

    def fail(*arguments: object, **options: object) -> None:
        raise AssertionError("nothing needs to be searched")

    monkeypatch.setattr(Prover, "best", fail)
    monkeypatch.setattr(Prover, "_solve_guess", fail)


@pytest.fixture
def costs(game: Wordle) -> Costs:
    """The cost of every opener, saved in a table."""
    start = Belief.start(game)
    found = true_costs(start)
    OpenerTable.of(found, int(found.min()), len(start)).save(start)
    limited = true_costs(start, 3)
    OpenerTable.of(limited, int(limited.min()), len(start)).save(start, 3)
    return found


def test_the_first_guess_is_advised_from_the_table(setup: Setup, game: Wordle, costs: Costs, no_search: None) -> None:
    start = Belief.start(game)
    means = sorted((costs / len(start)).tolist())
    for count in (1, 5):
        advice = advise(start, AdviceOptions(6, count))
        assert (advice.proved, advice.few_guesses_left, isinstance(advice.strategy, Optimal)) == (True, False, True)
        assert [each.expected for each in advice.suggestions] == means[:count]
    best = advice.suggestions[0].guess
    for seconds in (0, 1):
        assert advise(start, AdviceOptions(6, seconds=seconds)).suggestions[0].guess == best
    assert suggest(setup).suggestions[0].guess == best
    at_once = suggest(setup, belief=start, count=4, words=9, seconds=0, partial=True)
    assert (at_once.proved, at_once.suggestions[0].guess) == (True, best)
    assert [
        each.expected
        for each in suggest(setup, belief=start, count=1, words=9, opener="finch", seconds=0, partial=True).suggestions
    ] == [costs[game.guess_index["finch"]] / len(start)]
    assert suggest(setup, belief=start, count=1, words=9, by="entropy", seconds=0, partial=True).strategy == "entropy"
    optimal = Optimal()
    assert optimal.choose(start) == best
    assert [each.expected for each in optimal.suggest(start, 7)] == means[:7]


def test_a_first_guess_is_analysed_by_the_table(game: Wordle, costs: Costs, nothing_known: Path) -> None:
    start = Belief.start(game)
    for guess in (game.secrets[0], game.guesses[1], game.guesses[int(costs.argmin())]):
        clue = f"{guess}={game.reply_text(game.reply(guess, game.secrets[7]))}"
        turn = analyse(start, [clue], seconds=0).turns[0]
        assert turn.exact
        assert turn.expected == costs[game.guess_index[guess]] / len(start)
        assert turn.best_expected == costs.min() / len(start)
        assert turn.perfect == (turn.expected == turn.best_expected)
        table = table_path(game).rename(nothing_known / "elsewhere")
        shipped_values._read_table.cache_clear()
        searched = analyse(start, [clue], seconds=60).turns[0]
        assert (searched.expected, searched.best_expected) == (turn.expected, turn.best_expected)
        book_of(game, [guess]).save(book_path(game))
        table.rename(table_path(game))
        shipped_values._read_table.cache_clear()
        shipped_values._read_book.cache_clear()
        assert analyse(start, [clue], seconds=0).turns[0].percentile == pytest.approx(searched.percentile)


def test_the_second_guess_is_advised_from_the_book(game: Wordle, setup: Setup) -> None:
    opener = game.guesses[3]
    start = Belief.start(game)
    parts = [part for _, part in start.parts(opener) if len(part) > 1]
    searched = [advise(part, AdviceOptions(6, 4)) for part in parts]
    book_of(game, [opener]).save(book_path(game))
    shipped_values._read_book.cache_clear()
    for part, before in zip(parts, searched, strict=True):
        found = advise(part, AdviceOptions(6, 4))
        assert found.suggestions == before.suggestions
        alone = advise(part, AdviceOptions(6, 4, seconds=0))
        assert alone.suggestions[0] == found.suggestions[0]
        assert {each.expected for each in alone.suggestions[1:]} <= {None}
        at_once = suggest(setup, belief=part, count=4, words=9, seconds=0, partial=True)
        assert (at_once.proved, at_once.suggestions[0]) == (True, found.suggestions[0])
        assert Optimal().choose(part) == found.suggestions[0].guess
        assert analyse(start, [part.clues[0]], seconds=0).turns[0].left == found.suggestions[0].expected


def test_a_ranking_comes_from_the_table_unless_a_store_wants_it_searched(
    setup: Setup, game: Wordle, costs: Costs, tmp_path: Path
) -> None:
    few = Resources(threads=1, memory=4)
    kept = replace(few, store=tmp_path / "store.db")
    searched, shipped = rank(setup, within=3, resources=kept), rank(setup, within=3, resources=few)
    assert shipped.openers == searched.openers
    assert (shipped.resumed, searched.resumed) == (len(costs), 0)
    limited = rank(replace(setup, max_guesses=3), resources=few)
    assert (
        sum(each.total is None for each in limited.openers) == (true_costs(Belief.start(game), 3) == IMPOSSIBLE).sum()
    )
    assert rank(setup, openers=["finch"], resources=few).openers[0].total == costs[game.guess_index["finch"]]
    weighted = replace(setup, past=str(setup.answers), past_weight="0.5")
    assert rank(weighted, openers=["finch"], resources=few).resumed == 0


def test_accuracy_is_measured_over_all_openers_of_a_table(
    setup: Setup, game: Wordle, costs: Costs, no_search: None
) -> None:
    made = measure(Belief.start(game), [SCORERS["entropic"]], 5, 10)
    assert [each.exact for each in made.best] == sorted((costs / len(game.secrets)).tolist())[:5]
    for each in made.sample:
        assert each.exact == costs[game.guess_index[each.guess]] / len(game.secrets)
    whole = accuracy(setup, estimators=["entropic"], best=3)
    assert whole.is_whole
    assert whole.sample[0].margin == 0
    assert f"{whole.population} openers of" in str(whole)
    assert accuracy(setup, estimators=["entropic"], best=3, sample=4).sample[0].openers == 4


@pytest.fixture
def weighted(game: Wordle) -> tuple[Belief, Costs]:
    """A start where one secret is half as likely as the others, and the cost of every opener there."""
    start = Belief.start(game, [1, *[2] * (len(game.secrets) - 1)])
    return start, true_costs(start)


@pytest.mark.parametrize("margin", [0.0, 0.1, 0.3, 9.0])
def test_the_start_of_a_book_advises_as_a_split_of_all_openers_does(
    game: Wordle, weighted: tuple[Belief, Costs], no_search: None, margin: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped_values, "STARTS", 40)
    start, costs = weighted
    weights = costs_of(start)
    scored = default_strategy().scorer.scores(start)
    whole = scored[0]
    table = OpenerTable.of(costs, int(costs.min()), int(weights.sum()))
    table.save(start)
    best = [game.guess_index[value.guess] for value in table.best(start, 40, None, whole)]
    facts = {
        game.guesses[at]: (whole.entropy[at] + 10, whole.hit[at], int(whole.parts[at]), int(whole.largest[at]))
        for at in best
    }  # ten bits more, to show where they come from
    replace(book_of(game, [], weights.tolist()), start=facts).save(book_path(game))
    preference = WordPreference(margin)
    for count in (1, 5, 12):
        options = AdviceOptions(6, count, preference=preference)
        quick, full = advise(start, options), advise(start, options, scored=scored)
        assert [each.guess for each in quick.suggestions] == [each.guess for each in full.suggestions]
        assert [each.expected for each in quick.suggestions] == [each.expected for each in full.suggestions]
        assert (quick.proved, quick.few_guesses_left) == (full.proved, full.few_guesses_left)
        assert (quick.best and quick.best.guess) == (full.best and full.best.guess)
        assert all(each.bits > 10 for each in quick.suggestions) == (margin < 9)
    for elsewhere in (
        advise(start, AdviceOptions(6, 41, seconds=0)),
        advise(start, AdviceOptions(2, 5, seconds=0)),
        advise(start, AdviceOptions(6, 1, among=[game.guesses[0]], seconds=0)),
        advise(Belief.start(game), AdviceOptions(6, 5, seconds=0)),
        advise(replace(start, hard=True), AdviceOptions(6, 5, seconds=0)),
    ):
        assert all(each.bits < 10 for each in elsewhere.suggestions)


@pytest.mark.parametrize("spec", ["mastermind", "bulls-and-cows"])
def test_codes_begin_with_the_best_opener_of_each_kind(spec: str) -> None:
    start = Setup(game=spec).belief()
    made = advise(start, AdviceOptions(10, 10))
    kinds = {tuple(sorted(map(code.count, {*code}))) for code in start.game.guesses}
    assert {tuple(sorted(map(each.guess.count, {*each.guess}))) for each in made.suggestions} == kinds
    assert len(made.suggestions) == len(kinds)
    totals = [round((each.expected or 0) * len(start)) for each in made.suggestions]
    assert totals == sorted(totals)
    assert made.proved
    assert totals[0] == {"mastermind": 5625, "bulls-and-cows": 26274}[spec]
    ranked = rank(Setup(game=spec)).openers
    assert [each.opener for each in ranked] == [each.guess for each in made.suggestions]
    for _, part in start.parts(made.suggestions[0].guess):
        assert len(part) == 1 or advise(part, AdviceOptions(10, 1)).proved
