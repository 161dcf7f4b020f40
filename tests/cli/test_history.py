import json
from pathlib import Path

import pytest

from tests.cli.running import Call, assert_refused

ORIGINAL = ["-e", "original", "--secrets", "answers", "--prior", "uniform", "--seconds", "0"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own for the user's data."""
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))
    return tmp_path


def test_games_are_kept_exported_and_imported(call: Call, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("history").out.splitlines() == [
        "0 games, 0 won",
        "Keep a game when you analyse it: fewest analyse crane slate rebut --keep",
    ]
    assert "Kept: 1 game" in call("analyse", "crane", "slate", "rebut", "--keep", *ORIGINAL).out
    call("analyse", "crane", "slate", "moist", "pound", "light", "bumpy", "--secret", "rebut", "--keep", *ORIGINAL)
    call("analyse", "crane", "slate", "rebut", "--keep", *ORIGINAL)
    found = json.loads(call("history", "--json").out)
    assert (found["games"], found["wins"], found["mean"], found["distribution"]) == (2, 1, 3.0, {"3": 1})
    assert len(found["skill"]) == len(found["luck"]) == 2
    for name in ("games.json", "games.csv"):
        assert call("history", "--export", str(data / name)).code == 0
        monkeypatch.setenv("FEWEST_DATA", str(data / name.replace(".", "-")))
        assert call("history", "--import", str(data / name)).out.startswith("2 games added.")
        again = json.loads(call("history", "--import", str(data / name), "--json").out)
        assert (again["games"], again["added"], again["skill"]) == (2, 0, found["skill"])
        monkeypatch.setenv("FEWEST_DATA", str(data / "data"))


def test_a_bad_file_changes_nothing(call: Call, data: Path) -> None:
    call("analyse", "crane", "slate", "rebut", "--keep", *ORIGINAL)
    bad = data / "bad.json"
    for content in (b"", b"{", b"\xff\xfe", b'{"format": "fewest-games-1", "games": [{}]}'):
        bad.write_bytes(content)
        assert_refused(call("history", "--import", str(bad)), "bad.json was not imported: ")
    assert_refused(call("history", "--import", str(data / "none")), "none: No such file")
    assert_refused(call("history", "--import", str(bad), "--export", str(bad)), "one at a time")
    assert json.loads(call("history", "--json").out)["games"] == 1


def test_an_unfinished_game_is_shown_but_not_kept(call: Call) -> None:
    result = call("analyse", "crane=01200", "--keep", *ORIGINAL)
    assert (result.code, "is not finished, so it is not kept" in " ".join(result.err.split())) == (2, True)
    assert "not found, 24 secrets left" in result.out
    assert json.loads(call("history", "--json").out)["games"] == 0
