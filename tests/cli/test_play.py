import json
from collections import Counter
from datetime import date, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from fewest import Wordle
from fewest.play.log import FILE
from fewest.play.round import draw
from tests.cli.running import Call, CallJson, Talk, assert_refused
from tests.cli.terminal import pipe
from tests.samples import edition


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder for games, so that the user's own statistics stay unchanged."""
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / FILE


@pytest.fixture
def play(talk: Talk, lists: list[str]) -> Talk:
    """Play a small game; the arguments are the lines to type, then options."""
    return lambda lines, *options, words=lists: talk(lines, "play", *words, *options)


def kept(path: Path) -> list[dict[str, Any]]:
    """The games in a file."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_a_game_is_won_and_counted(play: Talk, data: Path) -> None:
    result = play(["abate", "ABBOT"], "--secret", "abbot")
    today = date.today().isoformat()
    assert "answers.txt + guesses.txt: 6 words of 5 letters, 6 guesses.\n" in result.out
    assert result.out.endswith(
        " A  B  A  T  E  🟩🟩⬛🟨⬛\n A  B  B  O  T  🟩🟩🟩🟩🟩\nFound in 2 of 6.\n\n"
        f"fewest answers.txt + guesses.txt {today} 2/6\n\n🟩🟩⬛🟨⬛\n🟩🟩🟩🟩🟩\n\n"
        "answers.txt + guesses.txt: 1 game, 1 won (100%) in 2.00 guesses on average\n"
        f"Wins in a row: 1 now, 1 at best\n1  {'▏':<50}  0\n2  {50 * '█'}  1\n"
    )
    assert "abbot" not in result.out.partition("Guess 2 of 6")[0]
    [game] = kept(data)
    assert (game["clues"], game["secret"], game["outcome"]) == (["abate=22010", "abbot=22222"], "abbot", "won")


def test_a_game_is_lost_and_counted(play: Talk) -> None:
    result = play(["abate", "xylyl", "never read"], "--secret", "abbot", "--max-guesses", "2")
    assert "It was abbot.\n" in result.out
    assert f"{date.today().isoformat()} X/2\n\n🟩🟩⬛🟨⬛\n⬛⬛⬛⬛⬛\n" in result.out
    assert "1 game, 0 won (0%)\nWins in a row: 0 now, 0 at best\n" in result.out


def test_a_game_is_given_up_and_counted(play: Talk, data: Path) -> None:
    for command in ("give up", "GIVE  UP", "giveup"):
        result = play(["abate", command, "never read"], "--secret", "abbot")
        assert "It was abbot.\n" in result.out
        assert " X/6\n\n🟩🟩⬛🟨⬛\n" in result.out
    assert "Wins in a row: 0 now, 0 at best; 3 games given up\n" in result.out
    assert [(game["outcome"], len(game["clues"])) for game in kept(data)] == 3 * [("given up", 1)]
    assert " X/6\n\n\n" in play(["give up"], "--secret", "abbot").out


@pytest.mark.parametrize("lines", [[], ["abate"], ["abate", "hint"], ["abate", "quit"], ["q"], ["abate", "nonsense"]])
def test_a_game_that_is_left_does_not_count(lines: list[str], play: Talk, data: Path) -> None:
    result = play(lines, "--secret", "abbot")
    assert result.out.endswith("The game is not finished and does not count.\n")
    assert "abbot" not in result.out.partition("Hint")[0]
    assert not data.exists()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "Type a guess, or help for other commands."),
        ("=", "'' has 0 characters; guess a word of 5 letters."),
        ("abat", "'abat' has 4 characters; guess a word of 5 letters."),
        ("abats", "'abats' is not an allowed guess in answers.txt + guesses.txt; did you mean abate"),
        ("undo", "'undo' has 4 characters"),
    ],
)
def test_an_invalid_guess_does_not_count(line: str, message: str, play: Talk, data: Path) -> None:
    result = play([line, "abate", line, "abbot"], "--secret", "abbot")
    assert result.one_line.count(message) == 2
    assert "Found in 2 of 6." in result.out
    assert len(kept(data)) == 1


def test_hints_are_told_counted_and_marked(play: Talk, data: Path) -> None:
    assert "6 words fit" in play(["hint"]).out
    result = play(["hint"] * 4 + ["abate"] + ["hint"] * 3 + ["abbot"], "--secret", "abbot")
    hint = "Hint: abate. 8 words fit. 1.83 guesses to go on average (proved); 17% chance to be the word; 2.60 bits."
    assert result.one_line.count(hint) == 2
    assert "Hint: abbot, the only word that fits.\n" in result.out
    assert "Hint: 8 words fit. Ask again for a letter.\n" in result.out
    assert "Hint: the best guess begins with A. Ask again for the word.\n" in result.out
    assert " 2/6 with 6 hints\n" in result.out
    assert "1 game with hints\n" in result.out
    assert [game["hints"] for game in kept(data)] == [6]
    assert " 1/6* with 1 hint\n" in play(["hint", "abbot"], "--secret", "abbot", "--hard").out


def test_a_hint_without_memory_does_not_end_the_game(play: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise MemoryError

    monkeypatch.setattr(import_module("fewest.cli.play"), "hint", fail)
    result = play(["hint", "abbot"], "--secret", "abbot")
    assert "There is not enough memory for a hint.\n" in result.out
    assert " 1/6\n" in result.out


def test_hints_know_how_the_secret_was_drawn(play: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.choice", lambda words: "guard")
    easy, hard = (
        play(["crane", *["hint"] * 3], *options, words=["-e", "original"]).out.rpartition("Hint: ")[2]
        for options in ([], ["--hard"])
    )
    assert easy.startswith("shtik. 24 words fit.")
    assert hard[2] == "a"
    assert "r" in hard[:5]
    chosen = play(["crane", *["hint"] * 3], "--secret", "guard", words=["-e", "original"]).out.rpartition("Hint: ")[2]
    game = edition("original")
    fit = sum(game.reply("crane", word) == game.reply("crane", "guard") for word in game.guesses)
    assert f". {fit} words fit." in chosen
    assert fit > 24


def test_a_secret_is_any_possible_one(play: Talk, call: Call, lists: list[str]) -> None:
    assert "Found in 1 of 6." in play(["xylyl"], "--secret", "XYLYL").out
    assert_refused(call("play", *lists, "--secret", "crane"), "'crane' is not an allowed guess")
    refused = call("play", *lists, "--prior", "frequency", "--secret", "xylyl")
    assert_refused(refused, "'xylyl' is an allowed guess, but not an answer")


def test_a_secret_is_drawn_from_the_answers(play: Talk, small: Wordle, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def choose(words: tuple[str, ...]) -> str:
        asked.append(words)
        return words[-1]

    monkeypatch.setattr("secrets.choice", choose)
    assert "It was abhor." in play(["give up"]).out
    assert asked == [small.answers]


def test_a_seed_draws_the_same_secret_every_time(play: Talk, small: Wordle) -> None:
    drawn = [play(["give up"], "--seed", str(seed)).out.partition("It was ")[2][:5] for seed in (*range(9), *range(9))]
    assert drawn[:9] == drawn[9:]
    assert {*drawn} <= {*small.answers}
    assert len({*drawn}) > 1
    assert [draw(edition("original"), f"seed {seed}") for seed in range(3)] == ["awake", "bully", "canal"]


def test_the_daily_secret_never_changes() -> None:
    days = ("2026-11-15", "2026-11-16")
    drawn = {name: [draw(edition(name), f"daily {day}") for day in days] for name in ("original", "nyt-2023")}
    assert drawn == {"original": ["check", "robot"], "nyt-2023": ["prank", "perch"]}
    assert draw(Wordle.edition("nyt-2023/guesses"), "daily 2026-11-16") == "perch"


def test_daily_secrets_are_spread_over_the_list() -> None:
    game = edition("original")
    days = [date(2026, 1, 1) + timedelta(number) for number in range(10 * len(game.answers))]
    drawn = Counter(draw(game, f"daily {day}") for day in days)
    assert len(drawn) >= 0.999 * len(game.answers)
    assert max(drawn.values()) < 30
    squares = sum((drawn[word] - 10) ** 2 / 10 for word in game.answers)
    assert abs(squares - len(game.answers)) < 5 * (2 * len(game.answers)) ** 0.5


def test_a_daily_game_is_counted_once(play: Talk, data: Path, small: Wordle) -> None:
    secret = draw(small, "daily 2026-11-16")
    options = ["--daily", "--date", "2026-11-16"]
    first = play(["xylyl", secret], *options)
    assert first.out.startswith(
        "The daily game of fewest for 2026-11-16. It is not the New York Times puzzle.\nanswers.txt + guesses.txt"
    )
    assert "\nfewest daily answers.txt + guesses.txt 2026-11-16 2/6\n" in first.out
    assert [(game["daily"], len(game["clues"])) for game in kept(data)] == [("2026-11-16", 2)]
    for lines in ([secret], ["give up"]):
        again = play([*lines], *options)
        assert "You have already finished it, so it does not count again.\n" in again.out
        assert ": 1 game, 1 won (100%) in 2.00 guesses" in again.out
    assert len(kept(data)) == 1
    other = play([draw(small, "daily 2026-11-17")], "--daily", "--date", "20261117")
    assert "already finished it" not in other.out
    assert ": 2 games, 2 won (100%) in 1.50 guesses" in other.out


def test_a_damaged_file_is_left_alone_and_does_not_stop_the_game(play: Talk, data: Path, call_json: CallJson) -> None:
    data.parent.mkdir()
    damaged = b"\x00\xff rubbish\n{\n" + b"\x80" * 1000
    data.write_bytes(damaged)
    result = play(["abbot"], "--secret", "abbot", "--max-guesses", "3")
    assert ": 1 game, 1 won (100%)" in result.out
    assert f"{data}:3unreadablelineswereskipped." in "".join(result.out.split())
    assert data.read_bytes().startswith(damaged)
    assert ": 2 games, 2 won" in play(["abbot"], "--secret", "abbot").out
    assert call_json("history")["unreadable"] == 3


@pytest.mark.parametrize("obstacle", ["a file where the folder belongs", "a folder where the file belongs", "no home"])
def test_a_game_that_cannot_be_saved_still_ends_normally(
    obstacle: str, play: Talk, data: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    if obstacle.startswith("a file"):
        data.parent.write_text("")
    elif obstacle.startswith("a folder"):
        data.mkdir(parents=True)
    else:
        monkeypatch.delenv("FEWEST_DATA")
        monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: Path("~/.local/share/fewest"))
    for options in (["--secret", "abbot"], ["--daily"]):
        result = play(["give up"], *options)
        assert "It was ab" in result.out
        assert "The game could not be saved: " in result.one_line
    if not obstacle.startswith("a file"):
        refused = call("history")
        assert_refused(refused, r"Is a directory|set FEWEST_DATA to another one")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--secret", "abbot", "--seed", "1"], "Choose one: --secret, --seed or --daily"),
        (["--daily", "--seed", "1"], "Choose one"),
        (["--date", "2026-11-16"], "--date needs --daily"),
        (["--daily", "--date", "16.11.2026"], r"'16\.11\.2026' is not a date. Write it like 2026-11-16"),
        (["--daily", "--date", "2026-02-30"], "'2026-02-30' is not a date"),
        (["--seed", "x"], "Invalid value for '--seed'"),
        (["--secret", ""], "'' is not an allowed guess"),
        (["--max-guesses", "0"], "Invalid value for '--max-guesses'"),
        (["--past", "missing.txt"], r"missing\.txt: cannot be read"),
        (["--prior", "missing.txt"], "There is no prior or file missing.txt"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(
    options: list[str], message: str, call: Call, lists: list[str]
) -> None:
    assert_refused(call("play", *lists, *options), message)


def test_the_default_game_is_drawn_and_played_through_a_pipe(data: Path) -> None:
    result = pipe("play", lines=b"\xff\xfe\ncrane\nslate\n\x00\ngive up")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("nyt-2023: 3,158 words of 5 letters, 6 guesses.\n")
    assert [(game["edition"], len(game["clues"]), game["outcome"]) for game in kept(data)] == [
        ("nyt-2023", 2, "given up")
    ]
