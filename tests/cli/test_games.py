"""Every command with --game, on small games of every kind."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from fewest import Game
from fewest.games import Jotto, make_game
from fewest.strategies import DEFAULT, ON_LETTERS, classic
from fewest.words import edition
from tests.cases import first
from tests.cli.running import Call, CallJson, Talk, assert_refused
from tests.cli.terminal import Partner
from tests.games.test_registry import OURS, Install, install
from tests.oracles import Perfect

__all__ = ["install"]

TABLE = """\
thing,is it red,how big is it
apple pie,yes,not at all
plum,yes,a little
ant,no,not at all
whale,no,very
fire & <smoke>,yes,very
"""

WORDS = "aback\nabase\nabate\nabbey\nabbot\nabhor\n"

KINDS_OF_GAME = ("mastermind", "bulls-and-cows", "hit-and-blow", "numbers", "nerdle", "jotto", "table")

SMALL = ("mastermind", "bulls-and-cows", "hit-and-blow", "numbers", "jotto", "table")
"""The games that brute force can solve."""


def least(played: Game) -> float:
    """The total of perfect play, by brute force."""
    return Perfect(played.guesses, played.secrets, played.reply).least(played.secrets)


@pytest.fixture(autouse=True)
def _own_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))


@pytest.fixture
def options(tmp_path: Path) -> dict[str, list[str]]:
    """The options that choose each game."""
    table, words = tmp_path / "things.csv", tmp_path / "words.txt"
    table.write_text(TABLE)
    words.write_text(WORDS)
    return {
        "mastermind": ["-g", "mastermind:pegs=2,colours=3"],
        "bulls-and-cows": ["-g", "bulls-and-cows:length=2,symbols=3"],
        "hit-and-blow": ["-g", "hit-and-blow:length=2,symbols=3"],
        "numbers": ["-g", "numbers:most=7"],
        "nerdle": ["--game", "nerdle:places=5"],
        "jotto": ["-g", "jotto", "--answers", str(words)],
        "table": ["-g", f"table:file={table}"],
    }


@pytest.fixture
def games(options: dict[str, list[str]]) -> dict[str, Game]:
    """The games of these options."""
    return {
        name: Jotto.from_files(given[-1]) if name == "jotto" else make_game(given[1]) for name, given in options.items()
    }


@pytest.fixture
def read(call_json: CallJson, options: dict[str, list[str]]) -> CallJson:
    """Run a command on a game with --json and parse its output."""
    return lambda name, *arguments: call_json(*arguments, *options[name])


@pytest.fixture
def say(talk: Talk, options: dict[str, list[str]]) -> Callable[..., str]:
    """Type lines into a command on a game, and return what it says on one line."""
    return lambda name, *arguments, lines=(): talk(lines, *arguments, *options[name]).one_line


def test_the_games_are_listed(call: Call, call_json: CallJson, install: Install) -> None:
    install(coin="coins:Coin", bad="missing_package:Bad")
    result = call("games")
    assert (result.code, result.err) == (0, "")
    for listed in ("mastermind pegs=4,colours=6", "coin sides=2 Heads or tails.", "numbers most=100"):
        assert f" {listed}" in result.one_line
    rows = call_json("games")
    assert [row["game"] for row in rows] == [*OURS, "coin", "bad"]
    assert rows[2]["options"] == {"length": 4, "symbols": 10, "repeats": False}
    assert rows[-1]["options"] == {}
    assert re.match("The game bad of missing_package:Bad cannot be loaded", rows[-1]["summary"])
    assert all(row["summary"].endswith(".") for row in rows)


def test_a_game_of_another_package_is_played(call: Call, call_json: CallJson, install: Install) -> None:
    install(coin="coins:Coin", bad="missing_package:Bad")
    assert call_json("prove", "-g", "coin:sides=3")["total"] == 6
    assert call("words", "-g", "coin").out == "side 0\nside 1\n"
    assert_refused(call("words", "-g", "bad"), "The game bad of missing_package:Bad cannot be loaded")


@pytest.mark.parametrize("name", KINDS_OF_GAME)
def test_a_secret_is_looked_for_from_clues(
    name: str, read: CallJson, say: Callable[..., str], games: dict[str, Game]
) -> None:
    played = games[name]
    everything, allowed = read(name, "words"), read(name, "words", "--allowed")
    assert (everything["words"], allowed["words"]) == ([*played.secrets], [*played.guesses])
    guess, secret = played.guesses[1], played.secrets[2]
    reply = played.reply(guess, secret)
    clue = f"{guess}={played.reply_text(reply)}"
    data = read(name, "words", clue)
    assert (data["label"], data["words"]) == (
        played.label,
        [other for other in played.secrets if played.reply(guess, other) == reply],
    )
    best = read(name, "suggest", "-n", "3")
    assert (best["label"], best["remaining"]) == (played.label, len(played.secrets))
    if name in SMALL:
        assert best["suggestions"][0]["expected"] == pytest.approx(least(played) / len(played.secrets))
    said = say(name, "suggest", "-s", "entropy", clue)
    assert f"{played.squares(reply)} Guess 2 of {played.max_guesses}: " in said
    (solved,) = read(name, "solve", secret)["games"]
    assert solved["turns"][-1]["guess"] == secret
    for turn in solved["turns"]:
        assert turn["squares"] == played.squares(played.reply(turn["guess"], secret))
    assert f"{secret}: found in {solved['guesses']}" in say(name, "solve", secret)


@pytest.mark.parametrize("name", first(2, KINDS_OF_GAME))
def test_evaluations_and_proofs_agree(
    name: str, read: CallJson, say: Callable[..., str], games: dict[str, Game]
) -> None:
    played = games[name]
    count = len(played.secrets)
    proved = read(name, "prove")
    assert proved["proved"]
    assert (proved["label"], proved["answers"]) == (played.label, count)
    if name in SMALL:
        assert proved["total"] == least(played)
    result = read(name, "evaluate")
    assert result["total"] >= proved["total"]
    assert sum(result["histogram"].values()) == count
    assert result["max_guesses"] == played.max_guesses
    assert f"mean {result['mean']:.4f} guesses, {result['total']:,} in total" in say(name, "evaluate")
    exact = read(name, "evaluate", "-s", "optimal", "--opener", proved["opener"])
    assert (exact["total"], exact["worst"]) == (proved["total"], proved["worst"])
    rows = {row["strategy"]: row for row in read(name, "compare")}
    assert [*rows] == [strategy for strategy in classic() if name == "jotto" or strategy not in ON_LETTERS]
    assert rows[DEFAULT]["total"] == result["total"]
    assert min(row["total"] for row in rows.values()) >= proved["total"]
    assert played.label in say(name, "compare", "--markdown", "-s", "minimax")


@pytest.mark.parametrize("name", first(2, KINDS_OF_GAME))
def test_a_saved_tree_is_loaded_and_checked_again(
    name: str,
    call: Call,
    call_json: CallJson,
    read: CallJson,
    say: Callable[..., str],
    options: dict[str, list[str]],
    tmp_path: Path,
) -> None:
    path = tmp_path / "tree.json"
    own_words = options[name] if name == "jotto" else []
    for arguments in (["tree", "-o", str(path)], ["prove", "--tree", str(path)]):
        say(name, *arguments)
        data = call_json("check", str(path), *own_words)
        assert data == read(name, "check", str(path))
        assert f"total {data['total']:,}, worst {data['worst']}" in say(name, "check", str(path))
    other = ["-g", "numbers:most=8"]
    assert_refused(
        call("check", str(path), *other), "This tree was made for a different game or list, not for numbers:most=8"
    )
    path.write_text(path.read_text().replace('"total": ', '"total": 1'))
    assert_refused(call("check", str(path), *own_words), r"It claims 1\d+ guesses in total, but needs \d+")


def test_a_tree_is_checked_against_its_moved_table(call: Call, options: dict[str, list[str]], tmp_path: Path) -> None:
    tree, moved, changed = tmp_path / "tree.json", tmp_path / "moved, now.csv", tmp_path / "changed.csv"
    assert call("tree", "-o", str(tree), *options["table"]).code == 0
    (tmp_path / "things.csv").rename(moved)
    changed.write_text(TABLE.replace("a little", "not at all"))
    assert_refused(call("check", str(tree)), r"things\.csv: cannot be read")
    assert call("check", str(tree), "-g", f"table:file={moved}").code == 0
    assert_refused(
        call("check", str(tree), "-g", f"table:file={changed}"), "was made for a different game or list, not for"
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            ["-g", "chess", "-e", "original"],
            "There is no game 'chess'; the games are wordle, mastermind, bulls",
        ),
        (["-g", "mastermind:pegs=x"], "mastermind: pegs must be a whole number, not 'x'"),
        (["-g", "table:file=missing.csv"], r"missing\.csv: cannot be read \(No such file or directory\)"),
        (["-g", "nerdle", "--length", "6"], "nerdle takes no word list; leave it out"),
        (["-g", "jotto:edition=nyt-2022", "-e", "original"], "jotto:edition=nyt-2022 takes no word list"),
        (["-g", "numbers", "--secrets", "nonsense"], "numbers does not take --secrets; leave it out"),
        (["-g", "jotto", "--hard"], "The game jotto has no hard mode"),
        (["-g", "numbers", "--prior", "today"], "--prior today is for word games, not for numbers; use --prior"),
    ],
)
def test_options_that_do_not_fit_are_refused(given: list[str], message: str, call: Call) -> None:
    for command in ("words", "prove", "suggest"):
        assert_refused(call(command, *given), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["words", "-g", "numbers", "4=warm"], "'warm' is not a reply. Use one of lower, higher, found"),
        (["words", "-g", "numbers", "4"], "'4' is not a clue"),
        (["words", "-g", "mastermind", "1122=4b0w", "1123=0b0w"], "Clue 2, 1123=0b0w, cannot be right"),
        (["words", "-g", "nerdle:places=5", "1+2=4=22222"], "'1.2=4' is not an allowed guess in nerdle:places=5; did"),
        (["solve", "-g", "nerdle:places=5", "1+1=3"], "'1.1=3' is not an allowed guess"),
        (["analyse", "-g", "numbers", "4", "5=lower"], "'4' has no reply, but '5=lower' has one"),
        (["boards", "-g", "numbers:most=3", "--games", "1"], "4 boards need 4 different answers, but there are 3"),
        (["duel", "-g", "mastermind", "--hard"], "The game mastermind has no hard mode"),
        (["assist", "-g", "mastermind", "--hard"], "The game mastermind has no hard mode"),
        (["assist", "-g", "mastermind", "--opener", "1"], "'1' is not an allowed guess in mastermind"),
        (["play", "-g", "mastermind", "--secrets", "guesses"], "does not take --secrets"),
        (["check", "missing.json", "-g", "mastermind:legs=2"], "mastermind has no option 'legs'"),
    ],
)
def test_wrong_clues_and_guesses_are_refused(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call(*arguments), message)


def test_a_prior_that_does_not_fit_a_tree_is_refused_by_the_name_of_its_game(
    call: Call, say: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "tree.json"
    say("mastermind", "tree", "-o", str(path))
    assert_refused(
        call("check", str(path), "--prior", "frequency"), "--prior frequency is for word games, not for mastermind"
    )


def test_the_name_of_a_game_may_include_an_edition(call_json: CallJson) -> None:
    data = call_json("words", "-g", "wordle:edition=nyt-2022")
    assert (data["label"], data["count"]) == ("nyt-2022", 2309)
    wide = call_json("words", "-g", "jotto:edition=nyt-2022", "--secrets", "guesses")
    assert (wide["label"], wide["count"]) == ("jotto:edition=nyt-2022/guesses", len(edition("nyt-2022").guesses))
    assert call_json("words", "-g", "jotto", "-e", "nyt-2022", "--secrets", "guesses") == wide


ASKED = re.compile(r"Reply to (.+): $")


@pytest.mark.parametrize("name", KINDS_OF_GAME)
def test_assist_finds_every_kind_of_secret(
    name: str,
    call: Call,
    options: dict[str, list[str]],
    games: dict[str, Game],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    played = games[name]
    for secret in played.secrets[-2:]:

        def answer(said: str, secret: str = secret) -> str:
            asked = ASKED.search(said)
            return "" if asked is None else played.squares(played.reply(asked[1], secret))

        monkeypatch.setattr(sys, "stdin", Partner(lambda: capsys.readouterr().out, answer))
        result = call("assist", *options[name])
        assert (result.code, result.err) == (0, "")
        assert re.search(r"Found in \d+ guess", result.out)


def test_assist_plays_nerdle_in_hard_mode(say: Callable[..., str]) -> None:
    said = say("nerdle", "assist", lines=["hard", "1+2=3=00020", "9-4=5=22020", "9/3=3", "9-9=0=22222"])
    assert "Hard mode is on." in said
    assert "'9/3=3' breaks hard mode: place 2 must be -. If you played it anyway" in said
    assert said.endswith("3/6* ⬛⬛⬛🟩⬛ 🟩🟩⬛🟩⬛ 🟩🟩🟩🟩🟩")


@pytest.mark.parametrize(
    ("name", "guesses", "result"),
    [
        ("mastermind", ["11", "1 2", "23"], "11 - 12 ○ 23 ●● Found in 3 of 10."),
        ("numbers", ["4", "6", "5"], "4 higher 6 lower 5 found Found in 3 of 10."),
        ("nerdle", ["1+2=3", "9÷3=3"], "9 / 3 = 3 🟩🟩🟩🟩🟩 Found in 2 of 6."),
        ("table", ["how big is it", "fire & <smoke>"], "fire & <smoke> found Found in 2 of 20."),
        ("jotto", ["ABBOT", "abhor"], "abbot 3 abhor found Found in 2 of 20."),
    ],
)
def test_a_game_is_played_and_counted(
    name: str, guesses: list[str], result: str, say: Callable[..., str], read: CallJson, call_json: CallJson
) -> None:
    said = say(name, "play", "--secret", guesses[-1], lines=["hint", "nonsense!", *guesses])
    assert " Hint: " in said
    assert "nonsense!" in said
    assert result in said
    assert "1 game, 1 won (100%)" in said
    counted = read(name, "history")
    assert (counted["games"], counted["hinted"], counted["distribution"]) == (1, 1, {str(len(guesses)): 1})
    for options, count in (([], 1), (["-g", "numbers:most=8"], 0)):
        assert call_json("history", *options)["games"] == count


def test_two_numbers_are_read_as_the_replies_of_two_boards(talk: Talk) -> None:
    said = talk(["1122", "11 12", "boards", "=11 12", "quit"], "boards", "-n", "2", "-g", "mastermind").one_line
    assert "Replies to 1122 (1 2): 11 12 Guess 2 of 7: 2 boards open" in said
    assert "Replies to 1112 (1 2): quit" in said


@pytest.mark.parametrize("name", KINDS_OF_GAME)
def test_boards_are_solved(name: str, read: CallJson, say: Callable[..., str], games: dict[str, Game]) -> None:
    secrets = [games[name].secrets[0], games[name].secrets[-1]]
    data = read(name, "boards", *secrets)
    assert data["secrets"] == secrets
    assert {*secrets} <= {turn["guess"] for turn in data["turns"]}
    assert f"Both boards found in {data['guesses']} of 7 guesses." in say(name, "boards", *secrets)
    assert read(name, "boards", "-n", "2", "--games", "3")["games"] == 3


@pytest.mark.parametrize("name", KINDS_OF_GAME)
def test_the_adversary_is_beaten(name: str, read: CallJson, say: Callable[..., str]) -> None:
    (shortest,) = read(name, "duel", "--shortest")["games"]
    (solved,) = read(name, "duel", "--solve")["games"]
    assert shortest["guesses"] <= solved["guesses"]
    guesses = [turn["guess"] for turn in shortest["turns"]]
    said = say(name, "duel", lines=["hint", "words", "undo", "nonsense!", *guesses])
    assert f"you can win in {shortest['guesses']} guesses" in said
    assert f"Beaten in {len(guesses)} guesses with 1 hint." in said


def test_an_array_is_played(call: Call, call_json: CallJson, tmp_path: Path) -> None:
    path = tmp_path / "coins.npy"
    np.save(path, np.array([[0, 1], [1, 0], [1, 1]]))
    assert call_json("prove", "-g", f"table:file={path}")["total"] == 6
    assert call("words", "-g", f"table:file={path}", "q1=1").out == "2\n3\n"
