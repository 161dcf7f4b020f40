"""The log of finished games, and the files that carry them."""

import json
import multiprocessing
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import FewestError
from fewest.play import log
from fewest.play.log import FILE, LoggedGame, append, read, read_games, to_csv, to_lines
from tests.samples import TableGame, wordle

WON = LoggedGame(
    when="2026-11-16T20:15:03.120Z",
    edition="original",
    words="answers",
    clues=("crane=01001", "rebut=22222"),
    secret="rebut",
    outcome="won",
    max_guesses=6,
    skill=88,
    luck=12,
)
LOST = replace(WON, clues=("crane=01001",) * 6, outcome="lost", when="2026-11-15T00:00:00.000Z", hard=True, secret="")
GIVEN_UP = replace(WON, clues=(), outcome="given up", skill=None, luck=None, hints=1, daily="2026-11-16", series="ab12")
FITTING = replace(WON, rule="consistent", clues=("1+2=3=00200",))
GAMES = [WON, LOST, GIVEN_UP, FITTING]


def test_a_line_says_all_about_a_game() -> None:
    assert to_lines([WON]) == (
        '{"when": "2026-11-16T20:15:03.120Z", "edition": "original", "words": "answers", "hard": false, "rule": "any", '
        '"clues": ["crane=01001", "rebut=22222"], "secret": "rebut", "outcome": "won", "max_guesses": 6, "skill": 88, '
        '"luck": 12, "hints": 0, "daily": "", "series": ""}\n'
    )


@pytest.mark.parametrize("write", [to_lines, to_csv])
def test_a_file_holds_the_games_again(write: Any) -> None:
    assert read_games(write(GAMES)) == GAMES
    assert read_games("\ufeff\n" + write([WON]).replace("\n", "\r\n")) == [WON]


def test_keys_may_be_missing_or_unknown(tmp_path: Path) -> None:
    data = {name: value for name, value in asdict(WON).items() if name not in log.DEFAULTS}
    (tmp_path / FILE).write_text(json.dumps(data | {"mood": "good", "max_guesses": 9999}) + "\r\n")
    assert read(tmp_path / FILE) == ([replace(WON, skill=None, luck=None, max_guesses=9999)], 0)
    columns = ",".join(data)
    row = ",".join(map(str, (data | {"clues": " ".join(WON.clues)}).values()))
    assert read_games(f"{columns}\n{row}\n") == [replace(WON, skill=None, luck=None)]


def test_a_game_is_logged_once_and_by_time(tmp_path: Path) -> None:
    path = tmp_path / "new" / FILE
    assert read(path) == ([], 0)
    assert append(path, [WON, WON]) == 1
    later = replace(WON, when="2027-01-01T00:00:00.000Z", skill=1)
    assert append(path, [later, replace(WON, skill=1), LOST, FITTING]) == 3
    assert read(path) == ([LOST, WON, FITTING, later], 0)
    before = path.read_bytes()
    assert append(path, GAMES[:2]) == 0
    assert path.read_bytes() == before


def test_marks_are_added_to_a_game_without_them(tmp_path: Path) -> None:
    path, plain = tmp_path / FILE, replace(WON, skill=None, luck=None)
    assert [append(path, [game]) for game in (plain, WON, plain)] == [1, 1, 0]
    assert read(path) == ([WON], 0)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"when": "2026-13-01T00:00:00.000Z"}, "when"),
        ({"when": "2026-11-16"}, "when"),
        ({"when": 5}, "when"),
        ({"edition": "<b>"}, "edition"),
        ({"words": ""}, "words"),
        ({"hard": "yes"}, "hard"),
        ({"rule": "strict"}, "rule"),
        ({"max_guesses": True}, "max_guesses"),
        ({"max_guesses": 10_000}, "max_guesses"),
        ({"clues": [3]}, "clues"),
        ({"clues": ["crane"]}, "clues"),
        ({"clues": ["=01001"]}, "clues"),
        ({"clues": ["crane=01001"] * 8}, "outcome"),
        ({"secret": "a b"}, "secret"),
        ({"outcome": "open"}, "outcome"),
        ({"clues": []}, "outcome"),
        ({"clues": ["crane=01001"] * 7}, "outcome"),
        ({"skill": 100}, "skill"),
        ({"luck": 1.5}, "luck"),
        ({"hints": -1}, "hints"),
        ({"daily": "today"}, "daily"),
        ({"series": "a\nb"}, "series"),
    ],
)
def test_a_wrong_key_is_named_and_nothing_is_taken(change: dict[str, Any], key: str, tmp_path: Path) -> None:
    wrong = json.dumps(asdict(WON) | change) + "\n"
    with pytest.raises(FewestError, match=f"^game 2 has no valid '{key}'$"):
        read_games(to_lines([WON]) + wrong)
    (tmp_path / FILE).write_text(wrong)
    assert read(tmp_path / FILE) == ([], 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty"),
        ("{", "game 1 is not JSON"),
        ("{}", "game 1 has no valid 'when'"),
        ("[]", "it has no column 'when'"),
        ("hello", "it has no column 'when'"),
        (",".join(log.PATTERNS) + "\n1,2", "game 1 has no valid 'when'"),
        ("{}\n" * (log.MAX_GAMES + 2), "it has more than 20,000 games"),
    ],
)
def test_a_file_without_games_is_refused(text: str, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        read_games(text)


@given(st.one_of(st.text(), st.text().map(lambda text: ",".join(log.PATTERNS) + "\n" + text)))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(FewestError):
        assert all(isinstance(game, LoggedGame) for game in read_games(text))


@pytest.mark.parametrize(
    "line", [b"\xff\xfe\x00 no text", b"\x00" * 50, b"[" * 100_000, b"null", b"3", b"{}", b"NaN", b'{"when": 3}']
)
def test_a_line_that_is_not_a_game_stays_and_is_counted(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / FILE
    append(path, [WON])
    with path.open("ab") as file:
        file.write(line + b"\n\n")
    before = path.read_bytes()
    assert read(path) == ([WON], 1)
    append(path, [LOST])
    assert read(path) == ([LOST, WON], 1)
    assert path.read_bytes() == before + to_lines([LOST]).encode()


def test_a_file_cut_anywhere_loses_only_the_line_that_was_cut(tmp_path: Path) -> None:
    path = tmp_path / FILE
    games = [replace(WON, when=f"2026-11-1{day}T00:00:00.000Z") for day in (1, 2, 3)]
    append(path, games)
    whole = path.read_bytes()
    ends = [place for place, byte in enumerate(whole) if byte == ord("\n")]
    for cut in sorted({*range(0, len(whole), 23), *(end + step for end in ends for step in (-1, 0, 1))}):
        path.write_bytes(whole[:cut])
        complete = sum(end <= cut for end in ends)
        assert read(path) == (games[:complete], 0)
        append(path, [GIVEN_UP])
        cut_off = cut > 0 and cut not in ends and whole[cut - 1 : cut] != b"\n"
        assert read(path) == ([*games[:complete], GIVEN_UP], cut_off)
        assert path.read_bytes().startswith(whole[:cut])


def _append_many(path: Path, number: int) -> None:
    for second in range(20):
        append(path, [replace(WON, series=str(number), secret=str(number), when=f"2026-11-16T00:00:{second:02}.000Z")])


def test_games_that_end_at_once_are_all_logged(tmp_path: Path) -> None:
    path = tmp_path / "data" / FILE
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=_append_many, args=(path, number)) for number in (0, 1, 2, 2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    games, unreadable = read(path)
    assert (len(games), unreadable) == (60, 0)
    assert len(path.read_bytes().splitlines()) == 60, "two processes with the same games do not both append them"


def test_a_game_that_does_not_fit_leaves_no_half_of_itself(tmp_path: Path) -> None:
    path = tmp_path / FILE
    append(path, [WON])
    before = path.read_bytes()
    program = (
        "import resource, sys; from pathlib import Path; from tests.play.test_log import LOST, append\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before) + 10},) * 2)\n"
        "append(Path(sys.argv[1]), [LOST])"
    )
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=False)
    assert "No space left on device" in done.stderr
    assert path.read_bytes() == before


def test_games_of_every_kind_can_be_logged() -> None:
    words = wordle("crane", "rebut", name="my, list/guesses").made_consistent()
    table = TableGame(np.array([[1, 0], [0, 1]]), 2, 1)
    for game, style in ((words, "gyb"), (table, None)):
        guess, secret = game.guesses[0], game.secrets[1]
        turns = [game.seen(guess, game.reply(guess, secret), style)]
        made = log.entry(game, "own", turns, secret, outcome="lost", max_guesses=1)
        assert (made.series, made.rule) == (game.series, "consistent" if game is words else "any")
        assert read_games(to_lines([made])) == read_games(to_csv([made])) == [made]
        if game is words:
            assert (made.edition, made.clues) == ("my__list", ("crane=01001",))


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"FEWEST_DATA": "/own", "XDG_DATA_HOME": "/data"}, "/own"),
        ({"FEWEST_DATA": "", "XDG_DATA_HOME": "/data"}, "/data/fewest"),
        ({"FEWEST_DATA": "", "XDG_DATA_HOME": ""}, "~/.local/share/fewest"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_the_log_is_where_the_system_wants_it(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert log.file() == Path(expected).expanduser() / FILE
