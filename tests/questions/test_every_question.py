"""Every question: its result can be shown in every format, and the command line writes the same JSON."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fewest import questions
from fewest.questions import (
    accuracy,
    analyse,
    audit,
    boards,
    check,
    compare,
    converge,
    duel,
    evaluate,
    history,
    lists,
    openings,
    past,
    play,
    proof,
    prove,
    rank,
    regret,
    reply,
    solve,
    split,
    suggest,
    train,
    tree,
    value,
)
from fewest.results import Result
from fewest.search.resources import Resources
from fewest.setup import Setup
from fewest.strategies import WordPreference
from tests.cli.running import Call
from tests.questions import checks
from tests.questions.conftest import Place

ONE_THREAD = Resources(threads=1, memory=4)
SEARCH = ["--threads", "1", "--memory", "4"]
HARD = ["--hard", "--max-guesses", "5"]
OPENERS = ["--opener", "batch", "--opener", "conch"]
PLAIN = ["--secrets", "answers", "--prior", "uniform"]
CLUE = "batch=00022"

Ask = Callable[[Place], Result]
Arguments = Callable[[Place], list[str]]

QUESTIONS: dict[str, tuple[Ask, Arguments | None]] = {
    "accuracy": (
        lambda at: accuracy.accuracy(at.setup, best=2, sample=4, memory=4),
        lambda at: ["accuracy", "--best", "2", "--sample", "4", "--memory", "4", *at.options],
    ),
    "analyse": (
        lambda at: analyse.analyse(at.setup, ["batch", "conch", "finch"]),
        lambda at: ["analyse", "batch", "conch", "finch", *PLAIN, *at.options],
    ),
    "audit": (
        lambda at: audit.audit(at.setup, at.store, sample=5, memory=4),
        lambda at: ["store", "audit", str(at.store), "--sample", "5", "--memory", "4", *at.options],
    ),
    "boards, solved": (
        lambda at: boards.solve_boards(at.setup, ["batch", "finch"]),
        lambda at: ["boards", "batch", "finch", *PLAIN, *at.options],
    ),
    "boards, evaluated": (
        lambda at: boards.evaluate_boards(at.setup, count=2, games=5, seed=1),
        lambda at: ["boards", "--count", "2", "--games", "5", "--seed", "1", *PLAIN, *at.options],
    ),
    "boards, played": (
        lambda at: boards.play_boards(at.setup, count=2, seed=1, guesses=["batch"], hint=True),
        None,
    ),
    "check": (
        lambda at: check.check(at.setup, at.tree),
        lambda at: ["check", str(at.tree), *at.options],
    ),
    "compare": (
        lambda at: compare.compare(at.setup, by=["entropy", "minimax"], openers=["batch", "conch"]),
        lambda at: ["compare", "-s", "entropy", "-s", "minimax", "--opener", "batch", "--opener", "conch", *at.options],
    ),
    "converge": (
        lambda at: converge.converge(at.setup, by="entropic", iterations=5),
        lambda at: ["converge", "--estimator", "entropic", "--iterations", "5", *at.options],
    ),
    "duel": (
        lambda at: duel.duel(at.setup, openers=["batch"]),
        lambda at: ["duel", "--solve", "--opener", "batch", *at.options],
    ),
    "duel, the shortest": (
        lambda at: duel.duel(at.setup, by=None),
        lambda at: ["duel", "--shortest", *at.options],
    ),
    "duel, played": (lambda at: duel.play_duel(at.setup, ["batch", "conch"], words=5), None),
    "evaluate": (
        lambda at: evaluate.evaluate_strategy(at.setup, by="entropy", opener="batch"),
        lambda at: ["evaluate", "-s", "entropy", "--opener", "batch", *at.options],
    ),
    "words": (lambda at: lists.words(at.setup.after(CLUE)), lambda at: ["words", CLUE, *at.options]),
    "openings": (
        lambda at: openings.openings(at.setup, fixed=1, count=3),
        lambda at: ["openings", "--fixed", "1", "--count", "3", *at.options],
    ),
    "play": (lambda at: play.play(at.setup, ["batch", "conch"], seed=3, give_up=True), None),
    "history": (lambda at: history.history(at.setup), lambda at: ["history", *at.options]),
    "history of all lists": (lambda at: history.history(at.setup, all_lists=True), lambda at: ["history"]),
    "past": (lambda at: past.kept_past(at.setup), lambda at: ["past"]),
    "proof": (
        lambda at: proof.read_store(at.setup, at.store),
        lambda at: ["store", "show", str(at.store), *at.options],
    ),
    "prove": (
        lambda at: prove.prove(at.setup, top=3, resources=ONE_THREAD),
        lambda at: ["prove", "--top", "3", *SEARCH, *at.options],
    ),
    "rank": (
        lambda at: rank.rank(at.setup, top=3, resources=ONE_THREAD),
        lambda at: ["rank", "--top", "3", *SEARCH, *at.options],
    ),
    "regret": (lambda at: regret.regret(at.setup, ["batch", "conch", "finch"], "finch"), None),
    "reply": (
        lambda at: reply.reply(at.setup, "conch", ["finch", "batch"]),
        lambda at: ["reply", "conch", "finch", "batch", *at.options],
    ),
    "solve": (
        lambda at: solve.solve(at.setup, ["finch", "batch"]),
        lambda at: ["solve", "finch", "batch", *at.options],
    ),
    "split": (
        lambda at: split.split(at.setup.after(CLUE), "conch"),
        lambda at: ["split", "conch", CLUE, *at.options],
    ),
    "suggest": (
        lambda at: suggest.suggest(at.setup.after(CLUE), count=3),
        lambda at: ["suggest", CLUE, "-n", "3", *at.options],
    ),
    "suggest at once": (
        lambda at: suggest.suggest(
            at.setup, belief=at.belief.after("batch", "00022"), count=3, words=5, seconds=0, partial=True
        ),
        None,
    ),
    "train": (
        lambda at: train.train(at.setup, rounds=1),
        lambda at: ["train", "--rounds", "1", *at.options],
    ),
    "value": (lambda at: value.value(at.setup.after(CLUE), "conch"), None),
    "curve": (lambda at: train.curve_points(Setup(edition="original")), None),
    "tree": (lambda at: tree.tree_node(at.setup, "conch", secret="finch"), None),
}
"""How each question is asked of the library, and of the command line where that has it."""

WITH_OPTIONS: dict[str, tuple[Ask, Arguments]] = {
    "rank": (
        lambda at: rank.rank(
            replace(at.setup, hard=True, max_guesses=5), openers=["batch", "CONCH"], resources=ONE_THREAD
        ),
        lambda at: ["rank", *HARD, "--opener", "batch", "--opener", "CONCH", *SEARCH, *at.options],
    ),
    "rank by a second limit": (
        lambda at: rank.rank(at.setup, top=2, within=3, resources=ONE_THREAD),
        lambda at: ["rank", "--top", "2", "--within", "3", *SEARCH, *at.options],
    ),
    "rank by an aim": (
        lambda at: rank.rank(at.setup, top=2, aim="within:3", resources=ONE_THREAD),
        lambda at: ["rank", "--top", "2", "--aim", "within:3", *SEARCH, *at.options],
    ),
    "prove": (
        lambda at: prove.prove(
            replace(at.setup, hard=True, max_guesses=5), openers=["batch", "CONCH"], top=2, resources=ONE_THREAD
        ),
        lambda at: ["prove", *HARD, "--opener", "batch", "--opener", "CONCH", "--top", "2", *SEARCH, *at.options],
    ),
    "prove by an aim, after a clue": (
        lambda at: prove.prove(at.setup.after(CLUE), aim="worst", resources=Resources(threads=2, memory=1)),
        lambda at: ["prove", "--after", CLUE, "--aim", "worst", "--threads", "2", "--memory", "1", *at.options],
    ),
    "accuracy": (
        lambda at: accuracy.accuracy(at.setup, estimators=["entropic"], best=0, sample=5, seed=7, memory=4),
        lambda at: [
            *("accuracy", "--estimator", "entropic", "--best", "0", "--sample", "5", "--seed", "7", "--memory", "4"),
            *at.options,
        ],
    ),
    "train": (
        lambda at: train.train(at.setup, rounds=2, bucket=1.0),
        lambda at: ["train", "--rounds", "2", "--bucket", "1", *at.options],
    ),
    "solve": (
        lambda at: solve.solve(
            replace(at.setup, hard=True, max_guesses=5), ["finch"], by="minimax", opener="batch", replies="gyb"
        ),
        lambda at: ["solve", "finch", *HARD, "-s", "minimax", "--opener", "batch", "--reply-style", "gyb", *at.options],
    ),
    "solve by openers": (
        lambda at: solve.solve(at.setup, ["finch", "batch"], opener=["batch", "conch"]),
        lambda at: ["solve", "finch", "batch", *OPENERS, *at.options],
    ),
    "evaluate": (
        lambda at: evaluate.evaluate_strategy(replace(at.setup, hard=True, max_guesses=5), by="minimax"),
        lambda at: ["evaluate", *HARD, "-s", "minimax", *at.options],
    ),
    "evaluate openers": (
        lambda at: evaluate.evaluate_strategy(at.setup, opener=["batch", "conch"]),
        lambda at: ["evaluate", *OPENERS, *at.options],
    ),
    "compare": (
        lambda at: compare.compare(replace(at.setup, hard=True, max_guesses=5), by=["letters"], openers=["batch"]),
        lambda at: ["compare", *HARD, "-s", "letters", "--opener", "batch", *at.options],
    ),
    "suggest": (
        lambda at: suggest.suggest(
            replace(at.setup, hard=True, max_guesses=5).after(CLUE), by="minimax", count=4, replies="gyb"
        ),
        lambda at: ["suggest", CLUE, *HARD, "-s", "minimax", "-n", "4", "--reply-style", "gyb", *at.options],
    ),
    "suggest all that is known": (
        lambda at: suggest.suggest(at.setup, words=None, preference=WordPreference(0.1, 500)),
        lambda at: ["suggest", "--list", "--margin", "0.1", "--known-words", "500", *at.options],
    ),
}
"""The same with options that change the answer."""


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path))


def test_no_question_is_left_out() -> None:
    modules = {path.stem for path in Path(questions.__file__).parent.glob("*.py")} - {"__init__"}
    asked = {ask.__code__.co_names[0] for ask, _ in QUESTIONS.values()}
    assert asked == modules


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_result_can_be_looked_at_in_every_way(name: str, place: Place) -> None:
    checks.check(QUESTIONS[name][0](place))


@pytest.mark.parametrize(
    ("ask", "arguments"),
    [
        *(pytest.param(*both, id=name) for name, both in QUESTIONS.items() if both[1]),
        *(pytest.param(*both, id=f"{name}, with options") for name, both in WITH_OPTIONS.items()),
    ],
)
def test_the_command_line_writes_the_json_of_the_library(
    ask: Ask, arguments: Arguments, place: Place, call: Call
) -> None:
    said = call(*arguments(place), "--json")
    assert (said.code, said.err) == (0, "")
    found, wanted = json.loads(said.out), ask(place).to_json()
    if arguments(place)[0] == "converge":
        wanted = [wanted]  # a list, for several estimators may be named
    assert checks.without_times(found) == checks.without_times(wanted)
    assert checks.shape(found) == checks.shape(wanted)
