"""fewest assist: help with a game that you play elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from fewest import strategies
from fewest.belief import MAX_LISTED, Belief
from fewest.cli import session
from fewest.cli.click_types import command
from fewest.cli.options import (
    auto_strategy_option,
    max_guesses_option,
    opening_option,
    preference_options,
    setup_options,
)
from fewest.cli.show import print_blocks, print_line, show_progress
from fewest.errors import ContradictionError, FewestError, GuessError, HardModeError, NoGuessLeftError
from fewest.play.assisted import AssistedGame
from fewest.play.clues import share
from fewest.questions.lists import Secret, likely_first
from fewest.questions.suggest import Suggestions, propose, require_no_preference
from fewest.questions.value import value
from fewest.results import Block, line
from fewest.results.prose import came_before, fitting, pluralise
from fewest.setup import TODAY, Setup
from fewest.strategies.advice import WordPreference
from fewest.trees.tree import Opening

MAX_PROPOSALS = 5

WELCOME = "Type a guess, or press Enter for the proposed one. Then type the reply: {how}. Type help for more."

COMMANDS = (
    ("Enter", "take the proposed guess"),
    ("GUESS", "take another guess, see what it is worth, and enter its reply next"),
    ("REPLY", "enter the reply: HOW"),
    ("GUESS=REPLY", "enter both at once; a space works too"),
    ("undo", "take back the last guess or clue"),
    ("words", "list every possible NOUN, likeliest first"),
    ("hard", "switch hard mode on or off"),
    ("help", "see this list"),
    ("quit", "leave; Ctrl-D and Ctrl-C work too"),
    ("=words", "guess a NOUN that is also a command"),
)


@command("assist")
@setup_options(default=TODAY, uses_kept_past=True)
@auto_strategy_option
@preference_options
@opening_option
@max_guesses_option
def assist(*, setup: Setup, by: str | None, preference: WordPreference, opener: tuple[str, ...]) -> None:
    """Help with a game that you play elsewhere, guess by guess.

    Example: fewest assist --hard

    fewest proposes a guess. Type what you guessed and what the game replied, and it proposes the next one. You can also
    pipe the lines in.
    """
    if by is not None:
        strategies.strategy(by)
        require_no_preference(by, preference)
    start = setup.belief()
    game = start.game
    preference.check(game)
    opening = Opening(game, opener)
    with show_progress("Thinking"):
        game.prepare()
    print_line(f"You play {setup.title(game)}.", "dim")
    print_line(WELCOME.format(how=game.how_to_reply), "dim")
    assistant = _AssistSession(setup, AssistedGame(start), by, opening, preference)
    session.run_session(assistant.step)
    assistant.share()


@dataclass
class _AssistSession:
    """A game that the user plays elsewhere, and the strategy for proposals."""

    setup: Setup
    assisted: AssistedGame
    strategy: str | None
    opening: Opening
    preference: WordPreference
    proposal: str = ""
    shown: bool = False
    cache: dict[tuple[object, ...], Suggestions] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.game = self.assisted.game
        self.max_guesses = self.setup.limit(self.game)

    @property
    def over(self) -> bool:
        """Whether no guesses are left."""
        return len(self.assisted.belief.clues) >= self.max_guesses

    def step(self) -> bool:
        """Handle one line; False if the game has ended."""
        if not self.shown:
            self.show()
            self.shown = True
        if self.over:
            question = "Press Enter to end, or type undo to take back the last clue:"
        elif self.assisted.pending is not None:
            question = f"Reply to {self.assisted.pending}:"
        else:
            question = f"Guess {len(self.assisted.beliefs)} [{self.proposal}]:"
        line = session.ask(question)
        if line.lower() == "undo":
            before = len(self.assisted.beliefs)
            print_line(f"Took back {self.assisted.undo()}.")
            self.shown = len(self.assisted.beliefs) == before
        elif line.lower() == "words":
            print_blocks(possible_words(self.assisted.belief, everything=True))
            self.show_past(self.assisted.belief.words)
        elif line.lower() == "hard":
            self.assisted.switch_hard()
            print_line(f"Hard mode is {'on' if self.assisted.belief.hard else 'off'}.")
            self.shown = False
        elif line.lower() in ("help", "?"):
            session.print_commands(COMMANDS, self.game)
        elif self.over:
            if not line:
                return False
            raise NoGuessLeftError(self.max_guesses)
        else:
            return self.take(line)
        return True

    def take(self, line: str) -> bool:
        """Handle a guess, a reply or both; False if the secret is found."""
        try:
            self.shown = not self.assisted.take(line, self.proposal)
        except HardModeError as error:
            raise FewestError(f"{error} If you played it anyway, type hard to switch hard mode off.") from None
        except ContradictionError as error:
            raise FewestError(
                f"{error} Type undo to take back the last clue." if error.others else str(error)
            ) from None
        self.compare()
        return not self.assisted.belief.won

    def compare(self) -> None:
        """Compare a guess with the proposed one, before asking for its reply."""
        guess, belief = self.assisted.pending, self.assisted.belief
        if guess is None or guess == self.proposal or len(belief) == 1:
            return
        with show_progress("Thinking") as watch:
            typed, proposed = (value(self.setup, each, watch=watch, belief=belief) for each in (guess, self.proposal))
        print_line(typed.beside(proposed), "dim")

    def show(self) -> None:
        """Show the position and, if guesses are left, the best ones."""
        belief = self.assisted.belief
        print_blocks(position(belief, self.max_guesses))
        if len(belief) <= MAX_LISTED:
            self.show_past(belief.words)
        if self.over:
            return
        best = self.best()
        guesses = () if best is None else best.suggestions
        self.proposal = guesses[0].guess if guesses else self.fixed or belief.words[0]
        if best is not None and guesses and len(belief) > 1:
            print_blocks(best.brief())

    def show_past(self, words: Sequence[str]) -> None:
        """Say which of some words are past answers."""
        past = self.setup.came(self.game, words)
        if past:
            print_line(came_before(past), "dim")

    @property
    def fixed(self) -> str | None:
        """The fixed guess for this turn, unless the rules forbid it."""
        try:
            return self.opening.guess(self.assisted.belief)
        except GuessError:
            return None

    def best(self) -> Suggestions | None:
        """The best guesses, or None if auto fails; if another strategy fails, switch to auto."""
        belief = self.assisted.belief
        key = (belief.clues, belief.hard, self.strategy)
        if key in self.cache:
            return self.cache[key]
        try:
            with show_progress("Thinking") as watch:
                best = propose(
                    self.setup,
                    watch=watch,
                    belief=belief,
                    count=MAX_PROPOSALS,
                    by=self.strategy,
                    fixed=self.fixed,
                    preference=self.preference,
                )
        except (FewestError, MemoryError, RecursionError) as error:
            why = str(error) or "there is not enough memory."
            print_line(f"{self.strategy or 'auto'} cannot propose a guess here: {why}", "red")
            if self.strategy is None:
                return None
            self.strategy = None
            return self.best()
        return self.cache.setdefault(key, best)

    def share(self) -> None:
        """Show the outcome of a finished game, and the text to share."""
        belief = self.assisted.belief
        if belief.won:
            print_blocks(board(belief))
            print_blocks([line(), line(f"Found in {pluralise(len(belief.clues), 'guess', 'guesses')}.")])
        elif not self.over:
            return
        title = f"fewest assist {self.game.title} {date.today().isoformat()}"
        turns = [self.game.seen(*clue) for clue in belief.clues]
        print_blocks([line(), *share(title, turns, belief.won, self.max_guesses, "*" if belief.in_hard_mode else "")])


def position(belief: Belief, max_guesses: int) -> Iterator[Block]:
    """The guesses so far, how many words fit, and those that are likely."""
    yield from board(belief)
    yield line()
    fit = fitting(len(belief), belief.likely, belief.game.noun)
    guesses_made = len(belief.clues)
    if guesses_made >= max_guesses:
        yield line(f"No guesses left: {fit}")
    else:
        hard = ", hard mode" if belief.in_hard_mode else ""
        bits = f" ({belief.entropy:.2f} bits)" if len(belief) > 1 else ""
        yield line(f"Guess {guesses_made + 1} of {max_guesses}{hard}: {fit}{bits}")
    yield from possible_words(belief)


def board(belief: Belief) -> Iterator[Block]:
    """The guesses in the colours of their replies."""
    if belief.clues:
        yield line()
    for clue in belief.clues:
        yield belief.game.seen(*clue).tiles()


def possible_words(belief: Belief, everything: bool = False) -> Iterator[Block]:
    """The likely words, or all words that fit."""
    secrets = [Secret(*ranked) for ranked in belief]
    return likely_first(secrets, belief.likely, len(belief), "'words' lists all", everything)
