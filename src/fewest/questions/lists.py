"""Lists the words that fit, and describes a game."""

from collections.abc import Iterator
from dataclasses import dataclass

from fewest.games import Game
from fewest.games.presentation import Keyboard
from fewest.results import Block, Result, line
from fewest.setup import Setup


@dataclass(frozen=True, repr=False)
class Words(Result):
    """The words that fit some clues."""

    label: str
    count: int
    """The number of words."""
    words: tuple[str, ...]
    """The words, likeliest first."""

    def blocks(self) -> Iterator[Block]:
        """A word per line."""
        yield line("\n".join(self.words))


def words(setup: Setup, *, allowed: bool = False) -> Words:
    """The secrets that fit the clues, likeliest first; or the allowed guesses."""
    belief = setup.belief()
    game = belief.game
    found = belief.words
    if allowed:
        found = list(game.guesses) if belief.allowed is None else [game.guesses[i] for i in belief.allowed]
    return Words(game.label, len(found), tuple(found))


@dataclass(frozen=True, repr=False)
class GameFacts(Result):
    """What is played, and what its input looks like."""

    label: str
    """The game and its options, or the name of a word list."""
    title: str
    """The name for people."""
    noun: str
    """What a secret is called."""
    guesses: int
    """The number of allowed guesses."""
    answers: int
    """The number of secrets that are really played."""
    max_guesses: int
    has_words: bool
    """Whether guesses are words."""
    hard_mode: bool
    """Whether there is a hard mode."""
    common_words: bool
    """Whether it is known which of its words are common."""
    keyboard: Keyboard
    """How guesses are typed and replies are entered."""

    def blocks(self) -> Iterator[Block]:
        """A summary in one line."""
        yield line(f"{self.title}: {self.guesses:,} guesses, {self.answers:,} answers")


def describe(setup: Setup, *, game: Game | None = None) -> GameFacts:
    """What is played, and what its input looks like; `game` must be that of the setup and only saves time."""
    game = game or setup.game()
    return GameFacts(
        label=game.label,
        title=game.title,
        noun=game.noun,
        guesses=len(game.guesses),
        answers=len(game.answers),
        max_guesses=game.max_guesses,
        has_words=game.has_words,
        hard_mode=game.hard_mode,
        common_words=game.frequency_places is not None,
        keyboard=game.keyboard,
    )
