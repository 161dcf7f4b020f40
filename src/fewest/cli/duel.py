"""fewest duel: a game against an adversary that has no fixed secret, as in Absurdle."""

from fewest.belief import Belief, Clue
from fewest.cli import session
from fewest.cli.click_types import command, option
from fewest.cli.options import PRIOR_OPTIONS, json_option, openers_option, setup_options, strategy_option
from fewest.cli.show import print_blocks, print_line, show, show_progress
from fewest.errors import FewestError
from fewest.play.adversary import answer, hint
from fewest.play.clues import read_guess
from fewest.questions.duel import duel as ask
from fewest.results.prose import listed_some, pluralise
from fewest.scorers import DEFAULT
from fewest.setup import TODAYS_LIST, Setup
from fewest.system.interrupts import INTERRUPTED_CODE

MAX_LISTED_WORDS = 100

COMMANDS = (
    ("GUESS", "make a guess"),
    ("hint", "see the next guess of a shortest game, or of a good one if the shortest takes too long to find"),
    ("words", "list the NOUNs that the adversary still has"),
    ("undo", "take back the last guess"),
    ("help", "see this list"),
    ("quit", "give up; Ctrl-D and Ctrl-C work too"),
    ("=hint", "guess a NOUN that is also a command"),
)


@command("duel")
@option("--solve", is_flag=True, help="Let a strategy beat the adversary.")
@option("--shortest", is_flag=True, help="Find a game with the fewest guesses, by exact search.")
@setup_options("secrets", *PRIOR_OPTIONS, default=TODAYS_LIST)
@strategy_option(None, DEFAULT)
@openers_option("the strategy's own; with --shortest, the best one")
@json_option
def duel(*, setup: Setup, solve: bool, shortest: bool, by: str | None, openers: tuple[str, ...], as_json: bool) -> None:
    """Play against an adversary that has no fixed secret: each reply keeps as many words alive as possible.

    You win when you guess its last word.

    Example: fewest duel

    To let a strategy play: fewest duel --solve --strategy minimax

    To find the shortest game: fewest duel --shortest --opener salet --opener crane

    Ctrl-C stops --shortest and shows the bounds found so far.
    """
    if solve and shortest:
        raise FewestError("Choose one: --solve or --shortest.")
    if by is not None and not solve:
        raise FewestError("--strategy needs --solve.")
    if (openers or as_json) and not (solve or shortest):
        raise FewestError("--opener and --json need --solve or --shortest.")
    if not (solve or shortest):
        play_interactively(setup.belief())
        return
    with show_progress("Searching") as watch:
        result = ask(setup, watch=watch, by=by or DEFAULT if solve else None, openers=openers)
    show(result, as_json)
    if result.at_least is not None:
        raise SystemExit(INTERRUPTED_CODE)


def play_interactively(start: Belief) -> None:
    """Let the user play against the adversary."""
    with show_progress("Thinking"):
        start.game.prepare()
    hard = ", hard mode" if start.in_hard_mode else ""
    noun = start.game.noun
    print_line(f"{start.game.title}: the adversary has {pluralise(len(start), noun)}{hard}.")
    print_line(f"Each reply keeps as many {noun}s alive as possible. Guess the last one to win.", "dim")
    print_line("Type a guess, or hint, words, undo, help or quit.", "dim")
    game_session = _DuelSession(start)
    if not session.run_session(game_session.step):
        words = game_session.belief.words
        left = f"{len(words):,} {noun}s, such as {words[0]}" if len(words) > 1 else f"one {noun}, {words[0]}"
        print_line(f"Not beaten: the adversary still has {left}.")


class _DuelSession:
    """A game of a person against the adversary."""

    def __init__(self, start: Belief) -> None:
        self.game = start.game
        self.beliefs = [start]
        self.hints: dict[tuple[Clue, ...], str] = {}
        """The hints given, by the clues before."""

    @property
    def belief(self) -> Belief:
        """The current belief."""
        return self.beliefs[-1]

    def step(self) -> bool:
        """Handle one line; False if the adversary is beaten."""
        line = session.ask(f"Guess {len(self.beliefs)}:")
        command = line.lower()
        if command in ("help", "?"):
            session.print_commands(COMMANDS, self.game)
        elif command == "hint":
            self.hint()
        elif command == "words":
            print_line(listed_some(self.belief.words, MAX_LISTED_WORDS))
        elif command == "undo":
            self.undo()
        elif not line:
            raise FewestError("Type a guess, or help for other commands.")
        else:
            guess = read_guess(self.game, line.removeprefix("=").strip(), self.belief.clues, self.belief.hard)
            self.beliefs.append(answer(self.belief, guess))
            self.show()
        if not self.belief.won:
            return True
        with_hints = f" with {pluralise(len(self.hints), 'hint')}" if self.hints else ""
        print_line(f"Beaten in {pluralise(len(self.belief.clues), 'guess', 'guesses')}{with_hints}.")
        return False

    def show(self) -> None:
        """Show the guesses, and how many words each left."""
        for belief in self.beliefs[1:]:
            left = "" if belief.won else f"{pluralise(len(belief), self.game.noun)} left"
            print_blocks([self.game.seen(*belief.clues[-1]).tiles(note=left)])

    def hint(self) -> None:
        """Print a hint; a repeated hint is not counted again."""
        key = self.belief.clues
        if key not in self.hints:
            with show_progress("Thinking"):
                self.hints[key] = hint(self.belief)
        print_line(f"Hint: {self.hints[key]}.")

    def undo(self) -> None:
        """Take back the last guess."""
        if len(self.beliefs) == 1:
            raise FewestError("There is nothing to take back.")
        print_line(f"Took back {self.beliefs.pop().clues[-1].guess}.")
        self.show()
