from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import FewestError
from fewest.play import log
from fewest.play.log import LoggedGame
from fewest.play.round import Round
from fewest.questions.analyse import analyse
from fewest.questions.history import (
    History,
    export_games,
    history,
    import_games,
    keep_analysis,
    keep_round,
    summarise,
)
from fewest.setup import Setup
from tests.questions.checks import check

WON = LoggedGame(
    when="2026-11-16T20:15:03.120Z",
    edition="list",
    words="answers",
    clues=("conch=00022", "batch=22222"),
    secret="batch",
    outcome="won",
    max_guesses=6,
)


@pytest.fixture(autouse=True)
def _own_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))


@st.composite
def games(draw: st.DrawFn) -> LoggedGame:
    """Games on two lists, some of them daily on two dates."""
    outcome = draw(st.sampled_from(["won", "lost", "given up"]))
    return replace(
        WON,
        clues=("conch=00022",) * draw(st.integers(1, 6)),
        outcome=outcome,
        skill=draw(st.sampled_from([None, 50])),
        hints=draw(st.integers(0, 2)),
        daily=draw(st.sampled_from(["", "", "2026-11-15", "2026-11-16"])),
        series=draw(st.sampled_from("12")),
    )


@given(st.lists(games()))
def test_statistics_are_what_you_count_by_hand(played: list[LoggedGame]) -> None:
    counted = [
        game
        for place, game in enumerate(played)
        if not game.daily or all((each.daily, each.series) != (game.daily, game.series) for each in played[:place])
    ]
    made = summarise(played, label=None, file="", added=0, unreadable=0)
    course = "".join("W" if game.outcome == "won" else "L" for game in counted)
    assert (made.games, made.wins) == (len(course), course.count("W"))
    assert made.streak == len(course) - len(course.rstrip("W"))
    assert made.longest_streak == max(map(len, course.split("L")))
    taken = [len(game.clues) for game in counted if game.outcome == "won"]
    assert made.distribution == {guesses: taken.count(guesses) for guesses in taken}
    assert [*made.distribution] == sorted(made.distribution)
    assert made.mean == (sum(taken) / len(taken) if taken else None)
    assert made.given_up == len([game for game in counted if game.outcome == "given up"])
    assert made.hinted == len([game for game in counted if game.hints])
    assert len(made.skill) == len([game for game in counted if game.skill])


@pytest.fixture
def play(setup: Setup) -> Callable[..., History]:
    """Play a game and keep it."""
    game = setup.make_game()

    def play(*guesses: str, hints: int = 0, daily: date | None = None) -> History:
        played = Round(game, "batch", 6)
        for guess in guesses:
            played.take(guess)
        return keep_round(setup, played, hints=hints, gave_up=not played.over, daily=daily)

    return play


def test_games_are_added_up_list_by_list(setup: Setup, play: Callable[..., History]) -> None:
    play("conch", "finch", "batch")
    play("conch", "conch", "conch", "finch", "batch", hints=2)
    here = play("conch")
    log.append(log.file(), [replace(WON, when="2999-11-16T00:00:00.000Z", skill=99, luck=0)])
    with log.file().open("a", encoding="utf-8") as file:
        file.write("no game\n")
    ours, everything = history(setup), history(setup, all_lists=True)
    assert replace(ours, unreadable=0) == here
    assert (ours.label, ours.games, ours.wins, ours.given_up, ours.hinted) == (setup.make_game().title, 3, 2, 1, 1)
    assert (ours.mean, ours.streak, ours.longest_streak, ours.distribution) == (4.0, 0, 2, {3: 1, 5: 1})
    assert (everything.label, everything.games, everything.wins, everything.streak) == (None, 4, 3, 1)
    assert (everything.skill, everything.luck) == ((99,), (0,))
    assert (ours.unreadable, ours.file) == (1, str(log.file()))
    for made in (ours, everything):
        check(made)
    rows = str(ours).splitlines()
    assert rows[0] == f"{ours.label}: 3 games, 2 won (67%) in 4.00 guesses on average"
    assert rows[1] == "Wins in a row: 0 now, 2 at best; 1 game given up; 1 game with hints"
    assert [int(row.split()[-1]) for row in rows[2:7]] == [0, 0, 1, 0, 1]
    assert rows[7].endswith("games.jsonl: 1 unreadable line was skipped.")
    assert "skill █ 99 on average in the last 1 game\nluck  ▁ 0 on average in the last 1 game\n" in str(everything)


def test_without_games_there_is_a_hint(setup: Setup) -> None:
    made = history(setup, all_lists=True)
    assert (made.games, made.mean, made.distribution) == (0, None, {})
    assert str(made).splitlines()[0] == "All lists: 0 games, 0 won"
    assert "fewest analyse crane slate rebut --keep" in str(made)
    check(made)


def test_a_daily_game_counts_once(setup: Setup, play: Callable[..., History]) -> None:
    day = date(2026, 11, 16)
    assert not log.was_finished(setup.make_game(), day)
    assert play("batch", daily=day).games == play("conch", "batch", daily=day).games == 1
    assert log.was_finished(setup.make_game(), day)
    assert play("batch", daily=date(2026, 11, 17)).games == 2


def test_an_analysed_game_is_kept_once_and_a_played_one_gets_its_marks(
    setup: Setup, play: Callable[..., History]
) -> None:
    analysis = analyse(setup, ["conch", "finch", "batch"], replies="gyb")
    for added in (1, 0):
        made = keep_analysis(setup, analysis)
        assert (made.games, made.added, made.skill, made.luck) == (1, added, (analysis.skill,), (analysis.luck,))
    assert play("conch", "batch").skill == (analysis.skill,)
    other = analyse(setup, ["conch", "batch"])
    made = keep_analysis(setup, other)
    assert (made.games, made.added, made.skill) == (2, 1, (analysis.skill, other.skill))


def test_a_game_that_is_not_finished_is_not_kept(setup: Setup) -> None:
    with pytest.raises(FewestError, match="Only finished games are saved"):
        keep_analysis(setup, analyse(setup, ["conch=00022"]))


@pytest.mark.parametrize("name", ["games.jsonl", "games.csv"])
def test_files_carry_games(
    name: str, setup: Setup, play: Callable[..., History], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play("conch", "batch", hints=1)
    path = tmp_path / name
    whole = export_games(setup, path, all_lists=True)
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "other"))
    made = import_games(setup, path)
    assert (made.added, made.hinted, made.distribution) == (1, whole.hinted, whole.distribution)
    assert str(made).startswith("1 game added.")
    assert import_games(setup, path).added == 0
    path.write_bytes(b"\xff")
    with pytest.raises(FewestError, match=f"{name} was not imported: it is not text"):
        import_games(setup, path)
