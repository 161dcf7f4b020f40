"""Statistics of finished games: guesses, streaks, and skill and luck over time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.play import log
from fewest.play.analysis import Analysis
from fewest.play.log import LoggedGame
from fewest.play.round import Round
from fewest.results import Block, Result, bars, line
from fewest.results.prose import pluralise
from fewest.setup import Setup
from fewest.system.files import read_bytes, write_file

LAST = 10
"""How many of the last games the mean of a mark covers."""

STEPS = "▁▂▃▄▅▆▇█"
"""The bars of marks, lowest first."""

WIDTH = 60
"""The most games drawn as bars."""


@dataclass(frozen=True, repr=False)
class History(Result):
    """The statistics of finished games."""

    label: str | None
    """The game or word list; null for all of them."""
    file: str
    """The file of the games."""
    games: int
    """The number of games; only the first try at each daily game counts."""
    wins: int
    """The number of games won."""
    given_up: int
    """The number of games given up."""
    hinted: int
    """The number of games with hints."""
    mean: float | None
    """The mean number of guesses of the games won; null without a win."""
    streak: int
    """The current number of wins in a row."""
    longest_streak: int
    """The most wins in a row."""
    distribution: dict[int, int]
    """The number of games won by number of guesses."""
    skill: tuple[int, ...]
    """The skill of each analysed game, oldest first."""
    luck: tuple[int, ...]
    """The luck of each analysed game, oldest first."""
    added: int
    """The number of games just added."""
    unreadable: int
    """The number of unreadable lines of the file; they are kept unchanged."""

    def blocks(self) -> Iterator[Block]:
        """The numbers, the distribution, and skill and luck as bars."""
        if self.added:
            yield line(f"{pluralise(self.added, 'game')} added.")
        rate = f" ({self.wins / self.games:.0%})" if self.games else ""
        mean = f" in {self.mean:.2f} guesses on average" if self.mean else ""
        yield line(f"{self.label or 'All lists'}: {pluralise(self.games, 'game')}, {self.wins:,} won{rate}{mean}")
        if self.games:
            given_up = f"; {pluralise(self.given_up, 'game')} given up" if self.given_up else ""
            hinted = f"; {pluralise(self.hinted, 'game')} with hints" if self.hinted else ""
            yield line(f"Wins in a row: {self.streak:,} now, {self.longest_streak:,} at best{given_up}{hinted}")
        else:
            yield line("Play a game with fewest play, or save one: fewest analyse crane slate rebut --keep")
        if self.distribution:
            most = max(self.distribution)
            yield bars({guesses: self.distribution.get(guesses, 0) for guesses in range(1, most + 1)}, most)
        for name, marks in (("skill", self.skill), ("luck ", self.luck)):
            if marks:
                last = marks[-LAST:]
                steps = "".join(STEPS[mark * len(STEPS) // 100] for mark in marks[-WIDTH:])
                games = pluralise(len(last), "game")
                yield line(f"{name} {steps} {sum(last) / len(last):.0f} on average in the last {games}")
        if self.unreadable:
            singular = "unreadable line was skipped"
            plural = "unreadable lines were skipped"
            yield line(f"{self.file}: {pluralise(self.unreadable, singular, plural)}.", "red")


def history(setup: Setup, *, all_lists: bool = False, added: int = 0) -> History:
    """The statistics of the log, for the word list of the setup or for all lists."""
    return _history(None if all_lists else setup.make_game(), added)


def import_games(setup: Setup, path: Path, *, all_lists: bool = False) -> History:
    """Add the games of a file to the log, all or none."""
    try:
        games = log.read_games(read_bytes(path).decode())
    except UnicodeDecodeError:
        raise FewestError(f"{path} was not imported: it is not text.") from None
    except FewestError as error:
        raise FewestError(f"{path} was not imported: {error}.") from None
    return history(setup, all_lists=all_lists, added=log.append(log.file(), games))


def export_games(setup: Setup, path: Path, *, all_lists: bool = False) -> History:
    """Write the whole log to a file: CSV if its name ends in .csv, else JSON lines."""
    games, _ = log.read(log.file())
    write_file(path, log.to_csv(games) if path.suffix.lower() == ".csv" else log.to_lines(games))
    return history(setup, all_lists=all_lists)


def keep_if_wished(setup: Setup, analysis: Analysis, wish: bool | None = None) -> History | None:
    """Log a finished, analysed game if the user asked for that now or earlier; None if it is not logged.

    The choice in `wish` is stored for later games.
    """
    if wish is None:
        wished = log.keeps_analysed() and analysis.outcome != "open"
        return keep_analysis(setup, analysis) if wished else None
    kept = keep_analysis(setup, analysis) if wish else None
    log.wish_to_keep(wish)
    return kept


def keep_analysis(setup: Setup, analysis: Analysis) -> History:
    """Log an analysed game, or only its marks if the log has the game without marks."""
    if analysis.outcome == "open":
        raise FewestError("Only finished games are saved; give all guesses, or the secret.")
    names = ("hard", "outcome", "max_guesses", "skill", "luck")
    facts = {name: getattr(analysis, name) for name in names}
    entry = log.entry(setup.make_game(), _believed(setup), analysis.turns, analysis.secret or "", **facts)
    known = [game for game in log.read(log.file())[0] if game.key == entry.key]
    if any(game.skill is not None for game in known):
        return _history(None)
    new = [replace(game, skill=analysis.skill, luck=analysis.luck) for game in known[-1:]] or [entry]
    return _history(None, log.append(log.file(), new))


def keep_round(setup: Setup, played: Round, *, hints: int, gave_up: bool, daily: date | None) -> History:
    """Log a played game, unless it is a daily game that was finished before."""
    if daily is None or not log.was_finished(played.game, daily):
        entry = log.entry(
            played.game,
            _believed(setup),
            played.turns,
            played.secret,
            hard=played.hard,
            outcome="won" if played.won else "given up" if gave_up else "lost",
            max_guesses=played.max_guesses,
            hints=hints,
            daily="" if daily is None else daily.isoformat(),
        )
        log.append(log.file(), [entry])
    return _history(played.game)


def _believed(setup: Setup) -> str:
    """The prior of the setup, in a word."""
    words = {("answers", "uniform"): "answers", ("answers", "frequency"): "frequency", ("guesses", "today"): "today"}
    return words.get((setup.secrets, str(setup.prior)), "own")


def _history(game: Game | None, added: int = 0) -> History:
    games, unreadable = log.read(log.file())
    here = [past for past in games if game is None or past.series == game.series]
    return summarise(
        here, label=None if game is None else game.title, file=str(log.file()), added=added, unreadable=unreadable
    )


def summarise(games: Iterable[LoggedGame], *, label: str | None, file: str, added: int, unreadable: int) -> History:
    """Compute statistics of games in the order they ended; only the first try of a daily game counts."""
    counted = list(_first_tries(games))
    streak = longest = 0
    for game in counted:
        streak = streak + 1 if game.won else 0
        longest = max(longest, streak)
    taken = sorted(len(game.clues) for game in counted if game.won)
    return History(
        label=label,
        file=file,
        games=len(counted),
        wins=len(taken),
        given_up=sum(game.outcome == "given up" for game in counted),
        hinted=sum(game.hints > 0 for game in counted),
        mean=sum(taken) / len(taken) if taken else None,
        streak=streak,
        longest_streak=longest,
        distribution={guesses: taken.count(guesses) for guesses in dict.fromkeys(taken)},
        skill=tuple(game.skill for game in counted if game.skill is not None),
        luck=tuple(game.luck for game in counted if game.luck is not None),
        added=added,
        unreadable=unreadable,
    )


def _first_tries(games: Iterable[LoggedGame]) -> Iterator[LoggedGame]:
    seen: set[tuple[str, str]] = set()
    for game in games:
        if game.daily and (game.daily, game.series) in seen:
            continue
        seen.add((game.daily, game.series))
        yield game
