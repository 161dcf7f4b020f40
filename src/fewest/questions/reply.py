"""Show the replies to a guess."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fewest.checks import checked
from fewest.games.game import Feedback, Game
from fewest.play.clues import find_secret, read_guess
from fewest.results import Block, Cell, Result, line, table
from fewest.results.prose import listed, pluralise
from fewest.setup import Setup


@dataclass(frozen=True)
class SecretReply(Feedback):
    """A secret and its reply."""

    secret: str
    """The secret."""


@dataclass(frozen=True, repr=False)
class Replies(Result, rows="replies"):
    """The replies to a guess."""

    label: str
    guess: str
    replies: tuple[SecretReply, ...]
    """The reply of each secret."""
    different: int
    """The number of different replies."""

    def blocks(self) -> Iterator[Block]:
        """A row per secret, and which of them the guess tells apart."""
        spelt = any(each.reply != each.squares for each in self.replies)
        rows: list[tuple[Cell, ...]] = [
            (each.secret, each.tiles(both=True), *([each.reply] if spelt else [])) for each in self.replies
        ]
        yield table(("secret", "guess", *(["reply"] if spelt else [])), rows, left=3)
        if len(self.replies) > 1:
            yield line(self._summary())

    def _summary(self) -> str:
        alike: dict[str, list[str]] = {}
        for each in self.replies:
            alike.setdefault(each.reply, []).append(each.secret)
        text = (
            f"{pluralise(self.different, 'reply', 'different replies')} for {pluralise(len(self.replies), 'secret')}: "
        )
        if self.different == len(self.replies):
            return f"{text}{self.guess} tells them all apart."
        if self.different == 1:
            return f"{text}{self.guess} cannot tell them apart."
        groups = "; ".join(listed(words) for words in alike.values() if len(words) > 1)
        return f"{text}{self.guess} cannot tell apart {groups}."


@checked
def reply(setup: Setup, guess: str, secrets: Sequence[str], *, replies: str | None = None) -> Replies:
    """The reply of each secret to a guess; in word games any allowed guess may be a secret here.

    `replies` is the style of replies, see `Game.reply_as`. A repeated secret counts once.
    """
    game = setup.make_game()
    game.require_style(replies)
    guess = read_guess(game, guess, (), hard=False)
    words = dict.fromkeys(_read_secret(game, secret) for secret in secrets)
    codes = {word: game.reply(guess, word) for word in words}
    return Replies(
        label=game.label,
        guess=guess,
        replies=tuple(
            SecretReply(**vars(game.seen(guess, code, replies)), secret=word) for word, code in codes.items()
        ),
        different=len({*codes.values()}),
    )


def _read_secret(game: Game, text: str) -> str:
    """Read a secret; in word games any allowed guess."""
    return read_guess(game, text, (), hard=False) if game.has_words else find_secret(game, text)
