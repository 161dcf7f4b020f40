"""Games against a random secret, and statistics of past games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.play import history
from fewest.play.round import Round, draw_secret
from fewest.results import Bars, Block, Result, line, render
from fewest.results.prose import pluralise
from fewest.setup import Setup


@dataclass(frozen=True)
class Played(Result):
    """A game so far."""

    label: str
    length: int
    max_guesses: int
    replies: tuple[str, ...]
    """The reply to each guess, such as 01200."""
    won: bool
    over: bool
    """Whether the game is won, lost or given up."""
    secret: str | None
    """The secret; null until the game is over."""
    share: str
    """The game as text to share, without words."""

    def blocks(self) -> Iterator[Block]:
        """The replies, and the secret once the game is over."""
        yield line(self.share)
        if self.secret:
            yield line(f"It was {self.secret}.")

    def __repr__(self) -> str:
        state = "won" if self.won else f"over, it was {self.secret}" if self.over else "under way"
        return f"<Played: {len(self.replies)} of {self.max_guesses} guesses on {self.label}, {state}>"


def play(
    setup: Setup,
    guesses: Sequence[str],
    *,
    seed: int | None = None,
    day: date | None = None,
    give_up: bool = False,
    belief: Belief | None = None,
) -> Played:
    """Replay a game from its seed, or from the date of a daily game, and its guesses."""
    game = setup.game() if belief is None else belief.game
    played = Round(game, draw_secret(game, seed, day), setup.limit(game), setup.hard)
    for place, text in enumerate(guesses):
        try:
            played.take(text)
        except FewestError as error:
            raise error.about(place) from None
    over = played.over or give_up
    return Played(
        label=game.label,
        length=len(game.guesses[0]),
        max_guesses=played.max_guesses,
        replies=tuple(turn.reply for turn in played.turns),
        won=played.won,
        over=over,
        secret=played.secret if over else None,
        share=render(
            played.share(f"fewest {game.title} #{seed}" if day is None else f"fewest daily {game.title} {day}")
        ),
    )


def with_any_secret(setup: Setup) -> Setup:
    """The setup for a secret chosen by the user, which may be any allowed guess."""
    drawn = setup.has_words and setup.secrets == "answers" and setup.prior == "uniform"
    return replace(setup, secrets="guesses", prior="today") if drawn else setup


@dataclass(frozen=True)
class PastGames(Result):
    """The statistics of finished games."""

    label: str | None
    """The word list; null for all lists."""
    file: str
    """The file of past games."""
    games: int
    """The number of finished games."""
    wins: int
    """The number of games won."""
    given_up: int
    """The number of games given up."""
    hinted: int
    """The number of games with a hint."""
    mean: float | None
    """The mean number of guesses of games won; null if there are none."""
    streak: int
    """The current winning streak."""
    longest_streak: int
    """The longest winning streak."""
    distribution: dict[int, int]
    """The number of games won by number of guesses."""
    unreadable: int
    """The number of lines of the file that cannot be read."""

    def blocks(self) -> Iterator[Block]:
        """The statistics and the distribution."""
        name = "All lists" if self.label is None else self.label
        rate = f" ({self.wins / self.games:.0%})" if self.games else ""
        mean = f" in {self.mean:.2f} guesses on average" if self.mean else ""
        yield line(f"{name}: {pluralise(self.games, 'game')}, {self.wins:,} won{rate}{mean}")
        if self.games:
            given_up = f", {self.given_up:,} given up" if self.given_up else ""
            hinted = f", {self.hinted:,} with hints" if self.hinted else ""
            yield line(f"Won in a row: {self.streak:,} now, {self.longest_streak:,} at most{given_up}{hinted}")
        if self.distribution:
            most = max(self.distribution)
            yield Bars({guesses: self.distribution.get(guesses, 0) for guesses in range(1, most + 1)}, most)
        if self.unreadable:
            singular = "line cannot be read and is left as it is"
            plural = "lines cannot be read and are left as they are"
            yield line(f"{self.file}: {pluralise(self.unreadable, singular, plural)}.", "red")

    def __repr__(self) -> str:
        return f"<PastGames: {pluralise(self.games, 'game')} on {self.label or 'all lists'}, {self.wins:,} won>"


def past_games(game: Game | None) -> PastGames:
    """The statistics of past games, on one list or on all."""
    file = history.file()
    games, unreadable = history.read(file)
    found = history.tally(each for each in games if game is None or each.words == game.series)
    return PastGames(
        label=None if game is None else game.title,
        file=str(file),
        games=found.games,
        wins=found.wins,
        given_up=found.given_up,
        hinted=found.hinted,
        mean=found.mean,
        streak=found.streak,
        longest_streak=found.longest_streak,
        distribution=found.distribution,
        unreadable=unreadable,
    )


def was_finished(game: Game, day: date) -> bool:
    """Whether the daily game of a day was finished before; False if the file cannot be read."""
    try:
        games, _ = history.read(history.file())
        return any((each.daily, each.words) == (day.isoformat(), game.series) for each in games)
    except OSError:
        return False


def count_game(played: Round, *, hints: int, gave_up: bool, daily: date | None) -> PastGames:
    """Save a finished game, unless it is a daily game that was finished before; return the statistics."""
    if daily is None or not was_finished(played.game, daily):
        history.add(
            history.file(),
            history.Played(
                edition=played.game.title,
                words=played.game.series,
                won=played.won,
                guesses=len(played.clues),
                max_guesses=played.max_guesses,
                gave_up=gave_up,
                hard=played.hard,
                hints=hints,
                daily="" if daily is None else daily.isoformat(),
                ended=datetime.now(UTC).isoformat(timespec="seconds"),
            ),
        )
    return past_games(played.game)
