"""The analysed games that were kept: how many guesses they took, and skill and luck over time."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fewest.errors import FewestError
from fewest.play import kept
from fewest.play.analysis import Analysis
from fewest.results import Bars, Block, Result, line
from fewest.results.prose import pluralise
from fewest.setup import Setup
from fewest.system.files import read_bytes, write_file

LATE = 10
"""The games that count as the last ones."""

STEPS = "▁▂▃▄▅▆▇█"
"""A mark as a bar, from the lowest up."""

WIDTH = 60
"""How many of the last games are drawn."""


@dataclass(frozen=True)
class KeptGames(Result):
    """The analysed games that were kept."""

    file: str
    """The file that they are in."""
    games: int
    """The number of games."""
    wins: int
    """The number of games won."""
    mean: float | None
    """The mean number of guesses of the games won; null if there are none."""
    distribution: dict[int, int]
    """The number of games won by number of guesses."""
    skill: tuple[int, ...]
    """The skill of each game, the oldest first."""
    luck: tuple[int, ...]
    """The luck of each game."""
    added: int
    """How many games were added just now."""
    unreadable: int
    """How many lines of the file cannot be read; they are left as they are."""

    def blocks(self) -> Iterator[Block]:
        """The numbers, the distribution, and skill and luck as bars."""
        if self.added:
            yield line(f"{pluralise(self.added, 'game')} added.")
        mean = f" in {self.mean:.2f} guesses on average" if self.mean else ""
        yield line(f"{pluralise(self.games, 'game')}, {self.wins:,} won{mean}")
        if not self.games:
            yield line("Keep a game when you analyse it: fewest analyse crane slate rebut --keep")
        if self.distribution:
            most = max(self.distribution)
            yield Bars({guesses: self.distribution.get(guesses, 0) for guesses in range(1, most + 1)}, most)
        for name, marks in (("skill", self.skill), ("luck ", self.luck)):
            if marks:
                late = marks[-LATE:]
                bars = "".join(STEPS[mark * len(STEPS) // 100] for mark in marks[-WIDTH:])
                yield line(f"{name} {bars} {sum(late) / len(late):.0f} in the last {len(late)}")
        if self.unreadable:
            lines = pluralise(self.unreadable, "line cannot be read", "lines cannot be read")
            yield line(f"{self.file}: {lines} and stay as they are.", "red")

    def __repr__(self) -> str:
        return f"<KeptGames: {pluralise(self.games, 'game')}, {self.wins:,} won>"


def past_analyses(added: int = 0) -> KeptGames:
    """The statistics of all games that were kept."""
    path = kept.file()
    games, unreadable = kept.kept_games(path)
    taken = [len(game.clues) for game in games if game.outcome == "won"]
    return KeptGames(
        file=str(path),
        games=len(games),
        wins=len(taken),
        mean=sum(taken) / len(taken) if taken else None,
        distribution={guesses: taken.count(guesses) for guesses in sorted(set(taken))},
        skill=tuple(game.skill for game in games),
        luck=tuple(game.luck for game in games),
        added=added,
        unreadable=unreadable,
    )


def keep_analysis(setup: Setup, made: Analysis) -> KeptGames:
    """Keep a game that was analysed, unless it was kept before, on whatever day."""
    believed = {("answers", "uniform"): "answers", ("answers", "frequency"): "frequency", ("guesses", "today"): "today"}
    words = believed.get((setup.secrets, setup.prior), "own")
    edition = made.label.partition("/")[0]
    game = kept.KeptGame.of(made, edition, words)
    known = any(each.key == game.key for each in kept.kept_games(kept.file())[0])
    return past_analyses(0 if known else kept.keep(kept.file(), [game]))


def import_games(path: Path) -> KeptGames:
    """Keep the games of a file, all or none."""
    try:
        games = kept.read_games(read_bytes(path).decode())
    except UnicodeDecodeError:
        raise FewestError(f"{path} was not imported: it is no text.") from None
    except FewestError as error:
        raise FewestError(f"{path} was not imported: {error}.") from None
    return past_analyses(kept.keep(kept.file(), games))


def export_games(path: Path) -> KeptGames:
    """Write all games into a file: CSV if its name ends so, else JSON."""
    games, _ = kept.kept_games(kept.file())
    text = kept.to_csv(games) if path.suffix.lower() == ".csv" else kept.to_json(games)
    write_file(path, text)
    return past_analyses()
