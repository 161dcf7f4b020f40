import json
import math
from itertools import pairwise
from pathlib import Path

import pytest

from fewest import Belief, Wordle, grow, strategy
from fewest.setup import Setup
from fewest.strategies import DEFAULT, advise
from tests.cli.running import ORIGINAL, Call, assert_refused


def test_a_game_is_shown_guess_by_guess(call: Call) -> None:
    result = call("solve", "REBUT", "--opener", "soare", *ORIGINAL)
    assert (result.code, result.err) == (0, "")
    assert "⬛⬛⬛🟨🟨" in result.out
    assert "🟩🟩🟩🟩🟩" in result.out
    assert "rebut: found in 3" in result.out


def test_openers_are_made_until_the_secret_is_known(call: Call) -> None:
    openers = ("--opener", "salet", "--opener", "courd", "--opener", "nymph")
    games = json.loads(call("solve", "hatch", "rebut", "--json", *openers, *ORIGINAL).out)["games"]
    guesses = [[turn["guess"] for turn in game["turns"]] for game in games]
    assert guesses[0][:3] == ["salet", "courd", "nymph"]
    assert guesses[0][-1] == "hatch"
    assert guesses[1] == ["salet", "courd", "rebut"]


@pytest.mark.parametrize("hard", [False, True])
def test_json_holds_what_the_tree_plays(hard: bool, call: Call, original: Wordle) -> None:
    options = ["--strategy", DEFAULT, *(["--hard"] if hard else [])]
    result = call("solve", "hatch", "wafer", "--max-guesses", "4", "--json", *ORIGINAL, *options)
    data = json.loads(result.out)
    tree = grow(strategy(), Belief.start(original, hard=hard))
    assert {key: data[key] for key in data if key != "games"} == {
        "label": "original",
        "title": Setup(edition="original").title(original),
        "strategy": DEFAULT,
        "hard": hard,
        "max_guesses": 4,
    }
    for game, secret in zip(data["games"], ("hatch", "wafer"), strict=True):
        clues = tree.play(secret)
        assert [(turn["guess"], turn["reply"]) for turn in game["turns"]] == [
            (guess, original.reply_text(reply)) for guess, reply in clues
        ]
        assert (game["secret"], game["guesses"], game["won"]) == (secret, len(clues), len(clues) <= 4)
        sizes = [len(original.secrets), *(turn["remaining"] for turn in game["turns"])]
        bits = [math.log2(before / after) for before, after in pairwise(sizes)]
        assert [turn["bits_got"] for turn in game["turns"]] == pytest.approx(bits)
        assert sizes[-1] == 1
        assert [*game["turns"][0]] == ["guess", "reply", "squares", "marks", "remaining", "bits_expected", "bits_got"]


def test_without_a_strategy_it_plays_what_is_advised(call: Call, original: Wordle) -> None:
    data = json.loads(call("solve", "hatch", "--json", *ORIGINAL).out)
    assert data["strategy"] == "auto"
    belief = Belief.start(original)
    for turn in data["games"][0]["turns"]:
        assert turn["guess"] == advise(belief, 6, 1).suggestions[0].guess
        belief = belief.after(turn["guess"], turn["reply"])
    assert belief.won


def test_a_loss_is_called_one(call: Call) -> None:
    options = ("-e", "original", "-s", "entropy", "--max-guesses", "2")
    assert "rebut: not within 2 guesses; it takes 4" in call("solve", "rebut", *options).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument 'SECRET"),
        (["reebut"], "'reebut' is not an allowed guess in nyt-2023; did you mean rebut"),
        (
            ["rebut", "soare", *ORIGINAL],
            "'soare' is an allowed guess but no answer of original; --secrets guesses al",
        ),
    ],
)
def test_what_is_no_secret_is_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call("solve", *arguments), message)


def test_a_narrow_screen_keeps_every_column(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    result = call("solve", "rebut", *ORIGINAL)
    assert {"secrets", "left", "expected", "got"} <= {*result.out.split()}
    assert "…" not in result.out


def test_letters_without_a_single_capital_are_shown(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("größe\nmaßen\n", encoding="utf-8")
    assert " M  A  ß  E  N " in call("solve", "maßen", "--answers", str(path)).out


def test_replies_are_written_in_letters(call: Call) -> None:
    shown = call("solve", "rebut", "--opener", "soare", "--replies", "gyb", *ORIGINAL).out
    assert " S  O  A  R  E  BBBYY" in shown
    assert " R  E  B  U  T  GGGGG" in shown
    assert "🟩" not in shown
    refused = call("solve", "1122", "--game", "mastermind", "--replies", "gyb")
    assert_refused(refused, "Replies in mastermind have no colours")
