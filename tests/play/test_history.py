import json
import multiprocessing
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest.play.history import FILE, Played, Statistics, add, file, read, tally

WON = Played(edition="a list", words="1", won=True, guesses=3, max_guesses=6)
LOST = replace(WON, won=False, guesses=6)


@st.composite
def games(draw: st.DrawFn) -> Played:
    """Games on two lists, some of them daily on two dates."""
    most = draw(st.integers(1, 8))
    won = draw(st.booleans())
    return Played(
        edition=draw(st.text(max_size=5)),
        words=draw(st.sampled_from("12")),
        won=won,
        guesses=draw(st.integers(int(won), most)),
        max_guesses=most,
        gave_up=not won and draw(st.booleans()),
        hard=draw(st.booleans()),
        hints=draw(st.integers(0, 2)),
        daily=draw(st.sampled_from(["", "", "2026-11-15", "2026-11-16"])),
        ended=draw(st.text(max_size=5)),
    )


@given(st.lists(games()))
def test_statistics_are_what_one_would_count_by_hand(played: list[Played]) -> None:
    counted = [
        game
        for place, game in enumerate(played)
        if not game.daily or all((each.daily, each.words) != (game.daily, game.words) for each in played[:place])
    ]
    found = tally(played)
    course = "".join("W" if game.won else "L" for game in counted)
    assert (found.games, found.wins) == (len(course), course.count("W"))
    assert found.streak == len(course) - len(course.rstrip("W"))
    assert found.longest_streak == max(map(len, course.split("L")))
    taken = [game.guesses for game in counted if game.won]
    assert found.distribution == {guesses: taken.count(guesses) for guesses in taken}
    assert [*found.distribution] == sorted(found.distribution)
    assert found.mean == (sum(taken) / len(taken) if taken else None)
    assert found.given_up == len([game for game in counted if game.gave_up])
    assert found.hinted == len([game for game in counted if game.hints])


def test_no_games_are_no_statistics(tmp_path: Path) -> None:
    assert read(tmp_path / "missing" / FILE) == ([], 0)
    assert tally([]) == Statistics()
    assert Statistics().mean is None


@given(st.lists(games(), max_size=4))
def test_games_are_read_as_they_were_written(tmp_path_factory: pytest.TempPathFactory, played: list[Played]) -> None:
    path = tmp_path_factory.mktemp("data") / "not" / "there" / FILE
    for game in played:
        add(path, game)
    assert read(path) == (played, 0)


def test_a_file_cut_anywhere_loses_only_the_line_that_was_cut(tmp_path: Path) -> None:
    path = tmp_path / FILE
    for guesses in (1, 2, 3):
        add(path, replace(WON, guesses=guesses))
    whole = path.read_bytes()
    ends = [at for at, byte in enumerate(whole) if byte == ord("\n")]
    for cut in sorted({*range(0, len(whole), 23), *(end + step for end in ends for step in (-1, 0, 1))}):
        path.write_bytes(whole[:cut])
        complete = sum(end <= cut for end in ends)
        assert read(path) == ([replace(WON, guesses=guesses) for guesses in (1, 2, 3)[:complete]], 0)
        add(path, LOST)
        found, unreadable = read(path)
        assert found == [*(replace(WON, guesses=guesses) for guesses in (1, 2, 3)[:complete]), LOST]
        assert unreadable == (cut > 0 and cut not in ends and whole[cut - 1 : cut] != b"\n")
        assert path.read_bytes().startswith(whole[:cut])


GOOD = json.dumps(asdict(WON))


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\x00 no text",
        b"\x00" * 50,
        b"[" * 100_000,
        b"[]",
        b"null",
        b"3",
        b'"won"',
        b"{}",
        b"NaN",
        GOOD[:-1].encode(),
        GOOD.replace('"won": true', '"won": 1').encode(),
        GOOD.replace('"won": true', '"won": "yes"').encode(),
        GOOD.replace('"guesses": 3', '"guesses": 7').encode(),
        GOOD.replace('"guesses": 3', '"guesses": 0').encode(),
        GOOD.replace('"guesses": 3', '"guesses": -1').encode(),
        GOOD.replace('"guesses": 3', '"guesses": 3.0').encode(),
        GOOD.replace('"guesses": 3', '"guesses": true').encode(),
        GOOD.replace('"guesses": 3', f'"guesses": {"9" * 5000}').encode(),
        GOOD.replace('"max_guesses": 6', '"max_guesses": 10000').encode(),
        GOOD.replace('"hints": 0', '"hints": -1').encode(),
        GOOD.replace('"daily": ""', '"daily": null').encode(),
        GOOD.replace('"edition": "a list", ', "").encode(),
    ],
)
def test_a_line_that_is_no_game_is_passed_over_and_kept(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / FILE
    add(path, WON)
    with path.open("ab") as file:
        file.write(line + b"\n\n")
    before = path.read_bytes()
    assert read(path) == ([WON], 1)
    add(path, LOST)
    assert read(path) == ([WON, LOST], 1)
    assert path.read_bytes() == before + json.dumps(asdict(LOST)).encode() + b"\n"


def test_a_line_says_all_about_a_game(tmp_path: Path) -> None:
    add(tmp_path / FILE, WON)
    assert (tmp_path / FILE).read_text() == (
        '{"edition": "a list", "words": "1", "won": true, "guesses": 3, "max_guesses": 6, "gave_up": false, '
        '"hard": false, "hints": 0, "daily": "", "ended": ""}\n'
    )


def test_what_a_later_version_adds_to_a_game_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text(json.dumps({**asdict(WON), "mood": "good", "max_guesses": 9999}) + "\r\n")
    assert read(path) == ([replace(WON, max_guesses=9999)], 0)


def _add_many(path: Path, number: int) -> None:
    for guesses in range(20):
        add(path, replace(WON, words=str(number), guesses=1 + guesses, max_guesses=99, edition="x" * 500))


def test_games_that_end_at_once_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "data" / FILE
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=_add_many, args=(path, number)) for number in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    found, unreadable = read(path)
    assert unreadable == 0
    for number in range(4):
        assert [game.guesses for game in found if game.words == str(number)] == list(range(1, 21))
    assert len(found) == 80


def test_a_full_disk_is_an_error() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this machine has no /dev/full")
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        add(full, WON)


def test_a_game_that_does_not_fit_leaves_no_half_of_itself(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    add(path, WON)
    before = path.read_bytes()
    program = (
        "import resource, sys; from pathlib import Path; from fewest.play.history import Played, add\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before) + 10},) * 2)\n"
        "add(Path(sys.argv[1]), Played(edition='e', words='w', won=True, guesses=1, max_guesses=6))"
    )
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=False)
    assert "No space left on device" in done.stderr
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"FEWEST_DATA": "/own", "XDG_DATA_HOME": "/data"}, "/own"),
        ({"FEWEST_DATA": "", "XDG_DATA_HOME": "/data"}, "/data/fewest"),
        ({"FEWEST_DATA": "", "XDG_DATA_HOME": ""}, "~/.local/share/fewest"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_data_is_kept_where_the_system_wants_it(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert file() == Path(expected).expanduser() / FILE
