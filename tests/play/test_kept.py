"""Analysed games that are kept, and the files that carry them."""

import json
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import Belief, Clue, FewestError
from fewest.play import kept
from fewest.play.analysis import analyse
from fewest.play.kept import KeptGame
from tests.samples import TableGame, wordle

WON = KeptGame(
    when="2026-11-16",
    edition="original",
    words="answers",
    hard=False,
    clues=("crane=01001", "rebut=22222"),
    secret="rebut",
    outcome="won",
    max_guesses=6,
    skill=88,
    luck=12,
)
LOST = replace(WON, clues=("crane=01001",) * 6, outcome="lost", when="2026-11-15", hard=True, secret="")
FITTING = replace(WON, rule="consistent")


@pytest.mark.parametrize("write", [kept.to_json, kept.to_csv])
def test_a_file_holds_the_games_again(write: Any) -> None:
    assert kept.read_games(write([WON, LOST, FITTING])) == [WON, LOST, FITTING]
    assert kept.read_games("\ufeff\n" + write([WON]).replace("\n", "\r\n")) == [WON]
    assert kept.read_games(write([])) == []


def test_games_of_older_files_have_no_rule() -> None:
    old = {name: value for name, value in vars(WON).items() if name != "rule"}
    assert kept.read_games(json.dumps({"format": kept.FORMAT, "games": [old]})) == [WON]
    columns = ",".join(old)
    row = ",".join(map(str, {**old, "hard": "false", "clues": " ".join(WON.clues)}.values()))
    assert kept.read_games(f"{columns}\n{row}\n") == [WON]


def test_the_rule_tells_games_apart(tmp_path: Path) -> None:
    assert kept.keep(tmp_path / "games.jsonl", [WON, FITTING]) == 2
    game = wordle("crane", "rebut").made_consistent()
    made = analyse(Belief.start(game), [Clue("crane", game.reply("crane", "rebut")), Clue("rebut", game.win)])
    assert KeptGame.of(made, "original", "answers").rule == made.rule == "consistent"


def test_games_are_kept_once_and_by_day(tmp_path: Path) -> None:
    path = tmp_path / "new" / "games.jsonl"
    assert kept.kept_games(path) == ([], 0)
    assert kept.keep(path, [WON, WON]) == 1
    later = replace(WON, when="2027-01-01", skill=1)
    assert kept.keep(path, [later, replace(WON, skill=1), LOST]) == 2
    assert kept.kept_games(path) == ([LOST, WON, later], 0)


def test_what_cannot_be_read_stays(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'nonsense\n{"when": 3}\n\xff\n[1')
    assert kept.keep(path, [WON]) == 1
    assert kept.kept_games(path) == ([WON], 4)
    assert path.read_bytes().startswith(b'nonsense\n{"when": 3}\n\xff\n[1\n')


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"when": "2026-13-01"}, "when"),
        ({"when": 5}, "when"),
        ({"edition": "<b>"}, "edition"),
        ({"words": ""}, "words"),
        ({"hard": "yes"}, "hard"),
        ({"rule": "strict"}, "rule"),
        ({"max_guesses": True}, "max_guesses"),
        ({"clues": []}, "clues"),
        ({"clues": "crane=01001"}, "clues"),
        ({"clues": ["crane=01003"]}, "clues"),
        ({"clues": ["crane=01001"] * 8}, "clues"),
        ({"secret": None}, "secret"),
        ({"outcome": "open"}, "outcome"),
        ({"clues": ["crane=01001"]}, "outcome"),
        ({"skill": 100}, "skill"),
        ({"luck": -1}, "luck"),
        ({"luck": 1.5}, "luck"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_taken(change: dict[str, Any], field: str) -> None:
    data = {"format": kept.FORMAT, "games": [asdict(WON), asdict(WON) | change]}
    with pytest.raises(FewestError, match=f"^game 2 has no valid {field}$"):
        kept.read_games(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty"),
        ("{", "it is no JSON"),
        ("[" * 100_000, "it is no JSON"),
        ("[]", "it holds no games of fewest"),
        ('{"format": "other", "games": []}', "it holds no games of fewest"),
        ("hello", "it has no column when"),
        (",".join(kept.COLUMNS) + "\n1,2", "game 1 has no valid when"),
    ],
)
def test_what_is_no_file_of_games_is_told(text: str, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        kept.read_games(text)


@given(st.one_of(st.text(), st.text().map(lambda text: ",".join(kept.COLUMNS) + "\n" + text)))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(FewestError):
        assert all(isinstance(game, KeptGame) for game in kept.read_games(text))


def test_only_finished_games_with_colours_are_kept() -> None:
    start = Belief.start(wordle("crane", "slate", "rebut"))
    made = KeptGame.of(analyse(start, ["crane=01001", "rebut=22222"]), "own list", "answers")
    assert (made.edition, made.clues, made.secret, made.outcome) == ("own_list", WON.clues, "rebut", "won")
    assert kept.read_games(kept.to_json([made])) == [made]
    open_game = analyse(Belief.start(wordle("crane", "slate", "rebut", "debut")), ["crane=00001"])
    assert (open_game.outcome, open_game.turns[-1].after, open_game.secret) == ("open", 1, None)
    assert open_game.turns[0].line, "one word is left, so how the solver goes on is known"
    with pytest.raises(FewestError, match="not finished"):
        KeptGame.of(open_game, "original", "answers")
    game = TableGame(np.array([[1, 0], [0, 1]]), 2, 1)
    plain = analyse(Belief.start(game), [f"{game.guesses[0]}={game.reply_text(1)}"])
    with pytest.raises(FewestError, match="have colours"):
        KeptGame.of(plain, "table", "answers")
