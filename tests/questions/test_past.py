"""Saved past answers, and the proof of the first guess with them, which holds only for that belief."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fewest import Belief, Prover
from fewest.errors import FewestError
from fewest.questions import past
from fewest.questions.analyse import analyse
from fewest.questions.solve import solve
from fewest.questions.suggest import suggest
from fewest.search.shipped_values import known_openers, known_value, own_table_path
from fewest.setup import Setup
from fewest.strategies.advice import WordPreference, known_words
from fewest.words import PastAnswers
from tests.questions.checks import pressing_ctrl_c

TEXT = "2021-06-19,batch\n2026-01-31,conch\nepoch\nvouch\n"
OTHER = TEXT.replace("batch", "watch")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the user's data."""
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def today(setup: Setup) -> Setup:
    """The small game with the belief of today's game."""
    return replace(setup, secrets="guesses", prior="today")


@pytest.fixture
def keep(today: Setup, tmp_path: Path) -> Callable[[str], Setup]:
    """Saves past answers and returns the setup with them."""

    def kept(text: str) -> Setup:
        path = tmp_path / "answers.csv"
        path.write_text(text)
        past.keep_past(today, path)
        return replace(today, past=PastAnswers(text))

    return kept


def files(data: Path) -> list[str]:
    """The saved files of proofs."""
    return sorted(path.suffix for path in (data / "proved").iterdir())


def test_the_proof_is_kept_and_every_question_begins_with_it(
    keep: Callable[[str], Setup], today: Setup, data: Path
) -> None:
    setup = keep(TEXT)
    belief = setup.belief()
    first = suggest(setup, seconds=0)
    assert (first.proved, past.kept_past(today).first) == (False, None)
    facts, ended = past.prove_past(today)
    assert (ended, facts.settled, files(data)) == ("", 0, [".openers"])
    assert facts == past.kept_past(today)
    prover = Prover(belief)
    costs = np.array([prover.cost_of_guess(guess, belief) for guess in belief.game.guesses])
    proved = suggest(setup, seconds=0, preference=WordPreference(margin=0.0))
    assert proved.proved
    assert proved.suggestions[0].expected == costs.min() / prover.weights.sum()
    by_default = suggest(setup, seconds=0)
    assert by_default.exact
    assert (facts.first, facts.expected) == (by_default.suggestions[0].guess, by_default.suggestions[0].expected)
    common = np.where(known_words(belief), costs, costs.max())
    at = known_value(belief, belief.game.guesses[int(common.argmin())])
    assert at is not None, "so that a margin finds the best of the common words"
    assert at.cost == common.min()
    assert solve(setup, ["batch"]).games[0].turns[0].guess == facts.first
    analysis = analyse(setup, [facts.first or "", "batch"], seconds=0)
    assert analysis.turns[0].exact
    assert f"Best first guess (proved): {facts.first}" in str(facts)


def test_it_is_used_for_that_belief_alone(keep: Callable[[str], Setup], today: Setup) -> None:
    setup = keep(TEXT)
    past.prove_past(today)
    assert known_openers(setup.belief()) is not None
    same = replace(today, past=PastAnswers("".join(reversed(TEXT.splitlines(keepends=True)))))
    assert known_openers(same.belief()) is not None, "the order of the lines changes nothing"
    others = (
        today,
        replace(today, past=PastAnswers(OTHER)),
        replace(setup, past_weight="0.5"),
        replace(setup, prior="uniform"),
        replace(setup, hard=True),
        replace(setup, among=("batch,conch,pouch",)),
    )
    assert [known_openers(other.belief()) for other in others] == [None] * len(others)
    assert known_openers(setup.belief(), 6) is None
    assert keep(OTHER) != setup
    assert past.kept_past(today).first is None, "the file has changed"


@pytest.mark.parametrize("damage", [lambda data: data[:-9], lambda data: b"", lambda data: b"{}\n", bytes.swapcase])
def test_a_damaged_file_is_left_aside_and_proved_anew(
    damage: Callable[[bytes], bytes], keep: Callable[[str], Setup], today: Setup
) -> None:
    belief = keep(TEXT).belief()
    proved = past.prove_past(today)
    path = own_table_path(belief)
    path.write_bytes(damage(path.read_bytes()))
    assert known_openers(belief) is None
    assert past.kept_past(today).first is None
    assert past.prove_past(today) == proved


def test_a_proof_that_is_ended_goes_on_where_it_stopped(keep: Callable[[str], Setup], today: Setup, data: Path) -> None:
    belief = keep(TEXT).belief()

    facts, ended = past.prove_past(today, watch=pressing_ctrl_c())
    assert (ended, facts.first) == ("interrupted", None)
    assert facts.settled < facts.first_guesses
    assert "Not proved yet" in str(facts)
    assert ".db" in files(data)
    assert known_openers(belief) is None
    facts, ended = past.prove_past(today)
    assert (ended, files(data)) == ("", [".openers"])
    assert facts.first is not None


def test_only_the_newest_proofs_are_kept(
    keep: Callable[[str], Setup], today: Setup, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "MOST_PROOFS", 1)
    first = keep(TEXT)
    past.prove_past(today)
    second = keep(OTHER)
    past.prove_past(today)
    assert files(data) == [".openers"]
    assert known_openers(second.belief()) is not None
    assert known_openers(first.belief()) is None


def test_without_past_answers_there_is_nothing_to_prove(today: Setup) -> None:
    with pytest.raises(FewestError, match="No past answers are saved; add them with fewest past FILE --prove"):
        past.prove_past(today)


def test_weights_with_past_answers_have_few_digits(today: Setup) -> None:
    """Whole millionths, at least one, as without past answers; otherwise exact search could not hold them."""
    weights = replace(today, past=PastAnswers(TEXT)).weights(today.make_game())
    assert weights is not None
    assert all(10**6 % weight.denominator == 0 for weight in weights)
    assert Belief.start(today.make_game(), weights).weights is not None
