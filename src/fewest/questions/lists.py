"""List the words that fit, and describe a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from fewest.belief import MAX_LISTED
from fewest.games import Game
from fewest.games.presentation import Keyboard
from fewest.results import Block, Columns, Result, line
from fewest.results.prose import listed, percent
from fewest.setup import Setup

MAX_LIKELIEST = 4
"""The number of words listed if too many are likely."""

MIN_LISTED_CHANCE = 0.01
"""Those words are listed only if the likeliest has at least this probability."""


@dataclass(frozen=True)
class Secret:
    """A possible secret."""

    word: str
    """The secret."""
    chance: float
    """The probability of the secret."""


def likely_first(
    secrets: Sequence[Secret], likely: int, remaining: int, how: str, everything: bool = False
) -> Iterator[Block]:
    """The likely secrets with their chances, and how many others fit.

    `secrets` are the likeliest ones. `how` tells the reader how to list all; `everything` lists them.
    """
    if not secrets:
        return
    words = tuple(secret.word for secret in secrets)
    chances = tuple(f"{secret.word} {percent(secret.chance):>5}" for secret in secrets[:likely])
    is_uniform = likely == remaining and secrets[0].chance == secrets[-1].chance
    if everything:
        yield Columns(words if is_uniform else chances, "bold")
        if likely < remaining:
            yield line("Unlikely:", "dim")
            yield Columns(words[likely:], "dim")
    elif likely > min(len(secrets), MAX_LISTED):
        if not is_uniform and secrets[0].chance >= MIN_LISTED_CHANCE:
            named = ", ".join(f"{secret.word} {percent(secret.chance)}" for secret in secrets[:MAX_LIKELIEST])
            yield line(f"Likeliest: {named} ({how})")
    elif is_uniform:
        yield line(listed(words), "bold")
    else:
        yield Columns(chances, "bold")
        if likely < remaining:
            yield line(f"{remaining - likely:,} more fit, but are unlikely ({how})", "dim")


@dataclass(frozen=True, repr=False)
class Words(Result):
    """The words that fit some clues."""

    label: str
    count: int
    """The number of words."""
    likely: int
    """The number of likely words: at least a tenth as likely as the likeliest."""
    words: tuple[str, ...]
    """The words, likeliest first."""
    chances: tuple[float, ...]
    """The probability of each likely word, in the same order; empty if all words are equally likely."""

    def records(self) -> list[dict[str, Any]]:
        """A row per word; the chance of an unlikely word is null."""
        chances = self.chances or (1 / self.count,) * self.count
        return [{"word": word, "chance": chance} for word, chance in zip_longest(self.words, chances)]

    def blocks(self, everything: bool = False) -> Iterator[Block]:
        """A word per line: the likely words with their chances, or all words without."""
        if everything or not self.chances:
            yield line("\n".join(self.words))
            if len(self.words) < self.count:
                yield line(f"{self.count - len(self.words):,} more fit", "dim")
            return
        pairs = zip(self.words, self.chances, strict=False)
        yield line("\n".join(f"{word} {percent(chance):>5}" for word, chance in pairs))
        if self.likely < self.count:
            yield line(f"{self.count - self.likely:,} more fit, but are unlikely (--list shows all)", "dim")


def words(setup: Setup, *, allowed: bool = False) -> Words:
    """The secrets that fit the clues, likeliest first; or the allowed guesses."""
    belief = setup.belief()
    game = belief.game
    if allowed:
        guesses = game.guesses if belief.allowed is None else tuple(game.guesses[column] for column in belief.allowed)
        return Words(game.label, len(guesses), len(guesses), guesses, ())
    ranked, likely = [*belief], belief.likely
    chances = () if belief.weights is None or len(ranked) == 1 else tuple(chance for _, chance in ranked[:likely])
    return Words(game.label, len(ranked), likely, tuple(word for word, _ in ranked), chances)


@dataclass(frozen=True, repr=False)
class GameFacts(Result):
    """A game, its sizes and its input."""

    label: str
    """The game and its options, or the name of a word list."""
    title: str
    """The name for people."""
    noun: str
    """What a secret is called."""
    guesses: int
    """The number of allowed guesses."""
    answers: int
    """The number of answers, from which the game picks its secrets."""
    max_guesses: int
    has_words: bool
    """Whether guesses are words."""
    hard_mode: bool
    """Whether the game has a hard mode."""
    common_words: bool
    """Whether word frequencies are known."""
    keyboard: Keyboard
    """How guesses are typed and replies are entered."""

    def blocks(self) -> Iterator[Block]:
        """A summary in one line."""
        yield line(f"{self.title}: {self.guesses:,} guesses, {self.answers:,} answers")


def describe(setup: Setup, *, game: Game | None = None) -> GameFacts:
    """Describe a game. `game` must be the game of the setup; giving it saves time."""
    game = game or setup.make_game()
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
