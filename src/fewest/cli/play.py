"""fewest play: a game against a secret, with statistics."""

import math
import secrets
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fewest.belief import Belief, Clue
from fewest.cli import session
from fewest.cli.options import DRAWN, command, max_guesses_option, option, setup_options
from fewest.cli.show import is_terminal, show
from fewest.errors import FewestError
from fewest.games.game import Game
from fewest.play import history
from fewest.play.clues import find_secret, read_guess
from fewest.questions.hint import hint
from fewest.questions.play import PastGames, past_games
from fewest.results.prose import capital, counted
from fewest.setup import Setup

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


LISTS = ("spec", "edition", "answers", "guesses", "language", "length")
"""What says which list is meant."""


@command("play")
@setup_options(usual=DRAWN)
@option("--secret", help="The secret, any allowed guess; the screen is cleared.", metavar="WORD", usual="drawn")
@option("--seed", type=int, help="Draw the same secret every time.", metavar="NUMBER")
@option("--daily", is_flag=True, help="Draw the same secret for everyone on a date.")
@option("--date", "day", help="The date of --daily.", metavar="YYYY-MM-DD", usual="today")
@max_guesses_option
@option(
    "--statistics",
    "wants_statistics",
    is_flag=True,
    help="Show the statistics of all lists, or of the list that is given.",
)
@option("--json", "as_json", is_flag=True, help="Write the statistics as JSON for programs.")
def play(
    *,
    setup: Setup,
    secret: str | None,
    seed: int | None,
    daily: bool,
    day: str | None,
    max_guesses: int | None,
    wants_statistics: bool,
    as_json: bool,
) -> None:
    """Play against a secret, drawn from the answers of the list.

    Games that are won, lost or given up are counted, in the folder for the user's data or in FEWEST_DATA.

    Example: fewest play --daily
    """
    out = session.console()
    if wants_statistics:
        only_lists = Setup(**{name: getattr(setup, name) for name in LISTS})
        if setup != only_lists or daily or (secret, seed, day, max_guesses) != (None, None, None, None):
            raise FewestError("The statistics are of all games on a list; leave out what says how one is played.")
        show(past_games(setup.game() if list_is_given() else None), as_json)
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
    if secret is not None and setup.secrets == "answers" and setup.prior == "uniform" and setup.has_words:
        setup = replace(setup, secrets="guesses", prior="today")  # whoever chose it may have chosen any word
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
        self, out: Console, setup: Setup, game: Game, secret: str, max_guesses: int, when: date, daily: bool
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
        long = f" of {counted(len(game.guesses[0]), game.symbol)}" if game.symbol else ""
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
            return key in ((each.daily, each.words) for each in history.read(history.file())[0])
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
                    if self.start is None:
                        self.start = self.setup.belief(self.game)
                    self.hints[made] = str(hint(self.start.after_all(self.clues), self.max_guesses))
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
            show(kept)

    def keep(self, played: history.Played) -> PastGames | OSError:
        """Count a finished game; returns the statistics, or why there are none."""
        try:
            if not (self.daily and self.played_before()):
                history.add(history.file(), played)
            return past_games(self.game)
        except OSError as error:
            return error


def list_is_given() -> bool:
    """Whether the person has named a list, or what is played."""
    source = click.get_current_context().get_parameter_source
    return any(source(name) is click.core.ParameterSource.COMMANDLINE for name in LISTS)


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
                line.append(key, style=session.TILES[best[letter]])
            else:
                line.append(WITHOUT_COLOURS[best[letter]].format(capital(letter)))
        lines.append(line)
    return Text("\n").join(lines)
