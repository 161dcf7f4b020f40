"""Past answers that are kept for every game to come, beside the log of games."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from fewest.games.game import Game
from fewest.play import log
from fewest.results import Block, Result, line
from fewest.results.prose import listed_some, pluralise
from fewest.setup import Setup
from fewest.system.files import write_file
from fewest.words import PastAnswers

MOST_UNKNOWN = 3
"""How many words that are not of the game are named."""


@dataclass(frozen=True, repr=False)
class KeptPast(Result):
    """Past answers, which are less likely than other words."""

    file: str | None
    """The file where they are kept; null if they are not."""
    answers: int
    """The number of different past answers."""
    dated: int
    """How many of them have a date."""
    last: str | None
    """The last date; null if none has one."""
    unknown: tuple[str, ...]
    """Those that are not possible secrets, which change nothing."""

    @property
    def sentence(self) -> str:
        """How many there are, up to when, and what is wrong with them."""
        if not self.answers:
            return "No past answers are kept."
        dated = "all" if self.dated == self.answers else f"{self.dated:,}"
        dates = "none with a date" if self.last is None else f"{dated} with a date, the last on {self.last}"
        shown = listed_some(self.unknown, MOST_UNKNOWN)
        unknown = f" Not possible in this game: {shown}." if self.unknown else ""
        return f"{pluralise(self.answers, 'past answer')}, {dates}.{unknown}"

    def blocks(self) -> Iterator[Block]:
        """The sentence, and what to type next."""
        yield line(self.sentence)
        if self.answers:
            yield line("They count less in today's game. fewest past --forget forgets them.", "dim")
        else:
            yield line("fewest past FILE keeps a file with a date and a word per line, as in 2024-12-31,lemur.", "dim")


def describe_past(setup: Setup, past: PastAnswers, file: str | None = None, *, game: Game | None = None) -> KeptPast:
    """What past answers are; an error names a line that is none, or says that none is a possible secret."""
    game = setup.game() if game is None else game
    replace(setup, past=past).weights(game)
    last = past.last_days(game.normalise, game.guess_index)
    days = [day.isoformat() for day in last.values() if day is not None]
    unknown = tuple(word for word in last if word not in game.guess_index)
    return KeptPast(file, len(last), len(days), max(days, default=None), unknown)


def keep_past(setup: Setup, path: Path) -> KeptPast:
    """Keep the past answers of a file, instead of those kept before."""
    past = PastAnswers.load(path)
    target = log.file().with_name(log.PAST_FILE)
    facts = describe_past(setup, past, str(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    write_file(target, past.text + "\n")
    return facts


def kept_past(setup: Setup) -> KeptPast:
    """The past answers that are kept."""
    path = kept_file()
    return NONE if path is None else describe_past(setup, PastAnswers.load(path), str(path))


def forget_past() -> KeptPast:
    """Forget the past answers that are kept."""
    path = kept_file()
    if path is not None:
        path.unlink()
    return NONE


NONE = KeptPast(None, 0, 0, None, ())


def kept_file() -> Path | None:
    """The file of the past answers that are kept; None if there is none."""
    try:
        path = log.file().with_name(log.PAST_FILE)
    except OSError:
        return None
    return path if path.is_file() else None
