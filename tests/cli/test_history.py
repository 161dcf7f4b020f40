import json
from pathlib import Path

import pytest

from tests.cli.running import Call, assert_refused

ORIGINAL = ["-e", "original", "--secrets", "answers", "--prior", "uniform", "--seconds", "0"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder for the user's data."""
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))
    return tmp_path


def test_games_are_kept_exported_and_imported(call: Call, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Saved: fewest history has 1 game." in call("analyse", "crane", "slate", "rebut", "--keep", *ORIGINAL).out
    call("analyse", "crane", "slate", "moist", "pound", "light", "bumpy", "--secret", "rebut", "--keep", *ORIGINAL)
    games = json.loads(call("history", "--json").out)
    assert (games["label"], games["games"], games["wins"], games["distribution"]) == (None, 2, 1, {"3": 1})
    assert json.loads(call("history", "--json", "-e", "original").out) == games | {"label": "original"}
    assert json.loads(call("history", "--json", "-e", "nyt-2022").out)["games"] == 0
    assert call("history", "--export", str(data / "games.csv")).code == 0
    monkeypatch.setenv("FEWEST_DATA", str(data / "other"))
    assert call("history", "--import", str(data / "games.csv")).out.startswith("2 games added.")


def test_keep_holds_until_no_keep(call: Call) -> None:
    def kept(*game: str) -> int:
        assert call("analyse", *game, *ORIGINAL).code == 0
        return int(json.loads(call("history", "--json").out)["games"])

    assert kept("crane", "slate", "rebut") == 0
    assert kept("crane", "slate", "rebut", "--keep") == 1
    assert kept("crane", "moist", "rebut") == 2
    assert kept("crane=01200") == 2, "an unfinished game is left out without a word"
    assert kept("crane", "pound", "rebut", "--no-keep") == 2
    assert kept("crane", "light", "rebut") == 2


def test_a_bad_file_changes_nothing(call: Call, data: Path) -> None:
    bad = data / "bad.jsonl"
    bad.write_text("{}")
    assert_refused(call("history", "--import", str(bad)), "bad.jsonl was not imported: game 1 has no valid 'when'")
    assert_refused(call("history", "--import", str(data / "none")), "none: No such file")
    assert_refused(call("history", "--import", str(bad), "--export", str(bad)), "Choose one: --import or --export")
    assert json.loads(call("history", "--json").out)["games"] == 0


def test_an_unfinished_game_is_shown_but_not_kept(call: Call) -> None:
    result = call("analyse", "crane=01200", "--keep", *ORIGINAL)
    assert (result.code, "Only finished games are saved" in " ".join(result.err.split())) == (2, True)
    assert "Not finished: 24 words left after 1 guess" in result.out
    assert json.loads(call("history", "--json").out)["games"] == 0
