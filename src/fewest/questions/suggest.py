"""Suggests the next guess."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fewest.belief import MAX_LISTED, Belief
from fewest.errors import FewestError
from fewest.games.game import Seen
from fewest.results import Block, Result, line, table
from fewest.results.prose import listed, lowered, percent
from fewest.search.known import known_values
from fewest.setup import Setup
from fewest.strategies import (
    ESTIMATORS,
    Advice,
    Lookahead,
    Strategy,
    Suggestion,
    Within,
    advise,
    strategy,
    worth_proving,
)
from fewest.strategies.advice import EXACT_SECONDS
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True)
class Secret:
    """A possible secret."""

    word: str
    """The secret."""
    chance: float
    """The probability of the secret."""


@dataclass(frozen=True)
class Suggestions(Result):
    """A position and the best guesses."""

    label: str
    """The game and its edition."""
    title: str
    """The display name of the game, with its sizes."""
    hard: bool
    turn: int
    """The number of the next guess, from 1."""
    max_guesses: int
    clues: tuple[Seen, ...]
    remaining: int
    """The number of possible secrets."""
    bits: float
    """Bits of uncertainty."""
    won: bool
    """Whether the secret is found."""
    secrets: tuple[Secret, ...] | None
    """The possible secrets, likeliest first; null if there are too many."""
    strategy: str
    """The strategy that ranks the guesses."""
    why: str
    """A sentence that explains the ranking."""
    proved: bool
    """Whether the first guess is proved optimal."""
    late: bool
    """Whether only the guesses with the best chance to finish in time are considered."""
    estimates: bool
    """Whether scores estimate the number of guesses."""
    sharpens: bool
    """Whether the position is small enough for exact search."""
    suggestions: tuple[Suggestion, ...]
    """The suggested guesses, best first."""

    def blocks(self) -> Iterator[Block]:
        """The clues, the possible secrets and the best guesses."""
        for clue in self.clues:
            yield clue.tiles(both=True)
        noun = "secret remains" if self.remaining == 1 else "secrets remain"
        yield line(
            f"Guess {self.turn} of {self.max_guesses}: {self.remaining:,} {noun} ({self.bits:.2f} bits), {self.title}"
        )
        if self.secrets is not None and len(self.secrets) == self.remaining:
            yield line(listed([each.word for each in self.secrets]), "bold")
        yield line()
        yield line(self.why, "dim")
        heads = ("guess", "expected" if self.proved else "score", "bits", "hit", "parts", "worst part")
        rows = [
            (
                each.guess,
                self._score(each, 4),
                f"{each.bits:.3f}",
                f"{each.hit:.2%}",
                f"{each.parts}",
                f"{each.largest:,}",
            )
            for each in self.suggestions
        ]
        yield table(heads, rows)

    def brief(self) -> Iterator[Block]:
        """The best guesses only, with fewer columns."""
        head = "expected" if self.proved else "estimate" if self.estimates else "score"
        rows = [(each.guess, self._score(each, 3), f"{each.bits:.2f}", percent(each.hit)) for each in self.suggestions]
        yield line(self.why, "dim")
        yield table(("guess", head, "bits", "hit"), rows)

    def _score(self, each: Suggestion, digits: int) -> str:
        """A score; ~ marks an estimate among exact values."""
        return f"{'~' if self.proved and each.expected is None else ''}{each.score:.{digits}f}"

    def __repr__(self) -> str:
        best = self.suggestions[0].guess if self.suggestions else "nothing"
        return f"<Suggestions: {best}, {'proved' if self.proved else 'by ' + self.strategy}, {self.remaining:,} left>"


def suggest(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    count: int = 10,
    by: str | None = None,
    opener: str | None = None,
    words: int | None = MAX_LISTED,
    partial: bool = False,
    replies: str | None = None,
    seconds: float = EXACT_SECONDS,
    belief: Belief | None = None,
) -> Suggestions:
    """Suggest the best next guesses by a strategy, or by `advise` with a budget of exact search.

    The possible secrets are listed if there are at most `words`; with `partial`, the first `words` of them always.
    `replies` is the style of the clues' replies, see `Game.reply_as`.
    `belief` must be that of the setup and only saves time.
    """
    belief = setup.belief() if belief is None else belief
    game = belief.game
    turn = len(belief.clues) + 1
    limit = setup.limit(game)
    game.require_style(replies)
    clues = tuple(game.seen(*clue, replies) for clue in belief.clues)
    if belief.won:
        raise FewestError(f"The game is won: {belief.words[0]!r} is the secret.")
    if turn > limit:
        raise FewestError(f"All {limit} guesses are made; --max-guesses allows more.")
    if opener is not None and belief.clues:
        raise FewestError(f"The first guess was {belief.clues[0].guess!r}; an opener comes before any clue.")
    among = None if opener is None else [game.guesses[belief.find_guess(opener)]]
    advice = _advice(belief, limit, count, among, by, watch, seconds)
    if not advice.suggestions:
        raise FewestError(f"The strategy {advice.strategy.name} never guesses {opener!r} here; leave the opener to it.")
    found = _to_suggestions(belief, advice, limit, words, by is not None, partial)
    return replace(found, clues=clues)


def propose(
    belief: Belief,
    limit: int,
    watch: Watch = UNWATCHED,
    *,
    count: int,
    by: str | None = None,
    opener: str | None = None,
) -> Suggestions:
    """Suggest guesses with a short explanation; none if the strategy does not rank the opener."""
    among = None if opener is None or belief.clues else [opener]
    advice = _advice(belief, limit, count, among, by, watch)
    suggestions = _to_suggestions(belief, advice, limit, 0, by is not None)
    useful = tuple(each for each in advice.suggestions if each.hit or each.bits) or (*advice.suggestions[:1],)
    return replace(suggestions, why=short_why(advice, by), suggestions=useful)


def _advice(
    belief: Belief,
    limit: int,
    count: int,
    among: Sequence[str] | None,
    by: str | None,
    watch: Watch,
    seconds: float = EXACT_SECONDS,
) -> Advice:
    """The best guesses by a strategy, or by `advise`."""
    if by is None:
        return advise(belief, limit, count, among, seconds, watch)
    chosen = strategy(by)
    return Advice(chosen, chosen.suggest(belief, count, among), late=False)


def suggest_at_once(
    setup: Setup, belief: Belief, *, count: int, words: int, by: str | None = None, opener: str | None = None
) -> Suggestions:
    """Suggest guesses without exact search; none if the game is won."""
    play: Strategy = strategy() if by is None else strategy(by)
    limit = setup.limit(belief.game)
    among = None if opener is None or belief.clues else [opener]
    if by is None:
        play = Within(play, limit)
        if known_values(belief, 1, among):
            advice = advise(belief, limit, count, among, seconds=0)
            return _to_suggestions(belief, advice, limit, words, chosen=False, partial=True)
    found = [] if belief.won else play.suggest(belief, count, among)
    if len(belief) == 1:  # the one secret left takes exactly one guess
        found = [replace(each, expected=1.0) for each in found]
    return _to_suggestions(belief, Advice(play, found, late=False), limit, words, by is not None, partial=True)


def _to_suggestions(
    belief: Belief, advice: Advice, limit: int, words: int | None, chosen: bool, partial: bool = False
) -> Suggestions:
    """Make the result; `chosen` means that the user chose the strategy."""
    game = belief.game
    max_listed = len(belief) if words is None else words
    lists_secrets = partial or len(belief) <= max_listed
    return Suggestions(
        label=game.label,
        title=str(game),
        hard=belief.hard,
        turn=len(belief.clues) + 1,
        max_guesses=limit,
        clues=tuple(game.seen(*clue) for clue in belief.clues),
        remaining=len(belief),
        bits=belief.entropy,
        won=belief.won,
        secrets=tuple(Secret(*each) for each in belief.ranked[:max_listed]) if lists_secrets else None,
        strategy=advice.strategy.name,
        why=why(advice, chosen),
        proved=advice.proved,
        late=advice.late,
        estimates=advice.proved or isinstance(advice.strategy, Lookahead) or advice.strategy.name in ESTIMATORS,
        sharpens=worth_proving(belief),
        suggestions=tuple(each for each in advice.suggestions if each.bits or each.hit or not partial),
    )


def why(advice: Advice, chosen: bool) -> str:
    """Explain the ranking; `chosen` means that the user chose the strategy."""
    play = advice.strategy
    late = "Likeliest to finish in time. " if advice.late else ""
    if not advice.proved:
        lead = "Best by" if chosen else "Not proved, for that takes longer than a second; best by"
        return f"{late}{lead} {play.name}: {lowered(play.summary)}"
    estimated = any(each.expected is None for each in advice.suggestions)
    return f"{late}Proved: expected guesses, this one included, with perfect play" + ("; ~ is estimated" * estimated)


def short_why(advice: Advice, by: str | None) -> str:
    """Explain the ranking briefly; `by` is the strategy that the user chose, if any."""
    play = advice.strategy
    late = "; likeliest to finish in time" if advice.late else ""
    if advice.proved:
        return f"Proved: guesses still needed on average, with perfect play{late}"
    if by is None:
        return f"Estimated by {play.name}: guesses still needed on average{late}"
    return f"By {by}: {lowered(play.summary).removesuffix('.')}{late}"
