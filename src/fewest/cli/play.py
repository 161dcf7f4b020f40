"""fewest play: a game against a secret, with statistics."""

import errno
import math
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fewest import Belief, Clue, FewestError, Game
from fewest.cli import options, session
from fewest.cli.assist import percent
from fewest.cli.show import TILES, console, is_terminal, print_json
from fewest.games.coloured import Coloured
from fewest.play import history
from fewest.play.clues import capital, counted, find_secret, read_guess
from fewest.strategies import advise

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
INDENTS = (0, 1, 3)
"""The keyboard where every letter is one of these, and by how much each row is moved."""

MOST_KEYS = 60
"""Where the answers have more letters than these, only those that were tried are shown."""

WITHOUT_COLOURS = (" . ", "({})", "[{}]")
"""How a grey, yellow and green letter of the keyboard looks where there are no colours."""

COMMANDS = (
    ("GUESS", "a guess"),
    ("hint", "the best guess, and why; hints are counted"),
    ("give up", "see the NOUN; that is a game lost"),
    ("help", "this"),
    ("quit", "leave; so do Ctrl-D and Ctrl-C. A game that is not finished does not count"),
    ("=hint", "guess a NOUN that is also a command"),
)


LISTS = ("played", "edition", "answers", "guesses", "language", "length")
"""The options that say which list is meant."""


@dataclass(frozen=True, kw_only=True)
class DrawnSetup(options.PlayersSetup):
    """The newest edition, and hints that know how the secret is drawn: any of the answers, all as likely."""

    secrets: options.Secrets = "answers"
    prior: options.Prior = "uniform"


@options.with_setup(kind=DrawnSetup)
def play(
    *,
    setup: DrawnSetup,
    secret: Annotated[
        str | None,
        typer.Option(
            help="The secret, any allowed guess; the screen is cleared.", metavar="WORD", show_default="drawn"
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Draw the same secret every time.", metavar="NUMBER")] = None,
    daily: Annotated[bool, typer.Option("--daily", help="Draw the same secret for everyone on a date.")] = False,
    day: Annotated[
        str | None, typer.Option("--date", help="The date of --daily.", metavar="YYYY-MM-DD", show_default="today")
    ] = None,
    max_guesses: options.MaxGuesses = None,
    wants_statistics: Annotated[
        bool, typer.Option("--statistics", help="Show the statistics of all lists, or of the list that is given.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write the statistics as JSON for programs.")] = False,
) -> None:
    """Play against a secret, drawn from the answers of the list.

    Games that are won, lost or given up are counted, in the folder for the user's data or in FEWEST_DATA.

    Example: fewest play --daily
    """
    out = console()
    if wants_statistics:
        only_lists = DrawnSetup(**{name: getattr(setup, name) for name in LISTS})
        if setup != only_lists or daily or (secret, seed, day, max_guesses) != (None, None, None, None):
            raise FewestError("The statistics are of all games on a list; leave out what says how one is played.")
        show_statistics(out, setup, as_json)
        return
    if as_json:
        raise FewestError("JSON is for the statistics: --statistics --json.")
    if (secret is not None) + (seed is not None) + daily > 1:
        raise FewestError("Choose one: a secret, a seed or the daily game.")
    if day is not None and not daily:
        raise FewestError("A date belongs to --daily.")
    try:
        when = date.today() if day is None else date.fromisoformat(day)
    except ValueError:
        raise FewestError(f"{day!r} is no date; write it as in 2026-11-16.") from None
    if secret is not None and setup.secrets == "answers" and setup.prior == "uniform" and setup.on_words:
        setup = replace(setup, secrets="guesses", prior="today")  # whoever chose it may have chosen any word
        setup.told.add(setup.game().label)  # but has not asked for frequencies
    game = setup.game()
    if daily:
        chosen = game.draw(f"daily {when.isoformat()}")
    elif seed is not None:
        chosen = game.draw(f"seed {seed}")
    elif secret is not None:
        chosen = find_secret(game, secret)
        if is_terminal(sys.stdout):
            out.clear()
    else:
        chosen = secrets.choice(game.answers)
    round_ = _Round(out, setup, game, chosen, max_guesses or game.max_guesses, when, daily)
    round_.welcome()
    if not session.converse(out, round_.step):
        out.print("The game is not finished and does not count.", style="dim")


class _Round:
    """A game under way."""

    def __init__(
        self, out: Console, setup: options.Setup, game: Game, secret: str, max_guesses: int, when: date, daily: bool
    ) -> None:
        self.out, self.setup, self.game, self.secret, self.max_guesses = out, setup, game, secret, max_guesses
        self.when, self.daily = when, daily
        self.clues: list[Clue] = []
        self.start: Belief | None = None
        self.hints: dict[int, str] = {}
        """What was told, by the number of guesses made before."""

    def welcome(self) -> None:
        """Say what is played."""
        game = self.game
        hard = ", hard mode" if self.setup.hard else ""
        guesses = counted(self.max_guesses, "guess", "guesses")
        long = f" of {counted(game.length, game.symbol)}" if isinstance(game, Coloured) else ""
        if self.daily:
            self.out.print(f"fewest daily of {self.when}, not the New York Times' puzzle.")
            if self.played_before():
                self.out.print("You have finished it before, so it does not count again.")
        self.out.print(f"{game.title}: {counted(len(game.answers), game.noun)}{long}, {guesses}{hard}.")
        self.out.print("Type a guess; hint, give up, help and quit do what they say.", style="dim")

    def played_before(self) -> bool:
        """Whether this daily game was finished before."""
        key = self.when.isoformat(), self.game.series
        try:
            return key in ((each.daily, each.words) for each in history.read(where())[0])
        except OSError:
            return False

    def step(self) -> bool:
        """Take one line; False says that the game has ended."""
        line = session.ask(self.out, f"Guess {len(self.clues) + 1} of {self.max_guesses}:")
        command = line.lower()
        if command in ("help", "?"):
            session.print_commands(self.out, COMMANDS, self.game)
        elif command == "hint":
            self.hint()
        elif command in ("give up", "giveup"):
            self.finish(gave_up=True)
            return False
        elif not line:
            raise FewestError("Type a guess; help tells what else.")
        else:
            return self.take(line.removeprefix("=").strip())
        return True

    def take(self, text: str) -> bool:
        """Take a guess; False if it was the last."""
        guess = read_guess(self.game, text, self.clues, self.setup.hard)
        self.clues.append(Clue(guess, self.game.reply(guess, self.secret)))
        if self.clues[-1].reply == self.game.win or len(self.clues) == self.max_guesses:
            self.finish()
            return False
        self.board()
        return True

    def board(self, keys: bool = True) -> None:
        """Show the guesses in their colours, and beside or below them what is known of each letter."""
        rows = Text("\n").join(session.row(self.out, self.game, *clue) for clue in self.clues)
        letters = keyboard(self.game, self.clues, bool(self.out.color_system))
        together = self.out.measure(rows).maximum + 4 + self.out.measure(letters).maximum
        if not keys or not letters:
            self.out.print(rows)
        elif together <= self.out.width:
            grid = Table.grid(padding=(0, 4))
            grid.add_row(rows, letters)
            self.out.print(grid)
        else:
            self.out.print(rows, Text(), letters, sep="\n")

    def hint(self) -> None:
        """Tell the best guess and why; asked for again it costs nothing."""
        made = len(self.clues)
        if made not in self.hints:
            try:
                with session.thinking():
                    self.start = self.start or self.setup.belief((), self.game)
                    self.hints[made] = explain(self.start.after_all(self.clues), self.max_guesses)
            except MemoryError:
                raise FewestError("There is not enough memory for a hint.") from None
        self.out.print(self.hints[made])

    def finish(self, gave_up: bool = False) -> None:
        """Count the game, then show how it went."""
        won = not gave_up and self.clues[-1].reply == self.game.win
        hints = len(self.hints)
        title = self.game.title
        kept = self.keep(
            history.Played(
                edition=title,
                words=self.game.series,
                won=won,
                guesses=len(self.clues),
                max_guesses=self.max_guesses,
                gave_up=gave_up,
                hard=self.setup.hard,
                hints=hints,
                daily=self.when.isoformat() if self.daily else "",
                ended=datetime.now(UTC).isoformat(timespec="seconds"),
            )
        )
        if self.clues:
            self.board(keys=False)
        self.out.print(f"Found in {len(self.clues)} of {self.max_guesses}." if won else f"It was {self.secret}.")
        head = f"fewest {'daily ' if self.daily else ''}{title} {self.when}"
        mark = ("*" if self.setup.hard else "") + (f" with {counted(hints, 'hint')}" if hints else "")
        replies = [clue.reply for clue in self.clues]
        self.out.print(f"\n{session.share(self.out, self.game, head, replies, self.max_guesses, mark)}\n")
        if isinstance(kept, OSError):
            self.out.print(f"Statistics cannot be kept: {kept.filename}: {kept.strerror or kept}.", style="red")
        else:
            print_statistics(self.out, title, *kept)

    def keep(self, played: history.Played) -> tuple[history.Statistics, int] | OSError:
        """Count a finished game; returns the statistics, or why there are none."""
        try:
            if not (self.daily and self.played_before()):
                history.add(where(), played)
            return read_statistics(self.game)
        except OSError as error:
            return error


def explain(belief: Belief, max_guesses: int) -> str:
    """The best guess, and why."""
    noun = belief.game.noun
    if len(belief) == 1:
        return f"Hint: {belief.words[0]}, the only {noun} that fits."
    advice = advise(belief, max_guesses, count=1)
    best = advice.suggestions[0]
    hit = f"is the {noun} with {percent(best.hit)}" if best.hit else f"cannot be the {noun} itself"
    mean, how = (best.expected, "proved") if best.expected else (best.score, f"estimated by {advice.strategy.name}")
    return (
        f"Hint: {best.guess}. {len(belief):,} {noun}s fit. It tells {best.bits:.2f} bits, {hit}, and takes {mean:.2f} "
        f"guesses on average from here ({how})."
    )


def keyboard(game: Game, clues: Sequence[Clue], colours: bool) -> Text:
    """What is known of each letter: three rows as on a keyboard, or the letters of other alphabets in their order.

    Those are the letters of the answers; any others that were tried have a row of their own.
    """
    best: dict[str, int] = {}
    if game.marks(game.win) is None:
        return Text()
    for clue in clues:
        for letter, digit in zip(clue.guess, game.marks(clue.reply) or (), strict=False):
            best[letter] = max(digit, best.get(letter, 0))
    letters = set().union(*game.answers)
    if letters <= set("".join(ROWS)):
        rows, indents = [*ROWS], [*INDENTS]
    else:
        known = sorted(letters) if len(letters) <= MOST_KEYS else []
        width = max(10, math.ceil(len(known) / 3)) if len(known) <= 39 else 13
        rows = ["".join(known[start : start + width]) for start in range(0, len(known), width)]
        indents = [0] * len(rows)
    others = "".join(sorted(set(best).difference(*rows)))
    if others:
        rows.append(others)
        indents.append(0)
    lines = []
    for row, indent in zip(rows, indents, strict=True):
        line = Text(" " * indent)
        for letter in row:
            key = f" {capital(letter)} "
            if letter not in best:
                line.append(key)
            elif colours:
                line.append(key, style=TILES[best[letter]])
            else:
                line.append(WITHOUT_COLOURS[best[letter]].format(capital(letter)))
        lines.append(line)
    return Text("\n").join(lines)


def where() -> Path:
    """The file of all games."""
    try:
        return history.folder() / history.FILE
    except RuntimeError:
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; FEWEST_DATA may name another", "~") from None


def read_statistics(game: Game | None) -> tuple[history.Statistics, int]:
    """What the games on one list or on all add up to, and how many lines of the file hold no game."""
    games, unreadable = history.read(where())
    return history.tally(each for each in games if game is None or each.words == game.series), unreadable


def show_statistics(out: Console, setup: options.Setup, as_json: bool) -> None:
    """Show the statistics of a list that is given, or of all."""
    given = setup.own_words or setup.edition is not None or setup.played != options.Setup.played
    game = setup.game() if given else None
    found, unreadable = read_statistics(game)
    if as_json:
        print_json(
            {
                "edition": None if game is None else game.title,
                "file": str(where()),
                "games": found.games,
                "wins": found.wins,
                "given_up": found.given_up,
                "hinted": found.hinted,
                "mean": found.mean,
                "streak": found.streak,
                "longest_streak": found.longest_streak,
                "distribution": {str(guesses): count for guesses, count in found.distribution.items()},
                "unreadable": unreadable,
            }
        )
        return
    print_statistics(out, "All lists" if game is None else game.title, found, unreadable)


def print_statistics(out: Console, name: str, found: history.Statistics, unreadable: int) -> None:
    """Show statistics to a person."""
    rate = f" ({found.wins / found.games:.0%})" if found.games else ""
    mean = f" in {found.mean:.2f} guesses on average" if found.mean else ""
    out.print(f"{name}: {counted(found.games, 'game')}, {found.wins:,} won{rate}{mean}")
    if found.games:
        given_up = f", {found.given_up:,} given up" if found.given_up else ""
        hinted = f", {found.hinted:,} with hints" if found.hinted else ""
        out.print(f"Won in a row: {found.streak:,} now, {found.longest_streak:,} at most{given_up}{hinted}")
    most = max(found.distribution.values(), default=0)
    block = "█" if "utf" in out.encoding.lower() else "#"
    for guesses in range(1, max(found.distribution, default=0) + 1):
        count = found.distribution.get(guesses, 0)
        bar = block * math.ceil(min(30, out.width - 16) * count / most)
        out.print(Text(f"{guesses:>4} ").append(f"{bar} " if bar else "", style="green").append(f"{count:,}"))
    if unreadable:
        told = counted(
            unreadable, "line cannot be read and is left as it is", "lines cannot be read and are left as they are"
        )
        out.print(f"{where()}: {told}.", style="red")
