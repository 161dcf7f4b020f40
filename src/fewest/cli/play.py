"""fewest play: a game against a secret, with statistics."""

from datetime import date

import click

from fewest.belief import Belief
from fewest.cli import session
from fewest.cli.options import DRAWN, command, max_guesses_option, option, setup_options
from fewest.cli.show import clear_screen, print_blocks, print_line, show, watching
from fewest.errors import FewestError
from fewest.play.clues import find_secret
from fewest.play.keyboard import keyboard
from fewest.play.round import Round, draw_secret
from fewest.questions.hint import Hint, hint
from fewest.questions.play import count_game, past_games, was_finished, with_any_secret
from fewest.results import Beside, line
from fewest.results.prose import counted
from fewest.setup import Setup

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
    if secret is not None:
        setup = with_any_secret(setup)
    game = setup.game()
    if secret is None:
        chosen = draw_secret(game, seed, when if daily else None)
    else:
        chosen = find_secret(game, secret)
        clear_screen()
    player = _Player(setup, Round(game, chosen, max_guesses or game.max_guesses, setup.hard), when, daily)
    player.welcome()
    if not session.converse(player.step):
        print_line("The game is not finished and does not count.", "dim")


class _Player:
    """A game under way."""

    def __init__(self, setup: Setup, played: Round, when: date, daily: bool) -> None:
        self.setup, self.played, self.game = setup, played, played.game
        self.when, self.daily = when, daily
        self.start: Belief | None = None
        self.hints: dict[int, Hint] = {}
        """What was told, by the number of guesses made before."""

    def welcome(self) -> None:
        """Say what is played."""
        game = self.game
        hard = ", hard mode" if self.played.hard else ""
        guesses = counted(self.played.max_guesses, "guess", "guesses")
        long = f" of {counted(len(game.guesses[0]), game.symbol)}" if game.symbol else ""
        if self.daily:
            print_line(f"fewest daily of {self.when}, not the New York Times' puzzle.")
            if was_finished(game, self.when):
                print_line("You have finished it before, so it does not count again.")
        print_line(f"{game.title}: {counted(len(game.answers), game.noun)}{long}, {guesses}{hard}.")
        print_line("Type a guess; hint, give up, help and quit do what they say.", "dim")

    def step(self) -> bool:
        """Take one line; False says that the game has ended."""
        line = session.ask(f"Guess {len(self.played.clues) + 1} of {self.played.max_guesses}:")
        command = line.lower()
        if command in ("help", "?"):
            session.print_commands(COMMANDS, self.game)
        elif command == "hint":
            self.hint()
        elif command in ("give up", "giveup"):
            self.finish(gave_up=True)
            return False
        elif not line:
            raise FewestError("Type a guess; help tells what else.")
        else:
            self.played.take(line.removeprefix("=").strip())
            if self.played.over:
                self.finish()
                return False
            board = tuple(turn.tiles() for turn in self.played.turns)
            print_blocks([Beside(board, (keyboard(self.game, self.played.clues),))])
        return True

    def hint(self) -> None:
        """Tell the best guess and why; asked for again it costs nothing."""
        made = len(self.played.clues)
        if made not in self.hints:
            try:
                with watching("Thinking"):
                    if self.start is None:
                        self.start = self.setup.belief(self.game)
                    self.hints[made] = hint(self.start.after_all(self.played.clues), self.played.max_guesses)
            except MemoryError:
                raise FewestError("There is not enough memory for a hint.") from None
        show(self.hints[made])

    def finish(self, gave_up: bool = False) -> None:
        """Count the game, then show how it went."""
        played, hints = self.played, len(self.hints)
        kept, problem = None, ""
        try:
            kept = count_game(played, hints=hints, gave_up=gave_up, daily=self.when if self.daily else None)
        except OSError as error:
            problem = f"Statistics cannot be kept: {error.filename}: {error.strerror or error}."
        title = f"fewest {'daily ' if self.daily else ''}{self.game.title} {self.when}"
        end = f"Found in {len(played.clues)} of {played.max_guesses}." if played.won else f"It was {played.secret}."
        shared = played.share(title, f" with {counted(hints, 'hint')}" if hints else "")
        after = [line(problem, "red")] if kept is None else kept.blocks()
        print_blocks([*(turn.tiles() for turn in played.turns), line(end), line(), *shared, line(), *after])


def list_is_given() -> bool:
    """Whether the person has named a list, or what is played."""
    source = click.get_current_context().get_parameter_source
    return any(source(name) is click.core.ParameterSource.COMMANDLINE for name in LISTS)
