"""fewest duel: a game against an adversary that has no secret, as in Absurdle."""

from fewest.belief import Belief, Clue
from fewest.cli import session
from fewest.cli.options import BELIEF, command, json_option, openers_option, option, setup_options, strategy_option
from fewest.cli.show import print_blocks, print_line, show, watching
from fewest.errors import FewestError
from fewest.play.adversary import answer
from fewest.play.clues import read_guess
from fewest.questions.duel import board, duel_hint, not_beaten
from fewest.questions.duel import duel as ask
from fewest.results.prose import counted, listed_some
from fewest.scorers import DEFAULT
from fewest.setup import Setup
from fewest.system.exits import INTERRUPTED_CODE

MANY = 100
"""Up to how many words are listed."""

COMMANDS = (
    ("GUESS", "a guess"),
    ("hint", "the next guess of a shortest game; where that takes too long to find, one that leaves few NOUNs"),
    ("words", "the NOUNs that the adversary still has"),
    ("undo", "take back the last guess"),
    ("help", "this"),
    ("quit", "give up; so do Ctrl-D and Ctrl-C"),
    ("=hint", "guess a NOUN that is also a command"),
)


@command("duel")
@option("--solve", is_flag=True, help="Let a strategy beat the adversary.")
@option("--least", is_flag=True, help="Find a shortest game that there is, by exact search.")
@setup_options("secrets", *BELIEF)
@strategy_option()
@openers_option("the strategy's own, or any")
@json_option
def duel(
    *,
    setup: Setup,
    solve: bool,
    least: bool,
    by: str | None,
    openers: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play against an adversary that has no secret: it answers so as to keep as many words as it can.

    It is beaten once the only word that it has left is guessed.

    Example: fewest duel

    Example: fewest duel --solve --strategy minimax

    Example: fewest duel --least --opener salet --opener crane

    Ctrl-C stops the search for the least and shows what is known.
    """
    if solve and least:
        raise FewestError("Choose one: --solve or --least.")
    if by is not None and not solve:
        raise FewestError("A strategy belongs to --solve.")
    if (openers or as_json) and not (solve or least):
        raise FewestError("An opener and JSON belong to --solve or --least.")
    if not (solve or least):
        converse(setup.belief())
        return
    with watching("Searching", as_json) as watch:
        made = ask(setup, watch, by=by or DEFAULT if solve else None, openers=openers)
    show(made, as_json)
    if made.at_least is not None:
        raise SystemExit(INTERRUPTED_CODE)


def converse(start: Belief) -> None:
    """Play against a person."""
    with watching("Thinking"):
        start.game.prepare()
    hard = ", hard mode" if start.hard else ""
    noun = start.game.noun
    print_line(f"{start.game.title}: the adversary has {counted(len(start), noun)}{hard}.")
    print_line(f"It has no secret; every reply keeps as many {noun}s as possible. Guess the last.", "dim")
    print_line("Type a guess; hint, words, undo, help and quit do what they say.", "dim")
    duellist = _Duel(start)
    if not session.converse(duellist.step):
        print_line(not_beaten(duellist.belief))


class _Duel:
    """A game under way."""

    def __init__(self, start: Belief) -> None:
        self.game = start.game
        self.beliefs = [start]
        self.hints: dict[tuple[Clue, ...], str] = {}
        """What was told, by the guesses and replies before."""

    @property
    def belief(self) -> Belief:
        """What is known now."""
        return self.beliefs[-1]

    def step(self) -> bool:
        """Take one line; False says that the adversary is beaten."""
        line = session.ask(f"Guess {len(self.beliefs)}:")
        command = line.lower()
        if command in ("help", "?"):
            session.print_commands(COMMANDS, self.game)
        elif command == "hint":
            self.hint()
        elif command == "words":
            print_line(listed_some(self.belief.words, MANY))
        elif command == "undo":
            self.undo()
        elif not line:
            raise FewestError("Type a guess; help tells what else.")
        else:
            guess = read_guess(self.game, line.removeprefix("=").strip(), self.belief.clues, self.belief.hard)
            self.beliefs.append(answer(self.belief, guess))
            self.show()
        if not self.belief.won:
            return True
        with_hints = f" with {counted(len(self.hints), 'hint')}" if self.hints else ""
        print_line(f"Beaten in {counted(len(self.belief.clues), 'guess', 'guesses')}{with_hints}.")
        return False

    def show(self) -> None:
        """Show the guesses and what they left, if there are any."""
        if len(self.beliefs) > 1:
            print_blocks(board(self.beliefs[1:]))

    def hint(self) -> None:
        """Tell a good guess and why; asked for again it costs nothing."""
        key = self.belief.clues
        if key not in self.hints:
            with watching("Thinking"):
                self.hints[key] = duel_hint(self.belief)
        print_line(f"Hint: {self.hints[key]}.")

    def undo(self) -> None:
        """Take back the last guess."""
        if len(self.beliefs) == 1:
            raise FewestError("There is nothing to take back.")
        print_line(f"{self.beliefs.pop().clues[-1].guess} is taken back.")
        self.show()
