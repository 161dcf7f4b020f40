import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import Belief, Clue, Wordle
from fewest.cli import main
from fewest.play.hint import hint
from fewest.play.keyboard import keyboard
from fewest.play.log import FILE
from fewest.play.round import draw
from fewest.results import render
from fewest.results.text import COLOUR_SEQUENCE, TILE_CODES
from tests import samples
from tests.cases import first
from tests.cli.running import ESCAPE, Call, Result, assert_refused
from tests.cli.terminal import END, INTERRUPT, Terminal, pipe, typed
from tests.samples import edition, wordle

Play = Callable[..., Result]
"""Runs fewest play in this process: the lines that are typed, then options."""


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the games are kept, so that nobody's statistics are touched."""
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / FILE


@pytest.fixture
def play(call: Call, monkeypatch: pytest.MonkeyPatch, lists: list[str]) -> Play:
    """Play a small game."""

    def play(lines: list[str | bytes], *options: str, words: list[str] = lists) -> Result:
        monkeypatch.setattr(sys, "stdin", typed(*lines))
        result = call("play", *words, *options)
        assert (result.code, result.err) == (0, "")
        assert ESCAPE not in result.out
        return result

    return play


def kept(path: Path) -> list[dict[str, Any]]:
    """The games in a file."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_a_game_is_won_and_counted(play: Play, data: Path) -> None:
    result = play(["abate", "ABBOT"], "--secret", "abbot")
    today = date.today().isoformat()
    assert "answers.txt + guesses.txt: 6 words of 5 letters, 6 guesses.\n" in result.out
    assert result.out.endswith(
        " A  B  A  T  E  🟩🟩⬛🟨⬛\n A  B  B  O  T  🟩🟩🟩🟩🟩\nFound in 2 of 6.\n\n"
        f"fewest answers.txt + guesses.txt {today} 2/6\n\n🟩🟩⬛🟨⬛\n🟩🟩🟩🟩🟩\n\n"
        "answers.txt + guesses.txt: 1 game, 1 won (100%) in 2.00 guesses on average\n"
        f"Won in a row: 1 now, 1 at most\n1  {'▏':<50}  0\n2  {50 * '█'}  1\n"
    )
    assert "abbot" not in result.out.partition("Guess 2 of 6")[0]
    [game] = kept(data)
    assert (game["clues"], game["secret"], game["outcome"]) == (["abate=22010", "abbot=22222"], "abbot", "won")


def test_a_game_is_lost_and_counted(play: Play) -> None:
    result = play(["abate", "xylyl", "never read"], "--secret", "abbot", "--max-guesses", "2", "--hard")
    assert "breaks hard mode" in result.out
    result = play(["abate", "xylyl", "never read"], "--secret", "abbot", "--max-guesses", "2")
    assert "It was abbot.\n" in result.out
    assert f"{date.today().isoformat()} X/2\n\n🟩🟩⬛🟨⬛\n⬛⬛⬛⬛⬛\n" in result.out
    assert "1 game, 0 won (0%)\nWon in a row: 0 now, 0 at most\n" in result.out


def test_a_game_is_given_up_and_counted(play: Play, data: Path) -> None:
    for command in ("give up", "GIVE  UP", "giveup"):
        result = play(["abate", command, "never read"], "--secret", "abbot")
        assert "It was abbot.\n" in result.out
        assert " X/6\n\n🟩🟩⬛🟨⬛\n" in result.out
    assert "Won in a row: 0 now, 0 at most, 3 given up\n" in result.out
    assert [(game["outcome"], len(game["clues"])) for game in kept(data)] == 3 * [("given up", 1)]
    assert " X/6\n\n\n" in play(["give up"], "--secret", "abbot").out


@pytest.mark.parametrize("lines", [[], ["abate"], ["abate", "hint"], ["abate", "quit"], ["q"], ["abate", "nonsense"]])
def test_a_game_that_is_left_does_not_count(lines: list[str | bytes], play: Play, data: Path) -> None:
    result = play(lines, "--secret", "abbot")
    assert result.out.endswith("The game is not finished and does not count.\n")
    assert "abbot" not in result.out.partition("Hint")[0]
    assert not data.exists()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "Type a guess; help tells what else."),
        (" ", "Type a guess; help tells what else."),
        ("=", "'' has 0 characters; guess a word of 5 letters."),
        ("abat", "'abat' has 4 characters; guess a word of 5 letters."),
        ("a", "'a' has 1 character; guess"),
        ("abates", "'abates' has 6 characters"),
        ("abats", "'abats' is not an allowed guess in answers.txt + guesses.txt; did you mean abate"),
        ("12345", "'12345' is not an allowed guess"),
        ("abate=22000", "'abate=22000' has 11 characters"),
        ("\x1b[31mabats\x07", "'abats' is not an allowed guess"),
        ("a" * 900, f"'{'a' * 29}…' has 900 characters"),
        ("a" * 99_999, "That line is too long"),
        (b"ab\xff\xfe\xff", "is not an allowed guess"),
        ("undo", "'undo' has 4 characters"),
    ],
)
def test_what_is_no_guess_costs_nothing(line: str | bytes, message: str, play: Play, data: Path) -> None:
    result = play([line, "abate", line, "abbot"], "--secret", "abbot")
    assert " ".join(result.out.split()).count(message) == 2
    assert "Found in 2 of 6." in result.out
    assert len(kept(data)) == 1


def test_hard_mode_says_what_is_missing(play: Play) -> None:
    result = play(["abate", "hotty", "xylyl", "abbot"], "--secret", "abbot", "--hard")
    assert "6 guesses, hard mode." in result.out
    assert "'hotty' breaks hard mode: letter 1 must be A; letter 2 must be B." in result.out
    assert "letter 1 must be A; letter 2 must be B; T must be used." in " ".join(result.out.split())
    assert " 2/6*\n" in result.out


def test_hints_are_told_counted_and_marked(play: Play, data: Path) -> None:
    assert "6 words fit" in play(["hint"]).out
    result = play(["hint", "hint", "abate", "hint", "abbot"], "--secret", "abbot")
    hint = (
        "Hint: abate. 8 words fit. It tells 2.60 bits, is the word with 17%, and takes 1.83 guesses on average from "
        "here (proved)."
    )
    assert " ".join(result.out.split()).count(hint) == 2
    assert "Hint: abbot, the only word that fits.\n" in result.out
    assert " 2/6 with 2 hints\n" in result.out
    assert "1 with hints\n" in result.out
    assert [game["hints"] for game in kept(data)] == [2]
    assert " 1/6* with 1 hint\n" in play(["hint", "abbot"], "--secret", "abbot", "--hard").out


def test_a_hint_that_takes_too_much_memory_is_no_end(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise MemoryError

    monkeypatch.setattr(import_module("fewest.cli.play"), "hint", fail)
    result = play(["hint", "abbot"], "--secret", "abbot")
    assert "There is not enough memory for a hint.\n" in result.out
    assert " 1/6\n" in result.out


@pytest.mark.usefixtures("nothing_known")
def test_a_hint_says_where_it_is_from() -> None:
    start = Belief.start(edition("original"))
    assert "(estimated by expected-moves)" in str(hint(start, 6))
    crane = start.after("crane", "01200")
    assert str(hint(crane, 6)) == (
        "Hint: shtik. 24 words fit. It tells 3.69 bits, cannot be the word itself, and takes 2.38 guesses on average "
        "from here (proved)."
    )
    last = str(hint(crane, 2))
    assert "cannot be the word itself" not in last


def test_hints_know_how_the_secret_was_drawn(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.choice", lambda words: "guard")
    easy, hard = (
        play(["crane", "hint"], *options, words=["-e", "original"]).out.partition("Hint: ")[2]
        for options in ([], ["--hard"])
    )
    assert easy.startswith("shtik. 24 words fit.")
    assert hard[2] == "a"
    assert "r" in hard[:5]
    chosen = play(["crane", "hint"], "--secret", "guard", words=["-e", "original"]).out.partition("Hint: ")[2]
    game = edition("original")
    fit = sum(game.reply("crane", word) == game.reply("crane", "guard") for word in game.guesses)
    assert f". {fit} words fit." in chosen
    assert fit > 24


def test_help_explains_every_command(play: Play) -> None:
    out = play(["help", "?"]).out
    for word in ("hint", "give up", "help", "quit", "=hint"):
        assert out.count(f"\n{word} ") == 2


def test_words_that_are_commands_can_be_guessed(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("hint\nhelp\nquit\nexit\n")
    result = play(["=help", "= quit", "=hint"], "--secret", "hint", words=["--answers", str(path)])
    assert "Found in 3 of 6.\n" in result.out
    assert " 3/6\n" in result.out


def test_a_secret_is_any_possible_one(play: Play, call: Call, lists: list[str]) -> None:
    assert "Found in 1 of 6." in play(["xylyl"], "--secret", "XYLYL").out
    assert_refused(call("play", *lists, "--secret", "crane"), "'crane' is not an allowed guess")
    refused = call("play", *lists, "--prior", "frequency", "--secret", "xylyl")
    assert_refused(refused, "'xylyl' is an allowed guess but no answer")


def test_a_secret_is_drawn_from_the_answers(play: Play, small: Wordle, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def choose(words: tuple[str, ...]) -> str:
        asked.append(words)
        return words[-1]

    monkeypatch.setattr("secrets.choice", choose)
    assert "It was abhor." in play(["give up"]).out
    assert asked == [small.answers]


def test_a_seed_draws_the_same_secret_every_time(play: Play, small: Wordle) -> None:
    drawn = [play(["give up"], "--seed", str(seed)).out.partition("It was ")[2][:5] for seed in (*range(9), *range(9))]
    assert drawn[:9] == drawn[9:]
    assert {*drawn} <= {*small.answers}
    assert len({*drawn}) > 1
    assert [draw(edition("original"), f"seed {seed}") for seed in range(3)] == ["awake", "bully", "canal"]


def test_the_daily_secret_stays_what_it_is() -> None:
    days = ("2026-11-15", "2026-11-16")
    found = {name: [draw(edition(name), f"daily {day}") for day in days] for name in ("original", "nyt-2023")}
    assert found == {"original": ["check", "robot"], "nyt-2023": ["prank", "perch"]}
    assert draw(Wordle.edition("nyt-2023/guesses"), "daily 2026-11-16") == "perch"


def test_daily_secrets_are_spread_over_the_list() -> None:
    game = edition("original")
    days = [date(2026, 1, 1) + timedelta(number) for number in range(10 * len(game.answers))]
    drawn = Counter(draw(game, f"daily {day}") for day in days)
    assert len(drawn) >= 0.999 * len(game.answers)
    assert max(drawn.values()) < 30
    squares = sum((drawn[word] - 10) ** 2 / 10 for word in game.answers)
    assert abs(squares - len(game.answers)) < 5 * (2 * len(game.answers)) ** 0.5


def test_a_daily_game_is_counted_once(play: Play, data: Path, small: Wordle) -> None:
    secret = draw(small, "daily 2026-11-16")
    options = ["--daily", "--date", "2026-11-16"]
    first = play(["xylyl", secret], *options)
    assert first.out.startswith(
        "fewest daily of 2026-11-16, not the New York Times' puzzle.\nanswers.txt + guesses.txt"
    )
    assert "\nfewest daily answers.txt + guesses.txt 2026-11-16 2/6\n" in first.out
    assert [(game["daily"], len(game["clues"])) for game in kept(data)] == [("2026-11-16", 2)]
    for lines in ([secret], ["give up"]):
        again = play([*lines], *options)
        assert "You have finished it before, so it does not count again.\n" in again.out
        assert ": 1 game, 1 won (100%) in 2.00 guesses" in again.out
    assert len(kept(data)) == 1
    other = play([draw(small, "daily 2026-11-17")], "--daily", "--date", "20261117")
    assert "finished it before" not in other.out
    assert ": 2 games, 2 won (100%) in 1.50 guesses" in other.out


def test_a_daily_game_that_ended_meanwhile_is_counted_once(
    play: Play, data: Path, small: Wordle, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ["--daily", "--date", "2026-11-16"]
    play([draw(small, "daily 2026-11-16")], *options)
    data.write_text(2 * data.read_text())
    result = play([], *options)
    assert "finished it before" in result.out
    assert ": 1 game, 1 won" in play(["give up"], *options).out


def test_a_daily_game_that_was_left_can_be_played_again(play: Play, data: Path) -> None:
    assert "finished it before" not in play(["abate"], "--daily").out + play(["abate"], "--daily").out
    assert not data.exists()
    assert date.today().isoformat() in play([], "--daily").out


def test_a_damaged_file_stops_nothing_and_is_left_as_it_is(play: Play, data: Path, call: Call) -> None:
    data.parent.mkdir()
    damaged = b"\x00\xff rubbish\n{\n" + b"\x80" * 1000
    data.write_bytes(damaged)
    result = play(["abbot"], "--secret", "abbot", "--max-guesses", "3")
    assert ": 1 game, 1 won (100%)" in result.out
    assert f"{data}:3linescannotbereadandareleftastheyare." in "".join(result.out.split())
    assert data.read_bytes().startswith(damaged)
    assert ": 2 games, 2 won" in play(["abbot"], "--secret", "abbot").out
    assert json.loads(call("history", "--json").out)["unreadable"] == 3


@pytest.mark.parametrize("obstacle", ["a file where the folder belongs", "a folder where the file belongs", "no home"])
def test_statistics_that_cannot_be_kept_do_not_spoil_the_game(
    obstacle: str, play: Play, data: Path, monkeypatch: pytest.MonkeyPatch, call: Call
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
        assert "Statistics cannot be kept: " in " ".join(result.out.split())
    if not obstacle.startswith("a file"):
        refused = call("history")
        assert_refused(refused, r"Is a directory|FEWEST_DATA may name another")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--secret", "abbot", "--seed", "1"], "Choose one: a secret, a seed or the daily game"),
        (["--secret", "abbot", "--daily"], "Choose one"),
        (["--daily", "--seed", "1"], "Choose one"),
        (["--date", "2026-11-16"], "A date belongs to --daily"),
        (["--daily", "--date", "16.11.2026"], r"'16\.11\.2026' is no date; write it as in 2026-11-16"),
        (["--daily", "--date", "2026-02-30"], "'2026-02-30' is no date"),
        (["--daily", "--date", ""], "'' is no date"),
        (["--seed", "x"], "Invalid value for '--seed'"),
        (["--secret", ""], "'' is not an allowed guess"),
        (["--max-guesses", "0"], "Invalid value for '--max-guesses'"),
        (["--past", "missing.txt"], r"missing\.txt: cannot be read"),
        (["--prior", "missing.txt"], r"missing\.txt: no such prior"),
        (["--edition", "original"], "Choose one word list"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(
    options: list[str], message: str, call: Call, lists: list[str]
) -> None:
    assert_refused(call("play", *lists, *options), message)


def keys(game: Wordle, clues: list[Clue]) -> list[str]:
    """The rows of a keyboard without colours."""
    return render([keyboard(game, clues)]).split("\n")


def coloured_keys(game: Wordle, clues: list[Clue]) -> list[str]:
    """The rows of a keyboard in colours, without their codes."""
    return COLOUR_SEQUENCE.sub("", render([keyboard(game, clues)], colours=True)).split("\n")


def test_the_keyboard_shows_what_is_known_of_each_letter() -> None:
    game = wordle("crane", "eerie", "elegy")
    clues = [Clue.parse(text, game) for text in ("eerie=10001", "crane=01200")]
    assert keys(game, clues) == [
        " Q  W (E)(R) T  Y  U  .  O  P ",
        " [A] S  D  F  G  H  J  K  L ",
        "    Z  X  .  V  B  .  M ",
    ]
    assert coloured_keys(game, clues)[0] == " Q  W  E  R  T  Y  U  I  O  P "
    styles = re.findall(r"\x1b\[([0-9;]+)m (.) \x1b\[0m", render([keyboard(game, clues)], colours=True))
    grey, yellow, green = TILE_CODES
    assert {key: style for style, key in styles} == (
        {"E": yellow, "R": yellow, "A": green, "I": grey, "C": grey, "N": grey}
    )


def words_of_new_letters(count: int) -> list[str]:
    """Words of five letters, no letter twice."""
    return ["".join(map(chr, range(0x4E00 + start, 0x4E05 + start))) for start in range(0, count, 5)]


def test_other_alphabets_have_their_letters_in_order() -> None:
    game = wordle("größe", "мирно", "cigar", guesses=("zebra",))
    rows = keys(game, [Clue("größe", game.parse_reply("01200"))])
    assert rows == [" A  C  .  .  I (R) . [Ö] И  М ", " Н  О  Р "]
    rows = keys(game, [Clue("zebra", game.parse_reply("01200"))])
    assert rows == [" A  C (E) G  I  .  ß  Ö  И  М ".replace(" A ", " . "), " Н  О  Р ", "[B] . "]
    for count, widths in ((30, [10, 10, 10]), (35, [12, 12, 11]), (40, [13, 13, 13, 1]), (60, 4 * [13] + [8])):
        many = wordle(*words_of_new_letters(count))
        assert [len(row.split()) for row in coloured_keys(many, [])] == widths


def test_of_very_many_letters_only_those_that_were_tried_are_shown() -> None:
    many = wordle(*words_of_new_letters(65))
    guess = many.guesses[0]
    assert coloured_keys(many, []) == [""]
    assert "".join(keys(many, [Clue(guess, 0)])).split() == ["."] * 5
    assert "".join(coloured_keys(many, [Clue(guess, many.win)])).split() == [*guess]


def test_a_letter_that_no_answer_has_gets_a_row_of_its_own() -> None:
    game = wordle("crane", guesses=("größe",))
    rows = keys(game, [Clue("größe", game.reply("größe", "crane"))])
    assert rows[0] == " Q  W [E][R] T  Y  U  I  O  P "
    assert rows[3] == " .  . "


@pytest.mark.parametrize("columns", ["40", "60", "120"])
def test_the_board_fits_the_screen(columns: str, play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = play(["abate", "aback", "hint"], "--secret", "abbot").out.splitlines()
    assert max(map(len, lines)) <= int(columns)
    beside = any("🟩" in line and " P" in line for line in lines)
    assert beside == (int(columns) >= 60)
    path = tmp_path / "long.txt"
    path.write_text("abcdefghijkl\nlkjihgfedcba\n")
    long = play(["abcdefghijkl"], "--secret", "lkjihgfedcba", words=["--answers", str(path)]).out
    assert " Q  W " in long
    assert any(line.startswith(" Q  W ") for line in long.splitlines()) == (columns != "120")


@pytest.mark.parametrize("words", ["größe\nmaßen\n", "漢字\n字漢\n", "ab\n", "мирно\nвойна\n"])
def test_any_words_will_do(words: str, play: Play, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text(words, encoding="utf-8")
    first, last = words.split()[0], words.split()[-1]
    result = play(["hint", first, last], "--secret", last, words=["--answers", str(path)])
    assert f"Found in {len(words.split())} of 6." in result.out


@settings(max_examples=samples.some_of(25))
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["", "hint", "help", "give up", "abate", "hotty", "xylyl", "=abase", "abbot", "abhor", "quit"]
            ),
            st.text(max_size=8),
            st.binary(max_size=8),
        ),
        max_size=10,
    )
)
def test_no_lines_break_a_game(tmp_path_factory: pytest.TempPathFactory, lines: list[str | bytes]) -> None:
    folder = tmp_path_factory.mktemp("words")
    (folder / "answers.txt").write_text("aback\nabase\nabate\nabbey\nabbot\nabhor\n")
    (folder / "guesses.txt").write_text("xylyl\nhotty\n")
    clean = [line.encode(errors="replace") if isinstance(line, str) else line for line in lines]
    lists = ["--answers", str(folder / "answers.txt"), "--guesses", str(folder / "guesses.txt")]
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("FEWEST_DATA", str(folder / "data"))
        monkeypatch.setattr(sys, "argv", ["fewest", "play", *lists, "--secret", "abbot", "--max-guesses", "4"])
        monkeypatch.setattr(sys, "stdin", typed(*clean))
        with pytest.raises(SystemExit) as end:
            main()
    assert end.value.code in (None, 0)
    assert len(kept(folder / "data" / FILE)) <= 1


def test_the_default_game_is_drawn_and_played_through_a_pipe(data: Path) -> None:
    result = pipe("play", lines=b"\xff\xfe\ncrane\nslate\n\x00\ngive up")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("nyt-2023: 3,158 words of 5 letters, 6 guesses.\n")
    assert [(game["edition"], len(game["clues"]), game["outcome"]) for game in kept(data)] == [
        ("nyt-2023", 2, "given up")
    ]


@pytest.mark.slow
def test_output_without_squares_has_digits_and_bars(lists: list[str]) -> None:
    result = pipe("play", *lists, "--secret", "abbot", lines=b"abate\nabbot\n", PYTHONIOENCODING="ascii")
    assert result.code == 0
    assert result.out.isascii()
    assert " A  B  A  T  E  22010" in result.out
    assert result.out.endswith(f"2  {50 * '#'}  1\n")


def test_a_game_at_a_terminal(lists: list[str], data: Path) -> None:
    with Terminal("play", *lists, "--secret", "abbot", "--hard", columns=60) as screen:
        screen.expect("Guess 1 of 6:")
        assert "\x1b[2J" in screen.raw
        screen.type()
        screen.expect("Type a guess")
        screen.type("abat")
        screen.expect("'abat' has 4 characters")
        screen.type(b"ab\xff\xfe\xff")
        screen.expect("is not an allowed guess")
        screen.type("abate")
        board = screen.expect("Guess 2 of 6:")
        assert " A  B  A  T  E      Q  W  E  R  T  Y  U  I  O  P " in board
        assert "⬛" not in board
        screen.type("hotty")
        screen.expect("breaks hard mode: letter 1 must be A; letter 2")
        screen.type("hint")
        screen.expect("Hint: abbot")
        assert "abbot" not in board
        screen.type("abbot")
        screen.expect("Found in 2 of 6.")
        screen.expect("2/6* with 1 hint")
        assert screen.finish() == 0
        assert "48;5;40m A " in screen.raw
    assert [(game["outcome"], game["hard"], game["hints"]) for game in kept(data)] == [("won", True, 1)]


@pytest.mark.parametrize(
    ("before", "question", "key", "code"),
    first(
        1,
        [
            (["abate"], "Guess 2", INTERRUPT, 130),
            ([], "Guess 1", END, 0),
            (["abate", "hint"], "Hint: abbot", INTERRUPT, 130),
        ],
    ),
)
def test_ctrl_c_and_ctrl_d_leave_without_a_trace(
    before: list[str], question: str, key: str, code: int, lists: list[str], play: Play, data: Path
) -> None:
    play(["abbot"], "--secret", "abbot")
    counted = data.read_bytes()
    with Terminal("play", *lists, "--secret", "abbot") as screen:
        for line in before:
            screen.type(line)
        screen.expect(question)
        screen.expect(": ")
        screen.interrupt() if key == INTERRUPT else screen.press(key)
        assert screen.finish() == code
        assert "Traceback" not in screen.text
        assert screen.text.endswith("\n")
    assert data.read_bytes() == counted
