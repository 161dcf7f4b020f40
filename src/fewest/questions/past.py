"""Saved past answers, and the proof of the best first guess with them."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.play import log
from fewest.results import Block, Result, line
from fewest.results.prose import listed_some, pluralise
from fewest.search.proof import Unfinished
from fewest.search.shipped_values import OpenerTable, known_openers, own_table_path
from fewest.setup import Setup
from fewest.strategies.advice import DEFAULT_PREFERENCE, AdviceOptions, advise, known_words
from fewest.system.files import write_file
from fewest.watch import UNWATCHED, Watch
from fewest.words import PastAnswers

MOST_UNKNOWN = 3
"""The most unknown words to name."""

MOST_PROOFS = 8
"""How many of the newest proof files are kept, since past answers change every day."""


@dataclass(frozen=True, repr=False)
class KeptPast(Result):
    """The saved past answers, which count as less likely."""

    file: str | None
    """The file of the past answers; null if none are saved."""
    answers: int
    """The number of different past answers."""
    dated: int
    """The number of past answers with a date."""
    last: str | None
    """The last date; null if no past answer has a date."""
    unknown: tuple[str, ...]
    """Past answers that are not possible secrets; they have no effect."""
    first: str | None = None
    """The proved first guess with these past answers: the best, or a common word almost as good; null if not proved."""
    expected: float | None = None
    """The average number of guesses with this first guess."""
    settled: int = 0
    """The number of first guesses settled by an unfinished proof; 0 without one."""
    first_guesses: int = 0
    """The number of first guesses that the proof must settle."""

    @property
    def sentence(self) -> str:
        """A sentence with their number, their dates, and unknown words."""
        if not self.answers:
            return "No past answers are saved."
        dated = "all" if self.dated == self.answers else f"{self.dated:,}"
        dates = "none with a date" if self.last is None else f"{dated} with a date, the last on {self.last}"
        shown = listed_some(self.unknown, MOST_UNKNOWN)
        unknown = f" Not possible in this game: {shown}." if self.unknown else ""
        return f"{pluralise(self.answers, 'past answer')}, {dates}.{unknown}"

    def blocks(self) -> Iterator[Block]:
        """The sentence, and the next commands."""
        yield line(self.sentence)
        if self.first is not None:
            yield line(f"Best first guess (proved): {self.first}, {self.expected:.4f} guesses on average.")
        elif self.first_guesses:
            yield line(f"Not proved yet: {self.settled:,} of {self.first_guesses:,} first guesses settled.")
        if self.answers and self.first is None:
            yield line("Prove the best first guess with fewest past --prove, in half an hour or less.", "dim")
        if self.answers:
            yield line("Today's game treats them as less likely. Remove them with fewest past --forget.", "dim")
        else:
            yield line("Add them with fewest past FILE: a date and a word per line, as in 2024-12-31,lemur.", "dim")


def describe_past(setup: Setup, past: PastAnswers, file: str | None = None, *, game: Game | None = None) -> KeptPast:
    """Describe past answers; an error names an invalid line, or says that no word is a possible secret."""
    game = setup.make_game() if game is None else game
    belief = replace(setup, past=past).belief(game)
    last = past.last_days(game.normalise, game.guess_index)
    days = [day.isoformat() for day in last.values() if day is not None]
    unknown = tuple(word for word in last if word not in game.guess_index)
    facts = KeptPast(file, len(last), len(days), max(days, default=None), unknown)
    if known_openers(belief) is None:
        return facts
    options = AdviceOptions(setup.limit(game), 1, seconds=0, preference=DEFAULT_PREFERENCE)
    first = advise(belief, options).suggestions[0]
    return replace(facts, first=first.guess, expected=first.expected)


def keep_past(setup: Setup, path: Path) -> KeptPast:
    """Save the past answers of a file, replacing the earlier ones."""
    past = PastAnswers.load(path)
    target = log.file().with_name(log.PAST_FILE)
    facts = describe_past(setup, past, str(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    write_file(target, past.text + "\n")
    return facts


def kept_past(setup: Setup) -> KeptPast:
    """Describe the saved past answers."""
    path = kept_file()
    return NONE if path is None else describe_past(setup, PastAnswers.load(path), str(path))


def prove_past(setup: Setup, *, watch: Watch = UNWATCHED) -> tuple[KeptPast, str]:
    """Prove the best first guess with the saved past answers; the second result says how: see `prove_first`."""
    path = kept_file()
    if path is None:
        raise FewestError("No past answers are saved; add them with fewest past FILE --prove.")
    past = PastAnswers.load(path)
    game = setup.make_game()
    unfinished, ended = prove_first(replace(setup, past=past).belief(game), watch=watch)
    facts = describe_past(setup, past, str(path), game=game)
    if unfinished is not None:
        facts = replace(facts, settled=unfinished.settled, first_guesses=unfinished.openers)
    return facts, ended


def prove_first(
    belief: Belief, *, watch: Watch = UNWATCHED, threads: int | None = None, megabytes: int | None = None
) -> tuple[Unfinished | None, str]:
    """Prove the best first guess and the best common word, and save their values on this machine.

    A later run resumes an unfinished proof. Returns the findings of an unfinished search, and how it ended, as in
    `Resources.search`.
    """
    from fewest.search.resources import ALL_OPENERS_MEGABYTES, MEGABYTE, Resources  # slow to import

    if known_openers(belief) is not None:
        return None, ""
    game, target = belief.game, own_table_path(belief)
    target.parent.mkdir(parents=True, exist_ok=True)
    resources = Resources(store=target.with_suffix(".db"), threads=threads)
    common = [game.guesses[column] for column in np.flatnonzero(known_words(belief)).tolist()]
    memory = (megabytes or ALL_OPENERS_MEGABYTES) * MEGABYTE
    costs, least = np.zeros(len(game.guesses), np.int64), 0
    for openers in (None, common):
        found, ended = resources.search(belief, None, openers, 1, memory, watch)
        if isinstance(found, Unfinished):
            return found, ended
        least = least or found.best[0].cost
        for opener in found.ranking:
            if opener.exact:
                costs[game.guess_index[opener.guess]] = opener.lower
    OpenerTable.of(costs, least, found.weight, "fewest past --prove").save(belief, path=target)
    _tidy(target.parent, target.stem)
    return None, ""


def _tidy(folder: Path, done: str) -> None:
    """Remove the store of a finished proof, and all but the newest proof files."""
    files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    stores = [path for path in files if path.name.startswith(f"{done}.db")]
    for path in {*stores, *files[MOST_PROOFS:]}:
        with suppress(OSError):
            path.unlink()


def forget_past() -> KeptPast:
    """Remove the saved past answers."""
    path = kept_file()
    if path is not None:
        path.unlink()
    return NONE


NONE = KeptPast(None, 0, 0, None, ())


def kept_file() -> Path | None:
    """The file of the saved past answers, or None."""
    try:
        path = log.file().with_name(log.PAST_FILE)
    except OSError:
        return None
    return path if path.is_file() else None
