"""The options for possible secrets, priors and strategies, which all commands share."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fewest import SCORERS, Belief, Strategy, Wordle, evaluate, grow
from fewest.strategies import Greedy, Lookahead, Within
from tests.cli.running import Call, assert_refused

WEIGHTS = [1.0, 3.0, 0.5, 1.0, 40.0, 1.0]
"""The weights of the six words of the small game; likeliest first: abbot abase aback abbey abhor abate."""


@pytest.fixture
def weights(tmp_path: Path, small: Wordle) -> str:
    """A file with these weights."""
    path = tmp_path / "weights.txt"
    path.write_text("".join(f"{word} {weight}\n" for word, weight in zip(small.secrets, WEIGHTS, strict=True)))
    return str(path)


@pytest.fixture
def past(tmp_path: Path) -> str:
    """A file with two past answers and another word."""
    path = tmp_path / "past.txt"
    path.write_text("ABBOT\nzzzzz\nabhor\n")
    return str(path)


def data_of(call: Call, *arguments: str) -> dict[str, Any]:
    """The JSON of a command."""
    result = call(*arguments, "--json")
    assert (result.code, result.err) == (0, "")
    data: dict[str, Any] = json.loads(result.out)
    return data


def test_a_tree_over_every_guess_of_an_edition_is_checked_by_its_name(call: Call, tmp_path: Path) -> None:
    path = str(tmp_path / "tree.json")
    clues = [option for clue in ("crane=01200", "sloth=00000") for option in ("--after", clue)]
    proved = data_of(call, "prove", "--secrets", "guesses", *clues, "--tree", path)
    assert (proved["label"], proved["answers"]) == ("original/guesses", 2315)
    assert proved["secrets"] > 5
    checked = data_of(call, "check", path)
    assert (checked["label"], checked["total"]) == ("original/guesses", proved["total"])


def test_past_answers_are_less_likely(call: Call, lists: list[str], past: str, weights: str) -> None:
    def weight(*options: str) -> Any:
        return data_of(call, "prove", *lists, "--past", past, *options)["weight"]

    assert weight("--past-weight", "0.1") == 4 * 10 + 2
    assert weight() == weight("--past-weight", "0.034") == 4 * 500 + 2 * 17
    assert weight("--past-weight", "1/3") == 4 * 3 + 2
    assert weight("--past-weight", "1") == 6
    assert weight("--prior", weights, "--past-weight", "0.1") == 10 + 30 + 5 + 10 + 40 + 1
    words = ["aback", "abase", "abate", "abbey", "abbot", "abhor"]
    assert data_of(call, "words", *lists, "--past", past)["words"] == words
    assert data_of(call, "words", *lists, "--past", past, "--prior", weights, "--past-weight", "0.1")["words"] == [
        *("abbot", "abase", "aback", "abbey", "abate", "abhor")
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--secrets", "words"], "Unknown secrets 'words'. Use answers or guesses"),
        (
            ["--prior", "missing.txt"],
            r"no prior or file .*missing\.txt; use uniform, frequency,? .*or a file with weights",
        ),
        (["--prior", "."], r"\.: cannot be read \(Is a directory\)"),
        (["--prior", "frequency", "--midpoint", "half"], "Invalid value for '--midpoint'"),
        (["--past", "PAST", "--past-weight", "0"], "The weight of past answers must be above 0 and at most 1"),
        (["--past", "PAST", "--past-weight", "-1/2"], "The weight of past answers must be above 0 and at most 1"),
        (["--past", "PAST", "--past-weight", "1.01"], "The weight of past answers must be above 0 and at most 1"),
    ],
)
def test_an_invalid_prior_is_refused(options: list[str], message: str, call: Call, lists: list[str], past: str) -> None:
    assert_refused(call("evaluate", *lists, *(past if each == "PAST" else each for each in options)), message)


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("entropy:ties=alphabet", lambda: Greedy(SCORERS["entropy"], ties="alphabet")),
        ("expected-moves:within=4", lambda: Within(Greedy(SCORERS["expected-moves"]), 4)),
        ("lookahead:depth=3,width=3,exact=0", lambda: Lookahead(SCORERS["expected-moves"], 3, 3, 0)),
        ("lookahead:exact=0,within=5", lambda: Within(Lookahead(SCORERS["expected-moves"], exact=0), 5)),
    ],
)
def test_a_strategy_is_played_with_its_options(
    text: str, play: Callable[[], Strategy], call: Call, alike: list[str]
) -> None:
    game = Wordle.from_files(alike[1])
    data = data_of(call, "evaluate", *alike, "-s", text)
    result = evaluate(grow(play(), Belief.start(game)))
    found = {int(guesses): count for guesses, count in data["histogram"].items()}
    assert (found, data["opener"]) == (result.histogram, result.opener)
    plain = data_of(call, "evaluate", *alike, "-s", text.partition(":")[0])
    assert (plain["histogram"], plain["strategy"]) != (data["histogram"], text)
    assert plain["histogram"] != data["histogram"]
    rows = json.loads(call("compare", *alike, "-s", text, "-s", "entropy", "--json").out)
    assert (rows[0]["strategy"], rows[0]["total"]) == (text, data["total"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("best:depth=3", "There is no strategy 'best'; the strategies are letters, "),
        ("entropy:ties=first", "ties must be secrets"),
        ("expected-moves:curve=missing.json", r"missing\.json: cannot be read \(No such file or directory\)"),
        ("expected-moves:curve=.", r"\.: cannot be read \(Is a directory\)"),
    ],
)
def test_an_invalid_strategy_is_refused(text: str, message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("evaluate", *lists, "-s", text), message)
