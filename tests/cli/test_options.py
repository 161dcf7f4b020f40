"""What may be the secret, how likely each is, and the options of strategies: the same for every command."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fewest import SCORERS, Belief, Strategy, Wordle, evaluate, grow, strategy
from fewest.strategies import Greedy, Lookahead, Within
from fewest.words import frequency_weights
from fewest.words.prior import WEIGHT_SCALE
from tests.cli.running import Call, assert_refused

WEIGHTS = [1.0, 3.0, 0.5, 1.0, 40.0, 1.0]
"""How likely the six words of the small game are; the likeliest first: abbot abase aback abbey abhor abate."""

LIKELIEST_FIRST = ["abbot", "abase", "aback", "abbey", "abhor", "abate"]


@pytest.fixture
def weights(tmp_path: Path, small: Wordle) -> str:
    """A file with those weights."""
    path = tmp_path / "weights.txt"
    path.write_text("".join(f"{word} {weight}\n" for word, weight in zip(small.secrets, WEIGHTS, strict=True)))
    return str(path)


@pytest.fixture
def past(tmp_path: Path) -> str:
    """A file with two past answers, and a word that is no answer."""
    path = tmp_path / "past.txt"
    path.write_text("ABBOT\nzzzzz\nabhor\n")
    return str(path)


def data_of(call: Call, *arguments: str) -> dict[str, Any]:
    """What a command says to programs."""
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


@pytest.mark.parametrize("options", [["--middle", "3", "--steepness", "0.5"], ["--middle", "3"], []])
def test_frequent_words_are_likelier(options: list[str], call: Call, lists: list[str], small: Wordle) -> None:
    numbers = [float(each) for each in options[1::2]]
    weights = dict(zip(small.secrets, frequency_weights(small.words, small.secrets, *numbers), strict=True))
    expected = sorted(small.secrets, key=lambda word: (-weights[word], word))
    prior = ["--prior", "frequency", *options]
    assert data_of(call, "words", *lists, *prior)["words"] == expected != [*small.secrets]
    # The whole numbers that a proof counts by are in the same proportion.
    proof = data_of(call, "prove", *lists, *prior, "--after", "abbot=22000")
    aback, abase = (int(weights[word] * WEIGHT_SCALE) for word in ("aback", "abase"))
    assert proof["weight"] == (aback + abase) // math.gcd(aback, abase)
    assert proof["total"] == (min(aback, abase) * 2 + max(aback, abase)) // math.gcd(aback, abase)


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


def test_suggestions_are_those_under_the_prior(call: Call, lists: list[str], small: Wordle, weights: str) -> None:
    data = data_of(call, "suggest", *lists, "--prior", weights, "-s", "entropy")
    belief = Belief.start(small, WEIGHTS)
    assert [each["word"] for each in data["secrets"]] == LIKELIEST_FIRST
    assert data["bits"] == pytest.approx(-sum(each / 46.5 * math.log2(each / 46.5) for each in WEIGHTS))
    assert data["suggestions"] == [vars(each) for each in strategy("entropy").suggest(belief)]
    hits = {each["guess"]: each["hit"] for each in data["suggestions"]}
    assert hits["abbot"] == pytest.approx(40 / 46.5)
    assert hits["hotty"] == 0
    shown = call("suggest", *lists, "--prior", weights).out
    assert " ".join(LIKELIEST_FIRST) in shown
    assert data_of(call, "suggest", *lists, "--prior", weights)["suggestions"][0]["guess"] == "abbot"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--secrets", "words"], "The secrets are the answers or the guesses, not 'words'"),
        (
            ["--prior", "missing.txt"],
            r"missing\.txt: no such prior; choose uniform, frequency,? .*or a file with weights",
        ),
        (["--prior", "."], r"\.: cannot be read \(Is a directory\)"),
        (["--prior", "frequency", "--middle", "half"], "Invalid value for '--middle'"),
        (["--past", "PAST", "--past-weight", "0"], "The weight of past answers must be above 0 and at most 1"),
        (["--past", "PAST", "--past-weight", "-1/2"], "The weight of past answers must be above 0 and at most 1"),
        (["--past", "PAST", "--past-weight", "1.01"], "The weight of past answers must be above 0 and at most 1"),
    ],
)
def test_what_is_no_prior_is_refused(options: list[str], message: str, call: Call, lists: list[str], past: str) -> None:
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
        ("entropy:ties=first", "to the alphabet, to the list or to the list-end, not to 'first'"),
        ("expected-moves:curve=missing.json", r"missing\.json: cannot be read \(No such file or directory\)"),
        ("expected-moves:curve=.", r"\.: cannot be read \(Is a directory\)"),
    ],
)
def test_what_is_no_strategy_is_refused(text: str, message: str, call: Call, lists: list[str]) -> None:
    assert_refused(call("evaluate", *lists, "-s", text), message)


def test_the_most_frequent_words_are_ranked_by_the_list_itself(call: Call) -> None:
    language = ["--language", "fil", "--length", "4"]
    curve = ["--prior", "frequency", "--middle", "30", "--steepness", "0.05"]
    data = data_of(call, "words", *language, "--most-frequent", "80", *curve)
    assert (data["label"], data["words"][:3], data["count"]) == ("fil-4-top-80", ["kung", "para", "mula"], 80)
    assert data["words"] == data_of(call, "words", *language, "--secrets", "guesses", *curve)["words"][:80]
    weights = [1 / (1 + math.exp(0.05 * (rank - 30))) for rank in range(1, 81)]
    bits = -sum(weight / sum(weights) * math.log2(weight / sum(weights)) for weight in weights)
    found = data_of(call, "suggest", *language, "--most-frequent", "80", *curve)
    assert found["bits"] == pytest.approx(bits, abs=1e-4)
