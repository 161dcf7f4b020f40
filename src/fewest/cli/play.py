"""fewest play: a game against a secret, with statistics."""

from dataclasses import replace
from datetime import date

import click

from fewest.belief import Belief
from fewest.cli import session
from fewest.cli.click_types import command, option
from fewest.cli.options import PRIOR_HELP, max_guesses_option, preference_options, setup_options
from fewest.cli.show import print_blocks, print_line, show_progress
from fewest.errors import FewestError
from fewest.play.clues import find_secret
from fewest.play.hint import Hint, hint
from fewest.play.keyboard import keyboard
from fewest.play.log import was_finished
from fewest.play.round import Round, draw_secret
from fewest.questions.history import keep_round
from fewest.results import Beside, line
from fewest.results.prose import pluralise
from fewest.setup import TODAY, Setup
from fewest.strategies.advice import WordPreference

COMMANDS = (
    ("GUESS", "make a guess"),
    ("hint", "see how many NOUNs fit; ask again for a letter of the best guess, then for the guess. Hints are counted"),
    ("give up", "see the NOUN and lose the game"),
    ("help", "see this list"),
    ("quit", "leave; Ctrl-D and Ctrl-C work too. An unfinished game does not count"),
    ("=hint", "guess a NOUN that is also a command"),
)

HINT_HELPS = {
    "secrets": "Which words the hints take as possible secrets: the answers of the list, or all allowed "
    "guesses. The game draws its secret from the answers.",
    "prior": f"{PRIOR_HELP} Only the hints use this: the game draws every answer with the same chance.",
}
"""The help of --secrets and --prior, which change the hints but not the secret that is drawn."""


@command("play")
@setup_options(default=TODAY, helps=HINT_HELPS)
@option(
    "--secret",
    help="Choose the secret for somebody else to find: any allowed guess. The screen is then cleared.",
    metavar="WORD",
    default_text="drawn at random",
)
@option(
    "--seed",
    type=int,
    help="Draw the secret at random from this seed: the same seed gives the same secret.",
    metavar="NUMBER",
)
@option("--daily", is_flag=True, help="Play the secret of the day, the same one for everybody.")
@option("--date", "day", help="The day for --daily.", metavar="YYYY-MM-DD", default_text="today")
@preference_options
@max_guesses_option
def play(
    *,
    setup: Setup,
    secret: str | None,
    seed: int | None,
    daily: bool,
    day: str | None,
    preference: WordPreference,
) -> None:
    """Play a game: find a secret that is drawn from the answers.

    Example: fewest play --daily

    Games that you win, lose or give up are added to fewest history.
    """
    if (secret is not None) + (seed is not None) + daily > 1:
        raise FewestError("Choose one: --secret, --seed or --daily.")
    if day is not None and not daily:
        raise FewestError("--date needs --daily.")
    if secret is not None and setup.has_words and setup.secrets == "answers" and setup.prior == "uniform":
        setup = replace(setup, secrets="guesses", prior="today")  # the user may choose any allowed guess
    date_played = _parse_date(day)
    game = setup.make_game()
    preference.check(game)
    setup.weights(game)  # reports unreadable files before the game begins
    if secret is None:
        chosen = draw_secret(game, seed, date_played if daily else None)
    else:
        chosen = find_secret(game, secret)
        click.clear()  # at a terminal
    played = Round(game, chosen, setup.max_guesses or game.max_guesses, setup.hard)
    game_session = _PlaySession(setup, played, date_played, daily, preference)
    game_session.welcome()
    if not session.run_session(game_session.step):
        print_line("The game is not finished and does not count.", "dim")


def _parse_date(text: str | None) -> date:
    try:
        return date.today() if text is None else date.fromisoformat(text)
    except ValueError:
        raise FewestError(f"{text!r} is not a date. Write it like 2026-11-16.") from None


class _PlaySession:
    """A game of the user against a secret."""

    def __init__(self, setup: Setup, played: Round, day: date, daily: bool, preference: WordPreference) -> None:
        self.setup = setup
        self.preference = preference
        self.played = played
        self.game = played.game
        self.day = day
        self.daily = daily
        self.start: Belief | None = None
        self.hints: dict[int, Hint] = {}
        """The hints given, by the number of guesses before."""
        self.steps: dict[int, int] = {}
        """How many steps of each hint were shown."""

    def welcome(self) -> None:
        """Print the rules of the game."""
        game = self.game
        hard = ", hard mode" if self.played.hard else ""
        guesses = pluralise(self.played.max_guesses, "guess", "guesses")
        long = f" of {pluralise(len(game.guesses[0]), game.symbol)}" if game.symbol else ""
        if self.daily:
            print_line(f"The daily game of fewest for {self.day}. It is not the New York Times puzzle.")
            if was_finished(game, self.day):
                print_line("You have already finished it, so it does not count again.")
        print_line(f"{game.title}: {pluralise(len(game.answers), game.noun)}{long}, {guesses}{hard}.")
        print_line(f"Hints assume {self.setup.title(game)}.", "dim")
        print_line("Type a guess, or hint, give up, help or quit.", "dim")

    def step(self) -> bool:
        """Handle one line; False if the game has ended."""
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
            raise FewestError("Type a guess, or help for other commands.")
        else:
            self.played.take(line.removeprefix("=").strip())
            if self.played.over:
                self.finish()
                return False
            board = tuple(turn.tiles() for turn in self.played.turns)
            print_blocks([Beside(board, (keyboard(self.game, self.played.clues),))])
        return True

    def hint(self) -> None:
        """Print the next step of a hint; repeating the last step does not count."""
        guesses = len(self.played.clues)
        if guesses not in self.hints:
            try:
                with show_progress("Thinking"):
                    if self.start is None:
                        self.start = self.setup.belief(self.game)
                    here = self.start.after_all(self.played.clues)
                    self.hints[guesses] = hint(here, self.played.max_guesses, preference=self.preference)
            except MemoryError:
                raise FewestError("There is not enough memory for a hint.") from None
        self.steps[guesses] = min(3, self.steps.get(guesses, 0) + 1)
        print_blocks(self.hints[guesses].step(self.steps[guesses]))

    def finish(self, gave_up: bool = False) -> None:
        """Count the game and show its outcome."""
        played = self.played
        hints = sum(self.steps.values())
        statistics = None
        problem = ""
        try:
            daily = self.day if self.daily else None
            statistics = keep_round(self.setup, played, hints=hints, gave_up=gave_up, daily=daily)
        except OSError as error:
            problem = f"The game could not be saved: {error.filename}: {error.strerror or error}."
        title = f"fewest {'daily ' if self.daily else ''}{self.game.title} {self.day}"
        end = f"Found in {len(played.clues)} of {played.max_guesses}." if played.won else f"It was {played.secret}."
        shared = played.share(title, f" with {pluralise(hints, 'hint')}" if hints else "")
        after = [line(problem, "red")] if statistics is None else statistics.blocks()
        print_blocks([*(turn.tiles() for turn in played.turns), line(end), line(), *shared, line(), *after])
